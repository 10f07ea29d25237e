from fractions import Fraction
from itertools import product
from math import fsum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from holdfast.numeric import signflip
from holdfast.numeric.signflip import Contrasts, all_flips, extreme_counts, random_flips


@st.composite
def totals(draw, cell):
    """Groups × pairs of differences; cells may be 0, groups may be one."""
    groups, pairs = draw(st.integers(1, 7)), draw(st.integers(1, 3))
    flat = draw(st.lists(cell, min_size=groups * pairs, max_size=groups * pairs))
    return [flat[pair * groups : (pair + 1) * groups] for pair in range(pairs)]


def exact_count(column, *, two_sided, tolerance=0):
    """Count all sign flips of one pair's differences in rational arithmetic."""
    numbers = [Fraction(value) for value in column]
    observed = sum(numbers)
    flipped = [
        sum(s * x for s, x in zip(signs, numbers, strict=True))
        for signs in product([1, -1], repeat=len(numbers))
    ]
    if two_sided:
        return sum(abs(total) >= abs(observed) - tolerance for total in flipped)
    return sum(total >= observed - tolerance for total in flipped)


def counted(columns, *, two_sided, batch=64):
    array = np.array(columns, dtype=float).T
    counts, tried = extreme_counts(array, all_flips(array.shape[0], batch), two_sided=two_sided)
    assert tried == 2 ** array.shape[0]
    return counts.tolist()


@given(totals(st.integers(-300, 300)), st.booleans())
def test_exact_ties_count_in_spite_of_floating_noise(columns, two_sided):
    # Tenths are not floats: the rational oracle sees the tenths, the routine their roundings.
    floats = [[value / 10 for value in column] for column in columns]
    expected = [exact_count(column, two_sided=two_sided) for column in columns]
    assert counted(floats, two_sided=two_sided) == expected


def test_floating_noise_would_lose_ties():
    # The same by plain comparison: at least one of the ties is lost, so the tolerance is what counts it.
    column = [0.7, -0.6, -0.8, 0.7, -0.9, 0.1]
    observed = sum(column)
    plain = sum(
        abs(sum(s * x for s, x in zip(signs, column, strict=True))) >= abs(observed)
        for signs in product([1, -1], repeat=6)
    )
    exact = exact_count([7, -6, -8, 7, -9, 1], two_sided=True)
    assert plain < exact
    assert counted([column], two_sided=True) == [exact]


@given(totals(st.floats(-1e9, 1e9)), st.booleans())
def test_counts_lie_between_the_exact_ones_of_half_and_double_tolerance(columns, two_sided):
    for column, count in zip(columns, counted(columns, two_sided=two_sided), strict=True):
        tolerance = Fraction(max(1.0, fsum(map(abs, column)))) / 10**9
        low = exact_count(column, two_sided=two_sided, tolerance=tolerance / 2)
        high = exact_count(column, two_sided=two_sided, tolerance=tolerance * 2)
        assert low <= count <= high


@pytest.mark.parametrize(
    ("short_of_a_tie", "counts"), [(0.0, 4), (1e-10, 4), (9e-10, 4), (1.1e-9, 2), (1e-6, 2)]
)
@pytest.mark.parametrize("scale", [1.0, 1e6])
def test_the_tolerance_is_the_stated_one(short_of_a_tie, counts, scale):
    # Sum of |difference| is 1·scale. Flipping the second group alone misses the observed total by the gap.
    gap = short_of_a_tie * scale
    column = [scale - gap / 2, gap / 2]
    assert counted([column], two_sided=True) == [counts]


@pytest.mark.parametrize(("short_of_a_tie", "count"), [(0.0, 2), (9e-10, 2), (1.1e-9, 1), (1e-6, 1)])
@pytest.mark.parametrize("scale", [1.0, 1e6])
def test_the_one_sided_tolerance_is_the_same(short_of_a_tie, count, scale):
    gap = short_of_a_tie * scale
    column = [scale - gap / 2, gap / 2]
    assert counted([column], two_sided=False) == [count]


def test_below_a_sum_of_one_the_tolerance_is_absolute():
    assert counted([[1e-3, 4e-10]], two_sided=True) == [4]
    assert counted([[1e-3, 6e-10]], two_sided=True) == [2]


@pytest.mark.parametrize(
    ("column", "two_sided", "count"),
    [
        ([0.0, 0.0, 0.0], True, 8),
        ([0.0, 0.0, 0.0], False, 8),
        ([1.0], True, 2),
        ([1.0], False, 1),
        ([-1.0], True, 2),
        ([-1.0], False, 2),
        ([1.0] * 6, True, 2),
        ([1.0] * 6, False, 1),
        ([1.0] * 6 + [0.0], True, 4),
        ([1.0, -1.0], True, 4),
        ([1.0, -1.0], False, 3),
    ],
)
def test_counts_that_can_be_seen(column, two_sided, count):
    assert counted([column], two_sided=two_sided) == [count]


def test_all_flips_give_scipys_p_value():
    rng = np.random.default_rng(8)
    array = rng.normal(0.3, 1, size=(9, 4))
    for two_sided, alternative in ((True, "two-sided"), (False, "greater")):
        counts, tried = extreme_counts(array, all_flips(9, 100), two_sided=two_sided)
        expected = stats.permutation_test(
            (array,),
            lambda x, axis: x.sum(axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
            alternative=alternative,
            axis=0,
            vectorized=True,
        )
        np.testing.assert_allclose(counts / tried, expected.pvalue, rtol=1e-12)


@given(totals(st.integers(-30, 30)), st.integers(0, 2**32))
def test_batches_change_no_count(columns, seed):
    array = np.array(columns, dtype=float).T / 10
    groups = array.shape[0]
    for two_sided in (True, False):
        enumerated, drawn = [], []
        for batch in (1, 7, 10_000):
            counts, tried = extreme_counts(array, all_flips(groups, batch), two_sided=two_sided)
            enumerated.append((counts.tolist(), tried))
            flips = random_flips(groups, 50, np.random.default_rng(seed), batch)
            counts, tried = extreme_counts(array, flips, two_sided=two_sided)
            drawn.append((counts.tolist(), tried))
        assert enumerated == [(enumerated[0][0], 2**groups)] * 3
        assert drawn == [(drawn[0][0], 50)] * 3


@given(st.integers(1, 7), st.integers(2, 4), st.data())
def test_system_sums_give_the_counts_of_their_differences(groups, systems, data):
    flat = data.draw(st.lists(st.integers(-300, 300), min_size=groups * systems, max_size=groups * systems))
    tenths = np.array(flat).reshape(groups, systems)
    first, second = np.triu_indices(systems, k=1)
    contrasts = Contrasts(tenths / 10, first, second)
    differences = (tenths / 10)[:, first] - (tenths / 10)[:, second]
    for two_sided in (True, False):
        for batch in (1, 7, 10_000):
            flips = all_flips(groups, batch)
            counts, tried = extreme_counts(differences, flips, two_sided=two_sided, contrasts=contrasts)
            exact = tenths[:, first] - tenths[:, second]
            assert counts.tolist() == [exact_count(pair, two_sided=two_sided) for pair in exact.T.tolist()]
            assert tried == 2**groups


@pytest.mark.parametrize("product_size", [1, 40, 1000])
def test_the_size_of_products_changes_no_count(product_size):
    rng = np.random.default_rng(9)
    sums = rng.integers(-40, 40, size=(9, 5)) / 10
    first, second = np.triu_indices(5, k=1)
    totals = sums[:, first] - sums[:, second]
    expected = extreme_counts(totals, all_flips(9, 512), two_sided=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signflip, "_PRODUCT", product_size)
        for contrasts in (None, Contrasts(sums, first, second)):
            counts, tried = extreme_counts(totals, all_flips(9, 100), two_sided=True, contrasts=contrasts)
            assert (counts.tolist(), tried) == (expected[0].tolist(), 512)


@pytest.mark.parametrize("groups", [1, 2, 5, 10])
@pytest.mark.parametrize("batch", [1, 7, 5000])
def test_all_flips_are_each_there_once(groups, batch):
    blocks = list(all_flips(groups, batch))
    assert all(block.shape[0] <= batch for block in blocks)
    rows = [tuple(row) for row in np.concatenate(blocks).tolist()]
    assert sorted(rows) == list(product([False, True], repeat=groups))


@pytest.mark.parametrize("groups", [0, 1, 2, 5])
@pytest.mark.parametrize("batch", [1, 7, 5000])
def test_half_of_all_flips_are_one_of_each_and_its_opposite(groups, batch):
    rows = [tuple(row) for row in np.concatenate(list(all_flips(groups, batch, half=True))).tolist()]
    opposite = [tuple(not sign for sign in row) for row in rows]
    assert set(rows) | set(opposite) == set(product([False, True], repeat=groups))
    assert len(rows) == max(1, 2**groups // 2)


@given(totals(st.integers(-300, 300)))
def test_half_of_all_flips_give_the_two_sided_p_value(columns):
    array = np.array(columns, dtype=float).T / 10
    half, tried = extreme_counts(array, all_flips(array.shape[0], 7, half=True), two_sided=True)
    assert (2 * half).tolist() == counted((array.T).tolist(), two_sided=True)
    assert 2 * tried == 2 ** array.shape[0]


@pytest.mark.parametrize("groups", [1, 8, 63, 64, 65, 130])
def test_random_flips_do_not_depend_on_the_batch(groups):
    drawn = [
        np.concatenate(list(random_flips(groups, 23, np.random.default_rng(4), batch)))
        for batch in (1, 7, 23, 100)
    ]
    assert drawn[0].shape == (23, groups)
    assert drawn[0].dtype == np.bool_
    for other in drawn[1:]:
        np.testing.assert_array_equal(other, drawn[0])


def test_random_flips_are_fair_and_independent():
    # 20,000 flips of 130 groups. A share has sd .5/√n, a correlation 1/√n; among the 130 shares and the
    # 8385 correlations none beyond 5 sd is expected (chance below .005).
    n, groups = 20_000, 130
    flips = np.concatenate(list(random_flips(groups, n, np.random.default_rng(12), 4096)))
    assert np.abs(flips.mean(axis=0) - 0.5).max() < 5 * 0.5 / np.sqrt(n)
    correlation = np.corrcoef(flips.T)[np.triu_indices(groups, k=1)]
    assert np.abs(correlation).max() < 5 / np.sqrt(n)
    lagged = np.corrcoef(flips[:-1].ravel(), flips[1:].ravel())[0, 1]
    assert abs(lagged) < 5 / np.sqrt(n * groups)


def test_random_flips_come_near_the_exact_p_value():
    rng = np.random.default_rng(3)
    array = rng.normal(0.4, 1, size=(10, 6))
    exact, tried = extreme_counts(array, all_flips(10, 1024), two_sided=True)
    n = 20_000
    counts, _ = extreme_counts(array, random_flips(10, n, rng, 999), two_sided=True)
    p = exact / tried
    # Monte-Carlo error of a share: √(p(1−p)/n), at most .0035; 4 of them for 6 pairs.
    assert (np.abs(counts / n - p) < 4 * np.sqrt(p * (1 - p) / n)).all()


def test_under_the_null_one_in_twenty_is_significant():
    # 4000 pairs without a difference over 20 documents of unequal weight, p = (c+1)/(n+1) with n = 399.
    # The share of p ≤ .05 is .05 with Monte-Carlo error √(.05·.95/4000) = .0034; the bound is 4 of them.
    rng = np.random.default_rng(21)
    array = rng.normal(size=(20, 4000)) * rng.exponential(size=(20, 1))
    for two_sided in (True, False):
        counts, tried = extreme_counts(array, random_flips(20, 399, rng, 100), two_sided=two_sided)
        share = np.mean((counts + 1) / (tried + 1) <= 0.05)
        assert abs(share - 0.05) < 4 * 0.0034
