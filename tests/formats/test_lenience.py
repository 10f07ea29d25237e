"""What spreadsheets do to tables."""

import numpy as np
import pytest

from holdfast._core.errors import BadValue, SimilarLabels, collected_warnings
from holdfast.api.read import read

HEADER = "System;Doc;Segment;Rater;Score\n"


@pytest.fixture
def written(tmp_path):
    def write(text, name="ratings.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def noted(path, **options):
    with collected_warnings() as notes:
        study = read(path, **options)
    return study, {note.kind: note.message for note in notes}


@pytest.mark.parametrize(("name", "separator"), [("a.csv", ";"), ("a.tsv", "\t")])
def test_decimal_commas_are_read_where_commas_do_not_separate(written, name, separator):
    text = "system;segment;score\nA;1;72,5\nB;1;-3\nB;2;\n".replace(";", separator)
    study, notes = noted(written(text, name))
    np.testing.assert_array_equal(study.ratings.score, [72.5, -3, np.nan])
    assert notes["GuessedColumns"] == "decimal commas are read as points in: score"


def test_two_decimal_commas_are_no_number(written):
    with pytest.raises(BadValue, match=r"'1\.234,5' is not a number"), collected_warnings():
        read(written("system;segment;score\nA;1;1,5\nB;1;1.234,5\n"))


def test_a_decimal_comma_in_quotes_between_commas_stays_an_error(written):
    with pytest.raises(BadValue, match="'1,5' is not a number"):
        read(written('system,segment,score\nA,1,"1,5"\n'))


def test_raters_of_a_wide_table_are_named_by_a_list(written):
    path = written("Engine,Doc,Seg,Anna,Ben,Note\nX,d,1,3,,ok\nX,d,2,4,5,fine\n")
    study, _ = noted(path, format="table:raters=Anna,Ben")
    assert study.ratings.rater.labels == ("Anna", "Ben")
    assert study.ratings.score.tolist() == [3, 4, 5]


def test_a_guessed_column_of_no_consequence_does_not_stop_the_reading(written):
    path = written("system,segment,score,Start\nA,1,5,14:00\n")
    study, notes = noted(path)
    assert np.isnan(study.ratings.started).all()
    assert "'Start' is not read as started: '14:00' is neither" in notes["GuessedColumns"]
    with pytest.raises(BadValue, match="'14:00' is neither"):
        read(path, format="table:started=Start")


def test_labels_that_look_alike_are_named(written):
    study, notes = noted(written("system,segment,score\nDeepL,1,5\ndeepl,1,6\nDeepL ,1,7\nX,1,8\n"))
    assert notes["SimilarLabels"] == "each counts as a system of its own: 'DeepL', 'deepl', 'DeepL '"
    assert len(study.ratings.system.labels) == 4
    assert SimilarLabels.__doc__


def test_rows_are_selected_by_the_names_of_the_file(written):
    path = written("Model,Seg,Points,Mood\nA,1,5,good\nB,1,6,bad\n")
    assert read(path, select={"Model": "B"}).ratings.score.tolist() == [6]
    assert read(path, select={"Mood": "good"}).ratings.score.tolist() == [5]
    assert "not used, but can be selected by: Mood" in read(path).provenance.conventions
