"""MQM weights of one public scorer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Mtme:
    """The weights of mt-metrics-eval's scorer: source errors are scored, a critical error costs nothing."""

    name: ClassVar[str] = "mtme"
    minor: float = 1.0
    major: float = 5.0
    critical: float = 0.0
    neutral: float = 0.0
    trivial: float = 0.0
    punctuation: float = 0.1
    non_translation: float = 25.0
    cap: float = 0.0

    def weight(self, category: str, severity: str) -> float:
        """Return the cost of one error."""
        if severity == "major" and category == "non-translation!":
            return self.non_translation
        if severity == "minor" and category == "fluency/punctuation":
            return self.punctuation
        return float(getattr(self, severity))
