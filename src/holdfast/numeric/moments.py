"""Counts, means and standard deviations per group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from holdfast.numeric.arrays import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Moments:
    """Sufficient statistics of some values per group: all that an affine normaliser needs."""

    count: FloatArray
    mean: FloatArray
    squares: FloatArray
    """Sum of squared deviations from the group's mean."""

    def sd(self, ddof: int) -> FloatArray:
        """Return the standard deviation; NaN where too few values are there."""
        free = self.count - ddof
        return np.sqrt(np.divide(self.squares, free, out=np.full_like(free, np.nan), where=free > 0))


def moments(values: FloatArray, group: IntArray, groups: int) -> Moments:
    """Return the moments of finite ``values`` in each of ``groups`` groups."""
    count = np.bincount(group, minlength=groups).astype(float)
    mean = group_means(values, group, groups)
    squares = np.bincount(group, weights=(values - mean[group]) ** 2, minlength=groups)
    constant = _constant(values, group, groups)
    return Moments(count, mean, np.where(constant, 0.0, squares))


def group_means(values: FloatArray, group: IntArray, groups: int) -> FloatArray:
    """Return the mean per group; NaN for an empty one."""
    count = np.bincount(group, minlength=groups)
    total = np.bincount(group, weights=values, minlength=groups)
    means: FloatArray = np.divide(total, count, out=np.full(groups, np.nan), where=count > 0)
    return means


def _constant(values: FloatArray, group: IntArray, groups: int) -> BoolArray:
    """Say which groups hold one value only: a rounded mean may leave them a sum of squares of 1e-30."""
    low = np.full(groups, np.inf)
    high = np.full(groups, -np.inf)
    np.minimum.at(low, group, values)
    np.maximum.at(high, group, values)
    same: BoolArray = low == high
    return same
