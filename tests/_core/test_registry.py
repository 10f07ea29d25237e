import subprocess
import sys
from pathlib import Path

import pytest

import holdfast
from holdfast._core.errors import BadSetting, UnknownMethod
from holdfast._core.registry import Registry, suggestion
from holdfast.protocols.weights.base import Weights
from holdfast.protocols.weights.google import Google
from holdfast.protocols.weights.mtme import Mtme

TWO = Registry(
    kind="set of weights",
    protocol=Weights,
    rows={
        "google": "holdfast.protocols.weights.google:Google",
        "mtme": "holdfast.protocols.weights.mtme:Mtme",
    },
)


def test_load_returns_the_class_and_make_its_method():
    assert TWO.load("google") is Google
    assert TWO.make("google") == Google()
    assert TWO.make("google:cap=25:minor=0.5") == Google(cap=25.0, minor=0.5)


def test_rows_are_told_apart():
    assert TWO.make("mtme") == Mtme()
    assert TWO.make("mtme") != TWO.make("google")


@pytest.mark.parametrize("text", ["", "Google", "gogle", "google ", "wmt24", ":cap=25", "gogle:cap=25"])
def test_a_name_that_is_not_there_is_refused(text):
    with pytest.raises(UnknownMethod, match=r"^there are no set of weights '.*There are: google, mtme\.$"):
        TWO.make(text)


def test_a_name_that_is_nearly_there_gets_a_hint():
    with pytest.raises(UnknownMethod, match=r"'gogle'\. Did you mean 'google'\?"):
        TWO.load("gogle")


def test_a_setting_that_is_not_there_is_refused():
    with pytest.raises(BadSetting, match="google has no setting 'caps=25'"):
        TWO.make("google:caps=25")


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        (
            "permutaton",
            ["permutation", "wilcoxon"],
            "Did you mean 'permutation'? There are: permutation, wilcoxon",
        ),
        ("xyz", ["permutation", "wilcoxon"], "There are: permutation, wilcoxon"),
        ("xyz", [], "There are none"),
    ],
)
def test_suggestion(name, known, hint):
    assert suggestion(name, known) == hint


def test_a_registry_loads_no_row_before_it_is_named():
    code = """
import sys
from holdfast.protocols.base import PROTOCOLS
from holdfast.protocols.weights.base import WEIGHTS
rows = [row.partition(":")[0] for registry in (PROTOCOLS, WEIGHTS) for row in registry.rows.values()]
print([row for row in rows if row in sys.modules])
print([name for name in ("scipy.stats", "scipy.special", "polars") if name in sys.modules])
WEIGHTS.load("google")
print([row for row in rows if row in sys.modules])
"""
    root = Path(holdfast.__path__[0]).parent
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["[]", "[]", "['holdfast.protocols.weights.google']"]
