"""Permutation of paired groups: swapping two systems' labels flips the sign of a group's difference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from holdfast.numeric.arrays import BoolArray, FloatArray, IntArray

_WORD = 64
_FLIPS = 64
_PRODUCT = 250_000
"""Multiplications of one matrix product: above this OpenBLAS wakes threads that cost more than they save."""


@dataclass(frozen=True, slots=True)
class Contrasts:
    """Differences of pairs that follow from sums of systems: a smaller product serves them all."""

    sums: FloatArray
    """Groups × systems."""
    first: IntArray
    second: IntArray
    """The difference of a pair is the first system's sum less the second's."""


def extreme_counts(
    totals: FloatArray,
    flips: Iterator[BoolArray],
    *,
    two_sided: bool,
    contrasts: Contrasts | None = None,
) -> tuple[IntArray, int]:
    """Count the sign flips whose total is at least as extreme as the observed one.

    Parameters
    ----------
    totals
        Groups × pairs: the difference of each pair in each group.
    flips
        Blocks of flips × groups; True turns a group's sign.
    contrasts
        Where ``totals`` follow from them, what to multiply instead.

    Returns
    -------
    counts
        For each pair. Exact ties count, and floating sums of the same numbers differ in their last
        bits with the shape of the product, so "at least" allows for 1e-9 of the sum of |difference|.
    tried
        The number of flips.

    """
    observed = totals.sum(axis=0)[:, None]
    tolerance = 1e-9 * np.maximum(1.0, np.abs(totals).sum(axis=0))[:, None]
    # flipped total = observed − 2·(sum over flipped groups)
    if two_sided:
        low = (observed - np.abs(observed) + tolerance) / 2
        high = (observed + np.abs(observed) - tolerance) / 2
    else:
        high = tolerance / 2
    counts = np.zeros(totals.shape[1], dtype=np.int64)
    tried = 0
    factors = totals if contrasts is None else contrasts.sums
    step = max(_FLIPS, _PRODUCT // max(1, factors.size))
    for block in flips:
        tried += block.shape[0]
        for start in range(0, block.shape[0], step):
            flipped = factors.T @ block[start : start + step].T.astype(float)
            if contrasts is not None:
                flipped = flipped[contrasts.first] - flipped[contrasts.second]
            inside = (flipped <= low) | (flipped >= high) if two_sided else flipped <= high
            counts += np.count_nonzero(inside, axis=1)
    return counts, tried


def random_flips(groups: int, permutations: int, rng: np.random.Generator, batch: int) -> Iterator[BoolArray]:
    """Draw fair signs, ``batch`` flips at a time; the signs do not depend on the batch."""
    words = -(-groups // _WORD)
    for start in range(0, permutations, batch):
        size = min(batch, permutations - start)
        bits = rng.integers(0, 2**_WORD, size=(size, words), dtype=np.uint64, endpoint=False)
        yield np.unpackbits(bits.astype("<u8").view(np.uint8), axis=1, count=groups).view(np.bool_)


def all_flips(groups: int, batch: int, *, half: bool = False) -> Iterator[BoolArray]:
    """Go through every flip of ``groups`` signs; ``half`` leaves out the opposite of each."""
    shifts = np.arange(groups, dtype=np.uint64)
    flips = 2 ** max(groups - half, 0)
    for start in range(0, flips, batch):
        numbers = np.arange(start, min(start + batch, flips), dtype=np.uint64)
        yield (numbers[:, None] >> shifts & np.uint64(1)).astype(np.bool_)
