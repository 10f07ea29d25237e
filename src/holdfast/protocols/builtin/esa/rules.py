"""Error span annotation: a rater marks errors, then gives the segment one number from 0 to 100."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from holdfast._core.errors import UsageError
from holdfast.model.scale import Scale
from holdfast.model.study import Study
from holdfast.protocols.weights.base import Weights


@dataclass(frozen=True, slots=True)
class ErrorSpanAnnotation:
    """The rater's number is the score; the marked spans are kept beside it."""

    name: ClassVar[str] = "esa"
    scale: ClassVar[Scale] = Scale(0, 100)
    uses_spans: ClassVar[bool] = False

    def score(self, study: Study, weights: Weights | None) -> Study:
        """Return the study as it is: the score was read, and the spans make none."""
        if weights is not None:
            raise UsageError(
                "in error span annotation the rater gives the score: spans are not weighed",
                hint="Leave out --weights",
            )
        return study
