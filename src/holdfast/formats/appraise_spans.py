"""The error spans of an Appraise export: one JSON list for each rating."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np

from holdfast._core.errors import BadLine, InputError, UnknownLabel
from holdfast.formats.delimited import Table
from holdfast.model.column import Column
from holdfast.model.spans import Spans
from holdfast.protocols.weights.base import SEVERITIES, UNWEIGHTED

COLUMN = "mqmJSON"
_KIND = "error_type"
_MISSING = "missing"
_MOST = 1_000_000_000
"""No text is longer."""
_SEVERITIES = (*SEVERITIES, *UNWEIGHTED)


class _Marked(NamedTuple):
    start: int
    end: int
    severity: str
    category: str | None


def read_spans(table: Table) -> Spans:
    """Read the spans of every row."""
    rating: list[int] = []
    found: list[_Marked] = []
    for row, text in enumerate(table.frame[COLUMN].to_list()):
        if text == "[]":
            continue
        marked = [_marked(table, row, error) for error in _errors(table, row, text)]
        rating += [row] * len(marked)
        found += marked
    return Spans(
        rating=np.array(rating, dtype=np.int64),
        side=Column.constant("target", len(found)) if found else Column.absent(0),
        start=np.array([span.start for span in found], dtype=np.int64),
        end=np.array([span.end for span in found], dtype=np.int64),
        category=Column.encode([span.category for span in found]),
        severity=Column.encode([span.severity for span in found]),
        text=Column.absent(len(found)),
        unit="utf-16",
    )


def _errors(table: Table, row: int, text: str) -> list[Any]:
    try:
        errors = json.loads(text)
    except (ValueError, RecursionError):
        message = "the spans are not JSON"
        raise table.error(
            message, row, COLUMN, "Give a JSON list; [] where there are none", BadLine
        ) from None
    if not isinstance(errors, list):
        raise _wrong(table, row, "the spans are not a list", "Give a JSON list; [] where there are none")
    return errors


def _marked(table: Table, row: int, error: object) -> _Marked:
    if not isinstance(error, dict):
        raise _wrong(table, row, f"the span {_shown(error)} is not an object", "Write {…} for each")
    start, last = _offsets(table, row, error.get("start_i"), error.get("end_i"))
    # Spans that a rater marked have the key, and end with their last letter. Those that came with the task,
    # marked by a program or for a tutorial, lack it and end behind: the texts of WMT23 show it.
    end = last + 1 if _KIND in error and last >= 0 else last
    severity = error.get("severity")
    if not isinstance(severity, str) or severity.strip().lower() not in _SEVERITIES:
        hint = f"Known (in any case): {', '.join(_SEVERITIES)}"
        raise table.error(f"unknown severity {_shown(severity)}", row, COLUMN, hint, UnknownLabel)
    return _Marked(start, end, severity, _category(table, row, error.get(_KIND)))


def _offsets(table: Table, row: int, start: object, end: object) -> tuple[int, int]:
    """Return the offsets as read; what is missing in the text has no place in it."""
    if start == end == _MISSING:
        return -1, -1
    first, last = _place(table, row, "start_i", start), _place(table, row, "end_i", end)
    if first > last:
        message = f"the span ends at {last}, before it starts at {first}"
        raise _wrong(table, row, message, "Let start_i be the first letter, end_i the last")
    return first, last


def _place(table: Table, row: int, name: str, offset: object) -> int:
    # True is a whole number to Python, but not to anyone else.
    if isinstance(offset, int) and not isinstance(offset, bool) and 0 <= offset <= _MOST:
        return offset
    hint = 'Give a whole number from 0 up, or "missing" for both ends'
    raise _wrong(table, row, f"{name} is {_shown(offset)}, which is no place in a text", hint)


def _category(table: Table, row: int, kind: object) -> str | None:
    """Join category and subcategory; a span may have none."""
    parts = [] if kind is None else [kind] if isinstance(kind, str) else kind
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        hint = 'Give null, a text or a list of texts such as ["Accuracy", "Omission"]'
        raise _wrong(table, row, f"error_type cannot be {_shown(kind)}", hint)
    return "/".join(part for part in parts if part) or None


def _wrong(table: Table, row: int, message: str, hint: str) -> InputError:
    return table.error(message, row, COLUMN, hint)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:39]}…"
