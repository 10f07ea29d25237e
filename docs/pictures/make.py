"""Draw what ``holdfast demo`` prints as docs/pictures/demo.svg, for the README."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
STEP, LETTER, EDGE = 19, 8.2, 18
STYLE = "font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 13.6px"


def demo_output() -> list[str]:
    """Run the demo in an empty folder; the line of the signature is left out for its length."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "holdfast", "demo"]
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    lines = done.stdout.rstrip().splitlines()
    signature = next(number for number, line in enumerate(lines) if line.startswith("holdfast="))
    return ["$ holdfast demo", *lines[:signature]]


def wrapped(lines: list[str], width: int) -> list[str]:
    """Break sentences that are wider than the table."""
    out: list[str] = []
    for line in lines:
        while len(line) > width:
            cut = line.rfind(" ", 0, width)
            out.append(line[:cut])
            line = line[cut + 1 :]  # noqa: PLW2901 - the rest of it
        out.append(line)
    return out


def drawing(lines: list[str]) -> str:
    """Return the SVG of some lines on a dark ground; every line has its width given, whatever the font."""
    columns = max(map(len, lines))
    width, height = columns * LETTER + 2 * EDGE, len(lines) * STEP + 2 * EDGE
    texts = [
        f'<text xml:space="preserve" x="{EDGE}" y="{EDGE + STEP * (number + 0.75):.1f}" '
        f'textLength="{len(line) * LETTER:.1f}" lengthAdjust="spacingAndGlyphs" '
        f'fill="{"#8bd49c" if line.startswith("$") else "#e6e6e6"}">{escape(line)}</text>'
        for number, line in enumerate(lines)
        if line
    ]
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    label = 'role="img" aria-label="What holdfast demo prints"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {label} style="{STYLE}">'
    ground = '<rect width="100%" height="100%" rx="8" fill="#1d2430"/>'
    return "\n".join([head, ground, *texts, "</svg>", ""])


if __name__ == "__main__":
    lines = demo_output()
    table = max(len(line) for line in lines if line.startswith("─"))
    text = wrapped([line.rstrip() for line in lines], table)
    (HERE / "demo.svg").write_text(drawing(text), encoding="utf-8")
