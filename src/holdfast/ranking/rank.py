"""From ratings to a ranking: normalise, aggregate, average, test, draw lines."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from holdfast._core.errors import (
    MissingScores,
    NormalisationChangesOrder,
    NotEnoughData,
    collected_warnings,
    warn,
)
from holdfast._core.rng import stream
from holdfast._core.version import __version__
from holdfast.model.ratings import Ratings
from holdfast.model.study import Study
from holdfast.numeric.arrays import BoolArray, FloatArray, IntArray
from holdfast.numeric.pairs import upper_pairs
from holdfast.ranking.adjust import adjust
from holdfast.ranking.base import PairTests, Placement, beats_of_blocks
from holdfast.ranking.beside import beside
from holdfast.ranking.cautions import TestedPairs, say_of_order, say_of_repeats, say_of_segments, say_of_tests
from holdfast.ranking.profiles import Profile, Rules, load_rules
from holdfast.ranking.result import Pair, RankedSystem, Ranking
from holdfast.scoring.aggregate import SegmentScores, segment_scores

_RANKED_KINDS = ("output", "repeat")


def rank_study(study: Study, profile: Profile, seed: int = 0) -> Ranking:
    """Rank the systems of one evaluation by a profile."""
    rules = load_rules(profile)
    study.require_single()
    with collected_warnings() as notes:
        ranking = _rank(study, rules, seed)
    return replace(ranking, warnings=tuple(notes))


def _rank(study: Study, rules: Rules, seed: int) -> Ranking:
    ratings = _judgements(study.ratings)
    outputs = ratings.of_kind(*_RANKED_KINDS)
    normalised = rules.normaliser(ratings)
    _say_missing(int(np.isnan(normalised[outputs]).sum()), int(outputs.sum()))
    say_of_repeats(ratings, outputs)
    scores = segment_scores(ratings, normalised, outputs, rules.unit)
    found = rules.method(scores)
    scores, kept = _with_score(scores, found.score)
    score = found.score[kept]
    order, rank = _order(score * scores.sign, scores.systems)
    tests = rules.test(scores, stream(seed, "rank", "test"))
    i, j = upper_pairs(order.size)
    pairs = TestedPairs(scores.systems, order[i], order[j])
    say_of_segments(pairs, scores, rules)
    p = _adjusted(pairs, tests, rules)
    found_better = (p <= rules.profile.alpha) & (tests.effect > 0)
    beats = found_better if tests.favours is None else found_better & (tests.favours > 0)
    say_of_order(pairs, beats, found_better & ~beats)
    beats = beats[np.ix_(order, order)]
    placement = _equal_for_ties(rules.lines(beats, beats_of_blocks(beats, rank[order])), rank[order])
    others = beside(ratings, outputs, rules).where(kept)
    if rules.profile.name == "holdfast" and rules.profile.normalise == "none":
        _say_order(rank, others.by_z * scores.sign, scores.systems)
    segments, counts = (~np.isnan(scores.values)).sum(axis=1), scores.counts.sum(axis=1)
    rows = [
        RankedSystem(
            system=scores.systems[s],
            rank=int(rank[s]),
            rank_low=int(placement.low[i]),
            rank_high=int(placement.high[i]),
            cluster=int(placement.cluster[i]),
            score=float(score[s]),
            score_low=float(found.low[kept][s]),
            score_high=float(found.high[kept][s]),
            raw=float(others.raw[s]),
            z=float(others.z[s]),
            segments=int(segments[s]),
            ratings=int(counts[s]),
            wins=int(beats[i].sum()),
            losses=int(beats[:, i].sum()),
        )
        for i, s in enumerate(order.tolist())
    ]
    cells = rules.signatures()
    return Ranking(
        signature=_signature(study, rules.profile, cells, seed),
        profile=rules.profile.name,
        normalise=cells["normalise"],
        method=cells["method"],
        test=cells["test"],
        lines=cells["lines"],
        adjust=cells["adjust"],
        alpha=rules.profile.alpha,
        unit=rules.profile.unit,
        better=ratings.scale.better,
        documents=scores.documents,
        seed=seed,
        systems=tuple(rows),
        pairs=_pairs(pairs, tests.effect * scores.sign, p, beats[i, j] | beats[j, i]),
    )


def _judgements(ratings: Ratings) -> Ratings:
    """Keep the scores of segments; tutorial items are no judgements."""
    kept = ratings.of_level("segment") & ~ratings.of_kind("tutorial")
    if not kept.any():
        raise NotEnoughData(
            "no rating is a judgement of a segment", hint="Only scores of segments are ranked"
        )
    return ratings if kept.all() else ratings.where(kept)


def _with_score(scores: SegmentScores, score: FloatArray) -> tuple[SegmentScores, BoolArray]:
    """Leave out systems that have no score, and say so."""
    kept = ~np.isnan(score)
    if kept.all():
        return scores, kept
    names = ", ".join(name for name, keep in zip(scores.systems, kept.tolist(), strict=True) if not keep)
    warn(MissingScores, f"without a score and so without a rank: {names}")
    if not kept.any():
        raise NotEnoughData("no system has a score", hint="Choose another --method")
    return scores.of_systems(kept), kept


def _order(better: FloatArray, systems: tuple[str, ...]) -> tuple[IntArray, IntArray]:
    """Return the systems best first, and each one's rank; equal scores share the best one.

    Sums of the same numbers in another order differ in their last bits: closer than 1e-9 is equal.
    """
    by_score = sorted(range(better.size), key=lambda s: (-better[s], systems[s]))
    values = better[by_score]
    new = np.append(True, -np.diff(values) > 1e-9 * np.maximum(1.0, np.abs(values[1:])))
    start = np.flatnonzero(new)[np.cumsum(new) - 1]
    named = sorted(range(better.size), key=lambda i: (start[i], systems[by_score[i]]))
    order = np.array([by_score[i] for i in named])
    rank = np.empty(better.size, dtype=np.int64)
    rank[order] = start + 1
    return order, rank


def _adjusted(pairs: TestedPairs, tests: PairTests, rules: Rules) -> FloatArray:
    """Return the p values of every pair in the direction of its difference, adjusted; others are NaN."""
    # A matched test can contradict the order, which is by all segments: it is asked in its own direction.
    contradicts = tests.effect[pairs.a, pairs.b] < 0
    a, b = np.where(contradicts, pairs.b, pairs.a), np.where(contradicts, pairs.a, pairs.b)
    family = tests.p[a, b]
    say_of_tests(pairs, tests, family, rules)
    p = np.full_like(tests.p, np.nan)
    p[a, b] = adjust(rules.profile.adjust, family)
    return p


def _equal_for_ties(placement: Placement, rank: IntArray) -> Placement:
    """Give systems of equal score the same rank range."""
    low, high = placement.low.copy(), placement.high.copy()
    for tied in set(rank.tolist()):
        same = rank == tied
        low[same], high[same] = placement.low[same].min(), placement.high[same].max()
    return replace(placement, low=low, high=high)


def _pairs(pairs: TestedPairs, effect: FloatArray, p: FloatArray, significant: BoolArray) -> tuple[Pair, ...]:
    a, b = pairs.a, pairs.b
    found = np.where(np.isnan(p[a, b]), p[b, a], p[a, b])
    columns = zip(a.tolist(), b.tolist(), found.tolist(), significant.tolist(), strict=True)
    return tuple(
        Pair(
            a=pairs.systems[first],
            b=pairs.systems[second],
            effect=float(effect[first, second]),
            p=value,
            significant=is_so,
        )
        for first, second, value, is_so in columns
    )


def _say_missing(missing: int, outputs: int) -> None:
    if 0 < missing < outputs:
        warn(MissingScores, f"{missing} of {outputs} ratings have no score and take no part")


def _say_order(rank: IntArray, better_by_z: FloatArray, systems: tuple[str, ...]) -> None:
    if np.isnan(better_by_z).any():
        return
    moved = int((rank != _order(better_by_z, systems)[1]).sum())
    if moved:
        warn(
            NormalisationChangesOrder,
            f"by z-scores per rater {moved} of {rank.size} systems have another rank: try --normalise zscore",
        )


def _signature(study: Study, profile: Profile, cells: dict[str, str], seed: int) -> str:
    """Write down in one line all that is needed to repeat the ranking."""
    parts = [f"holdfast={__version__}", study.provenance.signature]
    parts += [f"profile={profile.name}", *(f"{cell}={text}" for cell, text in cells.items())]
    parts += [f"alpha={profile.alpha!r}", f"unit={profile.unit}", f"seed={seed}"]
    return "|".join(parts)
