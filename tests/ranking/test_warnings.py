"""Every named warning of scoring and ranking, and the data that provoke it."""

import ast
import re
from pathlib import Path

import pytest

import holdfast
from holdfast._core import errors
from holdfast.ranking.profiles import profile_named
from holdfast.ranking.rank import rank_study


def rows(scores, **more):
    return [
        {"system": system, "document": f"d{i}", "segment": str(i), "rater": "r", "score": score} | more
        for system, row in scores.items()
        for i, score in enumerate(row)
        if score is not None
    ]


A, B = [60, 70, 65, 72, 68, 61, 66], [40, 51, 47, 55, 49, 43, 48]
CLEAN = rows({"A": A, "B": B})


def without(name):
    return [{key: value for key, value in row.items() if key != name} for row in CLEAN]


def changed(rating, **values):
    return [row | (values if i == rating else {}) for i, row in enumerate(CLEAN)]


# A is the better system, and has the strict rater.
STRICT = [
    {"system": s, "document": f"d{i}", "segment": "1", "rater": r, "score": x + i}
    for s, r, base in (("A", "strict", 40), ("B", "lenient", 70))
    for i, x in enumerate([base] * 7)
]
STRICT += [
    {"system": s, "document": f"e{i}", "segment": "1", "rater": r, "score": x + i}
    for s, r, base in (("A", "lenient", 95), ("B", "strict", 20))
    for i, x in enumerate([base] * 2)
]

TWO_DOMAINS = rows({"A": A, "B": B}, domain="news") + rows({"A": A, "B": B}, domain="chat")

# kind of warning → rows, profile, changed cells, message
CASES = {
    "missing score": (
        "MissingScores",
        changed(0, score=None),
        "holdfast",
        {},
        "1 of 14 ratings have no score",
    ),
    "system without a score": (
        "MissingScores",
        [*CLEAN, CLEAN[0] | {"system": "C", "kind": "bad_reference"}],
        "holdfast",
        {},
        "without a rank: C$",
    ),
    "dropped rater": (
        "MissingScores",
        changed(0, rater="once"),
        "wmt18",
        {},
        "1 of 14 ratings have no score",
    ),
    "no documents": (
        "MissingDocuments",
        without("document"),
        "holdfast",
        {},
        "7 of 7 segments belong to no document",
    ),
    "no raters": ("MissingRaters", without("rater"), "riley", {}, "14 of 14 ratings name no rater"),
    "one score": (
        "ConstantRater",
        changed(0, rater="once"),
        "riley",
        {},
        "scores of once do not vary: their z is 0",
    ),
    "one score left out": (
        "ConstantRater",
        changed(0, rater="once"),
        "riley",
        {"normalise": "zscore:sd0=drop"},
        "scores of once do not vary: their ratings are left out",
    ),
    "all 0": (
        "ZeroMeanRater",
        changed(0, rater="nil", score=0),
        "holdfast",
        {"normalise": "mean"},
        "scores of nil are all 0",
    ),
    "one document": (
        "UndefinedStatistic",
        [row | {"document": "d"} for row in CLEAN],
        "holdfast",
        {"test": "ttest:paired=no"},
        "a score over one document",
    ),
    "nothing in common": (
        "UntestedPairs",
        rows({"A": A, "B": [None] * 7 + B}),
        "holdfast",
        {},
        "nothing to compare, so no test: A and B$",
    ),
    "fewer segments": (
        "UnmatchedSegments",
        rows({"A": [*A, 5], "B": B}),
        "holdfast",
        {},
        "1 of 1 pairs are compared on fewer than their scores are over, A and B on 7$",
    ),
    "the easy segments": (
        "ContradictedOrder",
        rows({"A": [x - 1 for x in B] + [90] * 7, "B": B}),
        "holdfast",
        {},
        "significantly better, but not by its score: A and B$",
    ),
    "numbered anew": (
        "RepeatedRatings",
        [row | {"segment": "1"} for row in without("document")],
        "holdfast",
        {},
        "12 of 14 ratings repeat a rater, system and segment",
    ),
    "a rater for each system": (
        "ConfoundedRaters",
        [row | {"rater": row["system"]} for row in CLEAN],
        "riley",
        {},
        "each rater rated one system only",
    ),
    "five documents": (
        "PermutationFloor",
        rows({"A": A[:5], "B": B[:5]}),
        "holdfast",
        {},
        r"p value below 0\.0625, so never significant: A and B$",
    ),
    "one-sided, four documents": (
        "PermutationFloor",
        rows({"A": A[:4], "B": B[:4]}),
        "holdfast",
        {"test": "permutation:alternative=greater"},
        r"p value below 0\.0625, so never significant: A and B$",
    ),
    "too few for holm": (
        "CoarsePermutation",
        CLEAN,
        "holdfast",
        {"test": "permutation:permutations=50", "adjust": "holm"},
        r"drawn p values come in steps of 0\.02, which holm multiplies by up to 1",
    ),
    "order by z": (
        "NormalisationChangesOrder",
        STRICT,
        "holdfast",
        {},
        "by z-scores per rater 2 of 2 systems have another rank: try --normalise zscore",
    ),
    "domains combined": (
        "ReplicaDefect",
        TWO_DOMAINS,
        "wmt24",
        {},
        "two-sided p values of domains are combined: opposite differences add up",
    ),
    "two ratings, two segments": (
        "ReplicaDefect",
        [*CLEAN, *(row | {"rater": "r2"} for row in CLEAN)],
        "wmt25",
        {},
        "several ratings of one segment count as so many segments",
    ),
}


@pytest.mark.parametrize(("kind", "data", "profile", "changes", "message"), CASES.values(), ids=CASES)
def test_a_warning_is_named_and_travels_with_the_ranking(study_of, kind, data, profile, changes, message):
    ranking = rank_study(study_of(data), profile_named(profile).with_changes(**changes))
    said = [note.message for note in ranking.warnings if note.kind == kind]
    assert any(re.search(message, text) for text in said), ranking.warnings


@pytest.mark.parametrize("profile", ["holdfast", "wmt18", "wmt22", "wmt24", "wmt25", "mtme", "riley"])
def test_without_a_reason_there_is_no_warning(study_of, profile):
    assert rank_study(study_of(CLEAN), profile_named(profile)).warnings == ()


@pytest.mark.parametrize(
    ("data", "profile", "changes"),
    [
        (rows({"A": A[:6], "B": B[:6]}), "holdfast", {}),
        (rows({"A": A[:5], "B": B[:5]}), "holdfast", {"test": "permutation:alternative=greater"}),
        (rows({"A": A[:5], "B": B[:5]}), "holdfast", {"alpha": 0.0625}),
        (STRICT, "holdfast", {"normalise": "zscore"}),
        (STRICT, "wmt25", {}),
        (TWO_DOMAINS, "wmt24", {"test": "wilcoxon:alternative=greater:domains=yes"}),
        (rows({"A": A * 2, "B": B * 2}), "holdfast", {"adjust": "holm"}),
    ],
    ids=[
        "six documents",
        "five for a one-sided test",
        "alpha at the floor",
        "z asked for",
        "not ours to say",
        "one-sided domains",
        "enough for holm",
    ],
)
def test_just_beyond_the_reason_there_is_no_warning(study_of, data, profile, changes):
    ranking = rank_study(study_of(data), profile_named(profile).with_changes(**changes))
    assert [note for note in ranking.warnings if note.kind != "MissingDocuments"] == []


def test_every_warning_that_can_be_given_has_a_case():
    given = set()
    for layer in ("scoring", "ranking"):
        for path in (Path(holdfast.__path__[0]) / layer).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "warn":
                    given.add(node.args[0].id)
    assert given
    assert all(issubclass(getattr(errors, name), errors.HoldfastWarning) for name in given)
    assert given == {kind for kind, *_ in CASES.values()}


def test_the_number_of_permutations_that_an_adjustment_needs_is_said(study_of):
    many = rows({f"S{i}": [x + i for x in (A + B) * 2] for i in range(15)})
    few = {"test": "permutation:permutations=500", "adjust": "holm"}
    ranking = rank_study(study_of(many), profile_named("holdfast").with_changes(**few))
    # 105 pairs: 20·105/.05 = 42,000 (definitions §2).
    (note,) = ranking.warnings
    assert note.kind == "CoarsePermutation"
    assert note.message.endswith("use permutations=42000")
    enough = {"test": "permutation:permutations=42000", "adjust": "holm"}
    assert rank_study(study_of(many), profile_named("holdfast").with_changes(**enough)).warnings == ()


@pytest.mark.parametrize("test", ["permutation:permutations=10", "permutation:permutations=10:plus_one=no"])
def test_few_permutations_are_not_blamed_on_the_documents(study_of, test):
    many = rows({"A": A * 5, "B": B * 5})
    ranking = rank_study(study_of(many), profile_named("holdfast").with_changes(test=test))
    assert not [note for note in ranking.warnings if "so few documents" in note.message]


@pytest.mark.parametrize("z", [[None] * 7, [1, 2, 3, 4, 5, 6, 7]], ids=["no z", "z for one system"])
def test_an_order_that_z_does_not_know_is_not_said_to_change(study_of, z):
    data = rows({"A": A, "B": B, "C": [90] * 6 + [91]})
    stored = [None] * 7 + z + [None] * 7
    data = [row | {"z": value} for row, value in zip(data, stored, strict=True)]
    ranking = rank_study(study_of(data), profile_named("holdfast"))
    assert [s.system for s in ranking.systems] == ["C", "A", "B"]
    assert "NormalisationChangesOrder" not in [note.kind for note in ranking.warnings]
