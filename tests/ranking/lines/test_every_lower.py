import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.ranking.lines.every_lower import EveryLower


@st.composite
def outcomes(draw, most=7):
    """Who beats whom: of two systems one, the other, or none."""
    n = draw(st.integers(1, most))
    beats = np.zeros((n, n), dtype=np.bool_)
    for i in range(n):
        for j in range(i + 1, n):
            winner = draw(st.sampled_from([None, i, i, j]))
            if winner is not None:
                beats[winner, i + j - winner] = True
    return beats


def table(n, *pairs):
    beats = np.zeros((n, n), dtype=np.bool_)
    for better, worse in pairs:
        beats[better, worse] = True
    return beats


@given(outcomes())
def test_a_line_is_below_a_system_that_beats_all_below(beats):
    found = EveryLower()(beats)
    cluster, number = [], 1
    for i in range(len(beats)):
        cluster.append(number)
        if all(beats[i][j] for j in range(i + 1, len(beats))):
            number += 1
    assert found.cluster.tolist() == cluster


@given(outcomes())
def test_the_range_goes_from_losses_plus_one_to_n_less_wins(beats):
    found = EveryLower()(beats)
    for i, mine in enumerate(beats.tolist()):
        assert found.low[i] == sum(row[i] for row in beats.tolist()) + 1
        assert found.high[i] == len(beats) - sum(mine)


@pytest.mark.parametrize(
    ("n", "pairs", "cluster"),
    [
        (1, [], [1]),
        (3, [], [1, 1, 1]),
        (3, [(0, 1), (0, 2), (1, 2)], [1, 2, 3]),
        # The chain of definitions §2: A beats C and D, B beats D.
        (4, [(0, 2), (0, 3), (1, 3)], [1, 1, 1, 1]),
        (3, [(0, 1), (0, 2)], [1, 2, 2]),
        (3, [(0, 2), (1, 2)], [1, 1, 2]),
        # The second beats all below, the first not: there is a line all the same, which spanning has not.
        (3, [(1, 2)], [1, 1, 2]),
    ],
)
def test_clusters_by_hand(n, pairs, cluster):
    assert EveryLower()(table(n, *pairs)).cluster.tolist() == cluster
