"""Direct assessment: one number from 0 to 100 for a segment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from holdfast._core.errors import UsageError
from holdfast.model.scale import Scale
from holdfast.model.study import Study
from holdfast.protocols.weights.base import Weights


@dataclass(frozen=True, slots=True)
class DirectAssessment:
    """The rater's number is the score."""

    name: ClassVar[str] = "da"
    scale: ClassVar[Scale] = Scale(0, 100)
    uses_spans: ClassVar[bool] = False

    def score(self, study: Study, weights: Weights | None) -> Study:
        """Return the study as it is: the score was read."""
        if weights is not None:
            raise UsageError("direct assessment has no error spans to weigh", hint="Leave out --weights")
        return study
