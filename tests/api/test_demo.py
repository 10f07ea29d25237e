import json

import pytest

import holdfast
from holdfast._core.errors import UnwritableFile

pytestmark = pytest.mark.filterwarnings("ignore::holdfast._core.errors.HoldfastWarning")


def test_the_ratings_are_written_and_ranked(tmp_path):
    demo = holdfast.demo(tmp_path / "demo", seed=3)
    assert demo.ratings == str(tmp_path / "demo" / "ratings.csv")
    assert demo.ranking == holdfast.rank(demo.ratings, seed=3)
    assert (demo.signature, demo.seed) == (demo.ranking.signature, 3)
    study = holdfast.read(demo.ratings)
    assert len(study.ratings.system.labels) == len(demo.ranking.systems) == 8
    assert set(study.ratings.kind.labels) == {"output", "repeat", "bad_reference"}


def test_a_seed_means_the_same_campaign(tmp_path):
    one, same, other = (
        holdfast.demo(tmp_path / name, seed=seed) for name, seed in (("a", 1), ("b", 1), ("c", 2))
    )
    texts = [(tmp_path / name / "ratings.csv").read_bytes() for name in "abc"]
    assert texts[0] == texts[1] != texts[2]
    assert one.ranking == same.ranking
    assert [s.score for s in one.ranking.systems] != [s.score for s in other.ranking.systems]


def test_the_json_object(tmp_path):
    demo = holdfast.demo(tmp_path)
    found = json.loads(json.dumps(demo.to_dict(), allow_nan=False))
    assert list(found) == ["signature", "seed", "ratings", "ranking"]
    assert found["ranking"]["systems"][0]["system"] == demo.ranking.systems[0].system


def test_a_place_that_cannot_be_written_to_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnwritableFile):
        holdfast.demo(tmp_path / "file")
