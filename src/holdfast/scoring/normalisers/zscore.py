"""z-scores per rater (Knowles 2021, §3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from holdfast._core.checks import at_least
from holdfast._core.errors import ConfoundedRaters, ConstantRater, warn
from holdfast.model.ratings import Ratings
from holdfast.numeric.affine import Affine
from holdfast.numeric.arrays import BoolArray, FloatArray, dense_codes
from holdfast.scoring.raters import RaterScores, rater_scores


@dataclass(frozen=True, slots=True)
class ZScore:
    """z = (x − mean) / sd over all scores of a rater, quality-control items among them."""

    name: ClassVar[str] = "zscore"
    ddof: int = 1
    """What the number of scores is lessened by in the standard deviation."""
    moments: Literal["own", "given", "stored"] = "own"
    """Mean and sd from the ratings at hand (own), or those that came with the file where it has
    them (given), or the very z that the file holds where it has any (stored)."""
    sd0: Literal["zero", "drop"] = "zero"
    """Raters whose scores do not vary: z is 0, or their ratings take no part."""

    def __post_init__(self) -> None:
        at_least("zscore:ddof", self.ddof, 0)

    def __call__(self, ratings: Ratings) -> FloatArray:
        """Return the z of every rating."""
        raters = rater_scores(ratings)
        mean, sd = raters.moments.mean, raters.moments.sd(self.ddof)
        if self.moments != "own":
            mean, sd = _given(ratings, raters, mean, sd)
        _say_confounded(ratings, raters)
        constant = ~(sd > 0) & (raters.moments.count > 0)
        slope = np.divide(1.0, sd, out=np.zeros_like(sd), where=sd > 0)
        z = Affine(slope, -np.nan_to_num(mean) * slope)(ratings.score, raters.rater)
        if self.moments == "stored" and ratings.z is not None:
            z = ratings.z
        else:
            self._say(raters, constant)
        if self.sd0 == "drop":
            z = np.where(constant[raters.rater], np.nan, z)
        return z

    def _say(self, raters: RaterScores, constant: BoolArray) -> None:
        if constant.any():
            what = "their z is 0" if self.sd0 == "zero" else "their ratings are left out"
            warn(ConstantRater, f"the scores of {raters.named(constant)} do not vary: {what}")


def _say_confounded(ratings: Ratings, raters: RaterScores) -> None:
    system = ratings.system.codes[raters.present]
    met = dense_codes(raters.rater[raters.present], system)[1].size
    if met == np.count_nonzero(raters.moments.count) and len(ratings.system.labels) > 1:
        warn(
            ConfoundedRaters, "each rater rated one system only: z-scores take away what tells systems apart"
        )


def _given(
    ratings: Ratings, raters: RaterScores, mean: FloatArray, sd: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Replace the moments of raters for whom the file has some."""
    if ratings.rater_mean is None or ratings.rater_sd is None:
        return mean, sd
    mean, sd = mean.copy(), sd.copy()
    known = ~np.isnan(ratings.rater_mean) & ~np.isnan(ratings.rater_sd)
    mean[raters.rater[known]] = ratings.rater_mean[known]
    sd[raters.rater[known]] = ratings.rater_sd[known]
    return mean, sd
