"""The canonical table: ratings as a CSV that the reader ``table`` takes back without a guess."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from holdfast._core.errors import UnwritableFile, reason_of
from holdfast.model.ratings import Ratings


def write_table(ratings: Ratings, path: Path) -> None:
    """Write the columns that hold anything, and the protocol, by which the reader knows the scale."""
    frame = ratings.to_frame()
    if ratings.protocol is not None:
        frame = frame.with_columns(protocol=pl.lit(ratings.protocol))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            frame.write_csv(file)
    except (OSError, ValueError) as error:
        raise UnwritableFile(
            f"the file cannot be written: {reason_of(error)}", file=str(path), hint="Name another"
        ) from None
