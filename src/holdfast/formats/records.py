"""Tables of any kind, opened by their content: separated text, JSON lines, parquet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from holdfast._core.errors import BadLine
from holdfast.formats.delimited import Dialect, Table, header_fields, read_delimited
from holdfast.formats.jsonlines import first_keys, is_json, read_json_lines
from holdfast.formats.lines import opens_a_field, stray_quote
from holdfast.formats.parquet import is_parquet, read_parquet
from holdfast.formats.source import Source

Understood = Callable[[Sequence[str]], int]
"""How many names of columns are understood."""


def open_table(source: Source, understood: Understood) -> Table:
    """Open a table, all cells as text."""
    if is_parquet(source):
        return read_parquet(source)
    if is_json(source):
        return read_json_lines(source)
    separator = _separator(source, understood)
    return read_delimited(source, Dialect(separator, _quoted(source.data, separator)))


def first_names(source: Source, understood: Understood) -> list[str]:
    """Return the names of the columns, from the first line of a text."""
    if is_json(source):
        return first_keys(source)
    return _fields(source, _separator(source, understood))


def _separator(source: Source, understood: Understood) -> str:
    """Return the separator that makes most sense of the header."""
    tabs = source.name.lower().endswith((".tsv", ".tab"))

    def sense(separator: str) -> tuple[int, int]:
        fields = _fields(source, separator)
        return understood(fields), len(fields)

    return max("\t,;" if tabs else ",\t;", key=sense)


def _fields(source: Source, separator: str) -> list[str]:
    try:
        return header_fields(source, Dialect(separator))
    except BadLine:
        return header_fields(source, Dialect(separator, quoted=False))


def _quoted(data: bytes, separator: str) -> bool:
    """Say whether quotes enclose fields, or are letters like any other.

    Nobody encloses a field where none begins with a quote. Tables separated by tabs are often
    written without quoting, so there a quote out of place says that all are letters.
    """
    if b'"' not in data or stray_quote(data, separator) is None:
        return True
    return opens_a_field(data, separator) and separator != "\t"
