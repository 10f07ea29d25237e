"""Ratings from a table that has one column for each rater."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from holdfast.formats.delimited import Table
from holdfast.formats.long import off_scale, row_labels
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.scale import Scale
from holdfast.numeric.arrays import IntArray


def wide_ratings(
    table: Table, of: Mapping[str, str], raters: Sequence[str], scale: Scale, protocol: str | None
) -> Ratings:
    """Read a rating from each cell that is neither empty nor nan: row by row, then column by column."""
    scores = np.column_stack([table.numbers(rater, nan_is_missing=True) for rater in raters])
    outside = scale.outside(scores)
    if outside.any():
        row, column = np.argwhere(outside)[0].tolist()
        raise off_scale(table, row, raters[column], float(scores[row, column]), scale)
    row_of, column_of = np.nonzero(~np.isnan(scores))
    labels = {name: column.where(row_of) for name, column in row_labels(table, of).items()}
    return Ratings.build(
        score=scores[row_of, column_of],
        scale=scale,
        protocol=protocol,
        rater=_numbered(raters, column_of),
        **labels,
    )


def _numbered(names: Sequence[str], positions: IntArray) -> Column:
    """Give names numbers in the order of their first appearance, as the labels of other columns are."""
    used, first = np.unique(positions, return_index=True)
    used = used[np.argsort(first)]
    number = np.zeros(len(names), dtype=np.int32)
    number[used] = np.arange(used.size)
    return Column(tuple(names[position] for position in used.tolist()), number[positions])
