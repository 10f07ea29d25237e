import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.numeric.affine import Affine

numbers = st.floats(-1e6, 1e6)
maps = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=4)


@given(maps, st.data())
def test_each_value_goes_through_the_map_of_its_group(lines, data):
    group = data.draw(st.lists(st.integers(0, len(lines) - 1), max_size=20))
    values = data.draw(st.lists(numbers | st.just(np.nan), min_size=len(group), max_size=len(group)))
    slope, shift = np.array(lines).T
    mapped = Affine(slope, shift)(np.array(values, dtype=float), np.array(group, dtype=np.int64))
    expected = [lines[g][0] * value + lines[g][1] for g, value in zip(group, values, strict=True)]
    np.testing.assert_array_equal(mapped, expected)


@pytest.mark.parametrize(("value", "group", "expected"), [(50.0, 0, 0.0), (75.0, 0, 1.0), (75.0, 1, 75.0)])
def test_a_z_score_and_the_identity_are_affine(value, group, expected):
    affine = Affine(np.array([1 / 25, 1.0]), np.array([-2.0, 0.0]))
    assert affine(np.array([value]), np.array([group])).tolist() == [expected]
