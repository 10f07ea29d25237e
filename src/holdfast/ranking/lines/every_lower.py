"""The line rule of WMT's direct assessment (Knowles 2021, §3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from holdfast.numeric.arrays import BoolArray
from holdfast.ranking.base import Placement, clusters_between, wins_and_losses


@dataclass(frozen=True, slots=True)
class EveryLower:
    """A line below a system that is significantly better than every system below it."""

    name: ClassVar[str] = "every-lower"

    def __call__(self, beats: BoolArray, blocks: BoolArray | None = None) -> Placement:
        """Place the systems."""
        by = beats if blocks is None else blocks
        lines = np.array([by[i, i + 1 :].all() for i in range(len(beats))], dtype=np.bool_)
        return replace(wins_and_losses(beats), cluster=clusters_between(lines))
