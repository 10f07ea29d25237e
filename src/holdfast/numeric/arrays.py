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
            key = np.unique(key, return_inverse=True)[1]
        key = key * width + (column.astype(np.int64) + 1)
    _, first, codes = np.unique(key, return_index=True, return_inverse=True)
    return codes.astype(np.int64), first.astype(np.int64)
