from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.numeric.moments import group_means, moments

tied = st.sampled_from([-5.0, -0.1, 0.0, 0.1, 0.3, 25.0])
wide = st.floats(-1e100, 1e100).filter(lambda value: value == 0 or abs(value) > 1e-100)


@st.composite
def grouped_values(draw):
    groups = draw(st.integers(1, 4))
    pairs = draw(st.lists(st.tuples(tied | wide, st.integers(0, groups - 1)), max_size=25))
    values = np.array([value for value, _ in pairs], dtype=float)
    return values, np.array([group for _, group in pairs], dtype=np.int64), groups


def exact(values, ddof):
    """Mean and standard deviation by rational arithmetic; None where they have no value."""
    if not values:
        return None, None
    mean = sum(map(Fraction, values)) / len(values)
    squares = sum((Fraction(value) - mean) ** 2 for value in values)
    free = len(values) - ddof
    return float(mean), float(squares / free) ** 0.5 if free > 0 else None


@given(grouped_values(), st.sampled_from([0, 1]))
def test_moments_are_those_of_rational_arithmetic(case, ddof):
    values, group, groups = case
    got = moments(values, group, groups)
    sd = got.sd(ddof)
    assert got.count.tolist() == [np.sum(group == g) for g in range(groups)]
    for g in range(groups):
        mine = values[group == g].tolist()
        mean, spread = exact(mine, ddof)
        # A rounded mean is off by a few units in the last place of the largest value, and so is the sd.
        near = 1e-14 * max(map(abs, mine), default=0.0)
        for found, expected in ((got.mean[g], mean), (sd[g], spread)):
            if expected is None:
                assert np.isnan(found)
            else:
                assert found == pytest.approx(expected, rel=1e-12, abs=near)


@given(grouped_values())
def test_group_means_are_the_means_of_moments(case):
    values, group, groups = case
    np.testing.assert_array_equal(group_means(values, group, groups), moments(values, group, groups).mean)


@pytest.mark.parametrize("value", [0.1, -0.3, 1e-9, 33.3, 1e15 + 0.3])
@pytest.mark.parametrize("count", [2, 3, 7, 11, 1000])
def test_equal_values_have_no_spread_at_all(value, count):
    got = moments(np.full(count, value), np.zeros(count, dtype=np.int64), 1)
    assert got.squares.tolist() == [0.0]
    assert got.sd(1).tolist() == [0.0]


def test_values_that_differ_in_the_last_bit_do_have_a_spread():
    got = moments(np.array([1.0, np.nextafter(1.0, 2.0)]), np.zeros(2, dtype=np.int64), 1)
    assert got.sd(1)[0] > 0


@pytest.mark.parametrize(
    ("values", "z_of_50"), [([25, 50, 50, 75], 0.0), ([0, 25, 50, 75], 0.39), ([25, 50, 75, 100], -0.39)]
)
def test_the_toy_raters_of_knowles_come_out(values, z_of_50):
    got = moments(np.array(values, dtype=float), np.zeros(4, dtype=np.int64), 1)
    assert (50 - got.mean[0]) / got.sd(1)[0] == pytest.approx(z_of_50, abs=0.005)


def test_small_groups_have_no_sd():
    got = moments(np.array([3.0, 4.0, 6.0]), np.array([0, 2, 2]), 4)
    np.testing.assert_array_equal(got.mean, [3, np.nan, 5, np.nan])
    np.testing.assert_array_equal(got.sd(0), [0, np.nan, 1, np.nan])
    np.testing.assert_array_equal(got.sd(1), [np.nan, np.nan, np.sqrt(2), np.nan])
