from math import inf, nan

import pytest

from holdfast._core.checks import at_least, finite, inside, share
from holdfast._core.errors import BadSetting


@pytest.mark.parametrize("value", [0, 0.0, 1, 2.5, inf])
def test_at_least_lets_the_bound_and_more_pass(value):
    at_least("cap", value, 0)


@pytest.mark.parametrize("value", [-1, -1e-300, -inf, nan])
def test_at_least_refuses_less_and_nan(value):
    with pytest.raises(BadSetting, match=r"^cap cannot be .*\. It is at least 0\.$"):
        at_least("cap", value, 0)


@pytest.mark.parametrize("value", [1e-300, 0.05, 1 - 1e-16])
def test_inside_lets_the_open_interval_pass(value):
    inside("alpha", value, 0, 1)


@pytest.mark.parametrize("value", [0, 1, -0.1, 1.1, inf, -inf, nan])
def test_inside_refuses_ends_and_beyond(value):
    with pytest.raises(BadSetting, match=r"^alpha cannot be .*\. It lies between 0 and 1\.$"):
        inside("alpha", value, 0, 1)


@pytest.mark.parametrize("value", [0, -5, 1.7e308])
def test_finite_lets_numbers_pass(value):
    finite("shift", value)


@pytest.mark.parametrize("value", [inf, -inf, nan])
def test_finite_refuses_the_rest(value):
    with pytest.raises(BadSetting, match=r"^shift cannot be (-?inf|nan)\. Give a finite number\.$"):
        finite("shift", value)


@pytest.mark.parametrize("value", [0, 1, 0.05, 1.0])
def test_share_lets_both_ends_pass(value):
    share("threshold", value)


@pytest.mark.parametrize("value", [-1e-300, 1.0000001, inf, -inf, nan])
def test_share_refuses_what_is_beyond(value):
    with pytest.raises(BadSetting, match=r"^threshold cannot be .*\. It is a share, from 0 to 1\.$"):
        share("threshold", value)
