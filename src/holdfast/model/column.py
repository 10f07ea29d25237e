"""A column of labels, stored as whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from holdfast.numeric.arrays import BoolArray, CodeArray, IntArray, frozen


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Labels and, for every row, the number of its label; −1 where the row has none."""

    labels: tuple[str, ...]
    codes: CodeArray

    def __post_init__(self) -> None:
        object.__setattr__(self, "codes", frozen(self.codes))

    def __len__(self) -> int:
        return self.codes.size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Column):
            return NotImplemented
        return self.labels == other.labels and bool(np.array_equal(self.codes, other.codes))

    __hash__ = None  # type: ignore[assignment]

    @property
    def given(self) -> bool:
        """Whether any row has a label."""
        return bool(self.labels)

    @property
    def complete(self) -> bool:
        """Whether every row has a label."""
        return bool((self.codes >= 0).all())

    def where(self, rows: BoolArray | IntArray) -> Column:
        """Keep some rows, and of the labels those still in use."""
        codes = self.codes[rows]
        used = np.zeros(len(self.labels) + 1, dtype=np.bool_)
        used[codes] = True
        renumbered = np.append(np.cumsum(used[:-1]) - 1, -1).astype(np.int32)
        labels = tuple(label for label, keep in zip(self.labels, used[:-1].tolist(), strict=True) if keep)
        return Column(labels, renumbered[codes])

    def to_list(self) -> list[str | None]:
        """Return the label of every row."""
        labels = (*self.labels, None)
        return [labels[code] for code in self.codes.tolist()]

    @classmethod
    def encode(cls, values: Sequence[str | None]) -> Column:
        """Give labels numbers in the order of their first appearance."""
        numbers: dict[str, int] = {}
        codes = [-1 if value is None else numbers.setdefault(value, len(numbers)) for value in values]
        return cls(tuple(numbers), np.array(codes, dtype=np.int32))

    @classmethod
    def absent(cls, rows: int) -> Column:
        """Return a column in which no row has a label."""
        return cls((), np.full(rows, -1, dtype=np.int32))

    @classmethod
    def constant(cls, label: str, rows: int) -> Column:
        """Return a column in which every row has the same label."""
        return cls((label,), np.zeros(rows, dtype=np.int32))
