"""Appraise's export of scores: a CSV without a header, in the forms SegLvl, DocLvl and ESA/MQM."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
import polars as pl

from holdfast._core.errors import BadLine, HoldfastError, UnknownFormat
from holdfast.formats.appraise_items import begins, counts_in_tasks, places
from holdfast.formats.appraise_rows import (
    ITEM,
    KINDS,
    LEVELS,
    codes,
    documents,
    level,
    newest,
    numbered,
    whole_numbers,
)
from holdfast.formats.appraise_spans import COLUMN as SPANS
from holdfast.formats.appraise_spans import read_spans
from holdfast.formats.base import encode
from holdfast.formats.delimited import Dialect, Table, header_fields, read_delimited
from holdfast.formats.languages import language_pairs
from holdfast.formats.source import Folder, Source
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.spans import Spans
from holdfast.model.study import Provenance, Selection, Study
from holdfast.numeric.arrays import FloatArray, dense_codes
from holdfast.protocols.base import PROTOCOLS

_TIMES = ["timeStart", "timeEnd"]
_FORMS = {
    len(names): names
    for names in (
        [*ITEM, "score", *_TIMES],
        [*ITEM, "score", "docId", "isDocScore", *_TIMES],
        [*ITEM, "score", "docId", "isDocScore", SPANS, *_TIMES],
    )
}
_WHY = {
    "da": "for rows have no spans",
    "esa": "for rows have scores and spans",
    "mqm": "for every score is 0 and spans have categories; the score follows from the spans",
}
_DIALECT = Dialect(",")


@dataclass(frozen=True, slots=True)
class Appraise:
    """Scores, and marked errors where there are any, as ExportSystemScoresToCSV gives them."""

    name: ClassVar[str] = "appraise"
    items: Literal["", "document", "task"] = ""
    """What itemId numbers: the items of the document or file, or those of the rater's task. By default it
    is found out."""

    def recognises(self, source: Source | Folder) -> bool:
        """Say whether the first line is a row of one of the three forms."""
        if isinstance(source, Folder):
            return False
        try:
            fields = header_fields(source, _DIALECT)
        except HoldfastError:
            return False
        first = dict(zip(_FORMS.get(len(fields), []), fields, strict=False))
        return bool(
            first
            and re.fullmatch(r"\d+", first["itemId"])
            and first["itemType"].lower() in KINDS
            and re.fullmatch(r"[a-z]{3} [a-z]{3}", f"{first['srcLang']} {first['trgLang']}")
            and re.fullmatch(r"-?\d+(\.\d+)?", first["score"])
            and first.get("isDocScore", "false").lower() in LEVELS
        )

    def read(self, source: Source | Folder, selection: Selection) -> Study:  # noqa: ARG002 - no columns of its own
        """Read the file; of ratings that were sent again, the newest."""
        if isinstance(source, Folder):
            raise UnknownFormat("this is a folder", file=str(source.path), hint="Name a file in it")
        table = _opened(source)
        spans = read_spans(table) if SPANS in table.frame.columns else None
        score = table.numbers("score")
        protocol = PROTOCOLS.load(_protocol(spans, score))
        outside = protocol.scale.outside(score)
        if outside.any():
            row = int(outside.argmax())
            raise table.error(f"{score[row]:g} lies outside the scale 0 to 100", row, "score", "Correct it")
        if protocol.name == "mqm":
            kept, dropped = newest(table, codes(table.frame[SPANS]), "spans")
            score = np.full(score.size, np.nan)
        else:
            kept, dropped = newest(table, dense_codes(score)[0], "score")
        table, score, spans = (
            table.where(kept),
            score[kept],
            spans.of_ratings(kept) if spans is not None else None,
        )
        document, kind = documents(table)
        levels = level(table)
        segment, said = self._segments(table, document, kind, levels)
        ratings = Ratings.build(
            score=score,
            lp=encode(_pairs(table)),
            system=encode(table.frame["system"]),
            document=document,
            segment=segment,
            rater=encode(table.frame["username"]),
            kind=kind,
            level=levels,
            started=table.numbers("timeStart"),
            finished=table.numbers("timeEnd"),
            scale=protocol.scale,
            protocol=protocol.name,
        )
        conventions = tuple(_conventions(ratings, spans, said))
        return Study(ratings, spans, Provenance((source.file,), conventions=conventions, dropped=dropped))

    def _segments(self, table: Table, document: Column, kind: Column, levels: Column) -> tuple[Column, str]:
        """Return the segments, and in words how they were found."""
        items, frame = whole_numbers(table), table.frame
        labels = np.where(levels.codes == _code(levels, "document"), -1, items)
        if not document.given:
            return numbered(labels), "segment: itemId"
        if self.items == "document":
            return numbered(labels), "segment: itemId, in its document"
        rows = np.flatnonzero((labels >= 0) & (kind.codes != _code(kind, "tutorial")))
        labelled = (*(frame[name] for name in ("username", "system", "docId", "itemType")), _pairs(table))
        rater, system, doc_id, word, pair = (encode(column).where(rows) for column in labelled)
        shown = places(items[rows], rater, system, doc_id, word, pair)
        text = dense_codes(document.codes[rows], pair.codes)[0]
        if self.items != "task" and not counts_in_tasks(items[rows], rater, text, shown):
            return numbered(labels), "segment: itemId, in its document"
        kinds = kind.where(rows).to_list()
        begin, placed, assumed = begins(shown, rater.to_list(), system, text, kinds)
        labels[rows] = items[rows] - (shown.first - begin)[shown.presentation] + 1
        said = "segment: the place in the document, counted from 1, for itemId numbers the items of a task"
        if placed:
            said += f"; pieces of documents cut between tasks, put in the order of raters: {placed}"
        if assumed:
            said += f"; documents shown in part, taken to begin with their first segment: {assumed}"
        return numbered(labels), said


def _opened(source: Source) -> Table:
    source.check_text()
    fields = header_fields(source, _DIALECT)
    if len(fields) not in _FORMS:
        raise BadLine(
            f"{len(fields)} fields, but a row of Appraise's has 9, 11 or 12",
            file=str(source.path),
            line=1,
            column=len(fields) or None,
            hint=f"They are: {', '.join(_FORMS[12])}; without {SPANS} there are 11, without docId too, 9",
        )
    table = read_delimited(source, _DIALECT, _FORMS[len(fields)], headed=False)
    for name in table.frame.columns:
        if name not in (*_TIMES, SPANS):
            blank = table.frame[name].str.strip_chars() == ""
            if blank.any():
                raise table.error(
                    f"the {name} is missing", int(blank.arg_max() or 0), name, "Give it", BadLine
                )
    return table


def _protocol(spans: Spans | None, score: FloatArray) -> str:
    """Say what raters were asked: exports of MQM have the score 0 in every row, and categories."""
    if spans is None:
        return "da"
    return "mqm" if spans.category.given and not score.any() else "esa"


def _pairs(table: Table) -> pl.Series:
    return language_pairs(table.frame["srcLang"], table.frame["trgLang"])


def _code(column: Column, label: str) -> int:
    return column.labels.index(label) if label in column.labels else -2


def _conventions(ratings: Ratings, spans: Spans | None, segment: str) -> Iterator[str]:
    yield f"protocol: {ratings.protocol}, {_WHY[ratings.protocol or '']}"
    yield "rater: the name of the account (username)"
    yield segment
    if ratings.document.given:
        yield "document: docId without #bad, #dup, #duplicate, #incomplete (and a number) and #<system>"
        yield "isDocScore: True is the score of a document, which has no segment of its own"
    yield "kind: itemType and docId; #dup is a repeat, #bad a bad reference, -tutorial a tutorial"
    yield "lp: codes of three letters become those of two where there are such"
    joined = [label for label in ratings.system.labels if "+" in label]
    if joined:
        yield f"system: {len(joined)} labels hold a + (one text of several systems) and stay one system each"
    if spans is not None:
        yield (
            "spans: UTF-16 code units, end exclusive (end_i + 1, or end_i of spans without error_type, which "
            "came with the task); −1 for what is missing in the text"
        )
