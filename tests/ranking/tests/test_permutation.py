"""Every swap of labels, one by one in rational arithmetic, is the oracle; for drawn swaps, scipy's."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from holdfast._core.errors import BadSetting
from holdfast.ranking.tests.permutation import Permutation

MISSING = None


def draw():
    return np.random.default_rng(0)


def swapped_p(a, b, group, alternative):
    """Swap the labels of whole groups in all ways; count differences of means at least as extreme."""
    common = [(x, y, g) for x, y, g in zip(a, b, group, strict=True) if x is not MISSING and y is not MISSING]
    if not common:
        return None
    names = sorted({g for _, _, g in common})

    def difference(swaps):
        turned = {name for name, swap in zip(names, swaps, strict=True) if swap}
        left = [y if g in turned else x for x, y, g in common]
        right = [x if g in turned else y for x, y, g in common]
        return Fraction(sum(left), len(common)) - Fraction(sum(right), len(common))

    observed = difference([False] * len(names))
    null = [difference(swaps) for swaps in product([False, True], repeat=len(names))]
    if alternative == "greater":
        extreme = [d >= observed for d in null]
    else:
        extreme = [abs(d) >= abs(observed) for d in null]
    return sum(extreme) / len(extreme)


def floats(rows, unit=1):
    return np.array([[np.nan if cell is MISSING else cell / unit for cell in row] for row in rows])


def same(found, expected):
    return np.isnan(found) if expected is None else abs(found - expected) < 1e-12


@pytest.mark.parametrize("documents", range(1, 13))
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_p_is_that_of_full_enumeration(scores_of, documents, alternative):
    rng = np.random.default_rng(documents)
    document = np.repeat(np.arange(documents), rng.integers(1, 4, documents))
    rows = (rng.integers(-3, 4, (3, document.size)) + np.array([[0], [1], [1]])).tolist()
    scores = scores_of(floats(rows), document=document)
    found = Permutation(alternative=alternative)(scores, draw())
    for a, b in permutations(range(3), 2):
        assert same(found.p[a, b], swapped_p(rows[a], rows[b], document.tolist(), alternative))


cells = st.integers(-30, 30) | st.just(MISSING)


@st.composite
def holed(draw):
    document = np.repeat(np.arange(n := draw(st.integers(1, 6))), draw(st.integers(1, 3)))
    row = st.lists(cells, min_size=document.size, max_size=document.size)
    assert n
    return draw(st.tuples(row, row, row)), document


@given(holed(), st.sampled_from(["document", "segment"]), st.sampled_from(["greater", "two-sided"]))
def test_missing_cells_pair_on_common_segments(scores_of, case, groups, alternative):
    # Tenths, as MQM has them: ties of the null with the observed difference are exact in the oracle.
    rows, document = case
    group = document.tolist() if groups == "document" else list(range(document.size))
    if groups == "segment" and document.size > 8:
        return
    scores = scores_of(floats(rows, unit=10), document=document)
    found = Permutation(groups=groups, alternative=alternative)(scores, draw())
    for a, b in permutations(range(3), 2):
        assert same(found.p[a, b], swapped_p(rows[a], rows[b], group, alternative))
        common = [x - y for x, y in zip(rows[a], rows[b], strict=True) if MISSING not in (x, y)]
        effect = None if not common else sum(common) / len(common) / 10
        assert same(found.effect[a, b], effect)


@pytest.mark.parametrize("lower", [False, True])
def test_greater_asks_for_the_better_end_of_the_scale(scores_of, lower):
    values = np.array([[3.0, 4, 5, 4, 3, 6], [1, 1, 2, 3, 1, 2]])
    found = Permutation(alternative="greater")(scores_of(values, lower=lower), draw())
    best, worst = (1, 0) if lower else (0, 1)
    assert found.p[best, worst] == 1 / 2**6
    assert found.p[worst, best] == 1
    assert found.effect[best, worst] > 0


def example(systems=5, documents=30, shift=0.4, seed=1):
    rng = np.random.default_rng(seed)
    size = rng.integers(1, 6, documents)
    document = np.repeat(np.arange(documents), size)
    values = rng.normal(size=(systems, document.size)) + rng.normal(size=(systems, documents))[:, document]
    return values + shift * np.arange(systems)[:, None], document


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("plus_one", [False, True])
def test_the_size_of_a_batch_changes_no_p_value(scores_of, alternative, plus_one):
    values, document = example()
    scores = scores_of(values, document=document)
    test = Permutation(permutations=1000, alternative=alternative, plus_one=plus_one)
    whole = test(scores, draw(), batch=1000)
    for batch in (1, 7):
        np.testing.assert_array_equal(test(scores, draw(), batch=batch).p, whole.p)


def test_the_seed_changes_drawn_p_values_only(scores_of):
    values, document = example(documents=14)
    values[:, document < 9] = np.where(np.arange(5) < 2, np.nan, 1.0)[:, None]
    scores = scores_of(values, document=document)
    one, other = (Permutation()(scores, np.random.default_rng(seed)).p for seed in (1, 2))
    assert one[0, 1] == other[0, 1]  # five documents in common: enumerated
    one, other = (Permutation(permutations=10)(scores, np.random.default_rng(seed)).p for seed in (1, 2))
    assert not np.array_equal(one, other, equal_nan=True)


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_drawn_p_values_are_scipys_within_the_error_of_drawing(scores_of, alternative):
    # Ours is a share of n draws, with variance p(1 − p)/n. So is scipy's one-sided p value; its two-sided one
    # is twice the smaller side (the same number, by symmetry), with variance p(2 − p)/n. The bound is 4
    # standard deviations of the difference for 6 pairs: .013 at p = .05.
    n = 9999
    values, document = example(systems=4, documents=20, shift=0.3, seed=6)
    found = Permutation(permutations=n, alternative=alternative)(scores_of(values, document=document), draw())
    totals = np.array([np.bincount(document, weights=row) for row in values])
    for a, b in ((0, 1), (0, 2), (1, 0), (2, 1), (3, 2), (1, 3)):
        expected = stats.permutation_test(
            (totals[a], totals[b]),
            lambda x, y, axis: (x - y).sum(axis=axis),
            permutation_type="samples",
            n_resamples=n,
            alternative=alternative,
            vectorized=True,
            rng=np.random.default_rng(11),
        ).pvalue
        theirs = expected * ((2 if alternative == "two-sided" else 1) - expected)
        error = np.sqrt((expected * (1 - expected) + theirs) / n)
        assert abs(found.p[a, b] - expected) <= 4 * error + 1 / n


def test_the_two_forms_of_a_drawn_p_value(scores_of):
    values, document = example(shift=1)
    scores = scores_of(values, document=document)
    plain, plus = (Permutation(permutations=400, plus_one=form)(scores, draw()).p for form in (False, True))
    off = ~np.eye(5, dtype=np.bool_)
    counts = plain[off] * 400
    np.testing.assert_allclose(counts, np.rint(counts), atol=1e-9)
    np.testing.assert_allclose(plus[off], (counts + 1) / 401)
    assert plain[off].min() == 0
    assert plus[off].min() == 1 / 401


def test_an_enumerated_p_value_has_one_form(scores_of):
    scores = scores_of([[1, 2, 3, 4.5], [0, 0, 0, 0]])
    for form in (False, True):
        assert Permutation(plus_one=form)(scores, draw()).p[0, 1] == 2 / 16


@pytest.mark.parametrize(
    ("alternative", "permutations", "enumerated"),
    [("two-sided", 31, False), ("two-sided", 32, True), ("greater", 63, False), ("greater", 64, True)],
)
def test_swaps_are_enumerated_where_they_are_no_more_than_the_permutations(
    scores_of, alternative, permutations, enumerated
):
    # Six documents have 64 swaps; to a two-sided test the opposite of each says the same.
    row = [1, 2, 4, 8, 16, -20]
    scores = scores_of([row, [0] * 6])
    test = Permutation(permutations=permutations, alternative=alternative)
    found = [test(scores, np.random.default_rng(seed)).p[0, 1] for seed in range(5)]
    assert (len(set(found)) == 1) == enumerated
    if enumerated:
        assert found[0] == swapped_p(row, [0] * 6, range(6), alternative)


@pytest.mark.parametrize(("alternative", "sides"), [("two-sided", 2), ("greater", 1)])
@pytest.mark.parametrize("documents", range(1, 7))
def test_the_floor_is_reached_and_not_passed(scores_of, documents, alternative, sides):
    values = np.array([np.arange(1.0, documents + 1), np.zeros(documents)])
    found = Permutation(alternative=alternative)(scores_of(values), draw())
    assert found.p[0, 1] == found.floor[0, 1] == sides / 2**documents


def test_the_floor_of_a_pair_is_that_of_its_documents(scores_of):
    nan = np.nan
    values = [[1, 2, 3, nan, nan, nan], [4, 5, 6, 7, 8, 9], [nan, nan, 1, 1, 1, 1]]
    floor = Permutation()(scores_of(values), draw()).floor
    assert (floor[0, 1], floor[0, 2], floor[1, 2]) == (2 / 2**3, 2 / 2**1, 2 / 2**4)
    np.testing.assert_array_equal(floor, floor.T)


def test_the_floor_of_many_documents_is_that_of_the_draws(scores_of):
    values, document = example(documents=60, shift=3)
    scores = scores_of(values, document=document)
    found = Permutation(permutations=99)(scores, draw())
    assert np.nanmin(found.floor) == np.nanmax(found.floor) == 1 / 100 == np.nanmin(found.p)


@pytest.mark.parametrize("plus_one", [False, True])
def test_no_p_value_is_below_the_floor(scores_of, plus_one):
    # c/n can be 0, whatever n.
    values, document = example(documents=40, shift=3)
    scores = scores_of(values, document=document)
    found = Permutation(permutations=15, plus_one=plus_one)(scores, draw())
    assert (found.p >= found.floor)[~np.isnan(found.p)].all()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("permutations", [400, 512, 600, 1100])
def test_no_drawn_p_value_is_below_what_so_few_documents_allow(scores_of, permutations, seed):
    # Ten documents all in favour: the true p is 2 of 1024, and so few draws may miss both.
    scores = scores_of(np.array([np.arange(1.0, 11), np.zeros(10)]))
    found = Permutation(permutations=permutations)(scores, np.random.default_rng(seed))
    assert found.p[0, 1] >= found.floor[0, 1] >= 2 / 2**10


def test_documents_without_a_difference_do_not_matter(scores_of):
    short = Permutation()(scores_of([[1, 2, 4], [0, 0, 0]]), draw())
    padded = Permutation()(scores_of([[1, 2, 4] + [5] * 30, [0, 0, 0] + [5] * 30]), draw())
    assert short.p[0, 1] == padded.p[0, 1] == 2 / 8


def test_equal_systems_are_not_told_apart(scores_of):
    found = Permutation()(scores_of([[1, 2, 3], [1, 2, 3]]), draw())
    assert (found.p[0, 1], found.effect[0, 1]) == (1, 0)


def test_without_a_common_segment_there_is_no_p_value(scores_of):
    found = Permutation()(scores_of([[1, np.nan], [np.nan, 2]]), draw())
    assert np.isnan(found.p[0, 1])
    assert np.isnan(found.effect[0, 1])


def test_exact_ties_count_in_spite_of_floating_noise(scores_of):
    # In tenths 7 −6 −8 7 −9 1: the sum is −8; that other swaps give ±8 too is lost to plain floats.
    tenths = [7, -6, -8, 7, -9, 1]
    found = Permutation()(scores_of([[t / 10 for t in tenths], [0] * 6]), draw())
    assert found.p[0, 1] == swapped_p(tenths, [0] * 6, range(6), "two-sided")


def test_no_permutations_are_refused():
    with pytest.raises(BadSetting, match="permutation:permutations cannot be 0"):
        Permutation(permutations=0)
