"""From a path or a study to the study that an analysis takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path

from holdfast._core import checks
from holdfast._core.errors import UnknownScale, warn
from holdfast.formats.base import read_study
from holdfast.model.study import Selection, Study
from holdfast.protocols.base import scored

Data = Study | str | PathLike[str]
"""What every analysis takes: a study, or where one lies."""

Select = Mapping[str, str | Sequence[str]]
"""For a key, the value or values that stay."""

_DATA = "Give the path of a file or folder, or a study that holdfast.read returned"


def selection_of(select: object) -> Selection:
    """Write a selection the one way the model knows; refuse what is none."""
    return checks.selection("select", select)


def checked(data: object, format: object, select: object) -> tuple[Study | Path, Selection]:  # noqa: A002
    """Return the study or its path, and the selection as the model knows it; refuse other types."""
    checks.optional_text("format", format)
    where = data if isinstance(data, Study) else checks.path("data", data, hint=_DATA)
    return where, selection_of(select)


def opened(data: Data, format: str | None, select: Select | None) -> Study:  # noqa: A002 - the option's name
    """Read the data where a path is given, and keep what is selected."""
    where, selection = checked(data, format, select)
    study = where if isinstance(where, Study) else read_study(where, format, selection)
    return study.select(selection)


def load(data: Data, *, format: str | None, select: Select | None, weights: str | None) -> Study:  # noqa: A002
    """Return one evaluation with all scores computed."""
    study = opened(data, format, select)
    study.require_single()
    if not study.provenance.scale_said:
        warn(
            UnknownScale,
            "nothing says which scores are better: higher is taken for better; say it with "
            "--format table:better=higher, table:better=lower, or a protocol: table:protocol=da",
        )
    return scored(study, weights)
