"""Error spans: what a rater marked in a segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from holdfast.model.column import Column
from holdfast.numeric.arrays import BoolArray, IntArray, frozen

Unit = Literal["code point", "utf-16"]
"""What offsets count: code points, or UTF-16 code units where there is no text to convert by."""


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """One row per marked span.

    ``start`` and ``end`` count the units of the text without marks, the end exclusive; both are −1
    where an error has no place in the text. ``text`` is what was marked.
    """

    rating: IntArray
    """The row of the ratings that a span belongs to."""
    side: Column
    start: IntArray
    end: IntArray
    category: Column
    severity: Column
    text: Column
    unit: Unit = "code point"

    def __post_init__(self) -> None:
        for name in ("rating", "start", "end"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    def __len__(self) -> int:
        return self.rating.size

    def of_ratings(self, kept: BoolArray) -> Spans:
        """Keep the spans of the ratings that were kept, and follow these to their new rows."""
        rows = kept[self.rating]
        renumbered = np.cumsum(kept) - 1
        return Spans(
            rating=renumbered[self.rating[rows]],
            side=self.side.where(rows),
            start=self.start[rows],
            end=self.end[rows],
            category=self.category.where(rows),
            severity=self.severity.where(rows),
            text=self.text.where(rows),
            unit=self.unit,
        )
