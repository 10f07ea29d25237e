"""Marot's TSV of MQM errors: one row per error, with the marked text between <v> and </v>."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import polars as pl

from holdfast._core.errors import BadLine, ErrorsOnly, UnknownFormat, warn
from holdfast.formats.base import encode
from holdfast.formats.delimited import Dialect, Table, read_delimited
from holdfast.formats.languages import pairs_in_name
from holdfast.formats.source import Folder, Source
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.spans import Spans
from holdfast.model.study import Provenance, Selection, Study
from holdfast.numeric.arrays import FloatArray, IntArray, dense_codes
from holdfast.protocols.base import PROTOCOLS
from holdfast.protocols.weights.base import check_severity

_LAST = ["rater", "source", "target", "category", "severity"]
_OLD = ["system", "doc", "doc_id", "seg_id", *_LAST]
_NEW = ["system", "doc", "docSegId", "globalSegId", *_LAST, "metadata"]
_EXTRA = ("comment", "metadata")
_NO_ERROR = "no-error"
_END = r":([a-z]{2,3}-[a-z]{2,3})$"
_OPEN, _CLOSE = "<v>", "</v>"


@dataclass(frozen=True, slots=True)
class Marot:
    """Errors as Google's Marot viewer holds them, in the columns of 2020 or of 2023."""

    name: ClassVar[str] = "marot"
    lp: str = ""
    """The language pair. By default the end of the documents' names or the file's name says it."""

    def recognises(self, source: Source | Folder) -> bool:
        """Say whether the header is Marot's."""
        return isinstance(source, Source) and _columns(source) is not None

    def read(self, source: Source | Folder, selection: Selection) -> Study:  # noqa: ARG002 - no columns of its own
        """Read the file: a rating for each system, segment and rater, and its errors as spans."""
        if isinstance(source, Folder):
            raise UnknownFormat("this is a folder", file=str(source.path), hint="Name a file in it")
        names = _columns(source)
        if names is None:
            hint = f"Its columns are: {' '.join(_NEW)}, or: {' '.join(_OLD)}"
            raise BadLine("the header is not Marot's", file=str(source.path), line=1, hint=hint)
        table = read_delimited(source, Dialect("\t", quoted=False), names)
        segment = "seg_id" if "seg_id" in names else "globalSegId"
        keys = [encode(table.frame[name]) for name in ("system", "doc", segment, "rater")]
        for key, name in zip(keys, ("system", "doc", segment, "rater"), strict=True):
            _check_filled(table, key, name)
        rating, first = _in_order(*dense_codes(*(key.codes for key in keys)))
        system, document, number, rater = (Column(key.labels, key.codes[first]) for key in keys)
        lp, said = self._lp(table, first)
        mqm = PROTOCOLS.load("mqm")
        finished = _finished(table, rating, first.size)
        ratings = Ratings.build(
            score=np.full(first.size, np.nan),
            system=system,
            document=document,
            segment=number,
            rater=rater,
            finished=finished,
            scale=mqm.scale,
            protocol=mqm.name,
            **({"lp": lp} if lp else {}),
        )
        conventions = (
            f"segment: {segment}; a rating: one rater's rows of one system and segment",
            "spans: code points of the text without <v> and </v>, end exclusive; −1 where nothing is marked",
            "No-error rows are ratings without errors; HOTW-test rows are kept and cost nothing",
            said,
        )
        return Study(ratings, _spans(table, rating), Provenance((source.file,), conventions=conventions))

    def _lp(self, table: Table, first: IntArray) -> tuple[Column | None, str]:
        """Return the language pair of each rating, and where it came from."""
        if self.lp:
            return Column.constant(self.lp, first.size), f"lp: {self.lp}, as given"
        give = "give it with --format marot:lp=en-de"
        ends = encode(table.frame["doc"].str.extract(_END))
        if ends.given:
            listed = ", ".join(ends.labels)
            if not ends.complete:
                other = table.frame["doc"][int((ends.codes < 0).argmax())]
                say = f"some documents' names end in {listed}, others, such as {other!r}, in none"
                return None, f"lp: not known, for {say}; {give}"
            return Column(ends.labels, ends.codes[first]), f"lp: {listed}, from the documents' names"
        found = pairs_in_name(table.source.name)
        if found:
            return Column.constant(found[-1], first.size), f"lp: {found[-1]}, from the file's name"
        return None, f"lp: not known; {give}"


def _columns(source: Source) -> list[str] | None:
    """Return the names of the columns that the rows have.

    Files of 2023 carry a link as one more heading, over no column.
    """
    header = source.head.rstrip("\t").split("\t")
    named = [name for name in header if not name.startswith("#")]
    if named == _NEW or named[:9] == _NEW[:9]:
        return named
    return named if named[:9] == _OLD and set(named[9:]) <= set(_EXTRA) else None


def _check_filled(table: Table, key: Column, name: str) -> None:
    if not key.complete:
        row = int((key.codes < 0).argmax())
        raise table.error(f"the {name} is missing", row, name, "Every row needs one", BadLine)


def _in_order(codes: IntArray, first: IntArray) -> tuple[IntArray, IntArray]:
    """Number combinations in the order in which they first stand in the file."""
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(order.size)
    return place[codes], first[order]


def _finished(table: Table, rating: IntArray, ratings: int) -> FloatArray:
    """Return the time of each rating's last row, in seconds, where the metadata tell."""
    finished = np.full(ratings, -np.inf)
    if "metadata" in table.frame.columns:
        stamps = table.frame["metadata"].str.extract(r'^\s*\{\s*"timestamp":\s*(\d+)').cast(pl.Float64)
        np.fmax.at(finished, rating, (stamps / 1000).fill_null(-np.inf).to_numpy())
    return np.where(np.isfinite(finished), finished, np.nan)


def _spans(table: Table, rating: IntArray) -> Spans:
    severity = encode(table.frame["severity"])
    for number, label in enumerate(severity.labels):
        row = int((severity.codes == number).argmax())
        check_severity(label, file=str(table.source.path), line=table.line(row))
    if not severity.complete:
        row = int((severity.codes < 0).argmax())
        raise table.error(
            "the severity is missing", row, "severity", "Write No-error where there is none", BadLine
        )
    if not any(label.strip().lower() == _NO_ERROR for label in severity.labels):
        warn(ErrorsOnly, "no row says No-error: segments without errors may be missing, and means too high")
    none = np.array([label.strip().lower() == _NO_ERROR for label in severity.labels])
    rows = np.flatnonzero(~none[severity.codes])
    frame = table.frame[rows]
    found = [
        _marked(table, row, *texts)
        for row, texts in zip(rows.tolist(), frame.select("source", "target").iter_rows(), strict=True)
    ]
    side, start, end, text = zip(*found, strict=True) if found else ((), (), (), ())
    return Spans(
        rating=rating[rows],
        side=Column.encode(side),
        start=np.array(start, dtype=np.int64),
        end=np.array(end, dtype=np.int64),
        category=encode(frame["category"]),
        severity=severity.where(rows),
        text=Column.encode(text),
    )


def _marked(table: Table, row: int, source: str, target: str) -> tuple[str, int, int, str]:
    """Return side, start, end and text of what is marked; of several marks, from the first to the last."""
    side, text = ("source", source) if _OPEN in source and _OPEN not in target else ("target", target)
    begin, finish = text.find(_OPEN), text.rfind(_CLOSE)
    if begin < 0 and finish < 0:
        return side, -1, -1, ""
    if not 0 <= begin < finish or text.count(_OPEN) != text.count(_CLOSE):
        raise table.error("<v> and </v> do not pair up", row, side, "Close each mark", BadLine)
    inner = text[begin + len(_OPEN) : finish].replace(_OPEN, "").replace(_CLOSE, "")
    return side, begin, begin + len(inner), inner
