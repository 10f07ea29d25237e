"""What a study holds, in numbers."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from holdfast._core.version import __version__
from holdfast.model.ratings import AXES
from holdfast.model.scale import Scale
from holdfast.model.study import Study
from holdfast.numeric.arrays import dense_codes

MOST_LISTED = 200
"""Of a key with more values than this, the first are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The counts of a study, and what can be selected in it."""

    signature: str
    format: str
    protocol: str | None
    scale: Scale
    select: dict[str, list[str]]
    """For every key the values that are there, ``MOST_LISTED`` of them at most."""
    systems: int
    documents: int
    segments: int
    raters: int
    ratings: int
    comparisons: int
    spans: int
    unscored: int
    """Ratings without a score, where no protocol is yet to compute it."""
    kinds: dict[str, int]
    levels: dict[str, int]
    dropped: dict[str, int]
    conventions: list[str]
    files: list[dict[str, str]]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            **{field.name: getattr(self, field.name) for field in fields(self)},
            "scale": self.scale.to_dict(),
        }


def summarise(study: Study) -> Summary:
    """Count what a study holds."""
    ratings, provenance = study.ratings, study.provenance
    keys = [axis for axis in (*AXES, "kind", "level") if getattr(ratings, axis).given]
    select = {key: list(getattr(ratings, key).labels[:MOST_LISTED]) for key in keys}
    where = [getattr(ratings, axis).codes for axis in ("campaign", "lp", "domain", "document")]
    return Summary(
        signature=f"holdfast={__version__}|{provenance.signature}",
        format=provenance.reader,
        protocol=ratings.protocol,
        scale=ratings.scale,
        select={**select, **{key: list(values) for key, values in provenance.raw.items()}},
        systems=len(ratings.system.labels),
        documents=_distinct(*(codes[ratings.document.codes >= 0] for codes in where)),
        segments=_distinct(*where, ratings.segment.codes),
        raters=len(ratings.rater.labels),
        ratings=len(ratings),
        comparisons=0,
        spans=len(study.spans) if study.spans is not None else 0,
        unscored=0 if study.spans is not None else int(np.isnan(ratings.score).sum()),
        kinds=_counts(study, "kind"),
        levels=_counts(study, "level"),
        dropped=dict(provenance.dropped),
        conventions=list(provenance.conventions),
        files=[{"path": file.path, "sha256": file.sha256} for file in provenance.files],
    )


def _distinct(*codes: np.ndarray[Any, np.dtype[Any]]) -> int:
    return int(dense_codes(*codes)[1].size)


def _counts(study: Study, axis: str) -> dict[str, int]:
    column = getattr(study.ratings, axis)
    counts = np.bincount(column.codes[column.codes >= 0], minlength=len(column.labels))
    return dict(zip(column.labels, counts.tolist(), strict=True))
