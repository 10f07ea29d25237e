from statistics import fmean, pstdev, stdev

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from holdfast._core.errors import BadSetting, ConstantRater, MissingRaters
from holdfast.scoring.normalisers.zscore import ZScore

NAN = np.nan
pairs_of_raters = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 100)), min_size=1, max_size=30)


def rows(pairs, **more):
    return [
        {"system": "A", "segment": str(i), "rater": rater, "score": score}
        | {name: values[i] for name, values in more.items()}
        for i, (rater, score) in enumerate(pairs)
    ]


def grouped(pairs):
    scores = {}
    for rater, score in pairs:
        scores.setdefault(rater, []).append(score)
    return scores


def all_vary(pairs):
    return all(len(set(scores)) > 1 for scores in grouped(pairs).values())


@pytest.mark.parametrize(
    ("scores", "z"), [([25, 50, 50, 75], 0), ([0, 25, 50, 75], 0.39), ([25, 50, 75, 100], -0.39)]
)
def test_the_toy_raters_of_knowles(ratings_of, scores, z):
    # Definitions §3, with ddof = 1.
    found = ZScore()(ratings_of(rows([("a", score) for score in scores])))
    assert round(found[scores.index(50)], 2) == z


@given(pairs_of_raters, st.sampled_from([0, 1]))
def test_z_is_that_of_a_loop(ratings_of, pairs, ddof):
    assume(all_vary(pairs))
    sd = {1: stdev, 0: pstdev}[ddof]
    moments = {rater: (fmean(scores), sd(scores)) for rater, scores in grouped(pairs).items()}
    expected = [(score - moments[rater][0]) / moments[rater][1] for rater, score in pairs]
    found = ZScore(ddof=ddof)(ratings_of(rows(pairs)))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@given(pairs_of_raters)
def test_every_rater_has_mean_0_and_sd_1(ratings_of, pairs):
    assume(all_vary(pairs))
    found = ZScore()(ratings_of(rows(pairs)))
    for values in grouped([(rater, z) for (rater, _), z in zip(pairs, found, strict=True)]).values():
        assert fmean(values) == pytest.approx(0, abs=1e-12)
        assert stdev(values) == pytest.approx(1)


affine = st.tuples(st.floats(0.01, 100), st.floats(-1000, 1000))


@given(pairs_of_raters, st.fixed_dictionaries(dict.fromkeys("abc", affine)))
def test_how_a_rater_uses_the_scale_does_not_matter(ratings_of, pairs, habit):
    assume(all_vary(pairs))
    changed = [(rater, habit[rater][0] * score + habit[rater][1]) for rater, score in pairs]
    plain, stretched = (ZScore()(ratings_of(rows(some))) for some in (pairs, changed))
    np.testing.assert_allclose(stretched, plain, atol=1e-8)


@pytest.mark.parametrize("sd0", ["zero", "drop"])
def test_raters_whose_scores_do_not_vary(ratings_of, sd0):
    # One score only has no standard deviation (ddof = 1), equal ones have 0: .1 three times has a mean
    # that is not .1 in floating arithmetic, and is no spread all the same.
    pairs = [("once", 70), ("same", 0.1), ("same", 0.1), ("same", 0.1), ("fine", 10), ("fine", 20)]
    said = {"zero": "their z is 0", "drop": "their ratings are left out"}[sd0]
    with pytest.warns(ConstantRater, match=f"scores of once, same do not vary: {said}"):
        found = ZScore(sd0=sd0)(ratings_of(rows(pairs)))
    constant = [0.0] * 4 if sd0 == "zero" else [NAN] * 4
    np.testing.assert_allclose(found, [*constant, -(0.5**0.5), 0.5**0.5])


def test_one_score_has_sd_0_for_ddof_0(ratings_of):
    with pytest.warns(ConstantRater, match="once"):
        found = ZScore(ddof=0)(ratings_of(rows([("once", 70), ("fine", 1), ("fine", 3)])))
    np.testing.assert_allclose(found, [0, -1, 1])


def test_missing_scores_stay_missing_and_do_not_count(ratings_of):
    pairs = [("a", 1), ("a", None), ("a", 3), ("b", None)]
    found = ZScore()(ratings_of(rows(pairs)))
    np.testing.assert_allclose(found, [-(0.5**0.5), NAN, 0.5**0.5, NAN])


def test_ratings_without_a_rater_are_one_raters(ratings_of):
    with pytest.warns(MissingRaters, match=r"3 of 5 .* count as one rater's"):
        found = ZScore()(ratings_of(rows([(None, 1), ("a", 5), (None, 2), (None, 3), ("a", 7)])))
    np.testing.assert_allclose(found, [-1, -(0.5**0.5), 0, 1, 0.5**0.5])


PAIRS = [("a", 40), ("a", 60), ("b", 10), ("b", 30)]
MOMENTS = {"rater_mean": [30, 30, 20, 20], "rater_sd": [5, 5, 20, 20]}
STORED = [9.0, 8.0, NAN, 6.0]
OWN = [-(0.5**0.5), 0.5**0.5] * 2
GIVEN = [2, 6, -0.5, 0.5]


@pytest.mark.parametrize(
    ("moments", "came_with_the_file", "expected"),
    [
        ("own", {}, OWN),
        ("own", MOMENTS | {"z": STORED}, OWN),
        ("given", MOMENTS | {"z": STORED}, GIVEN),
        ("given", {}, OWN),
        ("given", {"z": STORED}, OWN),
        ("given", {"rater_mean": MOMENTS["rater_mean"]}, OWN),
        ("given", {"rater_sd": MOMENTS["rater_sd"]}, OWN),
        ("given", {"rater_mean": [30, 30, NAN, NAN], "rater_sd": [5, 5, 20, 20]}, GIVEN[:2] + OWN[2:]),
        ("given", {"rater_mean": [30, 30, 20, 20], "rater_sd": [NAN, NAN, 20, 20]}, OWN[:2] + GIVEN[2:]),
        ("given", {"rater_mean": [30, NAN, 20, 20], "rater_sd": [5, NAN, NAN, 20]}, GIVEN),
        ("stored", MOMENTS | {"z": STORED}, STORED),
        ("stored", {"z": STORED}, STORED),
        ("stored", MOMENTS, GIVEN),
        ("stored", {}, OWN),
    ],
)
def test_where_z_comes_from(ratings_of, moments, came_with_the_file, expected):
    found = ZScore(moments=moments)(ratings_of(rows(PAIRS, **came_with_the_file)))
    np.testing.assert_allclose(found, expected)


def test_a_given_sd_of_0_is_a_constant_rater(ratings_of):
    with pytest.warns(ConstantRater, match="of a do not vary"):
        found = ZScore(moments="given")(ratings_of(rows(PAIRS, rater_mean=[30] * 4, rater_sd=[0, 0, 10, 10])))
    np.testing.assert_allclose(found, [0, 0, -2, 0])


def test_stored_z_of_constant_raters_are_kept_or_dropped(ratings_of):
    pairs = [("a", 50), ("a", 50), ("b", 10), ("b", 30)]
    ratings = ratings_of(rows(pairs, z=[0, 0, -1, 1]))
    np.testing.assert_array_equal(ZScore(moments="stored")(ratings), [0, 0, -1, 1])
    np.testing.assert_array_equal(ZScore(moments="stored", sd0="drop")(ratings), [NAN, NAN, -1, 1])


def test_a_negative_ddof_is_refused():
    with pytest.raises(BadSetting, match="zscore:ddof cannot be -1"):
        ZScore(ddof=-1)
