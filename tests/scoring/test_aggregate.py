"""Aggregation against a reference of dicts, written from the definitions (§1, §2.3): the scores of equal
(system, document, segment) are averaged first, a system's score is the mean over its segments."""

import math
from statistics import fmean

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from holdfast._core.errors import MissingDocuments, NotEnoughData, ReplicaDefect, collected_warnings
from holdfast.model.scale import Scale
from holdfast.scoring.aggregate import segment_scores


def of_rows(ratings_of, rows, kept=None, **options):
    ratings = ratings_of(rows)
    taken = np.ones(len(ratings), dtype=np.bool_) if kept is None else np.array(kept)
    return segment_scores(ratings, ratings.score, taken, **options)


def cells_of(rows):
    """Return (system, (domain, document, segment)) → the scores that are there."""
    cells = {}
    for row in rows:
        if row["score"] is not None:
            where = (row["domain"], row["document"], row["segment"])
            cells.setdefault((row["system"], where), []).append(row["score"])
    return cells


rating = st.fixed_dictionaries(
    {
        "system": st.sampled_from("ABC"),
        "domain": st.sampled_from(["news", "chat", None]),
        "document": st.sampled_from(["d1", "d2", None]),
        "segment": st.sampled_from("123"),
        "rater": st.sampled_from(["r1", "r2", None]),
        "score": st.none() | st.integers(-800, 800).map(lambda eighths: eighths / 8),
    }
)
studies = st.lists(rating, min_size=1, max_size=40)


@given(studies)
def test_cells_are_those_of_a_dict(ratings_of, rows):
    cells = cells_of(rows)
    assume(cells)
    with collected_warnings():
        scores = of_rows(ratings_of, rows)
    assert scores.systems == tuple(dict.fromkeys(row["system"] for row in rows))
    segments = {where for _, where in cells}
    assert scores.values.shape == scores.counts.shape == (len(scores.systems), len(segments))
    for s, system in enumerate(scores.systems):
        mine = {where: values for (name, where), values in cells.items() if name == system}
        # Columns have no names: a system's cells are compared as a bag, its mean exactly.
        found = scores.values[s]
        np.testing.assert_allclose(sorted(found[~np.isnan(found)]), sorted(map(fmean, mine.values())))
        assert sorted(scores.counts[s][scores.counts[s] > 0]) == sorted(map(len, mine.values()))
        assert np.array_equal(scores.counts[s] == 0, np.isnan(found))
        expected = fmean(map(fmean, mine.values())) if mine else math.nan
        np.testing.assert_allclose(scores.means()[s], expected, atol=1e-12)


@given(studies)
def test_columns_are_the_same_segment_for_all_systems(ratings_of, rows):
    # Each segment gets a score of its own, whoever rates it: then a column must hold one value only.
    where = {}
    for row in rows:
        key = (row["domain"], row["document"], row["segment"])
        row["score"] = float(where.setdefault(key, len(where)))
    with collected_warnings():
        scores = of_rows(ratings_of, rows)
    for column in scores.values.T:
        assert len({value for value in column if not math.isnan(value)}) == 1
    assert sorted(np.nanmax(scores.values, axis=0)) == list(range(len(where)))


@given(studies)
def test_documents_and_domains_are_runs_of_what_belongs_together(ratings_of, rows):
    # The score tells the segment, so that a column can be named.
    where = {}
    for row in rows:
        key = (row["domain"], row["document"], row["segment"])
        row["score"] = float(where.setdefault(key, len(where)))
    with collected_warnings():
        scores = of_rows(ratings_of, rows)
    names = {number: key for key, number in where.items()}
    columns = [names[int(value)] for value in np.nanmax(scores.values, axis=0)]
    assert len(set(zip(scores.domain.tolist(), (c[0] for c in columns), strict=True))) == scores.domains
    assert scores.domains == len({c[0] for c in columns})
    documents = {(c[0], c[1]) if c[1] is not None else c for c in columns}  # without one: on its own
    told = {
        ((c[0], c[1]) if c[1] is not None else c, d) for c, d in zip(columns, scores.document, strict=True)
    }
    assert scores.documents == len(documents) == len(told)
    for numbers in (scores.document, scores.domain):
        assert numbers[0] == 0
        assert set(np.diff(numbers)) <= {0, 1}


def test_a_segment_that_is_rated_often_weighs_no_more(ratings_of):
    rows = [{"system": "A", "document": "d", "segment": "1", "score": x} for x in (10, 20, 60)]
    rows += [{"system": "A", "document": "d", "segment": "2", "score": 50}]
    scores = of_rows(ratings_of, rows)
    assert scores.means().tolist() == [40]
    assert scores.counts.tolist() == [[3, 1]]


tenths = st.lists(st.integers(0, 250), min_size=2, max_size=4)


@given(tenths, st.integers(1, 50), st.randoms())
def test_equal_means_of_tenths_are_equal_numbers(ratings_of, mine, moved, random):
    # Ranks and signs ask whether two means are equal: noise in the last bits must not decide.
    other = [mine[0] + moved, mine[1] - moved, *mine[2:]]
    random.shuffle(other)
    rows = [
        {"system": system, "document": "d", "segment": "1", "rater": f"r{i}", "score": tenth / 10}
        for system, cell in (("A", mine), ("B", other))
        for i, tenth in enumerate(cell)
    ]
    a, b = of_rows(ratings_of, rows).values[:, 0]
    assert a == b
    assert a == pytest.approx(sum(mine) / 10 / len(mine))


def test_segment_numbers_repeat_in_every_document(ratings_of):
    rows = [
        {"system": "A", "document": document, "segment": "1", "score": score}
        for document, score in (("d1", 10), ("d2", 20), ("d1", 30))
    ]
    scores = of_rows(ratings_of, rows)
    assert scores.values.tolist() == [[20, 20]]
    assert scores.document.tolist() == [0, 1]


def test_documents_may_have_one_name_in_two_domains(ratings_of):
    rows = [
        {"system": "A", "domain": domain, "document": "d1", "segment": "1", "score": score}
        for domain, score in (("news", 10), ("chat", 20))
    ]
    scores = of_rows(ratings_of, rows)
    assert sorted(scores.values[0]) == [10, 20]
    assert (scores.documents, scores.domains) == (2, 2)


def test_segments_without_a_document_stand_alone(ratings_of):
    rows = [{"system": "A", "segment": str(i), "score": i} for i in range(3)]
    with pytest.warns(MissingDocuments, match="3 of 3 segments belong to no document"):
        scores = of_rows(ratings_of, rows)
    assert scores.document.tolist() == [0, 1, 2]


def test_some_segments_without_a_document_stand_alone(ratings_of):
    rows = [{"system": "A", "document": "d", "segment": str(i), "score": i} for i in range(3)]
    rows += [{"system": "A", "document": None, "segment": str(i), "score": i} for i in range(2)]
    with pytest.warns(MissingDocuments, match="2 of 5 segments"):
        scores = of_rows(ratings_of, rows)
    assert sorted(np.bincount(scores.document)) == [1, 1, 3]


def test_what_is_not_kept_takes_no_part(ratings_of):
    rows = [
        {"system": s, "document": "d", "segment": "1", "score": x} for s, x in (("A", 1), ("A", 9), ("B", 5))
    ]
    scores = of_rows(ratings_of, rows, [True, False, True])
    assert scores.values.tolist() == [[1], [5]]


def test_a_system_without_scores_keeps_its_row(ratings_of):
    rows = [{"system": s, "document": "d", "segment": "1", "score": x} for s, x in (("A", 1), ("B", None))]
    scores = of_rows(ratings_of, rows)
    np.testing.assert_array_equal(scores.values, [[1], [np.nan]])
    np.testing.assert_array_equal(scores.means(), [1, np.nan])


@pytest.mark.parametrize("kept", [[False], [True]])
def test_something_must_be_left(ratings_of, kept):
    with pytest.raises(NotEnoughData, match="no rating of an output has a score"):
        of_rows(ratings_of, [{"system": "A", "segment": "1", "score": None if kept[0] else 3}], kept)


@pytest.mark.parametrize(("better", "sign"), [("higher", 1), ("lower", -1)])
def test_better_asks_the_scale(ratings_of, better, sign):
    ratings = ratings_of(
        [{"system": "A", "document": "d", "segment": "1", "score": 4}], scale=Scale(better=better)
    )
    scores = segment_scores(ratings, ratings.score, np.array([True]))
    assert scores.values.tolist() == [[4]]
    assert scores.better.tolist() == [[4 * sign]]


def test_one_domain_can_be_taken(scores_of):
    scores = scores_of(
        [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], document=[0, 0, 1, 2, 2], domain=[0, 0, 0, 1, 1], lower=True
    )
    part = scores.of_domain(1)
    assert part.values.tolist() == [[4, 5], [9, 10]]
    assert part.document.tolist() == [0, 0]
    assert part.domain.tolist() == [0, 0]
    assert part.sign == -1
    assert scores.of_domain(0).document.tolist() == [0, 0, 1]


def rated(system, segment, *by):
    return [
        {"system": system, "document": "d", "segment": segment, "rater": rater, "score": score}
        for rater, score in by
    ]


def test_a_rating_can_be_the_unit(ratings_of):
    rows = [
        *rated("A", "1", ("r1", 1), ("r2", 2)),
        *rated("A", "2", ("r1", 3), ("r3", 4)),
        *rated("B", "1", ("r1", 5), ("r2", 6)),
        *rated("B", "2", ("r1", 7), ("r3", 8)),
    ]
    with pytest.warns(ReplicaDefect, match="several ratings of one segment count as so many segments"):
        scores = of_rows(ratings_of, rows, unit="rating")
    assert scores.values.tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert scores.counts.tolist() == [[1] * 4] * 2
    assert scores.document.tolist() == [0] * 4


@given(st.permutations(range(8)))
def test_the_ratings_of_one_rater_are_paired_whatever_the_order(ratings_of, order):
    # r1 finds A the better, r2 finds B the better: by size the scores would pair the other way.
    rows = [
        row
        for segment in (10, 20)
        for row in (
            *rated("A", str(segment), ("r1", segment + 1), ("r2", segment + 2)),
            *rated("B", str(segment), ("r1", segment + 4), ("r2", segment + 3)),
        )
    ]
    with collected_warnings():
        scores = of_rows(ratings_of, [rows[i] for i in order], unit="rating")
    a, b = (scores.values[scores.systems.index(name)] for name in "AB")
    assert set(zip(a.tolist(), b.tolist(), strict=True)) == {(11, 14), (12, 13), (21, 24), (22, 23)}


@given(st.permutations(range(4)))
def test_which_ratings_are_paired_does_not_depend_on_the_order_of_the_rows(ratings_of, order):
    # A is rated by r1 and r2, B by r2 and r3: by the raters' names r1 meets r2, and r2 meets r3.
    rows = [*rated("A", "1", ("r1", 1), ("r2", 2)), *rated("B", "1", ("r2", 30), ("r3", 20))]
    with collected_warnings():
        scores = of_rows(ratings_of, [rows[i] for i in order], unit="rating")
    pairs = {tuple(sorted(column)) for column in scores.values.T.tolist()}
    assert pairs == {(1, 30), (2, 20)}


@given(studies)
def test_every_rating_is_a_cell_where_it_is_the_unit(ratings_of, rows):
    scored = [row for row in rows if row["score"] is not None]
    assume(scored)
    with collected_warnings():
        scores = of_rows(ratings_of, rows, unit="rating")
    for s, system in enumerate(scores.systems):
        found = scores.values[s]
        assert sorted(found[~np.isnan(found)]) == sorted(r["score"] for r in scored if r["system"] == system)
        assert scores.counts[s].max() <= 1
    most = {}
    for (_, where), values in cells_of(rows).items():
        most[where] = max(most.get(where, 0), len(values))
    assert scores.values.shape[1] == sum(most.values())


def test_one_rating_a_segment_is_no_defect(ratings_of):
    rows = [*rated("A", "1", ("r1", 1)), *rated("A", "2", ("r2", 2))]
    scores = of_rows(ratings_of, rows, unit="rating")
    assert scores.values.tolist() == [[1, 2]]


def test_results_cannot_be_written_to(ratings_of):
    scores = of_rows(ratings_of, rated("A", "1", ("r1", 1)))
    with pytest.raises(ValueError, match="read-only"):
        scores.values[0, 0] = 2
