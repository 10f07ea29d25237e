"""Compare ranking rules on the same data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from holdfast._core import checks
from holdfast._core.errors import BadSetting, Note, collected_warnings, reissue
from holdfast._core.version import __version__
from holdfast.api.load import Data, Select, checked, load
from holdfast.ranking.disagreements import ProfileComparison, disagreements_of
from holdfast.ranking.profiles import PROFILES, profile_named
from holdfast.ranking.rank import rank_study


def compare(
    data: Data,
    *,
    profiles: str | Iterable[str] = tuple(PROFILES),
    weights: str | None = None,
    format: str | None = None,  # noqa: A002 - the option's name
    select: Select | None = None,
    seed: int = 0,
) -> ProfileComparison:
    """Return the ranking by each profile and the pairs on which they disagree.

    Parameters
    ----------
    data
        A study, or the path of a file or folder.
    profiles
        The names of at least two profiles, in a list or in one text with commas between them.
    weights
        For MQM: the set of weights.

    """
    named = checks.texts("profiles", profiles, hint='Give a list of names: ["riley", "wmt24"]')
    if isinstance(profiles, str):
        named = tuple(name.strip() for name in profiles.split(","))
    checks.optional_text("weights", weights)
    seed = checks.whole_number("seed", seed, 0)
    data, select = checked(data, format, select)
    chosen = [profile_named(name) for name in dict.fromkeys(named)]
    if len(chosen) < 2:
        raise BadSetting(
            "one profile cannot disagree with itself", hint="Name two or more: --profiles riley,wmt24"
        )
    with collected_warnings() as notes:
        study = load(data, format=format, select=select, weights=weights)
    rankings = {profile.name: rank_study(study, profile, seed) for profile in chosen}
    reissue([*notes, *(_by(name, note) for name, ranking in rankings.items() for note in ranking.warnings)])
    return ProfileComparison(
        signature=f"holdfast={__version__}|{study.provenance.signature}|profiles={','.join(rankings)}|seed={seed}",
        seed=seed,
        profiles=rankings,
        disagreements=disagreements_of(rankings),
        warnings=tuple(notes),
    )


def _by(profile: str, note: Note) -> Note:
    """Say by which profile a warning was given."""
    return replace(note, message=f"{profile}: {note.message}")
