"""The command ``holdfast``: a table of commands, each loaded when it is called."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

import typer
from typer.exceptions import TyperException

from holdfast._core.errors import InputError, UnreadableFile, UsageError, reason_of
from holdfast._core.version import __version__
from holdfast.cli.answer import close, report, unwritable

COMMANDS = {
    "read": "Recognise a file or folder of ratings, check it, and say what it holds.",
    "rank": "Rank systems by their ratings: scores, significance, clusters, rank ranges.",
    "compare": "Rank by several profiles, and name the pairs of systems on which they disagree.",
    "demo": "Simulate a direct assessment campaign, write its ratings, and rank the systems.",
}


def main(arguments: list[str] | None = None) -> None:
    """Run a command and leave with its exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        code = app(given)(given, prog_name="holdfast", standalone_mode=False)
        if sys.stdout is not None and not sys.stdout.closed:
            sys.stdout.flush()
    except TyperException as error:
        code = _misused(error.format_message().rstrip("."), given)
    except (KeyboardInterrupt, typer.Abort):
        code = 130
    except BrokenPipeError:
        close(sys.stderr)
        code = 1
    except OSError as error:
        code = report(_of_system(error), as_json=False)
    except MemoryError:
        code = report(_too_large(), as_json="--json" in given)
    raise SystemExit(code or 0)


def _of_system(error: OSError) -> InputError:
    """Name the file that the system refuses; where it names none, the help could not be printed."""
    if error.filename is None:
        return unwritable(error, None)
    return UnreadableFile(
        f"the file cannot be read: {reason_of(error)}", file=str(error.filename), hint="Check it"
    )


def _too_large() -> InputError:
    return UnreadableFile(
        "there is not enough memory for these data", hint="Select fewer: --select key=value"
    )


def _misused(message: str, given: list[str]) -> int:
    """Say what is wrong with a call; of a call without anything the help has said it all."""
    if not message:
        return 2
    hint = " ".join(["See: holdfast", *(word for word in given[:1] if word in COMMANDS), "--help"])
    return report(UsageError(message, hint=hint), as_json="--json" in given)


def app(arguments: list[str]) -> typer.Typer:
    """Return the application, with the command that is called for and the help lines of the others."""
    built = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    built.callback()(_start)
    called = next((argument for argument in arguments if argument in COMMANDS), None)
    for name, line in COMMANDS.items():
        function = getattr(import_module(f"holdfast.cli.{name}"), name) if name == called else _named(name)
        built.command(name, help=line)(function)
    return built


def _named(name: str) -> Callable[[], None]:
    def stands_for() -> None:
        """Show up in the help of the application."""

    stands_for.__name__ = name
    return stands_for


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"holdfast {__version__}")
        raise typer.Exit


def _start(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Plan, collect and analyse human evaluations whose conclusions hold when they are repeated."""
