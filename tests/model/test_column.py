import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.model.column import Column

values = st.lists(
    st.sampled_from(["refA", "Online-W", "", "ž"]) | st.none() | st.text(max_size=3), max_size=12
)


@given(values)
def test_encode_keeps_every_label_in_order_of_appearance(labels):
    column = Column.encode(labels)
    assert column.to_list() == labels
    assert len(column) == len(labels)
    assert column.labels == tuple(dict.fromkeys(label for label in labels if label is not None))
    assert column.codes.dtype == np.int32
    assert column.given == any(label is not None for label in labels)
    assert column.complete == all(label is not None for label in labels)


@st.composite
def column_and_rows(draw):
    labels = draw(values)
    mask = draw(st.lists(st.booleans(), min_size=len(labels), max_size=len(labels)))
    return labels, np.array(mask, dtype=np.bool_)


@given(column_and_rows())
def test_where_keeps_rows_and_only_labels_in_use(case):
    labels, mask = case
    kept = Column.encode(labels).where(mask)
    expected = [label for label, keep in zip(labels, mask.tolist(), strict=True) if keep]
    assert kept.to_list() == expected
    assert set(kept.labels) == set(expected) - {None}
    in_order = [label for label in Column.encode(labels).labels if label in kept.labels]
    assert list(kept.labels) == in_order
    assert kept.codes.dtype == np.int32


@given(values.filter(bool), st.data())
def test_where_takes_row_numbers_in_any_order_and_twice(labels, data):
    rows = data.draw(st.lists(st.integers(0, len(labels) - 1), max_size=15))
    kept = Column.encode(labels).where(np.array(rows, dtype=np.int64))
    assert kept.to_list() == [labels[row] for row in rows]


@given(column_and_rows())
def test_where_of_everything_changes_nothing(case):
    labels, _ = case
    column = Column.encode(labels)
    assert column.where(np.ones(len(labels), dtype=np.bool_)) == column


def test_a_row_without_a_label_never_takes_the_last_one():
    column = Column(("a", "b"), np.array([-1, 0, 1, -1], dtype=np.int32))
    assert column.to_list() == [None, "a", "b", None]
    assert column.where(np.array([0, 3])).labels == ()
    assert column.where(np.array([0, 2])).to_list() == [None, "b"]


@given(st.integers(0, 9))
def test_absent_has_no_label_anywhere(rows):
    column = Column.absent(rows)
    assert column.to_list() == [None] * rows
    assert column == Column.encode([None] * rows)
    assert not column.given
    assert column.complete == (rows == 0)


@given(st.text(max_size=3), st.integers(1, 9))
def test_constant_has_one_label_everywhere(label, rows):
    column = Column.constant(label, rows)
    assert column == Column.encode([label] * rows)
    assert column.given
    assert column.complete


@pytest.mark.parametrize(
    "column", [Column.encode(["a", None, "b"]), Column.constant("a", 3), Column.absent(3)], ids=repr
)
def test_codes_cannot_be_written_to(column):
    with pytest.raises(ValueError, match="read-only"):
        column.codes[0] = 5
    with pytest.raises(AttributeError):
        column.labels = ("c",)
    with pytest.raises(ValueError, match="read-only"):
        column.where(np.array([True, True, False])).codes[0] = 5


@given(values, values)
def test_columns_are_equal_iff_their_labels_are(one, other):
    assert (Column.encode(one) == Column.encode(other)) == (one == other)


def test_a_column_equals_nothing_else_and_cannot_be_hashed():
    column = Column.encode(["a"])
    assert column != ["a"]
    assert column != Column(("b",), column.codes)
    assert column != Column(("a",), np.array([0, 0], dtype=np.int32))
    with pytest.raises(TypeError, match="unhashable"):
        hash(column)


def test_a_column_survives_the_way_between_processes():
    column = Column.encode(["a", None, "b"])
    assert pickle.loads(pickle.dumps(column)) == column  # noqa: S301 - our own bytes
