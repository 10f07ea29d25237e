"""What rounding, the order of a file and two ideas of "better" must not decide."""

import numpy as np
import pytest

from holdfast._core.errors import BadSelection
from holdfast.ranking.profiles import profile_named
from holdfast.ranking.rank import rank_study
from holdfast.ranking.tests.permutation import Permutation

RANK_SUM = {"test": "mannwhitney"}


def ratings_of_one_rater(seed):
    rng = np.random.default_rng(seed)
    return [
        {
            "system": system,
            "document": f"d{g}",
            "segment": str(g),
            "rater": "r",
            "score": rng.integers(5, 9) * 10,
        }
        for system in "AB"
        for g in range(8)
        for _ in range(2)
    ]


def p_of(study, **changes):
    (pair,) = rank_study(study, profile_named("holdfast").with_changes(**changes)).pairs
    return pair.p


@pytest.mark.parametrize("seed", [160, 163, *range(8)])
def test_an_affine_map_of_all_scores_changes_no_rank_sum(study_of, seed):
    # z-scores of one rater are such a map, but means of the mapped scores differ in their last bits.
    study = study_of(ratings_of_one_rater(seed))
    assert p_of(study, **RANK_SUM, normalise="zscore") == pytest.approx(p_of(study, **RANK_SUM), rel=1e-12)


@pytest.mark.parametrize("normalise", ["zscore", "mean"])
@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_the_rows_changes_no_rank_sum(study_of, normalise, seed):
    rows = [row | {"rater": f"r{i % 3}"} for i, row in enumerate(ratings_of_one_rater(seed))]
    shuffled = [rows[i] for i in np.random.default_rng(seed).permutation(len(rows))]
    one, other = (p_of(study_of(data), **RANK_SUM, normalise=normalise) for data in (rows, shuffled))
    assert one == pytest.approx(other, rel=1e-12)


@pytest.mark.parametrize("test", ["wilcoxon", "mannwhitney", "mannwhitney:alternative=half"])
def test_nobody_wins_where_ranks_and_means_point_to_different_systems(study_of, test):
    # Lower is better: A has few errors nearly everywhere, and very many in six documents of sixty.
    rng = np.random.default_rng(0)
    scores = {"A": np.where(np.arange(60) < 6, 60, rng.integers(0, 3, 60)), "B": rng.integers(2, 6, 60)}
    rows = [
        {"system": system, "document": f"d{i}", "segment": "1", "rater": "r", "score": -float(score)}
        for system, values in scores.items()
        for i, score in enumerate(values)
    ]
    ranking = rank_study(study_of(rows), profile_named("holdfast").with_changes(test=test))
    (pair,) = ranking.pairs
    assert (pair.a, pair.b, pair.significant) == ("B", "A", False)
    assert pair.p < 0.001
    (note,) = [note for note in ranking.warnings if note.kind == "ContradictedOrder"]
    assert note.message.endswith("neither wins: B and A")


@pytest.mark.parametrize("documents", [1_023, 1_025, 1_100])
def test_any_number_of_documents_is_no_overflow(scores_of, documents):
    values = np.random.default_rng(0).normal(size=(3, documents))
    values[0] += 1
    found = Permutation(permutations=200)(scores_of(values), np.random.default_rng(0))
    assert found.p[0, 1] == found.floor[0, 1] == 1 / 201


@pytest.mark.parametrize(("base", "step"), [(1e6, 1e-4), (1e9, 1e-2), (0.0, 1e-9)])
def test_small_differences_of_large_scores_are_not_rounded_away(study_of, base, step):
    rows = [
        {
            "system": system,
            "document": f"d{i}",
            "segment": "1",
            "rater": "r",
            "score": base + step * (i + shift),
        }
        for system, shift in (("A", 0), ("B", 20))
        for i in range(12)
    ]
    ranking = rank_study(study_of(rows), profile_named("holdfast").with_changes(**RANK_SUM))
    assert ranking.pairs[0].p < 0.001


def test_several_language_pairs_are_refused_also_where_some_rows_name_none(study_of):
    rows = [
        {
            "system": s,
            "document": "d",
            "segment": str(i),
            "rater": "r",
            "score": i,
            "lp": "cs-en" if i else None,
        }
        for s in "AB"
        for i in range(4)
    ]
    with pytest.raises(BadSelection, match="2 ratings have no lp, the others have cs-en"):
        study_of(rows).require_single()
