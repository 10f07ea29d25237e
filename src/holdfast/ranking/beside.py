"""What stands beside a ranking, whatever it goes by: raw means, mean z, and the scores that z would give."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from holdfast._core.errors import collected_warnings
from holdfast.model.ratings import Ratings
from holdfast.numeric.arrays import BoolArray, FloatArray
from holdfast.ranking.profiles import Rules
from holdfast.scoring.aggregate import segment_scores
from holdfast.scoring.normalisers.zscore import ZScore


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """One number per system; NaN where it has none."""

    raw: FloatArray
    z: FloatArray
    by_z: FloatArray
    """The score that the ranking's method gives to z-scores."""

    def where(self, kept: BoolArray) -> Beside:
        """Keep some systems."""
        return Beside(self.raw[kept], self.z[kept], self.by_z[kept])


def beside(ratings: Ratings, outputs: BoolArray, rules: Rules) -> Beside:
    """Average the raw scores and the z-scores of the outputs; warnings belong to the ranking itself."""
    standardise = rules.normaliser if isinstance(rules.normaliser, ZScore) else ZScore(moments="stored")
    nothing = np.full(len(ratings.system.labels), np.nan)
    raw, z, by_z = nothing, nothing, nothing
    with collected_warnings():
        standardised = standardise(ratings)
        if not np.isnan(ratings.score[outputs]).all():
            raw = segment_scores(ratings, ratings.score, outputs).means()
        if not np.isnan(standardised[outputs]).all():
            scores = segment_scores(ratings, standardised, outputs)
            z, by_z = scores.means(), rules.method(scores).score
    return Beside(raw, z, by_z)
