import pickle
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import BadValue
from holdfast.model.column import Column
from holdfast.model.ratings import AXES, KINDS, LEVELS, Ratings
from holdfast.model.scale import Scale

NAN = np.nan
COLUMNS = (*AXES, "kind", "level")
ARRAYS = ("score", "n_errors", "started", "finished", "z", "rater_mean", "rater_sd")


def full():
    """Five ratings with something in every column, and something missing in most."""
    return Ratings(
        campaign=Column.constant("wmt22", 5),
        lp=Column.constant("cs-en", 5),
        domain=Column.encode(["news", "news", None, "social", "social"]),
        aspect=Column.constant("adequacy", 5),
        system=Column.encode(["A", "B", "A", "B", "A"]),
        document=Column.encode(["d1", "d1", "d1", "d2", None]),
        segment=Column.encode(["1", "1", "2", "3", "4"]),
        rater=Column.encode(["r1", "r1", "r2", "r2", None]),
        task=Column.encode(["t1", "t1", "t2", None, None]),
        kind=Column.encode(["output", "bad_reference", "output", "repeat", "output"]),
        level=Column.encode(["segment", "segment", "segment", "segment", "document"]),
        score=np.array([80.0, 20.0, NAN, 65.0, 70.0]),
        n_errors=np.array([0, 3, -1, 1, -1]),
        started=np.array([1.0, 2.0, NAN, 4.0, 5.0]),
        finished=np.array([1.5, 2.5, 3.5, 4.5, 5.5]),
        z=np.array([1.0, -1.0, NAN, 0.0, 0.1]),
        rater_mean=np.array([50.0, 50.0, 60.0, 60.0, NAN]),
        rater_sd=np.array([10.0, 10.0, 5.0, 5.0, NAN]),
        scale=Scale(0, 100),
        protocol="da",
    )


def least(**given):
    return Ratings.build(
        score=np.array([3.0, 4.0]),
        system=Column.encode(["A", "B"]),
        segment=Column.constant("1", 2),
        **given,
    )


def as_lists(ratings):
    listed = {name: getattr(ratings, name).to_list() for name in COLUMNS}
    return listed | {name: getattr(ratings, name).tolist() for name in ARRAYS}


def test_the_words_of_the_model_are_the_documented_ones():
    assert KINDS == ("output", "repeat", "bad_reference", "reference", "calibration", "tutorial")
    assert LEVELS == ("segment", "document")
    held = {field.name for field in fields(Ratings)}
    assert held == {*COLUMNS, *ARRAYS, "scale", "protocol"}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_cannot_be_written_to(name):
    for ratings in (full(), full().where(np.array([True, False, True, True, False]))):
        with pytest.raises(ValueError, match="read-only"):
            getattr(ratings, name)[0] = 5
        with pytest.raises(FrozenInstanceError):
            setattr(ratings, name, None)


rows_kept = st.lists(st.booleans(), min_size=5, max_size=5).map(lambda mask: np.array(mask, dtype=np.bool_))


@given(rows_kept | st.lists(st.integers(0, 4), max_size=7).map(lambda rows: np.array(rows, dtype=np.int64)))
def test_where_keeps_the_rows_of_every_column(rows):
    ratings = full()
    kept = ratings.where(rows)
    numbers = np.arange(5)[rows].tolist()
    assert len(kept) == len(numbers)
    for name, column in as_lists(ratings).items():
        np.testing.assert_array_equal(
            as_lists(kept)[name], [column[number] for number in numbers], strict=False
        )
    for name in COLUMNS:
        assert set(getattr(kept, name).labels) == set(as_lists(kept)[name]) - {None}
    assert (kept.scale, kept.protocol) == (ratings.scale, ratings.protocol)


def test_where_leaves_out_what_is_not_there():
    kept = least().where(np.array([1]))
    assert kept.z is None
    assert kept.score.tolist() == [4.0]


@pytest.mark.parametrize(
    ("kinds", "rows"),
    [
        (("output",), [True, False, True, False, True]),
        (("output", "repeat"), [True, False, True, True, True]),
        (("tutorial",), [False] * 5),
        ((), [False] * 5),
    ],
)
def test_of_kind(kinds, rows):
    assert full().of_kind(*kinds).tolist() == rows


def test_of_level():
    assert full().of_level("document").tolist() == [False, False, False, False, True]
    assert full().of_level("segment").tolist() == [True, True, True, True, False]


def test_rows_without_a_kind_are_of_no_kind():
    ratings = least(kind=Column.encode([None, "output"]))
    assert ratings.of_kind(*KINDS).tolist() == [False, True]


def test_build_fills_in_what_is_not_known():
    ratings = least()
    assert len(ratings) == 2
    for name in set(AXES) - {"system", "segment"}:
        assert getattr(ratings, name) == Column.absent(2)
    assert ratings.kind == Column.constant("output", 2)
    assert ratings.level == Column.constant("segment", 2)
    assert ratings.n_errors.tolist() == [-1, -1]
    assert np.isnan([ratings.started, ratings.finished]).all()
    assert (ratings.z, ratings.rater_mean, ratings.rater_sd, ratings.protocol) == (None, None, None, None)
    assert ratings.scale == Scale()


def test_build_takes_what_is_known():
    raters = Column.constant("r1", 2)
    ratings = least(rater=raters, z=np.array([0.0, 1.0]), scale=Scale(0, 6), protocol="sqm")
    assert ratings.rater == raters
    assert ratings.z.tolist() == [0.0, 1.0]
    assert (ratings.scale, ratings.protocol) == (Scale(0, 6), "sqm")
    with pytest.raises(TypeError, match="colour"):
        least(colour=raters)


def test_the_table_of_full_ratings():
    frame = full().to_frame()
    assert frame.to_dict(as_series=False) == {
        "campaign": ["wmt22"] * 5,
        "lp": ["cs-en"] * 5,
        "domain": ["news", "news", None, "social", "social"],
        "aspect": ["adequacy"] * 5,
        "system": ["A", "B", "A", "B", "A"],
        "document": ["d1", "d1", "d1", "d2", None],
        "segment": ["1", "1", "2", "3", "4"],
        "rater": ["r1", "r1", "r2", "r2", None],
        "task": ["t1", "t1", "t2", None, None],
        "kind": ["output", "bad_reference", "output", "repeat", "output"],
        "level": ["segment", "segment", "segment", "segment", "document"],
        "score": [80.0, 20.0, None, 65.0, 70.0],
        "z": [1.0, -1.0, None, 0.0, 0.1],
        "rater_mean": [50.0, 50.0, 60.0, 60.0, None],
        "rater_sd": [10.0, 10.0, 5.0, 5.0, None],
        "started": [1.0, 2.0, None, 4.0, 5.0],
        "finished": [1.5, 2.5, 3.5, 4.5, 5.5],
        "n_errors": [0, 3, None, 1, None],
    }
    assert frame.schema["score"] == pl.Float64
    assert frame.schema["n_errors"] == pl.Int64


def test_the_table_leaves_out_empty_columns_but_never_the_score():
    assert least().to_frame().to_dict(as_series=False) == {
        "system": ["A", "B"],
        "segment": ["1", "1"],
        "kind": ["output", "output"],
        "level": ["segment", "segment"],
        "score": [3.0, 4.0],
    }
    unscored = replace(least(z=np.array([NAN, NAN])), score=np.array([NAN, NAN])).to_frame()
    assert unscored["score"].to_list() == [None, None]
    assert "z" not in unscored.columns


@given(rows_kept)
def test_the_table_of_kept_rows_is_the_kept_rows_of_the_table(rows):
    short, long = full().where(rows).to_frame(), full().to_frame().filter(pl.Series(rows))
    for name in long.columns:
        if name in short.columns:
            assert short[name].to_list() == long[name].to_list()
        else:
            assert long[name].null_count() == long.height


def test_equal_ratings_are_equal():
    assert full() == full()
    assert full().where(np.ones(5, dtype=np.bool_)) == full()
    assert least() == least()
    assert full() != "ratings"
    assert pickle.loads(pickle.dumps(full())) == full()  # noqa: S301 - our own bytes


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, Column.encode(["other", None, None, None, None])) for name in COLUMNS]
    + [(name, np.array([9, 9, 9, 9, 9])) for name in ARRAYS]
    + [(name, None) for name in ("z", "rater_mean", "rater_sd", "protocol")]
    + [("scale", Scale(0, 101)), ("protocol", "sqm")],
)
def test_one_difference_makes_ratings_unequal(name, value):
    other = replace(full(), **{name: value})
    assert full() != other
    assert other != full()


def test_ratings_cannot_be_hashed():
    with pytest.raises(TypeError, match="unhashable"):
        hash(full())


@pytest.mark.parametrize("name", [*COLUMNS, *ARRAYS])
def test_columns_of_unequal_length_are_refused(name):
    value = Column.constant("x", 4) if name in COLUMNS else np.zeros(4)
    with pytest.raises(BadValue, match="shape") as caught:
        replace(full(), **{name: value})
    assert caught.value.column
    assert caught.value.hint


def test_arrays_have_one_dimension():
    with pytest.raises(BadValue, match="score has the shape"):
        replace(full(), score=np.zeros((5, 1)))


@pytest.mark.parametrize("code", [-2, 1, 7])
@pytest.mark.parametrize("name", COLUMNS)
def test_codes_without_a_label_are_refused(name, code):
    with pytest.raises(BadValue, match=f"{name} has the code {code}, but 1 labels"):
        replace(full(), **{name: Column(("x",), np.array([0, -1, 0, code, 0], dtype=np.int32))})


@pytest.mark.parametrize("score", [np.inf, -np.inf, 1.1e100, -1e300])
def test_scores_beyond_computing_are_refused(score):
    with pytest.raises(BadValue, match="lies outside what can be computed with") as caught:
        least().build(
            score=np.array([NAN, score]), system=Column.constant("A", 2), segment=Column.constant("1", 2)
        )
    assert caught.value.column == "score"


def test_large_scores_and_no_ratings_are_let_pass():
    assert replace(least(), score=np.array([1e100, -1e100])).score.tolist() == [1e100, -1e100]
    assert len(full().where(np.zeros(5, dtype=np.bool_))) == 0
