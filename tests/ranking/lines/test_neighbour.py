import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.ranking.lines.neighbour import Neighbour


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
def test_ranges_are_those_of_a_walk_and_lines_are_where_they_part(beats):
    found = Neighbour()(beats)
    n = len(beats)
    low, high = [], []
    for i in range(n):
        best = i
        while best > 0 and not beats[best - 1][i]:
            best -= 1
        worst = i
        while worst < n - 1 and not beats[i][worst + 1]:
            worst += 1
        low.append(best + 1)
        high.append(worst + 1)
    assert (found.low.tolist(), found.high.tolist()) == (low, high)
    parted = [all(high[a] < low[b] for a in range(i + 1) for b in range(i + 1, n)) for i in range(n - 1)]
    assert found.cluster.tolist() == [1 + sum(parted[:i]) for i in range(n)]


@pytest.mark.parametrize(
    ("n", "pairs", "low", "high", "cluster"),
    [
        (1, [], [1], [1], [1]),
        (3, [], [1, 1, 1], [3, 3, 3], [1, 1, 1]),
        (3, [(0, 1), (0, 2), (1, 2)], [1, 2, 3], [1, 2, 3], [1, 2, 3]),
        # The chain of definitions §2, A > C, A > D, B > D: ranges overlap from A to D.
        (4, [(0, 2), (0, 3), (1, 3)], [1, 1, 2, 3], [2, 3, 4, 4], [1, 1, 1, 1]),
        # The first stops at the second, whatever stands further down.
        (4, [(0, 1)], [1, 2, 1, 1], [1, 4, 4, 4], [1, 1, 1, 1]),
        (4, [(0, 2), (0, 3), (1, 2), (1, 3)], [1, 1, 3, 3], [2, 2, 4, 4], [1, 1, 2, 2]),
        # Against the order nothing is beaten.
        (2, [(1, 0)], [1, 1], [2, 2], [1, 1]),
    ],
)
def test_placements_by_hand(n, pairs, low, high, cluster):
    found = Neighbour()(table(n, *pairs))
    assert found.low.tolist() == low
    assert found.high.tolist() == high
    assert found.cluster.tolist() == cluster
