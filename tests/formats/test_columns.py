import pytest

from holdfast._core.errors import BadSelection, BadSetting
from holdfast.formats.columns import understand
from holdfast.formats.synonyms import MEANINGS


def columns_of(header, raters="", **named):
    return understand(header.split(","), named, raters, "ratings.csv")


@pytest.mark.parametrize(
    ("header", "of"),
    [
        ("system,segment,score", {"system": "system", "segment": "segment", "score": "score"}),
        ("model,sid,points", {"system": "model", "segment": "sid", "score": "points"}),
        ("MT System,SEG_ID,Rating", {"system": "MT System", "segment": "SEG_ID", "score": "Rating"}),
        ("sys.id,seg-id, score ", {"system": "sys.id", "segment": "seg-id", "score": " score "}),
        (
            "username,system,itemId,itemType,score,docId,isDocScore,timeStart,timeEnd",
            {
                "rater": "username",
                "system": "system",
                "segment": "itemId",
                "kind": "itemType",
                "score": "score",
                "document": "docId",
                "level": "isDocScore",
                "started": "timeStart",
                "finished": "timeEnd",
            },
        ),
        (
            ",".join([*MEANINGS, "protocol"]),
            None,
        ),
        (
            "LANGPAIR,ANNOTYPE,segid,rating",
            {"lp": "LANGPAIR", "aspect": "ANNOTYPE", "segment": "segid", "score": "rating"},
        ),
        (
            "worker_id,hit,engine,line,value",
            {"rater": "worker_id", "task": "hit", "system": "engine", "segment": "line", "score": "value"},
        ),
        # A name that fits better wins, wherever it stands, and nothing is uncertain.
        ("item,segment,value,score", {"segment": "segment", "score": "score"}),
        ("line,seg_id,judgement,rating", {"segment": "seg_id", "score": "rating"}),
        ("System,system,seg,score", {"system": "system", "segment": "seg", "score": "score"}),
        ("model,System,seg,score", {"system": "System", "segment": "seg", "score": "score"}),
        ("scores,systematic,segmentation,raters", {}),
    ],
)
def test_columns_are_guessed_by_their_names(header, of):
    columns = columns_of(header)

    assert columns.of == (of if of is not None else {name: name for name in header.split(",")})
    assert columns.ties == ()
    assert columns.raters == ()


def test_two_columns_that_fit_equally_well():
    columns = columns_of("engine,model,segment,points,rating,rating_2")

    assert columns.of == {"system": "engine", "segment": "segment", "score": "points"}
    assert columns.ties == (("system", "engine", "model"), ("score", "points", "rating"))
    assert columns.others == ["model", "rating", "rating_2"]


@pytest.mark.parametrize(
    ("header", "raters"),
    [
        ("SEGID,ANNOTATOR_01,ANNOTATOR_02,ANNOTATOR_10", "ANNOTATOR_01 ANNOTATOR_02 ANNOTATOR_10"),
        ("segment,rater1,system,rater2", "rater1 rater2"),
        ("segment,annotator_a,annotator_b,annotype", "annotator_a annotator_b"),
        ("segment,RaterA,RaterB", "RaterA RaterB"),
        ("segment,Judge 1,Judge 2,rater", "Judge 1,Judge 2"),
        ("segment,rater1", ""),
        ("segment,rater1,judge1", ""),
        ("segment,rater_id,rater_age,rater_s_name", ""),
        ("segment,rater1,rater2,score", ""),
        ("segment,rater1,rater2,value", ""),
        ("segment,user1,user2,worker1,worker2", "user1 user2"),
    ],
)
def test_wide_tables_are_guessed_where_there_is_no_score(header, raters):
    expected = raters.split("," if "," in raters else None)
    columns = columns_of(header)

    assert list(columns.raters) == expected
    assert not expected or "rater" not in columns.of
    assert (len(columns.ties) > 0) == ("worker1" in header)


@pytest.mark.parametrize(
    ("raters", "found"),
    [
        ("expert", ["expert one", "expert two"]),
        ("expert .*", ["expert one", "expert two"]),
        (r"(expert|novice) \w+", ["expert one", "expert two", "novice one"]),
        (".* one", ["expert one", "novice one"]),
        ("novice (", None),
        ("score", ["score"]),
        ("segment", ["segment"]),
    ],
)
def test_columns_of_raters_can_be_named(raters, found):
    header = "segment,expert one,expert two,novice one,score,novice (2)"
    if found is None:
        found = ["novice (2)"]

    assert list(columns_of(header, raters).raters) == found


def test_what_is_named_is_not_guessed():
    columns = columns_of("item,line,score,points,user", segment="line", score="points", rater="-")

    assert columns.of == {"segment": "line", "score": "points"}
    assert columns.others == ["item", "score", "user"]


def test_a_wide_table_can_be_turned_off():
    assert columns_of("segment,rater1,rater2", raters="-").raters == ()
    assert not columns_of("segment,rater1,rater2", raters="-").enough


@pytest.mark.parametrize(
    ("named", "column"),
    [
        ("Points", "Points"),
        ("points", "Points"),
        (" POINTS ", "Points"),
        ("a,b", None),
        ("Point", None),
        ("x", None),
    ],
)
def test_a_named_column_is_there_or_the_columns_are_listed(named, column):
    header = "segment,Points,x ,X"
    if column:
        assert columns_of(header, score=named).of["score"] == column
        return
    with pytest.raises(BadSelection, match="there is no column") as caught:
        columns_of(header, score=named)
    assert "segment, Points" in caught.value.hint


def test_no_column_of_raters():
    with pytest.raises(BadSelection, match="no column matches") as caught:
        columns_of("segment,score", raters="ANNOTATOR_")
    assert "Columns: segment, score" in caught.value.hint


@pytest.mark.parametrize("named", [{"rater": "who"}, {"z": "zz"}, {"score": "sum"}])
def test_a_wide_table_has_no_single_column_for_what_each_rating_has(named):
    with pytest.raises(BadSetting, match="no single column"):
        columns_of("segment,who,zz,sum,rater1,rater2", raters="rater", **named)


@pytest.mark.parametrize(
    ("header", "raters", "named", "said"),
    [
        ("model,sid,points", "", {}, "columns: system = model, segment = sid, score = points (guessed)"),
        ("system,segment,score", "", {}, "columns: system, segment, score (by name)"),
        (
            "system,sid,a,user,b",
            "",
            {"score": "a"},
            "columns: score = a (named); system (by name); segment = sid, rater = user (guessed)",
        ),
        (
            "seg,rater1,rater2,rater3",
            "",
            {},
            "columns: segment = seg, raters = rater1 … rater3, 3 in all (guessed)",
        ),
        ("seg,x1", "x", {}, "columns: raters = x1, 1 in all (named); segment = seg (guessed)"),
    ],
)
def test_what_was_understood_is_said(header, raters, named, said):
    assert str(columns_of(header, raters, **named)) == said
