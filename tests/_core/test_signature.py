from dataclasses import dataclass
from math import inf
from typing import ClassVar, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import BadSetting
from holdfast._core.signature import in_signature, signature, with_settings


@dataclass(frozen=True, slots=True)
class Permutation:
    name: ClassVar[str] = "permutation"
    permutations: int = 10_000
    alternative: Literal["two-sided", "greater"] = "two-sided"
    plus_one: bool = True
    alpha: float = 0.05
    column: str = ""


@dataclass(frozen=True, slots=True)
class Plain:
    name: ClassVar[str] = "plain"


@dataclass(frozen=True, slots=True)
class Marked:
    name: ClassVar[str] = "marked"
    mark: str = "v"


def read_back(method):
    name, *settings = signature(method).split(":")
    assert name == method.name
    return with_settings(type(method), settings)


@given(
    st.builds(
        Permutation,
        permutations=st.integers(-(10**20), 10**20),
        alternative=st.sampled_from(["two-sided", "greater"]),
        plus_one=st.booleans(),
        alpha=st.floats(allow_nan=False),
        column=st.text(st.characters(codec="utf-8")),
    )
)
def test_a_signature_holds_every_setting_to_the_last_bit(method):
    assert read_back(method) == method
    assert signature(method).isprintable()


DEFAULT = "permutation:permutations=10000:alternative=two-sided:plus_one=yes:alpha=0.05"


@pytest.mark.parametrize(
    ("method", "text"),
    [
        (Plain(), "plain"),
        (Permutation(), DEFAULT),
        (
            Permutation(500, "greater", plus_one=False, alpha=1.0, column="score"),
            "permutation:permutations=500:alternative=greater:plus_one=no:alpha=1:column=score",
        ),
        (Permutation(alpha=1e-9), DEFAULT.replace("0.05", "1e-09")),
        (Permutation(alpha=inf), DEFAULT.replace("0.05", "inf")),
        (Permutation(alpha=np.float64(0.1)), DEFAULT.replace("0.05", "0.1")),
        (Permutation(column="raw: 5 % žluť = x\t"), DEFAULT + ":column=raw%3A 5 %25 žluť = x%09"),
    ],
)
def test_signatures_are_written_so(method, text):
    assert signature(method) == text
    assert read_back(method) == method


def test_an_empty_text_is_written_where_it_is_not_the_default():
    assert signature(Marked()) == "marked:mark=v"
    assert signature(Marked("")) == "marked:mark="
    assert read_back(Marked("")) == Marked("")


def test_what_is_not_named_keeps_its_default():
    assert with_settings(Permutation, ["alpha=0.1"]) == Permutation(alpha=0.1)
    assert with_settings(Permutation, []) == Permutation()


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (
            "beta=1",
            r"^permutation has no setting 'beta=1'\. Its settings: permutations, alternative, .*; write",
        ),
        (
            "alpha",
            r"^permutation has no setting 'alpha'\. Its settings: .*; write permutation:field=value\.$",
        ),
        ("", "^permutation has no setting ''"),
        ("name=x", "^permutation has no setting 'name=x'"),
        ("alpha=much", r"^permutation:alpha cannot be 'much'\. Give a number\.$"),
        ("alpha=", r"^permutation:alpha cannot be ''\. Give a number\.$"),
        ("permutations=1.5", r"^permutation:permutations cannot be '1\.5'\. Give a whole number\.$"),
        ("plus_one=True", r"^permutation:plus_one cannot be 'True'\. One of: yes, no\.$"),
        ("alternative=less", r"^permutation:alternative cannot be 'less'\. One of: two-sided, greater\.$"),
    ],
)
def test_bad_settings_say_what_to_write(setting, message):
    with pytest.raises(BadSetting, match=message):
        with_settings(Permutation, [setting])


def test_a_setting_stands_once():
    with pytest.raises(BadSetting, match=r"^permutation: alpha is given twice\. Give each setting once\.$"):
        with_settings(Permutation, ["alpha=0.1", "alpha=0.1"])


def test_a_method_without_settings_says_so():
    with pytest.raises(BadSetting, match=r"^plain has no setting 'x=1'\. plain has no settings\.$"):
        with_settings(Plain, ["x=1"])


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("cs-en", "cs-en"),
        ("a|b", "a%7Cb"),
        ("5 %", "5 %25"),
        ("a%7Cb", "a%257Cb"),
        ("a\nb", "a\\nb"),
        ("ž", "ž"),
    ],
)
def test_a_part_of_a_signature_is_written_so(text, written):
    assert in_signature(text) == written


@given(st.text())
def test_no_text_leaves_its_part_of_a_signature_or_the_line(text):
    written = in_signature(text)
    assert "|" not in written
    assert written.isprintable()
