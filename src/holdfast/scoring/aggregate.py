"""Ratings become one score per system and segment, before systems are averaged or compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from holdfast._core.errors import MissingDocuments, NotEnoughData, ReplicaDefect, warn
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.numeric.arrays import BoolArray, FloatArray, IntArray, dense_codes, frozen
from holdfast.numeric.ties import snapped

_LARGEST = 2**40
"""Thousandths up to here, thousands of them summed, are exact in a float."""

Unit = Literal["segment", "rating"]


@dataclass(frozen=True, slots=True, eq=False)
class SegmentScores:
    """A matrix of systems × segments; segments of a document stand together, those of a domain too."""

    systems: tuple[str, ...]
    values: FloatArray
    """The mean over the ratings of a segment; NaN where there is none."""
    counts: IntArray
    """Ratings of each cell."""
    document: IntArray
    """The document of each segment, numbered from 0 in order."""
    domain: IntArray
    """The domain of each segment, numbered from 0 in order."""
    sign: int = 1
    """−1 where lower is better."""

    @property
    def better(self) -> FloatArray:
        """The scores turned so that higher is better."""
        return self.values * self.sign

    @property
    def documents(self) -> int:
        """The number of documents."""
        return int(self.document[-1]) + 1 if self.document.size else 0

    @property
    def domains(self) -> int:
        """The number of domains."""
        return int(self.domain[-1]) + 1 if self.domain.size else 0

    def of_domain(self, domain: int) -> SegmentScores:
        """Keep the segments of one domain."""
        kept: BoolArray = np.equal(self.domain, domain)
        return self.of_segments(kept)

    def of_systems(self, kept: BoolArray) -> SegmentScores:
        """Keep some systems, and the segments that any of them has."""
        systems = tuple(name for name, keep in zip(self.systems, kept.tolist(), strict=True) if keep)
        left = replace(self, systems=systems, values=self.values[kept], counts=self.counts[kept])
        return left.of_segments(np.isfinite(left.values).sum(axis=0) > 0)

    def of_segments(self, kept: BoolArray) -> SegmentScores:
        """Keep some segments."""
        document, domain = (dense_codes(codes[kept])[0] for codes in (self.document, self.domain))
        values, counts = self.values[:, kept], self.counts[:, kept]
        return replace(self, values=values, counts=counts, document=document, domain=domain)

    def means(self) -> FloatArray:
        """Return each system's mean over its segments; NaN where it has none."""
        present = ~np.isnan(self.values)
        count = present.sum(axis=1)
        total = np.where(present, self.values, 0.0).sum(axis=1)
        means: FloatArray = np.divide(total, count, out=np.full(count.size, np.nan), where=count > 0)
        return means


def segment_scores(
    ratings: Ratings, scores: FloatArray, kept: BoolArray, unit: Unit = "segment"
) -> SegmentScores:
    """Average the scores of each (system, document, segment), so that none weighs more for being rated often.

    Parameters
    ----------
    scores
        One per rating, as a normaliser returned them.
    kept
        The ratings that take part; those among them without a score do not.
    unit
        ``segment``; or ``rating``, which takes the k-th rating of a segment for a segment of its own.

    """
    kept = kept & ~np.isnan(scores)
    if not kept.any():
        raise NotEnoughData(
            "no rating of an output has a score", hint="See what there is with: holdfast read FILE"
        )
    rows = np.flatnonzero(kept)
    # Sums of floats depend on their order in the last bits: let them not depend on that of the file.
    rows = rows[np.argsort(scores[rows] * ratings.scale.sign)]
    label = {name: _in_order(getattr(ratings, name))[rows] for name in ("domain", "document", "segment")}
    system = ratings.system.codes[rows].astype(np.int64)
    slot = _slots(ratings, rows, system) if unit == "rating" else np.zeros(rows.size, dtype=np.int64)
    segment, first = dense_codes(label["domain"], label["document"], label["segment"], slot)
    systems, segments = len(ratings.system.labels), first.size
    cell = system * segments + segment
    counts = np.bincount(cell, minlength=systems * segments).reshape(systems, segments)
    units, per_unit = _units(scores[rows])
    total = np.bincount(cell, weights=units, minlength=systems * segments).reshape(systems, segments)
    values = np.divide(total, counts * per_unit, out=np.full(total.shape, np.nan), where=counts > 0)
    if scores is not ratings.z:  # what a file gives is compared to its last digit
        values = snapped(values)
    domain = dense_codes(label["domain"][first])[0]
    document = _documents(label["domain"][first], label["document"][first])
    sign = ratings.scale.sign
    return SegmentScores(ratings.system.labels, frozen(values), frozen(counts), document, domain, sign)


def _units(scores: FloatArray) -> tuple[FloatArray, int]:
    """Return scores in whole thousandths where they are whole: equal means are then equal numbers."""
    units = np.rint(scores * 1000)
    whole = (np.abs(scores * 1000 - units) <= 1e-9 * np.maximum(1.0, np.abs(scores))) & (
        np.abs(units) < _LARGEST
    )
    return (units, 1000) if whole.all() else (scores, 1)


def _in_order(column: Column) -> IntArray:
    """Number the labels in their own order, so that it does not matter which rating comes first."""
    place = np.empty(len(column.labels) + 1, dtype=np.int64)
    place[sorted(range(len(column.labels)), key=column.labels.__getitem__)] = np.arange(len(column.labels))
    place[-1] = -1
    return place[column.codes]


def _documents(domain: IntArray, document: IntArray) -> IntArray:
    """Number the documents in order; a segment without one stands for itself."""
    alone = document < 0
    if alone.any():
        warn(
            MissingDocuments,
            f"{int(alone.sum())} of {alone.size} segments belong to no document and count as independent: "
            "if they are not, differences look surer than they are",
        )
    own = np.where(alone, np.arange(alone.size), -1)
    starts = (np.diff(domain, prepend=-2) != 0) | (np.diff(document, prepend=-2) != 0) | (own >= 0)
    return np.cumsum(starts) - 1


def _slots(ratings: Ratings, rows: IntArray, system: IntArray) -> IntArray:
    """Number the ratings of one system and segment from 0, in the order of their raters."""
    columns = (ratings.segment, ratings.document, ratings.domain)
    cell = dense_codes(system, *(column.codes[rows] for column in columns))[0]
    order = np.lexsort((np.arange(rows.size), _in_order(ratings.rater)[rows], cell))
    cell = cell[order]
    start = np.flatnonzero(np.diff(cell, prepend=-1) != 0)
    run = np.arange(rows.size) - np.repeat(start, np.diff(np.append(start, rows.size)))
    slot = np.empty(rows.size, dtype=np.int64)
    slot[order] = run
    if run.max(initial=0) > 0:
        warn(
            ReplicaDefect,
            "several ratings of one segment count as so many segments, as if they were independent",
        )
    return slot
