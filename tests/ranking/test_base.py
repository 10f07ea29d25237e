import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from holdfast.ranking.base import beats_of_blocks, clusters_between, wins_and_losses


@st.composite
def outcomes(draw):
    n = draw(st.integers(1, 6))
    flat = draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    beats = np.array(flat).reshape(n, n) & ~np.eye(n, dtype=np.bool_)
    return beats, np.sort(draw(st.lists(st.integers(1, n), min_size=n, max_size=n)))


@given(outcomes())
def test_a_block_beats_another_when_each_of_it_beats_each_of_the_other(case):
    beats, rank = case
    n = len(rank)
    expected = [
        [
            all(beats[a][b] for a in range(n) for b in range(n) if rank[a] == rank[i] and rank[b] == rank[j])
            for j in range(n)
        ]
        for i in range(n)
    ]
    assert beats_of_blocks(beats, rank).tolist() == expected


def test_blocks_of_one_are_the_systems_themselves():
    beats = np.array([[False, True, True], [False, False, False], [False, True, False]])
    np.testing.assert_array_equal(beats_of_blocks(beats, np.array([1, 2, 3])), beats)


def test_ranges_and_clusters_by_hand():
    beats = np.array([[False, True, True], [False, False, False], [False, False, False]])
    found = wins_and_losses(beats)
    assert (found.low.tolist(), found.high.tolist()) == ([1, 2, 2], [1, 3, 3])
    assert found.cluster.tolist() == [1, 1, 1]
    assert clusters_between(np.array([True, False, True, True])).tolist() == [1, 2, 2, 3]
