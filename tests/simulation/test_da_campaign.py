from collections import Counter
from itertools import pairwise
from math import inf, log, nan, sqrt
from statistics import fmean, stdev

import numpy as np
import pytest

from holdfast._core.errors import BadSetting
from holdfast.model.scale import Scale
from holdfast.simulation.da_campaign import DaCampaign

# Nothing varies and nobody is checked: every score is 70.
STILL = dict.fromkeys(("quality", "ease", "fit", "luck", "leniency", "stretch", "noise"), 0.0)
STILL |= {"repeats": 0.0, "bad_references": 0.0}


def run(seed=0, **settings):
    ratings = DaCampaign(**settings)(np.random.default_rng(seed))
    names = ("system", "document", "segment", "rater", "kind")
    columns = zip(*(getattr(ratings, name).to_list() for name in names), ratings.score.tolist(), strict=True)
    return [dict(zip((*names, "score"), row, strict=True)) for row in columns]


def scores_by(rows, *names):
    groups = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in names), []).append(row["score"])
    return groups


def assert_sd(values, sd):
    """An sd of n values has the error sd/√(2(n − 1)); rounding to whole points adds a variance of 1/12."""
    expected = sqrt(sd**2 + 1 / 12)
    assert abs(stdev(values) - expected) < 4 * expected / sqrt(2 * (len(values) - 1))
    assert abs(fmean(values) - 70) < 4 * expected / sqrt(len(values))


def test_where_nothing_varies_every_score_is_the_same():
    assert {row["score"] for row in run(**STILL)} == {70}


@pytest.mark.parametrize(
    ("source", "shape", "shared"),
    [
        ("quality", {"systems": 600, "documents": 2, "segments": 2}, ("system",)),
        ("ease", {"systems": 2, "documents": 600, "segments": 2}, ("document",)),
        ("fit", {"systems": 20, "documents": 30, "segments": 2}, ("system", "document")),
        ("luck", {"systems": 2, "documents": 3, "segments": 100}, ("system", "document", "segment")),
        ("leniency", {"systems": 2, "documents": 600, "segments": 2, "raters": 600}, ("rater",)),
    ],
)
def test_each_source_of_variance_has_its_sd_and_is_shared_by_whom_it_should(source, shape, shared):
    # 600 draws each: the Monte-Carlo error of the sd is 3 %, the bound 4 of them.
    groups = scores_by(run(**STILL | shape | {source: 6.0}), *shared)
    assert len(groups) == 600
    assert all(len(set(scores)) == 1 for scores in groups.values())
    assert_sd([scores[0] for scores in groups.values()], 6)


def test_noise_is_new_in_every_rating():
    rows = run(**STILL | {"systems": 3, "documents": 10, "segments": 20, "noise": 6.0, "repeats": 1.0})
    assert_sd([row["score"] for row in rows], 6)
    twice = scores_by(rows, "system", "document", "segment")
    assert {len(scores) for scores in twice.values()} == {2}
    differences = [first - second for first, second in twice.values()]
    # 600 differences of two independent scores: sd 6·√2, error 3 %.
    expected = sqrt(2 * (36 + 1 / 12))
    assert abs(stdev(differences) - expected) < 4 * expected / sqrt(2 * 599)


def test_a_rater_stretches_what_a_plain_rater_sees():
    # A damaged text is seen 35 points below 70: where it lands is 35 times the rater's use of the scale.
    settings = STILL | {"systems": 1, "documents": 600, "segments": 1, "raters": 600, "stretch": 0.25}
    damaged = [row for row in run(**settings | {"bad_references": 1.0}) if row["kind"] == "bad_reference"]
    logs = [log((70 - row["score"]) / 35) for row in damaged]
    assert len(logs) == 600
    # Rounding adds an sd of .29/35 = .008 to a log, 5 of 10,000 to the sd.
    assert abs(stdev(logs) - 0.25) < 4 * 0.25 / sqrt(2 * 599)
    assert abs(fmean(logs)) < 4 * 0.25 / sqrt(600)


def test_a_damaged_text_is_35_points_worse():
    rows = run(**STILL | {"luck": 5.0, "bad_references": 1.0})
    for scores in scores_by(rows, "system", "document", "segment").values():
        assert max(scores) - min(scores) == pytest.approx(35, abs=1)


@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
def test_controls_have_their_shares(share):
    rows = run(repeats=share, bad_references=share / 2)
    kinds = Counter(row["kind"] for row in rows)
    n = 8 * 40 * 8
    assert kinds["output"] == n
    for kind, expected in (("repeat", share), ("bad_reference", share / 2)):
        assert abs(kinds[kind] / n - expected) <= 4 * sqrt(expected * (1 - expected) / n)


def test_the_parts_add_up():
    # 3000 campaigns of one item with one segment: the variance of a score is the sum of all, its Monte-Carlo
    # error 2.6 %, the bound 4 of them. Scores are cut at 100 beyond 4 sd.
    parts = {"quality": 3.0, "ease": 2.0, "fit": 2.0, "luck": 4.0, "leniency": 3.0, "noise": 3.0}
    one = STILL | parts | {"systems": 1, "documents": 1, "segments": 1, "raters": 1}
    scores = [run(seed, **one)[0]["score"] for seed in range(3000)]
    expected = sum(sd**2 for sd in parts.values()) + 1 / 12
    assert abs(np.var(scores, ddof=1) / expected - 1) < 4 * sqrt(2 / 2999)
    assert abs(fmean(scores) - 70) < 4 * sqrt(expected / 3000)


def test_every_item_has_one_rater_and_every_rater_as_many_items():
    rows = run(systems=7, documents=11, segments=3, raters=5, repeats=0.5)
    raters = {}
    for row in rows:
        raters.setdefault((row["system"], row["document"]), set()).add(row["rater"])
    assert len(raters) == 7 * 11
    assert {len(names) for names in raters.values()} == {1}
    load = Counter(name for names in raters.values() for name in names)
    assert set(load.values()) == {15, 16}


def test_items_are_dealt_at_random():
    # A rater of 1000 items of ten systems gets 100 of each, with sd √(1000·.1·.9·.5) = 6.7 for half of them.
    rows = run(**STILL | {"systems": 10, "documents": 200, "segments": 1, "raters": 2})
    first = Counter(row["system"] for row in rows if row["rater"] == "rater01")
    assert sum(first.values()) == 1000
    assert len(set(first.values())) > 1
    assert all(abs(count - 100) < 5 * 6.7 for count in first.values())


def test_segments_of_an_item_stand_together_and_raters_one_after_the_other():
    rows = run()
    raters = [row["rater"] for row in rows]
    assert raters == sorted(raters)
    items = [(row["system"], row["document"]) for row in rows]
    assert sum(one != other for one, other in pairwise(items)) == 8 * 40 - 1


def test_the_ratings_are_direct_assessment():
    ratings = DaCampaign()(np.random.default_rng(0))
    assert (ratings.protocol, ratings.scale) == ("da", Scale(0, 100))
    assert ratings.score.min() >= 0
    assert ratings.score.max() <= 100
    assert np.array_equal(ratings.score, np.rint(ratings.score))
    assert set(ratings.kind.labels) == {"output", "repeat", "bad_reference"}
    assert ratings.level.labels == ("segment",)
    counts = [len(getattr(ratings, name).labels) for name in ("system", "document", "segment", "rater")]
    assert counts == [8, 40, 8, 12]


def test_scores_stay_on_the_scale_however_much_varies():
    rows = run(quality=200.0, segments=1)
    assert {0, 100} <= {row["score"] for row in rows} <= set(range(101))


def test_a_seed_means_the_same_campaign():
    one, same, other = (DaCampaign()(np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_every_system_has_a_name_of_its_own():
    assert len({row["system"] for row in run(systems=40, documents=1)}) == 40


@pytest.mark.parametrize(
    "settings",
    [
        {"systems": 0},
        {"documents": 0},
        {"segments": -1},
        {"raters": 0},
        *({name: -1.0} for name in ("quality", "ease", "fit", "luck", "leniency", "stretch", "noise")),
        {"quality": nan},
        {"noise": inf},
        {"repeats": -0.1},
        {"repeats": 1.1},
        {"bad_references": nan},
        {"bad_references": 2.0},
    ],
    ids=str,
)
def test_settings_that_mean_nothing_are_refused(settings):
    with pytest.raises(BadSetting, match=f"^{next(iter(settings))} cannot be"):
        DaCampaign(**settings)
