import csv
import io
import lzma
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from holdfast.formats.base import read_study
from holdfast.formats.builtin.table import TableFormat
from holdfast.formats.source import open_path

DATA = os.environ.get("HOLDFAST_DATA")
pytestmark = pytest.mark.skipif(not DATA, reason="HOLDFAST_DATA is not set")


def data(name):
    path = Path(DATA or "") / name
    if not path.exists():
        pytest.skip(f"{name} is not in HOLDFAST_DATA")
    return path


@pytest.mark.parametrize("aspect", ["ad", "bl", "fl"])
def test_one_column_per_rater(aspect):
    path = data(f"believability-koen/ko-en.{aspect}.annot.raw.csv.xz")
    study = read_study(path, None, {})
    ratings = study.ratings
    rows = list(csv.DictReader(io.StringIO(lzma.decompress(path.read_bytes()).decode())))
    slow = [
        (row["SEGID"], rater, float(score))
        for row in rows
        for rater, score in row.items()
        if rater.startswith("ANNOTATOR_") and score != "nan"
    ]

    assert (
        list(zip(ratings.segment.to_list(), ratings.rater.to_list(), ratings.score.tolist(), strict=True))
        == slow
    )
    assert len(ratings.rater.labels) == 26
    assert (ratings.aspect.labels, ratings.lp.labels) == ((aspect,), ("ko-en",))
    # In two of the files one batch of 40 segments holds a rating more than NUMANNOT counts.
    more = {str(n): 1 for n in range(533, 573)} if aspect != "ad" else {}
    counted = {row["SEGID"]: int(row["NUMANNOT"]) + more.get(row["SEGID"], 0) for row in rows}
    assert Counter(ratings.segment.to_list()) == counted
    assert list(study.provenance.raw) == ["NUMANNOT"]
    assert study.provenance.reader.startswith("table")


@pytest.fixture(scope="module")
def ship():
    return read_study(data("ship-da/segment_scores.csv.xz"), None, {})


def test_two_million_ratings(ship):
    frame = pl.read_csv(lzma.decompress(data("ship-da/segment_scores.csv.xz").read_bytes()))
    ratings = ship.ratings

    assert len(ratings) == frame.height == 2_323_625
    assert np.array_equal(ratings.score, frame["score"].cast(pl.Float64).to_numpy())
    for axis, column in {
        "campaign": "campaign",
        "system": "system",
        "segment": "segment",
        "rater": "user",
    }.items():
        labels = getattr(ratings, axis)
        codes = np.array([int(label) for label in labels.labels])[labels.codes]
        assert np.array_equal(codes, frame[column].to_numpy())
    assert ship.provenance.raw == {"valid": ("1", "0")}
    assert ship.provenance.conventions[0] == (
        "columns: campaign, system, segment, score (by name); rater = user (guessed)"
    )


def test_of_two_million_ratings_the_valid_ones():
    path = data("ship-da/segment_scores.csv.xz")
    frame = pl.read_csv(lzma.decompress(path.read_bytes())).filter(
        pl.col("valid") == 1, pl.col("campaign") == 7
    )
    study = read_study(path, None, {"valid": ("1",), "campaign": ("7",)}).select(
        {"valid": ("1",), "campaign": ("7",)}
    )

    assert study.ratings.score.tolist() == frame["score"].to_list()


def test_the_memory_that_two_million_ratings_take():
    # Not ru_maxrss: it begins at what the parent had, and a test run may hold more than the reading.
    program = (
        "import re, sys, pathlib; from holdfast.formats.base import read_study; "
        "read_study(pathlib.Path(sys.argv[1]), None, {}); "
        "print(re.search(r'VmHWM:\\s*(\\d+)', pathlib.Path('/proc/self/status').read_text())[1])"
    )
    path = data("ship-da/segment_scores.csv.xz")
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )

    assert int(done.stdout) < 1.2e6


def test_named_columns_and_scores_of_whole_documents():
    path = data("ort-encs/ratings.csv.xz")
    rows = list(csv.DictReader(io.StringIO(lzma.decompress(path.read_bytes()).decode())))
    study = read_study(path, "table:score=overall:system=translation:low=0:high=6", {})
    ratings = study.ratings

    assert ratings.score.tolist() == pytest.approx(
        [float(row["overall"] or "nan") for row in rows], nan_ok=True
    )
    assert ratings.system.to_list() == [row["translation"] for row in rows]
    assert ratings.document.to_list() == [row["doc"] for row in rows]
    assert ratings.segment.to_list() == [row["line"] or None for row in rows]
    assert ratings.of_level("document").tolist() == [row["level"] == "doc" for row in rows]
    assert len(ratings.rater.labels) == 11
    assert {"spelling", "style", "expertise"} <= study.provenance.raw.keys()


@pytest.mark.parametrize(
    "name",
    [
        "wmt22-da",
        "wmt22-da/ad-deen-good-stnd-redup.csv.gz",
        "wmt22-da/ad-seg-scores-de-en.csv.gz",
        "wmt22-da/clusters.csv",
        "wmt12-rr/wmt12.RNK_results.csv.xz",
        "mqm-newstest2020/mqm_newstest2020_ende.tsv.xz",
        "mqm-newstest2020/metrics.csv.xz",
        "mtme-wmt23",
        "mtme-wmt23/human-scores/en-de.mqm.seg.score",
        "sxs-mqm-2023/sxs_mqm_generalMT2023_ende.3ratingsPerSegment.tsv.tar.gz",
        "esa-wmt23/240520rc6ESA.scores.csv.gz",
        "esa-wmt24/esa_generalMT2024_wave3.csv.gz",
        "wmt22-calibration/WMT22.Appraise.SegLvlLivSrc.20221031.filtered.csv.gz",
        "wmt22-calibration/mapping.csv",
        "llmfao/crowd-comparisons.csv.xz",
        "llmfao/models.jsonl",
        "ship-da/systems.csv.xz",
        "believability-koen/ko-en.ad.csv",
        "believability-koen/README.md",
    ],
)
def test_what_belongs_to_other_formats_is_not_recognised(name):
    assert not TableFormat().recognises(open_path(data(name)))
