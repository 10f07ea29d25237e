"""``holdfast demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from holdfast.api.demo import Demo
from holdfast.api.demo import demo as demonstrated
from holdfast.cli.answer import answer
from holdfast.cli.options import Json, Out, Seed
from holdfast.cli.rank import show_ranking


def demo(
    directory: Annotated[Path, typer.Argument(help="Where the ratings are written.")] = Path("holdfast-demo"),
    seed: Seed = 0,
    json: Json = False,
    out: Out = None,
) -> None:
    """Simulate a direct assessment campaign, write its ratings, and rank the systems."""
    answer("demo", lambda: demonstrated(directory, seed=seed), show_demo, as_json=json, out=out)


def show_demo(result: Demo) -> str:
    """Write the ranking, and what to try next."""
    return "\n\n".join(
        (
            f"A simulated campaign was written to {result.ratings} and ranked:",
            show_ranking(result.ranking),
            f"Try next:\n  holdfast read {result.ratings}\n  holdfast compare {result.ratings}",
        )
    )
