"""Profiles: the ranking rules in use, by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import get_args

from holdfast._core.checks import inside
from holdfast._core.errors import BadSetting, UnknownMethod
from holdfast._core.registry import suggestion
from holdfast._core.signature import signature
from holdfast.ranking.adjust import ADJUSTMENTS
from holdfast.ranking.base import LINES, METHODS, TESTS, LineRule, PairTest, RankingMethod
from holdfast.scoring.aggregate import Unit
from holdfast.scoring.base import NORMALISERS, Normaliser


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A ranking rule: one choice for each step from ratings to clusters."""

    name: str
    normalise: str = "none"
    method: str = "mean"
    test: str
    lines: str = "every-lower"
    adjust: str = "none"
    alpha: float = 0.05
    unit: str = "segment"

    def with_changes(self, **changes: str | float | None) -> Profile:
        """Return the profile with the cells that were given; None leaves a cell as it is."""
        given = {cell: value for cell, value in changes.items() if value is not None}
        return replace(self, **given)  # type: ignore[arg-type]


PROFILES = {
    profile.name: profile
    for profile in (
        Profile(name="holdfast", test="permutation"),
        Profile(
            name="wmt18",
            normalise="zscore:moments=stored:sd0=drop",
            test="mannwhitney:alternative=half",
        ),
        Profile(name="wmt22", normalise="zscore:moments=stored", test="mannwhitney:alternative=greater"),
        Profile(name="wmt24", method="mean:domains=yes", test="wilcoxon:domains=yes", lines="spanning"),
        Profile(name="wmt25", test="wilcoxon:alternative=greater", lines="neighbour", unit="rating"),
        Profile(
            name="mtme",
            test="permutation:permutations=1000:groups=segment:alternative=greater:plus_one=no",
            lines="mtme",
        ),
        Profile(name="riley", normalise="zscore", test="permutation:permutations=500:plus_one=no"),
    )
}


def profile_named(name: str) -> Profile:
    """Return the profile of that name."""
    if name not in PROFILES:
        raise UnknownMethod(f"there is no profile {name!r}", hint=suggestion(name, list(PROFILES)))
    return PROFILES[name]


@dataclass(frozen=True, slots=True)
class Rules:
    """A profile with its methods loaded and checked."""

    profile: Profile
    normaliser: Normaliser
    method: RankingMethod
    test: PairTest
    lines: LineRule
    unit: Unit

    def signatures(self) -> dict[str, str]:
        """Write down every method with all its settings."""
        return {
            "normalise": signature(self.normaliser),
            "method": signature(self.method),
            "test": signature(self.test),
            "lines": signature(self.lines),
            "adjust": self.profile.adjust,
        }


def load_rules(profile: Profile) -> Rules:
    """Load every method of a profile; what is wrong is said before any data are read."""
    inside("alpha", profile.alpha, 0, 1)
    for name, value, known in (
        ("adjustment", profile.adjust, list(ADJUSTMENTS)),
        ("unit", profile.unit, list(get_args(Unit))),
    ):
        if value not in known:
            raise UnknownMethod(f"there is no {name} {value!r}", hint=suggestion(value, known))
    test = TESTS.make(profile.test)
    if profile.adjust != "none" and test.p_can_be_zero:
        raise BadSetting(
            "p values of the form c/n can be 0 and cannot be adjusted",
            hint=f"Use --test {profile.test.replace(':plus_one=no', '')}:plus_one=yes",
        )
    return Rules(
        profile,
        NORMALISERS.make(profile.normalise),
        METHODS.make(profile.method),
        test,
        LINES.make(profile.lines),
        profile.unit,  # type: ignore[arg-type]
    )
