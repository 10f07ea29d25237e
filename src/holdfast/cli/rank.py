"""``holdfast rank``."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from holdfast._core.registry import Registry
from holdfast.api.rank import rank as ranked
from holdfast.cli.answer import answer
from holdfast.cli.options import File, Format, Json, Out, Seed, Select, Weights, parse_select
from holdfast.cli.text import number, p_value, table
from holdfast.ranking.adjust import ADJUSTMENTS
from holdfast.ranking.base import LINES, METHODS, TESTS
from holdfast.ranking.profiles import PROFILES, load_rules
from holdfast.ranking.result import Ranking
from holdfast.scoring.base import NORMALISERS

_LISTED = 8
_MANY_PAIRS = 10
_ADJUST = f"For many pairs: {', '.join(ADJUSTMENTS)}."


def _rows(registry: Registry[Any]) -> str:
    return f"{', '.join(registry.rows)}; with settings, as in name:field=value."


def rank(
    file: File,
    profile: Annotated[
        str, typer.Option("--profile", help=f"A rule in use: {', '.join(PROFILES)}.")
    ] = "holdfast",
    normalise: Annotated[
        str | None,
        typer.Option("--normalise", help=_rows(NORMALISERS), show_default=False),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option("--method", help=_rows(METHODS), show_default=False),
    ] = None,
    test: Annotated[
        str | None,
        typer.Option("--test", help=_rows(TESTS), show_default=False),
    ] = None,
    lines: Annotated[
        str | None,
        typer.Option("--lines", help=_rows(LINES), show_default=False),
    ] = None,
    adjust: Annotated[
        str | None,
        typer.Option("--adjust", help=_ADJUST, show_default=False),
    ] = None,
    alpha: Annotated[
        float | None, typer.Option("--alpha", help="The level of significance.", show_default=False)
    ] = None,
    unit: Annotated[
        str | None, typer.Option("--unit", help="segment, or rating: each counts alone.", show_default=False)
    ] = None,
    weights: Weights = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="Show the test of every pair.")] = False,
    select: Select = None,
    format: Format = None,  # noqa: A002 - the option's name
    seed: Seed = 0,
    json: Json = False,
    out: Out = None,
) -> None:
    """Rank systems by their ratings: scores, significance, clusters, rank ranges."""
    answer(
        "rank",
        lambda: ranked(
            file,
            profile=profile,
            normalise=normalise,
            method=method,
            test=test,
            lines=lines,
            adjust=adjust,
            alpha=alpha,
            unit=unit,
            weights=weights,
            format=format,
            select=parse_select(select),
            seed=seed,
        ),
        lambda ranking: show_ranking(ranking, pairs=pairs),
        as_json=json,
        out=out,
    )


def show_ranking(ranking: Ranking, *, pairs: bool = False) -> str:
    """Write a ranking as a table, with a line between clusters."""
    systems = ranking.systems
    header = (
        "rank",
        "range",
        "system",
        "score",
        "95 % interval",
        "raw",
        "z",
        "segments",
        "ratings",
        "wins",
        "losses",
    )
    rows = [
        (
            str(s.rank),
            f"{s.rank_low}–{s.rank_high}" if s.rank_low < s.rank_high else str(s.rank_low),
            s.system,
            number(s.score),
            f"{number(s.score_low)} … {number(s.score_high)}",
            number(s.raw),
            number(s.z),
            str(s.segments),
            str(s.ratings),
            str(s.wins),
            str(s.losses),
        )
        for s in systems
    ]
    ends = [i for i in range(len(systems) - 1) if systems[i].cluster != systems[i + 1].cluster]
    parts = [table(header, rows, lines_below=ends), verdict(ranking)]
    if pairs:
        parts.append(_pairs(ranking))
    parts.append(ranking.signature)
    return "\n\n".join(parts)


def verdict(ranking: Ranking) -> str:
    """Say in words who is best, how sure that is, and by which rules."""
    rules = f"Rules: {_rules(ranking)}; {ranking.better} is better."
    if len(ranking.systems) == 1:
        return f"There is one system only.\n{rules}"
    return f"{_first(ranking)}\n{_found(ranking)}\n{rules}"


def _first(ranking: Ranking) -> str:
    """Say which systems could be the best."""
    unbeaten = [system.system for system in ranking.systems if system.losses == 0]
    if not unbeaten:
        return "Every system is significantly worse than some other."
    if len(unbeaten) > 1:
        return f"{len(unbeaten)} systems may be the best, for no other beats them: {_some(unbeaten)}."
    equals = [
        pair.a if pair.b == unbeaten[0] else pair.b
        for pair in ranking.pairs
        if unbeaten[0] in (pair.a, pair.b) and not pair.significant
    ]
    if equals:
        return f"{unbeaten[0]} is best, but not significantly better than {_some(equals)}."
    return f"{unbeaten[0]} is best: significantly better than every other system."


def _found(ranking: Ranking) -> str:
    """Count the significant pairs, beside those that chance alone would give."""
    significant, pairs = sum(pair.significant for pair in ranking.pairs), len(ranking.pairs)
    found = f"{significant} of {pairs} pairs differ significantly"
    if ranking.adjust == "none" and pairs >= _MANY_PAIRS:
        sides = 1 if "two-sided" in ranking.test else 2
        found += f" (chance alone: about {ranking.alpha * pairs * sides:.0f}; see --adjust)"
    clusters = ranking.systems[-1].cluster
    return f"{found}: {clusters} cluster{'s' if clusters > 1 else ''}."


def _rules(ranking: Ranking) -> str:
    """Name the profile, and what was put in the place of its cells."""
    profile = PROFILES.get(ranking.profile)
    if profile is None:
        return ranking.profile
    own = {**load_rules(profile).signatures(), "unit": profile.unit}
    changed = [f"{cell} {getattr(ranking, cell)}" for cell in own if getattr(ranking, cell) != own[cell]]
    but = f", but {', '.join(changed)}" if changed else ""
    return f"{ranking.profile}{but}, alpha {ranking.alpha:g}"


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return ", ".join(names[:_LISTED]) + more


def _pairs(ranking: Ranking) -> str:
    rows = [
        (pair.a, pair.b, number(pair.effect), p_value(pair.p), "yes" if pair.significant else "no")
        for pair in ranking.pairs
    ]
    return table(("system", "against", "difference", "p", "significant"), rows)
