"""Standard errors of means: segments of a document are not independent."""

from __future__ import annotations

import numpy as np

from holdfast._core.errors import UndefinedStatistic, warn
from holdfast.numeric.arrays import FloatArray, IntArray
from holdfast.numeric.student import t_quantile
from holdfast.ranking.base import SystemScores
from holdfast.scoring.aggregate import SegmentScores

CONFIDENCE = 0.95


def standard_errors(scores: SegmentScores) -> tuple[FloatArray, IntArray]:
    """Return the standard error of each system's mean over segments, and its degrees of freedom.

    The documents are the sample, and the mean is a ratio, of document sums to document sizes: its
    error is that of the jackknife which leaves out one document at a time. With residuals
    r_d = sum_d − size_d·mean the mean without document d is off by r_d / (n − size_d), and the variance
    is (D−1)/D·Σ (r_d / (n − size_d))² (Efron and Stein 1981).
    """
    present = ~np.isnan(scores.values)
    starts = np.flatnonzero(np.diff(scores.document, prepend=-1))
    size = np.add.reduceat(present, starts, axis=1, dtype=np.float64)
    total = np.add.reduceat(np.where(present, scores.values, 0.0), starts, axis=1)
    documents, n = (size > 0).sum(axis=1), size.sum(axis=1)
    residual = total - size * np.nan_to_num(scores.means())[:, None]
    rest = n[:, None] - size
    off = np.divide(residual, rest, out=np.zeros_like(residual), where=rest > 0)
    free = documents - 1
    variance = np.divide(free, documents, out=np.full(n.size, np.nan), where=free > 0) * (off**2).sum(axis=1)
    return np.sqrt(variance), free


def with_interval(score: FloatArray, error: FloatArray, free: IntArray) -> SystemScores:
    """Return the scores with their t intervals."""
    if (np.isnan(error) & ~np.isnan(score)).any():
        warn(UndefinedStatistic, "a score over one document, or over a domain of one, has no interval")
    quantile = {df: t_quantile(CONFIDENCE, df) for df in set(free.tolist()) if df > 0}
    half = error * np.array([quantile.get(df, np.nan) for df in free.tolist()])
    return SystemScores(score, score - half, score + half)
