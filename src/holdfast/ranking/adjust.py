"""p values adjusted for the number of pairs that are tested."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from holdfast._core.errors import UnknownMethod
from holdfast._core.registry import suggestion
from holdfast.numeric.arrays import FloatArray


def none(p: FloatArray) -> FloatArray:
    """Leave the p values as they are: each pair is tested at alpha."""
    return p


def holm(p: FloatArray) -> FloatArray:
    """Adjust so that the chance of any false difference is alpha at most (Holm 1979)."""
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted


def bh(p: FloatArray) -> FloatArray:
    """Adjust so that the expected share of false differences is alpha at most (Benjamini, Hochberg 1995)."""
    order = np.argsort(p, kind="stable")
    stepped = p[order] * p.size / np.arange(1, p.size + 1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.minimum.accumulate(stepped[::-1])[::-1], 1.0)
    return adjusted


ADJUSTMENTS: dict[str, Callable[[FloatArray], FloatArray]] = {"none": none, "holm": holm, "bh": bh}


def adjust(name: str, p: FloatArray) -> FloatArray:
    """Adjust p values; those that are NaN are not of the family."""
    if name not in ADJUSTMENTS:
        raise UnknownMethod(f"there is no adjustment {name!r}", hint=suggestion(name, list(ADJUSTMENTS)))
    known = ~np.isnan(p)
    adjusted = np.full_like(p, np.nan)
    adjusted[known] = ADJUSTMENTS[name](p[known])
    return adjusted
