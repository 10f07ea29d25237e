from math import atan, pi, sqrt, tan

import pytest
from scipy import stats

from holdfast.numeric.student import t_central, t_quantile

DEGREES = [1, 2, 3, 4, 5, 6, 7, 10, 19, 30, 49, 100, 101, 1000]


@pytest.mark.parametrize("df", DEGREES)
@pytest.mark.parametrize("t", [0.0, 0.01, 0.5, 1.0, 2.776, 12.0, 300.0])
def test_central_probability_is_scipys(t, df):
    assert t_central(t, df) == pytest.approx(1 - 2 * stats.t.sf(t, df), abs=2e-14)


@pytest.mark.parametrize("t", [1e-12, 1e-6, 0.3, 5.0])
def test_one_and_two_degrees_have_closed_probabilities(t):
    assert t_central(t, 1) == pytest.approx(2 / pi * atan(t), rel=1e-14)
    assert t_central(t, 2) == pytest.approx(t / sqrt(2 + t * t), rel=1e-14)


@pytest.mark.parametrize("df", [*DEGREES, 500, 501, 5_000, 100_000])
@pytest.mark.parametrize("confidence", [0.1, 0.5, 0.9, 0.95, 0.99, 0.999])
def test_quantile_is_scipys(confidence, df):
    assert t_quantile(confidence, df) == pytest.approx(stats.t.ppf((1 + confidence) / 2, df), rel=1e-10)


@pytest.mark.parametrize("confidence", [0.2, 0.5, 0.95, 0.999])
def test_one_and_two_degrees_have_closed_quantiles(confidence):
    assert t_quantile(confidence, 1) == pytest.approx(tan(pi * confidence / 2), rel=1e-10)
    assert t_quantile(confidence, 2) == pytest.approx(confidence * sqrt(2 / (1 - confidence**2)), rel=1e-10)


def test_the_table_in_every_textbook():
    assert [round(t_quantile(0.95, df), 3) for df in (1, 4, 10, 30, 120)] == [
        12.706,
        2.776,
        2.228,
        2.042,
        1.980,
    ]


def test_no_confidence_needs_no_width():
    assert t_quantile(0.0, 5) == 0.0
