"""Exports of Appraise that others published; the folder that HOLDFAST_DATA names holds them."""

import os
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

import holdfast
from holdfast.formats.base import read_study
from holdfast.model.summary import summarise

DATA = os.environ.get("HOLDFAST_DATA")
pytestmark = [
    pytest.mark.skipif(not DATA, reason="HOLDFAST_DATA is not set"),
    pytest.mark.filterwarnings("ignore::holdfast._core.errors.HoldfastWarning"),
]

ESA1 = "esa-wmt23/240315rc5ESA.scores.csv.gz"
GEMBA = "esa-wmt23/240315rc5GEMBA.scores.csv.gz"
MQM = "esa-wmt23/240315rc5MQM.scores.csv.gz"
ESA2 = "esa-wmt23/240520rc6ESA.scores.csv.gz"
WAVE3 = "esa-wmt24/esa_generalMT2024_wave3.csv.gz"
LIVONIAN = "wmt22-calibration/WMT22.Appraise.SegLvlLivSrc.20221031.filtered.csv.gz"
CALIBRATION = "wmt22-calibration/WMT22.Appraise.calibrationHITs.20221103.csv.gz"
WMT23 = [ESA1, GEMBA, MQM, ESA2]

KINDS23 = {"output": 2691, "repeat": 14, "bad_reference": 397, "tutorial": 198}


def data(name):
    path = Path(DATA or "") / name
    if not path.exists():
        pytest.skip(f"{name} is not in HOLDFAST_DATA")
    return path


@cache
def study(name):
    return read_study(data(name), None, {})


def dropped(same, different, what="score"):
    return {
        f"older rating of the same item: same {what}": same,
        f"older rating of the same item: different {what}": different,
    }


PINNED = {
    # protocol, ratings, systems, documents, segments, raters, spans, kinds, levels, dropped
    ESA1: ("esa", 3300, 15, 73, 213, 33, 1739, KINDS23, {"segment": 3300}, dropped(11, 3)),
    GEMBA: ("esa", 3300, 15, 73, 213, 33, 5901, KINDS23, {"segment": 3300}, dropped(3, 1)),
    MQM: ("mqm", 3300, 15, 73, 213, 33, 2089, KINDS23, {"segment": 3300}, dropped(5, 3, "spans")),
    ESA2: ("esa", 3300, 15, 73, 213, 33, 3748, KINDS23, {"segment": 3300}, dropped(15, 12)),
    WAVE3: (
        "esa", 11200, 17, 174, 686, 112, 5992,
        {"tutorial": 672, "output": 9096, "repeat": 88, "bad_reference": 1344},
        {"segment": 11200}, dropped(91, 8),
    ),
    LIVONIAN: (
        "da", 5327, 12, 0, 599, 30, 0, {"bad_reference": 638, "output": 4689}, {"segment": 5327}, {},
    ),
    CALIBRATION: (
        "da", 10315, 18, 68, 624, 99, 0,
        {"output": 10315}, {"segment": 9235, "document": 1080}, dropped(72, 364),
    ),
}  # fmt: skip
ROWS = {ESA1: 3314, GEMBA: 3304, MQM: 3308, ESA2: 3327, WAVE3: 11299, LIVONIAN: 5327, CALIBRATION: 10751}


@pytest.mark.parametrize("name", PINNED)
def test_every_file_is_recognised_and_counted(name):
    found = summarise(holdfast.read(data(name)))
    assert found.format == "appraise"
    assert (
        found.protocol, found.ratings, found.systems, found.documents, found.segments, found.raters,
        found.spans, found.kinds, found.levels, found.dropped,
    ) == PINNED[name]  # fmt: skip
    assert found.ratings + sum(found.dropped.values()) == ROWS[name]
    assert found.unscored == 0


SEVERITIES = {
    ESA1: {"minor": 913, "major": 824, "undecided": 2},
    GEMBA: {"minor": 2875, "major": 2993, "undecided": 33},
    MQM: {"minor": 1169, "major": 920},
    ESA2: {"minor": 2256, "major": 1458, "undecided": 34},
    WAVE3: {"minor": 2224, "major": 3762, "undecided": 6},
}


@pytest.mark.parametrize("name", SEVERITIES)
def test_severities_are_counted(name):
    assert Counter(study(name).spans.severity.to_list()) == SEVERITIES[name]


def cells(name):
    """Count the outputs of each (language pair, system, document, segment)."""
    ratings = study(name).ratings
    kept = ratings.where(ratings.of_kind("output") & ratings.of_level("segment"))
    columns = (getattr(kept, axis).to_list() for axis in ("lp", "system", "document", "segment"))
    return Counter(zip(*columns, strict=True))


@pytest.mark.parametrize("name", WMT23)
def test_every_system_has_each_of_207_segments_once(name):
    # The design of Kocmi et al. (2024). itemId counts the items of tasks here, and cuts documents: so the
    # places in documents, pieces included, come out right if and only if no cell is empty or taken twice.
    counts = cells(name)
    assert set(counts.values()) == {1}
    assert len(counts) == 13 * 207
    assert len({(document, segment) for _, _, document, segment in counts}) == 207
    assert "put in the order of raters: 37; documents shown in part" in "".join(
        study(name).provenance.conventions
    )


def test_items_of_the_three_campaigns_are_the_same():
    assert cells(ESA1) == cells(MQM) == cells(ESA2) == cells(GEMBA)


def test_wave3_numbers_the_lines_of_the_test_set():
    counts = cells(WAVE3)
    documents = defaultdict(set)
    for lp, _, document, segment in counts:
        documents[lp, segment].add(document)
    assert {len(names) for names in documents.values()} == {1}
    assert Counter(lp for lp, _ in documents) == {"en-ja": 337, "en-zh": 337}
    # Each system has every line, and those of documents marked #incomplete twice.
    assert len(counts) == 26 * 337
    assert Counter(counts.values()) == {1: 8428, 2: 334}


@pytest.mark.parametrize("name", WMT23)
def test_spans_end_with_words(name):
    """Compare with the texts: those of refA, where a whole document was rated."""
    documents = [line.split()[1] for line in data("mtme-wmt23/documents/en-de.docs").read_text().splitlines()]
    texts = data("mtme-wmt23/references/en-de.refA.txt").read_text().splitlines()
    ratings, spans = study(name).ratings, study(name).spans
    rows = zip(
        *(getattr(ratings, a).to_list() for a in ("system", "kind", "document", "segment")), strict=True
    )
    rows = list(rows)
    whole = Counter(document for _, document, _ in {row[1:] for row in rows if row[1] == "output"})
    behind, at_end, after = 0, 0, 0
    for rating, start, end in zip(
        spans.rating.tolist(), spans.start.tolist(), spans.end.tolist(), strict=True
    ):
        system, kind, document, segment = rows[rating]
        if system != "wmt23.refA" or kind != "output" or start < 0:
            continue
        if whole[document] != documents.count(document):
            continue
        units = texts[documents.index(document) + int(segment) - 1].encode("utf-16-le")
        around = [units[2 * i : 2 * i + 2].decode("utf-16-le", "replace") for i in (end - 2, end - 1, end)]
        if end > len(units) // 2:
            behind += 1
        elif not around[2].isalnum():
            at_end += around[1].isalnum()
        elif not around[1].isalnum():
            after += 1
    # What came with a task may stand behind the text, for an omission; what raters marked never does.
    assert (behind > 0) == (name == GEMBA)
    assert at_end > 4 * after


def test_the_spans_of_mqm_make_its_scores():
    ranking = holdfast.rank(data(MQM))
    assert ranking.better == "lower"
    assert {system.segments for system in ranking.systems} == {207}
    assert {ranking.systems[0].system, ranking.systems[1].system} == {"wmt23.refA", "wmt23.GPT4-5shot"}


def test_esa_is_ranked():
    ranking = holdfast.rank(data(ESA2))
    assert [system.system.removeprefix("wmt23.") for system in ranking.systems] == [
        "GPT4-5shot", "refA", "ONLINE-B", "ONLINE-W", "ONLINE-Y", "ONLINE-A", "ONLINE-M", "ONLINE-G",
        "ZengHuiMT", "Lan-BridgeMT", "NLLB_MBR_BLEU", "NLLB_Greedy", "AIRC",
    ]  # fmt: skip
    assert {system.segments for system in ranking.systems} == {207}
    assert ranking.documents == 71


def test_one_file_holds_several_language_pairs():
    assert set(study(WAVE3).ratings.lp.labels) == {"en-ja", "en-zh"}
    assert set(study(LIVONIAN).ratings.lp.labels) == {"en-liv", "liv-en"}
    assert set(study(CALIBRATION).ratings.lp.labels) == {"en-cs", "en-ja", "en-de", "en-hr", "zh-en", "en-zh"}
