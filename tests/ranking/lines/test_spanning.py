import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.ranking.lines.spanning import Spanning


@st.composite
def outcomes(draw):
    n = draw(st.integers(1, 7))
    beats = np.triu(np.ones((n, n), dtype=np.bool_), k=1)
    pairs = list(zip(*np.nonzero(beats), strict=True))
    for i, j in draw(st.lists(st.sampled_from(pairs), max_size=4)) if pairs else []:
        beats[i, j] = False
    return beats


def table(n, *pairs):
    beats = np.zeros((n, n), dtype=np.bool_)
    for better, worse in pairs:
        beats[better, worse] = True
    return beats


@given(outcomes())
def test_a_line_is_where_every_pair_that_spans_it_differs(beats):
    found = Spanning()(beats)
    n = len(beats)
    lines = [all(beats[a][b] for a in range(i + 1) for b in range(i + 1, n)) for i in range(n - 1)]
    assert found.cluster.tolist() == [1 + sum(lines[:i]) for i in range(n)]
    assert found.low.tolist() == [sum(column) + 1 for column in beats.T.tolist()]
    assert found.high.tolist() == [n - sum(row) for row in beats.tolist()]


@pytest.mark.parametrize(
    ("n", "pairs", "cluster"),
    [
        (1, [], [1]),
        (3, [], [1, 1, 1]),
        (3, [(0, 1), (0, 2), (1, 2)], [1, 2, 3]),
        (4, [(0, 2), (0, 3), (1, 3)], [1, 1, 1, 1]),
        (4, [(0, 2), (0, 3), (1, 2), (1, 3)], [1, 1, 2, 2]),
        # Only the second beats the third: every-lower draws a line here.
        (3, [(1, 2)], [1, 1, 1]),
        (4, [(0, 1), (0, 2), (0, 3), (1, 3)], [1, 2, 2, 2]),
    ],
)
def test_clusters_by_hand(n, pairs, cluster):
    assert Spanning()(table(n, *pairs)).cluster.tolist() == cluster
