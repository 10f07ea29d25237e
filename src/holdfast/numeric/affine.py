"""Affine maps per group: what every normalisation of this package is."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.numeric.arrays import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Affine:
    """x → slope·x + shift, one map per group."""

    slope: FloatArray
    shift: FloatArray

    def __call__(self, values: FloatArray, group: IntArray) -> FloatArray:
        """Map each value by its group's map."""
        return self.slope[group] * values + self.shift[group]
