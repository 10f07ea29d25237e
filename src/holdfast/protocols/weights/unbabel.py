"""MQM weights of one public scorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Unbabel:
    """Weights by severity alone, critical errors at 10; the penalty is not divided by words."""

    name: ClassVar[str] = "unbabel"
    minor: float = 1.0
    major: float = 5.0
    critical: float = 10.0
    neutral: float = 0.0
    trivial: float = 0.0
    cap: float = 0.0

    def weight(self, category: str, severity: str) -> float:  # noqa: ARG002 - categories cost nothing here
        """Return the cost of one error."""
        return float(getattr(self, severity))
