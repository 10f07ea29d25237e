"""statsmodels is the oracle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from holdfast._core.errors import UnknownMethod
from holdfast.ranking.adjust import ADJUSTMENTS, adjust

THEIRS = {"holm": "holm", "bh": "fdr_bh"}
p_values = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.05, 1.0]), min_size=1, max_size=40)


@pytest.mark.parametrize("name", THEIRS)
@given(p=p_values)
def test_adjusted_p_values_are_those_of_statsmodels(name, p):
    expected = multipletests(p, method=THEIRS[name])[1]
    np.testing.assert_allclose(adjust(name, np.array(p)), expected, rtol=1e-12, atol=0)


def test_p_values_by_hand():
    p = np.array([0.01, 0.04, 0.03, 0.005])
    np.testing.assert_allclose(adjust("holm", p), [0.03, 0.06, 0.06, 0.02])
    np.testing.assert_allclose(adjust("bh", p), [0.02, 0.04, 0.04, 0.02])
    np.testing.assert_array_equal(adjust("none", p), p)


@pytest.mark.parametrize("name", ADJUSTMENTS)
def test_what_was_not_tested_is_not_of_the_family(name):
    p = np.array([0.01, np.nan, 0.02, np.nan, 0.5])
    found = adjust(name, p)
    assert np.isnan(found).tolist() == [False, True, False, True, False]
    np.testing.assert_array_equal(found[[0, 2, 4]], adjust(name, p[[0, 2, 4]]))


@pytest.mark.parametrize("name", ADJUSTMENTS)
def test_no_p_values_are_no_p_values(name):
    assert adjust(name, np.array([])).size == 0
    assert np.isnan(adjust(name, np.array([np.nan]))).all()


@pytest.mark.parametrize("name", ADJUSTMENTS)
def test_what_is_given_is_not_changed(name):
    p = np.array([0.04, 0.01, np.nan])
    adjust(name, p)
    np.testing.assert_array_equal(p, [0.04, 0.01, np.nan])


def test_an_unknown_name_gets_a_hint():
    with pytest.raises(UnknownMethod, match=r"no adjustment 'holms'\. Did you mean 'holm'\?"):
        adjust("holms", np.array([0.5]))
