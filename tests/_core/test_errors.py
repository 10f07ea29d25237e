import contextvars
import inspect
import json
import pickle
import re
import warnings
from dataclasses import FrozenInstanceError
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holdfast
from holdfast._core import errors
from holdfast._core.errors import (
    BadSetting,
    BadValue,
    ConstantRater,
    HoldfastError,
    HoldfastWarning,
    InputError,
    MissingRaters,
    Note,
    UndefinedStatistic,
    UnknownScale,
    UsageError,
    collected_warnings,
    printable,
    reissue,
    warn,
)
from holdfast.protocols.weights.base import WEIGHTS


def classes_below(parent):
    return [cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, parent)]


ERRORS = classes_below(HoldfastError)
WARNINGS = classes_below(HoldfastWarning)


def drawn_tree():
    """Read (class → parent) from the drawing in the module's docstring."""
    parents, last_at = {}, {}
    for line in errors.__doc__.splitlines():
        drawn = re.match(r"([│├└─ ]*)([A-Z]\w+)(?: {2,}|$)", line)
        if drawn:
            depth = len(drawn[1]) // 4
            parents[drawn[2]] = last_at.get(depth - 1)
            last_at[depth] = drawn[2]
    return parents


def test_the_drawn_tree_is_the_tree_of_classes():
    actual = {cls.__name__: cls.__base__.__name__ for cls in ERRORS}
    actual["HoldfastError"] = None
    assert drawn_tree() == actual


def test_every_error_is_of_the_data_or_of_the_call():
    for cls in set(ERRORS) - {HoldfastError}:
        assert issubclass(cls, InputError) != issubclass(cls, UsageError), cls


@pytest.mark.parametrize("cls", [*ERRORS, *WARNINGS], ids=lambda cls: cls.__name__)
def test_every_class_says_what_it_means(cls):
    assert re.match(r"[A-Z].*\.$", vars(cls).get("__doc__") or "", re.DOTALL)


@pytest.mark.parametrize(
    ("place", "where"),
    [
        ({}, ""),
        ({"file": "a.tsv"}, "a.tsv"),
        ({"file": "a.tsv", "line": 7}, "a.tsv:7"),
        ({"file": "a.tsv", "line": 7, "column": "score"}, "a.tsv:7:score"),
        ({"file": "a.tsv", "line": 7, "column": 3}, "a.tsv:7:3"),
        ({"file": "a.tsv", "column": "score"}, "a.tsv:score"),
        ({"line": 0, "column": 0}, "0:0"),
    ],
)
def test_where_lists_what_is_known(place, where):
    error = BadValue("it is text", hint="Write a number", **place)
    assert error.where == where
    assert str(error) == (f"{where}: " if where else "") + "it is text. Write a number."


def test_without_a_hint_the_message_is_all():
    assert str(HoldfastError("nothing here")) == "nothing here."


def test_to_dict_is_the_documented_object():
    error = BadValue("it is text", hint="Write a number", file="a.tsv", line=7, column="score")
    assert error.to_dict() == {
        "kind": "BadValue",
        "message": "it is text",
        "file": "a.tsv",
        "line": 7,
        "column": "score",
        "hint": "Write a number",
    }
    assert json.loads(json.dumps(BadSetting("no").to_dict())) == {
        "kind": "BadSetting",
        "message": "no",
        "file": None,
        "line": None,
        "column": None,
        "hint": None,
    }


def test_an_error_survives_the_way_between_processes():
    error = BadValue("it is text", hint="Write a number", file="a.tsv", line=7, column="score")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(copy) is BadValue
    assert copy.to_dict() == error.to_dict()


@given(st.text(), st.text(), st.text())
def test_an_error_is_one_printable_line_whatever_the_data(message, file, column):
    text = str(BadValue(message, hint=message, file=file, line=1, column=column))
    assert text.isprintable()
    text.encode()


@given(st.text())
def test_printable_changes_only_what_cannot_be_printed(text):
    shown = printable(text)
    assert shown.isprintable()
    assert printable(shown) == shown
    kept = "".join(c for c in text if c.isprintable())
    assert (shown == text) == (kept == text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "a\\nb"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\u202e", "\\u202e"),
        ("\udc80", "\\udc80"),
        ("žα→", "žα→"),
    ],
)
def test_printable_escapes(text, shown):
    assert printable(text) == shown


def analysis():
    warn(ConstantRater, "rater r1 gave one score only")


def test_a_warning_points_at_the_first_caller_outside_the_package(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text("system,segment,score\nA,1,5\nB,1,6\n")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        holdfast.rank(path)
    assert UnknownScale in {record.category for record in caught}
    assert {record.filename for record in caught} == {__file__}


def test_without_a_collector_a_warning_is_pythons_and_points_at_the_caller():
    with pytest.warns(ConstantRater, match="^rater r1 gave one score only$") as caught:
        analysis()
    assert [record.filename for record in caught] == [__file__]


def test_a_collector_gathers_each_warning_once_in_order():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with collected_warnings() as notes:
            analysis()
            warn(MissingRaters, "no raters")
            analysis()
            warn(ConstantRater, "no raters")
    assert notes == [
        Note("ConstantRater", "rater r1 gave one score only"),
        Note("MissingRaters", "no raters"),
        Note("ConstantRater", "no raters"),
    ]
    assert notes[0].to_dict() == {"kind": "ConstantRater", "message": "rater r1 gave one score only"}


def test_a_note_and_a_registry_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Note("ConstantRater", "a text").message = "another"
    with pytest.raises(FrozenInstanceError):
        WEIGHTS.rows = {}


def test_an_inner_collector_keeps_its_warnings_until_they_are_reissued():
    with collected_warnings() as outer:
        warn(MissingRaters, "before")
        with collected_warnings() as inner:
            analysis()
        assert outer == [Note("MissingRaters", "before")]
        warn(MissingRaters, "after")
        reissue(inner)
        reissue(inner)
    assert [note.message for note in outer] == ["before", "after", "rater r1 gave one score only"]
    assert len(inner) == 1


def test_a_collector_ends_with_its_block_even_after_an_error():
    with pytest.raises(BadValue), collected_warnings() as notes:
        raise BadValue("it is text")
    with pytest.warns(ConstantRater):
        analysis()
    assert notes == []


def test_a_collector_is_not_seen_by_other_threads():
    caught = []

    def elsewhere():
        with collected_warnings() as notes:
            warn(UndefinedStatistic, "there")
        caught.extend(notes)

    with collected_warnings() as here:
        thread = Thread(target=contextvars.Context().run, args=(elsewhere,))
        thread.start()
        thread.join()
    assert here == []
    assert caught == [Note("UndefinedStatistic", "there")]


@pytest.mark.parametrize("category", sorted(set(WARNINGS) - {HoldfastWarning}, key=lambda cls: cls.__name__))
def test_every_named_warning_can_be_reissued(category):
    with collected_warnings() as notes:
        warn(category, "a text")
    with pytest.warns(HoldfastWarning, match="^a text$") as caught:
        reissue(notes)
    assert [record.category for record in caught] == [category]
