import json
from dataclasses import FrozenInstanceError, fields, replace

import polars as pl
import pytest

from holdfast._core.errors import Note
from holdfast.ranking.result import Pair, RankedSystem, Ranking

NAN = float("nan")


def ranking():
    first = RankedSystem(
        system="A",
        rank=1,
        rank_low=1,
        rank_high=1,
        cluster=1,
        score=2.5,
        score_low=1.5,
        score_high=3.5,
        raw=2.5,
        z=NAN,
        segments=4,
        ratings=5,
        wins=1,
        losses=0,
    )
    second = RankedSystem(
        system="B",
        rank=2,
        rank_low=2,
        rank_high=2,
        cluster=2,
        score=1.0,
        score_low=NAN,
        score_high=NAN,
        raw=1.0,
        z=-0.5,
        segments=1,
        ratings=1,
        wins=0,
        losses=1,
    )
    return Ranking(
        signature="holdfast=0|seed=3",
        profile="holdfast",
        normalise="none",
        method="mean",
        test="ttest",
        lines="every-lower",
        adjust="none",
        alpha=0.05,
        unit="segment",
        better="higher",
        documents=4,
        seed=3,
        systems=(first, second),
        pairs=(Pair(a="A", b="B", effect=NAN, p=NAN, significant=False),),
        warnings=(Note("UnmatchedSegments", "none"),),
    )


def test_the_json_object_holds_every_field_and_null_for_what_is_undefined():
    found = json.loads(json.dumps(ranking().to_dict(), allow_nan=False))
    assert list(found) == [field.name for field in fields(Ranking)]
    assert list(found["systems"][0]) == [field.name for field in fields(RankedSystem)]
    assert (found["systems"][0]["z"], found["systems"][0]["score_low"]) == (None, 1.5)
    assert (found["systems"][1]["score_low"], found["systems"][1]["z"]) == (None, -0.5)
    assert found["pairs"] == [{"a": "A", "b": "B", "effect": None, "p": None, "significant": False}]
    assert found["warnings"] == [{"kind": "UnmatchedSegments", "message": "none"}]
    assert (found["alpha"], found["seed"], found["documents"]) == (0.05, 3, 4)


def test_the_keys_that_others_rely_on_are_there():
    # The table of commands in design.md.
    system = (
        "system rank rank_low rank_high cluster score score_low score_high raw z segments ratings wins losses"
    )
    found = ranking().to_dict()
    assert {"profile", "systems", "pairs"} <= set(found)
    assert set(system.split()) <= set(found["systems"][0])
    assert {"a", "b", "effect", "p", "significant"} <= set(found["pairs"][0])


def test_the_frame_has_a_row_for_each_system():
    frame = ranking().to_frame()
    assert frame["system"].to_list() == ["A", "B"]
    assert frame["z"].to_list() == [None, -0.5]
    assert frame.schema["score"] == pl.Float64
    assert frame.columns == [field.name for field in fields(RankedSystem)]


def test_a_column_may_be_undefined_for_long_before_its_first_number():
    last = ranking()
    many = replace(last, systems=(last.systems[0],) * 150 + (last.systems[1],))
    assert many.to_frame()["z"].to_list() == [None] * 150 + [-0.5]
    none = replace(last, systems=())
    assert none.to_frame().schema == last.to_frame().schema


def test_a_result_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        ranking().seed = 4
