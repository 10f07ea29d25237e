"""What a reader is told, and when not; that each warning can be provoked is test_warnings.py's."""

import re

import numpy as np
import pytest

from holdfast.model.scale import Scale
from holdfast.ranking.cautions import TestedPairs as Pairs  # pytest would collect the name
from holdfast.ranking.profiles import profile_named
from holdfast.ranking.rank import rank_study


def rows(scores, **more):
    return [
        {"system": system, "document": f"d{i}", "segment": str(i), "rater": "r", "score": score} | more
        for system, row in scores.items()
        for i, score in enumerate(row)
        if score is not None
    ]


def ranked(study, profile="holdfast", **changes):
    return rank_study(study, profile_named(profile).with_changes(**changes))


def said(ranking, kind):
    return [note.message for note in ranking.warnings if note.kind == kind]


SEVEN = [60, 70, 65, 72, 68, 61, 66]
LOWER = [40, 51, 47, 55, 49, 43, 48]


def test_of_many_pairs_three_are_named():
    pairs = Pairs(tuple("ABCDE"), np.array([0, 0, 0, 0, 1]), np.array([1, 2, 3, 4, 2]))
    chosen = np.array([True, False, True, True, True])
    assert pairs.named(chosen) == "A and B; A and D; A and E; and 1 pairs more"
    assert pairs.named(chosen & [True, True, False, False, False]) == "A and B"


def test_only_pairs_that_share_fewer_segments_than_their_scores_are_over_are_counted(study_of):
    # A and B were rated on the same seven segments; C on one more.
    ranking = ranked(study_of(rows({"A": SEVEN, "B": LOWER, "C": [*SEVEN, 90]})))
    (message,) = said(ranking, "UnmatchedSegments")
    assert "2 of 3 pairs are compared on fewer" in message
    assert re.search(r"[AB] and C on 7$|C and [AB] on 7$", message)


@pytest.mark.parametrize("test", ["mannwhitney", "ttest:paired=no", "mannwhitney:alternative=half"])
def test_a_test_of_all_segments_does_not_speak_of_shared_ones(study_of, test):
    ranking = ranked(study_of(rows({"A": SEVEN, "B": LOWER, "C": [*SEVEN, 90]})), test=test)
    assert said(ranking, "UnmatchedSegments") == []


@pytest.mark.parametrize("test", ["permutation", "wilcoxon", "ttest", "mannwhitney:matched=yes"])
def test_a_matched_test_speaks_of_shared_segments(study_of, test):
    ranking = ranked(study_of(rows({"A": SEVEN, "B": [*LOWER, 90]})), test=test)
    assert said(ranking, "UnmatchedSegments")


def test_where_one_system_is_left_there_are_no_pairs_to_speak_of(study_of):
    # B has no score in one domain and is left out; its segment is one that A has not.
    data = rows({"A": [5, 6]}, domain="news") + rows({"A": [None, None, 7, 8]}, domain="chat")
    data += rows({"B": [None] * 4 + [9]}, domain="news")
    ranking = ranked(study_of(data), "wmt24")
    assert [s.system for s in ranking.systems] == ["A"]
    assert said(ranking, "MissingScores") == ["without a score and so without a rank: B"]
    assert said(ranking, "UnmatchedSegments") == []


def test_a_system_that_is_left_out_takes_its_segments_along(study_of):
    data = [
        row | {"domain": "news" if int(row["segment"]) < 4 else "chat"}
        for row in rows({"A": SEVEN, "B": LOWER})
    ]
    alone = ranked(study_of(data), "wmt24")
    data += rows({"C": [None] * 7 + [9]}, domain="news")
    ranking = ranked(study_of(data), "wmt24")
    assert said(ranking, "MissingScores") == ["without a score and so without a rank: C"]
    assert said(ranking, "UnmatchedSegments") == []
    assert ranking.documents == alone.documents == 7


@pytest.mark.parametrize("lower", [False, True])
def test_a_contradiction_is_named_in_the_order_of_the_scores(study_of, lower):
    sign = -1 if lower else 1
    a = [x - 1 for x in LOWER] + [90] * 7
    scale = Scale(better="lower" if lower else "higher")
    data = rows({"A": [sign * x for x in a], "B": [sign * x for x in LOWER]})
    ranking = ranked(study_of(data, scale=scale))
    assert [s.system for s in ranking.systems] == ["A", "B"]
    (message,) = said(ranking, "ContradictedOrder")
    assert message.endswith(": A and B")


def test_only_pairs_that_can_never_be_significant_are_named(study_of):
    # C shares five documents with the others, A and B share seven.
    ranking = ranked(study_of(rows({"A": SEVEN, "B": LOWER, "C": LOWER[:5]})))
    (message,) = said(ranking, "PermutationFloor")
    assert "0.0625" in message
    assert "A and C" in message
    assert "A and B" not in message


def test_steps_of_enumerated_p_values_are_not_for_want_of_permutations(study_of):
    # Seven documents have 64 two-sided swaps: no number of permutations makes them finer.
    many = rows({f"S{i}": [x + i for x in SEVEN] for i in range(6)})
    assert said(ranked(study_of(many), adjust="holm"), "CoarsePermutation") == []


def no_documents(repeats, of):
    """Return ratings without documents, some of which repeat a rater, system and segment."""
    numbers = [*range(of - repeats), *range(repeats)]
    return [
        {"system": system, "segment": str(i), "rater": "r", "score": 50 + i % 7}
        for system in "AB"
        for i in numbers
    ]


@pytest.mark.parametrize(("repeats", "warned"), [(1, False), (2, True)])
def test_more_than_one_repeat_in_twenty_is_suspect(study_of, repeats, warned):
    assert bool(said(ranked(study_of(no_documents(repeats, 20))), "RepeatedRatings")) == warned


def test_repeats_that_say_so_are_not_suspect(study_of):
    data = no_documents(0, 20)
    data += [row | {"kind": "repeat"} for row in data]
    assert said(ranked(study_of(data)), "RepeatedRatings") == []


def test_with_documents_repeats_are_no_suspicion(study_of):
    data = [row | {"document": "d"} for row in no_documents(10, 20)]
    assert said(ranked(study_of(data)), "RepeatedRatings") == []


@pytest.mark.parametrize("shared", [False, True])
def test_one_rater_of_two_systems_is_enough_to_tell_raters_and_systems_apart(study_of, shared):
    data = rows({"A": SEVEN}, rater="a") + rows({"B": LOWER}, rater="b")
    if shared:
        data.append(data[0] | {"system": "B"})
    assert bool(said(ranked(study_of(data), "riley"), "ConfoundedRaters")) != shared
