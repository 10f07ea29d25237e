"""The scores of each rater, as the normalisers see them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from holdfast._core.errors import MissingRaters, NotEnoughData, ZeroMeanRater, warn
from holdfast.model.ratings import Ratings
from holdfast.numeric.arrays import BoolArray, FloatArray, IntArray, frozen
from holdfast.numeric.moments import Moments, moments

_LISTED = 5


@dataclass(frozen=True, slots=True)
class RaterScores:
    """The rater of every rating, and the moments of each rater's scores; missing scores do not count."""

    labels: tuple[str, ...]
    rater: IntArray
    present: BoolArray
    moments: Moments

    def named(self, raters: BoolArray) -> str:
        """List some raters by name, for a warning."""
        chosen = [label for label, keep in zip(self.labels, raters.tolist(), strict=True) if keep]
        more = f" and {len(chosen) - _LISTED} more" if len(chosen) > _LISTED else ""
        return ", ".join(chosen[:_LISTED]) + more


def rater_scores(ratings: Ratings) -> RaterScores:
    """Gather the scores of each rater; ratings without a rater belong to one unnamed rater."""
    labels = ratings.rater.labels
    rater = ratings.rater.codes.astype(np.int64)
    unnamed = rater < 0
    if unnamed.any():
        labels = (*labels, "(unnamed)")
        rater = np.where(unnamed, len(labels) - 1, rater)
        count = int(unnamed.sum())
        warn(MissingRaters, f"{count} of {rater.size} ratings name no rater: they count as one rater's")
    present = ~np.isnan(ratings.score)
    found = moments(ratings.score[present], rater[present], len(labels))
    return RaterScores(labels, frozen(rater), frozen(present), found)


def to_common_mean(ratings: Ratings, raters: RaterScores) -> FloatArray:
    """Return each rater's factor that brings the rater's mean to the study's."""
    score = ratings.score[raters.present]
    if score.size and score.min() < 0 < score.max():
        raise NotEnoughData(
            "scores of both signs cannot be normalised by a factor",
            hint="Use --normalise zscore, or none",
        )
    common = float(score.mean()) if score.size else np.nan
    mean = raters.moments.mean
    zero = mean == 0
    if zero.any():
        warn(ZeroMeanRater, f"the scores of {raters.named(zero)} are all 0 and stay 0")
    factor: FloatArray = np.divide(common, mean, out=np.ones_like(mean), where=~zero)
    return factor
