"""MQM: raters mark error spans; the score is the sum of their weights, lower is better."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import ClassVar

import numpy as np

from holdfast._core.errors import NotEnoughData, UsageError
from holdfast.model.scale import Scale
from holdfast.model.study import Study
from holdfast.protocols.weights.base import DEFAULT_WEIGHTS, WEIGHTS, Weights, thousandths, units_of


@dataclass(frozen=True, slots=True)
class Mqm:
    """The penalty of a segment is the sum of the weights of its spans."""

    name: ClassVar[str] = "mqm"
    scale: ClassVar[Scale] = Scale(0, inf, better="lower")
    uses_spans: ClassVar[bool] = True

    def score(self, study: Study, weights: Weights | None) -> Study:
        """Weigh the spans of each rating; a rating without spans scores 0.

        Weights are summed as whole thousandths, so that equal penalties are equal numbers.
        ``n_errors`` counts the spans that carry weight.
        """
        if study.spans is None:
            if np.isnan(study.ratings.score).all():
                message = "the data hold neither MQM spans nor scores"
                raise NotEnoughData(message, hint="Read a file with spans")
            if weights is not None:
                raise UsageError("the data hold no error spans to weigh", hint="Leave out --weights")
            return study
        chosen = weights or WEIGHTS.make(DEFAULT_WEIGHTS)
        units = units_of(chosen, study.spans)
        ratings = len(study.ratings)
        total = np.bincount(study.spans.rating, weights=units, minlength=ratings)
        errors = np.bincount(study.spans.rating, weights=units > 0, minlength=ratings)
        if (cap := thousandths(chosen, chosen.cap)) > 0:
            total = np.minimum(total, cap)
        counted = errors.astype(np.int64)
        scored = replace(study.ratings, score=total / 1000, n_errors=counted, scale=self.scale)
        return replace(study, ratings=scored)
