import pytest
from numpy.random import default_rng

import holdfast
from holdfast._core.errors import BadSelection
from holdfast.formats.canonical import write_table
from holdfast.simulation.da_campaign import DaCampaign


@pytest.fixture
def campaign():
    return DaCampaign(systems=3, documents=4, segments=2, raters=3)(default_rng(0))


def test_a_file_is_read(campaign, tmp_path):
    write_table(campaign, tmp_path / "ratings.csv")
    study = holdfast.read(tmp_path / "ratings.csv")
    assert study.ratings.to_frame().equals(campaign.to_frame())
    assert (study.ratings.protocol, study.ratings.scale) == ("da", campaign.scale)


def test_several_language_pairs_may_stand_in_what_is_read(study_of):
    rows = [{"lp": lp, "system": "A", "segment": "1", "score": 1} for lp in ("cs-en", "de-en")]
    study = study_of(rows)
    assert holdfast.read(study).ratings.lp.labels == ("cs-en", "de-en")
    assert holdfast.read(study, select={"lp": "de-en"}).ratings.lp.labels == ("de-en",)


def test_what_is_selected_twice_is_selected_once(study_of):
    rows = [{"lp": lp, "system": s, "segment": "1", "score": 1} for lp in ("cs-en", "de-en") for s in "AB"]
    once = holdfast.read(study_of(rows), select={"lp": "de-en"})
    twice = holdfast.read(holdfast.read(once, select={"system": "A"}), select={"lp": "de-en"})
    assert twice.provenance.selected == {"lp": ("de-en",), "system": ("A",)}
    assert len(twice.ratings) == 1
    with pytest.raises(BadSelection, match="no rating has lp=cs-en"):
        holdfast.read(once, select={"lp": "cs-en"})


def test_scores_off_the_scale_are_refused(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text("system,segment,score\nA,1,101\n")
    with pytest.raises(holdfast._core.errors.BadValue):
        holdfast.read(path, format="table:protocol=da")
