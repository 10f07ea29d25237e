"""Names of array types, and arrays that cannot be written to."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]
CodeArray: TypeAlias = NDArray[np.int32]
BoolArray: TypeAlias = NDArray[np.bool_]

S = TypeVar("S", bound=np.generic)

_LARGEST = np.iinfo(np.int64).max


def frozen(array: NDArray[S]) -> NDArray[S]:
    """Return a view of an array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def dense_codes(*columns: NDArray[Any]) -> tuple[IntArray, IntArray]:
    """Give every distinct row of some code columns a number.

    Returns
    -------
    codes
        For every row the number of its combination, in the sorted order of the columns.
    first
        For every combination the position of its first row.

    """
    key = np.zeros(columns[0].shape[0], dtype=np.int64)
    for column in columns:
        width = int(column.max(initial=-1)) + 2
        if int(key.max(initial=0)) >= _LARGEST // width:
            key = _numbered(key)[0]
        key = key * width + (column.astype(np.int64) + 1)
    return _numbered(key)


def _numbered(key: IntArray) -> tuple[IntArray, IntArray]:
    """Number non-negative keys in order: np.unique would load numpy.ma, a part of the start-up's time."""
    order = np.argsort(key, kind="stable")
    new = np.diff(key[order], prepend=-1) != 0
    codes = np.empty_like(key)
    codes[order] = np.cumsum(new) - 1
    return codes, order[new]
