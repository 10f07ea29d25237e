from math import nextafter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.numeric.ties import CLOSE, tie_codes


def sums_of_tenths(numbers):
    """The same sum from both ends: the last bits differ."""
    return sum(number / 10 for number in numbers), sum(number / 10 for number in reversed(numbers))


@given(st.lists(st.lists(st.integers(-300, 300), min_size=1, max_size=12), min_size=1, max_size=6))
def test_sums_are_numbered_like_the_whole_numbers_behind_them(rows):
    pairs = sorted((value, sum(row)) for row in rows for value in sums_of_tenths(row))
    whole = [exact for _, exact in pairs]
    codes = tie_codes(np.array([value for value, _ in pairs])).tolist()
    assert codes == [sorted(set(whole)).index(exact) for exact in whole]


@pytest.mark.parametrize(
    ("ascending", "codes"),
    [
        ([], []),
        ([5.0], [0]),
        ([-1.0, -1.0, 0.0, 2.0, 2.0], [0, 0, 1, 2, 2]),
        ([0.1 + 0.2, 0.3], [0, 0]),
        ([1.0, nextafter(1.0, 2), 1 + 1e-11], [0, 0, 1]),
        ([0.0, 0.9 * CLOSE], [0, 0]),
        ([0.0, 1.1 * CLOSE], [0, 1]),
        ([1e6, 1e6 + 0.9e6 * CLOSE], [0, 0]),
        ([1e6, 1e6 + 1.1e6 * CLOSE], [0, 1]),
        ([-1e6 - 1.1e6 * CLOSE, -1e6], [0, 1]),
        ([-1e300, 0.0, 1e300], [0, 1, 2]),
    ],
)
def test_the_tolerance_is_relative_to_one_or_to_the_value(ascending, codes):
    found = tie_codes(np.sort(np.array(ascending, dtype=float)))
    assert found.tolist() == codes
    assert np.issubdtype(found.dtype, np.integer)
