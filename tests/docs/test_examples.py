"""What the pages show is what happens: commands, their output, and Python code are run.

HOLDFAST_UPDATE_DOCS=1 writes the real output into the pages of docs instead of comparing it; README.md
is compared, and never written.
"""

import io
import os
import re
import shlex
import shutil
import warnings
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from holdfast._core.errors import HoldfastWarning
from holdfast.cli.main import main

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
UPDATE = bool(os.environ.get("HOLDFAST_UPDATE_DOCS"))
STARTS_WITH_NOTHING = ("README.md", "docs/tutorial.md", "docs/command/demo.md")
BLOCK = re.compile(r"^```(console|python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELIDED = "…"
PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in (README, *(ROOT / "docs").rglob("*.md"))
    if re.search(r"^```(console|python)$", path.read_text(encoding="utf-8"), re.MULTILINE)
)


@dataclass
class Shown:
    """A command and the lines shown below it."""

    command: str
    lines: list[str]


def commands_in(block: str) -> list[Shown]:
    shown: list[Shown] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            shown.append(Shown(line[2:], []))
        elif shown and shown[-1].command.endswith("\\"):
            shown[-1].command = shown[-1].command[:-1] + line.strip()
        elif shown:
            shown[-1].lines.append(line)
    for command in shown:
        while command.lines and not command.lines[-1].strip():
            command.lines.pop()
    return shown


def agrees(shown: list[str], real: list[str]) -> bool:
    """Compare lines; a line … stands for any lines, and a line that ends in … for any that begins so."""
    chunks: list[list[str]] = [[]]
    for line in trimmed(shown):
        if line == ELIDED:
            chunks.append([])
        else:
            chunks[-1].append(line)
    real, position = trimmed(real), 0
    for number, chunk in enumerate(chunks):
        last = len(real) - len(chunk)
        starts = range(position, last + 1) if number else range(min(1, last + 1))
        if number == len(chunks) - 1:
            starts = [start for start in starts if start == last]
        start = next((at for at in starts if all(map(same, chunk, real[at:]))), None)
        if start is None:
            return False
        position = start + len(chunk)
    return True


def same(shown: str, real: str) -> bool:
    return real.startswith(shown[:-1]) if shown.endswith(ELIDED) else shown == real


def trimmed(lines: list[str]) -> list[str]:
    """Return lines without blanks at their ends and without blank lines at the end."""
    return "\n".join(line.rstrip() for line in lines).rstrip("\n").split("\n")


def renewed(shown: list[str], real: list[str]) -> list[str]:
    """Return the real output, with the gap of what was shown."""
    shown, real = trimmed(shown), trimmed(real)
    if shown[-1].startswith("holdfast=") and shown[-1].endswith(ELIDED):
        real[-1] = "|".join([*real[-1].split("|")[:1], ELIDED])
    gaps = [number for number, line in enumerate(shown) if line == ELIDED]
    if len(gaps) != 1:
        return real
    after = len(shown) - gaps[0] - 1
    return [*real[: gaps[0]], ELIDED, *real[len(real) - after :]]


class Terminal:
    """Runs the commands of a page one after the other in one folder."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.names: dict[str, object] = {}

    def holdfast(self, arguments: list[str], *, fails: bool) -> list[list[str]]:
        """Return the outputs that count as right: what stands on stdout, or that below the warnings."""
        with pytest.raises(SystemExit) as left:
            main(arguments)
        out, err = self.capsys.readouterr()
        said = f"holdfast {shlex.join(arguments)}: exit {left.value.code}\n{err}"
        assert left.value.code in ((1, 2) if fails else (0,)), said
        return [(err + out).splitlines(), out.splitlines()]

    def run(self, shown: Shown) -> list[list[str]] | None:
        """Run a command; None where its output is not known."""
        words = shlex.split(shown.command)
        if words[0] == "holdfast":
            fails = any(line.startswith(("error: ", '{"error": ')) for line in shown.lines)
            ends = [number for number, word in enumerate(words) if word in ("|", ">")]
            outputs = self.holdfast(words[1 : ends[0]] if ends else words[1:], fails=fails)
            return None if ends else outputs
        if words[0] == "cat":
            path = Path(words[1])
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("".join(f"{line}\n" for line in shown.lines), encoding="utf-8")
            return [path.read_text(encoding="utf-8").splitlines()]
        if words[0] == "head":
            lines = Path(words[2]).read_text(encoding="utf-8").splitlines()
            return [lines[: int(words[1].removeprefix("-"))]]
        return None

    def python(self, code: str) -> list[str]:
        written = io.StringIO()
        with warnings.catch_warnings(), redirect_stdout(written):
            warnings.simplefilter("ignore", HoldfastWarning)
            exec(code, self.names)  # noqa: S102 - the pages are ours
        return written.getvalue().splitlines()


def check(page: str, text: str, terminal: Terminal) -> str:
    """Run every block; return the text with what should be shown.

    A block of text directly below Python code shows what the code prints.
    """
    printed: list[str] = []
    end = -1
    before = text
    for found in BLOCK.finditer(before):
        kind, body = found.groups()
        if kind == "python":
            printed, end = terminal.python(body), found.end()
        elif kind == "text" and not before[end : found.start()].strip():
            text = compared(page, text, "the code", body.splitlines(), [printed])
        for shown in commands_in(body) if kind == "console" else ():
            outputs = terminal.run(shown)
            if outputs is not None and shown.lines:
                text = compared(page, text, shown.command, shown.lines, outputs)
    return text


def may_be_written(page: str) -> bool:
    return UPDATE and page.startswith("docs/")


def compared(page: str, text: str, what: str, shown: list[str], outputs: list[list[str]]) -> str:
    if any(agrees(shown, output) for output in outputs):
        return text
    difference = "\n".join([f"{page}: {what}: shown", *shown, "real", *outputs[0]])
    assert may_be_written(page), difference
    return text.replace("\n".join(shown), "\n".join(renewed(shown, outputs[0])), 1)


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    with pytest.raises(SystemExit), redirect_stdout(io.StringIO()):
        main(["demo", str(folder / "holdfast-demo"), "--out", str(folder / "answer.txt")])
    return folder / "holdfast-demo"


@pytest.mark.parametrize("page", PAGES)
def test_what_is_shown_is_what_happens(page, tmp_path, monkeypatch, capsys, demo_folder):
    if page not in STARTS_WITH_NOTHING:
        shutil.copytree(demo_folder, tmp_path / "holdfast-demo")
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    checked = check(page, text, Terminal(capsys))
    if may_be_written(page) and checked != text:
        (ROOT / page).write_text(checked, encoding="utf-8")


@pytest.mark.skipif(not README.read_text(encoding="utf-8").strip(), reason="README.md is empty")
def test_the_readme_shows_commands():
    assert "README.md" in PAGES


def test_the_tutorial_uses_every_command():
    from holdfast.cli.main import COMMANDS

    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"$ holdfast {command}" in text


@pytest.mark.parametrize(
    ("shown", "real", "same"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a", "b"], ["a", "c"], False),
        (["a", "…"], ["a", "b", "c"], True),
        (["…", "c"], ["a", "b", "c"], True),
        (["a", "…", "c"], ["a", "c"], True),
        (["a", "…", "d"], ["a", "b", "c"], False),
        (["a=1|…"], ["a=1|b=2"], True),
        (["a=1|…"], ["a=2|b=2"], False),
        (["a"], ["a", "b"], False),
        (["a", "b"], ["a"], False),
    ],
)
def test_lines_are_compared(shown, real, same):
    assert agrees(shown, real) is same


def test_commands_are_found_with_their_output():
    block = "$ one \\\n    --two\nout\n\nmore\n$ three\n"
    assert commands_in(block) == [Shown("one --two", ["out", "", "more"]), Shown("three", [])]


def test_only_pages_of_docs_are_ever_written(monkeypatch):
    monkeypatch.setitem(globals(), "UPDATE", True)
    assert may_be_written("docs/tutorial.md")
    assert not may_be_written("README.md")
