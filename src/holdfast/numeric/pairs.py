"""All pairs of systems at once: differences on the segments that both have."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from holdfast.numeric.arrays import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class GroupedDifferences:
    """For each pair (first, second) the summed difference in each group of segments."""

    first: IntArray
    second: IntArray
    totals: FloatArray
    """Groups × pairs: sum over the group's common segments of first − second."""
    segments: IntArray
    """Common segments of each pair."""
    groups: IntArray
    """Groups in which a pair has common segments."""
    sums: FloatArray | None = None
    """Groups × systems, where no cell is missing: the differences of its columns are ``totals``."""


def upper_pairs(n: int) -> tuple[IntArray, IntArray]:
    """Return the index pairs i < j."""
    first, second = np.triu_indices(n, k=1)
    return first.astype(np.int64), second.astype(np.int64)


def grouped_differences(values: FloatArray, group: IntArray) -> GroupedDifferences:
    """Sum pair differences per group of segments, on common segments only.

    Parameters
    ----------
    values
        Systems × segments; NaN where a system has no score.
    group
        The group of each segment; groups are runs, numbered from 0 in order.

    """
    first, second = upper_pairs(values.shape[0])
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    present = ~np.isnan(values)
    if present.all():
        sums = np.add.reduceat(values, starts, axis=1)
        totals = (sums[first] - sums[second]).T
        whole = np.full(first.shape, values.shape[1])
        # Less their mean, so that sums of many keep the digits of differences however large the scores.
        centred = (sums - sums.mean(axis=0)).T
        return GroupedDifferences(first, second, totals, whole, np.full(first.shape, starts.size), centred)
    totals = np.empty((starts.size, first.size))
    groups = np.empty(first.size, dtype=np.int64)
    segments = np.empty(first.size, dtype=np.int64)
    for a in range(values.shape[0] - 1):
        mine = first == a
        both = present[a] & present[a + 1 :]
        difference = np.where(both, values[a] - values[a + 1 :], 0.0)
        totals[:, mine] = np.add.reduceat(difference, starts, axis=1).T
        groups[mine] = np.logical_or.reduceat(both, starts, axis=1).sum(axis=1)
        segments[mine] = both.sum(axis=1)
    return GroupedDifferences(first, second, totals, segments, groups)


def common_segments(values: FloatArray, a: int, b: int) -> FloatArray:
    """Return the two rows, in the columns where both have a value."""
    two = values[[a, b]]
    return two[:, ~np.isnan(two).any(axis=0)]
