"""The lines of separated text: where each record begins, how many fields it has, where quotes go wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from holdfast.numeric.arrays import BoolArray, IntArray

_NEWLINE, _RETURN, _QUOTE = (ord(letter) for letter in '\n\r"')


@dataclass(frozen=True, slots=True)
class Dialect:
    """How fields are separated, and whether quotes protect a separator."""

    separator: str
    quoted: bool = True


@dataclass(frozen=True, slots=True)
class Records:
    """For every record its first byte, its number of fields and its length; blank lines are records too."""

    start: IntArray
    fields: IntArray
    length: IntArray

    @property
    def filled(self) -> BoolArray:
        """Say which records are not blank."""
        return self.length > 0


def find_records(data: bytes, dialect: Dialect) -> Records:
    """Find the records of a table; a line break or separator inside quotes belongs to its field."""
    letters = np.frombuffer(data, dtype=np.uint8)
    ends, separators = np.flatnonzero(letters == _NEWLINE), np.flatnonzero(letters == ord(dialect.separator))
    if dialect.quoted:
        # A quote opens and the next one closes; a doubled one does both, which comes to the same.
        quotes = np.flatnonzero(letters == _QUOTE)
        ends = ends[np.searchsorted(quotes, ends) % 2 == 0]
        separators = separators[np.searchsorted(quotes, separators) % 2 == 0]
    if not data.endswith(b"\n") or not ends.size:
        ends = np.append(ends, letters.size)
    start = np.append(0, ends[:-1] + 1)
    fields = np.diff(np.searchsorted(separators, np.append(start, letters.size))) + 1
    length = ends - start
    alone = np.flatnonzero(length == 1)
    length[alone[letters[start[alone]] == _RETURN]] = 0
    return Records(start, fields, length)


def line_numbers(data: bytes, positions: IntArray) -> IntArray:
    """Return the lines, counted from 1, in which some bytes stand."""
    newlines = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == _NEWLINE)
    return np.searchsorted(newlines, positions) + 1


def stray_quote(data: bytes, separator: str) -> int | None:
    """Return where the first quote stands that does not enclose a whole field, if there is one.

    Quotes open where a field begins and close where it ends; inside, a quote is written twice.
    """
    letters = np.frombuffer(data, dtype=np.uint8)
    quotes = np.flatnonzero(letters == _QUOTE)
    opens, closes = quotes[::2], quotes[1::2]
    before = letters[np.maximum(opens - 1, 0)]
    begins = (opens == 0) | (before == ord(separator)) | (before == _NEWLINE)
    begins[1:] |= opens[1:] == closes[: opens.size - 1] + 1
    after = np.append(letters, _NEWLINE)[closes + 1] if closes.size else closes
    ends = (after == ord(separator)) | (after == _NEWLINE) | (after == _RETURN)
    ends[: opens.size - 1] |= opens[1:] == closes[: opens.size - 1] + 1
    wrong = np.concatenate([opens[~begins], closes[~ends]])
    if wrong.size:
        return int(wrong.min())
    return int(opens[-1]) if opens.size > closes.size else None


def opens_a_field(data: bytes, separator: str) -> bool:
    """Say whether a quote stands anywhere at the beginning of a field, where it could enclose it."""
    mark = separator.encode()
    return data.startswith(b'"') or mark + b'"' in data or b'\n"' in data


def field_number(data: bytes, separator: str, position: int) -> int:
    """Return the number, counted from 1, of the field in which a byte of sound quoted text stands."""
    records = find_records(data[:position], Dialect(separator))
    return int(records.fields[-1]) if not data[:position].endswith(b"\n") else 1
