"""MQM weights of one public scorer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Google:
    """Google's weights as the Marot viewer applies them."""

    name: ClassVar[str] = "google"
    minor: float = 1.0
    major: float = 5.0
    critical: float = 5.0
    neutral: float = 0.0
    trivial: float = 0.1
    punctuation: float = 0.1
    non_translation: float = 25.0
    cap: float = 0.0

    def weight(self, category: str, severity: str) -> float:
        """Return the cost of one error."""
        if severity == "neutral":
            return self.neutral
        if re.search(r"source (issue|error)|reinterpretation", category):
            return 0.0
        if re.search(r"non.translation", category):
            return self.non_translation
        if severity == "minor" and "punctuation" in category:
            return self.punctuation
        return float(getattr(self, severity))
