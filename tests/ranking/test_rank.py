"""From ratings to a ranking. Scores, tests and lines have oracles of their own; here is what joins them."""

import json
from dataclasses import replace
from itertools import combinations
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import BadSelection, NotEnoughData
from holdfast.model.column import Column
from holdfast.model.scale import Scale
from holdfast.model.study import Study
from holdfast.ranking.base import LINES
from holdfast.ranking.profiles import PROFILES, profile_named
from holdfast.ranking.rank import rank_study
from holdfast.simulation.da_campaign import DaCampaign

NAN = np.nan
every_profile = pytest.mark.parametrize("profile", PROFILES)


def ranked(study, profile="holdfast", seed=0, **changes):
    return rank_study(study, profile_named(profile).with_changes(**changes), seed)


def campaign(seed=3, **settings):
    made = DaCampaign(**{"systems": 5, "documents": 18, "segments": 3, "raters": 6} | settings)
    return Study(made(np.random.default_rng(seed)))


def place(ranking):
    return [(s.system, s.rank, s.rank_low, s.rank_high, s.cluster, s.wins, s.losses) for s in ranking.systems]


def pair_of(ranking, *names):
    return next(pair for pair in ranking.pairs if {pair.a, pair.b} == set(names))


def table(scores, **more):
    """Return rows of a system → scores table; every segment is a document."""
    return [
        {"system": system, "document": f"d{i}", "segment": "1", "rater": "r", "score": score} | more
        for system, row in scores.items()
        for i, score in enumerate(row)
        if score is not None
    ]


# --- what a ranking says -----------------------------------------------------------------------------------


@every_profile
@pytest.mark.parametrize("quality", [0, 3, 12])
def test_places_follow_from_scores_and_pairs(profile, quality):
    ranking = ranked(campaign(quality=quality), profile)
    systems = ranking.systems
    assert sorted(systems, key=lambda s: -s.score) == list(systems)
    for i, mine in enumerate(systems):
        assert mine.rank == 1 + sum(other.score > mine.score for other in systems)
        pairs = [pair for pair in ranking.pairs if mine.system in (pair.a, pair.b) and pair.significant]
        won = [pair for pair in pairs if (pair.effect > 0) == (pair.a == mine.system)]
        assert (mine.wins, mine.losses) == (len(won), len(pairs) - len(won))
        if profile != "wmt25":
            assert (mine.rank_low, mine.rank_high) == (mine.losses + 1, len(systems) - mine.wins)
        assert mine.cluster - (systems[i - 1].cluster if i else 0) in ((0, 1) if i else (1,))
        assert mine.score_low < mine.score < mine.score_high
    names = [s.system for s in systems]
    assert [(pair.a, pair.b) for pair in ranking.pairs] == list(combinations(names, 2))
    for pair in ranking.pairs:
        assert pair.significant == (pair.p <= 0.05 and pair.effect != 0)


def test_a_ranking_by_hand(study_of):
    # Five documents, as many swaps as 32: A beats C in all of them (2/32 = .0625), not B.
    rows = table({"B": [3, 9, 2, 8, 3], "C": [1, 1, 1, 1, 1], "A": [6, 6, 6, 6, 6]})
    ranking = ranked(study_of(rows), alpha=0.07)
    assert place(ranking) == [("A", 1, 1, 2, 1, 1, 0), ("B", 2, 1, 2, 1, 1, 0), ("C", 3, 3, 3, 2, 0, 2)]
    assert [(s.score, s.raw) for s in ranking.systems] == [(6, 6), (5, 5), (1, 1)]
    assert [(p.a, p.b, p.effect, p.p, p.significant) for p in ranking.pairs] == [
        ("A", "B", 1, 0.5625, False),
        ("A", "C", 5, 0.0625, True),
        ("B", "C", 4, 0.0625, True),
    ]
    assert (ranking.documents, ranking.alpha, ranking.better, ranking.seed) == (5, 0.07, "higher", 0)
    assert [s.segments for s in ranking.systems] == [s.ratings for s in ranking.systems] == [5, 5, 5]


def test_significant_is_what_is_at_most_alpha(study_of):
    rows = table({"A": [2, 3, 4, 5, 6], "B": [1, 1, 1, 1, 1]})
    for alpha, significant in ((0.0625, True), (0.0624, False)):
        ranking = ranked(study_of(rows), alpha=alpha)
        assert [pair.significant for pair in ranking.pairs] == [significant]
        assert [s.cluster for s in ranking.systems] == [1, 1 + significant]


def test_segments_and_ratings_are_counted(study_of):
    rows = table({"A": [1, 2, None], "B": [1, 2, 3]}) + table({"A": [5, 6]}, kind="repeat")
    rows += table({"A": [0, 0, 0], "B": [0]}, kind="bad_reference")
    found = {s.system: (s.segments, s.ratings, s.score) for s in ranked(study_of(rows)).systems}
    assert found == {"A": (2, 4, 3.5), "B": (3, 3, 2)}


@pytest.mark.parametrize("unit", ["segment", "rating"])
def test_raw_is_a_mean_over_segments_whatever_the_unit(study_of, unit):
    rows = [
        {"system": s, "document": d, "segment": "1", "rater": r, "score": x}
        for s, d, r, x in (
            ("A", "d1", "r1", 0),
            ("A", "d1", "r2", 0),
            ("A", "d2", "r1", 6),
            ("B", "d1", "r1", 1),
            ("B", "d1", "r2", 1),
            ("B", "d2", "r1", 1),
        )
    ]
    first = ranked(study_of(rows), unit=unit).systems[0]
    assert (first.system, first.raw) == ("A", 3)
    assert first.score == (3 if unit == "segment" else 2)


# --- who takes part ----------------------------------------------------------------------------------------


def test_controls_are_in_the_moments_and_not_in_the_means(study_of):
    # Definitions §2.2 and §2.3: the mean and sd of a rater are those of all kinds; systems are averaged over
    # outputs and repeats. A tutorial item is no judgement, a document's score none of a segment.
    def row(system, segment, score, kind="output", level="segment"):
        where = {"system": system, "document": "d", "segment": segment, "rater": "r"}
        return where | {"score": score, "kind": kind, "level": level}

    rows = [
        row("A", "1", 80),
        row("A", "1", 60, "repeat"),
        row("A", "2", 90),
        row("B", "1", 40),
        row("B", "2", 50),
        row("A", "1", 10, "bad_reference"),
        row("B", "2", 100, "reference"),
        row("B", "1", 30, "calibration"),
        row("A", "2", 0, "tutorial"),
        row("A", "2", 0, level="document"),
        row("B", "2", 100, "repeat", level="document"),
    ]
    judged = [80, 60, 90, 40, 50, 10, 100, 30]
    mean, sd = fmean(judged), stdev(judged)
    ranking = ranked(study_of(rows), "riley")
    found = {s.system: s for s in ranking.systems}
    assert found["A"].raw == fmean([70, 90])
    assert found["B"].raw == fmean([40, 50])
    assert found["A"].score == found["A"].z == pytest.approx((80 - mean) / sd)
    assert found["B"].score == found["B"].z == pytest.approx((45 - mean) / sd)
    assert [(s.system, s.segments, s.ratings) for s in ranking.systems] == [("A", 2, 3), ("B", 2, 2)]


def test_a_system_without_scored_outputs_is_named_and_left_out(study_of):
    rows = table({"A": [1, 2, 3], "B": [2, 3, 4]})
    rows += table({"ghost": [5]}, kind="bad_reference")
    rows += [{"system": "mute", "document": "d0", "segment": "1", "rater": "r", "score": None}]
    ranking = ranked(study_of(rows))
    assert [s.system for s in ranking.systems] == ["B", "A"]
    assert len(ranking.pairs) == 1
    messages = [note.message for note in ranking.warnings if note.kind == "MissingScores"]
    assert "without a score and so without a rank: ghost, mute" in messages
    without = [row for row in rows if row["system"] in "AB"]
    assert place(ranked(study_of(without))) == place(ranking)


def test_one_system_is_first(study_of):
    ranking = ranked(study_of(table({"A": [1, 2, 3, 4, 5, 6]})))
    assert place(ranking) == [("A", 1, 1, 1, 1, 0, 0)]
    assert ranking.pairs == ()


@every_profile
def test_one_system_can_be_ranked_by_every_profile(study_of, profile):
    ranking = ranked(study_of(table({"A": [1, 2, 3, 4, 5, 6]})), profile)
    assert place(ranking) == [("A", 1, 1, 1, 1, 0, 0)]


@every_profile
def test_two_systems(study_of, profile):
    rows = table({"A": [60, 62, 61, 70, 65, 64, 66], "B": [40, 43, 41, 50, 49, 42, 45]})
    ranking = ranked(study_of(rows), profile)
    assert place(ranking) == [("A", 1, 1, 1, 1, 1, 0), ("B", 2, 2, 2, 2, 0, 1)]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"level": "document"}, "no rating is a judgement of a segment"),
        ({"kind": "tutorial"}, "no rating is a judgement of a segment"),
        ({"kind": "bad_reference"}, "no rating of an output has a score"),
        ({"score": None}, "no rating of an output has a score"),
    ],
)
def test_where_nothing_can_be_ranked_that_is_said(study_of, more, message):
    with pytest.raises(NotEnoughData, match=message):
        ranked(study_of(table({"A": [1, 2], "B": [3, 4]}, **more)))


def test_where_no_system_is_in_every_domain_none_has_a_mean_of_domains(study_of):
    rows = table({"A": [1, 2]}, domain="news") + table({"B": [3, 4]}, domain="chat")
    with pytest.raises(NotEnoughData, match="no system has a score"):
        ranked(study_of(rows), method="mean:domains=yes")


@pytest.mark.parametrize("axis", ["campaign", "lp", "aspect"])
def test_what_is_separate_is_never_ranked_together(study_of, axis):
    rows = table({"A": [1, 2]}, **{axis: "x"}) + table({"B": [1, 2]}, **{axis: "y"})
    with pytest.raises(BadSelection, match=rf"2 values of {axis}: x, y.*--select {axis}=x"):
        ranked(study_of(rows))


# --- ties and contradictions -------------------------------------------------------------------------------


@every_profile
def test_equal_scores_share_rank_and_rank_range(study_of, profile):
    rows = table({"top": [9, 8, 9, 9, 8, 9], "late": [1, 3, 5, 3, 1, 5], "early": [3, 1, 3, 5, 5, 1]})
    systems = ranked(study_of(rows), profile).systems
    assert [(s.system, s.rank) for s in systems] == [("top", 1), ("early", 2), ("late", 2)]
    early, late = systems[1:]
    assert (early.rank_low, early.rank_high) == (late.rank_low, late.rank_high)


def test_what_differs_in_the_last_bits_is_equal(study_of):
    rows = table({"B": [0.1, 0.2, 0.3], "A": [0.3, 0.2, 0.1], "C": [0.1, 0.1, 0.3]})
    assert (0.1 + 0.2 + 0.3) != (0.3 + 0.2 + 0.1)
    assert [(s.system, s.rank) for s in ranked(study_of(rows)).systems] == [("A", 1), ("B", 1), ("C", 3)]


# B and A have equal means; A beats C, B does not. And the other way up: A is beaten by C, B is not.
TIED = {
    "above": {"A": [10] * 8, "B": [20, 0] * 4, "C": [5] * 8},
    "below": {"A": [10] * 8, "B": [20, 0] * 4, "C": [15] * 8},
}


@pytest.mark.parametrize("lines", LINES.rows)
@pytest.mark.parametrize("scores", TIED.values(), ids=TIED)
def test_the_names_of_equal_systems_decide_nothing(study_of, lines, scores):
    plain = ranked(study_of(table(scores)), lines=lines)
    swapped = ranked(
        study_of(table({"Z" if name == "A" else name: row for name, row in scores.items()})), lines=lines
    )
    found, other = (
        {s.system.replace("Z", "A"): (s.rank, s.rank_low, s.rank_high, s.cluster) for s in ranking.systems}
        for ranking in (plain, swapped)
    )
    assert pair_of(plain, "A", "C").significant
    assert not pair_of(plain, "B", "C").significant
    assert found == other
    assert found["A"] == found["B"]


@pytest.mark.parametrize("test", ["mannwhitney:alternative=greater", "mannwhitney", "wilcoxon"])
def test_no_test_makes_a_winner_of_equal_scores(study_of, test):
    # Ranks differ (all but one segment favour A), means do not: a winner must have the better score.
    ranking = ranked(study_of(table({"A": [11.0] * 19 + [1.0], "B": [10.5] * 20})), test=test)
    assert ranking.pairs[0].p < 0.01
    assert not ranking.pairs[0].significant
    assert place(ranking) == [("A", 1, 1, 2, 1, 0, 0), ("B", 1, 1, 2, 1, 0, 0)]


def test_a_matched_test_may_contradict_the_order(study_of):
    # On all segments A is ahead by its easy documents; on the common ones B is better in every one.
    common, more = [50, 52, 54, 51, 53, 55, 50, 52], [1, 3, 5, 6, 9, 8, 4, 4]
    b = [x + m for x, m in zip(common, more, strict=True)]
    rows = table({"A": [*common, 100, 100, 100], "B": [*b, None, None, None]})
    for test in ("permutation", "permutation:alternative=greater", "wilcoxon", "ttest:alternative=greater"):
        ranking = ranked(study_of(rows), test=test, lines="every-lower")
        pair = ranking.pairs[0]
        assert (pair.a, pair.b, pair.significant) == ("A", "B", True)
        assert pair.effect == -5
        assert pair.p < 0.05
        assert place(ranking) == [("A", 1, 2, 2, 1, 0, 1), ("B", 2, 1, 1, 1, 1, 0)]


# --- what must not matter ----------------------------------------------------------------------------------


def reordered(study, order):
    """Write the rows down in another order: labels are numbered anew, as a reader would."""
    ratings = study.ratings.where(np.array(order))
    names = ("system", "document", "segment", "rater", "kind", "domain")
    return Study(
        replace(ratings, **{name: Column.encode(getattr(ratings, name).to_list()) for name in names})
    )


def assert_same(one, other, rtol=1e-9):
    assert place(one) == place(other)
    assert [(p.a, p.b, p.significant) for p in one.pairs] == [(p.a, p.b, p.significant) for p in other.pairs]
    for numbers in (
        lambda r: [(s.score, s.score_low, s.score_high, s.raw, s.z) for s in r.systems],
        lambda r: [(p.effect, p.p) for p in r.pairs],
    ):
        np.testing.assert_allclose(numbers(one), numbers(other), rtol=rtol, atol=1e-9)
    assert {note.kind for note in one.warnings} == {note.kind for note in other.warnings}


# So few that every profile tries all swaps.
SMALL = {"documents": 4, "segments": 2, "systems": 3, "raters": 3, "repeats": 0}


@every_profile
@given(order=st.permutations(range(32)), seed=st.integers(0, 5))
def test_the_order_of_the_rows_does_not_matter(profile, order, seed):
    study = campaign(seed, **SMALL)
    assert len(study.ratings) <= len(order)
    order = [row for row in order if row < len(study.ratings)]
    assert_same(ranked(study, profile), ranked(reordered(study, order), profile))


@every_profile
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_rows_does_not_matter_to_drawn_p_values(profile, seed):
    study = campaign(seed, repeats=0)
    order = np.random.default_rng(seed).permutation(len(study.ratings))
    assert_same(ranked(study, profile), ranked(reordered(study, order), profile))


@pytest.mark.parametrize("profile", ["wmt24", "wmt22", "holdfast"])
@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_several_ratings_of_a_segment_does_not_matter(study_of, profile, seed):
    # Three raters, penalties in tenths: their sums depend on the order in the last bits.
    rng = np.random.default_rng(seed)
    rows = [
        {
            "system": s,
            "document": f"d{i // 3}",
            "segment": str(i),
            "rater": r,
            "score": rng.integers(0, 4) / 10,
        }
        for s in "ABC"
        for i in range(30)
        for r in ("r1", "r2", "r3")
    ]
    study = study_of(rows, scale=Scale(low=0, better="lower"))
    order = rng.permutation(len(rows))
    assert_same(ranked(study, profile), ranked(reordered(study, order), profile))


@every_profile
@given(names=st.permutations(["alpha", "beta", "gamma", "delta", "omega"]))
def test_new_names_only_rename(profile, names):
    study = campaign()
    system = study.ratings.system
    renamed = Study(replace(study.ratings, system=Column(tuple(names), system.codes)))
    new = dict(zip(system.labels, names, strict=True))
    one, other = ranked(study, profile), ranked(renamed, profile)
    assert [(new[name], *rest) for name, *rest in place(one)] == place(other)
    assert [(new[p.a], new[p.b], p.effect, p.p) for p in one.pairs] == [
        (p.a, p.b, p.effect, p.p) for p in other.pairs
    ]


@every_profile
@pytest.mark.parametrize("normalise", [None, "none", "mean", "zscore"])
def test_mirrored_scores_give_the_mirrored_ranking(profile, normalise):
    study = campaign()
    mirrored = Study(
        replace(study.ratings, score=-study.ratings.score, scale=Scale(low=-100, high=0, better="lower"))
    )
    one, other = (ranked(data, profile, normalise=normalise) for data in (study, mirrored))
    assert place(one) == place(other)
    assert [(p.a, p.b, p.p, p.significant) for p in one.pairs] == [
        (p.a, p.b, p.p, p.significant) for p in other.pairs
    ]
    np.testing.assert_allclose([p.effect for p in one.pairs], [-p.effect for p in other.pairs])
    for name, partner in (("score", "score"), ("score_low", "score_high"), ("raw", "raw"), ("z", "z")):
        mine, theirs = [getattr(s, name) for s in one.systems], [getattr(s, partner) for s in other.systems]
        np.testing.assert_allclose(mine, [-value for value in theirs])
    assert (one.better, other.better) == ("higher", "lower")
    assert one.warnings == other.warnings


def test_lower_is_better_where_the_scale_says_so(study_of):
    rows = table({"A": [1, 2, 1, 2, 1, 2], "B": [3, 4, 4, 4, 5, 6]})
    ranking = ranked(study_of(rows, scale=Scale(low=0, better="lower")))
    assert [(s.system, s.cluster) for s in ranking.systems] == [("A", 1), ("B", 2)]
    assert ranking.pairs[0].effect < 0


# --- seeds -------------------------------------------------------------------------------------------------


def as_json(ranking):
    return json.dumps(ranking.to_dict(), allow_nan=False)


@every_profile
def test_a_seed_means_the_same_bytes(profile):
    assert as_json(ranked(campaign(), profile, seed=7)) == as_json(ranked(campaign(), profile, seed=7))


def test_another_seed_draws_other_permutations_and_nothing_else():
    one, other = ranked(campaign(), seed=1), ranked(campaign(), seed=2)
    assert [p.p for p in one.pairs] != [p.p for p in other.pairs]
    # 10,000 permutations: the difference of two shares has a Monte-Carlo error of .0071 at most.
    assert max(abs(p.p - q.p) for p, q in zip(one.pairs, other.pairs, strict=True)) < 4 * 0.0071
    assert [(s.system, s.score, s.score_low, s.z) for s in one.systems] == [
        (s.system, s.score, s.score_low, s.z) for s in other.systems
    ]
    assert [p.effect for p in one.pairs] == [p.effect for p in other.pairs]
    assert one.signature.removesuffix("seed=1") == other.signature.removesuffix("seed=2")


def test_p_values_of_a_pair_do_not_depend_on_the_other_systems():
    # One matrix of signs serves all pairs.
    study = campaign()
    names = study.ratings.system.labels
    some = study.where(np.isin(study.ratings.system.codes, [0, 2, 3]))
    one, other = ranked(study), ranked(some)
    for a, b in combinations((names[0], names[2], names[3]), 2):
        assert pair_of(one, a, b) == pair_of(other, a, b)


# --- the signature -----------------------------------------------------------------------------------------


def repeated(study, signature):
    """Rank again by what the signature says, and by nothing else."""
    said = dict(part.split("=", 1) for part in signature.split("|"))
    cells = {name: said[name] for name in ("normalise", "method", "test", "lines", "adjust", "unit")}
    return ranked(study, said["profile"], int(said["seed"]), alpha=float(said["alpha"]), **cells)


@every_profile
def test_a_ranking_can_be_repeated_from_its_signature(profile):
    study = campaign()
    changes = {"alpha": 0.01, "unit": "rating", "normalise": "zscore:ddof=0", "lines": "mtme"}
    for ranking in (ranked(study, profile, seed=4), ranked(study, profile, seed=4, **changes)):
        assert as_json(repeated(study, ranking.signature)) == as_json(ranking)


@pytest.mark.parametrize("alpha", [0.05, 0.05 / 105, 1 / 3, 1e-5])
def test_alpha_stands_in_the_signature_to_the_last_digit(alpha):
    ranking = ranked(campaign(), alpha=alpha)
    assert repeated(campaign(), ranking.signature).alpha == alpha


@pytest.mark.parametrize(
    ("cell", "value", "written"),
    [
        ("normalise", "zscore:ddof=0", "normalise=zscore:ddof=0:moments=own:sd0=zero"),
        ("method", "mean:domains=yes", "method=mean:domains=yes"),
        ("test", "ttest:paired=no", "test=ttest:alternative=two-sided:paired=no"),
        ("lines", "mtme", "lines=mtme"),
        ("adjust", "holm", "adjust=holm"),
        ("alpha", 0.01, "alpha=0.01"),
        ("unit", "rating", "unit=rating"),
    ],
)
def test_a_cell_that_was_changed_is_used_and_said(cell, value, written):
    study = campaign(0, quality=2)
    plain, changed = ranked(study), ranked(study, **{cell: value})
    assert written in changed.signature.split("|")
    assert written not in plain.signature.split("|")
    assert "profile=holdfast" in changed.signature.split("|")
    assert f"{cell}={getattr(changed, cell)}" == written
    if cell != "method":  # there is one domain only
        assert (changed.systems, changed.pairs) != (plain.systems, plain.pairs)


# --- adjustment --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["holm", "bh"])
def test_p_values_are_adjusted_over_all_pairs(name):
    from statsmodels.stats.multitest import multipletests

    plain, adjusted = (ranked(campaign(quality=2), test="ttest", adjust=a) for a in ("none", name))
    expected = multipletests([p.p for p in plain.pairs], method={"holm": "holm", "bh": "fdr_bh"}[name])
    np.testing.assert_allclose([p.p for p in adjusted.pairs], expected[1])
    assert [p.significant for p in adjusted.pairs] == expected[0].tolist()
    assert sum(p.significant for p in adjusted.pairs) < sum(p.significant for p in plain.pairs)


def test_pairs_that_cannot_be_tested_are_not_of_the_family(study_of):
    rows = table({"A": [5, 6, 7, 5, 6, 9, None], "B": [1, 2, 3, 4, 2, 3, None]})
    rows += [{"system": "C", "document": "far", "segment": "1", "rater": "r", "score": 50}]
    ranking = ranked(study_of(rows), adjust="holm")
    pair = pair_of(ranking, "A", "B")
    assert pair.p == 2 / 2**6  # one pair, one test
    assert np.isnan(pair_of(ranking, "A", "C").p)
    assert not pair_of(ranking, "A", "C").significant
