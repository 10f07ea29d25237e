"""The line rule of WMT25."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from holdfast.numeric.arrays import BoolArray
from holdfast.ranking.base import Placement, clusters_between


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Rank ranges stop at the first significant neighbour each way; a line where ranges part."""

    name: ClassVar[str] = "neighbour"

    def __call__(self, beats: BoolArray, blocks: BoolArray | None = None) -> Placement:
        """Place the systems."""
        by = beats if blocks is None else blocks
        n = len(by)
        low, high = np.empty((2, n), dtype=np.int64)
        for i in range(n):
            above = np.flatnonzero(by[:i, i])
            below = np.flatnonzero(by[i, i + 1 :])
            low[i] = above[-1] + 2 if above.size else 1
            high[i] = i + 1 + below[0] if below.size else n
        lines = np.array(
            [high[: i + 1].max() < low[i + 1 :].min(initial=n + 1) for i in range(n)], dtype=np.bool_
        )
        return Placement(clusters_between(lines), low, high)
