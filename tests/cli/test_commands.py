"""The commands as a user meets them: help, text, JSON, files, selections."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from holdfast import __version__
from holdfast.cli.main import COMMANDS, main
from holdfast.cli.options import parse_select

PAIRS = "lp,system,document,segment,rater,score\n" + "".join(
    f"{lp},{system},d{segment // 4},{segment},r{segment % 3},{score + segment * step % 7}\n"
    for lp in ("cs-en", "de-en")
    for system, score, step in (("A", 40, 1), ("B", 60, 1), ("Ünïcode 系", 60, 3))
    for segment in range(32)
)


@pytest.fixture
def ratings(tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text(PAIRS, encoding="utf-8")
    return path


@pytest.fixture
def call(capsys):
    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return ended.value.code, printed.out, printed.err

    return run


def test_help_lists_every_command_with_its_line(call):
    code, out, _ = call("--help")
    assert code == 0
    for name in COMMANDS:
        assert name in out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_of_a_command_is_the_docstring_it_stands_for(name, call):
    from importlib import import_module

    function = getattr(import_module(f"holdfast.cli.{name}"), name)
    assert function.__doc__ == COMMANDS[name]
    assert call(name, "--help")[0] == 0


def test_the_version(call):
    assert call("--version")[:2] == (0, f"holdfast {__version__}\n")


def test_nothing_given_shows_the_help(call):
    code, out, err = call()
    assert code == 2
    assert "rank" in out + err


@pytest.mark.parametrize("name", ["read", "rank", "compare"])
def test_json_is_one_document_in_the_envelope(name, ratings, call):
    code, out, err = call(name, ratings, "--select", "lp=cs-en", "--json")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert document["holdfast"] == __version__
    assert document["command"] == name
    assert document["signature"].startswith(f"holdfast={__version__}|data=")
    assert isinstance(document["warnings"], list)


def test_undefined_is_null(tmp_path, call):
    path = tmp_path / "one.csv"
    path.write_text("system,document,segment,score\nA,d,1,5\nB,d,1,6\n")
    _, out, _ = call("rank", path, "--json")
    document = json.loads(out)
    assert document["systems"][0]["score_low"] is None
    assert {"UndefinedStatistic", "PermutationFloor"} <= {note["kind"] for note in document["warnings"]}


def test_warnings_go_to_standard_error_one_line_each(tmp_path, call):
    path = tmp_path / "one.csv"
    path.write_text("system,document,segment,score\nA,d,1,5\nB,d,1,6\n")
    _, out, err = call("rank", path)
    assert "warning" not in out
    assert all(line.startswith("warning: ") and line.endswith("]") for line in err.splitlines())


def test_out_holds_what_would_have_been_printed(ratings, tmp_path, call):
    printed = call("rank", ratings, "--select", "lp=cs-en", "--json")[1]
    code, out, _ = call("rank", ratings, "--select", "lp=cs-en", "--json", "--out", tmp_path / "r.json")
    assert (code, out) == (0, "")
    assert (tmp_path / "r.json").read_text(encoding="utf-8") == printed
    code, _, err = call("rank", ratings, "--select", "lp=cs-en", "--out", tmp_path / "no" / "r.txt")
    assert code == 1
    assert "cannot be written" in err


def test_the_same_seed_gives_the_same_bytes(ratings, call):
    first, second = (
        call("rank", ratings, "--select", "lp=de-en", "--json", "--seed", 5)[1] for _ in range(2)
    )
    assert first == second


def test_lines_in_the_text_stand_between_clusters(ratings, call):
    _, out, _ = call("rank", ratings, "--select", "lp=cs-en")
    rows = out.split("\n\n", 1)[0].splitlines()
    assert [row.startswith("─") for row in rows] == [False, True, False, False, True, False]
    assert "Ünïcode 系" in rows[2]


def test_pairs_shows_the_test_of_every_pair(ratings, call):
    _, out, _ = call("rank", ratings, "--select", "lp=cs-en", "--pairs")
    rows = [line for line in out.splitlines() if line.endswith(("yes", "no"))]
    assert len(rows) == 3


def test_read_lists_what_can_be_selected(ratings, call):
    _, out, _ = call("read", ratings, "--json")
    document = json.loads(out)
    assert document["select"]["lp"] == ["cs-en", "de-en"]
    assert (document["systems"], document["documents"], document["segments"]) == (3, 16, 64)
    assert document["ratings"] == 192


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (None, {}),
        (["lp=cs-en"], {"lp": ["cs-en"]}),
        (["lp=cs-en,system=A"], {"lp": ["cs-en"], "system": ["A"]}),
        (["lp=cs-en", "system=A"], {"lp": ["cs-en"], "system": ["A"]}),
        (["system=A,B,domain=news"], {"system": ["A", "B"], "domain": ["news"]}),
        (["system=A=B"], {"system": ["A=B"]}),
    ],
)
def test_selections_are_read(texts, expected):
    assert parse_select(texts) == expected


def test_selecting_two_values_keeps_both(ratings, call):
    _, out, _ = call("rank", ratings, "--select", "lp=cs-en,system=A,B", "--json")
    assert {system["system"] for system in json.loads(out)["systems"]} == {"A", "B"}


def test_compare_writes_one_column_per_profile(ratings, call):
    code, out, _ = call("compare", ratings, "--select", "lp=cs-en", "--profiles", "holdfast,riley,mtme")
    assert code == 0
    assert out.splitlines()[0].split()[-3:] == ["holdfast", "riley", "mtme"]


def test_demo_writes_what_rank_reads(tmp_path, call):
    _, out, _ = call("demo", tmp_path / "d", "--json", "--seed", 3)
    demo = json.loads(out)
    assert demo["ratings"] == str(tmp_path / "d" / "ratings.csv")
    ranked = json.loads(call("rank", demo["ratings"], "--json", "--seed", 3)[1])
    assert ranked["systems"] == demo["ranking"]["systems"]
    assert ranked["signature"] == demo["signature"]


def test_a_closed_pipe_is_no_traceback(ratings):
    command = f"{sys.executable} -m holdfast rank {ratings} --select lp=cs-en --json | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert len(done.stdout) == 10
    assert "Traceback" not in done.stderr


def test_a_terminal_of_another_encoding_is_no_traceback(ratings):
    done = subprocess.run(
        [sys.executable, "-m", "holdfast", "rank", str(ratings), "--select", "lp=cs-en"],
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert done.returncode == 0, done.stderr
    assert b"rank" in done.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_no_traceback(ratings):
    command = f"{sys.executable} -m holdfast rank {ratings} --select lp=cs-en > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "error: standard output: the answer cannot be written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_standard_output_is_no_traceback(ratings):
    command = f"{sys.executable} -m holdfast rank {ratings} --select lp=cs-en >&-"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def ended(command):
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)


HOLDFAST = f"{sys.executable} -m holdfast"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "arguments", ["--help", "--version", "rank --help", "read nothing.csv --json", "demo D"]
)
def test_whatever_meets_a_full_disk_ends_with_one_line(arguments, tmp_path):
    done = ended(f"cd {tmp_path}; {HOLDFAST} {arguments} > /dev/full")
    assert done.returncode == 1
    errors = [line for line in done.stderr.splitlines() if not line.startswith("warning: ")]
    assert len(errors) == 1, done.stderr
    assert errors[0].startswith("error: ")


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_a_warning_that_cannot_be_printed_costs_nothing(where, tmp_path, call):
    path = tmp_path / "one.csv"
    path.write_text("system,document,segment,score\nA,d,1,5\nB,d,1,6\n")
    done = ended(f"{HOLDFAST} rank {path} {where}")
    assert (done.returncode, done.stdout) == call("rank", path)[:2]
    assert ended(f"{HOLDFAST} rank {tmp_path / 'nothing.csv'} {where}").returncode == 1


@pytest.mark.parametrize("option", [(), ("--json",)])
@pytest.mark.parametrize("name", ["read", "rank", "compare"])
def test_too_little_memory_is_one_line(name, option, ratings, call, monkeypatch):
    def fill(*_):
        raise MemoryError

    monkeypatch.setattr("holdfast.api.load.read_study", fill)
    code, out, err = call(name, ratings, *option)
    assert code == 1
    assert "not enough memory for these data" in (out if option else err)
    assert len((out + err).splitlines()) == 1


def test_an_error_of_the_system_that_names_a_file_is_one_line(ratings, call, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied", "beside.txt")

    monkeypatch.setattr("holdfast.api.load.read_study", refuse)
    assert call("rank", ratings)[::2] == (
        1,
        "error: beside.txt: the file cannot be read: Permission denied. Check it.\n",
    )


@pytest.mark.parametrize("option", ["file", "--out"])
def test_permissions_are_judged_by_opening(option, ratings, tmp_path, call, monkeypatch):
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    out = tmp_path / "out.txt"
    out.touch()
    code, _, err = call("read", ratings, *(["--out", out] if option == "--out" else []))
    assert (code, err) == (0, "")


def test_a_path_that_is_not_utf_8_is_shown_escaped(ratings, tmp_path, call):
    odd = tmp_path / "odd\udcff.csv"
    odd.write_bytes(ratings.read_bytes())
    assert call("demo", tmp_path / "demo\udcff", "--json", "--out", tmp_path / "o.json")[0] == 0
    assert json.loads((tmp_path / "o.json").read_text())["ratings"].endswith("demo\udcff/ratings.csv")
    assert call("read", odd, "--out", tmp_path / "o.txt")[0] == 0
    code, _, err = call("read", tmp_path / "none\udcff.csv")
    assert (code, "none\\udcff.csv" in err) == (1, True)
    assert call("rank", odd, "--select", "lp=cs-en,system=\udcff")[0] == 2


def test_a_long_label_is_cut_out_of_a_message(tmp_path, call):
    path = tmp_path / "long.csv"
    path.write_text(f"system,segment,score\nA,1,{'many words ' * 500}\n")
    code, _, err = call("read", path)
    assert (code, "…" in err) == (1, True)
    assert len(err) < 800 + len(str(path))
