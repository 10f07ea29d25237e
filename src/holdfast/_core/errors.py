"""Every error and warning that Holdfast raises on purpose.

HoldfastError
├── InputError            the data are wrong: exit 1
│   ├── MissingFile       the path does not exist
│   ├── UnwritableFile    the place for a result cannot be written to
│   ├── UnreadableFile    truncated, binary, not UTF-8, empty, too large
│   ├── UnknownFormat     no reader recognises it
│   ├── BadLine           a line is not of the file's form
│   ├── BadValue          a cell is not of its column's kind or outside the scale
│   ├── UnknownLabel      a severity, kind or level that nobody defined
│   ├── BadSelection      the selection names nothing, or one is needed
│   └── NotEnoughData     nothing can be computed from what is left
└── UsageError            the call is wrong: exit 2
    ├── UnknownMethod     no registry row of that name
    └── BadSetting        a method has no such setting, or not that value
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from inspect import currentframe


class HoldfastError(Exception):
    """An error that says what is wrong, where, and what to do."""

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        file: str | None = None,
        line: int | None = None,
        column: str | int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = shortened(message)
        self.hint = shortened(hint)
        self.file = file
        self.line = line
        self.column = column

    @property
    def kind(self) -> str:
        """The class name: the word by which errors.md lists it."""
        return type(self).__name__

    @property
    def where(self) -> str:
        """file:line:column, as far as known."""
        parts = (self.file, self.line, self.column)
        return ":".join(printable(str(part)) for part in parts if part is not None)

    def __str__(self) -> str:
        text = _sentence(f"{self.where}: {self.message}" if self.where else self.message)
        return printable(f"{text} {_sentence(self.hint)}" if self.hint else text)

    def to_dict(self) -> dict[str, object]:
        """Return the error as its JSON object."""
        return {
            "kind": self.kind,
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "hint": self.hint or None,
        }


class InputError(HoldfastError):
    """The data are wrong."""


class MissingFile(InputError):
    """The path does not exist."""


class UnreadableFile(InputError):
    """The file is truncated, binary, not UTF-8, empty or too large."""


class UnwritableFile(InputError):
    """The place for a result cannot be written to."""


class UnknownFormat(InputError):
    """No reader recognises the file."""


class BadLine(InputError):
    """A line is not of the file's form."""


class BadValue(InputError):
    """A cell is not of its column's kind, or outside the scale."""


class UnknownLabel(InputError):
    """A label that nobody defined: a severity, a kind, a level."""


class BadSelection(InputError):
    """The selection names nothing that is there, or one is needed."""


class NotEnoughData(InputError):
    """Nothing can be computed from what is left."""


class UsageError(HoldfastError):
    """The call is wrong, whatever the data."""


class UnknownMethod(UsageError):
    """No registry row of that name."""


class BadSetting(UsageError):
    """A method has no such setting, or the setting cannot have that value."""


class HoldfastWarning(UserWarning):
    """The parent of all named warnings."""


class UndefinedStatistic(HoldfastWarning):
    """A statistic has no value for these data; it is NaN."""


class ConstantRater(HoldfastWarning):
    """A rater's scores do not vary (or there is one only), so that a z-score has no meaning."""


class ZeroMeanRater(HoldfastWarning):
    """A rater's mean is 0, so that no factor brings it to the study's mean."""


class MissingScores(HoldfastWarning):
    """Some ratings have no score under the chosen normaliser and take no part."""


class MissingDocuments(HoldfastWarning):
    """The data name no documents: segments stand for themselves."""


class MissingRaters(HoldfastWarning):
    """The data name no raters: all ratings count as one rater's."""


class UnmatchedSegments(HoldfastWarning):
    """Some systems were not rated on the same segments: a matched test compares those that both have."""


class UntestedPairs(HoldfastWarning):
    """Some pairs of systems share no segments, or none that differ: they cannot be tested."""


class ContradictedOrder(HoldfastWarning):
    """On the segments that two systems share the one with the worse score is significantly better."""


class RepeatedRatings(HoldfastWarning):
    """Many ratings repeat a rater, system and segment: segments may be numbered anew in each document."""


class UnknownScale(HoldfastWarning):
    """Nothing says which end of the scale is better: higher is taken for better."""


class ErrorsOnly(HoldfastWarning):
    """No row of an MQM file says that a segment has no error: such segments may be missing."""


class ConfoundedRaters(HoldfastWarning):
    """Every rater rated one system only, so that raters and systems cannot be told apart."""


class SimilarLabels(HoldfastWarning):
    """Some labels differ in capitals or blanks only: perhaps they mean the same."""


class PermutationFloor(HoldfastWarning):
    """With so few documents no permutation p value can reach alpha."""


class CoarsePermutation(HoldfastWarning):
    """Too few permutations for the adjustment that was asked for."""


class NormalisationChangesOrder(HoldfastWarning):
    """The order of the systems by rater z-scores differs from the ranking."""


class UnweightedSeverity(HoldfastWarning):
    """Spans of a known severity that carries no weight."""


class ReplicaDefect(HoldfastWarning):
    """A replica profile keeps a known defect of the original."""


class GuessedColumns(HoldfastWarning):
    """The meaning of a column was guessed, and the guess was not certain."""


@dataclass(frozen=True, slots=True)
class Note:
    """A named warning as it travels with a result."""

    kind: str
    message: str

    def to_dict(self) -> dict[str, str]:
        """Return the warning as its JSON object."""
        return {"kind": self.kind, "message": self.message}


_collector: ContextVar[list[Note] | None] = ContextVar("holdfast_warnings", default=None)


def warn(category: type[HoldfastWarning], message: str) -> None:
    """Give a named warning to the analysis that is running, or to Python where none is."""
    notes = _collector.get()
    if notes is None:
        warnings.warn(message, category, stacklevel=_outside())
    elif (note := Note(category.__name__, message)) not in notes:
        notes.append(note)


def _outside() -> int:
    """Return the stack level of the first caller that is not of this package."""
    level, frame = 0, currentframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("holdfast."):
        level, frame = level + 1, frame.f_back
    return level


@contextmanager
def collected_warnings() -> Iterator[list[Note]]:
    """Gather the named warnings of everything that runs inside."""
    notes: list[Note] = []
    token = _collector.set(notes)
    try:
        yield notes
    finally:
        _collector.reset(token)


def reissue(notes: list[Note]) -> None:
    """Pass gathered warnings on: to the analysis around this one, or to Python."""
    for note in notes:
        warn(_CATEGORIES[note.kind], note.message)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def reason_of(error: OSError | ValueError) -> str:
    """Say in the system's words why a file cannot be opened or written."""
    return (error.strerror if isinstance(error, OSError) else str(error)) or type(error).__name__


_KEPT = 100
_LONG = re.compile(r"""'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|\S{201,}""", re.DOTALL)
"""What is quoted, and what has no blanks and is long."""


def shortened(text: str) -> str:
    """Cut long labels and cells out of a message, in the middle."""
    return _LONG.sub(_cut, text) if len(text) > 2 * _KEPT else text


def _cut(found: re.Match[str]) -> str:
    part = found[0]
    return f"{part[:_KEPT]}…{part[-_KEPT:]}" if len(part) > 2 * _KEPT else part


def printable(text: str) -> str:
    """Keep a message on one line and free of control characters."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _subclasses(parent: type[HoldfastWarning]) -> Iterator[type[HoldfastWarning]]:
    for child in parent.__subclasses__():
        yield child
        yield from _subclasses(child)


_CATEGORIES = {category.__name__: category for category in _subclasses(HoldfastWarning)}
