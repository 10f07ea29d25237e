"""What a ranking is made of: methods, tests of pairs, and rules for lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from holdfast._core.registry import Registry
from holdfast._core.signature import Method
from holdfast.numeric.arrays import BoolArray, FloatArray, IntArray
from holdfast.scoring.aggregate import SegmentScores


@dataclass(frozen=True, slots=True, eq=False)
class SystemScores:
    """One score per system, NaN where there is none, and its 95 % interval."""

    score: FloatArray
    low: FloatArray
    high: FloatArray


@runtime_checkable
class RankingMethod(Method, Protocol):
    """How a system's score follows from its segments."""

    def __call__(self, scores: SegmentScores) -> SystemScores:
        """Return the score of every system."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class PairTests:
    """The tests of all pairs of systems."""

    p: FloatArray
    """p[a, b]: how surprising the data are if a is not better than b; symmetric for two-sided tests."""
    effect: FloatArray
    """effect[a, b]: by how much a is better than b on what the test compared."""
    favours: FloatArray | None = None
    """Positive where the test's own statistic is on a's side, where that is not the mean difference."""
    floor: FloatArray | None = None
    """Where p values are counts: what p[a, b] cannot be below, whatever the scores."""
    step: float | None = None
    """Where p values are drawn: the steps in which they come."""


@runtime_checkable
class PairTest(Method, Protocol):
    """A test of the difference of two systems, for all pairs at once."""

    @property
    def on_shared_segments(self) -> bool:
        """Whether a pair is compared on the segments that both systems have."""
        ...

    @property
    def p_can_be_zero(self) -> bool:
        """Whether p can come out as 0, which is no chance and cannot be adjusted."""
        ...

    def __call__(self, scores: SegmentScores, rng: np.random.Generator) -> PairTests:
        """Test every pair of systems."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """Clusters and rank ranges of systems that stand in order, best first."""

    cluster: IntArray
    """The number of each system's cluster, from 1."""
    low: IntArray
    """The best rank that the tests leave open."""
    high: IntArray
    """The worst rank that the tests leave open."""


@runtime_checkable
class LineRule(Method, Protocol):
    """Where lines are drawn between systems that stand in order."""

    def __call__(self, beats: BoolArray, blocks: BoolArray | None = None) -> Placement:
        """Place the systems.

        Parameters
        ----------
        beats
            ``beats[i, j]``: the i-th is significantly better than the j-th.
        blocks
            Where scores are equal, the same for blocks of equals (see ``beats_of_blocks``): what
            follows from the order must not follow from the order of equals.

        """
        ...


METHODS: Registry[RankingMethod] = Registry(
    kind="method", protocol=RankingMethod, rows={"mean": "holdfast.ranking.methods.mean:Mean"}
)

TESTS: Registry[PairTest] = Registry(
    kind="test",
    protocol=PairTest,
    rows={
        "mannwhitney": "holdfast.ranking.tests.mannwhitney:MannWhitney",
        "permutation": "holdfast.ranking.tests.permutation:Permutation",
        "ttest": "holdfast.ranking.tests.ttest:TTest",
        "wilcoxon": "holdfast.ranking.tests.wilcoxon:Wilcoxon",
    },
)

LINES: Registry[LineRule] = Registry(
    kind="lines",
    protocol=LineRule,
    rows={
        "every-lower": "holdfast.ranking.lines.every_lower:EveryLower",
        "mtme": "holdfast.ranking.lines.mtme:MtmeLines",
        "neighbour": "holdfast.ranking.lines.neighbour:Neighbour",
        "spanning": "holdfast.ranking.lines.spanning:Spanning",
    },
)


def wins_and_losses(beats: BoolArray) -> Placement:
    """Return the rank ranges losses + 1 … n − wins, with all systems in one cluster."""
    n = beats.shape[0]
    low = beats.sum(axis=0) + 1
    high = n - beats.sum(axis=1)
    return Placement(np.ones(n, dtype=np.int64), low, high)


def beats_of_blocks(beats: BoolArray, rank: IntArray) -> BoolArray:
    """Return whether each of the systems that share a rank beats each of those that share another."""
    same = (rank[:, None] == rank).astype(np.int64)
    exceptions = same @ (~beats).astype(np.int64) @ same
    whole: BoolArray = exceptions == 0
    return whole


def clusters_between(lines: BoolArray) -> IntArray:
    """Number the clusters; ``lines[i]`` draws a line below the i-th system."""
    return np.concatenate([[1], 1 + np.cumsum(lines[:-1])]).astype(np.int64)
