from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import MissingRaters, NotEnoughData, ZeroMeanRater
from holdfast.scoring.normalisers.mean import MeanNormaliser

ratings_of_raters = st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 100)), min_size=1, max_size=30)


def rows(pairs):
    return [
        {"system": "A", "segment": str(i), "rater": rater, "score": score}
        for i, (rater, score) in enumerate(pairs)
    ]


def by_rater(pairs, values):
    return {
        rater: [value for (name, _), value in zip(pairs, values, strict=True) if name == rater]
        for rater in dict.fromkeys(name for name, _ in pairs)
    }


@given(ratings_of_raters, st.sampled_from([1, -1]))
def test_scores_are_those_of_a_loop(ratings_of, pairs, sign):
    pairs = [(rater, sign * score) for rater, score in pairs]
    common = fmean(score for _, score in pairs)
    mean = {rater: fmean(scores) for rater, scores in by_rater(pairs, [s for _, s in pairs]).items()}
    expected = [score * common / mean[rater] for rater, score in pairs]
    np.testing.assert_allclose(MeanNormaliser()(ratings_of(rows(pairs))), expected, rtol=1e-12)


@given(ratings_of_raters)
def test_every_rater_and_the_study_get_the_mean_of_the_study(ratings_of, pairs):
    found = MeanNormaliser()(ratings_of(rows(pairs)))
    common = fmean(score for _, score in pairs)
    assert fmean(found) == pytest.approx(common)
    for scores in by_rater(pairs, found).values():
        assert fmean(scores) == pytest.approx(common)


def test_a_rater_whose_mean_is_0_keeps_the_scores(ratings_of):
    ratings = ratings_of(rows([("a", 0), ("a", 0), ("b", 3), ("b", 5)]))
    with pytest.warns(ZeroMeanRater, match="the scores of a are all 0 and stay 0"):
        found = MeanNormaliser()(ratings)
    assert found.tolist() == [0, 0, 1.5, 2.5]  # the study's mean is 2, b's is 4


def test_six_raters_of_mean_0_are_not_all_listed(ratings_of):
    pairs = [(f"r{i}", 0) for i in range(7)] + [("other", 1)]
    with pytest.warns(ZeroMeanRater, match="scores of r0, r1, r2, r3, r4 and 2 more are"):
        MeanNormaliser()(ratings_of(rows(pairs)))


def test_scores_of_both_signs_have_no_common_factor(ratings_of):
    with pytest.raises(NotEnoughData, match="both signs") as error:
        MeanNormaliser()(ratings_of(rows([("a", -1), ("b", 2)])))
    assert "zscore" in error.value.hint


def test_missing_scores_stay_missing_and_count_for_nothing(ratings_of):
    pairs = [("a", 2), ("a", None), ("b", 6), ("c", None)]
    found = MeanNormaliser()(ratings_of(rows(pairs)))
    np.testing.assert_array_equal(found, [4, np.nan, 4, np.nan])


def test_ratings_without_a_rater_are_one_raters(ratings_of):
    ratings = ratings_of(rows([(None, 1), (None, 3), ("b", 8)]))
    with pytest.warns(MissingRaters, match="2 of 3 ratings name no rater"):
        found = MeanNormaliser()(ratings)
    np.testing.assert_allclose(found, [2, 6, 4])


def test_without_any_score_nothing_has_a_score(ratings_of):
    found = MeanNormaliser()(ratings_of(rows([("a", None), ("b", None)])))
    assert np.isnan(found).all()
