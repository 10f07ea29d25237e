from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import BadSelection
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.spans import Spans
from holdfast.model.study import Provenance, SourceFile, Study

SYSTEMS = ["A", "B", "C", "A", "B", "C"]
DOMAINS = ["news", "news", "news", "social", "social", None]
MARKED = [0, 0, 1, 3, 5, 5, 5]


def ratings():
    return Ratings.build(
        score=np.arange(6.0),
        system=Column.encode(SYSTEMS),
        segment=Column.encode(["1", "1", "1", "2", "2", "2"]),
        domain=Column.encode(DOMAINS),
        lp=Column.constant("en-de", 6),
    )


def spans():
    n = len(MARKED)
    return Spans(
        rating=np.array(MARKED),
        side=Column.constant("target", n),
        start=np.arange(n),
        end=np.arange(n) + 1,
        category=Column.constant("accuracy", n),
        severity=Column.constant("minor", n),
        text=Column.encode([f"rating {rating}" for rating in MARKED]),
    )


def study(**provenance):
    return Study(ratings(), spans(), Provenance(**provenance))


def texts_by_score(these):
    """For each rating, known by its score, the texts of its spans."""
    texts = {score: [] for score in these.ratings.score.tolist()}
    for row, text in zip(these.spans.rating.tolist(), these.spans.text.to_list(), strict=True):
        texts[these.ratings.score[row]].append(text)
    return texts


def scores(these):
    return these.ratings.score.tolist()


@given(st.lists(st.booleans(), min_size=6, max_size=6))
def test_where_keeps_ratings_with_their_spans(mask):
    whole = study(reader="marot")
    kept = whole.where(np.array(mask))
    expected = {score: texts for score, texts in texts_by_score(whole).items() if mask[int(score)]}
    assert texts_by_score(kept) == expected
    assert kept.provenance == whole.provenance
    assert scores(whole) == list(range(6))


def test_where_of_ratings_without_spans():
    kept = Study(ratings()).where(np.array([True, False] * 3))
    assert kept.spans is None
    assert scores(kept) == [0, 2, 4]


@pytest.mark.parametrize(
    ("selection", "kept"),
    [
        ({}, [0, 1, 2, 3, 4, 5]),
        ({"system": ("A",)}, [0, 3]),
        ({"system": ("A", "C")}, [0, 2, 3, 5]),
        ({"system": ("A", "C"), "domain": ("news",)}, [0, 2]),
        ({"domain": ("news", "social")}, [0, 1, 2, 3, 4]),
        ({"kind": ("output",), "level": ("segment",), "lp": ("en-de",)}, [0, 1, 2, 3, 4, 5]),
    ],
)
def test_select_keeps_what_has_one_of_the_values_under_every_key(selection, kept):
    selected = study().select(selection)
    assert scores(selected) == kept
    assert set(selected.spans.text.to_list()) == {f"rating {row}" for row in kept if row in MARKED}
    assert selected.provenance.selected == selection


def test_a_second_selection_restricts_the_first():
    once = study().select({"system": ("A", "B")})
    twice = once.select({"system": ("B",), "domain": ("news",)})
    assert scores(twice) == [1]
    assert twice.provenance.selected == {"system": ("B",), "domain": ("news",)}
    assert scores(once.select({"system": ("A", "B")})) == scores(once)
    with pytest.raises(BadSelection, match=r"^no rating has system=C"):
        once.select({"system": ("C",)})


def test_a_column_of_the_file_that_the_reader_has_served_is_known():
    served = study(selected={"srclang": ("English",)}, raw={"srclang": ("English", "Czech")})
    assert scores(served.select({"srclang": ("English",), "system": ("A",)})) == [0, 3]
    with pytest.raises(BadSelection, match="It is a column of the file: select when reading"):
        served.select({"srclang": ("Czech",)})


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        ({"system": ("a",)}, r"^no rating has system=a\. .*There are: A, B, C\.$"),
        (
            {"domain": ("new",)},
            r"^no rating has domain=new\. Did you mean 'news'\? There are: news, social\.$",
        ),
        ({"system": ("A", "Z")}, "^no rating has system=Z"),
        ({"domain": ("social",), "system": ("C",)}, "^no rating has domain=social, system=C together"),
        ({"sistem": ("A",)}, "^nothing can be selected by 'sistem'. Did you mean 'system'"),
        (
            {"score": ("1",)},
            "^nothing can be selected by 'score'. .*There are: lp, domain, system, segment, kind, level",
        ),
        ({"srclang": ("English",)}, "^nothing can be selected by 'srclang'. It is a column of the file"),
        ({"srclng": ("English",)}, "^nothing can be selected by 'srclng'. Did you mean 'srclang'"),
        ({"rater": ("r1",)}, r"^no rating has rater=r1\. There are none\.$"),
    ],
)
def test_a_selection_of_nothing_is_refused(selection, message):
    with pytest.raises(BadSelection, match=message):
        study(raw={"srclang": ("English",)}).select(selection)


def test_no_ratings_at_all_are_refused():
    empty = Study(ratings().where(np.zeros(6, dtype=np.bool_)))
    with pytest.raises(BadSelection, match=r"^there are no ratings"):
        empty.select({})


@pytest.mark.parametrize("axis", ["campaign", "lp", "aspect"])
def test_separate_evaluations_are_not_mixed(axis):
    mixed = replace(ratings(), **{axis: Column.encode(["x", "y", "x", "y", "x", None])})
    with pytest.raises(
        BadSelection, match=rf"^the data hold 2 values of {axis}: x, y\. .*--select {axis}=x\.$"
    ):
        Study(mixed).require_single()
    Study(mixed).select({axis: ("x",)}).require_single()


def test_many_separate_evaluations_are_not_all_listed():
    nine = Ratings.build(
        score=np.zeros(9),
        system=Column.constant("A", 9),
        segment=Column.constant("1", 9),
        lp=Column.encode([f"en-x{number}" for number in range(9)]),
    )
    with pytest.raises(BadSelection, match=r"hold 8 values of lp: en-x0, .*, en-x7\. Choose one: --select"):
        Study(nine.where(np.arange(8))).require_single()
    with pytest.raises(
        BadSelection, match=r"hold 9 values of lp: en-x0, .*, en-x7, …\. Choose one: --select"
    ):
        Study(nine).require_single()


@pytest.mark.parametrize("axis", ["domain", "system"])
def test_other_axes_may_have_many_values(axis):
    assert len(getattr(ratings(), axis).labels) > 1
    study().require_single()


def test_the_digest_names_every_file_in_short():
    files = (SourceFile("a.tsv", "0123456789abcdef" * 4), SourceFile("b.tsv", "fedcba9876543210" * 4))
    assert Provenance(files=files).digest == "0123456789ab+fedcba987654"
    assert Provenance(files=files[:1]).digest == "0123456789ab"
    assert Provenance().digest == ""


@pytest.mark.parametrize(
    ("provenance", "text"),
    [
        (Provenance(), "data=memory"),
        (Provenance(reader="wmt_da"), "data=memory|reader=wmt_da"),
        (
            Provenance(
                files=(SourceFile("a.tsv", "0123456789abcdef" * 4),),
                selected={"system": ("B", "A|x"), "lp": ("cs-en",)},
                reader="marot:mark=v",
                weights="google",
            ),
            "data=0123456789ab|select=lp=cs-en|select=system=B|select=system=A%7Cx|reader=marot:mark=v|weights=google",
        ),
    ],
)
def test_the_signature_says_which_data_and_how_they_were_read(provenance, text):
    assert provenance.signature == text


def test_a_study_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        study().ratings = ratings()
    with pytest.raises(FrozenInstanceError):
        study().provenance.reader = "other"
