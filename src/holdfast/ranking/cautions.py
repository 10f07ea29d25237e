"""What a reader of a ranking must be told before the result is believed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from holdfast._core.errors import (
    CoarsePermutation,
    ContradictedOrder,
    PermutationFloor,
    RepeatedRatings,
    UnmatchedSegments,
    UntestedPairs,
    warn,
)
from holdfast.model.ratings import Ratings
from holdfast.numeric.arrays import BoolArray, FloatArray, IntArray, dense_codes
from holdfast.ranking.base import PairTests
from holdfast.ranking.profiles import Rules
from holdfast.scoring.aggregate import SegmentScores

_LISTED = 3
_REPEATS = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class TestedPairs:
    """All pairs of systems: ``a`` stands above ``b`` in the order."""

    systems: tuple[str, ...]
    a: IntArray
    b: IntArray

    def named(self, chosen: BoolArray) -> str:
        """Name the first of some pairs, and say how many more there are."""
        rows = np.flatnonzero(chosen).tolist()
        names = [f"{self.systems[self.a[k]]} and {self.systems[self.b[k]]}" for k in rows[:_LISTED]]
        more = f"; and {len(rows) - _LISTED} pairs more" if len(rows) > _LISTED else ""
        return "; ".join(names) + more


def say_of_repeats(ratings: Ratings, outputs: BoolArray) -> None:
    """Warn where segments without documents look like those of several documents."""
    if ratings.document.given or not ratings.rater.given:
        return
    rows = outputs & ratings.of_kind("output")
    columns = (ratings.rater, ratings.system, ratings.domain, ratings.segment)
    size = int(rows.sum())
    repeats = size - dense_codes(*(column.codes[rows] for column in columns))[1].size
    if repeats > _REPEATS * size:
        warn(
            RepeatedRatings,
            f"{repeats} of {size} ratings repeat a rater, system and segment, and are averaged: where "
            "segments are numbered anew in each document, name its column: --format table:document=…",
        )


def say_of_segments(pairs: TestedPairs, scores: SegmentScores, rules: Rules) -> None:
    """Warn where scores are over other segments than the tests."""
    present = ~np.isnan(scores.values)
    if present.all() or not rules.test.on_shared_segments:
        return
    shared = (present.astype(np.float32) @ present.T.astype(np.float32))[pairs.a, pairs.b].astype(np.int64)
    own = present.sum(axis=1)
    fewer = shared < np.maximum(own[pairs.a], own[pairs.b])
    if not fewer.any():
        return
    least = int(np.where(fewer, shared, shared.max() + 1).argmin())
    warn(
        UnmatchedSegments,
        f"the systems were not rated on the same segments: {int(fewer.sum())} of {shared.size} pairs are "
        f"compared on fewer than their scores are over, {pairs.systems[pairs.a[least]]} and "
        f"{pairs.systems[pairs.b[least]]} on {shared[least]}",
    )


def say_of_tests(pairs: TestedPairs, tests: PairTests, family: FloatArray, rules: Rules) -> None:
    """Warn of pairs that cannot be tested, or cannot become significant."""
    unknown = np.isnan(family)
    if unknown.any():
        warn(UntestedPairs, f"nothing to compare, so no test: {pairs.named(unknown)}")
    if tests.floor is None:
        return
    profile, floor = rules.profile, tests.floor[pairs.a, pairs.b]
    never = ~unknown & (floor > profile.alpha)
    if never.any():
        warn(
            PermutationFloor,
            f"too few documents or permutations for a p value below {floor[never].max():.3g}, "
            f"so never significant: {pairs.named(never)}",
        )
    size = int((~unknown).sum())
    if profile.adjust == "none" or not size or tests.step is None:
        return
    drawn = ~unknown & ~never & np.isclose(floor, tests.step)
    if drawn.any() and tests.step * size * 20 > profile.alpha:
        warn(
            CoarsePermutation,
            f"drawn p values come in steps of {tests.step:.2g}, which {profile.adjust} multiplies by up to "
            f"{size}: for finer ones use permutations={round(20 * size / profile.alpha)}",
        )
    elif profile.adjust == "holm" and float(floor[~unknown].min()) * size > profile.alpha:
        warn(PermutationFloor, f"too few documents: of {size} pairs holm can find none significant")


def say_of_order(pairs: TestedPairs, beats: BoolArray, undecided: BoolArray) -> None:
    """Warn where a test contradicts the order of the scores, or itself."""
    upwards = beats[pairs.b, pairs.a]
    if upwards.any():
        warn(
            ContradictedOrder,
            f"by the test the second is significantly better, but not by its score: {pairs.named(upwards)}",
        )
    neither = undecided[pairs.a, pairs.b] | undecided[pairs.b, pairs.a]
    if neither.any():
        warn(
            ContradictedOrder,
            "the test finds a difference, but its ranks speak for one system and the means for the other: "
            f"neither wins: {pairs.named(neither)}",
        )
