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
