from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from holdfast.numeric.signedrank import signed_rank

tied = st.sampled_from([-2.5, -1.0, -0.1, 0.0, 0.1, 1.0, 2.5])
# Six digits, none below 1e-6: no two are equal but for their last bits, which is another test's matter.
wide = st.floats(-1e300, 1e300).map(lambda x: float(f"{x:.6g}")).filter(lambda x: x == 0 or abs(x) > 1e-6)
differences = st.lists(tied | wide, max_size=15).map(lambda values: np.array(values, dtype=float))


def distinct(n, seed=0):
    """Differences without ties or zeros."""
    rng = np.random.default_rng([n, seed])
    return rng.permutation(np.arange(1, n + 1)) * rng.choice([-1.0, 1.0], n, p=[0.4, 0.6])


@given(differences)
def test_the_statistic_is_the_sum_of_positive_ranks(values):
    got = signed_rank(values)
    nonzero = values[values != 0]
    ranks = stats.rankdata(np.abs(nonzero))
    assert got.positive == ranks[nonzero > 0].sum()
    assert (got.n, got.zeros) == (nonzero.size, values.size - nonzero.size)
    counts = np.unique(np.abs(nonzero), return_counts=True)[1]
    assert got.ties == sum(int(t) ** 3 - int(t) for t in counts)


@given(differences)
def test_approximate_p_values_are_scipys(values):
    got = signed_rank(values)
    if got.n == 0:
        assert np.isnan(got.greater(exact=False))
        assert np.isnan(got.two_sided(exact=False))
        return
    for p, alternative in ((got.greater(exact=False), "greater"), (got.two_sided(exact=False), "two-sided")):
        expected = stats.wilcoxon(values, alternative=alternative, zero_method="wilcox", method="asymptotic")
        assert p == pytest.approx(expected.pvalue, rel=1e-10)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 13, 30, 49, 50])
def test_exact_p_values_are_scipys(n):
    for seed in range(3):
        values = distinct(n, seed)
        got = signed_rank(values)
        for p, alternative in (
            (got.greater(exact=True), "greater"),
            (got.two_sided(exact=True), "two-sided"),
        ):
            expected = stats.wilcoxon(values, alternative=alternative, method="exact").pvalue
            assert p == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 6, 9])
def test_exact_p_values_count_all_signs(n):
    values = distinct(n)
    positive = values[values > 0].sum()  # |values| are 1 … n: their own ranks
    sums = [sum(rank for rank, sign in enumerate(signs, 1) if sign) for signs in product([0, 1], repeat=n)]
    upper = sum(total >= positive for total in sums) / 2**n
    lower = sum(total <= positive for total in sums) / 2**n
    assert signed_rank(values).greater(exact=True) == upper
    assert signed_rank(values).two_sided(exact=True) == min(1.0, 2 * min(upper, lower))


@pytest.mark.parametrize(
    "values", [distinct(51), np.array([1.0, 1.0, -2.0, 3.0]), np.array([0.0, 1.0, -2.0, 3.0])]
)
def test_many_tied_or_zero_differences_are_approximated(values):
    got = signed_rank(values)
    assert got.greater(exact=True) == got.greater(exact=False)
    assert got.two_sided(exact=True) == got.two_sided(exact=False)


@pytest.mark.parametrize("values", [distinct(50), np.array([1.0, 2.0, -3.0, 4.0])])
def test_few_distinct_differences_are_not(values):
    got = signed_rank(values)
    assert got.greater(exact=True) != got.greater(exact=False)


@given(differences, st.booleans())
def test_turning_the_systems_round_keeps_the_two_sided_p_value(values, exact):
    one, other = signed_rank(values), signed_rank(-values)
    np.testing.assert_array_equal(one.two_sided(exact=exact), other.two_sided(exact=exact))
    assert one.positive + other.positive == one.n * (one.n + 1) / 2


@given(differences.filter(lambda values: values.any()), st.booleans())
def test_p_values_are_probabilities(values, exact):
    got = signed_rank(values)
    assert 0 < got.greater(exact=exact) <= 1
    assert 0 < got.two_sided(exact=exact) <= 1


@given(st.lists(st.tuples(st.integers(-40, 40), st.integers(-40, 40)), max_size=15), st.booleans())
def test_differences_of_tenths_rank_like_those_of_whole_numbers(scores, exact):
    # .3 − .1 and .2 − .0 differ in the last bit; ten times as much they are equal.
    tenths = signed_rank(np.array([a / 10 - b / 10 for a, b in scores], dtype=float))
    whole = signed_rank(np.array([a - b for a, b in scores], dtype=float))
    assert tenths == whole
    np.testing.assert_array_equal(tenths.two_sided(exact=exact), whole.two_sided(exact=exact))
