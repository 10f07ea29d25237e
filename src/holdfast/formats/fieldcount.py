"""The header and the number of fields of every line are checked before polars reads a table."""

from __future__ import annotations

import numpy as np

from holdfast._core.errors import BadLine
from holdfast.formats.lines import Dialect, field_number, find_records, line_numbers, stray_quote
from holdfast.formats.source import Source

MOST_COLUMNS = 1_000
MOST_HEADER = 65_536


def check_header(source: Source, header: list[str]) -> None:
    """Refuse too many columns, and two of the same name."""
    where = str(source.path)
    if len(source.data) > MOST_HEADER and b"\n" not in source.data[:MOST_HEADER]:
        raise BadLine(
            f"the first line has more than {MOST_HEADER} bytes",
            file=where,
            line=1,
            hint="Give the columns shorter names, and check that lines end in LF or CRLF",
        )
    if len(header) > MOST_COLUMNS:
        raise BadLine(
            f"the header has {len(header)} columns",
            file=where,
            line=1,
            hint=f"A table of ratings has at most {MOST_COLUMNS}; give one row per rating",
        )
    if not "".join(header).strip():
        raise BadLine("the first line names no columns", file=where, line=1, hint="Begin with their names")
    seen: set[str] = set()
    for number, name in enumerate(header, 1):
        if name in seen:
            raise BadLine(
                f"column {name!r} stands twice", file=where, line=1, column=number, hint="Rename one"
            )
        seen.add(name)


def checked(
    source: Source, dialect: Dialect, fields: int, *, skip_header: bool, first: str = "header"
) -> tuple[bytes, int]:
    """Return the data without blank lines, and their number; raise at a line with a wrong field count.

    ``first`` is what the first line is called.

    Lines that are too long make polars stop. So where none is, the number of separators
    in the file says whether one is too short.
    """
    data = source.data if source.data.endswith(b"\n") else source.data + b"\n"
    separator = dialect.separator.encode()
    if not (dialect.quoted and b'"' in data):
        lines, separators = data.count(b"\n"), data.count(separator)
        if skip_header:
            end = data.index(b"\n")
            lines, separators = lines - 1, separators - data.count(separator, 0, end)
        if separators == (fields - 1) * lines and b"\n\n" not in data and b"\n\r\n" not in data:
            return data, 0
    return check_every_line(source, dialect, fields, skip_header=skip_header, first=first)


def check_every_line(
    source: Source, dialect: Dialect, fields: int, *, skip_header: bool, first: str = "header"
) -> tuple[bytes, int]:
    """Count the fields of every line; return the data without blank lines, and their number."""
    data = source.data if source.data.endswith(b"\n") else source.data + b"\n"
    if dialect.quoted:
        _check_quotes(source, dialect)
    records = find_records(data, dialect)
    wrong = records.filled & (records.fields != fields)
    if skip_header:
        wrong[0] = False
    if wrong.any():
        record = int(wrong.argmax())
        found = int(records.fields[record])
        raise BadLine(
            f"{found} fields, but the {first} has {fields}",
            file=str(source.path),
            line=int(line_numbers(data, records.start)[record]),
            column=min(found, fields),
            hint="Check the line for missing or extra separators and quotes",
        )
    blank = int((~records.filled).sum())
    if not blank:
        return data, 0
    ends = np.append(records.start[1:], len(data))
    spans = zip(records.start[records.filled].tolist(), ends[records.filled].tolist(), strict=True)
    return b"".join([data[start:end] for start, end in spans]), blank


def _check_quotes(source: Source, dialect: Dialect) -> None:
    position = stray_quote(source.data, dialect.separator)
    if position is None:
        return
    before = source.data[:position]
    closed = before.count(b'"') % 2 == 1
    raise BadLine(
        "a quote stands inside a field" if closed else "a quote that opens here is never closed",
        file=str(source.path),
        line=before.count(b"\n") + 1,
        column=field_number(source.data, dialect.separator, position),
        hint="Close it, or enclose the whole field in quotes and double those that belong to it",
    )
