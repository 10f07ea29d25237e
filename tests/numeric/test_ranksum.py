from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from holdfast.numeric import ranksum
from holdfast.numeric.ranksum import rank_sums

tied = st.sampled_from([-3.0, -0.1, 0.0, 0.1, 1.0, 2.5])
wide = st.floats(-1e300, 1e300)


@st.composite
def samples(draw, value=tied | wide):
    """Systems × segments with missing cells; rows may be empty, short or constant."""
    systems, segments = draw(st.integers(1, 4)), draw(st.integers(0, 9))
    cell = value | st.just(np.nan)
    flat = draw(st.lists(cell, min_size=systems * segments, max_size=systems * segments))
    return np.array(flat, dtype=float).reshape(systems, segments)


def present(row):
    return row[~np.isnan(row)].tolist()


def pairs_of(values):
    return [(a, b, present(values[a]), present(values[b])) for a, b in permutations(range(len(values)), 2)]


@given(samples())
def test_u_counts_the_larger_values(values):
    got = rank_sums(values)
    assert got.sizes.tolist() == [len(present(row)) for row in values]
    for a, b, mine, others in pairs_of(values):
        assert got.u[a, b] == sum((x > y) + (x == y) / 2 for x in mine for y in others)
        assert got.ties[a, b] == sum(t**3 - t for t in Counter(mine + others).values())


@given(samples())
def test_p_values_are_scipys(values):
    got = rank_sums(values)
    greater, two_sided = got.greater(), got.two_sided()
    for a, b, mine, others in pairs_of(values):
        if mine and others and len({*mine, *others}) > 1:
            for p, alternative in ((greater, "greater"), (two_sided, "two-sided")):
                expected = stats.mannwhitneyu(mine, others, alternative=alternative, method="asymptotic")
                assert p[a, b] == pytest.approx(expected.pvalue, rel=1e-10)
        else:
            assert np.isnan(greater[a, b])
            assert np.isnan(two_sided[a, b])


def test_p_values_of_real_sized_samples_are_scipys():
    rng = np.random.default_rng(5)
    values = np.round(rng.normal(70 + np.arange(4)[:, None], 20, size=(4, 700)))
    values[rng.random(values.shape) < 0.2] = np.nan
    got = rank_sums(values)
    for a, b, mine, others in pairs_of(values):
        expected = stats.mannwhitneyu(mine, others, alternative="greater", method="asymptotic").pvalue
        assert got.greater()[a, b] == pytest.approx(expected, rel=1e-10)


@given(samples())
def test_both_directions_share_all_pairs(values):
    got = rank_sums(values)
    np.testing.assert_array_equal(got.u + got.u.T, np.outer(got.sizes, got.sizes))
    np.testing.assert_array_equal(got.ties, got.ties.T)
    np.testing.assert_array_equal(got.two_sided(), got.two_sided().T)


@given(samples(tied))
def test_only_the_order_of_values_counts(values):
    np.testing.assert_array_equal(rank_sums(np.exp(values) * 7 - 3).greater(), rank_sums(values).greater())
    np.testing.assert_array_equal(rank_sums(-values).greater(), rank_sums(values).greater().T)


@given(samples(), st.randoms(use_true_random=False))
def test_the_order_of_segments_and_systems_does_not_count(values, random):
    systems, segments = list(range(values.shape[0])), list(range(values.shape[1]))
    random.shuffle(systems)
    random.shuffle(segments)
    shuffled = rank_sums(values[systems][:, segments])
    np.testing.assert_array_equal(
        shuffled.two_sided(), rank_sums(values).two_sided()[np.ix_(systems, systems)]
    )


@pytest.mark.parametrize("cells", [1, 7, 40])
@given(values=samples())
def test_the_size_of_blocks_does_not_count(cells, values):
    whole = rank_sums(values)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranksum, "_CELLS", cells)
        blocks = rank_sums(values)
    np.testing.assert_array_equal(blocks.u, whole.u)
    np.testing.assert_array_equal(blocks.ties, whole.ties)


@given(samples(tied))
def test_a_p_value_is_one_and_both_directions_exceed_it_by_the_continuity_correction(values):
    got = rank_sums(values)
    greater = got.greater()
    assume(not np.isnan(greater).all())
    known = ~np.isnan(greater)
    assert (greater[known] + greater.T[known] > 1).all()
    assert (got.two_sided()[known] <= 1).all()


def test_constant_and_empty_samples_have_no_p_value():
    values = np.array([[2.0, 2.0, np.nan], [2.0, np.nan, np.nan], [np.nan] * 3, [1.0, 2.0, 2.0]])
    p = rank_sums(values).two_sided()
    assert np.isnan(p).tolist() == [
        [True, True, True, False],
        [True, True, True, False],
        [True, True, True, True],
        [False, False, True, False],
    ]
