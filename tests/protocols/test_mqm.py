from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import BadSetting, NotEnoughData, UnknownLabel, UsageError
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.scale import Scale
from holdfast.model.spans import Spans
from holdfast.model.study import Provenance, Study
from holdfast.protocols.builtin.mqm.rules import Mqm
from holdfast.protocols.weights.google import Google
from holdfast.protocols.weights.unbabel import Unbabel

MAJOR = ("Accuracy/Omission", "Major")
MINOR = ("Accuracy/Omission", "Minor")
COMMA = ("Fluency/Punctuation", "Minor")
NEUTRAL = ("Style/Awkward", "Neutral")
NOTHING = ("Non-translation!", "Major")
NO_ERROR = ("No-error", "No-error")


def marked(*ratings, order=None):
    """One rating per list of (category, severity)."""
    rows = [(number, *label) for number, errors in enumerate(ratings) for label in errors]
    rows = [rows[place] for place in order] if order else rows
    n = len(rows)
    return Study(
        Ratings.build(
            score=np.full(len(ratings), np.nan),
            system=Column.encode([f"S{number}" for number in range(len(ratings))]),
            segment=Column.constant("1", len(ratings)),
        ),
        Spans(
            rating=np.array([row[0] for row in rows], dtype=np.int64),
            side=Column.constant("target", n) if n else Column.absent(0),
            start=np.zeros(n, dtype=np.int64),
            end=np.ones(n, dtype=np.int64),
            category=Column.encode([row[1] for row in rows]),
            severity=Column.encode([row[2] for row in rows]),
            text=Column.absent(n),
        ),
        Provenance(reader="marot"),
    )


def scored(study, weights=None):
    ratings = Mqm().score(study, weights).ratings
    return ratings.score.tolist(), ratings.n_errors.tolist()


@pytest.mark.parametrize(
    ("errors", "score", "n_errors"),
    [
        ([], 0.0, 0),
        ([NO_ERROR], 0.0, 0),
        ([NEUTRAL], 0.0, 0),
        ([MINOR], 1.0, 1),
        ([MAJOR, MINOR, COMMA, NEUTRAL], 6.1, 3),
        ([NOTHING, MAJOR], 30.0, 2),
        ([COMMA] * 10, 1.0, 10),
        ([COMMA] * 3, 0.3, 3),
        ([COMMA] * 7 + [MINOR], 1.7, 8),
    ],
)
def test_a_score_is_the_exact_sum_of_weights(errors, score, n_errors):
    # Alone and among others: plain sums of .1 would miss the last bit.
    assert scored(marked(errors)) == ([score], [n_errors])
    assert scored(marked([MAJOR], errors, [])) == ([5.0, score, 0.0], [1, n_errors, 0])


@given(
    st.lists(st.tuples(*[st.integers(0, 12)] * 3), min_size=1, max_size=5), st.randoms(use_true_random=False)
)
def test_equal_penalties_are_equal_numbers_in_any_order(counts, random):
    ratings = [[MAJOR] * major + [MINOR] * minor + [COMMA] * comma for major, minor, comma in counts]
    order = list(range(sum(map(len, ratings))))
    random.shuffle(order)
    score, n_errors = scored(marked(*ratings, order=order))
    assert score == [(50 * major + 10 * minor + comma) / 10 for major, minor, comma in counts]
    assert n_errors == [sum(row) for row in counts]


@pytest.mark.parametrize(
    ("cap", "expected"),
    [(0.0, [30.0, 25.0, 6.1, 0.0]), (25.0, [25.0, 25.0, 6.1, 0.0]), (5.5, [5.5, 5.5, 5.5, 0.0])],
)
def test_the_cap_is_the_highest_penalty_of_a_segment(cap, expected):
    study = marked([NOTHING, MAJOR], [NOTHING], [MAJOR, MINOR, COMMA], [])
    score, n_errors = scored(study, Google(cap=cap))
    assert score == expected
    assert n_errors == [2, 1, 3, 0]


@pytest.mark.parametrize("cap", [-1.0, float("nan"), float("inf"), 0.0001])
def test_a_cap_that_is_none_is_refused(cap):
    with pytest.raises(BadSetting, match=r"^google: a weight cannot be .*Weights and caps lie between"):
        scored(marked([MAJOR]), Google(cap=cap))


def test_google_is_the_default_and_others_are_used():
    study = marked([("Accuracy/Omission", "Critical")], [COMMA])
    assert scored(study) == scored(study, Google()) == ([5.0, 0.1], [1, 1])
    assert scored(study, Unbabel()) == ([10.0, 1.0], [1, 1])
    assert scored(study, Unbabel(critical=0.0)) == ([0.0, 1.0], [0, 1])


def test_only_score_errors_and_scale_are_new():
    study = marked([MAJOR], [])
    after = Mqm().score(study, None)
    assert after.ratings.scale == Scale(low=0, better="lower")
    unscored = replace(
        after.ratings,
        score=study.ratings.score,
        n_errors=study.ratings.n_errors,
        scale=study.ratings.scale,
    )
    assert unscored == study.ratings
    assert after.spans is study.spans
    assert after.provenance == study.provenance
    assert np.isnan(study.ratings.score).all()


def test_no_spans_at_all_is_no_error_at_all():
    assert scored(marked([], [])) == ([0.0, 0.0], [0, 0])


def test_an_unknown_severity_stops_the_scoring():
    with pytest.raises(UnknownLabel, match="unknown severity 'serious'"):
        scored(marked([("Accuracy/Omission", "Serious")]))


def test_scores_without_spans_are_kept_as_read():
    read = replace(marked([MAJOR]), spans=None)
    read = replace(read, ratings=replace(read.ratings, score=np.array([3.2])))
    assert Mqm().score(read, None) is read
    with pytest.raises(UsageError, match=r"no error spans to weigh\. Leave out --weights\.$"):
        Mqm().score(read, Google())


def test_neither_spans_nor_scores_are_not_enough():
    with pytest.raises(NotEnoughData, match=r"neither MQM spans nor scores\. Read a file with spans\.$"):
        Mqm().score(replace(marked([MAJOR]), spans=None), None)
