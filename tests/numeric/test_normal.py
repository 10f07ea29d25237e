from math import inf, nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from holdfast.numeric.normal import stouffer, upper_quantile, upper_tail


def test_upper_tail_is_scipys_far_out_too():
    z = np.concatenate([np.linspace(-37, 37, 401), [0.0, inf, -inf, nan]])
    np.testing.assert_allclose(upper_tail(z), stats.norm.sf(z), rtol=1e-11)


def test_upper_quantile_is_scipys_far_out_too():
    p = np.concatenate([10.0 ** -np.arange(1, 300), 1 - 10.0 ** -np.arange(1, 15), [0.5, 0, 1, nan]])
    np.testing.assert_allclose(upper_quantile(p), stats.norm.isf(p), rtol=1e-11)


@pytest.mark.parametrize(
    ("p", "z"), [(0.0, inf), (1.0, -inf), (0.5, 0.0), (-0.1, nan), (1.1, nan), (nan, nan)]
)
def test_ends_and_beyond(p, z):
    np.testing.assert_array_equal(upper_quantile(np.array([p])), [z])


@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3), (2, 0)])
def test_shapes_stay(shape):
    p = np.full(shape, 0.3)
    assert upper_quantile(p).shape == upper_tail(p).shape == shape


@given(st.floats(-8, 8), st.floats(-8, 8))
def test_the_tail_falls_and_is_symmetric(one, other):
    low, high = upper_tail(np.array(sorted([one, other])))
    assert low >= high
    assert upper_tail(np.array([one]))[0] + upper_tail(np.array([-one]))[0] == pytest.approx(1, abs=1e-15)


probabilities = st.floats(1e-12, 1 - 1e-12)


@given(st.lists(probabilities, min_size=1, max_size=6))
def test_stouffer_is_scipys(p):
    expected = stats.combine_pvalues(p, method="stouffer").pvalue
    assert float(stouffer(np.array(p))) == pytest.approx(expected, rel=1e-9, abs=1e-300)


@given(st.lists(st.tuples(probabilities, probabilities), min_size=1, max_size=5), st.data())
def test_stouffer_leaves_out_what_is_missing(rows, data):
    p = np.array(rows)
    missing = data.draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    p[missing, 0] = nan
    present = p[~np.array(missing), 0]
    expected = float(stouffer(present)) if present.size else nan
    np.testing.assert_allclose(stouffer(p), [expected, float(stouffer(p[:, 1]))], rtol=1e-12)


def test_stouffer_of_equal_p_is_root_k_times_z():
    expected = stats.norm.sf(sqrt(4) * stats.norm.isf(0.05))
    assert float(stouffer(np.full(4, 0.05))) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("p", "combined"),
    [([0.0, 0.3], 0.0), ([1.0, 0.3], 1.0), ([0.0, 1.0], nan), ([nan, nan], nan), ([0.5, 0.5], 0.5)],
)
def test_stouffer_at_the_ends(p, combined):
    np.testing.assert_allclose(stouffer(np.array(p)), combined, rtol=1e-15)
