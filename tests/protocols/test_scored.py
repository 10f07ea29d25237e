from dataclasses import replace

import numpy as np
import pytest

from holdfast._core.errors import BadSetting, UnknownMethod, UsageError
from holdfast._core.signature import signature
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.spans import Spans
from holdfast.model.study import Provenance, Study
from holdfast.protocols.base import scored
from holdfast.protocols.weights.google import Google
from holdfast.protocols.weights.unbabel import Unbabel


def study(protocol, *, marked=True):
    """Two ratings; the first has a critical error and a comma missing."""
    spans = Spans(
        rating=np.array([0, 0]),
        side=Column.constant("target", 2),
        start=np.array([0, 5]),
        end=np.array([3, 6]),
        category=Column.encode(["Accuracy/Omission", "Fluency/Punctuation"]),
        severity=Column.encode(["Critical", "Minor"]),
        text=Column.absent(2),
    )
    ratings = Ratings.build(
        score=np.array([70.0, 80.0]),
        system=Column.encode(["A", "B"]),
        segment=Column.constant("1", 2),
        protocol=protocol,
    )
    return Study(ratings, spans if marked else None, Provenance(reader="marot"))


@pytest.mark.parametrize(
    ("text", "score", "weights"),
    [
        (None, [5.1, 0.0], Google()),
        ("", [5.1, 0.0], Google()),
        ("google", [5.1, 0.0], Google()),
        ("google:cap=2.5", [2.5, 0.0], Google(cap=2.5)),
        ("unbabel:critical=25", [26.0, 0.0], Unbabel(critical=25.0)),
    ],
)
def test_spans_become_scores_and_the_study_says_by_what(text, score, weights):
    after = scored(study("mqm"), text)
    assert after.ratings.score.tolist() == score
    assert after.provenance == Provenance(reader="marot", weights=signature(weights))


@pytest.mark.parametrize("protocol", [None, "da", "a protocol of others"])
def test_scores_that_need_no_weights_stay(protocol):
    read = study(protocol)
    assert scored(read) is read


def test_mqm_scores_without_spans_stay_and_name_no_weights():
    read = study("mqm", marked=False)
    assert scored(read) is read


@pytest.mark.parametrize(
    "read", [study(None), study("da"), study("a protocol of others"), study("mqm", marked=False)]
)
def test_weights_without_use_are_refused(read):
    with pytest.raises(UsageError, match=r"no error spans to weigh\. Leave out --weights\.$"):
        scored(read, "unbabel")


@pytest.mark.parametrize("protocol", ["mqm", "da", None])
def test_wrong_weights_are_refused_first(protocol):
    with pytest.raises(UnknownMethod, match=r"^there are no weights 'gogle'"):
        scored(study(protocol), "gogle")
    with pytest.raises(BadSetting, match=r"^google has no setting 'minr=1'"):
        scored(study(protocol), "google:minr=1")


def test_the_study_that_was_read_stays_as_it_was():
    read = study("mqm")
    scored(read)
    assert read == replace(study("mqm"), spans=read.spans)
