"""Mann–Whitney's rank-sum test (Knowles 2021, §3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from holdfast.numeric.arrays import FloatArray
from holdfast.numeric.pairs import common_segments, upper_pairs
from holdfast.numeric.ranksum import RankSums, rank_sums
from holdfast.ranking.base import PairTests
from holdfast.scoring.aggregate import SegmentScores


@dataclass(frozen=True, slots=True)
class MannWhitney:
    """The unpaired test on segment scores: normal approximation with tie and continuity correction."""

    name: ClassVar[str] = "mannwhitney"
    p_can_be_zero: ClassVar[bool] = False
    alternative: Literal["greater", "two-sided", "half"] = "two-sided"
    """``greater`` asks whether the first system is better, ``half`` halves the two-sided p value."""
    matched: bool = False
    """Take only the segments that both systems have; the test stays unpaired."""

    @property
    def on_shared_segments(self) -> bool:
        """Whether only segments that both systems have take part."""
        return self.matched

    def __call__(self, scores: SegmentScores, rng: np.random.Generator) -> PairTests:  # noqa: ARG002 - draws nothing
        """Test every pair of systems."""
        values = scores.better
        if not self.matched or not np.isnan(values).any():
            means, sums = scores.means() * scores.sign, rank_sums(values)
            return PairTests(self._p(sums), np.subtract.outer(means, means), sums.favours)
        systems = values.shape[0]
        p, effect, favours = np.full((3, systems, systems), np.nan)
        for a, b in zip(*upper_pairs(systems), strict=True):
            two = common_segments(values, int(a), int(b))
            if two.size:
                cells, sums = np.ix_([a, b], [a, b]), rank_sums(two)
                p[cells], favours[cells] = self._p(sums), sums.favours
                effect[a, b] = (two[0] - two[1]).mean()
                effect[b, a] = -effect[a, b]
        return PairTests(p, effect, favours)

    def _p(self, sums: RankSums) -> FloatArray:
        if self.alternative == "greater":
            return sums.greater()
        return sums.two_sided() / (2 if self.alternative == "half" else 1)
