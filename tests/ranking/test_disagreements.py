from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.ranking.disagreements import ProfileComparison, Verdict, disagreements_of
from holdfast.ranking.profiles import profile_named
from holdfast.ranking.rank import rank_study
from holdfast.ranking.result import Pair, RankedSystem, Ranking


def ranking(profile, places, significant=(), p=0.5):
    """Make a ranking of system → (rank, cluster)."""
    systems = tuple(
        RankedSystem(
            system=name,
            rank=rank,
            rank_low=1,
            rank_high=len(places),
            cluster=cluster,
            score=0.0,
            score_low=0.0,
            score_high=0.0,
            raw=0.0,
            z=0.0,
            segments=1,
            ratings=1,
            wins=0,
            losses=0,
        )
        for name, (rank, cluster) in places.items()
    )
    names = list(places)
    pairs = tuple(
        Pair(a=a, b=b, effect=1.0, p=p, significant={a, b} in [set(two) for two in significant])
        for i, a in enumerate(names)
        for b in names[i + 1 :]
    )
    return Ranking(
        signature="",
        profile=profile,
        normalise="none",
        method="mean",
        test="ttest",
        lines="every-lower",
        adjust="none",
        alpha=0.05,
        unit="segment",
        better="higher",
        documents=1,
        seed=0,
        systems=systems,
        pairs=pairs,
    )


def found(*rankings):
    return {(d.a, d.b): d.about for d in disagreements_of({ranking.profile: ranking for ranking in rankings})}


ONE = ranking("one", {"A": (1, 1), "B": (2, 2), "C": (3, 2)}, ["AB", "AC"])


@pytest.mark.parametrize(
    ("other", "disagreements"),
    [
        (ranking("two", {"A": (1, 1), "B": (2, 2), "C": (3, 2)}, ["AB", "AC"]), {}),
        (ranking("two", {"A": (1, 1), "C": (2, 2), "B": (3, 2)}, ["AB", "AC"]), {("B", "C"): ("order",)}),
        (ranking("two", {"A": (1, 1), "B": (2, 2), "C": (2, 2)}, ["AB", "AC"]), {("B", "C"): ("order",)}),
        (ranking("two", {"A": (1, 1), "B": (2, 2), "C": (3, 2)}, ["AC"]), {("A", "B"): ("significance",)}),
        (
            ranking("two", {"A": (1, 1), "B": (2, 2), "C": (3, 3)}, ["AB", "AC", "BC"]),
            {("B", "C"): ("significance", "line")},
        ),
        (
            ranking("two", {"A": (1, 1), "B": (2, 1), "C": (3, 1)}, ["AB", "AC"]),
            {("A", "B"): ("line",), ("A", "C"): ("line",)},
        ),
        (
            ranking("two", {"B": (1, 1), "A": (2, 1), "C": (3, 2)}, ["BC", "AC"]),
            {("A", "B"): ("order", "significance", "line"), ("B", "C"): ("significance", "line")},
        ),
    ],
    ids=["the same", "order", "a tie", "significance", "one more line", "no line", "everything"],
)
def test_what_is_disagreed_about(other, disagreements):
    assert found(ONE, other) == disagreements


def test_each_profile_gives_its_verdict():
    other = ranking("two", {"B": (1, 1), "C": (2, 1), "A": (2, 2)}, ["AB"], p=float("nan"))
    first = disagreements_of({"one": ONE, "two": other})[0]
    assert (first.a, first.b) == ("A", "B")
    one, two = first.verdicts
    assert (one.profile, one.better, one.p, one.winner, one.line) == ("one", "A", 0.5, "A", True)
    assert (two.profile, two.better, two.p, two.winner, two.line) == ("two", "B", None, "B", True)
    tied = next(d for d in disagreements_of({"one": ONE, "two": other}) if (d.a, d.b) == ("A", "C"))
    assert tied.verdicts[1].better is None
    assert first.to_dict() == {
        "a": "A",
        "b": "B",
        "about": ["order", "significance"],
        "verdicts": {
            "one": {"better": "A", "p": 0.5, "winner": "A", "line": True},
            "two": {"better": "B", "p": None, "winner": "B", "line": True},
        },
    }


def test_one_dissenter_of_three_is_enough():
    same, other = replace(ONE, profile="two"), ranking("three", {"A": (1, 1), "B": (2, 1), "C": (3, 1)})
    assert ("A", "B") in found(ONE, same, other)
    assert found(ONE, same) == {}


def test_a_system_that_a_profile_leaves_without_a_rank_is_a_disagreement():
    # ONE: A beats C; B is between them.
    without = ranking("two", {"A": (1, 1), "B": (2, 1)}, ["AB"])
    expected = {("A", "B"): ("line",), ("A", "C"): ("order", "significance", "line"), ("B", "C"): ("order",)}
    assert found(ONE, without) == found(without, ONE) == expected


def test_what_a_profile_does_not_rank_it_has_no_verdict_on():
    without = ranking("two", {"A": (1, 1), "B": (2, 1)}, ["AB"])
    (pair,) = [d for d in disagreements_of({"one": ONE, "two": without}) if (d.a, d.b) == ("B", "C")]
    assert pair.verdicts[1] == Verdict("two", better=None, p=None, winner=None, line=False)


@given(
    st.lists(
        st.fixed_dictionaries({"A": st.integers(0, 9), "B": st.integers(0, 9), "C": st.integers(0, 9)}),
        min_size=6,
        max_size=9,
    ),
    st.sampled_from([("holdfast", "riley"), ("wmt22", "wmt18"), ("wmt24", "wmt25", "mtme")]),
)
def test_disagreements_are_those_of_a_loop(study_of, documents, profiles):
    rows = [
        {"system": system, "document": f"d{i}", "segment": "1", "rater": f"r{i % 2}", "score": score}
        for i, scores in enumerate(documents)
        for system, score in scores.items()
    ]
    study = study_of(rows)
    rankings = {name: rank_study(study, profile_named(name)) for name in profiles}
    expected = {}
    for two in (("A", "B"), ("A", "C"), ("B", "C")):
        said = []
        for one in rankings.values():
            place = {s.system: s for s in one.systems}
            x, y = (place[name] for name in two)
            pair = next(p for p in one.pairs if {p.a, p.b} == set(two))
            order = (x.rank > y.rank) - (x.rank < y.rank)
            said.append((order, pair.significant, x.cluster != y.cluster))
        about = tuple(
            kind
            for kind, values in zip(("order", "significance", "line"), zip(*said, strict=True), strict=True)
            if len(set(values)) > 1
        )
        if about:
            expected[frozenset(two)] = about
    assert {frozenset((d.a, d.b)): d.about for d in disagreements_of(rankings)} == expected


def test_the_json_object():
    other = ranking("two", {"A": (1, 1), "C": (2, 2), "B": (3, 2)}, ["AB", "AC"])
    rankings = {"one": ONE, "two": other}
    comparison = ProfileComparison(
        signature="s", seed=5, profiles=rankings, disagreements=disagreements_of(rankings), warnings=()
    )
    found = comparison.to_dict()
    assert list(found) == ["signature", "seed", "profiles", "disagreements", "warnings"]
    assert found["profiles"] == {"one": ONE.to_dict(), "two": other.to_dict()}
    assert [(d["a"], d["b"], d["about"]) for d in found["disagreements"]] == [("B", "C", ["order"])]
    assert (found["signature"], found["seed"], found["warnings"]) == ("s", 5, [])
