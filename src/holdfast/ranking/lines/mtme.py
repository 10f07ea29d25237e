"""The line rule of mt-metrics-eval."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from holdfast.numeric.arrays import BoolArray
from holdfast.ranking.base import Placement, wins_and_losses


@dataclass(frozen=True, slots=True)
class MtmeLines:
    """A line above a system that is worse than any member of the open cluster."""

    name: ClassVar[str] = "mtme"

    def __call__(self, beats: BoolArray, blocks: BoolArray | None = None) -> Placement:
        """Place the systems."""
        by = beats if blocks is None else blocks
        cluster = np.ones(len(beats), dtype=np.int64)
        start = 0
        for i in range(1, len(beats)):
            if by[start:i, i].any():
                start = i
            cluster[i] = cluster[i - 1] + (start == i)
        return replace(wins_and_losses(beats), cluster=cluster)
