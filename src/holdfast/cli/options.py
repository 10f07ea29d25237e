"""The options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holdfast._core.errors import BadSetting
from holdfast.protocols.weights.base import DEFAULT_WEIGHTS, WEIGHTS

File = Annotated[
    Path, typer.Argument(help="A file or folder of ratings.", show_default=False, readable=False)
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Out = Annotated[
    Path | None,
    typer.Option("--out", help="Write the answer to this file.", show_default=False, readable=False),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Where random numbers start.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="The format, with settings: table:score=points. Recognised by default.",
        show_default=False,
    ),
]
Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select", help="Keep only key=value,… (see 'holdfast read FILE --json').", show_default=False
    ),
]
Weights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        help=f"MQM weights: {', '.join(WEIGHTS.rows)}; {DEFAULT_WEIGHTS} by default.",
        show_default=False,
    ),
]


def parse_select(texts: list[str] | None) -> dict[str, list[str]]:
    """Read ``key=value,key=value``; a part without a key is one more value of the key before it."""
    chosen: dict[str, list[str]] = {}
    for text in texts or []:
        key = ""
        for part in text.split(","):
            name, equals, value = part.partition("=")
            if equals:
                key = name.strip()
            elif not key:
                raise BadSetting(f"--select {part!r} names no key", hint="Write --select key=value")
            chosen.setdefault(key, []).append(value if equals else part)
    return chosen
