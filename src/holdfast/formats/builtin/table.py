"""Any table of ratings, one row per rating or one column per rater: csv, tsv, JSON lines, parquet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar, Literal

import numpy as np
import polars as pl

from holdfast._core.errors import BadSetting, GuessedColumns, HoldfastError, UnknownFormat, UnknownLabel, warn
from holdfast.formats.base import encode, raw_values, select_raw
from holdfast.formats.columns import NONE, Columns, listed, understand
from holdfast.formats.delimited import MISSING, Table
from holdfast.formats.jsonlines import is_json_array
from holdfast.formats.lenience import similar_labels, unreadable, with_points
from holdfast.formats.long import ONE_SYSTEM, long_ratings, with_pairs
from holdfast.formats.parquet import is_parquet
from holdfast.formats.records import first_names, open_table
from holdfast.formats.source import Folder, Source
from holdfast.formats.synonyms import MEANINGS, fit_of, rater_like
from holdfast.formats.wide import wide_ratings
from holdfast.model.ratings import Ratings
from holdfast.model.scale import Scale
from holdfast.model.study import Provenance, Selection, Study
from holdfast.protocols.base import PROTOCOLS


@dataclass(frozen=True, slots=True)
class TableFormat:
    """A table of ratings; each of the first settings names the column of that meaning, ``-`` for none.

    Columns that are not named are guessed from their names.
    """

    name: ClassVar[str] = "table"
    campaign: str = ""
    lp: str = ""
    domain: str = ""
    aspect: str = ""
    system: str = ""
    document: str = ""
    segment: str = ""
    rater: str = ""
    task: str = ""
    kind: str = ""
    level: str = ""
    score: str = ""
    z: str = ""
    rater_mean: str = ""
    rater_sd: str = ""
    n_errors: str = ""
    started: str = ""
    finished: str = ""
    raters: str = ""
    """The columns of a wide table, one per rater: their names (``Anna,Ben,Cleo``), how these begin, or a
    regular expression."""
    protocol: str = ""
    """The protocol of the ratings, which knows their scale; from a column of that name, or ``-`` for none."""
    low: float = -inf
    high: float = inf
    """The ends of the scale, where they are not the protocol's."""
    better: Literal["", "higher", "lower"] = ""
    """The better end of the scale, where it is not the protocol's."""

    def __post_init__(self) -> None:
        if self.protocol not in ("", NONE):
            PROTOCOLS.load(self.protocol)
        if not self.low < self.high:
            raise BadSetting(
                f"table: no score lies between low={self.low:g} and high={self.high:g}",
                hint="Give low below high",
            )
        if self.raters not in ("", NONE) and self._named.get("score", NONE) != NONE:
            raise BadSetting(
                "table: score and raters exclude one another",
                hint="Name the column of the score, or the columns of the raters",
            )

    @property
    def _named(self) -> dict[str, str]:
        settings = {meaning: getattr(self, meaning) for meaning in MEANINGS}
        return {meaning: column for meaning, column in settings.items() if column}

    def recognises(self, source: Source | Folder) -> bool:
        """Say whether it is parquet or JSON, or its first line names segments and scores or raters."""
        if isinstance(source, Folder):
            return False
        if is_parquet(source) or is_json_array(source):
            return True
        try:
            return self._columns(source, first_names(source, self._understood)).enough
        except HoldfastError:
            return False

    def read(self, source: Source | Folder, selection: Selection) -> Study:
        """Read the ratings of a file."""
        if isinstance(source, Folder):
            raise UnknownFormat("this is a folder", file=str(source.path), hint="Name a file in it")
        table = open_table(source, self._understood)
        columns = self._columns(source, table.frame.columns)
        _check_enough(columns, str(source.path))
        for meaning, taken, other in columns.ties:
            say = f"say table:{meaning}={taken} or table:{meaning}={other}"
            warn(GuessedColumns, f"{taken!r} is read as the {meaning}, but {other!r} may be it: {say}")
        raw = raw_values(table, columns.others)
        own = columns.selectable
        selected = {key: selection[key] for key in selection if key in own}
        table = with_points(select_raw(table, own, selection), columns)
        table = with_pairs(table, columns.languages) if columns.languages else table
        columns = columns.without(unreadable(table, columns))
        protocol, scale, said = self._scale(table, columns)
        if columns.raters:
            ratings = wide_ratings(table, columns.of, columns.raters, scale, protocol)
            unrated = _unrated(table, columns.raters)
        else:
            unrated = 0
            ratings = long_ratings(table, columns.of, scale, protocol)
        conventions = (str(columns), said, *_remarks(table, columns, ratings))
        provenance = Provenance(
            (source.file,),
            conventions=conventions,
            dropped={"rows without any rating": unrated} if unrated else {},
            scale_said=bool(protocol or self.better) or scale != Scale(),
            selected=selected,
            raw=raw,
        )
        return Study(ratings, provenance=provenance)

    def _understood(self, header: Sequence[str]) -> int:
        named = self._named.values()
        wide = [name for group in rater_like(header).values() for name in group]
        return sum(1 for name in header if fit_of(name)[0] or name in named or name in wide)

    def _columns(self, source: Source, header: list[str]) -> Columns:
        return understand(header, self._named, self.raters, str(source.path))

    def _scale(self, table: Table, columns: Columns) -> tuple[str | None, Scale, str]:
        """Return the protocol, the scale, and in words where these came from."""
        column = columns.of.get("protocol")
        protocol = self.protocol or (_protocol(table, column) if column else None)
        protocol = None if protocol == NONE else protocol
        base = PROTOCOLS.load(protocol).scale if protocol else Scale()
        scale = Scale(
            self.low if self.low > -inf else base.low,
            self.high if self.high < inf else base.high,
            self.better or base.better,
        )
        if not scale.low < scale.high:
            raise BadSetting(
                f"table: the scale of {protocol} would be {scale}",
                hint="Give both low and high, low below high",
            )
        if protocol:
            source = "as named" if self.protocol else "from its column"
            return protocol, scale, f"protocol {protocol}, {source}; scale: {scale}"
        if scale == Scale() and not self.better:
            change = "table:protocol=da, or table:low=0:high=100:better=higher"
            return None, scale, f"scale: {scale}, for nothing else is said; to change it: --format {change}"
        return None, scale, f"scale: {scale}, as named"


def _check_enough(columns: Columns, file: str) -> None:
    if columns.enough:
        return
    if columns.items:
        missing, name = "score", "table:score=COLUMN, or table:raters=NAME,NAME,… for one column per rater"
    else:
        missing, name = "segment", "table:segment=COLUMN"
    raise UnknownFormat(
        f"no column is known to be the {missing}",
        file=file,
        hint=f"{listed(columns.header)}. Name it: --format {name}",
    )


def _protocol(table: Table, column: str) -> str | None:
    """Return the protocol that a column gives for all rows."""
    words = encode(table.frame[column])
    if not words.given:
        return None
    others = np.flatnonzero(words.codes != words.codes[0])
    names = table.frame[column]
    if others.size:
        row = int(others[0])
        keep = f"Keep the rows of one: --select {column}={words.labels[0]}"
        hint = f"{keep}, or name one: --format table:protocol=…"
        raise table.error(f"protocol {names[row]!r} follows {names[0]!r}", row, column, hint)
    name = words.labels[0].strip().lower()
    if name not in PROTOCOLS.rows:
        hint = f"Known: {', '.join(PROTOCOLS.rows)}; or leave the column out: --format table:protocol=…"
        raise table.error(f"unknown protocol {names[0]!r}", 0, column, hint, UnknownLabel)
    return name


def _unrated(table: Table, raters: Sequence[str]) -> int:
    """Count the rows of a wide table in which no rater's cell is filled."""
    cells = pl.col(*raters).str.strip_chars().str.to_lowercase()
    return int(table.frame.select(pl.all_horizontal(cells.is_in(MISSING))).to_series().sum())


def _remarks(table: Table, columns: Columns, ratings: Ratings) -> Iterator[str]:
    if "system" not in columns.of:
        yield f"all ratings are of one system, called {ONE_SYSTEM!r}"
    used = {columns.of.get("protocol"), *(columns.languages or ())}
    if unused := [name for name in columns.others if name not in used]:
        yield f"not used, but can be selected by: {', '.join(unused)}"
    yield from similar_labels(ratings)
    if unscored := int(np.isnan(ratings.score).sum()):
        yield f"{unscored} ratings have no score" if unscored > 1 else "1 rating has no score"
    if table.blank_lines:
        yield f"blank lines skipped: {table.blank_lines}"
