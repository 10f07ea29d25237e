"""The line rule of WMT24."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from holdfast.numeric.arrays import BoolArray
from holdfast.ranking.base import Placement, clusters_between, wins_and_losses


@dataclass(frozen=True, slots=True)
class Spanning:
    """A line where every system above is significantly better than every system below."""

    name: ClassVar[str] = "spanning"

    def __call__(self, beats: BoolArray, blocks: BoolArray | None = None) -> Placement:
        """Place the systems."""
        by = beats if blocks is None else blocks
        lines = np.array([by[: i + 1, i + 1 :].all() for i in range(len(beats))], dtype=np.bool_)
        return replace(wins_and_losses(beats), cluster=clusters_between(lines))
