from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.model.column import Column
from holdfast.model.spans import Spans


def spans_of(rating):
    n = len(rating)
    return Spans(
        rating=np.array(rating, dtype=np.int64),
        side=Column.encode(["target" if i % 3 else "source" for i in range(n)]),
        start=np.arange(n) * 10,
        end=np.arange(n) * 10 + 4,
        category=Column.encode([f"category {i % 2}" if i % 5 else None for i in range(n)]),
        severity=Column.encode([["minor", "major"][i % 2] for i in range(n)]),
        text=Column.encode([f"text {i}" for i in range(n)]),
    )


def rows_of(spans):
    return list(
        zip(
            spans.rating.tolist(),
            spans.side.to_list(),
            spans.start.tolist(),
            spans.end.tolist(),
            spans.category.to_list(),
            spans.severity.to_list(),
            spans.text.to_list(),
            strict=True,
        )
    )


@st.composite
def marked(draw):
    ratings = draw(st.integers(1, 6))
    rating = draw(st.lists(st.integers(0, ratings - 1), max_size=10))
    kept = draw(st.lists(st.booleans(), min_size=ratings, max_size=ratings))
    return spans_of(rating), np.array(kept, dtype=np.bool_)


@given(marked())
def test_spans_follow_their_ratings(case):
    spans, kept = case
    place = {old: new for new, old in enumerate(np.flatnonzero(kept).tolist())}
    expected = [(place[row[0]], *row[1:]) for row in rows_of(spans) if row[0] in place]
    got = spans.of_ratings(kept)
    assert rows_of(got) == expected
    assert len(got) == len(expected)


@pytest.mark.parametrize("name", ["rating", "start", "end"])
def test_arrays_cannot_be_written_to(name):
    spans = spans_of([0, 0, 1])
    for these in (spans, spans.of_ratings(np.array([True, False]))):
        with pytest.raises(ValueError, match="read-only"):
            getattr(these, name)[0] = 5
    with pytest.raises(FrozenInstanceError):
        setattr(spans, name, None)


@pytest.mark.parametrize("unit", ["code point", "utf-16"])
def test_offsets_keep_their_unit(unit):
    spans = replace(spans_of([0, 0, 1]), unit=unit)
    assert spans.of_ratings(np.array([True, False])).unit == unit


def test_offsets_count_code_points_unless_it_is_said():
    assert spans_of([0]).unit == "code point"
