from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import (
    BadSetting,
    Note,
    UnknownLabel,
    UnweightedSeverity,
    collected_warnings,
)
from holdfast.model.column import Column
from holdfast.model.spans import Spans
from holdfast.protocols.weights.base import (
    MOST,
    NOT_ERRORS,
    SEVERITIES,
    UNWEIGHTED,
    WEIGHTS,
    check_severity,
    thousandths,
    units_of,
)
from holdfast.protocols.weights.google import Google

SETS = ("google", "mtme", "unbabel", "wmt24")


def spans_of(*labels):
    """One span per (category, severity)."""
    n = len(labels)
    return Spans(
        rating=np.zeros(n, dtype=np.int64),
        side=Column.constant("target", n),
        start=np.full(n, -1),
        end=np.full(n, -1),
        category=Column.encode([category for category, _ in labels]),
        severity=Column.encode([severity for _, severity in labels]),
        text=Column.absent(n),
    )


# definitions §4 for google; peers-analysis §3.3 for how the public scorers differ.
COSTS = [
    # category, severity, google, mtme, unbabel, wmt24
    ("Accuracy/Mistranslation", "Major", 5, 5, 5, 5),
    ("Accuracy/Mistranslation", "Minor", 1, 1, 1, 1),
    ("Accuracy/Mistranslation", "Neutral", 0, 0, 0, 0),
    ("Accuracy/Mistranslation", "Critical", 5, 0, 10, 5),
    ("Accuracy/Mistranslation", "Trivial", 0.1, 0, 0, 0),
    ("Fluency/Punctuation", "Minor", 0.1, 0.1, 1, 0.1),
    ("Fluency/Punctuation", "Major", 5, 5, 5, 5),
    ("Fluency/Punctuation", "Neutral", 0, 0, 0, 0),
    ("Style/Punctuation marks", "Minor", 0.1, 1, 1, 1),
    ("Non-translation!", "Major", 25, 25, 5, 25),
    ("Non-translation!", "Minor", 25, 1, 1, 25),
    ("Non-translation!", "Critical", 25, 0, 10, 25),
    ("Non-translation!", "Neutral", 0, 0, 0, 0),
    ("Non-translation", "Major", 25, 5, 5, 5),
    ("Source issue", "Major", 0, 5, 5, 0),
    ("Source issue", "Minor", 0, 1, 1, 0),
    ("Source error", "Major", 0, 5, 5, 5),
    ("Accuracy/Creative Reinterpretation", "Major", 0, 5, 5, 0),
    ("Accuracy/Creative Reinterpretation", "Minor", 0, 1, 1, 0),
    ("No-error", "No-error", 0, 0, 0, 0),
    ("Found", "HOTW-test", 0, 0, 0, 0),
    ("Missed", "HOTW-test", 0, 0, 0, 0),
    ("Other", "Major", 5, 5, 5, 5),
    (None, "Major", 5, 5, 5, 5),
    (None, "Minor", 1, 1, 1, 1),
]


@pytest.mark.parametrize("spelling", [str, str.lower, str.upper, lambda label: f" {label} "])
@pytest.mark.parametrize(("column", "name"), list(enumerate(SETS)))
def test_each_set_costs_what_its_original_does(column, name, spelling):
    labels = [(category and spelling(category), spelling(severity)) for category, severity, *_ in COSTS]
    units = units_of(WEIGHTS.make(name), spans_of(*labels))
    assert (units / 1000).tolist() == [row[2 + column] for row in COSTS]


def test_all_sets_are_tried_above():
    assert set(SETS) == set(WEIGHTS.rows)
    assert {severity.lower() for _, severity, *_ in COSTS} == {*SEVERITIES, *NOT_ERRORS}


@pytest.mark.parametrize("name", SETS)
def test_free_categories_stay_free_when_neutral_errors_cost(name):
    weights = WEIGHTS.make(f"{name}:neutral=0.5")
    found = units_of(weights, spans_of(("Accuracy/Omission", "Neutral"), ("Source issue", "Minor")))
    assert found.tolist() == [500, 0 if name in ("google", "wmt24") else 1000]


labels = st.tuples(
    st.sampled_from(["Accuracy/Omission", "Fluency/Punctuation", "Source issue", "Non-translation!"])
    | st.none(),
    st.sampled_from(["Minor", "minor", "Major", "Critical", "Neutral", "Trivial", "No-error"]),
)


@given(st.lists(labels, max_size=12), st.sampled_from(SETS))
def test_spans_are_weighed_one_by_one(rows, name):
    weights = WEIGHTS.make(name)
    together = units_of(weights, spans_of(*rows))
    assert together.dtype == np.int64
    assert together.tolist() == [int(units_of(weights, spans_of(row))[0]) for row in rows]


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("severity", ["Serious", "", "min0r", "Majors", "no error", None])
def test_an_unknown_severity_is_never_scored(name, severity):
    rows = spans_of(("Accuracy/Omission", "Minor"), ("Accuracy/Omission", severity))
    with pytest.raises(
        UnknownLabel, match=r"unknown severity .*\. Known \(in any case\): neutral, trivial, minor"
    ):
        units_of(WEIGHTS.make(name), rows)


def test_a_column_without_any_severity_is_refused():
    with pytest.raises(UnknownLabel, match=r"^severity: unknown severity ''"):
        units_of(Google(), spans_of(("Accuracy/Omission", None)))


def test_an_unknown_severity_is_pointed_at():
    with pytest.raises(UnknownLabel, match=r"^a\.tsv:7:severity: unknown severity 'Serious'\. Known"):
        check_severity("Serious", file="a.tsv", line=7)


@pytest.mark.parametrize("severity", [*SEVERITIES, *NOT_ERRORS, *UNWEIGHTED, "Major", " MINOR ", "No-Error"])
def test_known_severities_pass_in_any_case(severity):
    check_severity(severity)


@pytest.mark.parametrize("name", SETS)
def test_undecided_carries_no_weight_and_says_so_once(name):
    rows = spans_of(
        ("Accuracy/Omission", "undecided"),
        ("Fluency/Grammar", "Undecided"),
        ("Fluency/Grammar", "undecided"),
        (None, "minor"),
    )
    with collected_warnings() as notes:
        units = units_of(WEIGHTS.make(name), rows)
    assert units.tolist() == [0, 0, 0, 1000]
    assert notes == [Note("UnweightedSeverity", "3 spans of severity 'undecided' carry no weight")]


def test_undecided_warns_python_too():
    with pytest.warns(UnweightedSeverity, match="^1 spans of severity 'undecided'"):
        units_of(Google(), spans_of((None, "undecided")))


def test_rows_that_are_not_errors_do_not_warn():
    with collected_warnings() as notes:
        units_of(Google(), spans_of(("No-error", "No-error"), ("Found", "HOTW-test")))
    assert notes == []


@given(st.integers(0, MOST * 1000))
def test_thousandths_are_exact(units):
    assert thousandths(Google(), float(Fraction(units, 1000))) == units


@pytest.mark.parametrize("value", [-0.1, -1.0, 0.0001, 1.00005, float("nan"), float("inf"), 1e7, 1e300])
def test_a_weight_that_cannot_be_summed_exactly_is_refused(value):
    with pytest.raises(
        BadSetting, match=r"^google: a weight cannot be .*\. Weights and caps lie between 0 and 1,000,000"
    ):
        units_of(Google(minor=value), spans_of((None, "minor")))


def test_a_bad_weight_that_is_not_needed_does_no_harm():
    assert units_of(Google(critical=-1), spans_of((None, "minor"))).tolist() == [1000]
