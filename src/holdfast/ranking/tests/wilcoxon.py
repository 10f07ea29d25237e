"""Wilcoxon's signed-rank test on matched segments (WMT24, WMT25)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from holdfast._core.errors import ReplicaDefect, warn
from holdfast.numeric.arrays import FloatArray
from holdfast.numeric.normal import stouffer
from holdfast.numeric.pairs import common_segments, upper_pairs
from holdfast.numeric.signedrank import signed_rank
from holdfast.ranking.base import PairTests
from holdfast.scoring.aggregate import SegmentScores


@dataclass(frozen=True, slots=True)
class Wilcoxon:
    """The signed-rank test of segment differences; differences of 0 are left out."""

    name: ClassVar[str] = "wilcoxon"
    alternative: Literal["greater", "two-sided"] = "two-sided"
    domains: bool = False
    """Test each domain alone and combine the p values (Stouffer, equal weights)."""
    exact: bool = True
    """Up to 50 differences without ties or zeros: the exact distribution, else the normal one."""

    @property
    def on_shared_segments(self) -> bool:
        """Whether only segments that both systems have take part."""
        return True

    def __call__(self, scores: SegmentScores, rng: np.random.Generator) -> PairTests:  # noqa: ARG002 - draws nothing
        """Test every pair of systems."""
        if not self.domains or scores.domains == 1:
            return PairTests(self._p(scores.better), _effects([scores]))
        if self.alternative == "two-sided":
            warn(ReplicaDefect, "two-sided p values of domains are combined: opposite differences add up")
        parts = [scores.of_domain(domain) for domain in range(scores.domains)]
        return PairTests(stouffer(np.stack([self._p(part.better) for part in parts])), _effects(parts))

    def _p(self, values: FloatArray) -> FloatArray:
        systems = values.shape[0]
        p = np.full((systems, systems), np.nan)
        for a, b in zip(*upper_pairs(systems), strict=True):
            two = common_segments(values, int(a), int(b))
            ranks = signed_rank(two[0] - two[1])
            if self.alternative == "two-sided":
                p[a, b] = p[b, a] = ranks.two_sided(exact=self.exact)
            else:
                p[a, b] = ranks.greater(exact=self.exact)
                p[b, a] = signed_rank(two[1] - two[0]).greater(exact=self.exact)
        return p


def _effects(parts: list[SegmentScores]) -> FloatArray:
    """Return the mean differences on matched segments, averaged over the parts that have any."""
    systems = len(parts[0].systems)
    effect = np.full((systems, systems), np.nan)
    for a, b in zip(*upper_pairs(systems), strict=True):
        matched = [common_segments(part.better, int(a), int(b)) for part in parts]
        means = [(two[0] - two[1]).mean() for two in matched if two.size]
        if means:
            effect[a, b] = np.mean(means)
            effect[b, a] = -effect[a, b]
    return effect
