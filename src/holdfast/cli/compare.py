"""``holdfast compare``."""

from __future__ import annotations

from typing import Annotated

import typer

from holdfast.api.compare import compare as compared
from holdfast.cli.answer import answer
from holdfast.cli.options import File, Format, Json, Out, Seed, Select, Weights, parse_select
from holdfast.cli.text import p_value, table
from holdfast.ranking.disagreements import Disagreement, ProfileComparison
from holdfast.ranking.profiles import PROFILES


def compare(
    file: File,
    profiles: Annotated[
        str, typer.Option("--profiles", help="Two or more profiles, separated by commas; all by default.")
    ] = ",".join(PROFILES),
    weights: Weights = None,
    select: Select = None,
    format: Format = None,  # noqa: A002 - the option's name
    seed: Seed = 0,
    json: Json = False,
    out: Out = None,
) -> None:
    """Rank by several profiles, and name the pairs of systems on which they disagree."""
    answer(
        "compare",
        lambda: compared(
            file,
            profiles=[name.strip() for name in profiles.split(",")],
            weights=weights,
            format=format,
            select=parse_select(select),
            seed=seed,
        ),
        show_comparison,
        as_json=json,
        out=out,
    )


def show_comparison(comparison: ProfileComparison) -> str:
    """Write the clusters by profile, then the pairs on which the profiles disagree."""
    names = list(comparison.profiles)
    places = {
        name: {s.system: f"{s.rank} ({s.cluster})" for s in ranking.systems}
        for name, ranking in comparison.profiles.items()
    }
    systems = list(dict.fromkeys(system for name in names for system in places[name]))
    rows = [(system, *(places[name].get(system, "–") for name in names)) for system in systems]
    parts = [table(("rank (cluster)", *names), rows)]
    if not comparison.disagreements:
        parts.append("The profiles agree on every pair.")
    else:
        pairs = len(systems) * (len(systems) - 1) // 2
        parts.append(f"The profiles disagree on {len(comparison.disagreements)} of {pairs} pairs:")
        rows = [
            (d.a, d.b, ", ".join(d.about), *(_verdict(d, name) for name in names))
            for d in comparison.disagreements
        ]
        parts.append(table(("system", "system", "about", *names), rows))
        legend = "> or <: which score is better; * significantly; | a line between the two; then p."
        against = any(v.winner not in (None, v.better) for d in comparison.disagreements for v in d.verdicts)
        parts.append(f"{legend} !: the test says the opposite, significantly." if against else legend)
    parts.append(comparison.signature)
    return "\n\n".join(parts)


def _verdict(disagreement: Disagreement, profile: str) -> str:
    for verdict in disagreement.verdicts:
        if verdict.profile == profile:
            sign = "=" if verdict.better is None else ">" if verdict.better == disagreement.a else "<"
            star = "" if verdict.winner is None else "*" if verdict.winner == verdict.better else "!"
            p = "–" if verdict.p is None else p_value(verdict.p)
            return f"{sign}{star}{'|' if verdict.line else ''} {p}"
    return "–"
