"""One flat JSON object per line, read as a table of texts."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from holdfast._core.errors import BadLine
from holdfast.formats.delimited import MOST_COLUMNS, Table
from holdfast.formats.source import Source

LINES_AT_ONCE = 100_000


class _Pairs(list[tuple[str, Any]]):
    """An object as its keys and values, so that a repeated key is seen."""


# Numbers stay as they were written.
_DECODER = json.JSONDecoder(
    object_pairs_hook=_Pairs, parse_float=str, parse_int=str, parse_constant=str, strict=False
)


def is_json(source: Source) -> bool:
    """Say whether a file begins like JSON."""
    return source.data[:1_000].lstrip()[:1] == b"{" or is_json_array(source)


def is_json_array(source: Source) -> bool:
    """Say whether a file that is called JSON is one array: to be refused with a word on what to do."""
    return source.data[:1_000].lstrip()[:1] == b"[" and ".json" in source.name.lower()


def first_keys(source: Source) -> list[str]:
    """Return the keys of the first line; none where it is not an object."""
    try:
        first = _DECODER.decode(source.head)
    except (ValueError, RecursionError):
        return []
    return [key for key, _ in first] if isinstance(first, _Pairs) else []


def read_json_lines(source: Source) -> Table:
    """Read a file of JSON objects; a key that a line lacks is an empty cell."""
    source.check_text()
    reader = _Reader(source)
    blank = 0
    lines: list[int] = []
    for number, line in enumerate(BytesIO(source.data)):
        if line.isspace():
            blank += 1
            continue
        lines.append(number)
        reader.add(line.rstrip(b"\r\n").decode(), number + 1)
    return Table(source, None, reader.frame(), blank, 0, np.array(lines) if blank else None)


class _Reader:
    """The columns of the lines so far."""

    def __init__(self, source: Source) -> None:
        self.where = str(source.path)
        self.names: dict[str, None] = {}
        self.cells: dict[str, list[str]] = {}
        self.rows = 0
        self.frames: list[pl.DataFrame] = []

    def add(self, text: str, line: int) -> None:
        """Add a line as a row."""
        for key, value in self._object(text, line):
            column = self.cells.get(key)
            if column is None:
                self._check_name(key, line)
                column = self.cells[key] = [""] * self.rows
            if len(column) > self.rows:
                raise BadLine(
                    f"key {key!r} stands twice", file=self.where, line=line, column=key, hint="Rename one"
                )
            column.append(self._text(value, line, key))
        self.rows += 1
        for column in self.cells.values():
            if len(column) < self.rows:
                column.append("")
        if self.rows == LINES_AT_ONCE:
            self._flush()

    def frame(self) -> pl.DataFrame:
        """Return all rows."""
        self._flush()
        return pl.concat(self.frames, how="diagonal").fill_null("")

    def _flush(self) -> None:
        self.frames.append(pl.DataFrame(self.cells, schema=dict.fromkeys(self.cells, pl.String)))
        self.cells, self.rows = {}, 0

    def _object(self, text: str, line: int) -> _Pairs:
        reason, column = "it is not an object", 1
        try:
            found = _DECODER.decode(text)
        except json.JSONDecodeError as error:
            found, reason, column = None, error.msg[0].lower() + error.msg[1:], error.colno
        except RecursionError:
            found, reason = None, "it is nested too deep"
        if isinstance(found, _Pairs):
            if found:
                return found
            reason = "it is empty"
        raise BadLine(
            f"the line is not a JSON object with keys: {reason}",
            file=self.where,
            line=line,
            column=column,
            hint="Give one flat object per line; an array becomes that with: jq -c '.[]'",
        )

    def _check_name(self, key: str, line: int) -> None:
        self._text(key, line, 1)
        self.names[key] = None
        if len(self.names) > MOST_COLUMNS:
            raise BadLine(
                f"the lines up to here have more than {MOST_COLUMNS} different keys",
                file=self.where,
                line=line,
                hint="Give one object per rating",
            )

    def _text(self, value: object, line: int, column: str | int) -> str:
        if value is None:
            return ""
        if isinstance(value, bool):
            return "true" if value else "false"
        if not isinstance(value, str):
            noun = "an object" if isinstance(value, _Pairs) else "a list"
            raise BadLine(
                f"the value is {noun}, not a text or number",
                file=self.where,
                line=line,
                column=column,
                hint="Give flat objects: leave the key out, or write its parts as keys of their own",
            )
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise BadLine(
                "half of a surrogate pair is not a letter",
                file=self.where,
                line=line,
                column=column,
                hint="Write the file as UTF-8",
            )
        return value
