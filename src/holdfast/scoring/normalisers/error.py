"""Error normalisation (Riley et al. 2024, §6.1.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from holdfast._core.errors import NotEnoughData
from holdfast.model.ratings import Ratings
from holdfast.numeric.affine import Affine
from holdfast.numeric.arrays import FloatArray
from holdfast.scoring.raters import RaterScores, rater_scores, to_common_mean


@dataclass(frozen=True, slots=True)
class ErrorNormaliser:
    """Mean normalisation, then a factor in proportion to the number of errors that a rater marked.

    The factors share a constant by which the mean of the study stays what it was. Ratings of raters
    whose errors were not counted have no score.
    """

    name: ClassVar[str] = "error"
    count: Literal["total", "rate"] = "total"
    """A rater's errors in all (the paper's), or per rated segment: fairer where loads differ."""

    def __call__(self, ratings: Ratings) -> FloatArray:
        """Return the scaled scores."""
        if not (ratings.n_errors >= 0).any():
            raise NotEnoughData(
                "the ratings hold no numbers of errors", hint="Use --normalise mean, zscore or none"
            )
        raters = rater_scores(ratings)
        errors = self._errors(ratings, raters)
        factor = to_common_mean(ratings, raters)
        before = raters.moments.mean * raters.moments.count
        known = ~np.isnan(errors * before)
        after = float((errors * factor * before)[known].sum())
        if after == 0:
            raise NotEnoughData("no rater marked an error", hint="Use --normalise none")
        slope = factor * errors * float(before[known].sum()) / after
        return Affine(slope, np.zeros_like(slope))(ratings.score, raters.rater)

    def _errors(self, ratings: Ratings, raters: RaterScores) -> FloatArray:
        """Return each rater's number of errors; NaN where none of the ratings was counted."""
        counted = raters.present & (ratings.n_errors >= 0)
        rater, size = raters.rater[counted], len(raters.labels)
        rated = np.bincount(rater, minlength=size)
        errors = np.bincount(rater, weights=ratings.n_errors[counted], minlength=size)
        if self.count == "total":
            return np.where(rated > 0, errors, np.nan)
        rate: FloatArray = np.divide(errors, rated, out=np.full(size, np.nan), where=rated > 0)
        return rate
