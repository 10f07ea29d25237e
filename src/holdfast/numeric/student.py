"""Student's t for whole degrees of freedom, in closed form (no scipy.special: see numeric.normal)."""

from __future__ import annotations

from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

_EXPANDED_ABOVE = 500
"""The series is as long as there are degrees of freedom; above these the expansion is as exact."""


def t_central(t: float, df: int) -> float:
    """Return P(|T| ≤ t) for T with ``df`` degrees of freedom.

    The finite cosine series of Abramowitz and Stegun, 26.7.3 and 26.7.4.
    """
    theta = atan(t / sqrt(df))
    square = cos(theta) ** 2
    odd = df % 2
    term = cos(theta) if odd else 1.0
    total = 0.0
    for j in range(1, (df - 1) // 2 + 1 if odd else df // 2 + 1):
        total += term
        term *= square * (2 * j / (2 * j + 1) if odd else (2 * j - 1) / (2 * j))
    series = sin(theta) * total
    return 2 / pi * (theta + series) if odd else series


def t_quantile(confidence: float, df: int) -> float:
    """Return the t with P(|T| ≤ t) = ``confidence``."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    if df > _EXPANDED_ABOVE:
        return _expansion(z, df)
    low, high = 0.0, z
    while t_central(high, df) < confidence:
        low, high = high, 2 * high
    while high - low > 1e-13 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if t_central(middle, df) < confidence else (low, middle)
    return (low + high) / 2


def _expansion(z: float, df: int) -> float:
    """Return the quantile by its expansion around the normal one (Abramowitz and Stegun, 26.7.5)."""
    square = z * z
    terms = (
        z * (square + 1) / 4,
        z * ((5 * square + 16) * square + 3) / 96,
        z * (((3 * square + 19) * square + 17) * square - 15) / 384,
        z * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return z + sum(term / float(df) ** power for power, term in enumerate(terms, 1))
