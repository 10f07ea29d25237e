import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.ranking.lines.mtme import MtmeLines


@st.composite
def outcomes(draw):
    n = draw(st.integers(1, 7))
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    return table(n, *draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else [])


def table(n, *pairs):
    beats = np.zeros((n, n), dtype=np.bool_)
    for better, worse in pairs:
        beats[better, worse] = True
    return beats


@given(outcomes())
def test_a_system_opens_a_cluster_when_any_of_the_open_one_beats_it(beats):
    found = MtmeLines()(beats)
    clusters = [[0]]
    for i in range(1, len(beats)):
        if any(beats[member][i] for member in clusters[-1]):
            clusters.append([i])
        else:
            clusters[-1].append(i)
    expected = [number for number, members in enumerate(clusters, 1) for _ in members]
    assert found.cluster.tolist() == expected
    assert found.low.tolist() == [sum(column) + 1 for column in beats.T.tolist()]
    assert found.high.tolist() == [len(beats) - sum(row) for row in beats.tolist()]


@pytest.mark.parametrize(
    ("n", "pairs", "cluster"),
    [
        (1, [], [1]),
        (3, [], [1, 1, 1]),
        # The chain of definitions §2: A beats C and D, B beats D.
        (4, [(0, 2), (0, 3), (1, 3)], [1, 1, 2, 2]),
        (4, [(0, 2), (0, 3), (1, 3), (2, 3)], [1, 1, 2, 3]),
        # A system of a closed cluster no longer counts.
        (4, [(0, 1), (0, 3)], [1, 2, 2, 2]),
        # Nor does one that stands below.
        (3, [(2, 1)], [1, 1, 1]),
    ],
)
def test_clusters_by_hand(n, pairs, cluster):
    assert MtmeLines()(table(n, *pairs)).cluster.tolist() == cluster
