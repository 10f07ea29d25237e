from statistics import fmean

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from holdfast._core.errors import NotEnoughData, ZeroMeanRater
from holdfast.scoring.normalisers.error import ErrorNormaliser

triples = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(1, 50), st.integers(0, 5)), min_size=1, max_size=25
)


def rows(marked):
    return [
        {"system": "A", "segment": str(i), "rater": rater, "score": score, "n_errors": errors}
        for i, (rater, score, errors) in enumerate(marked)
    ]


def reference(marked, count):
    """Riley §6.1.3 in plain words: to the common mean, times the rater's errors, back to the study's mean."""
    common = fmean(score for _, score, _ in marked)
    scores, errors, scaled = {}, {}, []
    for rater, score, marks in marked:
        scores.setdefault(rater, []).append(score)
        errors[rater] = errors.get(rater, 0) + marks
    for rater, score, _ in marked:
        per = errors[rater] / len(scores[rater]) if count == "rate" else errors[rater]
        scaled.append(score * common / fmean(scores[rater]) * per)
    return [value * common / fmean(scaled) for value in scaled]


@given(triples, st.sampled_from(["total", "rate"]))
def test_scores_are_those_of_a_loop(ratings_of, marked, count):
    assume(any(errors for _, _, errors in marked))
    found = ErrorNormaliser(count=count)(ratings_of(rows(marked)))
    np.testing.assert_allclose(found, reference(marked, count), rtol=1e-12)


@given(triples, st.sampled_from(["total", "rate"]))
def test_the_mean_of_the_study_stays(ratings_of, marked, count):
    assume(any(errors for _, _, errors in marked))
    found = ErrorNormaliser(count=count)(ratings_of(rows(marked)))
    assert fmean(found) == pytest.approx(fmean(score for _, score, _ in marked))


def test_a_case_by_hand(ratings_of):
    # a: mean 1, three errors; b: mean 4, one error. To the common mean of 2.5, then in the ratio 3 : 1.
    marked = [("a", 1, 3), ("a", 1, 0), ("b", 2, 1), ("b", 6, 0)]
    found = ErrorNormaliser()(ratings_of(rows(marked)))
    np.testing.assert_allclose(found, [3.75, 3.75, 0.625, 1.875])


def test_a_rate_does_not_grow_with_the_load(ratings_of):
    marked = [("a", 2, 1), ("b", 2, 1), ("b", 2, 1), ("b", 2, 1)]
    found = ErrorNormaliser(count="rate")(ratings_of(rows(marked)))
    np.testing.assert_allclose(found, [2, 2, 2, 2])
    total = ErrorNormaliser(count="total")(ratings_of(rows(marked)))
    np.testing.assert_allclose(total[1] / total[0], 3)


def test_a_rater_without_errors_and_penalties_stays_at_0(ratings_of):
    marked = [("a", 0, 0), ("a", 0, 0), ("b", 4, 2), ("b", 2, 1)]
    with pytest.warns(ZeroMeanRater, match="of a are all 0"):
        found = ErrorNormaliser()(ratings_of(rows(marked)))
    np.testing.assert_allclose(found, [0, 0, 4, 2])


def test_a_rater_without_a_score_does_not_spoil_the_others(ratings_of):
    marked = [("a", 1, 2), ("a", 3, 2), ("b", None, 1)]
    found = ErrorNormaliser()(ratings_of(rows(marked)))
    np.testing.assert_allclose(found, [1, 3, np.nan])


def test_a_rater_whose_errors_were_not_counted_gets_no_score_for_them(ratings_of):
    # 0 would be the best of penalties; undefined is NaN (and then named by the ranking), or refused.
    marked = [("a", 1, 2), ("a", 3, 2), ("b", 5, -1), ("b", 7, -1)]
    try:
        found = ErrorNormaliser()(ratings_of(rows(marked)))
    except NotEnoughData:
        return
    assert np.isnan(found[2:]).all()
    assert found[1] == pytest.approx(3 * found[0])


def test_counts_are_needed(ratings_of):
    with pytest.raises(NotEnoughData, match="no numbers of errors"):
        ErrorNormaliser()(ratings_of(rows([("a", 1, -1), ("b", 2, -1)])))


def test_one_error_at_least_is_needed(ratings_of):
    with pytest.raises(NotEnoughData, match="no rater marked an error"):
        ErrorNormaliser()(ratings_of(rows([("a", 1, 0), ("b", 2, 0)])))
