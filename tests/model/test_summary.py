import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from holdfast._core.version import __version__
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.scale import Scale
from holdfast.model.spans import Spans
from holdfast.model.study import Provenance, SourceFile, Study
from holdfast.model.summary import MOST_LISTED, summarise


def study(**changed):
    """Six ratings of three systems; segment 1 stands in two documents, and d1 in two domains."""
    given = {
        "score": np.array([1.0, 2.0, np.nan, 4.0, 5.0, np.nan]),
        "system": Column.encode(["A", "B", "C", "A", "B", "A"]),
        "segment": Column.encode(["1", "1", "2", "1", "1", "1"]),
        "document": Column.encode(["d1", "d1", "d1", "d2", "d2", "d1"]),
        "domain": Column.encode(["news", "news", "news", "news", "news", "social"]),
        "rater": Column.encode(["r1", "r2", "r1", "r1", None, "r2"]),
        "kind": Column.encode(["output", "output", "output", "repeat", "output", "output"]),
        "scale": Scale(0, 6),
        "protocol": "sqm",
    }
    provenance = Provenance(
        files=(SourceFile("a.tsv", "0123456789abcdef" * 4),),
        reader="marot:mark=v",
        conventions=("lines are ratings",),
        dropped={"no score": 2},
        raw={"srclang": ("English",)},
    )
    return Study(Ratings.build(**given | changed), None, provenance)


def test_a_summary_counts_what_is_there():
    summary = summarise(study())
    assert summary.to_dict() == {
        "signature": f"holdfast={__version__}|data=0123456789ab|reader=marot:mark=v",
        "format": "marot:mark=v",
        "protocol": "sqm",
        "scale": {"low": 0, "high": 6, "better": "higher"},
        "select": {
            "domain": ["news", "social"],
            "system": ["A", "B", "C"],
            "document": ["d1", "d2"],
            "segment": ["1", "2"],
            "rater": ["r1", "r2"],
            "kind": ["output", "repeat"],
            "level": ["segment"],
            "srclang": ["English"],
        },
        "systems": 3,
        "documents": 3,
        "segments": 4,
        "raters": 2,
        "ratings": 6,
        "comparisons": 0,
        "spans": 0,
        "unscored": 2,
        "kinds": {"output": 5, "repeat": 1},
        "levels": {"segment": 6},
        "dropped": {"no score": 2},
        "conventions": ["lines are ratings"],
        "files": [{"path": "a.tsv", "sha256": "0123456789abcdef" * 4}],
    }
    assert json.loads(json.dumps(summary.to_dict(), allow_nan=False)) == summary.to_dict()


def test_every_key_of_a_summary_can_be_selected_by():
    whole = study()
    for key, values in summarise(whole).select.items():
        if key not in whole.provenance.raw:
            counted = [len(whole.select({key: (value,)}).ratings) for value in values]
            assert sum(counted) == sum(label is not None for label in getattr(whole.ratings, key).to_list())


@pytest.mark.parametrize(
    ("documents", "count"),
    [([None] * 6, 0), (["d1", "d1", "d1", "d2", "d2", None], 2), (["d1", None, None, None, None, None], 1)],
)
def test_ratings_without_a_document_are_no_document(documents, count):
    assert summarise(study(document=Column.encode(documents))).documents == count


def test_many_values_are_listed_in_part():
    n = MOST_LISTED + 5
    many = Ratings.build(
        score=np.zeros(n),
        system=Column.constant("A", n),
        segment=Column.encode([f"{number}" for number in range(n)]),
    )
    summary = summarise(Study(many))
    assert summary.segments == n
    assert summary.select["segment"] == [f"{number}" for number in range(MOST_LISTED)]
    assert summary.signature.split("|")[1] == "data=memory"


def test_scores_yet_to_be_computed_from_spans_are_not_missing():
    spans = Spans(
        rating=np.array([0, 0]),
        side=Column.constant("target", 2),
        start=np.array([0, 5]),
        end=np.array([3, 9]),
        category=Column.constant("accuracy", 2),
        severity=Column.constant("minor", 2),
        text=Column.absent(2),
    )
    summary = summarise(Study(study().ratings, spans))
    assert (summary.spans, summary.unscored) == (2, 0)


def test_no_ratings_are_nothing():
    nothing = study().ratings.where(np.zeros(6, dtype=np.bool_))
    summary = summarise(Study(nothing))
    counts = (summary.systems, summary.documents, summary.segments, summary.raters, summary.ratings)
    assert counts == (0, 0, 0, 0, 0)
    assert summary.kinds == {}


def test_a_summary_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        summarise(study()).systems = 5
