"""Formats: what a file's name and first line say about it, and how it becomes a study."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
import polars as pl

from holdfast._core.errors import BadSelection, UnknownFormat, UnknownLabel
from holdfast._core.registry import Registry, suggestion
from holdfast._core.signature import Method, signature
from holdfast.formats.delimited import Table
from holdfast.formats.source import Folder, Source, open_path
from holdfast.model.column import Column
from holdfast.model.ratings import KINDS
from holdfast.model.study import Selection, Study

MOST_RAW_VALUES = 200
_MOST_HINTED = 50


@runtime_checkable
class Format(Method, Protocol):
    """A reader of one format."""

    def recognises(self, source: Source | Folder) -> bool:
        """Say whether the file looks like this format, from its name and first line."""
        ...

    def read(self, source: Source | Folder, selection: Selection) -> Study:
        """Read the file; of the selection, only the file's own columns are applied here."""
        ...


FORMATS: Registry[Format] = Registry(
    kind="format",
    protocol=Format,
    rows={
        "wmt_da": "holdfast.formats.builtin.wmt_da:WmtDa",
        "marot": "holdfast.formats.builtin.marot:Marot",
        "appraise": "holdfast.formats.builtin.appraise:Appraise",
        "table": "holdfast.formats.builtin.table:TableFormat",
    },
)
"""In the order in which they are tried: the most particular first."""


def read_study(path: Path, format_text: str | None, selection: Selection) -> Study:
    """Read a file or folder with the named format, or with the one that recognises it."""
    source = open_path(path)
    reader = FORMATS.make(format_text) if format_text else _recognised(source)
    study = reader.read(source, selection)
    provenance = replace(study.provenance, reader=signature(reader))
    return replace(study, provenance=provenance)


def _recognised(source: Source | Folder) -> Format:
    for name in FORMATS.rows:
        reader = FORMATS.make(name)
        if reader.recognises(source):
            return reader
    if isinstance(source, Source):
        source.check_text()
        if len(re.findall(r"[^,;\t\s][^,;\t]*", source.head)) > 1:
            return FORMATS.make("table")  # it says which columns it misses
    what = "folder" if isinstance(source, Folder) else "file"
    raise UnknownFormat(
        f"no format recognises this {what}",
        file=str(source.path),
        hint=f"Name one: --format {'|'.join(FORMATS.rows)}",
    )


def encode(series: pl.Series) -> Column:
    """Give the texts of a column numbers in the order of their first appearance; empty cells have none."""
    if series.dtype != pl.String:
        series = series.cast(pl.String)
    labels = series.unique(maintain_order=True).drop_nulls().to_list()
    codes = series.cast(pl.Enum(labels)).to_physical().cast(pl.Int32).fill_null(-1).to_numpy()
    if "" not in labels:
        return Column(tuple(labels), codes)
    empty = labels.index("")
    codes = np.where(codes == empty, -1, codes - (codes > empty)).astype(np.int32)
    return Column(tuple(label for label in labels if label), codes)


def encode_kind(table: Table, column: str, meaning: dict[str, str]) -> Column:
    """Translate a file's words for what a row is; ``meaning`` has them in lower case."""
    known = {**{kind: kind for kind in KINDS}, **meaning}
    return encode_words(table, column, known, default="output", noun="kind of row")


def encode_words(table: Table, column: str, known: dict[str, str], *, default: str, noun: str) -> Column:
    """Translate the words of a column; ``known`` has them in lower case, an empty cell is the default."""
    words = encode(table.frame[column].replace("", default))
    meant: list[str | None] = []
    for number, word in enumerate(words.labels):
        meant.append(known.get(word.strip().lower(), None if word.strip() else default))
        if meant[-1] is None:
            row = int((words.codes == number).argmax())
            hint = f"Known: {', '.join(known)}"
            raise table.error(f"unknown {noun} {word!r}", row, column, hint, UnknownLabel)
    translated = Column.encode(meant)
    return Column(translated.labels, translated.codes[words.codes])


def select_raw(
    table: Table, columns: list[str], selection: Selection, together: Sequence[Table] = ()
) -> Table:
    """Apply the part of a selection that names columns of the file itself.

    Each value must occur: in the table, or in one of those that are read together.
    """
    for key in [key for key in selection if key in columns]:
        cells = [one.frame[key] for one in together or [table]]
        for value in selection[key]:
            if not any((column == value).any() for column in cells):
                known = pl.concat([column.unique(maintain_order=True) for column in cells])
                hint = suggestion(value, known.unique(maintain_order=True).head(_MOST_HINTED).to_list())
                raise BadSelection(f"no rating has {key}={value}", hint=hint)
    kept = np.ones(table.frame.height, dtype=np.bool_)
    for key in set(selection) & set(columns):
        kept &= table.frame[key].is_in(list(selection[key])).to_numpy()
    return table if kept.all() else table.where(kept)


def raw_values(table: Table, columns: list[str]) -> dict[str, tuple[str, ...]]:
    """List the values of columns that the model has no place for."""
    listed = {}
    for name in columns:
        values = table.frame[name].head(100_000).unique(maintain_order=True).head(MOST_RAW_VALUES)
        listed[name] = tuple(str(value) for value in values)
    return listed
