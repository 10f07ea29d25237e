"""``holdfast read``."""

from __future__ import annotations

from holdfast.api.read import read as opened
from holdfast.cli.answer import answer
from holdfast.cli.options import File, Format, Json, Out, Select, parse_select
from holdfast.cli.text import table
from holdfast.model.summary import Summary, summarise

_WIDTH = 80


def read(
    file: File,
    select: Select = None,
    format: Format = None,  # noqa: A002 - the option's name
    json: Json = False,
    out: Out = None,
) -> None:
    """Recognise a file or folder of ratings, check it, and say what it holds."""
    answer(
        "read",
        lambda: summarise(opened(file, format=format, select=parse_select(select))),
        show_summary,
        as_json=json,
        out=out,
    )


def show_summary(summary: Summary) -> str:
    """Write the counts, what can be selected, and how the file was understood."""
    counts = ("systems", "documents", "segments", "raters", "ratings", "spans", "unscored")
    rows = [
        ("format", summary.format),
        ("protocol", summary.protocol or "not known"),
        ("scale", str(summary.scale)),
    ]
    rows += [(name, f"{getattr(summary, name):,}") for name in counts]
    rows += [(f"of kind {kind}", f"{count:,}") for kind, count in summary.kinds.items()]
    rows += [(f"of level {level}", f"{count:,}") for level, count in summary.levels.items()]
    rows += [(f"dropped: {reason}", f"{count:,}") for reason, count in summary.dropped.items()]
    parts = [table(("what", "found"), rows)]
    parts.append(
        table(("select", "values"), [(key, _some(values)) for key, values in summary.select.items()])
    )
    parts.append("\n".join(("Understood as:", *(f"- {text}" for text in summary.conventions))))
    return "\n\n".join(parts)


def _some(values: list[str]) -> str:
    """List as many values as fit a line."""
    text = ", ".join(values)
    if len(text) <= _WIDTH:
        return text
    cut = text[:_WIDTH].rpartition(", ")[0]
    return f"{cut}, … ({len(values)} with --json)"
