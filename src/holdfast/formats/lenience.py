"""What spreadsheets do to tables, taken with a word about it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from holdfast._core.errors import GuessedColumns, InputError, SimilarLabels, warn
from holdfast.formats.columns import NONE, Columns
from holdfast.formats.delimited import Table
from holdfast.formats.long import error_counts, times
from holdfast.model.ratings import Ratings

_DECIMAL_COMMA = r"^(\s*[-+]?\d+),(\d+\s*)$"
_NUMBERS = ("score", "z", "rater_mean", "rater_sd")


def with_points(table: Table, columns: Columns) -> Table:
    """Read decimal commas where the fields are not separated by commas, and say so."""
    if table.dialect is None or table.dialect.separator == ",":
        return table
    names = [columns.of[meaning] for meaning in _NUMBERS if meaning in columns.of] + list(columns.raters)
    commas = [name for name in names if table.frame[name].str.contains(_DECIMAL_COMMA).any()]
    if not commas:
        return table
    points = [pl.col(name).str.replace(_DECIMAL_COMMA, "$1.$2") for name in commas]
    warn(GuessedColumns, f"decimal commas are read as points in: {', '.join(commas)}")
    return replace(table, frame=table.frame.with_columns(points))


def unreadable(table: Table, columns: Columns) -> list[str]:
    """Return the guessed meanings of no consequence whose column turns out to hold something else."""
    found = []
    for meaning, read in (("started", times), ("finished", times), ("n_errors", error_counts)):
        column = columns.of.get(meaning)
        if column is None or meaning in columns.named or column == meaning:
            continue
        try:
            read(table, column, meaning)
        except InputError as error:
            found.append(meaning)
            say = f"name the column with table:{meaning}=…, or say table:{meaning}={NONE}"
            warn(GuessedColumns, f"{column!r} is not read as {meaning}: {error.message}; {say}")
    return found


def similar_labels(ratings: Ratings) -> Iterator[str]:
    """Warn of systems and raters that differ in capitals or blanks only."""
    for axis in ("system", "rater"):
        alike = defaultdict(list)
        for label in getattr(ratings, axis).labels:
            alike[re.sub(r"\s+", " ", label).strip().casefold()].append(label)
        for labels in alike.values():
            if len(labels) > 1:
                named = ", ".join(repr(label) for label in labels)
                warn(SimilarLabels, f"each counts as a {axis} of its own: {named}")
                yield f"labels of {axis} that differ in capitals or blanks only: {named}"
