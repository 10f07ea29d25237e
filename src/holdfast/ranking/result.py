"""The ranking as a result: computed elsewhere, shown elsewhere."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from math import isnan
from typing import TYPE_CHECKING, Any

from holdfast._core.errors import Note

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedSystem:
    """A system's place in the ranking."""

    system: str
    rank: int
    rank_low: int
    rank_high: int
    cluster: int
    score: float
    score_low: float
    score_high: float
    raw: float
    z: float
    segments: int
    ratings: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two systems compared: ``a`` has the better score, or stands first where scores are equal."""

    a: str
    b: str
    effect: float
    """Score of a minus score of b, on what the test compared."""
    p: float
    """Adjusted, where an adjustment was asked for."""
    significant: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Systems in order, best first, every pair's test, and the settings that led there."""

    signature: str
    profile: str
    normalise: str
    method: str
    test: str
    lines: str
    adjust: str
    alpha: float
    unit: str
    better: str
    """Which direction of ``score`` is better."""
    documents: int
    seed: int
    systems: tuple[RankedSystem, ...]
    pairs: tuple[Pair, ...]
    warnings: tuple[Note, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object; what is undefined is null."""
        top = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            **top,
            "systems": [_json(system) for system in self.systems],
            "pairs": [_json(pair) for pair in self.pairs],
            "warnings": [note.to_dict() for note in self.warnings],
        }

    def to_frame(self) -> pl.DataFrame:
        """Return the systems as a polars DataFrame."""
        import polars as pl

        types = {"str": pl.String, "int": pl.Int64, "float": pl.Float64}
        schema = {field.name: types[str(field.type)] for field in fields(RankedSystem)}
        return pl.DataFrame([_json(system) for system in self.systems], schema=schema)


def _json(row: RankedSystem | Pair) -> dict[str, Any]:
    return {
        name: None if isinstance(value, float) and isnan(value) else value
        for name, value in asdict(row).items()
    }
