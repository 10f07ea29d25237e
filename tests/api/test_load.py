from dataclasses import replace

import numpy as np
import pytest

from holdfast._core.errors import (
    BadSelection,
    MissingFile,
    UnknownFormat,
    UnknownMethod,
    UnknownScale,
    UsageError,
)
from holdfast.api.load import load, opened, selection_of
from holdfast.formats.canonical import write_table
from holdfast.model.column import Column
from holdfast.model.scale import Scale
from holdfast.model.spans import Spans
from holdfast.model.study import Study
from holdfast.protocols.builtin.mqm.rules import Mqm

ROWS = [
    {"lp": lp, "system": system, "document": "d", "segment": "1", "rater": "r", "score": score}
    for lp in ("cs-en", "de-en")
    for system, score in (("A", 10), ("B", 20))
]


@pytest.fixture
def two_pairs(ratings_of, tmp_path):
    path = tmp_path / "ratings.csv"
    write_table(replace(ratings_of(ROWS), protocol="da", scale=Scale(0, 100)), path)
    return path


def loaded(data, **options):
    return load(data, **{"format": None, "select": None, "weights": None} | options)


@pytest.mark.parametrize(
    ("select", "selection"),
    [
        (None, {}),
        ({}, {}),
        ({"lp": "cs-en"}, {"lp": ("cs-en",)}),
        ({"lp": ["cs-en", "de-en"], "kind": ("output",)}, {"lp": ("cs-en", "de-en"), "kind": ("output",)}),
    ],
)
def test_a_selection_is_written_one_way(select, selection):
    assert selection_of(select) == selection


def test_a_path_is_read_and_a_study_taken_as_it_is(two_pairs, study_of):
    select = {"lp": "cs-en"}
    by_text, by_path = (loaded(where, select=select) for where in (str(two_pairs), two_pairs))
    assert by_text.ratings == by_path.ratings
    assert by_text.provenance.digest
    in_memory = loaded(study_of(ROWS), select=select)
    assert in_memory.ratings.system == by_path.ratings.system
    assert in_memory.ratings.score.tolist() == by_path.ratings.score.tolist() == [10, 20]
    assert in_memory.provenance.digest == ""
    assert in_memory.provenance.selected == by_path.provenance.selected == {"lp": ("cs-en",)}


def test_a_named_format_reads_the_file(two_pairs):
    assert loaded(two_pairs, select={"lp": "cs-en"}).ratings.rater.given
    assert not loaded(two_pairs, format="table:rater=-", select={"lp": "cs-en"}).ratings.rater.given
    with pytest.raises(UnknownMethod, match="no format 'tables'"):
        loaded(two_pairs, format="tables")


def test_several_language_pairs_need_a_selection(two_pairs):
    with pytest.raises(BadSelection, match=r"2 values of lp: cs-en, de-en\. Choose one: --select lp=cs-en"):
        loaded(two_pairs)
    assert opened(two_pairs, None, None).ratings.lp.labels == ("cs-en", "de-en")


def test_what_is_not_there_is_refused(two_pairs, tmp_path):
    with pytest.raises(BadSelection, match="no rating has lp=xx-en"):
        loaded(two_pairs, select={"lp": "xx-en"})
    with pytest.raises(MissingFile):
        loaded(tmp_path / "nothing.csv")
    (tmp_path / "poem.txt").write_text("Shall I compare thee\nto a summer's day\n")
    with pytest.raises(UnknownFormat):
        loaded(tmp_path / "poem.txt")


def spans(*severities):
    n = len(severities)
    return Spans(
        rating=np.arange(n),
        side=Column.constant("target", n),
        start=np.full(n, -1),
        end=np.full(n, -1),
        category=Column.constant("accuracy", n),
        severity=Column.encode(severities),
        text=Column.constant("", n),
    )


@pytest.mark.parametrize(
    ("weights", "scores", "name"),
    [(None, [1, 5], "google"), ("unbabel:minor=2", [2, 5], "unbabel")],
)
def test_spans_are_weighed_and_the_weights_said(ratings_of, weights, scores, name):
    ratings = ratings_of(
        [{"system": s, "segment": "1", "score": None} for s in "AB"], scale=Mqm.scale, protocol="mqm"
    )
    study = loaded(Study(ratings, spans("minor", "major")), weights=weights)
    assert study.ratings.score.tolist() == scores
    assert study.provenance.weights.startswith(f"{name}:")


def test_without_spans_there_is_nothing_to_weigh(study_of):
    with pytest.raises(UsageError, match="no error spans to weigh"):
        loaded(study_of(ROWS[:2]), weights="google")


def test_a_file_that_says_nothing_of_its_scale_is_taken_with_a_warning(ratings_of, tmp_path):
    path = tmp_path / "ratings.csv"
    write_table(ratings_of(ROWS[:2]), path)
    with pytest.warns(UnknownScale, match="higher is taken for better"):
        loaded(path)
    assert loaded(path, format="table:better=lower").ratings.scale.better == "lower"
