"""Plain tables for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from unicodedata import combining, east_asian_width

from holdfast._core.errors import printable

_GAP = "  "


def number(value: float, digits: int = 3) -> str:
    """Write a number; a dash where it is undefined."""
    return "–" if isnan(value) else f"{value:.{digits}f}".replace("-", "−")


def p_value(value: float) -> str:
    """Write a p value, small ones by their power of ten."""
    if value == 0:
        return "0"
    return "–" if isnan(value) else f"{value:.4f}" if value >= 0.0001 else f"{value:.0e}"


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, lines_below: Sequence[int] = ()) -> str:
    """Align columns, numbers to the right; ``lines_below`` are the rows with a line below."""
    cells = [[printable(cell) for cell in row] for row in (header, *rows)]
    widths = [max(_width(row[i]) for row in cells) for i in range(len(header))]
    right = [all(_is_number(row[i]) for row in cells[1:]) and len(cells) > 1 for i in range(len(header))]
    rule = "─" * (sum(widths) + len(_GAP) * (len(widths) - 1))
    lines = [_line(cells[0], widths, right), rule]
    for number_, row in enumerate(cells[1:]):
        lines.append(_line(row, widths, right))
        if number_ in lines_below:
            lines.append(rule)
    return "\n".join(lines)


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = [
        " " * (width - _width(cell)) + cell if to_right else cell + " " * (width - _width(cell))
        for cell, width, to_right in zip(row, widths, right, strict=True)
    ]
    return _GAP.join(padded).rstrip()


def _width(text: str) -> int:
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def _is_number(cell: str) -> bool:
    return not cell or cell == "–" or all(c in "0123456789.,−-+e%" for c in cell)
