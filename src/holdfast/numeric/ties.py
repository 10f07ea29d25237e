"""Equal numbers that are not equal in their last bits."""

from __future__ import annotations

import numpy as np

from holdfast.numeric.arrays import FloatArray, IntArray

CLOSE = 1e-12
"""Sums of the same numbers in another order differ by less than this, relative to 1 or to themselves."""


def tie_codes(ascending: FloatArray) -> IntArray:
    """Number ascending values from 0; those that are equal but for their last bits get the same number."""
    step = np.diff(ascending, prepend=ascending[:1])
    return np.cumsum(step > CLOSE * np.maximum(1.0, np.abs(ascending)))


def snapped(values: FloatArray) -> FloatArray:
    """Make numbers that are equal but for their last bits the same number; NaN stays NaN."""
    flat = values.ravel().copy()
    known = np.flatnonzero(~np.isnan(flat))
    order = known[np.argsort(flat[known])]
    codes = tie_codes(flat[order])
    first = np.flatnonzero(np.diff(codes, prepend=-1))
    flat[order] = flat[order][first][codes]
    return flat.reshape(values.shape)
