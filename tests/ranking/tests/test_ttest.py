"""scipy.stats.ttest_rel and Welch's ttest_ind, pair by pair, are the oracles."""

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from holdfast.ranking.tests.ttest import TTest

RNG = np.random.default_rng(0)  # this test draws nothing


def matrices():
    rng = np.random.default_rng(7)
    plain = rng.normal(size=(4, 25)) * np.array([1, 3, 1, 1])[:, None] + np.arange(4)[:, None] / 3
    return {"plain": plain, "holed": np.where(rng.random(plain.shape) < 0.3, np.nan, plain)}


every_matrix = pytest.mark.parametrize("values", matrices().values(), ids=matrices())
every_alternative = pytest.mark.parametrize("alternative", ["greater", "two-sided"])


@every_matrix
@every_alternative
@pytest.mark.parametrize("lower", [False, True])
def test_paired_p_values_are_scipys(scores_of, values, alternative, lower):
    found = TTest(alternative=alternative)(scores_of(values, lower=lower), RNG)
    better = -values if lower else values
    for a, b in permutations(range(len(values)), 2):
        both = ~np.isnan(better[a]) & ~np.isnan(better[b])
        x, y = better[a][both], better[b][both]
        expected = stats.ttest_rel(x, y, alternative=alternative).pvalue
        assert found.p[a, b] == pytest.approx(expected, rel=1e-10)
        assert found.effect[a, b] == pytest.approx((x - y).mean())


@every_matrix
@every_alternative
@pytest.mark.parametrize("lower", [False, True])
def test_welchs_p_values_are_scipys(scores_of, values, alternative, lower):
    found = TTest(alternative=alternative, paired=False)(scores_of(values, lower=lower), RNG)
    better = -values if lower else values
    for a, b in permutations(range(len(values)), 2):
        x, y = better[a][~np.isnan(better[a])], better[b][~np.isnan(better[b])]
        expected = stats.ttest_ind(x, y, equal_var=False, alternative=alternative).pvalue
        assert found.p[a, b] == pytest.approx(expected, rel=1e-10)
        assert found.effect[a, b] == pytest.approx(x.mean() - y.mean())


@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(
    "values",
    [
        [[1, np.nan], [np.nan, 2]],
        [[1, np.nan], [2, np.nan]],
        [[3, 3, 3], [1, 1, 1]],
        [[np.nan, np.nan], [1, 2]],
    ],
    ids=["none in common", "one each", "no variance", "one is empty"],
)
def test_without_a_variance_there_is_no_p_value(scores_of, paired, values):
    assert np.isnan(TTest(paired=paired)(scores_of(values), RNG).p[0, 1])
