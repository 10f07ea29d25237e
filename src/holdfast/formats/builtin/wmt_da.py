"""The files of WMT's direct assessment into English: ad-*-good-stnd-redup.csv and what lies beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
import polars as pl

from holdfast._core.errors import BadLine, BadValue, MissingFile, UnreadableFile
from holdfast.formats.base import MOST_RAW_VALUES, encode, encode_kind, raw_values, select_raw
from holdfast.formats.delimited import Dialect, Table, read_delimited
from holdfast.formats.source import Folder, Source, open_file
from holdfast.model.ratings import Ratings
from holdfast.model.scale import Scale
from holdfast.model.study import Provenance, Selection, SourceFile, Study
from holdfast.numeric.arrays import FloatArray, IntArray

_PATTERN = "ad-*-good-stnd-redup.csv"
_COMPRESSED = ("", ".gz", ".xz", ".zst")
_HEADER = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time"
_KINDS = {"system": "output", "repeat": "repeat", "ref": "reference", "bad_ref": "bad_reference"}
_RAW = ["Input.src", "Input.trg", "Input.item", "hit", "rid", "type"]
_UNNAMED = "raters of sd 0 (unnamed)"
_SCALE = Scale(0, 100)


@dataclass(frozen=True, slots=True)
class WmtDa:
    """Scores standardised per rater, with the raters' means and standard deviations beside them."""

    name: ClassVar[str] = "wmt_da"
    sd0: Literal["keep", "drop"] = "keep"
    """The ratings of raters of standard deviation 0 may stand in ad-seg-scores only, as segment means
    without a rater: keep them, or drop them."""

    def recognises(self, source: Source | Folder) -> bool:
        """Say whether it is such a file, or a folder with at least one."""
        if isinstance(source, Folder):
            return bool(_stems(source))
        return source.head.split() == _HEADER.split()

    def read(self, source: Source | Folder, selection: Selection) -> Study:
        """Read one file, or all of a folder."""
        if isinstance(source, Folder):
            files = [open_file(path) for stem in _stems(source) if (path := _beside(source.path, stem))]
            if not files:
                raise MissingFile(
                    f"no file is called {_PATTERN}", file=str(source.path), hint="Check the folder"
                )
        else:
            files = [source]
        parts = _Parts()
        tables = [_opened(file) for file in files]
        for table in tables:
            for key, values in raw_values(table, _RAW).items():
                parts.raw[key] = tuple(dict.fromkeys((*parts.raw.get(key, ()), *values)))[:MOST_RAW_VALUES]
        parts.selected = {key: selection[key] for key in selection if key in _RAW}
        for table in tables:
            selected = select_raw(table, _RAW, selection, tables)
            if selected.frame.height:
                self._read_table(table, selected.rows, parts)
        return parts.study()

    def _read_table(self, table: Table, rows: IntArray | None, parts: _Parts) -> None:
        """Read some rows; what follows from others, such as documents, follows from all of the file."""
        source = table.source
        parts.files.append(source.file)
        pair = re.sub(r"^ad-(.*?)-good-stnd.*$", r"\1", source.name)
        moments = _moments(source.path.parent, f"ad-{pair}-trk-mean-sd.txt", parts)
        raters = encode(table.frame["WorkerId"])
        given = np.array([moments.get(label, (np.nan, np.nan)) for label in raters.labels]).reshape(-1, 2)
        mean, sd = given[raters.codes].T
        z = table.numbers("score", nan_is_missing=True)
        score = _raw_scores(table, z, mean, sd)
        documents = _documents(table)
        frame = table.frame.select(
            lp=pl.concat_str("Input.src", "Input.trg", separator="-"),
            system="sys_id",
            segment="sid",
            document=pl.Series(documents),
            rater="WorkerId",
            task="HITId",
            kind=pl.Series(encode_kind(table, "type", _KINDS).to_list(), dtype=pl.String),
            score=pl.Series(score),
            z=pl.Series(z),
            mean=pl.Series(mean),
            sd=pl.Series(sd),
            duration=pl.Series(table.numbers("time")),
        )
        parts.frames.append(frame if rows is None else frame[rows])
        lps = frame["lp"].unique().to_list()
        if self.sd0 == "drop" or len(lps) != 1:
            return
        path = _beside(source.path.parent, f"ad-seg-scores-{lps[0]}.csv")
        if path and parts.selected:
            keys = ", ".join(parts.selected)
            parts.conventions.append(f"{path.name} is not read: its rows have no {keys}, which was selected")
        elif path:
            parts.frames.append(_constant_raters(open_file(path), frame, parts))


def _stems(folder: Folder) -> list[str]:
    """Return the names of a folder's files, without the endings of compression."""
    endings = ((ending, folder.files(_PATTERN + ending)) for ending in _COMPRESSED)
    return sorted({path.name.removesuffix(ending) for ending, paths in endings for path in paths})


def _beside(folder: Path, name: str) -> Path | None:
    """Return the path of a file that may be compressed."""
    found = [path for ending in _COMPRESSED if (path := folder / f"{name}{ending}").is_file()]
    if len(found) > 1:
        names = " and ".join(path.name for path in found)
        raise UnreadableFile(
            f"{names} are the same file twice", file=str(found[0]), hint="Keep one of them in the folder"
        )
    return found[0] if found else None


def _opened(source: Source) -> Table:
    source.check_text()
    if source.head.split() != _HEADER.split():
        hint = f"Its columns are: {_HEADER}"
        raise BadLine("the header is not that of wmt_da", file=str(source.path), line=1, hint=hint)
    return read_delimited(source, Dialect("\t", quoted=False), names=_HEADER.split())


@dataclass(slots=True)
class _Parts:
    """What the files of a folder add up to."""

    frames: list[pl.DataFrame] = field(default_factory=list)
    files: list[SourceFile] = field(default_factory=list)
    conventions: list[str] = field(default_factory=list)
    selected: Selection = field(default_factory=dict)
    raw: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def study(self) -> Study:
        if not self.frames:
            empty = pl.Series([], dtype=pl.String)
            columns = dict.fromkeys(("lp", "system", "segment", "document", "rater", "task", "kind"), empty)
            numbers = dict.fromkeys(("score", "z", "mean", "sd"), pl.Series([], dtype=pl.Float64))
            self.frames = [pl.DataFrame({**columns, **numbers})]
        frame = pl.concat(self.frames, how="diagonal")
        ratings = Ratings.build(
            score=frame["score"].to_numpy(),
            z=frame["z"].to_numpy(),
            rater_mean=frame["mean"].to_numpy(),
            rater_sd=frame["sd"].to_numpy(),
            scale=_SCALE,
            protocol="da",
            **{
                name: encode(frame[name]) for name in ("lp", "system", "document", "segment", "rater", "task")
            },
            kind=encode(frame["kind"]),
        )
        conventions = (
            "score is z; raw = z·sd + mean with the moments of trk-mean-sd",
            "document: the segments (sid) that share a presentation (rid)",
            *self.conventions,
        )
        provenance = Provenance(
            files=tuple(self.files), conventions=conventions, selected=self.selected, raw=self.raw
        )
        return Study(ratings, provenance=provenance)


def _raw_scores(table: Table, z: FloatArray, mean: FloatArray, sd: FloatArray) -> FloatArray:
    """Undo the standardisation: whole numbers, up to the digits of the moments.

    A rater without z gave one score only, or always the same: the mean.
    """
    score = np.where(np.isnan(z), mean, z * sd + mean)
    whole = np.round(score)
    score = np.where(np.abs(score - whole) < 1e-4, whole, score)
    outside = _SCALE.outside(score)
    if outside.any():
        row = int(outside.argmax())
        raise table.error(
            f"z·sd + mean = {score[row]:g} lies outside the scale 0 to 100",
            row,
            "score",
            "Check that trk-mean-sd belongs to this file",
        )
    return score


def _moments(folder: Path, name: str, parts: _Parts) -> dict[str, tuple[float, float]]:
    """Read R's printout of rater, mean, sd: three lines each, beginning with [1]."""
    path = _beside(folder, name)
    if path is None:
        parts.conventions.append(
            f"{name} is not there: raw scores and given moments are unknown; "
            "put it beside the file, or rank by the z of the file: --normalise zscore:moments=stored"
        )
        return {}
    source = open_file(path)
    parts.files.append(source.file)
    lines = [(n, line.strip()) for n, line in enumerate(source.text.splitlines(), 1) if line.strip()]
    if len(lines) % 3:
        raise BadLine(
            f"{len(lines)} lines are not groups of rater, mean and sd",
            file=str(path),
            line=lines[-1][0],
            hint="Fetch the file again",
        )
    found = {}
    for rater, mean, sd in zip(*[iter(lines)] * 3, strict=True):
        found[_printed(rater, path).strip('"')] = (_number(mean, path), _number(sd, path))
    return found


def _printed(line: tuple[int, str], path: Path) -> str:
    marker, _, value = line[1].partition(" ")
    if marker != "[1]" or not value:
        raise BadLine(
            f"{line[1]!r} is not R's '[1] value'", file=str(path), line=line[0], hint="Fetch it again"
        )
    return value.strip()


def _number(line: tuple[int, str], path: Path) -> float:
    value = _printed(line, path)
    if value == "NA":
        return float("nan")
    try:
        return float(value)
    except ValueError:
        raise BadValue(
            f"{value!r} is not a number", file=str(path), line=line[0], column=2, hint="Fetch it again"
        ) from None


def _documents(table: Table) -> list[str]:
    """Name each row's document after its first segment: segments of one presentation belong together."""
    rid, sid = encode(table.frame["rid"]), encode(table.frame["sid"])
    smallest: IntArray = np.arange(len(sid.labels))
    while True:
        of_rid = np.full(len(rid.labels), len(sid.labels))
        np.minimum.at(of_rid, rid.codes, smallest[sid.codes])
        joined = smallest.copy()
        np.minimum.at(joined, sid.codes, of_rid[rid.codes])
        if np.array_equal(joined, smallest):
            return [sid.labels[first] for first in smallest[sid.codes].tolist()]
        smallest = joined


def _constant_raters(source: Source, frame: pl.DataFrame, parts: _Parts) -> pl.DataFrame:
    """Return ratings for the segments that stand in ad-seg-scores alone: those of raters of sd 0."""
    rated = frame.filter(pl.col("kind").is_in(["output", "repeat"]))
    known = set(zip(rated["system"].to_list(), rated["segment"].to_list(), strict=True))
    document = dict(zip(frame["segment"].to_list(), frame["document"].to_list(), strict=True))
    rows: list[dict[str, str | float]] = []
    for system, segment, score, z, count in _segment_scores(source):
        if (system, segment) not in known:
            label = {"system": system, "segment": segment, "document": document.get(segment, segment)}
            moments = {"score": score, "z": z, "mean": score, "sd": 0.0}
            rows += [{"lp": frame["lp"][0], **label, "rater": _UNNAMED, "kind": "output", **moments}] * count
    if rows:
        parts.files.append(source.file)
        parts.conventions.append(
            f"{len(rows)} ratings by raters of sd 0 stand in {source.name} only, as means of a segment: "
            "taken as they are there"
        )
    schema = {name: frame.schema[name] for name in frame.columns if name not in ("task", "duration")}
    return pl.DataFrame(rows, schema=schema)


def _segment_scores(source: Source) -> Iterator[tuple[str, str, float, float, int]]:
    for number, line in enumerate(source.text.splitlines()[1:], 2):
        cells = line.split()
        if not cells:
            continue
        try:
            system, segment, score, z, count = cells
            yield system, segment, float(score), float(z), int(count)
        except ValueError:
            raise BadLine(
                f"{line!r} is not SYS SID RAW.SCR Z.SCR N",
                file=str(source.path),
                line=number,
                hint="Check it",
            ) from None
