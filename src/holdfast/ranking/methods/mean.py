"""Ranking by the mean score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from holdfast.ranking.base import SystemScores
from holdfast.ranking.intervals import standard_errors, with_interval
from holdfast.scoring.aggregate import SegmentScores


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean over a system's segments."""

    name: ClassVar[str] = "mean"
    domains: bool = False
    """Average the segments of each domain first, then the domains: each weighs the same."""

    def __call__(self, scores: SegmentScores) -> SystemScores:
        """Return the mean of each system, with an interval for which documents are the sample."""
        if not self.domains:
            return with_interval(scores.means(), *standard_errors(scores))
        parts = [scores.of_domain(number) for number in range(scores.domains)]
        errors, free = zip(*(standard_errors(part) for part in parts), strict=True)
        mean = np.mean([part.means() for part in parts], axis=0)
        error = np.sqrt(np.sum(np.square(errors), axis=0)) / len(parts)
        return with_interval(mean, error, np.sum(free, axis=0))
