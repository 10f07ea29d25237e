"""A made-up direct assessment campaign: systems, documents, raters with their habits, controls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from holdfast._core.checks import at_least, finite, share
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.scale import Scale
from holdfast.numeric.arrays import FloatArray, IntArray

_TREES = (
    "alder",
    "birch",
    "cedar",
    "elder",
    "fir",
    "hazel",
    "juniper",
    "larch",
    "maple",
    "oak",
    "pine",
    "rowan",
)
_MIDDLE = 70.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DaCampaign:
    """How many of each, and how far scores spread (standard deviations, in points of 0 to 100).

    A score is 70 + quality of the system + ease of the document + how well the system suits the
    document + luck of the segment, as the rater sees it: stretched, shifted, with noise; rounded and
    cut to 0 to 100. Items are dealt to raters at random, one rater each.
    """

    name: ClassVar[str] = "da_campaign"
    systems: int = 8
    documents: int = 40
    segments: int = 8
    """Of each document."""
    raters: int = 12
    quality: float = 5.0
    ease: float = 6.0
    fit: float = 3.0
    luck: float = 10.0
    leniency: float = 10.0
    stretch: float = 0.25
    """Of the logarithm of a rater's use of the scale."""
    noise: float = 8.0
    repeats: float = 0.04
    """Share of segments that a rater sees a second time."""
    bad_references: float = 0.06
    """Share of segments that a rater also sees damaged, 35 points worse."""

    def __post_init__(self) -> None:
        for name in ("systems", "documents", "segments", "raters"):
            at_least(name, getattr(self, name), 1)
        for name in ("quality", "ease", "fit", "luck", "leniency", "stretch", "noise"):
            at_least(name, getattr(self, name), 0)
            finite(name, getattr(self, name))
        for name in ("repeats", "bad_references"):
            share(name, getattr(self, name))

    def __call__(self, rng: np.random.Generator) -> Ratings:
        """Run the campaign."""
        merit = self._merit(rng)
        shift = rng.normal(0, self.leniency, self.raters)
        scale = np.exp(rng.normal(0, self.stretch, self.raters))
        items = self.systems * self.documents
        dealt = np.empty(items, dtype=np.int64)
        dealt[rng.permutation(items)] = np.arange(items) % self.raters
        cell = np.arange(items * self.segments)
        kinds = np.zeros(cell.size, dtype=np.int32)
        for kind, part in ((1, self.repeats), (2, self.bad_references)):
            again = np.flatnonzero(rng.random(items * self.segments) < part)
            cell = np.append(cell, again)
            kinds = np.append(kinds, np.full(again.size, kind, dtype=np.int32))
        item, segment = cell // self.segments, cell % self.segments
        system, document = item // self.documents, item % self.documents
        rater = dealt[item]
        seen = merit[system, document, segment] - 35.0 * (kinds == 2)
        score = _MIDDLE + shift[rater] + scale[rater] * seen + rng.normal(0, self.noise, cell.size)
        order = np.lexsort((np.arange(cell.size), item, rater))
        return self._ratings(order, system, document, segment, rater, kinds, np.clip(np.rint(score), 0, 100))

    def _merit(self, rng: np.random.Generator) -> FloatArray:
        """Return systems × documents × segments: the score of each output in the eyes of a plain rater."""
        quality = rng.normal(0, self.quality, self.systems)
        ease = rng.normal(0, self.ease, self.documents)
        fit = rng.normal(0, self.fit, (self.systems, self.documents))
        luck = rng.normal(0, self.luck, (self.systems, self.documents, self.segments))
        merit: FloatArray = (quality[:, None] + ease + fit)[:, :, None] + luck
        return merit

    def _ratings(
        self,
        order: IntArray,
        system: IntArray,
        document: IntArray,
        segment: IntArray,
        rater: IntArray,
        kinds: np.ndarray[tuple[int], np.dtype[np.int32]],
        score: FloatArray,
    ) -> Ratings:
        def column(labels: list[str], codes: IntArray) -> Column:
            return Column(tuple(labels), codes[order].astype(np.int32)).where(
                np.ones(order.size, dtype=np.bool_)
            )

        names = [f"{_TREES[i % len(_TREES)]}{i // len(_TREES) or ''}" for i in range(self.systems)]
        return Ratings.build(
            score=score[order],
            system=column(names, system),
            document=column([f"doc{i + 1:03}" for i in range(self.documents)], document),
            segment=column([str(i + 1) for i in range(self.segments)], segment),
            rater=column([f"rater{i + 1:02}" for i in range(self.raters)], rater),
            kind=column(["output", "repeat", "bad_reference"], kinds.astype(np.int64)),
            scale=Scale(0, 100),
            protocol="da",
        )
