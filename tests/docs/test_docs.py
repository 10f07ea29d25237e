"""The pages say what the code says: nothing is missing on them, and nothing on them is gone from the code."""

import inspect
import json
import re
import tomllib
from dataclasses import MISSING, fields
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from typer.models import ArgumentInfo

import holdfast
from holdfast._core import errors
from holdfast._core.registry import Registry
from holdfast.cli.main import COMMANDS, main
from holdfast.formats.synonyms import _SYNONYMS
from holdfast.model.ratings import AXES, KINDS, LEVELS
from holdfast.protocols.weights.base import NOT_ERRORS, SEVERITIES, UNWEIGHTED
from holdfast.ranking.adjust import ADJUSTMENTS
from holdfast.ranking.profiles import PROFILES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NO_SETTINGS = "It has no settings."
ROW_SECTIONS = ("Settings", "Example", "Source")


def _registries():
    for module in walk_packages(holdfast.__path__, "holdfast."):
        if module.name.endswith("base"):
            for value in vars(import_module(module.name)).values():
                if isinstance(value, Registry):
                    yield value.kind, value


REGISTRIES = dict(_registries())
PAGES = {
    **{kind: tuple(registry.rows) for kind, registry in REGISTRIES.items()},
    "adjustment": tuple(ADJUSTMENTS),
    "profile": tuple(PROFILES),
    "command": tuple(COMMANDS),
}
ROWS = [(kind, name) for kind, registry in REGISTRIES.items() for name in registry.rows]
MARKDOWN = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
ERRORS = [
    value
    for value in vars(errors).values()
    if isinstance(value, type) and issubclass(value, (errors.HoldfastError, errors.HoldfastWarning))
]


@cache
def read(path):
    return path.read_text(encoding="utf-8")


def page(*parts):
    return read(DOCS.joinpath(*parts).with_suffix(".md"))


def without_code(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def headings(text, level=None):
    marks = "#" * level if level else "#+"
    return re.findall(rf"^{marks} (.+)$", without_code(text), flags=re.MULTILINE)


def section(text, heading):
    """Return what stands under a heading, up to the next of its level or a higher one."""
    found = re.search(rf"^(#+) {re.escape(heading)}$", text, flags=re.MULTILINE)
    assert found, f"no heading {heading!r}"
    end = re.search(rf"^#{{1,{len(found[1])}}} ", text[found.end() :], flags=re.MULTILINE)
    return text[found.end() :][: end.start() if end else None]


def table(text, *header):
    """Return the rows below a table's header; cells by heading."""
    lines = [*text.splitlines(), ""]
    top = f"| {' | '.join(header)} |"
    assert top in lines, f"no table with the header {top}"
    first = lines.index(top) + 2
    rows = lines[first : first + next(n for n, line in enumerate(lines[first:]) if not line.startswith("|"))]
    return [dict(zip(header, _cells(row), strict=True)) for row in rows]


def _cells(row):
    return [cell.strip() for cell in row.split("|")[1:-1]]


def words(cell):
    return re.findall(r"`([^`]+)`", cell)


def written(value):
    """Return how a page shows a default."""
    if value == "":
        return "empty"
    if isinstance(value, bool):
        return "`yes`" if value else "`no`"
    if isinstance(value, float):
        return f"`{value:g}`"
    return f"`{value}`"


def slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-")


def test_every_registry_is_found():
    assert {"format", "protocol", "weights", "normaliser", "method", "test", "lines"} <= set(REGISTRIES)


@pytest.mark.parametrize("kind", PAGES)
def test_every_row_has_a_page_and_every_page_a_row(kind):
    assert sorted(path.stem for path in (DOCS / kind).iterdir()) == sorted(PAGES[kind])


def test_no_folder_of_pages_is_unknown():
    with_pages = {path.parent.name for path in DOCS.rglob("*/*.md")}
    assert with_pages == set(PAGES)


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in PAGES for name in PAGES[kind]])
def test_every_page_is_named_after_its_row(kind, name):
    first = page(kind, name).splitlines()[0]
    assert first.startswith("# ")
    assert f"{'holdfast ' if kind == 'command' else ''}{name}`" in first


@pytest.mark.parametrize(("kind", "name"), [*ROWS, *(("adjustment", name) for name in ADJUSTMENTS)])
def test_row_pages_have_their_parts(kind, name):
    text = page(kind, name)
    parts = headings(text, 2)
    assert set(ROW_SECTIONS) <= set(parts)
    assert {"Columns", "Conventions", "Not kept"} <= set(parts) if kind == "format" else "Rule" in parts
    assert "$ holdfast " in section(text, "Example")


@pytest.mark.parametrize(("kind", "name"), ROWS)
def test_settings_are_those_of_the_row(kind, name):
    cls = REGISTRIES[kind].load(name)
    text = section(page(kind, name), "Settings")
    if not fields(cls):
        assert NO_SETTINGS in text
        return
    rows = table(text, "setting", "values", "default", "meaning")
    assert [row["setting"] for row in rows] == [f"`{field.name}`" for field in fields(cls)]
    types = get_type_hints(cls)
    for row, field in zip(rows, fields(cls), strict=True):
        assert field.default is not MISSING
        assert row["default"] == written(field.default), field.name
        assert row["meaning"]
        if get_origin(types[field.name]) is Literal:
            assert words(row["values"]) == [word for word in get_args(types[field.name]) if word], field.name
        elif types[field.name] is bool:
            assert words(row["values"]) == ["yes", "no"], field.name


@pytest.mark.parametrize("name", ADJUSTMENTS)
def test_adjustments_have_no_settings(name):
    assert NO_SETTINGS in section(page("adjustment", name), "Settings")


@pytest.mark.parametrize("name", PROFILES)
def test_profile_pages_show_their_cells(name):
    text = page("profile", name)
    cells = {row["cell"]: row["value"] for row in table(section(text, "Cells"), "cell", "value", "page")}
    profile = PROFILES[name]
    named = [field.name for field in fields(profile) if field.name != "name"]
    assert cells == {f"`{cell}`": written(getattr(profile, cell)) for cell in named}
    assert {"Who uses it", "Known defects", "When to use it", "Example", "Source"} <= set(headings(text, 2))
    assert f"--profile {name}" in section(text, "Example")


def _parameters(command):
    """Return for every option or argument of a command its name on the page, and its default."""
    function = getattr(import_module(f"holdfast.cli.{command}"), command)
    for name, parameter in inspect.signature(function, eval_str=True).parameters.items():
        info = parameter.annotation.__metadata__[0]
        if isinstance(info, ArgumentInfo):
            yield f"`{name.upper()}`", parameter.default
        else:
            long = [option for option in info.param_decls if option.startswith("--")]
            yield f"`{long[0] if long else '--' + name}`", parameter.default


@pytest.mark.parametrize("command", COMMANDS)
def test_options_are_those_of_the_command(command):
    text = section(page("command", command), "Arguments and options")
    rows = {row["option"]: row for row in table(text, "option", "value", "default", "meaning")}
    parameters = dict(_parameters(command))
    assert set(rows) == set(parameters)
    for name, default in parameters.items():
        shown = rows[name]["default"]
        if default is inspect.Parameter.empty:
            assert shown == "required", name
        elif default is False:
            assert shown == "off", name
        elif default is None:
            assert shown, name
        else:
            assert shown == f"`{default}`", name


def test_options_of_all_commands_are_on_the_index():
    for option in ("--version", "--help", "-h"):
        assert f"`{option}`" in page("index") or f"`holdfast {option}`" in page("index")


@pytest.mark.parametrize("cls", ERRORS, ids=lambda cls: cls.__name__)
def test_every_error_and_warning_has_a_section(cls):
    part = "Errors" if issubclass(cls, errors.HoldfastError) else "Warnings"
    text = section(section(page("errors"), part), cls.__name__)
    assert len(text.split()) > 10


def test_no_section_is_about_an_error_that_is_gone():
    known = {cls.__name__ for cls in ERRORS}
    assert set(headings(page("errors"), 3)) == known


def test_the_tree_of_errors_is_that_of_the_code():
    shown = set(re.findall(r"^    [│├└─ ]*(\w+)$", section(page("errors"), "Errors"), flags=re.MULTILINE))
    assert shown == {cls.__name__ for cls in ERRORS if issubclass(cls, errors.HoldfastError)}


def _keys(text, heading):
    return {word for row in table(section(text, heading), "key", "value") for word in words(row["key"])}


@pytest.fixture(scope="module")
def documents(tmp_path_factory):
    """The JSON documents of all commands, and of an error."""
    folder = tmp_path_factory.mktemp("json")
    ratings = str(folder / "ratings.csv")
    calls = {
        "demo": ["demo", str(folder)],
        "read": ["read", ratings],
        "rank": ["rank", ratings],
        "compare": ["compare", ratings, "--profiles", "holdfast,wmt22"],
    }
    assert set(calls) == set(COMMANDS)
    found = {}
    for command, arguments in calls.items():
        out = folder / f"{command}.json"
        with pytest.raises(SystemExit) as left:
            main([*arguments, "--json", "--out", str(out)])
        assert left.value.code == 0
        found[command] = json.loads(read(out))
    return found


def test_json_keys_are_those_of_the_documents(documents):
    text = page("json")
    envelope = _keys(text, "Envelope")
    assert envelope == set.intersection(*(set(document) for document in documents.values()))
    for command, document in documents.items():
        assert _keys(text, command) - {"signature", "warnings"} == set(document) - envelope, command


def test_json_keys_inside_are_those_of_the_documents(documents):
    text = page("json")
    read_, rank, compare = (documents[command] for command in ("read", "rank", "compare"))
    disagreement = compare["disagreements"][0]
    inside = {
        "Scale": read_["scale"],
        "Files": read_["files"][0],
        "Systems": rank["systems"][0],
        "Pairs": rank["pairs"][0],
        "Warnings": rank["warnings"][0],
        "Disagreements": disagreement,
        "Verdicts": disagreement["verdicts"]["wmt22"],
        "Error": errors.HoldfastError("wrong").to_dict(),
    }
    for heading, found in inside.items():
        assert _keys(text, heading) == set(found), heading
    assert set(documents["demo"]["ranking"]) == _keys(text, "rank")
    assert set(compare["profiles"]["wmt22"]) == _keys(text, "rank")


@pytest.mark.parametrize("command", COMMANDS)
def test_command_pages_list_their_json_keys(command, documents):
    shown = _keys(page("command", command), "JSON")
    assert shown == set(documents[command]) - {"holdfast", "command", "warnings"}


@pytest.mark.parametrize("path", MARKDOWN, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    for target in links(read(path)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        assert there.exists(), f"{target}: there is no such file"
        if anchor:
            assert anchor in map(slug, headings(read(there))), f"{target}: there is no such heading"


def links(text):
    return re.findall(r"\]\(([^)\s]+)\)", without_code(text))


def test_every_page_can_be_reached_from_the_index():
    linked = {(DOCS / target.partition("#")[0]).resolve() for target in links(page("index"))}
    missing = [str(path.relative_to(ROOT)) for path in DOCS.rglob("*.md") if path.resolve() not in linked]
    assert missing == ["docs/index.md"]


def test_words_of_the_model_are_explained():
    text = page("definitions")
    kinds = [words(row["`kind`"])[0] for row in table(text, *_KIND_HEADER)]
    assert kinds == list(KINDS)
    glossary = {row["word"] for row in table(text, "word", "meaning")}
    assert set(AXES) <= glossary
    assert all(f"`{level}`" in text for level in LEVELS)


_KIND_HEADER = ("`kind`", "what it is", "has a part in the rater's mean and sd", "ranked")


def test_severities_are_listed():
    rows = table(page("protocol", "mqm"), "severity", "what it is")
    shown = {word for row in rows for word in words(row["severity"])}
    assert shown == {*SEVERITIES, *NOT_ERRORS, *UNWEIGHTED}


def test_names_of_columns_are_listed():
    rows = table(section(page("format", "table"), "Columns"), "meaning", "names")
    shown = {words(row["meaning"])[0]: [words(part) for part in row["names"].split(";")] for row in rows}
    assert shown == {
        meaning: [group.split() for group in groups] or [[]] for meaning, groups in _SYNONYMS.items()
    }


def test_every_dependency_is_explained():
    project = tomllib.loads(read(ROOT / "pyproject.toml"))
    extras = project["project"]["optional-dependencies"]
    needs = [
        *project["project"]["dependencies"],
        *(need for name, needs in extras.items() if name != "all" for need in needs),
        *(need for needs in project["dependency-groups"].values() for need in needs),
    ]
    names = {re.match(r"[\w.-]+", need)[0] for need in needs}
    text = page("dependencies")
    tables = (
        ("package", "licence", "what for", "why this one"),
        ("extra", "package", "licence", "what for (planned)"),
        ("group", "package", "licence", "what for"),
    )
    shown = {words(row["package"])[0] for header in tables for row in table(text, *header)}
    assert shown == names


def test_the_changelog_names_the_version():
    assert headings(read(ROOT / "CHANGELOG.md"), 2)[0].split()[0] == holdfast.__version__


def test_sections_and_tables_are_found():
    text = "# A\n\n## B\n\n| x | y |\n|---|---|\n| `1` | 2 |\n\n### C\n\nc\n\n## D\n\nd\n"
    assert table(section(text, "B"), "x", "y") == [{"x": "`1`", "y": "2"}]
    assert section(text, "C").strip() == "c"
    assert "d" not in section(text, "B")
    with pytest.raises(AssertionError, match="no heading 'E'"):
        section(text, "E")
    with pytest.raises(AssertionError, match="no table"):
        table(text, "x", "z")


def test_slugs_are_those_of_the_usual_viewers():
    assert slug("Ranks, rank ranges, lines") == "ranks-rank-ranges-lines"
    assert slug("Command `holdfast rank`") == "command-holdfast-rank"
