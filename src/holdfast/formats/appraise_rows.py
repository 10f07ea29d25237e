"""The rows of an Appraise export: which stay, and what their words and numbers mean."""

from __future__ import annotations

import numpy as np
import polars as pl

from holdfast.formats.appraise_items import document_of, kind_of
from holdfast.formats.base import encode, encode_words
from holdfast.formats.delimited import Table
from holdfast.model.column import Column
from holdfast.numeric.arrays import BoolArray, CodeArray, IntArray, dense_codes

ITEM = ["username", "system", "itemId", "itemType", "srcLang", "trgLang"]
KINDS = {"tgt": "output", "bad": "bad_reference", "ref": "reference", "chk": "repeat"}
LEVELS = {"true": "document", "false": "segment"}
_MOST_DIGITS = 15


def newest(table: Table, answer: IntArray, answered: str) -> tuple[BoolArray, dict[str, int]]:
    """Keep, of the rows about one item of a rater's task, the one that was finished last."""
    names = [*ITEM, *(name for name in ("docId", "isDocScore") if name in table.frame.columns)]
    item = dense_codes(*(codes(table.frame[name]) for name in names))[0]
    finished = np.nan_to_num(table.numbers("timeEnd"), nan=-np.inf)
    order = np.lexsort((np.arange(item.size), finished, item))
    last = order[np.append(np.diff(item[order]) != 0, True)]
    kept = np.zeros(item.size, dtype=np.bool_)
    kept[last] = True
    winner = np.empty(last.size, dtype=np.int64)
    winner[item[last]] = last
    same = answer == answer[winner[item]]
    counts = {
        f"older rating of the same item: same {answered}": int((~kept & same).sum()),
        f"older rating of the same item: different {answered}": int((~kept & ~same).sum()),
    }
    return kept, {reason: count for reason, count in counts.items() if count}


def documents(table: Table) -> tuple[Column, Column]:
    """Return document and kind of each row."""
    words = encode_words(table, "itemType", KINDS, default="output", noun="itemType")
    system = encode(table.frame["system"])
    given = "docId" in table.frame.columns
    doc_id = encode(table.frame["docId"]) if given else Column.constant("", table.frame.height)
    combination, first = dense_codes(words.codes, system.codes, doc_id.codes)
    labels, kinds = [], []
    for row in first.tolist():
        name, shown = system.labels[system.codes[row]], doc_id.labels[doc_id.codes[row]]
        label, suffixes = document_of(shown, name)
        labels.append(label or None)
        kinds.append(kind_of(words.labels[words.codes[row]], name, shown, suffixes))
    return _spread(labels, combination), _spread(kinds, combination)


def _spread(labels: list[str] | list[str | None], numbers: IntArray | CodeArray) -> Column:
    column = Column.encode(labels)
    return Column(column.labels, column.codes[numbers])


def level(table: Table) -> Column:
    """Return whether a score is a segment's or a document's."""
    if "isDocScore" in table.frame.columns:
        return encode_words(table, "isDocScore", LEVELS, default="segment", noun="isDocScore")
    return Column.constant("segment", table.frame.height)


def whole_numbers(table: Table) -> IntArray:
    """Return itemId as whole numbers."""
    texts = table.frame["itemId"].str.strip_chars()
    wrong = ~texts.str.contains(rf"^[0-9]{{1,{_MOST_DIGITS}}}$")
    if wrong.any():
        row = int(wrong.arg_max() or 0)
        raise table.error(f"{texts[row]!r} is not the number of an item", row, "itemId", "Give 0, 1, 2, …")
    return texts.cast(pl.Int64).to_numpy()


def numbered(segments: IntArray) -> Column:
    """Return whole numbers as labels; what is below 0 has none."""
    texts = pl.Series(segments).cast(pl.String)
    return encode(texts.set(pl.Series(segments < 0), None))


def codes(series: pl.Series) -> IntArray:
    """Number texts."""
    return encode(series).codes.astype(np.int64)
