import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.numeric.arrays import dense_codes, frozen


def test_a_frozen_array_cannot_be_written_to_and_its_origin_can():
    origin = np.array([1.0, 2.0])
    view = frozen(origin)
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 5.0
    with pytest.raises(ValueError, match="read-only"):
        view += 1
    origin[0] = 3.0
    assert view.tolist() == [3.0, 2.0]


@st.composite
def code_columns(draw, largest):
    rows = draw(st.integers(0, 12))
    column = st.lists(st.integers(-1, largest), min_size=rows, max_size=rows)
    return draw(st.lists(column, min_size=1, max_size=5))


@given(code_columns(2) | code_columns(2**31 - 1))
def test_dense_codes_number_the_sorted_distinct_rows(columns):
    rows = list(zip(*columns, strict=True))
    distinct = sorted(set(rows))
    codes, first = dense_codes(*(np.array(column, dtype=np.int32) for column in columns))
    assert codes.tolist() == [distinct.index(row) for row in rows]
    assert first.tolist() == [rows.index(row) for row in distinct]
    assert codes.dtype == first.dtype == np.int64


def test_dense_codes_of_many_wide_columns_do_not_overflow():
    # Five factors of about 2^31: a plain product would wrap around, and 2^64 apart is equal there.
    wide = np.array([2**31 - 2, 0, 2**31 - 2, 1], dtype=np.int32)
    codes, first = dense_codes(wide, wide, wide, wide, np.array([0, 1, 1, 0], dtype=np.int32))
    assert codes.tolist() == [2, 0, 3, 1]
    assert first.tolist() == [1, 3, 0, 2]
