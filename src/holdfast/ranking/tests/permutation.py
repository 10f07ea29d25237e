"""The paired permutation test, with documents as groups (Riley et al. 2024, §5)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from holdfast._core.checks import at_least
from holdfast.numeric.arrays import FloatArray
from holdfast.numeric.pairs import GroupedDifferences, grouped_differences
from holdfast.numeric.signflip import Contrasts, all_flips, extreme_counts, random_flips
from holdfast.ranking.base import PairTests
from holdfast.scoring.aggregate import SegmentScores

_BATCH = 2_500


@dataclass(frozen=True, slots=True)
class Permutation:
    """Swap the labels of two systems, a document at a time, and compare the differences of means.

    Only segments that both systems have take part. Where all swaps are no more than ``permutations``
    (a two-sided test does without the opposite of each), each is tried once and p is exact.
    """

    name: ClassVar[str] = "permutation"
    on_shared_segments: ClassVar[bool] = True
    permutations: int = 10_000
    groups: Literal["document", "segment"] = "document"
    """What is swapped together."""
    alternative: Literal["greater", "two-sided"] = "two-sided"
    plus_one: bool = True
    """p = (c + 1) / (n + 1) of n drawn permutations, else c / n, which may be 0."""

    def __post_init__(self) -> None:
        at_least("permutation:permutations", self.permutations, 1)

    @property
    def p_can_be_zero(self) -> bool:
        """Whether no draw counts for itself."""
        return not self.plus_one

    def __call__(self, scores: SegmentScores, rng: np.random.Generator, batch: int = _BATCH) -> PairTests:
        """Test every pair of systems; the p values do not depend on ``batch``."""
        segments = scores.values.shape[1]
        group = scores.document if self.groups == "document" else np.arange(segments)
        pairs = grouped_differences(scores.better, group)
        systems = len(scores.systems)
        p, effect = np.full((2, systems, systems), np.nan)
        compared = pairs.segments > 0
        total = pairs.totals.sum(axis=0)
        mean = np.divide(total, pairs.segments, out=np.full(total.size, np.nan), where=compared)
        effect[pairs.first, pairs.second] = mean
        effect[pairs.second, pairs.first] = -mean
        again = deepcopy(rng)  # the same swaps in both directions, whichever system is named first
        below = self._p(pairs, 1, rng, batch)
        above = below if self.alternative == "two-sided" else self._p(pairs, -1, again, batch)
        p[pairs.first, pairs.second] = np.where(compared, below, np.nan)
        p[pairs.second, pairs.first] = np.where(compared, above, np.nan)
        floor = np.full_like(p, np.nan)
        floor[pairs.first, pairs.second] = floor[pairs.second, pairs.first] = self._floor(pairs)
        return PairTests(p, effect, floor=floor, step=1 / (self.permutations + 1))

    @property
    def _enumerated(self) -> int:
        """The most signs of which every flip is tried."""
        return self.permutations.bit_length() - 1

    def _p(self, pairs: GroupedDifferences, sign: int, rng: np.random.Generator, batch: int) -> FloatArray:
        """Return p of every pair; with sign −1 for the claim that the second is better."""
        totals = pairs.totals * sign
        two_sided = self.alternative == "two-sided"
        few = (totals != 0).sum(axis=0) - two_sided <= self._enumerated
        p = np.empty(totals.shape[1])
        for column in np.flatnonzero(few).tolist():
            moving = totals[totals[:, column] != 0, column][:, None]
            flips = all_flips(moving.shape[0], batch, half=two_sided)
            counts, tried = extreme_counts(moving, flips, two_sided=two_sided)
            p[column] = counts[0] / tried
        if not few.all():
            flips = random_flips(totals.shape[0], self.permutations, rng, batch)
            contrasts = None
            if pairs.sums is not None:
                contrasts = Contrasts(pairs.sums * sign, pairs.first[~few], pairs.second[~few])
            counts, tried = extreme_counts(totals[:, ~few], flips, two_sided=two_sided, contrasts=contrasts)
            p[~few] = (counts + self.plus_one) / (tried + self.plus_one)
        return p

    def _floor(self, pairs: GroupedDifferences) -> FloatArray:
        """Return the smallest p that each pair can have."""
        free = pairs.groups - (self.alternative == "two-sided")
        drawn = 1 / (self.permutations + 1) if self.plus_one else 0.0
        floor = np.where(free <= self._enumerated, 0.5 ** np.minimum(free, 64), drawn)
        return np.where(pairs.groups > 0, floor, np.nan)
