"""Parquet, read as a table of texts."""

from __future__ import annotations

import subprocess
import sys
from io import BytesIO

import polars as pl

from holdfast._core.errors import BadLine, UnreadableFile
from holdfast.formats.delimited import MOST_COLUMNS, Table
from holdfast.formats.source import PARQUET, Source

_TRIAL = """
import io, sys
import polars as pl
try:
    pl.read_parquet(io.BytesIO(sys.stdin.buffer.read()))
except BaseException as error:
    sys.stdout.write(str(error))
    sys.exit(3)
"""


def is_parquet(source: Source) -> bool:
    """Say whether a file begins as parquet does."""
    return source.data.startswith(PARQUET)


def read_parquet(source: Source) -> Table:
    """Read a parquet file; rows are counted from 1 where another file has lines."""
    where = str(source.path)
    if not source.data.endswith(PARQUET):
        raise _damaged(where, "its end is missing")
    reason = _trial(source.data)
    if reason is not None:
        raise _damaged(where, reason)
    try:
        frame = pl.read_parquet(BytesIO(source.data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as error:
        raise _damaged(where, str(error)) from None
    if frame.width > MOST_COLUMNS:
        raise BadLine(
            f"the file has {frame.width} columns",
            file=where,
            hint=f"A table of ratings has at most {MOST_COLUMNS}; give one row per rating",
        )
    if not frame.height:
        raise UnreadableFile("the file has no rows", file=where, hint="Add ratings")
    return Table(source, None, pl.DataFrame([_texts(column, where) for column in frame]), 0, 0)


def _texts(column: pl.Series, where: str) -> pl.Series:
    try:
        if not column.dtype.is_nested():
            return column.cast(pl.String).fill_null("")
    except pl.exceptions.PolarsError:
        pass
    message = f"the column holds {column.dtype}, not texts or numbers"
    raise BadLine(message, file=where, column=column.name, hint="Leave it out")


def _trial(data: bytes) -> str | None:
    """Read the data in a process of its own, and say what is wrong with them.

    On some damaged files polars does not raise but prints what its threads did, or ends the process.
    """
    try:
        trial = subprocess.run(  # noqa: S603 - our own program, with the data as its input
            [sys.executable, "-c", _TRIAL], input=data, capture_output=True, check=False
        )
    except OSError:
        return None
    if trial.returncode == 3:
        return trial.stdout.decode(errors="replace")
    return f"polars ended with {trial.returncode}" if trial.returncode < 0 else None


def _damaged(where: str, reason: str) -> UnreadableFile:
    first = reason.strip().split("\n", 1)[0] or "it cannot be decoded"
    return UnreadableFile(
        f"the parquet file is damaged or cut short: {first}", file=where, hint="Write or fetch it again"
    )
