"""The normal distribution without scipy.special, whose import takes longer than a small analysis."""

from __future__ import annotations

from math import erfc, inf, nan, sqrt
from statistics import NormalDist

import numpy as np

from holdfast.numeric.arrays import FloatArray

_STANDARD = NormalDist()


def upper_tail(z: FloatArray) -> FloatArray:
    """Return P(Z ≥ z); NaN stays NaN."""
    return np.array([0.5 * erfc(value / sqrt(2)) for value in z.ravel().tolist()]).reshape(z.shape)


def upper_quantile(p: FloatArray) -> FloatArray:
    """Return the z with P(Z ≥ z) = p; infinite at 0 and 1, NaN stays NaN."""
    return np.array([_upper_quantile(value) for value in p.ravel().tolist()]).reshape(p.shape)


def _upper_quantile(p: float) -> float:
    if 0 < p < 1:
        return -_STANDARD.inv_cdf(p)
    return {0.0: inf, 1.0: -inf}.get(p, nan)


def stouffer(p: FloatArray) -> FloatArray:
    """Combine p values over the first axis, each with the same weight; NaN entries are left out."""
    z = upper_quantile(p)
    present = ~np.isnan(z)
    with np.errstate(invalid="ignore", divide="ignore"):
        total = np.where(present, z, 0.0).sum(axis=0) / np.sqrt(present.sum(axis=0))
    return upper_tail(total)
