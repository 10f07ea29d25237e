"""Random streams keyed by seed and position, so that no result depends on workers or order."""

from __future__ import annotations

from zlib import crc32

import numpy as np

from holdfast._core.checks import at_least


def stream(seed: int, *position: int | str) -> np.random.Generator:
    """Return the generator of one position in a grid.

    The same seed and position give the same numbers wherever and whenever they are drawn;
    different positions give independent numbers. A word in the position is keyed by its letters.
    """
    at_least("seed", seed, 0)
    key = [part if isinstance(part, int) else crc32(part.encode()) for part in position]
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=key)))
