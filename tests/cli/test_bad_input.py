"""Whatever is wrong with a file or a call: exit code, one line, place, what to do; never a traceback."""

import gzip
import json
import lzma
import re
import tarfile
from dataclasses import dataclass
from io import BytesIO

import pytest

from holdfast.cli.main import main

HEADER = "system,document,segment,rater,score,protocol\n"
GOOD = HEADER + "".join(
    f"{system},d{segment // 2},{segment},r1,{50 + segment * 3 + bonus},da\n"
    for system, bonus in (("A", 0), ("B", 9))
    for segment in range(6)
)
MAROT = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
ERROR = "A\td\t1\t1\tr\tsrc\tein <v>Wort</v>\tAccuracy\tMinor\n"
NO_ERROR = "B\td\t1\t1\tr\tsrc\tein Wort\tNo-error\tNo-error\n"
WMT = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
MOMENTS = '[1] "w"\n[1] 50\n[1] 10\n'


APPRAISE = "r,A,{item},TGT,eng,deu,{score},d#A,False,{spans},1.5,2.5\n"
SPAN = '"[{{""start_i"":{},""end_i"":{},""severity"":""{}"",""error_type"":null}}]"'


def appraise_row(item=1, score="50", spans="[]"):
    return APPRAISE.format(item=item, score=score, spans=spans)


def wmt_row(z="0.5", kind="SYSTEM", system="A", segment=1):
    return f"h\tw\tcs\ten\tad\t1\t{system}\t7\t{kind}\t{segment}\t{z}\t9\n"


def changed(line, old, new, text=GOOD):
    """Replace within one line of a text, counted from 1."""
    lines = text.splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "".join(lines)


def tar(*members):
    archive = BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as opened:
        for name in members:
            info = tarfile.TarInfo(name)
            info.size = len(GOOD)
            opened.addfile(info, BytesIO(GOOD.encode()))
    return archive.getvalue()


@dataclass
class Case:
    name: str
    kind: str
    """The class of the error."""
    message: str
    """A pattern that the message must hold."""
    data: bytes | str | None = GOOD
    file: str = "f.csv"
    beside: dict[str, str] | None = None
    call: tuple[str, ...] = ("rank",)
    options: tuple[str, ...] = ()
    where: str | None = None
    """What follows the file's name: line and column."""
    code: int = 1


CASES = [
    Case("missing file", "MissingFile", "no such file", data=None),
    Case("empty file", "UnreadableFile", "empty", data=b""),
    Case("blank lines only", "UnreadableFile", "empty", data=b"\n \n\n"),
    Case("header only", "UnreadableFile", "no rows", data=HEADER),
    Case("binary file", "UnreadableFile", "NUL", data=b"PK\x03\x04\0\0\0\x7f\xff" * 9),
    Case("an ELF", "UnreadableFile", "NUL", data=b"\x7fELF\x02\x01\x01\0\0\0", file="f"),
    Case("UTF-16", "UnreadableFile", "UTF-16", data=GOOD.encode("utf-16")),
    Case(
        "Latin-1", "UnreadableFile", "0xe9 is not UTF-8", changed(3, "A", "é").encode("latin-1"), where="3:1"
    ),
    Case(
        "mixed encodings",
        "UnreadableFile",
        "0xfc is not UTF-8",
        changed(2, "A", "Ä").encode() + "C,d0,1,ü,5,da\n".encode("latin-1"),
        where="14:8",
    ),
    Case(
        "truncated gz",
        "UnreadableFile",
        "damaged or cut short",
        gzip.compress(GOOD.encode())[:-30],
        "f.csv.gz",
    ),
    Case("damaged gz", "UnreadableFile", "damaged", b"\x1f\x8b\x08\0rubbish" * 3, "f.csv.gz"),
    Case(
        "truncated xz",
        "UnreadableFile",
        "damaged or cut short",
        lzma.compress(GOOD.encode())[:-20],
        "f.csv.xz",
    ),
    Case("damaged zst", "UnreadableFile", "damaged", b"\x28\xb5\x2f\xfd" + b"\xff" * 30, "f.csv.zst"),
    Case("tar of two", "UnreadableFile", "holds 2 files", tar("a.csv", "b.csv"), "f.tar.gz"),
    Case("tar of none", "UnreadableFile", "holds 0 files", tar(), "f.tar.gz"),
    Case("damaged parquet", "UnreadableFile", "parquet", b"PAR1" + b"\x01" * 50 + b"PAR1", "f.parquet"),
    Case(
        "unknown header", "UnknownFormat", "no column is known to be the segment.*Columns: a, b", "a,b\n1,2\n"
    ),
    Case("prose", "UnknownFormat", "no format recognises", "Dear colleague,\nthe ratings follow.\n", "f.txt"),
    Case("empty folder", "UnknownFormat", "no format recognises this folder", data=None, file="."),
    Case("too few fields", "BadLine", "5 fields, but the header has 6", changed(4, ",da", ""), where="4:5"),
    Case("too many fields", "BadLine", "7 fields", changed(5, ",da", ",da,x"), where="5:6"),
    Case(
        "few and many", "BadLine", "5 fields", changed(4, ",da", "", changed(6, ",da", ",da,x")), where="4:5"
    ),
    Case("fields, CRLF", "BadLine", "5 fields", changed(4, ",da", "").replace("\n", "\r\n"), where="4:5"),
    Case("fields, BOM", "BadLine", "5 fields", "\ufeff" + changed(4, ",da", ""), where="4:5"),
    Case(
        "fields after quoted newline",
        "BadLine",
        "5 fields",
        changed(3, "A,", '"A\nA",', changed(5, ",da", "")),
        where="6:5",
    ),
    Case("open quote", "BadLine", "quote", changed(4, "A,", '"A,')),
    Case(
        "10,000 columns",
        "BadLine",
        "10000 columns",
        "segment," + ",".join(f"c{i}" for i in range(9_999)) + "\n1\n",
        options=("--format", "table"),
        where="1",
    ),
    Case(
        "twice the same column", "BadLine", "'score' stands twice", changed(1, "rater", "score"), where="1:5"
    ),
    Case(
        "above the scale",
        "BadValue",
        "101 lies outside the scale 0 to 100",
        changed(3, "53", "101"),
        where="3:score",
    ),
    Case("below the scale", "BadValue", "-1 lies outside", changed(3, "53", "-1"), where="3:score"),
    Case(
        "a scale by setting",
        "BadValue",
        "outside the scale 0 to 60",
        options=("--format", "table:low=0:high=60"),
        where="6:score",
    ),
    Case("NaN", "BadValue", "'NaN' is not a number", changed(7, "65", "NaN"), where="7:score"),
    Case("infinite", "BadValue", "'inf' is not a number", changed(2, "50", "inf"), where="2:score"),
    Case("decimal comma", "BadValue", "'5,1' is not a number", changed(2, "50", '"5,1"'), where="2:score"),
    Case(
        "a word for a score", "BadValue", "'good' is not a number", changed(2, "50", "good"), where="2:score"
    ),
    Case("no system in a row", "BadValue", "system", changed(4, "A,", ","), where="4:system"),
    Case("no segment in a row", "BadValue", "segment", changed(4, ",2,", ",,"), where="4:segment"),
    Case(
        "unknown kind",
        "UnknownLabel",
        "'odd'",
        "system,segment,score,kind\nA,1,5,output\nB,1,6,odd\n",
        where="3:kind",
    ),
    Case("two protocols", "BadValue", "protocol", changed(5, ",da", ",mqm"), where="5:protocol"),
    Case("unknown protocol", "UnknownLabel", "protocol", GOOD.replace(",da", ",dada"), where="2:protocol"),
    Case("column not there", "BadSelection", "'points'", options=("--format", "table:score=points")),
    Case(
        "bad JSON",
        "BadLine",
        "JSON",
        '{"system": "A", "segment": 1, "score": 5}\n{"system": }\n',
        "f.jsonl",
        where="2:12",
    ),
    Case(
        "JSON not an object",
        "BadLine",
        "object",
        '{"system": "A", "segment": 1, "score": 5}\n[1]\n',
        "f.jsonl",
        where="2:1",
    ),
    Case(
        "nested JSON",
        "BadLine",
        "the value is a list",
        '{"system": "A", "segment": 1, "score": [5]}\n',
        "f.jsonl",
    ),
    Case(
        "several language pairs",
        "BadSelection",
        "2 values of lp: cs-en, de-en",
        "lp,system,segment,score\ncs-en,A,1,5\nde-en,A,1,5\n",
    ),
    Case(
        "several aspects",
        "BadSelection",
        "2 values of aspect",
        "aspect,system,segment,score\nfluency,A,1,5\nadequacy,A,1,5\n",
    ),
    Case("nothing of that name", "BadSelection", "no rating has system=C", options=("--select", "system=C")),
    Case(
        "no such key", "BadSelection", "nothing can be selected by 'sytem'", options=("--select", "sytem=A")
    ),
    Case(
        "nothing together",
        "BadSelection",
        "no rating has",
        "lp,system,segment,score\ncs-en,A,1,5\nde-en,B,1,5\n",
        options=("--select", "lp=cs-en,system=B"),
    ),
    Case(
        "no scores",
        "NotEnoughData",
        "no rating of an output has a score",
        "system,segment,score\nA,1,\nB,1,\n",
    ),
    Case(
        "controls only",
        "NotEnoughData",
        "no rating of an output",
        "system,segment,score,kind\nA,1,5,bad_reference\n",
    ),
    Case(
        "documents only",
        "NotEnoughData",
        "no rating is a judgement of a segment",
        "system,segment,score,level\nA,1,5,document\n",
    ),
    Case("no error counts", "NotEnoughData", "numbers of errors", options=("--normalise", "error")),
    Case(
        "both signs",
        "NotEnoughData",
        "both signs",
        "system,segment,score,rater\nA,1,5,r\nB,1,-5,r\n",
        options=("--normalise", "mean"),
    ),
    Case(
        "unknown severity",
        "UnknownLabel",
        "'Grave'",
        MAROT + NO_ERROR + ERROR.replace("Minor", "Grave"),
        "f.tsv",
        where="3:severity",
    ),
    Case(
        "no severity",
        "BadLine",
        "severity is missing",
        MAROT + ERROR.replace("Minor", ""),
        "f.tsv",
        where="2:severity",
    ),
    Case(
        "no rater in Marot",
        "BadLine",
        "rater is missing",
        MAROT + ERROR.replace("\tr\t", "\t\t"),
        "f.tsv",
        where="2:rater",
    ),
    Case(
        "open mark", "BadLine", "do not pair up", MAROT + ERROR.replace("</v>", ""), "f.tsv", where="2:target"
    ),
    Case(
        "marks reversed",
        "BadLine",
        "do not pair up",
        MAROT + ERROR.replace("<v>Wort</v>", "</v>Wort<v>"),
        "f.tsv",
        where="2:target",
    ),
    Case(
        "fields in Marot",
        "BadLine",
        "8 fields",
        MAROT + NO_ERROR + ERROR.replace("src\t", ""),
        "f.tsv",
        where="3:8",
    ),
    Case("not Marot", "BadLine", "header is not Marot's", options=("--format", "marot"), where="1"),
    Case("folder as Marot", "UnknownFormat", "folder", data=None, file=".", options=("--format", "marot")),
    Case(
        "no pattern in folder",
        "MissingFile",
        "good-stnd-redup",
        data=None,
        file=".",
        options=("--format", "wmt_da"),
    ),
    Case(
        "fields in WMT",
        "BadLine",
        "11 fields",
        WMT + wmt_row() + wmt_row()[2:],
        "ad-csen-good-stnd-redup.csv",
        where="3:11",
    ),
    Case(
        "a word for z",
        "BadValue",
        "'high' is not a number",
        WMT + wmt_row("high"),
        "ad-csen-good-stnd-redup.csv",
        where="2:score",
    ),
    Case(
        "unknown type",
        "UnknownLabel",
        "'CHECK'",
        WMT + wmt_row(kind="CHECK"),
        "ad-csen-good-stnd-redup.csv",
        where="2:type",
    ),
    Case(
        "moments of another file",
        "BadValue",
        "outside the scale",
        WMT + wmt_row() + wmt_row("8"),
        "ad-csen-good-stnd-redup.csv",
        {"ad-csen-trk-mean-sd.txt": MOMENTS},
        where="3:score",
    ),
    Case(
        "fields in Appraise",
        "BadLine",
        "11 fields, but the first line has 12",
        appraise_row() + appraise_row(2).replace("TGT,", ""),
        where="2:11",
    ),
    Case(
        "score in Appraise",
        "BadValue",
        "101 lies outside the scale 0 to 100",
        appraise_row() + appraise_row(2, "101"),
        where="2:score",
    ),
    Case(
        "unknown type in Appraise",
        "UnknownLabel",
        "unknown itemType 'SYS'",
        appraise_row() + appraise_row(2).replace("TGT", "SYS"),
        where="2:itemType",
    ),
    Case(
        "item in Appraise",
        "BadValue",
        "'x' is not the number of an item",
        appraise_row() + appraise_row("x"),
        where="2:itemId",
    ),
    Case(
        "spans that are not JSON",
        "BadLine",
        "not JSON",
        appraise_row() + appraise_row(2, spans="[{"),
        where="2:mqmJSON",
    ),
    Case(
        "an inverted span",
        "BadValue",
        "ends at 3, before it starts at 4",
        appraise_row() + appraise_row(2, spans=SPAN.format(4, 3, "minor")),
        where="2:mqmJSON",
    ),
    Case(
        "a span before the text",
        "BadValue",
        "start_i is -1",
        appraise_row() + appraise_row(2, spans=SPAN.format(-1, 3, "minor")),
        where="2:mqmJSON",
    ),
    Case(
        "unknown severity in Appraise",
        "UnknownLabel",
        'unknown severity "grave"',
        appraise_row() + appraise_row(2, spans=SPAN.format(1, 3, "grave")),
        where="2:mqmJSON",
    ),
    Case(
        "folder as Appraise", "UnknownFormat", "folder", data=None, file=".", options=("--format", "appraise")
    ),
    Case("not Appraise", "BadLine", "6 fields", options=("--format", "appraise"), where="1:6"),
    Case(
        "weights for ESA",
        "UsageError",
        "spans are not weighed",
        appraise_row() + appraise_row(2),
        options=("--weights", "google"),
        code=2,
    ),
    Case("unknown profile", "UnknownMethod", "no profile 'wmt20'", options=("--profile", "wmt20"), code=2),
    Case(
        "unknown normaliser",
        "UnknownMethod",
        "no normaliser 'zcore'.*Did you mean 'zscore'",
        options=("--normalise", "zcore"),
        code=2,
    ),
    Case("unknown test", "UnknownMethod", "no test 'anova'", options=("--test", "anova"), code=2),
    Case("unknown lines", "UnknownMethod", "no lines 'all'", options=("--lines", "all"), code=2),
    Case("unknown method", "UnknownMethod", "no method 'median'", options=("--method", "median"), code=2),
    Case("unknown adjustment", "UnknownMethod", "no adjustment 'bonf'", options=("--adjust", "bonf"), code=2),
    Case("unknown unit", "UnknownMethod", "no unit 'word'", options=("--unit", "word"), code=2),
    Case("unknown format", "UnknownMethod", "no format 'xlsx'", options=("--format", "xlsx"), code=2),
    Case(
        "unknown weights",
        "UnknownMethod",
        "no weights 'mine'",
        MAROT + ERROR + NO_ERROR,
        "f.tsv",
        options=("--weights", "mine"),
        code=2,
    ),
    Case("weights without spans", "UsageError", "no error spans", options=("--weights", "google"), code=2),
    Case(
        "unknown setting", "BadSetting", "no setting 'dof=1'", options=("--normalise", "zscore:dof=1"), code=2
    ),
    Case(
        "setting twice", "BadSetting", "given twice", options=("--normalise", "zscore:ddof=1:ddof=0"), code=2
    ),
    Case(
        "setting not a number",
        "BadSetting",
        "whole number",
        options=("--test", "permutation:permutations=many"),
        code=2,
    ),
    Case(
        "setting too small",
        "BadSetting",
        "cannot be 0",
        options=("--test", "permutation:permutations=0"),
        code=2,
    ),
    Case(
        "setting not a choice",
        "BadSetting",
        "cannot be 'less'",
        options=("--test", "ttest:alternative=less"),
        code=2,
    ),
    Case(
        "negative weight",
        "BadSetting",
        "cannot be -1",
        MAROT + ERROR + NO_ERROR,
        "f.tsv",
        options=("--weights", "google:minor=-1"),
        code=2,
    ),
    Case("alpha of 1", "BadSetting", "alpha cannot be 1", options=("--alpha", "1"), code=2),
    Case(
        "c/n adjusted",
        "BadSetting",
        "cannot be adjusted",
        options=("--profile", "riley", "--adjust", "holm"),
        code=2,
    ),
    Case(
        "one profile compared",
        "BadSetting",
        "cannot disagree with itself",
        call=("compare",),
        options=("--profiles", "riley"),
        code=2,
    ),
    Case("select without a key", "BadSetting", "names no key", options=("--select", "cs-en"), code=2),
    Case("unknown option", "UsageError", "No such option: --profil", options=("--profil", "riley"), code=2),
    Case("seed below 0", "UsageError", "--seed", options=("--seed", "-1"), code=2),
    Case("no argument", "UsageError", "[Mm]issing argument", file="", code=2),
    Case("unknown command", "UsageError", "No such command 'ranke'", call=("ranke",), code=2),
]


def run(case, folder, capsys, *more):
    if case.data is not None:
        data = case.data.encode() if isinstance(case.data, str) else case.data
        (folder / case.file).write_bytes(data) if case.file else None
    for name, text in (case.beside or {}).items():
        (folder / name).write_text(text)
    path = [str(folder / case.file)] if case.file else []
    with pytest.raises(SystemExit) as ended:
        main([*case.call, *path, *case.options, *more])
    printed = capsys.readouterr()
    return ended.value.code, printed.out, printed.err, "".join(path)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_one_line_says_what_is_wrong_and_where(case, tmp_path, capsys):
    code, out, err, path = run(case, tmp_path, capsys)
    errors = [line for line in err.splitlines() if not line.startswith("warning: ")]
    assert code == case.code
    assert out == ""
    assert len(errors) == 1, err
    assert errors[0].startswith("error: ")
    assert re.search(case.message, errors[0])
    assert len(re.findall(r"\. [A-Z]", errors[0])) >= 1, "a hint says what to do"
    if case.where is not None:
        assert errors[0].startswith(f"error: {path}:{case.where}: ")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_same_error_as_json(case, tmp_path, capsys):
    code, out, _, path = run(case, tmp_path, capsys, "--json")
    error = json.loads(out)["error"]
    assert code == case.code
    assert set(error) == {"kind", "message", "file", "line", "column", "hint"}
    assert re.fullmatch(case.kind, error["kind"])
    assert re.search(case.message, f"{error['message']}. {error['hint']}")
    assert error["hint"]
    if case.where is not None:
        line, _, column = case.where.partition(":")
        assert (error["file"], error["line"]) == (path, int(line))
        assert str(error["column"] or "") == column


def test_there_are_many_cases_and_no_two_of_one_name():
    assert len({case.name for case in CASES}) == len(CASES) >= 60


def test_the_good_file_is_good(tmp_path, capsys):
    code, out, _, _ = run(Case("good", "", ""), tmp_path, capsys)
    assert not code
    assert "B" in out


@pytest.mark.parametrize(
    "data",
    [
        GOOD.replace("\n", "\r\n"),
        "\ufeff" + GOOD,
        GOOD.rstrip("\n"),
        GOOD.replace("\n", "\n\n"),
        "\ufeff" + GOOD.replace("\n", "\r\n"),
    ],
    ids=["CRLF", "BOM", "no last newline", "blank lines", "BOM and CRLF"],
)
def test_harmless_oddities_change_no_score(data, tmp_path, capsys):
    plain, odd = (
        json.loads(run(Case(name, "", "", data=text, file=name), tmp_path, capsys, "--json")[1])
        for name, text in (("plain.csv", GOOD), ("odd.csv", data))
    )
    assert odd["systems"] == plain["systems"]
    assert odd["pairs"] == plain["pairs"]
