import gzip
import lzma

import numpy as np
import pytest

import holdfast
from holdfast._core.errors import BadLine, BadSelection, MissingFile, UnreadableFile
from holdfast.formats.base import read_study
from holdfast.formats.compression import zstd

HEADER = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
MAIN, MOMENTS, SEGMENTS = "ad-deen-good-stnd-redup.csv", "ad-deen-trk-mean-sd.txt", "ad-seg-scores-de-en.csv"
PRINTED = '[1] "M1"\n[1] 70\n[1] 10\n[1] "M2"\n[1] 60\n[1] 20\n'


def row(system, segment, rid, z, *, hit=1, rater="M1", src="de"):
    return f"H{hit}\t{rater}\t{src}\ten\tad\t{hit}\t{system}\t{rid}\tSYSTEM\t{segment}\t{z}\t9.0\n"


ROWS = (
    row("fir", 1, 11, 0.5),
    row("fir", 2, 11, -0.5),
    row("fir", 3, 12, 1.0, hit=2, rater="M2"),
    row("elder", 2, 21, 1.0, hit=2),
    row("elder", 3, 21, 0.0, hit=2, rater="M2"),
)
"""Segments 1, 2 and 3 are one document: 1 and 2 by rid 11, 2 and 3 by rid 21."""
SCORES = (
    "SYS SID RAW.SCR Z.SCR N\n"
    "fir 1 75 0.5 1\nfir 2 65 -0.5 1\nfir 3 80 1 1\nelder 2 80 1 1\nelder 3 60 0 1\nelder 1 50 0 2\n"
)
"""elder 1 stands here only."""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / MAIN).write_text(HEADER + "".join(ROWS))
    (tmp_path / MOMENTS).write_text(PRINTED)
    (tmp_path / SEGMENTS).write_text(SCORES)
    return tmp_path


def rows_of(study):
    r = study.ratings
    labels = (r.system, r.segment, r.document, r.rater)
    return [
        (*texts, score)
        for *texts, score in zip(*(label.to_list() for label in labels), r.score.tolist(), strict=True)
    ]


WHOLE = [
    ("fir", "1", "1", "M1", 75),
    ("fir", "2", "1", "M1", 65),
    ("fir", "3", "1", "M2", 80),
    ("elder", "2", "1", "M1", 80),
    ("elder", "3", "1", "M2", 60),
]
UNNAMED = ("elder", "1", "1", "raters of sd 0 (unnamed)", 50)


def read(path, form=None, **selection):
    return read_study(path, form, selection).select(selection)


def test_segments_of_raters_of_sd_0_stand_beside(folder):
    study = read(folder)
    assert rows_of(study) == [*WHOLE, UNNAMED, UNNAMED]
    assert rows_of(read(folder, "wmt_da:sd0=drop")) == WHOLE


@pytest.mark.parametrize("name", ["", MAIN])
def test_selecting_by_a_raw_column_invents_no_ratings(folder, name):
    study = read(folder / name, **{"Input.src": ("de",), "hit": ("1",)})
    assert rows_of(study) == WHOLE[:2]
    assert any(SEGMENTS in line and "hit" in line for line in study.provenance.conventions)
    assert SEGMENTS not in "".join(file.path for file in study.provenance.files)


def test_all_rows_by_a_raw_column_are_those_of_the_main_file(folder):
    assert rows_of(read(folder, **{"Input.src": ("de",)})) == WHOLE


def test_documents_are_those_of_the_whole_file(folder):
    assert rows_of(read(folder, rid=("12",))) == [WHOLE[2]]
    assert rows_of(read(folder, hit=("2",))) == WHOLE[2:]


def test_selecting_by_the_model_s_own_keys_keeps_what_stands_beside(folder):
    assert rows_of(read(folder, lp=("de-en",), system=("elder",))) == [*WHOLE[3:], UNNAMED, UNNAMED]


def test_raw_values_may_stand_in_another_file_of_the_folder(folder):
    (folder / "ad-csen-good-stnd-redup.csv").write_text(HEADER + row("fir", 1, 5, 0.1, src="cs"))
    study = read(folder, **{"Input.src": ("de",)})
    assert rows_of(study) == WHOLE
    assert not any("csen" in file.path for file in study.provenance.files)
    with pytest.raises(BadSelection, match=r"no rating has Input\.src=dee") as caught:
        read(folder, **{"Input.src": ("de", "dee")})
    assert "'de'" in caught.value.hint
    assert "cs" in caught.value.hint


@pytest.mark.parametrize(
    ("ending", "compress"),
    [("", bytes), (".gz", gzip.compress), (".xz", lzma.compress), (".zst", zstd.compress)],
)
@pytest.mark.parametrize("name", [MAIN, MOMENTS, SEGMENTS])
def test_each_file_may_be_compressed(folder, name, ending, compress):
    data = (folder / name).read_bytes()
    (folder / name).unlink()
    (folder / (name + ending)).write_bytes(compress(data))
    assert rows_of(read(folder)) == [*WHOLE, UNNAMED, UNNAMED]


@pytest.mark.parametrize("name", [MAIN, MOMENTS, SEGMENTS])
def test_one_file_twice(folder, name):
    (folder / f"{name}.gz").write_bytes(gzip.compress((folder / name).read_bytes()))
    with pytest.raises(UnreadableFile) as caught:
        read(folder)
    assert f"{name} and {name}.gz" in caught.value.message


@pytest.mark.parametrize("name", [MAIN, MOMENTS, SEGMENTS])
@pytest.mark.parametrize("ending", [".bak", "~", ".orig", ".gz.part"])
def test_other_endings_are_passed_over(folder, name, ending):
    (folder / (name + ending)).write_bytes((folder / name).read_bytes())
    assert rows_of(read(folder)) == [*WHOLE, UNNAMED, UNNAMED]


def test_a_folder_with_other_endings_only(tmp_path):
    (tmp_path / f"{MAIN}.bak").write_text(HEADER + "".join(ROWS))
    with pytest.raises(MissingFile):
        read(tmp_path, "wmt_da")


def test_without_moments_raw_scores_are_unknown_and_it_says_what_to_do(folder):
    (folder / MOMENTS).unlink()
    (folder / SEGMENTS).unlink()
    study = read(folder)
    assert np.isnan(study.ratings.score).all()
    (line,) = [line for line in study.provenance.conventions if MOMENTS in line]
    assert "--normalise zscore:moments=stored" in line


@pytest.mark.filterwarnings("ignore::holdfast._core.errors.HoldfastWarning")
def test_without_moments_the_advice_ranks(folder):
    (folder / MOMENTS).unlink()
    (folder / SEGMENTS).unlink()
    ranked = holdfast.rank(folder, normalise="zscore:moments=stored")
    assert {s.system for s in ranked.systems} == {"fir", "elder"}


@pytest.mark.parametrize("text", ["system,segment,score\nfir,1,5\n", "HITId WorkerId\nH1\tM1\n"])
def test_another_header(tmp_path, text):
    path = tmp_path / "x.csv"
    path.write_text(text)
    with pytest.raises(BadLine, match="header") as caught:
        read(path, "wmt_da")
    assert caught.value.line == 1
    assert HEADER.strip() in caught.value.hint
