"""What the columns of a table mean: as the user named them, or guessed from their names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from holdfast._core.errors import BadSelection, BadSetting
from holdfast._core.registry import suggestion
from holdfast.formats.synonyms import MEANINGS, fit_of, language_columns, rater_like
from holdfast.model.ratings import AXES

NONE = "-"
"""Given in place of a column's name: the table has no such column."""

_OF_ROWS = {*AXES, "kind", "level", "protocol"} - {"rater"}
"""What a column can say of all ratings in a row of a wide table."""

_LISTED = 30


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column of a table means what."""

    header: tuple[str, ...]
    of: Mapping[str, str]
    """For each meaning that the table has, its column."""
    raters: tuple[str, ...]
    """In a wide table, the column of each rater."""
    named: frozenset[str]
    """The meanings that the user settled."""
    ties: tuple[tuple[str, str, str], ...]
    """Meaning, the column that was taken, and another that fits it as well."""
    languages: tuple[str, str] | None = None
    """The columns of source and target language, where these make the language pair."""

    @property
    def enough(self) -> bool:
        """Whether the table says what was rated, and how."""
        return self.items and ("score" in self.of or bool(self.raters))

    @property
    def items(self) -> bool:
        """Whether the table says what was rated: segments, or whole documents and that it was these."""
        return "segment" in self.of or {"document", "level"} <= self.of.keys()

    @property
    def others(self) -> list[str]:
        """The columns that the model has no place for."""
        used = {*self.raters, *(column for meaning, column in self.of.items() if meaning != "protocol")}
        # A column that bears the name of an axis without being it could not be selected by that name.
        return [name for name in self.header if name not in {"", *used, *AXES, "kind", "level"}]

    @property
    def selectable(self) -> list[str]:
        """The columns by whose own names rows can be selected."""
        return [name for name in self.header if name not in {"", *self.raters, *AXES, "kind", "level"}]

    def without(self, meanings: Sequence[str]) -> Columns:
        """Do without some meanings."""
        left = {meaning: column for meaning, column in self.of.items() if meaning not in meanings}
        return replace(self, of=left)

    def __str__(self) -> str:
        told: dict[str, list[str]] = {"named": [], "by name": [], "guessed": []}
        for meaning in MEANINGS:
            column = self.of.get(meaning)
            if column is not None:
                how = "named" if meaning in self.named else "by name" if column == meaning else "guessed"
                told[how].append(meaning if column == meaning else f"{meaning} = {column}")
        if self.raters:
            how = "named" if "raters" in self.named else "guessed"
            ends = " … ".join(dict.fromkeys((self.raters[0], self.raters[-1])))
            told[how].append(f"raters = {ends}, {len(self.raters)} in all")
        return "columns: " + "; ".join(f"{', '.join(parts)} ({how})" for how, parts in told.items() if parts)


def understand(header: Sequence[str], named: Mapping[str, str], raters: str, file: str) -> Columns:
    """Find out which column means what.

    Parameters
    ----------
    named
        For some meanings the column, as the user named it.
    raters
        An expression or the common beginning of the names of a wide table's columns, one per rater.

    """
    of = {word: _column(header, name, file) for word, name in named.items() if name != NONE}
    free = [name for name in header if name not in of.values()]
    ties: list[tuple[str, str, str]] = []
    wide: tuple[str, ...] = ()
    if raters not in ("", NONE):
        wide = _matching(free, raters, file)
    elif not raters and "score" not in of and "score" not in _guessed(free, named):
        groups = rater_like(free)
        words = list(groups)
        wide = tuple(groups[words[0]]) if words else ()
        ties += [("raters", words[0], other) for other in words[1:]]
    if wide:
        _check_of_rows(of)
    for meaning, columns in _guessed([name for name in free if name not in wide], named).items():
        if not wide or meaning in _OF_ROWS:
            of[meaning] = columns[0]
            ties += [(meaning, columns[0], other) for other in columns[1:2]]
    settled = frozenset([*named, "raters"] if raters else named)
    used = {*wide, *of.values()}
    languages = language_columns([name for name in header if name not in used])
    if "lp" in of or "lp" in named or (languages and "-".join(languages) in header):
        languages = None
    if languages:
        of["lp"] = "-".join(languages)
    return Columns(tuple(header), of, wide, settled, tuple(ties), languages)


def listed(header: Sequence[str]) -> str:
    """List the columns for a hint."""
    more = f", … ({len(header)} in all)" if len(header) > _LISTED else ""
    return f"Columns: {', '.join(header[:_LISTED])}{more}"


def _check_of_rows(named: Mapping[str, str]) -> None:
    for meaning, column in named.items():
        if meaning not in _OF_ROWS:
            raise BadSetting(
                f"a table with one column per rater has no single column for {meaning}, such as {column!r}",
                hint=f"Leave out {meaning}={column}, or give one row per rating and raters={NONE}",
            )


def _column(header: Sequence[str], name: str, file: str) -> str:
    """Find a named column; blanks around it and capitals do not matter where that is clear."""
    if name in header:
        return name
    alike = [column for column in header if column.strip().casefold() == name.strip().casefold()]
    if len(alike) == 1:
        return alike[0]
    raise BadSelection(
        f"there is no column {name!r}", file=file, line=1, hint=suggestion(name, list(header[:_LISTED]))
    )


def _matching(header: Sequence[str], raters: str, file: str) -> tuple[str, ...]:
    listed_names = [name.strip() for name in raters.split(",")]
    if all(name in header for name in listed_names):
        return tuple(name for name in header if name in listed_names)
    try:
        pattern = re.compile(raters)
    except re.error:
        pattern = re.compile(re.escape(raters))
    matching = [name for name in header if pattern.fullmatch(name)]
    matching = matching or [name for name in header if name.startswith(raters)]
    if not matching:
        raise BadSelection(
            f"no column matches or begins with {raters!r}", file=file, line=1, hint=listed(header)
        )
    return tuple(matching)


def _guessed(header: Sequence[str], settled: Mapping[str, str]) -> dict[str, list[str]]:
    """Return for each meaning that is not settled the columns that fit it best."""
    best: dict[str, int] = {}
    fitting: dict[str, list[str]] = {}
    for name in header:
        meaning, fit = fit_of(name)
        if not meaning or meaning in settled or fit > best.get(meaning, fit):
            continue
        if fit < best.get(meaning, fit + 1):
            fitting[meaning] = []
        best[meaning] = fit
        fitting[meaning].append(name)
    return fitting
