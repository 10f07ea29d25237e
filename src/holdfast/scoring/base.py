"""Normalisers: what makes scores of different raters comparable before systems are averaged."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from holdfast._core.registry import Registry
from holdfast._core.signature import Method
from holdfast.model.ratings import Ratings
from holdfast.numeric.arrays import FloatArray


@runtime_checkable
class Normaliser(Method, Protocol):
    """A map of scores, one per rater, that keeps the scale's direction."""

    def __call__(self, ratings: Ratings) -> FloatArray:
        """Return the normalised score of every rating; NaN where it has none."""
        ...


NORMALISERS: Registry[Normaliser] = Registry(
    kind="normaliser",
    protocol=Normaliser,
    rows={
        "none": "holdfast.scoring.normalisers.none:NoNormaliser",
        "mean": "holdfast.scoring.normalisers.mean:MeanNormaliser",
        "error": "holdfast.scoring.normalisers.error:ErrorNormaliser",
        "zscore": "holdfast.scoring.normalisers.zscore:ZScore",
    },
)
