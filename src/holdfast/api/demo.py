"""The loop so far, on a campaign that never took place."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Any

from holdfast._core import checks
from holdfast._core.rng import stream
from holdfast.api.rank import rank
from holdfast.formats.canonical import write_table
from holdfast.ranking.result import Ranking
from holdfast.simulation.da_campaign import DaCampaign


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """Where the ratings were written, and the ranking that they lead to."""

    signature: str
    seed: int
    ratings: str
    ranking: Ranking

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "signature": self.signature,
            "seed": self.seed,
            "ratings": self.ratings,
            "ranking": self.ranking.to_dict(),
        }


def demo(directory: str | PathLike[str] = "holdfast-demo", *, seed: int = 0) -> Demo:
    """Simulate a direct assessment campaign, write its ratings as a table, read and rank them.

    Parameters
    ----------
    directory
        Where ``ratings.csv`` is written.

    """
    path = checks.path("directory", directory) / "ratings.csv"
    seed = checks.whole_number("seed", seed, 0)
    write_table(DaCampaign(quality=8.0)(stream(seed, "demo")), path)
    ranking = rank(path, seed=seed)
    return Demo(signature=ranking.signature, seed=seed, ratings=str(path), ranking=ranking)
