"""Words that people write over the columns of a table, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.model.ratings import AXES

MEANINGS = (
    *AXES,
    *("kind", "level", "score", "z", "rater_mean", "rater_sd", "n_errors", "started", "finished"),
)
"""What a table can say of a rating: the columns of the canonical table."""

_PEOPLE = ("rater", "annotator", "user", "worker", "judge", "evaluator", "assessor", "participant", "expert")

_SYNONYMS: dict[str, tuple[str, ...]] = {
    "campaign": ("campaignid campaignname", "wave round"),
    "lp": ("langpair languagepair langs", "direction"),
    "domain": ("domainname genre",),
    "aspect": ("annotype annotationtype criterion dimension", "question attribute"),
    "system": ("sys sysid sysname systemid systemname mtsystem mtsystemid model modelid modelname engine",),
    "document": ("doc docid docname documentid documentname", "article"),
    "segment": ("seg segid segmentid segno segmentno sid", "item itemid line lineno sentence sentenceid"),
    "rater": (" ".join(f"{word} {word}id {word}name" for word in _PEOPLE),),
    "task": ("taskid hit hitid batch batchid batchno assignment assignmentid",),
    "kind": ("itemtype itemkind",),
    "level": ("isdocscore", "granularity"),
    "score": ("rating points rawscore rawscr", "value judgement judgment grade"),
    "z": ("zscore zscr",),
    "rater_mean": ("annotatormean workermean",),
    "rater_sd": ("annotatorsd workersd",),
    "n_errors": ("errorcount numerrors",),
    "started": ("starttime timestart startedat", "start"),
    "finished": ("endtime timeend finishedat", "end"),
    "protocol": (),
}
"""For each meaning the words that fit as well as one another, then those that fit less well."""


def _bare(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


_KNOWN = {
    word: (meaning, fit)
    for meaning, groups in _SYNONYMS.items()
    for fit, group in enumerate(groups, 2)
    for word in group.split()
} | {_bare(meaning): (meaning, 1) for meaning in _SYNONYMS}
_LANGUAGE = re.compile(r"(?:(source|src)|target|tgt|trg)lang(?:uage)?")
_ONE_RATER = re.compile(rf"({'|'.join(_PEOPLE)})s?[\W_]*(?:\d+|[a-z])", re.IGNORECASE)


def fit_of(name: str) -> tuple[str, int]:
    """Return what a column's name means, and how well it fits (0 is best); nothing where it is unknown."""
    if name in _SYNONYMS:
        return name, 0
    return _KNOWN.get(_bare(name), ("", 0))


def language_columns(header: Sequence[str]) -> tuple[str, str] | None:
    """Return the columns of the source and the target language, such as src_lang and tgt_lang."""
    found: dict[bool, str] = {}
    for name in header:
        if words := _LANGUAGE.fullmatch(_bare(name)):
            found.setdefault(bool(words[1]), name)
    return (found[True], found[False]) if len(found) > 1 else None


def rater_like(header: Sequence[str]) -> dict[str, list[str]]:
    """Return columns such as ANNOTATOR_01, ANNOTATOR_02, … by their word; at least two have it."""
    groups: dict[str, list[str]] = {}
    for name in header:
        if found := _ONE_RATER.fullmatch(name.strip()):
            groups.setdefault(found[1], []).append(name)
    return {word: names for word, names in groups.items() if len(names) > 1}
