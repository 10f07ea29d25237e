import gzip
import io
import json
import lzma
import tarfile
from contextlib import suppress
from math import inf

import numpy as np
import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import holdfast.formats.jsonlines
import holdfast.formats.parquet
from holdfast._core.errors import (
    BadLine,
    BadSelection,
    BadSetting,
    BadValue,
    GuessedColumns,
    HoldfastError,
    UnknownFormat,
    UnknownLabel,
    UnknownMethod,
    UnreadableFile,
    collected_warnings,
)
from holdfast._core.signature import signature
from holdfast.formats.base import FORMATS, read_study
from holdfast.formats.builtin.table import TableFormat
from holdfast.formats.compression import zstd
from holdfast.formats.source import open_path
from holdfast.model.column import Column
from holdfast.model.ratings import AXES, KINDS, Ratings
from holdfast.model.scale import Scale
from holdfast.protocols.base import PROTOCOLS


@pytest.fixture
def put(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.fixture
def read(put):
    def reading(content, name="ratings.csv", form="table", **selection):
        study = read_study(put(name, content), form, selection)
        return study.select(selection)

    return reading


def parquet_of(frame):
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()


def tar_of(content):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        info = tarfile.TarInfo("ratings")
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


FRAME = pl.DataFrame(
    {
        "System": ["A", "B, the other", 'say "C"', "Ä\n😀"],
        "seg_id": ["1", "1", "2", "02"],
        "annotator": ["r1", "r2", "", "r1"],
        "score": [1.5, None, 3.0, -4.25],
        "genre": ["news", "news", "chat", "chat"],
        "batch size": ["x", "", "y", "x"],
    }
)
CSV = FRAME.write_csv()
TSV = FRAME.write_csv(separator="\t")
JSONL = FRAME.write_ndjson()
PARQUET = parquet_of(FRAME)

GUESSED = "domain = genre, system = System, segment = seg_id, rater = annotator"
UNDERSTOOD = f"columns: score (by name); {GUESSED} (guessed)"
TO_CHANGE = "table:protocol=da, or table:low=0:high=100:better=higher"
UNBOUNDED = (
    f"scale: unbounded, higher is better, for nothing else is said; to change it: --format {TO_CHANGE}"
)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ratings.csv", CSV.encode()),
        ("ratings.txt", CSV.encode()),
        ("ratings", CSV.encode()),
        ("wrong.tsv", CSV.encode()),
        ("semicolon.csv", FRAME.write_csv(separator=";").encode()),
        ("ratings.tsv", TSV.encode()),
        ("ratings.txt", TSV.encode()),
        ("ratings.csv", TSV.encode()),
        ("crlf.csv", FRAME.write_csv(line_terminator="\r\n").encode()),
        ("crlf.tsv", FRAME.write_csv(separator="\t", line_terminator="\r\n").encode()),
        ("bom.csv", b"\xef\xbb\xbf" + CSV.encode()),
        ("no-end.csv", CSV.encode().removesuffix(b"\n")),
        ("quoted.csv", FRAME.write_csv(quote_style="non_numeric").encode()),
        ("ratings.jsonl", JSONL.encode()),
        ("ratings.ndjson", JSONL.replace("\n", "\r\n").encode()),
        ("ratings.json", b"\xef\xbb\xbf" + JSONL.encode()),
        ("ratings.txt", JSONL.encode().removesuffix(b"\n")),
        ("ratings.parquet", PARQUET),
        ("ratings.csv", PARQUET),
        ("ratings.csv.gz", gzip.compress(CSV.encode())),
        ("ratings.csv.xz", lzma.compress(CSV.encode())),
        ("ratings.csv.zst", zstd.compress(CSV.encode())),
        ("ratings.csv.tar", tar_of(CSV.encode())),
        ("ratings.tar.gz", gzip.compress(tar_of(TSV.encode()))),
        ("ratings.jsonl.gz", gzip.compress(JSONL.encode())),
        ("ratings.parquet.zst", zstd.compress(PARQUET)),
    ],
)
def test_the_same_ratings_from_every_kind_of_file(put, name, content):
    study = read_study(put(name, content), None, {})
    ratings = study.ratings

    assert ratings.system.to_list() == ["A", "B, the other", 'say "C"', "Ä\n😀"]
    assert ratings.segment.to_list() == ["1", "1", "2", "02"]
    assert ratings.rater.to_list() == ["r1", "r2", None, "r1"]
    assert ratings.domain.to_list() == ["news", "news", "chat", "chat"]
    assert np.array_equal(ratings.score, [1.5, np.nan, 3.0, -4.25], equal_nan=True)
    assert ratings.scale == Scale()
    assert ratings.protocol is None
    assert study.provenance.raw == {"batch size": ("x", "", "y")}
    assert study.provenance.reader == "table:low=-inf:high=inf"
    assert study.provenance.conventions == (
        UNDERSTOOD,
        UNBOUNDED,
        "not used, but can be selected by: batch size",
        "1 rating has no score",
    )


# The canonical table


LABELS = st.text(
    alphabet=st.one_of(
        st.sampled_from(list(",;\t\"'\n\r {}[]#é😀\u0301\ufeff\u2028-")),
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    ),
    min_size=1,
    max_size=6,
) | st.sampled_from(
    [" ", '"', '""', "nan", "NA", "null", "None", "1", "01", "1.0", "\n", "\r\n", "true", " a ", "\ufeff"]
)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def all_ratings(draw):
    rows = draw(st.integers(1, 8))

    def some(values):
        return st.lists(values, min_size=rows, max_size=rows)

    def numbers(values):
        return np.array(draw(some(values | st.just(np.nan))), dtype=np.float64)

    protocol = draw(st.sampled_from([None, *PROTOCOLS.rows]))
    scale = PROTOCOLS.load(protocol).scale if protocol else Scale()
    inside = st.floats(scale.low, scale.high, allow_nan=False).filter(lambda score: abs(score) <= 1e100)
    given = {}
    for axis in AXES:
        if axis not in ("system", "segment") and draw(st.booleans()):
            given[axis] = Column.encode(draw(some(st.none() | LABELS)))
    for name in ("z", "rater_mean", "rater_sd"):
        if draw(st.booleans()) and not np.isnan(values := numbers(FLOATS)).all():
            given[name] = values
    for name in ("started", "finished"):
        if draw(st.booleans()):
            given[name] = numbers(FLOATS)
    if draw(st.booleans()):
        given["n_errors"] = np.array(draw(some(st.integers(-1, 2**50))), dtype=np.int64)
    given["kind"] = Column.encode(draw(some(st.sampled_from(KINDS))))
    levels = draw(some(st.sampled_from(["segment", "document"])))
    given["level"] = Column.encode(levels)
    documents = given["document"].to_list() if "document" in given else [None] * rows
    segments = [
        None if level == "document" and document and draw(st.booleans()) else draw(LABELS)
        for level, document in zip(levels, documents, strict=True)
    ]
    return Ratings.build(
        score=numbers(inside),
        system=Column.encode(draw(some(LABELS))),
        segment=Column.encode(segments),
        scale=scale,
        protocol=protocol,
        **given,
    )


def canonical(ratings):
    frame = ratings.to_frame()
    return frame if ratings.protocol is None else frame.with_columns(protocol=pl.lit(ratings.protocol))


@pytest.mark.parametrize(
    "write",
    [
        lambda frame: frame.write_csv().encode(),
        lambda frame: frame.write_csv(separator="\t").encode(),
        lambda frame: frame.write_csv(separator=";", quote_style="always").encode(),
        lambda frame: frame.write_csv(line_terminator="\r\n").encode(),
        lambda frame: frame.write_ndjson().encode(),
    ],
    ids=["csv", "tsv", "semicolons", "crlf", "jsonl"],
)
@pytest.mark.filterwarnings("ignore::holdfast._core.errors.SimilarLabels")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(ratings=all_ratings())
def test_the_canonical_table_gives_equal_ratings_back(tmp_path, write, ratings):
    path = tmp_path / "ratings"
    path.write_bytes(write(canonical(ratings)))

    assert read_study(path, "table", {}).ratings == ratings


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=8)
@given(ratings=all_ratings())
def test_canonical_parquet_gives_equal_ratings_back(tmp_path, ratings):
    path = tmp_path / "ratings"
    path.write_bytes(parquet_of(canonical(ratings)))

    assert read_study(path, None, {}).ratings == ratings


# What was understood, and what was not certain


def test_what_is_named_is_taken_and_said(read):
    study = read("a,b,c,score\nX,1,5,0\nY,1,6,0\n", form="table:system=a:segment=b:score=c")

    assert study.ratings.score.tolist() == [5, 6]
    assert study.provenance.conventions[0] == "columns: system = a, segment = b, score = c (named)"
    assert study.provenance.raw == {"score": ("0",)}


def test_an_uncertain_guess_is_a_warning_that_names_the_setting(read):
    with pytest.warns(GuessedColumns) as caught:
        study = read("engine,model,segment,score\nX,Y,1,5\n")

    assert study.ratings.system.labels == ("X",)
    assert str(caught[0].message) == (
        "'engine' is read as the system, but 'model' may be it: say table:system=engine or table:system=model"
    )
    read("engine,model,segment,score\nX,Y,1,5\n", form="table:system=model")


def test_without_a_column_there_is_one_system(read):
    study = read("segment,score\n1,5\n2,6\n")

    assert study.ratings.system == Column.constant("system", 2)
    assert "all ratings are of one system, called 'system'" in study.provenance.conventions


def test_the_rows_of_other_columns_can_be_selected(read):
    text = "lang,system,segment,score,valid,lp\nEnglish,A,1,1,1,x\nEnglish,B,1,2,0,x\nCzech,A,1,abc,1,y\n"
    study = read(text, lang=("English",), valid=("1",))

    assert study.ratings.score.tolist() == [1]
    assert study.provenance.raw == {"lang": ("English", "Czech"), "valid": ("1", "0")}
    assert study.provenance.selected == {"lang": ("English",), "valid": ("1",)}
    assert read(text.replace("abc", "3"), lp=("y",)).ratings.score.tolist() == [3]
    with pytest.raises(BadSelection, match="no rating has lang=French"):
        read(text, lang=("French",))
    with pytest.raises(BadValue) as caught:
        read(text, valid=("1",))
    assert (caught.value.line, caught.value.column) == (4, "score")


def test_a_column_that_only_bears_the_name_of_an_axis_is_hidden(read):
    study = read("lp,pair,segment,score\nx,y,1,5\n", form="table:lp=pair", lp=("y",))

    assert study.ratings.lp.labels == ("y",)
    assert study.provenance.raw == {}


def test_blank_lines_and_missing_scores_are_counted(read):
    study = read("segment,score\n\n1,5\n2,\n\n3, \n")

    assert study.provenance.conventions[-2:] == ("2 ratings have no score", "blank lines skipped: 2")
    assert read('\n{"segment":1,"score":2}\n\n{"segment":1}\n').provenance.conventions[-2:] == (
        "1 rating has no score",
        "blank lines skipped: 2",
    )


# Scales, protocols, kinds, levels and times


@pytest.mark.parametrize(
    ("header", "cells", "form", "protocol", "scale", "said"),
    [
        ("protocol", "da", "table", "da", Scale(0, 100), "protocol da, from its column; scale: 0 to 100"),
        ("Protocol", " DA ", "table", "da", Scale(0, 100), "protocol da, from its column"),
        ("protocol", "mqm", "table", "mqm", Scale(0, inf, "lower"), "lower is better"),
        (
            "protocol",
            "",
            "table",
            None,
            Scale(),
            "scale: unbounded, higher is better, for nothing else is said",
        ),
        ("x", "", "table:protocol=mqm", "mqm", Scale(0, inf, "lower"), "protocol mqm, as named"),
        ("protocol", "da", "table:protocol=mqm", "mqm", Scale(0, inf, "lower"), "protocol mqm, as named"),
        ("protocol", "own", "table:protocol=mqm", "mqm", Scale(0, inf, "lower"), "protocol mqm, as named"),
        ("protocol", "da", "table:high=10", "da", Scale(0, 10), "scale: 0 to 10, higher"),
        (
            "protocol",
            "mqm",
            "table:low=-5:high=50:better=higher",
            "mqm",
            Scale(-5, 50),
            "scale: -5 to 50, higher",
        ),
        ("x", "", "table:low=1:high=7", None, Scale(1, 7), "scale: 1 to 7, higher is better, as named"),
        (
            "x",
            "",
            "table:better=lower",
            None,
            Scale(better="lower"),
            "scale: unbounded, lower is better, as named",
        ),
    ],
)
def test_the_protocol_gives_the_scale_unless_it_is_named(read, header, cells, form, protocol, scale, said):
    study = read(f"segment,score,{header}\n1,5,{cells}\n2,6,{cells}\n", form=form)

    assert (study.ratings.protocol, study.ratings.scale) == (protocol, scale)
    assert said in study.provenance.conventions[1]


def test_several_protocols_can_be_told_apart_by_selecting(read):
    text = "segment,score,protocol\n1,5,da\n2,600,mqm\n"

    assert read(text, protocol=("mqm",)).ratings.protocol == "mqm"
    with pytest.raises(BadValue, match="protocol 'mqm' follows 'da'") as caught:
        read(text)
    assert "--select protocol=da" in caught.value.hint


def test_words_for_kinds_and_levels(read):
    words = [
        "output",
        "OUTPUT",
        "TGT",
        "system",
        "bad",
        "BAD_REF",
        "bad_reference",
        "ref",
        "rep",
        "CHK",
        "cal",
    ]
    words.append("tutorial")
    study = read(
        "segment,score,itemType,level\n" + "".join(f"1,5,{w},{'Doc' * (w == 'cal')}\n" for w in [*words, ""])
    )

    assert study.ratings.kind.to_list() == [
        *["output"] * 4,
        *["bad_reference"] * 3,
        *["reference", "repeat", "repeat", "calibration", "tutorial", "output"],
    ]
    assert study.ratings.level.to_list() == [*["segment"] * 10, "document", "segment", "segment"]


def test_kinds_that_begin_with_an_empty_cell(read):
    kinds = read("segment,score,kind\n1,5,\n1,5,repeat\n").ratings.kind

    assert kinds == Column.encode(["output", "repeat"])


def test_scores_of_documents_need_no_segment(read):
    text = "system,document,segment,score,isDocScore\nA,d,1,5,False\nA,d,,6,True\n"

    assert read(text).ratings.segment.to_list() == ["1", None]
    with pytest.raises(BadValue, match="the row has no segment"):
        read(text.replace("A,d,,", "A,,,"))
    with pytest.raises(BadValue, match="the row has no segment"):
        read(text.replace("True", "False"))


def test_a_table_of_documents_alone(read):
    text = "system,document,score,level\nA,d,5,document\nA,e,6,doc\n"

    assert read(text, form=None).ratings.segment == Column.absent(2)
    with pytest.raises(BadValue, match="the row has no segment") as caught:
        read(text.replace(",doc\n", ",segment\n"))
    assert (caught.value.line, caught.value.column) == (3, "level")
    with pytest.raises(UnknownFormat, match="no column is known to be the segment"):
        read("system,document,score\nA,d,5\n")


def test_times_are_seconds_or_dates(read):
    cells = ["1666385145.257", "", "1970-01-02", "1970-01-01T00:00:01", "1970-01-01 01:00:02+01:00"]
    study = read("segment,score,start_time\n" + "".join(f"1,5,{cell}\n" for cell in cells))

    assert np.array_equal(study.ratings.started, [1666385145.257, np.nan, 86400, 1, 2], equal_nan=True)


# Wide tables


def test_a_wide_table_is_read_row_by_row_then_column_by_column(read):
    study = read(
        "SEGID,LANGPAIR,ANNOTYPE,NUMANNOT,ANNOTATOR_01,ANNOTATOR_02,ANNOTATOR_03\n"
        "1,ko-en,ad,2,nan,82.0,90.0\n"
        "2,ko-en,ad,0,,NaN, \n"
        "3,ko-en,ad,3,1,2,-3.5\n",
        form=None,
        lp=("ko-en",),
    )
    ratings = study.ratings

    assert ratings.segment.to_list() == ["1", "1", "3", "3", "3"]
    assert ratings.segment.labels == ("1", "3")
    assert ratings.rater.to_list() == [f"ANNOTATOR_0{n}" for n in (2, 3, 1, 2, 3)]
    assert ratings.score.tolist() == [82, 90, 1, 2, -3.5]
    assert ratings.aspect.labels == ("ad",)
    assert (ratings.n_errors == -1).all()
    assert study.provenance.raw == {"NUMANNOT": ("2", "0", "3")}


def test_a_wide_table_gives_equal_ratings_back_when_written_long(read):
    wide = read("segment,rater1,rater2,rater3\na,,2,3\nb,1,,3\nc,,,\nd,4,5,6\n").ratings

    assert read(wide.to_frame().write_csv()).ratings == wide


def test_wide_objects_and_named_raters(read):
    lines = [
        {"segment": "1", "Ann": 5, "Bob": None},
        {"segment": "2", "Bob": "nan", "Ann": 6},
        {"segment": "3", "Bob": 7},
    ]
    text = "\n".join(map(json.dumps, lines))
    study = read(text, form="table:raters=Ann|Bob")

    assert study.ratings.rater.to_list() == ["Ann", "Ann", "Bob"]
    assert study.ratings.score.tolist() == [5, 6, 7]


def test_a_wide_table_in_which_nothing_is_rated(put):
    study = read_study(put("a.csv", "segment,rater1,rater2\n1,,\n"), "table", {})

    assert len(study.ratings) == 0
    with pytest.raises(BadSelection, match="there are no ratings"):
        study.select({})


# Objects


def test_objects_may_lack_keys_and_repeat_none(read, monkeypatch):
    monkeypatch.setattr(holdfast.formats.jsonlines, "LINES_AT_ONCE", 2)
    lines = [
        '{"segment": 1, "score": 0.10}',
        '{"score": "2", "segment": "1", "rater": null}',
        '{"segment": 2, "score": 1e2, "rater": "r", "done": true}',
        '{"segment": 3, "score": null, "rater": "", "done": false}',
        '{"segment": 12345678901234567890123, "score": 5}',
    ]
    study = read("\n".join(lines))

    assert study.ratings.segment.to_list() == ["1", "1", "2", "3", "12345678901234567890123"]
    assert np.array_equal(study.ratings.score, [0.1, 2, 100, np.nan, 5], equal_nan=True)
    assert study.ratings.rater.to_list() == [None, None, "r", None, None]
    assert study.provenance.raw == {"done": ("", "true", "false")}


# Settings


TEXTS = st.text(max_size=8) | st.sampled_from(["a:b", "100%", "%3A", "a=b", "-", "é", "x,y", "\n", "(?:r|s)"])


@given(
    column=TEXTS,
    other=TEXTS,
    raters=TEXTS,
    protocol=st.sampled_from(["", *PROTOCOLS.rows]),
    ends=st.tuples(st.floats(allow_nan=False), st.floats(allow_nan=False)).filter(
        lambda ends: ends[0] < ends[1]
    ),
    better=st.sampled_from(["", "higher", "lower"]),
)
def test_the_signature_makes_the_reader_again(column, other, raters, protocol, ends, better):
    reader = TableFormat(
        system=column,
        segment=other,
        raters=raters,
        protocol=protocol,
        low=ends[0],
        high=ends[1],
        better=better,
    )

    assert FORMATS.make(signature(reader)) == reader
    assert "\n" not in signature(reader)


@pytest.mark.parametrize(
    ("form", "error", "message"),
    [
        ("table:protocol=dda", UnknownMethod, "there is no protocol 'dda'"),
        ("table:low=nan", BadSetting, "no score lies between"),
        ("table:low=5:high=5", BadSetting, "no score lies between low=5 and high=5"),
        ("table:high=-inf", BadSetting, "no score lies between"),
        ("table:low=five", BadSetting, "low cannot be 'five'"),
        ("table:better=up", BadSetting, "One of: higher, lower"),
        ("table:score=a:raters=b", BadSetting, "exclude one another"),
        ("table:system", BadSetting, "has no setting"),
        ("table:sys=x", BadSetting, "has no setting"),
        ("table:protocol=da:low=200", BadSetting, "the scale of da would be 200 to 100"),
        ("table:score=points", BadSelection, "there is no column 'points'"),
        ("table:raters=x", BadSelection, "no column matches or begins with 'x'"),
    ],
)
def test_settings_that_cannot_be(read, form, error, message):
    with pytest.raises(error, match=message) as caught:
        read("segment,score\n1,5\n", form=form)
    assert caught.value.hint


# Recognising


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "segment,score\n1,5\n"),
        ("a", "sid;points\n1;5\n"),
        ("a.tsv", "SEG_ID\tann1\trater 1\trater 2\n1\tx\t2\t3\n"),
        ("a.jsonl", '{"segment": "1", "rating": 5}\n'),
        ("a.parquet", parquet_of(pl.DataFrame({"x": [1]}))),
        (
            "a.csv",
            "username,system,itemId,itemType,srcLang,trgLang,score,timeStart,timeEnd\na,b,1,TGT,eng,deu,5,1,2\n",
        ),
    ],
)
def test_tables_are_recognised(put, name, content):
    assert TableFormat().recognises(open_path(put(name, content)))


@pytest.mark.parametrize(
    "content",
    [
        "system\tdoc\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n",
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\nA\td\t1\t1\tr\ts\tt\tc\tMinor\n",
        "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\nH\tM\n",
        "SYS SID RAW.SCR Z.SCR N\nA 1 50 0.1 2\n",
        "engces161d,Online-W,1,TGT,eng,ces,97,ecommerce_en_29#3-13,False,1666385145.257,1666385152.061\n",
        "srclang,documentId,segmentId,judgeId,system1Id,system2Id,system1rank,system2rank\ncs,d,1,j,A,B,1,2\n",
        "id,prompt,model_x,model_y,worker,winner,left,right\n0,8,97,98,58,tie,A,B\n",
        "lp,system,doc,seg,chrF,TER\nen-de,A,d,1,0.6,-0.5\n",
        "SEGID,LANGPAIR,ANNOTYPE,BINLABEL,MEANSCORE,NUMANNOT\n1,ko-en,ad,False,0.2,10\n",
        "A\t-25.2\nB\tNone\n",
        '[{"segment": 1, "score": 2}]',
        '{"id": 97, "name": "A"}\n',
        '{"segment": 1, "score": 2\n',
        '{"segment": 1, "segment": 1',
        "{" * 60_000,
        '{"a":' * 20_000,
        "segment,score\r1,2\r",
        "\n\n",
        "",
        b"\x00\x01\x02",
        b"\xff\xfes\x00e\x00g\x00",
    ],
)
def test_what_is_no_table_of_ratings_is_not_recognised(put, content):
    assert not TableFormat().recognises(open_path(put("a.csv", content)))


def test_a_folder_is_no_table(tmp_path):
    assert not TableFormat().recognises(open_path(tmp_path))
    with pytest.raises(UnknownFormat, match="this is a folder"):
        read_study(tmp_path, "table", {})


# Errors


GOOD = "system,segment,score,n_errors,started,kind,level,protocol,z\nA,1,5,0,0,output,segment,da,0\n"


def with_cell(column, cell):
    """A good table of three rows, in whose line 3 one cell is another."""
    names, cells = (line.split(",") for line in GOOD.splitlines())
    cells[names.index(column)] = cell
    return GOOD + ",".join(cells) + "\n" + GOOD.splitlines()[1] + "\n"


@pytest.mark.parametrize(
    ("content", "error", "line", "column"),
    [
        (with_cell("score", "101"), BadValue, 3, "score"),
        (with_cell("score", "-0.001"), BadValue, 3, "score"),
        (with_cell("score", "NaN"), BadValue, 3, "score"),
        (with_cell("score", "inf"), BadValue, 3, "score"),
        (with_cell("score", '"1,5"'), BadValue, 3, "score"),
        (with_cell("score", "abc"), BadValue, 3, "score"),
        (with_cell("system", ""), BadValue, 3, "system"),
        (with_cell("segment", ""), BadValue, 3, "segment"),
        (with_cell("n_errors", "1.5"), BadValue, 3, "n_errors"),
        (with_cell("n_errors", "-1"), BadValue, 3, "n_errors"),
        (with_cell("n_errors", "many"), BadValue, 3, "n_errors"),
        (with_cell("started", "yesterday"), BadValue, 3, "started"),
        (with_cell("started", "inf"), BadValue, 3, "started"),
        (with_cell("started", "2020-13-01"), BadValue, 3, "started"),
        (with_cell("z", "-"), BadValue, 3, "z"),
        (with_cell("kind", "outpt"), UnknownLabel, 3, "kind"),
        (with_cell("level", "word"), UnknownLabel, 3, "level"),
        (with_cell("protocol", "mqm"), BadValue, 3, "protocol"),
        (with_cell("protocol", ""), BadValue, 3, "protocol"),
        (GOOD.replace(",da,", ",sqmm,"), UnknownLabel, 2, "protocol"),
        (with_cell("score", "5,6"), BadLine, 3, 9),
        (with_cell("score", "5\n"), BadLine, 3, 3),
        (with_cell("score", '"5'), BadLine, 3, 3),
        (with_cell("score", '5"'), BadValue, 3, "score"),
        (GOOD.replace("segment,score", "score,score"), BadLine, 1, 3),
        ("segment\tscore\n1\t5\n1\n", BadLine, 3, 1),
        ("segment;score\n1;5\n1;6;7\n", BadLine, 3, 2),
        ("segment,score\n", UnreadableFile, None, None),
        ("", UnreadableFile, None, None),
        (b"segment,score\n1,5\n2,\xff\n", UnreadableFile, 3, 3),
        (b"segment,score\n1,\x00\n", UnreadableFile, None, None),
        ("segment,score".encode("utf-16"), UnreadableFile, None, None),
        ("system,segment\nA,1\n", UnknownFormat, None, None),
        ("system,score\nA,1\n", UnknownFormat, None, None),
        ("system,segment,category,severity\nA,1,c,Minor\n", UnknownFormat, None, None),
        ("segment,rater1,rater2\n1,5,6\n2,7,abc\n", BadValue, 3, "rater2"),
        ("segment,rater1,rater2\n1,5,6\n\n2,inf,\n", BadValue, 4, "rater1"),
        ("segment,rater1,rater2,protocol\n1,5,6,da\n2,7,800,da\n", BadValue, 3, "rater2"),
        ("segment,rater1,rater2\n1,5,6\n,7,8\n", BadValue, 3, "segment"),
        ('{"segment":1,"score":2}\n{"segment":1,"score":"x"}\n', BadValue, 2, "score"),
        ('{"segment":1,"score":2}\n\n\n{"segment":1,"score":NaN}\n', BadValue, 4, "score"),
        ('{"segment":1,"score":2}\n{"score":2}\n', BadValue, 2, "segment"),
        ('{"segment":1,"score":2}\n{"segment":1,"score":}\n', BadLine, 2, 22),
        ('{"segment":1,"score":2}\n{"segment":1,"score":2}}\n', BadLine, 2, 24),
        ('{"segment":1,"score":2}\n{"segment":1,\n"score":2}\n', BadLine, 2, 14),
        ('{"segment":1,"score":2}\n[1, 2]\n', BadLine, 2, 1),
        ('{"segment":1,"score":2}\n7\n', BadLine, 2, 1),
        ('{"segment":1,"score":2}\n{}\n', BadLine, 2, 1),
        ('{"segment":1,"score":[2]}\n', BadLine, 1, "score"),
        ('{"segment":1,"score":{"value":2}}\n', BadLine, 1, "score"),
        ('{"segment":1,"score":2,"score":3}\n', BadLine, 1, "score"),
        ('{"segment":1,"score":2}\n{"segment":1,"score":2,"segment":3}\n', BadLine, 2, "segment"),
        ('{"segment":1,"score":2,"system":"\\ud800"}\n', BadLine, 1, "system"),
        ('{"segment":1,"score":2,"\\udfff":1}\n', BadLine, 1, 1),
        ('{"segment":1,"score":2}\n' + '{"a":' * 50_000, BadLine, 2, 1),
        (b'{"segment":1,"score":2}\n{"segment":"\xe4","score":2}\n', UnreadableFile, 2, 13),
        ('{"segment":1}\n' + json.dumps({f"k{n}": 1 for n in range(1000)}), BadLine, 2, None),
        (",".join(["segment", "score", *(f"k{n}" for n in range(999))]) + "\n", BadLine, 1, None),
        (parquet_of(pl.DataFrame({f"k{n}": [1] for n in range(1001)})), BadLine, None, None),
        (parquet_of(pl.DataFrame({"segment": ["1"], "score": [[1]]})), BadLine, None, "score"),
        (parquet_of(pl.DataFrame({"segment": [b"\xff"], "score": [1]})), BadLine, None, "segment"),
        (parquet_of(pl.DataFrame({"segment": ["1", "2"], "score": ["5", "five"]})), BadValue, 2, "score"),
        (parquet_of(pl.DataFrame({"segment": ["1", "2"], "score": [5.0, np.nan]})), BadValue, 2, "score"),
        (parquet_of(pl.DataFrame({"segment": ["1", None], "score": [5, 6]})), BadValue, 2, "segment"),
        (parquet_of(pl.DataFrame({"segment": ["1"], "points of": [5]})), UnknownFormat, None, None),
        (parquet_of(pl.DataFrame({"segment": ["1"], "score": [5]}).clear()), UnreadableFile, None, None),
        (PARQUET[:-1], UnreadableFile, None, None),
        (PARQUET[: len(PARQUET) // 2], UnreadableFile, None, None),
        (b"PAR1", UnreadableFile, None, None),
        (b"PAR1PAR1", UnreadableFile, None, None),
        (PARQUET[:4] + bytes(len(PARQUET) - 8) + PARQUET[-4:], UnreadableFile, None, None),
    ],
)
def test_bad_input_is_named(read, content, error, line, column):
    with pytest.raises(error) as caught:
        read(content)

    assert type(caught.value) is error
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.file.endswith("ratings.csv")
    assert caught.value.hint
    assert "\n" not in str(caught.value)


def test_messages_say_what_is_wrong_and_what_to_do(read):
    with pytest.raises(BadValue) as caught:
        read(with_cell("score", "101"))
    assert str(caught.value).endswith(
        "ratings.csv:3:score: 101 lies outside the scale 0 to 100. "
        "Correct it, or say what scores can be: --format table:low=…:high=…:better=…."
    )
    with pytest.raises(UnknownFormat) as caught:
        read("system,segment,a,b\nA,1,2,3\n")
    assert str(caught.value).endswith(
        "ratings.csv: no column is known to be the score. Columns: system, segment, a, b. "
        "Name it: --format table:score=COLUMN, or table:raters=NAME,NAME,… for one column per rater."
    )


def test_damage_that_makes_polars_panic_is_an_error_like_any_other(read, capfd):
    # At 436 polars 2.1 ends the process, at the others its threads panic.
    for position in (346, 436, 643, 1300, 1498):
        damaged = PARQUET[:position] + bytes([PARQUET[position] ^ 0x55]) + PARQUET[position + 1 :]
        with suppress(HoldfastError):
            read(damaged)
    assert capfd.readouterr() == ("", "")


def test_a_parquet_file_that_ends_the_process_of_its_trial(read, monkeypatch):
    monkeypatch.setattr(holdfast.formats.parquet, "_TRIAL", "import os; os.abort()")
    with pytest.raises(UnreadableFile, match="damaged or cut short: polars ended with -6"):
        read(PARQUET)


SEEDS = [CSV, TSV, JSONL, "segment;rater1;rater2\n1;2;\n2;nan;3\n"]
PIECES = st.sampled_from(
    [",", "\t", '"', "\n", "\r", ";", "nan", "{", "}", "[", ":", "\\ud800", "\xff", "\0", "1e999", ""]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(
    seed=st.sampled_from(SEEDS),
    changes=st.lists(st.tuples(st.integers(0, 150), st.integers(0, 5), PIECES), min_size=1, max_size=4),
    form=st.sampled_from(["table", "table:segment=seg_id:score=score", "table:raters=r"]),
)
def test_whatever_the_bytes_the_error_is_ours(tmp_path, seed, changes, form):
    data = seed.encode()
    for position, removed, piece in changes:
        data = data[:position] + piece.encode("latin-1") + data[position + removed :]
    path = tmp_path / "ratings"
    path.write_bytes(data)
    with collected_warnings():
        for reader in (None, form):
            with suppress(HoldfastError):
                read_study(path, reader, {})


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("source_lang", "target_lang"),
        ("src_lang", "tgt_lang"),
        ("srcLang", "trgLang"),
        ("source language", "target language"),
        ("SourceLanguage", "TargetLanguage"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_source_and_target_language_make_the_pair(read, source, target, turned):
    rows = [(source, target), ("en", "de"), ("en", "cs"), ("", "")]
    rows = [pair[::-1] for pair in rows] if turned else rows
    first, second, third, fourth = (",".join(pair) for pair in rows)
    text = f"system,segment,score,{first}\nfir,1,5,{second}\nfir,1,6,{third}\nfir,1,7,{fourth}\n"
    study = read(text)
    assert study.ratings.lp.to_list() == ["en-de", "en-cs", None]
    assert f"lp = {source}-{target} (guessed)" in study.provenance.conventions[0]
    assert not any("not used" in line for line in study.provenance.conventions)
    assert study.provenance.raw[target] == ("de", "cs", "")
    assert read(text, **{target: ("cs",)}).ratings.score.tolist() == [6]
    assert read(text, **{source: ("en",), "lp": ("en-de",)}).ratings.score.tolist() == [5]


def test_languages_of_a_wide_table(read):
    study = read("src_lang,tgt_lang,segment,rater_1,rater_2\nen,de,1,5,6\n")
    assert study.ratings.lp.to_list() == ["en-de", "en-de"]


@pytest.mark.parametrize(
    ("header", "form", "lps"),
    [
        ("src_lang,tgt_lang,lp", "table", ("z",)),
        ("src_lang,tgt_lang,direction", "table", ("z",)),
        ("src_lang,tgt_lang,x", "table:lp=-", ()),
        ("src_lang,tgt_lang,x", "table:lp=x", ("z",)),
        ("src_lang,tgt_lang,x", "table:domain=src_lang", ()),
        ("src_lang,other,x", "table", ()),
        ("src_lang,source_lang,x", "table", ()),
    ],
)
def test_languages_are_left_alone(read, header, form, lps):
    assert read(f"{header},segment,score\nen,de,z,1,5\n", form=form).ratings.lp.labels == lps


@pytest.mark.parametrize(("cells", "column"), [("en,", "tgt_lang"), (" ,de", "src_lang")])
def test_half_a_language_pair(read, cells, column):
    with pytest.raises(BadValue, match="half a language pair") as caught:
        read(f"src_lang,tgt_lang,segment,score\nen,de,1,5\n{cells},2,5\n")
    assert (caught.value.line, caught.value.column) == (3, column)


TOPICS = "system,segment,score,topic\nfir,1,5,sport\nfir,2,6,news\n"


@pytest.mark.parametrize("values", [("newz",), ("sport", "newz")])
def test_a_raw_value_that_never_occurs(read, values):
    with pytest.raises(BadSelection, match="no rating has topic=newz") as caught:
        read(TOPICS, topic=values)
    assert caught.value.hint == "Did you mean 'news'? There are: sport, news"


def test_raw_values_that_do_not_occur_together(read):
    text = "system,segment,score,topic,half\nfir,1,5,sport,a\nfir,2,6,news,b\n"
    with pytest.raises(BadSelection, match="together"):
        read(text, topic=("sport",), half=("b",))


def test_rows_of_a_wide_table_without_a_rating_are_counted(read):
    study = read("system,segment,rater_1,rater_2\nfir,1,5,\nelder,1,, \noak,1,NA,nan\nash,1,,0\n")
    assert study.ratings.system.labels == ("fir", "ash")
    assert study.provenance.dropped == {"rows without any rating": 2}
    assert read("system,segment,rater_1,rater_2\nfir,1,5,\n").provenance.dropped == {}
