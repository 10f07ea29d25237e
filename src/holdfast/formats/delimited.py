"""Tables of separated fields, with every line accounted for.

polars pads short lines, and knows no line numbers: so the fields are counted here first, and a line
is looked for again only when something is wrong.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

import numpy as np
import polars as pl

from holdfast._core.errors import BadLine, BadValue, InputError, UnreadableFile
from holdfast.formats.fieldcount import MOST_COLUMNS, check_every_line, check_header, checked
from holdfast.formats.lines import Dialect, find_records, line_numbers
from holdfast.formats.source import Source
from holdfast.numeric.arrays import BoolArray, FloatArray, IntArray

__all__ = ["MOST_COLUMNS", "Dialect", "Table", "header_fields", "read_delimited"]

MISSING = ("", "na", "n/a", "nan", "none", "null")


@dataclass(frozen=True)
class Table:
    """A table of texts, and where each row stood."""

    source: Source
    dialect: Dialect | None
    """None where rows have no lines of their own (parquet) or one line each (jsonl)."""
    frame: pl.DataFrame
    blank_lines: int = 0
    header_lines: int = 1
    rows: IntArray | None = None
    """Of a filtered table, the rows of the file that stayed."""

    def line(self, row: int) -> int:
        """Return the line of a row, counted from 1."""
        row = row if self.rows is None else int(self.rows[row])
        if self.dialect is None:
            return row + 1 + self.header_lines
        records = find_records(self.source.data, self.dialect)
        start = records.start[records.filled]
        return int(line_numbers(self.source.data, start)[row + self.header_lines])

    def error(
        self, message: str, row: int, column: str, hint: str, kind: type[InputError] = BadValue
    ) -> InputError:
        """Make an error that points to a cell."""
        return kind(message, file=str(self.source.path), line=self.line(row), column=column, hint=hint)

    def numbers(self, column: str, *, nan_is_missing: bool = False) -> FloatArray:
        """Return a column as numbers, NaN where the cell is empty; anything else is an error."""
        texts = self.frame[column].str.strip_chars()
        values = texts.cast(pl.Float64, strict=False)
        if values.is_finite().all() and not values.null_count():
            return values.to_numpy()
        low = texts.str.to_lowercase()
        missing = low.is_in(list(MISSING) if nan_is_missing else [""]) | texts.is_null()
        wrong = (values.is_null() | ~values.is_finite()) & ~missing
        if wrong.any():
            row = int(wrong.arg_max() or 0)
            raise self.error(
                f"{texts[row]!r} is not a number", row, column, "Give a number, or leave the cell empty"
            )
        return values.set(missing, None).fill_null(float("nan")).to_numpy()

    def where(self, kept: BoolArray) -> Table:
        """Keep some rows."""
        rows = np.flatnonzero(kept)
        rows = rows if self.rows is None else self.rows[rows]
        frame = self.frame.filter(pl.Series(kept))
        return Table(self.source, self.dialect, frame, self.blank_lines, self.header_lines, rows)


def read_delimited(
    source: Source, dialect: Dialect, names: list[str] | None = None, *, headed: bool = True
) -> Table:
    """Read a table, all cells as text.

    Parameters
    ----------
    names
        The columns, where the header line cannot be split like the rows; the first line is skipped.
    headed
        Whether the first line is a header; where it is a row like the others, ``names`` are needed.

    """
    source.check_text()
    header = header_fields(source, dialect) if names is None else names
    check_header(source, header)
    first, skip = ("header" if headed else "first line"), headed and names is not None
    data, blank = checked(source, dialect, len(header), skip_header=skip, first=first)
    try:
        frame = pl.read_csv(
            data,
            has_header=False,
            skip_rows=int(headed),
            new_columns=header,
            separator=dialect.separator,
            quote_char='"' if dialect.quoted else None,
            infer_schema=False,
            raise_if_empty=False,
        )
    except pl.exceptions.PolarsError as error:
        check_every_line(source, dialect, len(header), skip_header=skip, first=first)
        reason = str(error).split("\n", 1)[0]
        raise BadLine(
            f"the table cannot be read: {reason}", file=str(source.path), hint="Check quotes"
        ) from None
    # The option that would do so has another name in polars 2.
    frame = frame.fill_null("")
    if frame.height == 0:
        raise UnreadableFile("the file has a header but no rows", file=str(source.path), hint="Add ratings")
    return Table(source, dialect, frame, blank, header_lines=int(headed))


def header_fields(source: Source, dialect: Dialect) -> list[str]:
    """Split the first line."""
    head = source.head
    if not dialect.quoted:
        return head.split(dialect.separator)
    try:
        return next(csv.reader(io.StringIO(head), delimiter=dialect.separator, strict=True), [])
    except csv.Error:
        raise BadLine(
            "the first line is not a line of column names",
            file=str(source.path),
            line=1,
            hint="Check its quotes, and that lines end in LF or CRLF",
        ) from None
