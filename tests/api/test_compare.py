import json

import numpy as np
import pytest

import holdfast
from holdfast._core.errors import BadSetting, PermutationFloor, UnknownMethod
from holdfast.formats.canonical import write_table
from holdfast.model.study import Study
from holdfast.ranking.disagreements import disagreements_of
from holdfast.ranking.profiles import PROFILES
from holdfast.simulation.da_campaign import DaCampaign

pytestmark = pytest.mark.filterwarnings("ignore::holdfast._core.errors.HoldfastWarning")


@pytest.fixture(scope="module")
def study():
    return Study(DaCampaign(systems=5, documents=14, segments=3, raters=5)(np.random.default_rng(4)))


def rows(scores, **more):
    return [
        {"system": system, "document": f"d{i}", "segment": str(i), "rater": "r", "score": score} | more
        for system, row in scores.items()
        for i, score in enumerate(row)
    ]


def test_each_profile_ranks_as_it_does_alone(study):
    comparison = holdfast.compare(study, profiles=["holdfast", "wmt22", "mtme"], seed=3)
    assert list(comparison.profiles) == ["holdfast", "wmt22", "mtme"]
    for name, ranking in comparison.profiles.items():
        assert ranking == holdfast.rank(study, profile=name, seed=3)


def test_all_profiles_are_the_default(study):
    assert list(holdfast.compare(study).profiles) == list(PROFILES)


def test_profiles_may_disagree_about_the_order(study_of):
    # B has the lenient rater: raw, B is ahead; in the eyes of each rater it is A.
    data = rows({"A": [40 + i for i in range(8)], "B": [60 + i for i in range(8)]})
    for i, row in enumerate(data):
        row["rater"] = "lenient" if (row["system"] == "B") != (i % 8 == 7) else "strict"
    data[7]["score"], data[15]["score"] = 99, 5
    (found,) = holdfast.compare(study_of(data), profiles=["holdfast", "riley"]).disagreements
    assert {found.a, found.b} == {"A", "B"}
    assert "order" in found.about
    assert [verdict.better for verdict in found.verdicts] == ["B", "A"]


def test_profiles_may_disagree_about_significance_and_line(study_of):
    # Six segments in favour of A: six to a test of segments (2/64), but two documents only (2/4).
    data = rows({"A": [10, 12, 14, 16, 18, 20], "B": [9, 10, 11, 12, 13, 14]})
    for row in data:
        row["document"] = f"d{int(row['segment']) // 3}"
    (found,) = holdfast.compare(study_of(data), profiles=["holdfast", "wmt24"]).disagreements
    assert (found.a, found.b, found.about) == ("A", "B", ("significance", "line"))
    documents, segments = found.verdicts
    assert (documents.p, documents.winner, documents.line) == (0.5, None, False)
    assert (segments.p, segments.winner, segments.line) == (2 / 64, "A", True)


def test_profiles_may_disagree_about_the_line_alone(study_of):
    # The chain A > C, A > D, B > D (definitions §2): one cluster for WMT, [1, 1, 2, 2] for mtme's rule.
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(4, 40))
    noise -= noise.mean(axis=1, keepdims=True)
    means = np.array([[0.9], [0.6], [0.3], [0.0]])
    values = noise + means
    data = rows(dict(zip("ABCD", values.tolist(), strict=True)))
    one = holdfast.rank(study_of(data), test="wilcoxon:exact=no")
    other = holdfast.rank(study_of(data), test="wilcoxon:exact=no", lines="mtme")
    beaten = {(p.a, p.b) for p in one.pairs if p.significant}
    assert beaten == {("A", "C"), ("A", "D"), ("B", "D")}
    assert [s.cluster for s in one.systems] == [1, 1, 1, 1]
    assert [s.cluster for s in other.systems] == [1, 1, 2, 2]
    found = {(d.a, d.b): d.about for d in disagreements_of({"one": one, "other": other})}
    assert found == dict.fromkeys((("A", "C"), ("A", "D"), ("B", "C"), ("B", "D")), ("line",))


def test_where_the_data_leave_no_doubt_all_profiles_agree(study_of):
    data = rows({"A": range(80, 100), "B": range(50, 70), "C": range(20)})
    comparison = holdfast.compare(study_of(data))
    assert comparison.disagreements == ()
    assert all([s.cluster for s in r.systems] == [1, 2, 3] for r in comparison.profiles.values())


def test_the_json_object(study):
    found = json.loads(json.dumps(holdfast.compare(study, seed=2).to_dict(), allow_nan=False))
    assert list(found) == ["signature", "seed", "profiles", "disagreements", "warnings"]
    assert set(found["profiles"]) == set(PROFILES)
    assert found["profiles"]["riley"]["systems"][0]["rank"] == 1
    assert found["seed"] == found["profiles"]["mtme"]["seed"] == 2
    assert found["disagreements"]
    for one in found["disagreements"]:
        assert set(one) == {"a", "b", "about", "verdicts"}
        assert one["about"]
        assert set(one["about"]) <= {"order", "significance", "line"}
        assert list(one["verdicts"]) == list(PROFILES)
        for verdict in one["verdicts"].values():
            assert set(verdict) == {"better", "p", "winner", "line"}


def test_a_profile_named_twice_is_one(study):
    assert list(holdfast.compare(study, profiles=["riley", "wmt24", "riley"]).profiles) == ["riley", "wmt24"]


@pytest.mark.parametrize("profiles", [[], ["riley"], ["riley", "riley"]])
def test_two_profiles_are_needed(study, profiles):
    with pytest.raises(BadSetting, match="one profile cannot disagree with itself"):
        holdfast.compare(study, profiles=profiles)


def test_an_unknown_profile_gets_a_hint(study):
    with pytest.raises(UnknownMethod, match=r"no profile 'ryley'\. Did you mean 'riley'"):
        holdfast.compare(study, profiles=["ryley", "wmt24"])


def test_the_same_seed_means_the_same_bytes(study):
    one, other = (json.dumps(holdfast.compare(study, seed=6).to_dict()) for _ in range(2))
    assert one == other


def test_the_signature_says_all_that_is_needed_to_repeat_the_comparison(study, tmp_path):
    path = tmp_path / "ratings.csv"
    write_table(study.ratings, path)
    options = {"profiles": ["riley", "wmt24"]}
    plain = holdfast.compare(path, **options).signature
    for change in (
        {"select": {"kind": "output"}},
        {"format": "table:protocol=-:low=0"},
        {"profiles": ["riley", "wmt25"]},
        {"seed": 1},
    ):
        changed = holdfast.compare(path, **options | change)
        assert changed.signature != plain
    kept = holdfast.compare(path, **options, select={"kind": "output"})
    assert "select=kind=output" in kept.signature.split("|")


def test_warnings_of_a_profile_travel_with_its_ranking(study_of):
    data = rows({"A": [5, 6, 7, 8], "B": [1, 2, 3, 4]})
    comparison = holdfast.compare(study_of(data), profiles=["holdfast", "wmt22"])
    kinds = {name: {note.kind for note in ranking.warnings} for name, ranking in comparison.profiles.items()}
    assert kinds == {"holdfast": {"PermutationFloor"}, "wmt22": set()}


@pytest.mark.filterwarnings("default::holdfast._core.errors.HoldfastWarning")
def test_a_warning_reaches_the_caller_with_the_profile_that_gave_it(study_of):
    data = rows({"A": [5, 6, 7, 8], "B": [1, 2, 3, 4]})
    with pytest.warns(PermutationFloor, match="^holdfast: ") as caught:
        holdfast.compare(study_of(data), profiles=["holdfast", "wmt22"])
    assert len(caught) == 1
