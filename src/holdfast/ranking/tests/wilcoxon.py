"""Wilcoxon's signed-rank test on matched segments (WMT24, WMT25)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from holdfast._core.errors import ReplicaDefect, warn
from holdfast.numeric.arrays import FloatArray
from holdfast.numeric.normal import stouffer
from holdfast.numeric.pairs import common_segments, upper_pairs
from holdfast.numeric.signedrank import SignedRank, signed_rank
from holdfast.ranking.base import PairTests
from holdfast.scoring.aggregate import SegmentScores


@dataclass(frozen=True, slots=True)
class Wilcoxon:
    """The signed-rank test of segment differences; differences of 0 are left out."""

    name: ClassVar[str] = "wilcoxon"
    on_shared_segments: ClassVar[bool] = True
    p_can_be_zero: ClassVar[bool] = False
    alternative: Literal["greater", "two-sided"] = "two-sided"
    domains: bool = False
    """Test each domain alone and combine the p values (Stouffer, equal weights)."""
    exact: bool = True
    """Up to 50 differences without ties or zeros: the exact distribution, else the normal one."""

    def __call__(self, scores: SegmentScores, rng: np.random.Generator) -> PairTests:  # noqa: ARG002 - draws nothing
        """Test every pair of systems."""
        if not self.domains or scores.domains == 1:
            return self._test(scores)
        if self.alternative == "two-sided":
            warn(ReplicaDefect, "two-sided p values of domains are combined: opposite differences add up")
        parts = [self._test(scores.of_domain(domain)) for domain in range(scores.domains)]
        return PairTests(
            stouffer(np.stack([part.p for part in parts])), _mean([part.effect for part in parts])
        )

    def _test(self, scores: SegmentScores) -> PairTests:
        values, systems = scores.better, len(scores.systems)
        p, effect, favours = np.full((3, systems, systems), np.nan)
        for a, b in zip(*upper_pairs(systems), strict=True):
            two = common_segments(values, int(a), int(b))
            if not two.size:
                continue
            ranks = signed_rank(two[0] - two[1])
            p[a, b], p[b, a] = self._p(ranks), self._p(ranks.reversed)
            favours[a, b], favours[b, a] = ranks.favours, -ranks.favours
            effect[a, b] = (two[0] - two[1]).mean()
            effect[b, a] = -effect[a, b]
        return PairTests(p, effect, favours)

    def _p(self, ranks: SignedRank) -> float:
        if self.alternative == "two-sided":
            return ranks.two_sided(exact=self.exact)
        return ranks.greater(exact=self.exact)


def _mean(effects: list[FloatArray]) -> FloatArray:
    """Average over the domains in which a pair was compared."""
    known = ~np.isnan(effects)
    count = known.sum(axis=0)
    total = np.where(known, effects, 0.0).sum(axis=0)
    mean: FloatArray = np.divide(total, count, out=np.full(count.shape, np.nan), where=count > 0)
    return mean
