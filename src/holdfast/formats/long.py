"""Ratings from the rows of a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from math import isfinite

import numpy as np
import polars as pl

from holdfast._core.errors import InputError
from holdfast.formats.base import encode, encode_kind, encode_words
from holdfast.formats.columns import NONE
from holdfast.formats.delimited import Table
from holdfast.model.column import Column
from holdfast.model.ratings import AXES, LEVELS, Ratings
from holdfast.model.scale import Scale
from holdfast.numeric.arrays import FloatArray, IntArray

ONE_SYSTEM = "system"
"""What the only system is called where no column names systems."""

_KINDS = {
    "tgt": "output",
    "target": "output",
    "system": "output",
    "sys": "output",
    "rep": "repeat",
    "chk": "repeat",
    "bad": "bad_reference",
    "bad_ref": "bad_reference",
    "badref": "bad_reference",
    "ref": "reference",
    "cal": "calibration",
    "tut": "tutorial",
}
_LEVELS = {
    "seg": "segment",
    "sentence": "segment",
    "false": "segment",
    "doc": "document",
    "true": "document",
}
"""``isDocScore`` of Appraise says true or false."""


def long_ratings(table: Table, of: Mapping[str, str], scale: Scale, protocol: str | None) -> Ratings:
    """Read one rating from each row; ``of`` gives for each meaning its column."""
    score = table.numbers(of["score"])
    outside = scale.outside(score)
    if outside.any():
        row = int(outside.argmax())
        raise off_scale(table, row, of["score"], float(score[row]), scale)
    labels = row_labels(table, of)
    system, segment = labels.pop("system"), labels.pop("segment")
    given: dict[str, Column | FloatArray | IntArray | None] = {**labels}
    given |= {name: table.numbers(of[name]) for name in ("z", "rater_mean", "rater_sd") if name in of}
    given |= {name: times(table, of[name], name) for name in ("started", "finished") if name in of}
    given |= {name: error_counts(table, of[name]) for name in ("n_errors",) if name in of}
    return Ratings.build(score=score, system=system, segment=segment, scale=scale, protocol=protocol, **given)


def with_pairs(table: Table, languages: tuple[str, str]) -> Table:
    """Add a column of language pairs, joined from those of source and target language."""
    source, target = (table.frame[name].str.strip_chars() for name in languages)
    for name, one, other in zip(languages, (source, target), (target, source), strict=True):
        half = (one == "") & (other != "")
        if half.any():
            hint = "Give both languages or neither, or do without: --format table:lp=-"
            raise table.error("the row has half a language pair", int(half.arg_max() or 0), name, hint)
    joined = pl.when(source != "").then(source + "-" + target).otherwise(pl.lit(""))
    return replace(table, frame=table.frame.with_columns(joined.alias("-".join(languages))))


def row_labels(table: Table, of: Mapping[str, str]) -> dict[str, Column]:
    """Read what a row says of its ratings, except for the scores."""
    labels = {name: encode(table.frame[of[name]]) for name in AXES if name in of}
    if "system" not in of:
        labels["system"] = Column.constant(ONE_SYSTEM, table.frame.height)
    if "segment" not in of:
        labels["segment"] = Column.absent(table.frame.height)
    if "kind" in of:
        labels["kind"] = encode_kind(table, of["kind"], _KINDS)
    if "level" in of:
        known = {**{level: level for level in LEVELS}, **_LEVELS}
        labels["level"] = encode_words(table, of["level"], known, default="segment", noun="level")
    _check_filled(table, of, labels)
    return labels


def _check_filled(table: Table, of: Mapping[str, str], labels: Mapping[str, Column]) -> None:
    """Refuse a row without a system or segment; the score of a whole document needs no segment."""
    empty = {name: labels[name].codes < 0 for name in ("system", "segment")}
    if "level" in labels and "document" in labels:
        of_document = np.array([level == "document" for level in labels["level"].labels] or [False])
        empty["segment"] &= ~(of_document[labels["level"].codes] & (labels["document"].codes >= 0))
    for name, missing in empty.items():
        if missing.any():
            column = of.get(name, of.get("level", name))
            hint = "Give it, or leave the row out"
            raise table.error(f"the row has no {name}", int(missing.argmax()), column, hint)


def off_scale(table: Table, row: int, column: str, score: float, scale: Scale) -> InputError:
    """Make the error of a score that its scale does not have."""
    ends = f"{scale.low:g} to {scale.high:g}".replace("inf", "∞")
    hint = "Correct it, or say what scores can be: --format table:low=…:high=…:better=…"
    return table.error(f"{score:g} lies outside the scale {ends}", row, column, hint)


def error_counts(table: Table, column: str, meaning: str = "n_errors") -> IntArray:  # noqa: ARG001 - read like times
    """Read numbers of errors, −1 where there is none."""
    values = table.numbers(column)
    wrong = (values < 0) | (values % 1 > 0)
    if wrong.any():
        row = int(wrong.argmax())
        text = table.frame[column][row]
        raise table.error(f"{text!r} is not a number of errors", row, column, "Give 0, 1, 2, … or nothing")
    return np.nan_to_num(values, nan=-1).astype(np.int64)


def times(table: Table, column: str, meaning: str) -> FloatArray:
    """Read seconds, or dates with times of day; where these name no zone, they count as UTC."""
    texts = encode(table.frame[column])
    seconds = [_seconds(text.strip()) for text in texts.labels]
    if None in seconds:
        number = seconds.index(None)
        row = int((texts.codes == number).argmax())
        message = f"{texts.labels[number]!r} is neither seconds nor a date and time of ISO 8601"
        raise table.error(message, row, column, f"Correct it, or do without: --format table:{meaning}={NONE}")
    return np.array([*seconds, np.nan], dtype=np.float64)[texts.codes]


def _seconds(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        try:
            when = datetime.fromisoformat(text)
        except ValueError:
            return None
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    return number if isfinite(number) else None
