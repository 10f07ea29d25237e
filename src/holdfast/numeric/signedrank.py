"""Wilcoxon's signed-rank test of paired differences."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from holdfast.numeric.arrays import FloatArray
from holdfast.numeric.normal import upper_tail
from holdfast.numeric.ties import CLOSE, tie_codes

_EXACT_UP_TO = 50


@dataclass(frozen=True, slots=True)
class SignedRank:
    """The rank sum of the positive differences; zero differences are left out (Wilcoxon's rule)."""

    positive: float
    n: int
    ties: float
    """Sum of t³ − t over equal |difference|."""
    zeros: int

    @property
    def favours(self) -> float:
        """How far the rank sum lies above its expectation."""
        return self.positive - self.n * (self.n + 1) / 4

    @property
    def reversed(self) -> SignedRank:
        """The same of the opposite differences."""
        return replace(self, positive=self.n * (self.n + 1) / 2 - self.positive)

    def greater(self, *, exact: bool) -> float:
        """Return p of 'the differences tend to be positive'."""
        return self._upper(self.positive, exact=exact)

    def two_sided(self, *, exact: bool) -> float:
        """Return the two-sided p value."""
        if self.n == 0:
            return float("nan")
        larger = max(self.positive, self.n * (self.n + 1) / 2 - self.positive)
        return min(1.0, 2 * self._upper(larger, exact=exact))

    def _upper(self, positive: float, *, exact: bool) -> float:
        if self.n == 0:
            return float("nan")
        if exact and self.n <= _EXACT_UP_TO and self.ties == 0 and self.zeros == 0:
            return float(_null_distribution(self.n)[int(positive) :].sum())
        mean = self.n * (self.n + 1) / 4
        variance = self.n * (self.n + 1) * (2 * self.n + 1) / 24 - self.ties / 48
        return float(upper_tail(np.array((positive - mean) / np.sqrt(variance))))


def signed_rank(differences: FloatArray) -> SignedRank:
    """Rank the absolute differences and sum the ranks of the positive ones."""
    size = np.abs(differences)
    order = np.argsort(size)
    order = order[size[order] > CLOSE]
    nonzero = differences[order]
    code = tie_codes(size[order])
    counts = np.bincount(code)
    ranks = np.cumsum(counts) - (counts - 1) / 2
    positive = float(ranks[code][nonzero > 0].sum())
    ties = float((counts.astype(float) ** 3 - counts).sum())
    return SignedRank(positive, nonzero.size, ties, differences.size - nonzero.size)


def _null_distribution(n: int) -> FloatArray:
    """Return the chance of each rank sum 0 … n(n+1)/2 when every sign is a fair coin."""
    chance = np.zeros(n * (n + 1) // 2 + 1)
    chance[0] = 1.0
    for rank in range(1, n + 1):
        chance[rank:] = (chance[rank:] + chance[: chance.size - rank]) / 2
        chance[:rank] /= 2
    return chance
