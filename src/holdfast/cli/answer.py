"""How every command answers: a text or one JSON document; warnings and errors in one line each."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TextIO, TypeVar

import typer

from holdfast._core.errors import (
    HoldfastError,
    UnwritableFile,
    UsageError,
    collected_warnings,
    printable,
    reason_of,
)
from holdfast._core.version import __version__


class Result(Protocol):
    """What an API function returns."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        ...


R = TypeVar("R", bound=Result)


def answer(
    command: str, compute: Callable[[], R], show: Callable[[R], str], *, as_json: bool, out: Path | None
) -> None:
    """Compute, then print the result, or write it to ``out``; leave with the exit code of an error."""
    try:
        with collected_warnings() as notes:
            result = compute()
        warnings = [note.to_dict() for note in notes]
        if as_json:
            document = {"holdfast": __version__, "command": command, **result.to_dict(), "warnings": warnings}
            text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2)
        else:
            for note in notes:
                say(printable(f"warning: {note.message} [{note.kind}]"))
            text = show(result)
        _write(text + "\n", out)
    except HoldfastError as error:
        raise typer.Exit(report(error, as_json=as_json)) from None


def report(error: HoldfastError, *, as_json: bool) -> int:
    """Print an error and return the exit code: 1 where the data are wrong, 2 where the call is."""
    written = False
    if as_json:
        with suppress(UnwritableFile):
            _write(json.dumps({"error": error.to_dict()}, ensure_ascii=False) + "\n", None)
            written = True
    if not written:
        say(f"error: {error}")
    return 2 if isinstance(error, UsageError) else 1


def say(line: str) -> None:
    """Print a line on standard error, if there is one that takes it."""
    if sys.stderr is None:
        return
    try:
        print(line, file=sys.stderr, flush=True)  # noqa: T201
    except (OSError, ValueError):
        close(sys.stderr)


def close(stream: TextIO | None) -> None:
    """Close a stream that takes no more, so that Python does not try again at the end."""
    with suppress(OSError, ValueError, AttributeError):
        stream.close()  # type: ignore[union-attr]


def _write(text: str, out: Path | None) -> None:
    try:
        if out is not None:
            out.write_text(text, encoding="utf-8", errors="backslashreplace")
        elif sys.stdout is not None:
            with suppress(AttributeError):
                sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
            sys.stdout.write(text)
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise unwritable(error, out) from None


def unwritable(error: OSError | ValueError, out: Path | None) -> UnwritableFile:
    """Say why an answer cannot be written to a file, or to standard output."""
    if out is None:
        close(sys.stdout)
    where = "standard output" if out is None else str(out)
    return UnwritableFile(
        f"the answer cannot be written: {reason_of(error)}", file=where, hint="Name another"
    )
