"""Student's t test on segment scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from holdfast.numeric.arrays import FloatArray
from holdfast.numeric.pairs import common_segments, upper_pairs
from holdfast.ranking.base import PairTests
from holdfast.scoring.aggregate import SegmentScores


@dataclass(frozen=True, slots=True)
class TTest:
    """The paired test on matched segments, or Welch's test on all of them; it ignores documents."""

    name: ClassVar[str] = "ttest"
    p_can_be_zero: ClassVar[bool] = False
    alternative: Literal["greater", "two-sided"] = "two-sided"
    paired: bool = True

    @property
    def on_shared_segments(self) -> bool:
        """Whether only segments that both systems have take part."""
        return self.paired

    def __call__(self, scores: SegmentScores, rng: np.random.Generator) -> PairTests:  # noqa: ARG002 - draws nothing
        """Test every pair of systems."""
        from scipy.special import stdtr

        values = scores.better
        systems = values.shape[0]
        t, df, effect = np.full((3, systems, systems), np.nan)
        for a, b in zip(*upper_pairs(systems), strict=True):
            found = self._statistic(values, int(a), int(b))
            t[a, b], df[a, b], effect[a, b] = found
            t[b, a], df[b, a], effect[b, a] = -found[0], found[1], -found[2]
        if self.alternative == "two-sided":
            return PairTests(2 * stdtr(df, -np.abs(t)), effect)
        return PairTests(stdtr(df, -t), effect)

    def _statistic(self, values: FloatArray, a: int, b: int) -> tuple[float, float, float]:
        if self.paired:
            two = common_segments(values, a, b)
            return _paired(two[0] - two[1])
        return _welch(values[a][~np.isnan(values[a])], values[b][~np.isnan(values[b])])


def _paired(differences: FloatArray) -> tuple[float, float, float]:
    n = differences.size
    if n == 0:
        return np.nan, np.nan, np.nan
    effect = float(differences.mean())
    error = float(differences.std(ddof=1)) / np.sqrt(n) if n > 1 else np.nan
    return _ratio(effect, error), n - 1, effect


def _welch(x: FloatArray, y: FloatArray) -> tuple[float, float, float]:
    effect = float(x.mean() - y.mean()) if x.size and y.size else np.nan
    if x.size < 2 or y.size < 2:
        return np.nan, np.nan, effect
    u, v = x.var(ddof=1) / x.size, y.var(ddof=1) / y.size
    if u + v == 0:
        return np.nan, np.nan, effect
    df = (u + v) ** 2 / (u**2 / (x.size - 1) + v**2 / (y.size - 1))
    return _ratio(effect, float(np.sqrt(u + v))), float(df), effect


def _ratio(effect: float, error: float) -> float:
    return effect / error if error > 0 else np.nan
