"""Mann–Whitney U of all pairs of samples at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from holdfast.numeric.arrays import FloatArray, IntArray
from holdfast.numeric.normal import upper_tail

_CELLS = 16_384  # a product small enough that OpenBLAS wakes no threads


@dataclass(frozen=True, slots=True)
class RankSums:
    """U statistics of all pairs of samples, with what their normal approximation needs."""

    u: FloatArray
    """u[a, b]: pairs of values in which a's is the larger, ties counted half."""
    sizes: FloatArray
    ties: FloatArray
    """ties[a, b]: sum of t³ − t over the values of both samples together."""

    @property
    def favours(self) -> FloatArray:
        """How far U lies above its expectation."""
        return self.u - np.outer(self.sizes, self.sizes) / 2

    def greater(self) -> FloatArray:
        """Return p of 'a tends to be larger than b', with tie and continuity correction."""
        return upper_tail(self._standardised(self.u))

    def two_sided(self) -> FloatArray:
        """Return the two-sided p values."""
        return np.minimum(2 * upper_tail(self._standardised(np.maximum(self.u, self.u.T))), 1.0)

    def _standardised(self, u: FloatArray) -> FloatArray:
        product = np.outer(self.sizes, self.sizes)
        n = np.add.outer(self.sizes, self.sizes)
        with np.errstate(invalid="ignore", divide="ignore"):
            variance = product / 12 * ((n + 1) - self.ties / (n * (n - 1)))
            z = (u - product / 2 - 0.5) / np.sqrt(np.maximum(variance, 0.0))
        return np.where((product > 0) & (variance > 1e-12 * product), z, np.nan)


def rank_sums(values: FloatArray) -> RankSums:
    """Compare all pairs of rows of ``values`` as unpaired samples; NaN are no values.

    U[a, b] = Σ_v n_a(v)·(values of b below v + n_b(v)/2): one product of two count matrices
    over the distinct values v serves all pairs, and so do powers of the counts for the ties.
    """
    systems = values.shape[0]
    row, code, distinct = _coded(values)
    sizes = np.bincount(row, minlength=systems).astype(float)
    u = np.zeros((systems, systems))
    ties = np.zeros((systems, systems))
    below = np.zeros((systems, 1))
    step = max(1, _CELLS // systems)
    for start in range(0, distinct, step):
        width = min(step, distinct - start)
        chunk = slice(*np.searchsorted(code, [start, start + width]))
        flat = row[chunk] * width + (code[chunk] - start)
        count = np.bincount(flat, minlength=systems * width).reshape(systems, width).astype(float)
        middle = np.cumsum(count, axis=1)
        middle += below
        below = middle[:, -1:].copy()
        middle -= count / 2
        u += count @ middle.T
        ties += _tie_terms(count[:, np.bincount(code[chunk] - start, minlength=width) > 1])
    return RankSums(u, sizes, ties)


def _coded(values: FloatArray) -> tuple[IntArray, IntArray, int]:
    """Return system and number of each value in ascending order, equal values numbered alike."""
    row, column = np.nonzero(~np.isnan(values))
    flat = values[row, column]
    order = np.argsort(flat)
    ascending = flat[order]
    code = np.cumsum(np.diff(ascending, prepend=ascending[:1]) != 0)
    return row[order], code, int(code[-1]) + 1 if code.size else 0


def _tie_terms(count: FloatArray) -> FloatArray:
    """Return Σ t³ − t with t = n_a + n_b for all pairs of rows, expanded into products."""
    square = count * count
    alone = (square * count - count).sum(axis=1)
    cross = square @ count.T
    terms: FloatArray = np.add.outer(alone, alone) + 3 * (cross + cross.T)
    return terms
