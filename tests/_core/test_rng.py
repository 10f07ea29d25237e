import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import BadSetting
from holdfast._core.rng import stream

# No empty word: its key is that of the number 0.
words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
positions = st.lists(st.integers(0, 2**32 - 1) | words, max_size=4).map(tuple)


def numbers(seed, position, size=4):
    return stream(seed, *position).integers(0, 2**63, size=size).tolist()


@given(st.integers(0, 2**64), positions)
def test_same_seed_and_position_give_the_same_numbers(seed, position):
    assert numbers(seed, position) == numbers(seed, position)


@given(st.integers(0, 2**32 - 1), positions, positions)
def test_different_positions_give_different_numbers(seed, one, other):
    assert (numbers(seed, one) == numbers(seed, other)) == (one == other)


@given(st.integers(0, 2**64), st.integers(0, 2**64), positions)
def test_different_seeds_give_different_numbers(one, other, position):
    assert (numbers(one, position) == numbers(other, position)) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"), [((1,), (1, 0)), ((1, 2), (2, 1)), ((), (0,)), (("a", "b"), ("ab",)), ((1,), ("1",))]
)
def test_length_order_and_kind_of_a_position_count(one, other):
    assert numbers(0, one) != numbers(0, other)


def test_the_order_of_drawing_does_not_count():
    forward = {place: numbers(3, place) for place in [(0,), (1,), ("pairs", 1)]}
    backward = {place: numbers(3, place, size=4) for place in [("pairs", 1), (1,), (0,)]}
    assert forward == backward


def test_what_others_draw_does_not_count():
    before = numbers(3, ("pairs", 1))
    other = stream(3, "pairs", 2)
    other.random(1000)
    np.random.default_rng(3).random(10)
    assert numbers(3, ("pairs", 1)) == before


def test_the_numbers_are_those_of_every_machine_and_release():
    assert stream(0).integers(0, 1000, size=5).tolist() == [850, 636, 511, 269, 307]
    assert stream(7, "permutation", 2).integers(0, 1000, size=5).tolist() == [694, 992, 932, 81, 690]


def test_first_draws_of_neighbouring_positions_are_uniform_and_uncorrelated():
    # 10,000 positions, one seed: D > 1.95/√n has a chance of .001; a correlation has sd 1/√n.
    n = 10_000
    first = np.array([stream(11, "study", k).random() for k in range(n)])
    ascending = np.sort(first)
    distance = max((np.arange(1, n + 1) / n - ascending).max(), (ascending - np.arange(n) / n).max())
    assert distance < 1.95 / np.sqrt(n)
    assert abs(np.corrcoef(first[:-1], first[1:])[0, 1]) < 4 / np.sqrt(n)


def test_a_negative_seed_is_refused():
    with pytest.raises(BadSetting, match=r"^seed cannot be -1\. It is at least 0\.$"):
        stream(-1, "permutation")
