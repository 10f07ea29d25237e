import numpy as np
import pytest

from holdfast._core.errors import MissingRaters
from holdfast.scoring.raters import rater_scores


def rows(raters, scores):
    return [
        {"system": "A", "segment": str(i), "rater": rater, "score": score}
        for i, (rater, score) in enumerate(zip(raters, scores, strict=True))
    ]


def test_moments_are_those_of_the_scores_that_are_there(ratings_of):
    found = rater_scores(ratings_of(rows("aabbc", [1, 3, 5, None, None])))
    assert found.labels == ("a", "b", "c")
    assert found.rater.tolist() == [0, 0, 1, 1, 2]
    assert found.present.tolist() == [True, True, True, False, False]
    assert found.moments.count.tolist() == [2, 1, 0]
    np.testing.assert_array_equal(found.moments.mean, [2, 5, np.nan])
    np.testing.assert_array_equal(found.moments.sd(1), [2**0.5, np.nan, np.nan])


def test_ratings_without_a_rater_get_one_of_their_own(ratings_of):
    with pytest.warns(MissingRaters, match="2 of 4 ratings name no rater"):
        found = rater_scores(ratings_of(rows(["a", None, "b", None], [1, 2, 3, 4])))
    assert found.labels == ("a", "b", "(unnamed)")
    assert found.rater.tolist() == [0, 2, 1, 2]
    assert found.moments.mean.tolist() == [1, 3, 3]


def test_no_more_than_five_are_listed(ratings_of):
    found = rater_scores(ratings_of(rows("abcdefg", range(7))))
    assert found.named(np.array([True] * 7)) == "a, b, c, d, e and 2 more"
    assert found.named(np.array([True] * 5 + [False] * 2)) == "a, b, c, d, e"
    assert found.named(np.array([False, True] + [False] * 5)) == "b"


def test_a_view_of_the_scores_cannot_be_written_to(ratings_of):
    found = rater_scores(ratings_of(rows("ab", [1, 2])))
    for array in (found.rater, found.present):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
