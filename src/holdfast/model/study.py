"""A study: what a file or folder holds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from holdfast._core.errors import BadSelection
from holdfast._core.registry import suggestion
from holdfast._core.signature import in_signature
from holdfast.model.column import Column
from holdfast.model.ratings import AXES, SEPARATE, Ratings
from holdfast.model.spans import Spans
from holdfast.numeric.arrays import BoolArray

Selection = dict[str, tuple[str, ...]]
"""What an analysis is restricted to: for a key, the values that stay."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read, and the digest of its bytes."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a study came from and what happened on the way in."""

    files: tuple[SourceFile, ...] = ()
    reader: str = ""
    conventions: tuple[str, ...] = ()
    """How the file was understood, and every guess."""
    scale_said: bool = True
    """Whether the file, its format or the user said which scores are better."""
    dropped: dict[str, int] = field(default_factory=dict)
    """Rows that were left out, by reason."""
    weights: str = ""
    """The signature of the weights by which spans became scores."""
    selected: Selection = field(default_factory=dict)
    raw: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Columns of the file that the model has no place for: their values, for selecting."""

    @property
    def digest(self) -> str:
        """Short digests of all files."""
        return "+".join(file.sha256[:12] for file in self.files)

    @property
    def signature(self) -> str:
        """The data's part of a signature: which files, what was selected, how it was read and weighed."""
        parts = [("data", self.digest or "memory")]
        parts += [
            (f"select={key}", value) for key, values in sorted(self.selected.items()) for value in values
        ]
        parts += [("reader", self.reader), ("weights", self.weights)]
        return "|".join(f"{in_signature(name)}={in_signature(text)}" for name, text in parts if text)


@dataclass(frozen=True, slots=True)
class Study:
    """Ratings, their spans where the protocol has any, and where they came from."""

    ratings: Ratings
    spans: Spans | None = None
    provenance: Provenance = Provenance()

    def where(self, kept: BoolArray) -> Study:
        """Keep some ratings, and their spans."""
        if kept.all():
            return self
        spans = self.spans.of_ratings(kept) if self.spans is not None else None
        return replace(self, ratings=self.ratings.where(kept), spans=spans)

    def select(self, selection: Selection) -> Study:
        """Keep the ratings whose labels are among those selected.

        Keys that the reader has served (columns of the file itself) are known from the provenance.
        """
        kept = np.ones(len(self.ratings), dtype=np.bool_)
        for key, values in selection.items():
            if self.provenance.selected.get(key) == values:
                continue
            if key not in (*AXES, "kind", "level"):
                known = [axis for axis in AXES if getattr(self.ratings, axis).given]
                known += ["kind", "level", *self.provenance.raw]
                own = key in self.provenance.raw
                hint = "It is a column of the file: select when reading" if own else suggestion(key, known)
                raise BadSelection(f"nothing can be selected by {key!r}", hint=hint)
            kept &= self._labelled(key, values)
        if not kept.any():
            wanted = ", ".join(f"{key}={value}" for key, values in selection.items() for value in values)
            raise BadSelection(
                f"no rating has {wanted} together" if wanted else "there are no ratings",
                hint="See what there is with: holdfast read FILE --json",
            )
        provenance = replace(self.provenance, selected={**self.provenance.selected, **selection})
        return replace(self.where(kept), provenance=provenance)

    def require_single(self) -> None:
        """Refuse data in which several separate evaluations stand together."""
        for axis in SEPARATE:
            column = getattr(self.ratings, axis)
            labels = column.labels
            if len(labels) > 1:
                listed = ", ".join(labels[:8]) + (", …" if len(labels) > 8 else "")
                raise BadSelection(
                    f"the data hold {len(labels)} values of {axis}: {listed}",
                    hint=f"Choose one: --select {axis}={labels[0]}",
                )
            if labels and not column.complete:
                raise BadSelection(
                    f"{int((column.codes < 0).sum())} ratings have no {axis}, the others have {labels[0]}",
                    hint=f"Choose: --select {axis}={labels[0]}, or complete the column",
                )

    def _labelled(self, key: str, values: tuple[str, ...]) -> BoolArray:
        column: Column = getattr(self.ratings, key)
        unknown = [value for value in values if value not in column.labels]
        if unknown:
            raise BadSelection(
                f"no rating has {key}={unknown[0]}", hint=suggestion(unknown[0], list(column.labels[:50]))
            )
        return np.array([*(label in values for label in column.labels), False])[column.codes]
