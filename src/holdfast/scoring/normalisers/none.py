"""No normalisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from holdfast.model.ratings import Ratings
from holdfast.numeric.arrays import FloatArray


@dataclass(frozen=True, slots=True)
class NoNormaliser:
    """Scores stay as they were given."""

    name: ClassVar[str] = "none"

    def __call__(self, ratings: Ratings) -> FloatArray:
        """Return the scores."""
        return ratings.score
