"""Mean normalisation (Riley et al. 2024, §6.1.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from holdfast.model.ratings import Ratings
from holdfast.numeric.affine import Affine
from holdfast.numeric.arrays import FloatArray
from holdfast.scoring.raters import rater_scores, to_common_mean


@dataclass(frozen=True, slots=True)
class MeanNormaliser:
    """Each rater's scores are multiplied so that their mean is the mean of the study."""

    name: ClassVar[str] = "mean"

    def __call__(self, ratings: Ratings) -> FloatArray:
        """Return the scaled scores; a rater whose mean is 0 keeps them."""
        raters = rater_scores(ratings)
        factor = to_common_mean(ratings, raters)
        return Affine(factor, np.zeros_like(factor))(ratings.score, raters.rater)
