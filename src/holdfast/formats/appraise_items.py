"""What the items of an Appraise export are: document, kind and segment."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from holdfast.model.column import Column
from holdfast.numeric.arrays import IntArray, dense_codes

_SUFFIX = re.compile(r"(bad|dup|duplicate|incomplete)\d*")
_BAD, _REPEAT = ("bad",), ("dup", "duplicate")
_TUTORIAL = "-tutorial"


def document_of(doc_id: str, system: str) -> tuple[str, frozenset[str]]:
    """Return a document's label without its suffixes, and the suffixes without their numbers."""
    parts = doc_id.split("#")
    found = set()
    while len(parts) > 1 and (suffix := _SUFFIX.fullmatch(parts[-1])):
        found.add(suffix[1])
        parts.pop()
    if len(parts) > 1 and (system == parts[-1] or system.endswith(f".{parts[-1]}")):
        parts.pop()
    return "#".join(parts), frozenset(found)


def kind_of(item_kind: str, system: str, doc_id: str, suffixes: frozenset[str]) -> str:
    """Return the kind of a row; what is damaged is no plain repeat, and a tutorial is nothing else."""
    if _TUTORIAL in system or _TUTORIAL in doc_id:
        return "tutorial"
    if suffixes.intersection(_BAD):
        return "bad_reference"
    if item_kind == "output" and suffixes.intersection(_REPEAT):
        return "repeat"
    return item_kind


class Places(NamedTuple):
    """The presentations of documents in raters' tasks, and where each began."""

    presentation: IntArray
    """The presentation of each row."""
    first: IntArray
    """The lowest itemId of each presentation."""
    length: IntArray
    example: IntArray
    """A row of each presentation."""


def places(items: IntArray, rater: Column, *labels: Column) -> Places:
    """Find what was shown together: the rows of one rater and of equal labels."""
    presentation, example = dense_codes(rater.codes, *(label.codes for label in labels))
    first = np.full(example.size, np.iinfo(np.int64).max)
    last = np.full(example.size, -1)
    np.minimum.at(first, presentation, items)
    np.maximum.at(last, presentation, items)
    return Places(presentation, first, last - first + 1, example)


def counts_in_tasks(items: IntArray, rater: Column, document: IntArray, shown: Places) -> bool:
    """Say whether items are numbered through each rater's task, not through the document or file.

    So it is where no rater has a number twice, and at least half of the documents that were shown more
    than once begin at different numbers.
    """
    if dense_codes(rater.codes, items)[1].size < items.size:
        return False
    begins: dict[int, list[int]] = defaultdict(list)
    for number, first in zip(document[shown.example].tolist(), shown.first.tolist(), strict=True):
        begins[number].append(first)
    often = [len(set(firsts)) > 1 for firsts in begins.values() if len(firsts) > 1]
    return bool(often) and sum(often) * 2 >= len(often)


def begins(
    shown: Places, rater: Sequence[str | None], system: Column, document: IntArray, kind: Sequence[str | None]
) -> tuple[IntArray, int, int]:
    """Return the segment of its document, counted from 0, with which each presentation begins.

    A task has a fixed size, so that a document can be cut: its end then opens another task. Where the
    lengths of a system's pieces, in the order of the raters' names, add up to the whole document, they
    follow one another. Damaged and repeated copies are cut like the outputs of the same rater. Whatever
    else is short is taken to begin with the document.

    Also returns how many pieces were placed, and how many short ones were not.
    """
    rows = shown.example.tolist()
    of = [(int(system.codes[row]), int(document[row])) for row in rows]
    length, whole = shown.length.tolist(), defaultdict[int, int](int)
    for (_, number), size in zip(of, length, strict=True):
        whole[number] = max(whole[number], size)
    short = [n for n, (_, number) in enumerate(of) if length[n] < whole[number]]
    pieces: dict[tuple[int, int], list[int]] = defaultdict(list)
    for n in short:
        if kind[rows[n]] == "output":
            pieces[of[n]].append(n)
    begin, placed = np.zeros(len(rows), dtype=np.int64), {}
    for key, group in pieces.items():
        if sum(length[n] for n in group) == whole[key[1]]:
            at = 0
            for n in sorted(group, key=lambda n: rater[rows[n]] or ""):
                begin[n] = placed[rater[rows[n]], key, length[n]] = at
                at += length[n]
    known = 0
    for n in short:
        key_of_piece = rater[rows[n]], of[n], length[n]
        if key_of_piece in placed:
            begin[n] = placed[key_of_piece]
            known += 1
    return begin, known, len(short) - known
