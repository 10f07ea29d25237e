import csv
import io
import json
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import (
    BadLine,
    BadSetting,
    BadValue,
    UnknownFormat,
    UnknownLabel,
    UnreadableFile,
)
from holdfast.formats.appraise_items import document_of, kind_of
from holdfast.formats.base import FORMATS, read_study
from holdfast.formats.languages import TWO_LETTERS
from holdfast.formats.source import Folder, Source
from holdfast.model.ratings import KINDS
from holdfast.model.scale import Scale
from holdfast.protocols.base import scored

LABELS = ("rater", "system", "document", "segment", "kind", "level", "lp")


def source_of(text, name="scores.csv"):
    return Source(name, name, text if isinstance(text, bytes) else text.encode(), "")


def read(text, items=""):
    return FORMATS.make(f"appraise:items={items}" if items else "appraise").read(source_of(text), {})


def line_of(*fields):
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(fields)
    return buffer.getvalue()


def span(start=1, end=4, severity="minor", **more):
    return {"start_i": start, "end_i": end, "severity": severity, "error_type": None, **more}


def row(
    rater="r1",
    system="A",
    item=1,
    word="TGT",
    lp="eng deu",
    score=50,
    doc="d1#A",
    of_document="False",
    spans=(),
    times=(10.5, 12.0),
    form=12,
):
    if not isinstance(spans, str):
        spans = json.dumps(spans, separators=(",", ":"), ensure_ascii=False)
    middle = {9: (), 11: (doc, of_document), 12: (doc, of_document, spans)}[form]
    return line_of(rater, system, item, word, *lp.split(" "), score, *middle, *times)


def labels_of(study, *names):
    columns = [getattr(study.ratings, name).to_list() for name in names]
    return columns[0] if len(columns) == 1 else list(zip(*columns, strict=True))


# --- the three forms ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("form", "protocol"), [(9, "da"), (11, "da"), (12, "esa")])
def test_every_field_has_its_place(form, protocol):
    text = row(score=87, form=form) + row("r2", "B", 2, "BAD", "zho hrv", 0, "d2#B", form=form)
    study = read(text)
    ratings = study.ratings
    documents = ["d1", "d2"] if form > 9 else [None, None]
    assert labels_of(study, *LABELS) == [
        ("r1", "A", documents[0], "1", "output", "segment", "en-de"),
        ("r2", "B", documents[1], "2", "bad_reference", "segment", "zh-hr"),
    ]
    assert ratings.score.tolist() == [87, 0]
    assert (ratings.started.tolist(), ratings.finished.tolist()) == ([10.5] * 2, [12.0] * 2)
    assert (ratings.protocol, ratings.scale) == (protocol, Scale(0, 100))
    assert (study.spans is None) == (form < 12)
    assert study.provenance.dropped == {}
    assert study.provenance.scale_said


@pytest.mark.parametrize("form", [9, 11, 12])
def test_the_first_line_is_recognised(form, tmp_path):
    path = tmp_path / "any name"
    path.write_text(row(form=form))
    assert read_study(path, None, {}).provenance.reader == "appraise"


@pytest.mark.parametrize(
    "text",
    [
        "system,document,segment,rater,score,kind,lp,level,task\nA,d,1,r,5,TGT,en-de,segment,t\n",
        row(word="SYSTEM"),
        row(lp="en de"),
        row(lp="English German"),
        row(item="x"),
        row(score="high"),
        row(form=11, of_document="maybe"),
        row(form=9).replace(",", "\t"),
        "a,b\n" + row(),
        '"open,' + row(),
        "\n" + row(),
        "",
    ],
)
def test_what_is_something_else_is_not_recognised(text):
    assert not FORMATS.make("appraise").recognises(source_of(text))


def test_a_folder_is_not_recognised_nor_read(tmp_path):
    reader = FORMATS.make("appraise")
    assert not reader.recognises(Folder(tmp_path))
    with pytest.raises(UnknownFormat, match="folder"):
        reader.read(Folder(tmp_path), {})


@pytest.mark.parametrize("change", [lambda t: t.replace("\n", "\r\n"), lambda t: t.replace("\n", "\n\n")])
def test_line_ends_and_blank_lines_do_not_matter(change):
    text = row(spans=[span()]) + row(item=2, score=7) + row(item=3)
    assert read(change(text)).ratings == read(text).ratings


# --- labels ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("doc_id", "system", "label", "suffixes"),
    [
        ("d", "A", "d", ""),
        ("d#A", "A", "d", ""),
        ("d#A", "wmt23.A", "d", ""),
        ("d#A", "B", "d#A", ""),
        ("d#A", "xA", "d#A", ""),
        ("d#A#bad7", "wmt23.A", "d", "bad"),
        ("d#A#bad5#duplicate1", "A", "d", "bad duplicate"),
        ("d#incomplete#bad", "A", "d", "incomplete bad"),
        ("d#dup#dup", "A", "d", "dup"),
        ("d#3-13", "A", "d#3-13", ""),
        ("d#3-13#bad", "A", "d#3-13", "bad"),
        ("d#badge", "A", "d#badge", ""),
        ("d#bad#x", "A", "d#bad#x", ""),
        ("bad", "bad", "bad", ""),
        ("#bad", "A", "", "bad"),
    ],
)
def test_documents_lose_their_suffixes(doc_id, system, label, suffixes):
    assert document_of(doc_id, system) == (label, set(suffixes.split()))


@pytest.mark.parametrize(
    ("word", "system", "doc", "kind"),
    [
        ("TGT", "A", "d", "output"),
        ("tgt", "A", "d#incomplete", "output"),
        ("BAD", "A", "d", "bad_reference"),
        ("REF", "A", "d", "reference"),
        ("CHK", "A", "d", "repeat"),
        ("TGT", "A", "d#dup", "repeat"),
        ("TGT", "A", "d#A#duplicate1", "repeat"),
        ("TGT", "A", "d#bad2", "bad_reference"),
        ("BAD", "A", "d#bad#dup", "bad_reference"),
        ("REF", "A", "d#dup", "reference"),
        ("TGT", "ende-tutorial1", "ende-tutorial1", "tutorial"),
        ("BAD", "A", "x-tutorial2#bad", "tutorial"),
        ("TGT", "tutorial", "tutorial", "output"),
    ],
)
def test_kinds(word, system, doc, kind):
    assert labels_of(read(row(word=word, system=system, doc=doc)), "kind") == [kind]
    assert kind in KINDS


def test_a_kind_is_asked_of_labels_alone():
    assert kind_of("output", "A", "d#dup#bad", frozenset({"dup", "bad"})) == "bad_reference"


@pytest.mark.parametrize(
    ("codes", "lp"),
    [("eng deu", "en-de"), ("jpn kor", "ja-ko"), ("liv eng", "liv-en"), ("eng sah", "en-sah")],
)
def test_language_pairs(codes, lp):
    assert labels_of(read(row(lp=codes)), "lp") == [lp]


def test_codes_of_two_letters_are_of_one_language_each():
    assert len(set(TWO_LETTERS.values())) == len(TWO_LETTERS)
    assert {(len(three), len(two)) for three, two in TWO_LETTERS.items()} == {(3, 2)}


def test_scores_of_documents_have_no_segment():
    study = read(row(item=0, form=11) + row(item=11, of_document="True", form=11))
    assert labels_of(study, "segment", "level") == [("0", "segment"), (None, "document")]


def test_one_text_of_several_systems_stays_one_system():
    study = read(row(system="A+B") + row(system="C+D+E", item=2) + row(system="F", item=3))
    assert study.ratings.system.labels == ("A+B", "C+D+E", "F")
    assert any(said.startswith("system: 2 labels hold a +") for said in study.provenance.conventions)
    assert not any("+ (" in said for said in read(row(form=9)).provenance.conventions)


# --- repeated rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_newest_of_a_repeated_row_is_kept(order):
    copies = [(40, 1.0), (60, 3.0), (50, 2.0)]
    text = row(item=9) + "".join(row(score=copies[n][0], times=(0, copies[n][1])) for n in order)
    study = read(text)
    assert study.ratings.score.tolist() == [50, 60]
    assert study.provenance.dropped == {"older rating of the same item: different score": 2}


def test_of_equal_times_the_last_row_is_kept_with_its_spans():
    first, last = [span(severity="major")], [span(8, 9)]
    study = read(row(spans=first) + row(item=2, spans=[span(3, 3)]) + row(spans=last))
    assert study.spans.start.tolist() == [3, 8]
    assert study.spans.rating.tolist() == [0, 1]
    assert study.provenance.dropped == {"older rating of the same item: same score": 1}


def test_equal_and_different_scores_are_counted_apart():
    text = row() + row() + row(score=51, times=(0, 99)) + row(item=2) + row(item=2)
    assert read(text).provenance.dropped == {
        "older rating of the same item: same score": 1,
        "older rating of the same item: different score": 2,
    }


@pytest.mark.parametrize(
    "other",
    [
        {"rater": "r2"},
        {"system": "B"},
        {"item": 2},
        {"word": "BAD"},
        {"lp": "eng ces"},
        {"doc": "d1#A#dup"},
        {"of_document": "True"},
    ],
)
def test_rows_of_other_items_repeat_nothing(other):
    study = read(row() + row(**other))
    assert len(study.ratings) == 2
    assert study.provenance.dropped == {}


def test_a_row_without_a_time_is_older_than_one_with():
    text = row(score=1, times=(0, 5)) + row(score=2, times=("", ""))
    study = read(text)
    assert study.ratings.score.tolist() == [1]


ANSWERS = st.tuples(st.sampled_from("AB"), st.integers(1, 3), st.integers(0, 100), st.integers(0, 4))


@given(st.lists(ANSWERS, min_size=1, max_size=20))
def test_repeats_are_resolved_like_a_slow_reader_does(answers):
    best, equal, different = {}, 0, 0
    for system, item, score, time in answers:
        if (system, item) not in best or time >= best[system, item][1]:
            best[system, item] = (score, time)
    seen = set()
    for n, (system, item, score, time) in enumerate(answers):
        later = [a for a in answers[n + 1 :] if a[:2] == (system, item)]
        earlier = [a for a in answers[:n] if a[:2] == (system, item)]
        if all(a[3] < time for a in later) and all(a[3] <= time for a in earlier):
            assert (system, item) not in seen
            seen.add((system, item))
        elif score == best[system, item][0]:
            equal += 1
        else:
            different += 1
    text = "".join(
        row(system=s, item=i, score=score, times=(0, time), form=9) for s, i, score, time in answers
    )
    study = read(text)
    found = dict(zip(labels_of(study, "system", "segment"), study.ratings.score.tolist(), strict=True))
    assert found == {(s, str(i)): score for (s, i), (score, _) in best.items()}
    dropped = study.provenance.dropped
    assert dropped.get("older rating of the same item: same score", 0) == equal
    assert dropped.get("older rating of the same item: different score", 0) == different


# --- segments ----------------------------------------------------------------------------------------------


def in_tasks(*tasks, start=1, **more):
    """Write tasks: for each rater a list of (system, document, length), items numbered through the task."""
    text = ""
    for number, task in enumerate(tasks):
        item = start
        for system, document, length, *suffix in task:
            for _ in range(length):
                doc = f"{document}#{system}{''.join(suffix)}"
                word = "BAD" if "#bad" in doc else "TGT"
                text = row(f"r{number:02}", system, item, word, doc=doc, form=11, **more) + text
                item += 1
    return text


def segments_of(study):
    return sorted(labels_of(study, "rater", "system", "document", "segment", "kind"))


def test_items_of_tasks_become_places_in_documents():
    study = read(in_tasks([("A", "d", 3), ("B", "e", 2)], [("A", "e", 2), ("B", "d", 3)]))
    assert segments_of(study) == sorted(
        (rater, system, document, str(place + 1), "output")
        for rater, system, document, length in [
            ("r00", "A", "d", 3),
            ("r00", "B", "e", 2),
            ("r01", "B", "d", 3),
            ("r01", "A", "e", 2),
        ]
        for place in range(length)
    )
    assert any("numbers the items of a task" in said for said in study.provenance.conventions)


def test_pieces_of_a_document_follow_one_another():
    study = read(
        in_tasks(
            [("B", "d", 5), ("A", "e", 2), ("A", "d", 2)],
            [("A", "d", 3), ("B", "e", 2), ("A", "d", 3, "#bad1")],
        )
    )
    cells = segments_of(study)
    assert [cell[3] for cell in cells if cell[:3] == ("r00", "A", "d")] == ["1", "2"]
    assert [cell[3] for cell in cells if cell[:3] == ("r01", "A", "d") and cell[4] == "output"] == [
        "3",
        "4",
        "5",
    ]
    assert [cell[3] for cell in cells if cell[4] == "bad_reference"] == ["3", "4", "5"]
    said = "; ".join(study.provenance.conventions)
    assert "put in the order of raters: 3" in said
    assert "first segment" not in said


def test_other_pieces_begin_with_the_document_and_are_counted():
    study = read(in_tasks([("B", "d", 5), ("A", "d", 2)], [("C", "e", 1), ("C", "d", 4)]))
    cells = segments_of(study)
    assert [cell[3] for cell in cells if cell[1:3] == ("C", "d")] == ["1", "2", "3", "4"]
    assert any("with their first segment: 2" in said for said in study.provenance.conventions)


def test_items_of_documents_stay_as_they_are():
    text = "".join(
        row(rater, system, item, doc=f"{document}#{system}")
        for rater in ("r1", "r2")
        for system in "AB"
        for document, first in (("d", 20), ("e", 25))
        for item in range(first, first + 3)
    )
    study = read(text)
    assert set(labels_of(study, "document", "segment")) == {
        (document, str(item))
        for document, first in (("d", 20), ("e", 25))
        for item in range(first, first + 3)
    }


@pytest.mark.parametrize(("items", "segments"), [("document", {"1", "2", "3", "4"}), ("task", {"1", "2"})])
def test_what_items_number_can_be_said(items, segments):
    study = read(in_tasks([("A", "d", 2), ("B", "e", 2)]), items)
    assert set(labels_of(study, "segment")) == segments


def test_nothing_else_can_be_said():
    with pytest.raises(BadSetting, match="cannot be 'file'"):
        read(row(), "file")


def test_tutorials_keep_their_numbers():
    text = in_tasks([("A", "d", 2)], [("B", "e", 1), ("B", "d", 2)], start=3)
    tutorial = row("r00", "t-tutorial1", 1, doc="t-tutorial1", form=11)
    study = read(text + tutorial)
    assert ("r00", "t-tutorial1", "t-tutorial1", "1", "tutorial") in segments_of(study)
    assert ("r01", "B", "d", "1", "output") in segments_of(study)


# --- spans -------------------------------------------------------------------------------------------------


def spans_of(*spans, score=50):
    found = read(row(spans=list(spans), score=score)).spans
    return list(
        zip(
            found.side.to_list(),
            found.start.tolist(),
            found.end.tolist(),
            found.severity.to_list(),
            found.category.to_list(),
            strict=True,
        )
    )


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        (span(0, 0), ("target", 0, 1, "minor", None)),
        (span(3, 9, "major"), ("target", 3, 10, "major", None)),
        (span("missing", "missing"), ("target", -1, -1, "minor", None)),
        (span(severity="undecided"), ("target", 1, 5, "undecided", None)),
        (span(severity="Critical"), ("target", 1, 5, "Critical", None)),
        (span(error_type="Style"), ("target", 1, 5, "minor", "Style")),
        (span(error_type=["Style", "Awkward"]), ("target", 1, 5, "minor", "Style/Awkward")),
        (span(error_type=["Other"]), ("target", 1, 5, "minor", "Other")),
        (span(error_type=[]), ("target", 1, 5, "minor", None)),
        (span(error_type=""), ("target", 1, 5, "minor", None)),
        (span(more={"kept": ["not"]}), ("target", 1, 5, "minor", None)),
        # Without the key error_type, it came with the task.
        ({"start_i": 3, "end_i": 9, "severity": "minor"}, ("target", 3, 9, "minor", None)),
        ({"start_i": "missing", "end_i": "missing", "severity": "major"}, ("target", -1, -1, "major", None)),
    ],
)
def test_a_span(given_, expected):
    assert spans_of(given_) == [expected]
    assert spans_of(span(), given_, span())[1] == expected


def test_spans_say_what_they_count():
    study = read(row(spans=[span()]))
    assert study.spans.unit == "utf-16"
    assert study.spans.text.to_list() == [None]
    assert any("UTF-16 code units, end exclusive" in said for said in study.provenance.conventions)


def test_a_file_without_an_error_has_no_spans_but_could():
    assert len(read(row()).spans) == 0


@given(st.text(min_size=1), st.data())
def test_offsets_cut_out_what_the_browser_marked(text, data):
    units = text.encode("utf-16-le", errors="surrogatepass")
    start = data.draw(st.integers(0, len(units) // 2 - 1))
    last = data.draw(st.integers(start, len(units) // 2 - 1))
    spans = read(row(spans=[span(start, last)])).spans
    cut = units[2 * int(spans.start[0]) : 2 * int(spans.end[0])]
    letters = [units[i : i + 2] for i in range(0, len(units), 2)]  # split("") of JavaScript
    assert cut == b"".join(letters[start : last + 1])


# --- protocols ---------------------------------------------------------------------------------------------

OMISSION = {"error_type": ["Accuracy", "Omission"]}


@pytest.mark.parametrize(
    ("scores", "more", "protocol"),
    [((0, 0), OMISSION, "mqm"), ((0, 0), {}, "esa"), ((0, 1), OMISSION, "esa"), ((50, 0), {}, "esa")],
)
def test_the_protocol_is_found_out(scores, more, protocol):
    first, second = scores
    study = read(row(score=first, spans=[span(**more)]) + row(item=2, score=second))
    assert study.ratings.protocol == protocol
    assert study.provenance.conventions[0].startswith(f"protocol: {protocol}, for ")


def test_mqm_scores_follow_from_the_spans():
    marked = [span(**OMISSION), span(severity="major", **OMISSION)]
    study = read(row(score=0, spans=marked) + row(item=2, score=0) + row(score=0, times=(0, 1)))
    assert np.isnan(study.ratings.score).all()
    assert study.ratings.scale == Scale(0, better="lower")
    assert scored(study).ratings.score.tolist() == [6, 0]
    assert study.provenance.dropped == {"older rating of the same item: different spans": 1}


# --- what is wrong -----------------------------------------------------------------------------------------

GOOD = row(spans=[span()]) + row(item=2)
BROKEN = [
    ("too few fields", GOOD + "r1,A,3,TGT\n", BadLine, 3, 4),
    ("too many fields", GOOD + row(item=3).rstrip("\n") + ",1\n", BadLine, 3, 12),
    ("fields of another form", GOOD + "\n" + row(form=9), BadLine, 4, 9),
    ("ten fields", "r1,A,3,TGT,eng,deu,5,d,1,2\n", BadLine, 1, 10),
    ("open quote", GOOD + 'r1,A,3,TGT,eng,deu,5,d,False,"[],1,2\n', BadLine, 3, 10),
    (
        "a header",
        "username,system,itemId,itemType,srcLang,trgLang,score,timeStart,timeEnd\n",
        BadValue,
        1,
        "score",
    ),
    ("no rater", GOOD + row(rater="", item=3), BadLine, 3, "username"),
    ("no system", GOOD + row(system=" ", item=3), BadLine, 3, "system"),
    ("no document", GOOD + row(doc="", item=3), BadLine, 3, "docId"),
    ("no score", GOOD + row(score="", item=3), BadLine, 3, "score"),
    ("a word for a score", GOOD + row(score="good", item=3), BadValue, 3, "score"),
    ("infinite score", GOOD + row(score="inf", item=3), BadValue, 3, "score"),
    ("score above 100", GOOD + row(score=101, item=3), BadValue, 3, "score"),
    ("score below 0", GOOD + row(score=-1, item=3), BadValue, 3, "score"),
    ("score off in a repeated row", row(score=101, times=(0, 1)) + row(), BadValue, 1, "score"),
    ("DA above 100", row(score=100.5, form=9), BadValue, 1, "score"),
    ("item not a number", GOOD + row(item="3a"), BadValue, 3, "itemId"),
    ("item below 0", GOOD + row(item=-3), BadValue, 3, "itemId"),
    ("item of many digits", GOOD + row(item="9" * 40), BadValue, 3, "itemId"),
    ("a word for a time", GOOD + row(item=3, times=("now", 1)), BadValue, 3, "timeStart"),
    ("a word for the other time", GOOD + row(item=3, times=(1, "now")), BadValue, 3, "timeEnd"),
    ("unknown type", GOOD + row(item=3, word="SYS"), UnknownLabel, 3, "itemType"),
    ("unknown level", GOOD + row(item=3, of_document="0"), UnknownLabel, 3, "isDocScore"),
    ("not JSON", GOOD + row(item=3, spans="[{"), BadLine, 3, "mqmJSON"),
    ("empty JSON", GOOD + row(item=3, spans=""), BadLine, 3, "mqmJSON"),
    ("endless JSON", GOOD + row(item=3, spans="[" * 100_000), BadLine, 3, "mqmJSON"),
    ("not a list", GOOD + row(item=3, spans="{}"), BadValue, 3, "mqmJSON"),
    ("not an object", GOOD + row(item=3, spans=[7]), BadValue, 3, "mqmJSON"),
    ("inverted", GOOD + row(item=3, spans=[span(), span(5, 4)]), BadValue, 3, "mqmJSON"),
    ("before the text", GOOD + row(item=3, spans=[span(-1, 4)]), BadValue, 3, "mqmJSON"),
    ("a broken offset", GOOD + row(item=3, spans=[span(1, 4.5)]), BadValue, 3, "mqmJSON"),
    ("not a number", GOOD + row(item=3, spans='[{"start_i":NaN,"end_i":1}]'), BadValue, 3, "mqmJSON"),
    ("no offset", GOOD + row(item=3, spans=[{"severity": "minor"}]), BadValue, 3, "mqmJSON"),
    ("true for an offset", GOOD + row(item=3, spans=[span(True, 4)]), BadValue, 3, "mqmJSON"),
    ("half missing", GOOD + row(item=3, spans=[span("missing", 4)]), BadValue, 3, "mqmJSON"),
    ("a huge offset", GOOD + row(item=3, spans=[span(1, 10**30)]), BadValue, 3, "mqmJSON"),
    ("unknown severity", GOOD + row(item=3, spans=[span(severity="grave")]), UnknownLabel, 3, "mqmJSON"),
    ("no severity", GOOD + row(item=3, spans=[span(severity=None)]), UnknownLabel, 3, "mqmJSON"),
    ("not an error", GOOD + row(item=3, spans=[span(severity="no-error")]), UnknownLabel, 3, "mqmJSON"),
    ("a number for a category", GOOD + row(item=3, spans=[span(error_type=4)]), BadValue, 3, "mqmJSON"),
    ("numbers for categories", GOOD + row(item=3, spans=[span(error_type=[4])]), BadValue, 3, "mqmJSON"),
    ("nothing", "", UnreadableFile, None, None),
    ("binary", GOOD.encode() + b"\0", UnreadableFile, None, None),
    ("Latin 1", GOOD.encode() + b"r\xe9", UnreadableFile, 3, 2),
]


@pytest.mark.parametrize(
    ("text", "kind", "line", "column"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN]
)
def test_what_is_wrong_is_said_with_its_place(text, kind, line, column):
    with pytest.raises(kind) as caught:
        read(text)
    assert type(caught.value) is kind
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.file == "scores.csv"
    assert caught.value.hint


@pytest.mark.parametrize("items", ["", "document", "task"])
@pytest.mark.parametrize("form", [9, 11, 12])
@pytest.mark.parametrize(
    "only", [{"doc": "x-tutorial1"}, {"of_document": "TRUE"}, {"doc": "#bad"}, {}], ids=lambda only: f"{only}"
)
def test_one_row_is_enough(items, form, only):
    study = read(row(form=form, **only), items)
    assert len(study.ratings) == 1
    assert len(study.provenance.conventions) >= 4
