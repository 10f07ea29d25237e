"""Rank the systems of an evaluation."""

from __future__ import annotations

from dataclasses import replace

from holdfast._core import checks
from holdfast._core.errors import collected_warnings, reissue
from holdfast.api.load import Data, Select, checked, load
from holdfast.ranking.profiles import load_rules, profile_named
from holdfast.ranking.rank import rank_study
from holdfast.ranking.result import Ranking


def rank(
    data: Data,
    *,
    profile: str = "holdfast",
    normalise: str | None = None,
    method: str | None = None,
    test: str | None = None,
    lines: str | None = None,
    adjust: str | None = None,
    alpha: float | None = None,
    unit: str | None = None,
    weights: str | None = None,
    format: str | None = None,  # noqa: A002 - the option's name
    select: Select | None = None,
    seed: int = 0,
) -> Ranking:
    """Return the ranking of the systems, best first.

    Parameters
    ----------
    data
        A study, or the path of a file or folder.
    profile
        A named rule; what is given beside it replaces its cells.
    normalise, method, test, lines
        Rows of the registries, with settings: ``permutation:permutations=500``.
    adjust
        ``none``, ``holm`` or ``bh``.
    alpha
        The level at which a difference is significant.
    unit
        ``segment``, or ``rating``: every rating of a segment counts as a segment of its own.
    weights
        For MQM: the set of weights.

    """
    checks.text("profile", profile)
    cells = {
        "normalise": normalise,
        "method": method,
        "test": test,
        "lines": lines,
        "adjust": adjust,
        "unit": unit,
    }
    for name, value in {**cells, "weights": weights}.items():
        checks.optional_text(name, value)
    alpha = None if alpha is None else checks.number("alpha", alpha)
    seed = checks.whole_number("seed", seed, 0)
    data, select = checked(data, format, select)
    chosen = profile_named(profile).with_changes(**cells, alpha=alpha)
    load_rules(chosen)
    with collected_warnings() as notes:
        study = load(data, format=format, select=select, weights=weights)
        ranking = rank_study(study, chosen, seed)
    everything = tuple(dict.fromkeys((*notes, *ranking.warnings)))
    reissue(list(everything))
    return replace(ranking, warnings=everything)
