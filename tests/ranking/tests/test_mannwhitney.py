"""scipy.stats.mannwhitneyu, pair by pair, is the oracle."""

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from holdfast.ranking.tests.mannwhitney import MannWhitney
from holdfast.scoring.aggregate import segment_scores

RNG = np.random.default_rng(0)  # this test draws nothing


def matrices():
    rng = np.random.default_rng(5)
    plain = rng.normal(size=(4, 60)) + np.arange(4)[:, None] / 5
    tied = np.rint(plain * 2)
    holed = np.where(rng.random(plain.shape) < 0.3, np.nan, tied)
    few = rng.normal(size=(3, 4))
    return {"plain": plain, "tied": tied, "holed": holed, "few": few}


every_matrix = pytest.mark.parametrize("values", matrices().values(), ids=matrices())


def scipys(x, y, alternative):
    asked = "two-sided" if alternative == "half" else alternative
    p = stats.mannwhitneyu(x, y, alternative=asked, method="asymptotic", use_continuity=True).pvalue
    return p / 2 if alternative == "half" else p


@every_matrix
@pytest.mark.parametrize("alternative", ["greater", "two-sided", "half"])
@pytest.mark.parametrize("lower", [False, True])
def test_unpaired_p_values_are_scipys(scores_of, values, alternative, lower):
    found = MannWhitney(alternative=alternative)(scores_of(values, lower=lower), RNG)
    better = -values if lower else values
    for a, b in permutations(range(len(values)), 2):
        x, y = better[a][~np.isnan(better[a])], better[b][~np.isnan(better[b])]
        assert found.p[a, b] == pytest.approx(scipys(x, y, alternative), rel=1e-10)
        assert found.effect[a, b] == pytest.approx(x.mean() - y.mean())


@every_matrix
@pytest.mark.parametrize("alternative", ["greater", "two-sided", "half"])
def test_matched_p_values_are_scipys_on_common_segments(scores_of, values, alternative):
    found = MannWhitney(alternative=alternative, matched=True)(scores_of(values), RNG)
    for a, b in permutations(range(len(values)), 2):
        both = ~np.isnan(values[a]) & ~np.isnan(values[b])
        x, y = values[a][both], values[b][both]
        assert found.p[a, b] == pytest.approx(scipys(x, y, alternative), rel=1e-10)
        assert found.effect[a, b] == pytest.approx((x - y).mean())


def test_half_is_never_above_a_half(scores_of):
    # SciPy before 1.7 halved the two-sided p value: of equal samples that is .5 in both directions.
    found = MannWhitney(alternative="half")(scores_of([[1, 2, 3], [1, 2, 3]]), RNG)
    assert found.p[0, 1] == found.p[1, 0] == 0.5


def test_without_a_common_segment_a_matched_pair_has_no_p_value(scores_of):
    values = [[1, 2, np.nan, np.nan], [np.nan, np.nan, 1, 2], [1, 2, 3, 4]]
    found = MannWhitney(matched=True)(scores_of(values), RNG)
    assert np.isnan(found.p[0, 1])
    assert np.isnan(found.effect[0, 1])
    assert not np.isnan(found.p[0, 2])


def test_where_all_scores_are_equal_there_is_no_p_value(scores_of):
    assert np.isnan(MannWhitney()(scores_of([[3, 3], [3, 3]]), RNG).p[0, 1])


@pytest.mark.parametrize("matched", [False, True])
def test_segments_of_equal_means_are_tied(ratings_of, scores_of, matched):
    # Two ratings a segment, in tenths: .1 and .7 make .4 as .4 and .4 do, and as .7 and .1 do. In plain
    # floating arithmetic some such means differ in the last bit, and would have ranks of their own.
    tenths = {"A": [(1, 7), (3, 6), (2, 2), (9, 1), (3, 3)], "B": [(7, 1), (4, 5), (1, 3), (0, 0), (2, 4)]}
    means = [[sum(cell) / 2 for cell in cells] for cells in tenths.values()]
    ratings = ratings_of(
        [
            {"system": system, "document": "d", "segment": str(i), "rater": f"r{j}", "score": tenth / 10}
            for system, cells in tenths.items()
            for i, cell in enumerate(cells)
            for j, tenth in enumerate(cell)
        ]
    )
    scores = segment_scores(ratings, ratings.score, np.ones(len(ratings), dtype=np.bool_))
    test = MannWhitney(matched=matched)
    np.testing.assert_array_equal(test(scores, RNG).p, test(scores_of(means), RNG).p)
