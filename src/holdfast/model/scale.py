"""What scores can be, and which end is good."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Literal

from holdfast.numeric.arrays import BoolArray, FloatArray


@dataclass(frozen=True, slots=True)
class Scale:
    """The range of a score and its better end.

    Scores are kept as read; whoever compares systems asks ``sign`` which direction is better.
    """

    low: float = -inf
    high: float = inf
    better: Literal["higher", "lower"] = "higher"

    @property
    def sign(self) -> int:
        """1 where higher is better, −1 where lower is."""
        return 1 if self.better == "higher" else -1

    def outside(self, scores: FloatArray) -> BoolArray:
        """Say which scores lie off the scale; a missing score does not."""
        return (scores < self.low) | (scores > self.high)

    def __str__(self) -> str:
        if self.low == -inf and self.high == inf:
            return f"unbounded, {self.better} is better"
        low = f"{self.low:g}" if isfinite(self.low) else "−∞"
        high = f"{self.high:g}" if isfinite(self.high) else "∞"
        return f"{low} to {high}, {self.better} is better"

    def to_dict(self) -> dict[str, object]:
        """Return the scale as its JSON object; an open end is null."""
        low, high = (end if isfinite(end) else None for end in (self.low, self.high))
        return {"low": low, "high": high, "better": self.better}
