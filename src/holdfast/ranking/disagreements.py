"""Where ranking rules disagree about the same data."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import Any, Literal

from holdfast._core.errors import Note
from holdfast.ranking.result import Ranking

Kind = Literal["order", "significance", "line"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one profile says of a pair: nothing, where it leaves one of the two without a rank."""

    profile: str
    better: str | None = None
    """The system of the better score; None where scores are equal or one has none."""
    p: float | None = None
    winner: str | None = None
    """The system that is significantly better, by the test."""
    line: bool = False
    """Whether the two stand in different clusters."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A pair of systems of which the profiles do not say the same."""

    a: str
    b: str
    about: tuple[Kind, ...]
    """Which is better (order), which significantly (significance), whether a line is between (line)."""
    verdicts: tuple[Verdict, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        verdicts = {
            verdict.profile: {
                "better": verdict.better,
                "p": verdict.p,
                "winner": verdict.winner,
                "line": verdict.line,
            }
            for verdict in self.verdicts
        }
        return {"a": self.a, "b": self.b, "about": list(self.about), "verdicts": verdicts}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileComparison:
    """Rankings of the same data by several profiles, and the pairs on which they disagree."""

    signature: str
    seed: int
    profiles: dict[str, Ranking]
    disagreements: tuple[Disagreement, ...]
    warnings: tuple[Note, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "signature": self.signature,
            "seed": self.seed,
            "profiles": {name: ranking.to_dict() for name, ranking in self.profiles.items()},
            "disagreements": [disagreement.to_dict() for disagreement in self.disagreements],
            "warnings": [note.to_dict() for note in self.warnings],
        }


def disagreements_of(rankings: dict[str, Ranking]) -> tuple[Disagreement, ...]:
    """Find the pairs of systems of which some profiles say one thing and some another."""
    tables = {name: _verdicts(name, ranking) for name, ranking in rankings.items()}
    names = list(dict.fromkeys(s.system for ranking in rankings.values() for s in ranking.systems))
    found = []
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            verdicts = tuple(table.get((a, b), Verdict(name)) for name, table in tables.items())
            about = _about(verdicts)
            if about:
                found.append(Disagreement(a, b, about, verdicts))
    return tuple(found)


def _verdicts(profile: str, ranking: Ranking) -> dict[tuple[str, str], Verdict]:
    place = {system.system: system for system in ranking.systems}
    sign = 1 if ranking.better == "higher" else -1
    table = {}
    for pair in ranking.pairs:
        a, b = place[pair.a], place[pair.b]
        better = pair.a if a.rank < b.rank else pair.b if b.rank < a.rank else None
        p = None if isnan(pair.p) else pair.p
        winner = (pair.a if pair.effect * sign > 0 else pair.b) if pair.significant else None
        verdict = Verdict(profile, better, p, winner, a.cluster != b.cluster)
        table[pair.a, pair.b] = table[pair.b, pair.a] = verdict
    return table


def _about(verdicts: tuple[Verdict, ...]) -> tuple[Kind, ...]:
    differs: dict[Kind, bool] = {
        "order": len({verdict.better for verdict in verdicts}) > 1,
        "significance": len({verdict.winner for verdict in verdicts}) > 1,
        "line": len({verdict.line for verdict in verdicts}) > 1,
    }
    return tuple(kind for kind, is_so in differs.items() if is_so)
