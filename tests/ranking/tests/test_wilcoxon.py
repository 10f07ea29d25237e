"""scipy.stats.wilcoxon, pair by pair, and scipy.stats.combine_pvalues for domains are the oracles."""

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from holdfast._core.errors import ReplicaDefect
from holdfast.ranking.tests.wilcoxon import Wilcoxon

RNG = np.random.default_rng(0)  # this test draws nothing


def matrices():
    rng = np.random.default_rng(9)
    plain = rng.normal(size=(4, 30)) + np.arange(4)[:, None] / 5
    holed = np.where(rng.random(plain.shape) < 0.3, np.nan, plain)
    large = rng.normal(size=(3, 51)) + np.arange(3)[:, None] / 5
    tied = np.rint(plain * 2)
    return {
        "plain": plain,
        "holed": holed,
        "large": large,
        "tied": tied,
        "tied and holed": np.rint(holed * 2),
    }


every_matrix = pytest.mark.parametrize("values", matrices().values(), ids=matrices())


def differences(values, a, b):
    both = ~np.isnan(values[a]) & ~np.isnan(values[b])
    return values[a][both] - values[b][both]


def scipys(d, alternative, *, exact):
    d = d[d != 0]
    untied = np.unique(np.abs(d)).size == d.size
    method = "exact" if exact and d.size <= 50 and untied else "asymptotic"
    return stats.wilcoxon(d, zero_method="wilcox", alternative=alternative, method=method).pvalue


@every_matrix
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("exact", [False, True])
def test_p_values_are_scipys(scores_of, values, alternative, lower, exact):
    found = Wilcoxon(alternative=alternative, exact=exact)(scores_of(values, lower=lower), RNG)
    better = -values if lower else values
    for a, b in permutations(range(len(values)), 2):
        d = differences(better, a, b)
        # A zero difference calls for the normal distribution; in these data zeros come with ties.
        assert found.p[a, b] == pytest.approx(scipys(d, alternative, exact=exact), rel=1e-10)
        assert found.effect[a, b] == pytest.approx(d.mean())


def test_a_zero_difference_calls_for_the_normal_distribution(scores_of):
    values = np.array([[1.0, 2, 4, 8, 0], [0.0, 0, 0, 0, 0]])
    found = Wilcoxon()(scores_of(values), RNG)
    expected = stats.wilcoxon([1.0, 2, 4, 8], method="asymptotic").pvalue
    assert found.p[0, 1] == pytest.approx(expected, rel=1e-10)
    alone = Wilcoxon()(scores_of(values[:, :4]), RNG)
    assert alone.p[0, 1] == 2 / 2**4


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_domains_are_combined_as_stouffer_did(scores_of, alternative):
    rng = np.random.default_rng(3)
    sizes = [12, 60, 5]
    domain = np.repeat([0, 1, 2], sizes)
    values = rng.normal(size=(4, sum(sizes))) + np.arange(4)[:, None] / 10
    values[rng.random(values.shape) < 0.1] = np.nan
    test = Wilcoxon(alternative=alternative, domains=True)
    scores = scores_of(values, domain=domain)
    if alternative == "two-sided":
        with pytest.warns(ReplicaDefect, match="opposite differences add up"):
            found = test(scores, RNG)
    else:
        found = test(scores, RNG)
    for a, b in permutations(range(4), 2):
        parts = [differences(values[:, domain == d], a, b) for d in range(3)]
        expected = stats.combine_pvalues(
            [scipys(part, alternative, exact=True) for part in parts], method="stouffer"
        ).pvalue
        assert found.p[a, b] == pytest.approx(expected, rel=1e-10)
        assert found.effect[a, b] == pytest.approx(np.mean([part.mean() for part in parts]))


def test_a_domain_in_which_two_systems_do_not_meet_is_left_out(scores_of):
    rng = np.random.default_rng(4)
    values = rng.normal(size=(3, 30))
    domain = np.repeat([0, 1, 2], 10)
    values[0, domain == 1] = np.nan
    found = Wilcoxon(alternative="greater", domains=True)(scores_of(values, domain=domain), RNG)
    for a, b, domains in ((0, 1, [0, 2]), (1, 0, [0, 2]), (1, 2, [0, 1, 2])):
        parts = [differences(values[:, domain == d], a, b) for d in domains]
        expected = stats.combine_pvalues(
            [scipys(part, "greater", exact=True) for part in parts], method="stouffer"
        ).pvalue
        assert found.p[a, b] == pytest.approx(expected, rel=1e-10)
        assert found.effect[a, b] == pytest.approx(np.mean([part.mean() for part in parts]))


def test_one_domain_needs_no_combination(scores_of):
    values = np.random.default_rng(1).normal(size=(3, 20))
    combined, plain = (Wilcoxon(domains=domains)(scores_of(values), RNG) for domains in (True, False))
    np.testing.assert_array_equal(combined.p, plain.p)
    np.testing.assert_array_equal(combined.effect, plain.effect)


def test_opposite_domains_add_up_as_the_page_says(scores_of):
    # The defect of the replica: A is far better in one domain, B in the other, equal in the mean.
    rng = np.random.default_rng(2)
    shift = np.repeat([2.0, -2.0], 20)
    noise = rng.normal(size=40)
    values = np.array([shift + noise, np.zeros(40)])
    scores = scores_of(values, domain=np.repeat([0, 1], 20))
    with pytest.warns(ReplicaDefect):
        combined = Wilcoxon(domains=True)(scores, RNG)
    assert combined.p[0, 1] < 1e-6
    assert Wilcoxon()(scores, RNG).p[0, 1] > 0.5


@pytest.mark.parametrize(
    "values",
    [[[1, 2, np.nan], [np.nan, np.nan, 1]], [[1, 2, 3], [1, 2, 3]]],
    ids=["none in common", "no difference"],
)
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_without_a_difference_there_is_no_p_value(scores_of, values, alternative):
    assert np.isnan(Wilcoxon(alternative=alternative)(scores_of(values), RNG).p[0, 1])


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_the_order_of_summing_makes_no_difference_of_equal_scores(scores_of, alternative):
    # (.1 + .2 + .3) / 3 in two orders: equal penalties that differ in the last bit make no difference,
    # and differences that are equal but for the last bit share a rank.
    left, right = (0.1 + 0.2 + 0.3) / 3, (0.3 + 0.2 + 0.1) / 3
    assert left != right
    rough = [[left, left, 0.7, 1, 0.3], [right, 0.5, 0.4, 0, 0.0]]
    clean = [[2, 2, 7, 10, 3], [2, 5, 4, 0, 0]]
    test = Wilcoxon(alternative=alternative)
    np.testing.assert_allclose(test(scores_of(rough), RNG).p, test(scores_of(clean), RNG).p)
