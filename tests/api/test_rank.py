import json

import numpy as np
import pytest

import holdfast
from holdfast._core.errors import BadSetting, MissingFile, NormalisationChangesOrder, UnknownMethod
from holdfast.formats.canonical import write_table
from holdfast.model.study import Study
from holdfast.ranking.profiles import PROFILES
from holdfast.simulation.da_campaign import DaCampaign


@pytest.fixture(scope="module")
def study():
    return Study(DaCampaign(systems=4, documents=12, segments=3, raters=4)(np.random.default_rng(1)))


@pytest.fixture(scope="module")
def path(study, tmp_path_factory):
    path = tmp_path_factory.mktemp("rank") / "ratings.csv"
    write_table(study.ratings, path)
    return path


pytestmark = pytest.mark.filterwarnings("ignore::holdfast._core.errors.HoldfastWarning")


def said(ranking):
    return dict(part.split("=", 1) for part in ranking.signature.split("|") if not part.startswith("select="))


@pytest.mark.parametrize("profile", PROFILES)
def test_a_file_ranks_as_what_was_written_to_it(study, path, profile):
    from_file, from_memory = (holdfast.rank(data, profile=profile).to_dict() for data in (path, study))
    for key in from_file:
        if key != "signature":
            assert from_file[key] == from_memory[key]


def test_every_cell_can_be_given(study):
    ranking = holdfast.rank(
        study,
        profile="wmt22",
        normalise="mean",
        method="mean:domains=yes",
        test="ttest:paired=no",
        lines="spanning",
        adjust="bh",
        alpha=0.2,
        unit="rating",
        seed=9,
    )
    found = {
        key: getattr(ranking, key) for key in ("profile", "normalise", "method", "test", "lines", "adjust")
    }
    assert found == {
        "profile": "wmt22",
        "normalise": "mean",
        "method": "mean:domains=yes",
        "test": "ttest:alternative=two-sided:paired=no",
        "lines": "spanning",
        "adjust": "bh",
    }
    assert (ranking.alpha, ranking.unit, ranking.seed) == (0.2, "rating", 9)
    cells = {key: value for key, value in said(ranking).items() if key in found}
    assert cells == found


def test_the_signature_says_what_was_read_and_what_was_kept(study, path):
    ranking = holdfast.rank(path, select={"rater": ["rater01", "rater02"], "kind": "output"}, format="table")
    parts = ranking.signature.split("|")
    assert parts[0] == f"holdfast={holdfast.__version__}"
    assert [part for part in parts if part.startswith("select=")] == [
        "select=kind=output",
        "select=rater=rater01",
        "select=rater=rater02",
    ]
    digest = holdfast.read(path).provenance.files[0].sha256
    assert said(ranking)["data"] == digest[:12]
    assert said(ranking)["reader"].startswith("table:")
    assert said(holdfast.rank(study))["data"] == "memory"
    assert "reader" not in said(holdfast.rank(study))


def test_a_ranking_can_be_repeated_from_its_signature(path):
    ranking = holdfast.rank(path, profile="riley", select={"rater": "rater01"}, lines="mtme", seed=5)
    keys = said(ranking)
    again = holdfast.rank(
        path,
        format=keys["reader"],
        select={"rater": "rater01"},
        profile=keys["profile"],
        **{cell: keys[cell] for cell in ("normalise", "method", "test", "lines", "adjust", "unit")},
        alpha=float(keys["alpha"]),
        seed=int(keys["seed"]),
    )
    assert json.dumps(again.to_dict()) == json.dumps(ranking.to_dict())


@pytest.mark.parametrize("name", ["two\nlines", "a|b", "a=b"])
def test_the_signature_is_one_line_whatever_was_selected(study_of, name):
    rows = [{"system": s, "domain": name, "segment": "1", "document": "d", "score": 1} for s in "AB"]
    ranking = holdfast.rank(study_of(rows), select={"domain": name})
    assert ranking.signature.isprintable()
    parts = ranking.signature.split("|")
    assert [part.split("=")[0] for part in parts[:4]] == ["holdfast", "data", "select", "profile"]


def test_warnings_travel_with_the_ranking_and_reach_the_caller(study_of):
    rows = [
        {"system": s, "document": f"d{i}", "segment": "1", "rater": r, "score": score}
        for s, r, score in (("A", "strict", 40), ("B", "lenient", 70))
        for i in range(7)
        for score in [score + i]
    ]
    rows += [
        {"system": s, "document": "e", "segment": "1", "rater": r, "score": score}
        for s, r, score in (("A", "lenient", 99), ("B", "strict", 20))
    ]
    with pytest.warns(NormalisationChangesOrder, match="try --normalise zscore"):
        ranking = holdfast.rank(study_of(rows))
    assert [note.kind for note in ranking.warnings] == ["NormalisationChangesOrder"]


@pytest.mark.filterwarnings("error::holdfast._core.errors.HoldfastWarning")
def test_without_a_reason_nothing_is_warned_of(study_of):
    rows = [
        {"system": s, "document": f"d{i}", "segment": "1", "rater": "r", "score": base + i}
        for s, base in (("A", 50), ("B", 20))
        for i in range(7)
    ]
    assert holdfast.rank(study_of(rows)).warnings == ()


def test_settings_are_checked_before_the_file_is_opened(tmp_path):
    nowhere = tmp_path / "nothing.csv"
    for options in ({"test": "ttset"}, {"profile": "wmt19"}, {"normalise": "z"}, {"unit": "word"}):
        with pytest.raises(UnknownMethod):
            holdfast.rank(nowhere, **options)
    with pytest.raises(BadSetting):
        holdfast.rank(nowhere, alpha=2.0)
    with pytest.raises(MissingFile):
        holdfast.rank(nowhere)


def test_a_negative_seed_is_refused_as_a_setting(study):
    with pytest.raises(BadSetting, match="seed"):
        holdfast.rank(study, seed=-1)
