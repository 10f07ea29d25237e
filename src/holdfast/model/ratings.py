"""Ratings: one rater's judgement of one segment of one item, many times."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np

from holdfast._core.errors import BadValue
from holdfast.model.column import Column
from holdfast.model.scale import Scale
from holdfast.numeric.arrays import BoolArray, FloatArray, IntArray, frozen

if TYPE_CHECKING:
    import polars as pl

AXES = ("campaign", "lp", "domain", "aspect", "system", "document", "segment", "rater", "task")
"""The label columns of ratings."""

SEPARATE = ("campaign", "lp", "aspect")
"""Axes whose values are never ranked together: an analysis insists on one."""

KINDS = ("output", "repeat", "bad_reference", "reference", "calibration", "tutorial")
LEVELS = ("segment", "document")
_UNBOUNDED = Scale()
_LARGEST = 1e100
"""Squares of larger scores, and sums of squares, are no longer finite."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ratings:
    """Ratings as columns of equal length.

    ``score`` is as read (NaN where a protocol has yet to weigh its spans, or where it is unknown).
    ``z``, ``rater_mean`` and ``rater_sd`` are what came with a file that was standardised by its
    publisher; ``n_errors`` is −1 where errors were not counted.
    """

    campaign: Column
    lp: Column
    domain: Column
    aspect: Column
    system: Column
    document: Column
    segment: Column
    rater: Column
    task: Column
    kind: Column
    level: Column
    score: FloatArray
    n_errors: IntArray
    started: FloatArray
    finished: FloatArray
    z: FloatArray | None = None
    rater_mean: FloatArray | None = None
    rater_sd: FloatArray | None = None
    scale: Scale = _UNBOUNDED
    protocol: str | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, np.ndarray):
                object.__setattr__(self, field.name, frozen(value))
        self._check()

    def _check(self) -> None:
        """Refuse columns of unequal length, codes without a label, and scores beyond computing."""
        rows = np.size(self.score)
        for name in (field.name for field in fields(self) if field.name not in ("scale", "protocol")):
            value = getattr(self, name)
            array = value.codes if isinstance(value, Column) else value
            if array is not None and np.shape(array) != (rows,):
                raise BadValue(
                    f"{name} has the shape {np.shape(array)}, but there are {rows} scores",
                    column=name,
                    hint="Give one value per rating",
                )
            if isinstance(value, Column) and rows:
                low, high = int(array.min()), int(array.max())
                if low < -1 or high >= len(value.labels):
                    raise BadValue(
                        f"{name} has the code {low if low < -1 else high}, but {len(value.labels)} labels",
                        column=name,
                        hint="A code is the number of a label, or −1 where there is none",
                    )
        beyond = np.abs(self.score) > _LARGEST
        if beyond.any():
            raise BadValue(
                f"the score {self.score[beyond][0]:g} lies outside what can be computed with",
                column="score",
                hint=f"A score is at most {_LARGEST:g} in size, or NaN where it is missing",
            )

    def __len__(self) -> int:
        return self.score.size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ratings):
            return NotImplemented
        return all(_same(getattr(self, field.name), getattr(other, field.name)) for field in fields(self))

    __hash__ = None  # type: ignore[assignment]

    def where(self, rows: BoolArray | IntArray) -> Ratings:
        """Keep some rows."""
        kept: dict[str, Column | FloatArray | IntArray] = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, Column):
                kept[field.name] = value.where(rows)
            elif isinstance(value, np.ndarray):
                kept[field.name] = value[rows]
        return replace(self, **kept)  # type: ignore[arg-type]

    def of_kind(self, *kinds: str) -> BoolArray:
        """Say which rows are of one of these kinds."""
        return _labelled(self.kind, kinds)

    def of_level(self, level: str) -> BoolArray:
        """Say which rows are scores of segments, or of documents."""
        return _labelled(self.level, (level,))

    def to_frame(self) -> pl.DataFrame:
        """Return the columns that hold anything as a polars DataFrame: the canonical table."""
        import polars as pl

        columns: dict[str, pl.Series] = {}
        for name in (*AXES, "kind", "level"):
            column: Column = getattr(self, name)
            if column.given:
                columns[name] = pl.Series(column.to_list(), dtype=pl.String)
        for name in ("score", "z", "rater_mean", "rater_sd", "started", "finished"):
            values: FloatArray | None = getattr(self, name)
            if values is not None and (name == "score" or not np.isnan(values).all()):
                columns[name] = pl.Series(values).fill_nan(None)
        if (self.n_errors >= 0).any():
            counts = pl.Series(self.n_errors)
            columns["n_errors"] = counts.set(counts < 0, None)
        return pl.DataFrame(columns)

    @classmethod
    def build(
        cls,
        *,
        score: FloatArray,
        system: Column,
        segment: Column,
        scale: Scale | None = None,
        protocol: str | None = None,
        **given: Column | FloatArray | IntArray | None,
    ) -> Ratings:
        """Make ratings from the columns that are known; the others are absent.

        Kind and level default to outputs and segments.
        """
        rows = score.size
        columns: dict[str, Column | FloatArray | IntArray | None] = {
            name: Column.absent(rows) for name in AXES if name not in ("system", "segment")
        }
        columns["kind"] = Column.constant("output", rows)
        columns["level"] = Column.constant("segment", rows)
        columns["n_errors"] = np.full(rows, -1, dtype=np.int64)
        columns["started"] = np.full(rows, np.nan)
        columns["finished"] = np.full(rows, np.nan)
        columns.update(given)
        return cls(
            score=score,
            system=system,
            segment=segment,
            scale=scale or Scale(),
            protocol=protocol,
            **columns,  # type: ignore[arg-type]
        )


def _labelled(column: Column, labels: tuple[str, ...]) -> BoolArray:
    wanted = [label in labels for label in column.labels]
    return np.array([*wanted, False])[column.codes]


def _same(mine: object, other: object) -> bool:
    if isinstance(mine, np.ndarray) and isinstance(other, np.ndarray):
        return bool(np.array_equal(mine, other, equal_nan=True))
    return type(mine) is type(other) and bool(mine == other)
