"""From a path or a study to the study that an analysis takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path

from holdfast._core.errors import UnknownScale, warn
from holdfast.formats.base import read_study
from holdfast.model.study import Selection, Study
from holdfast.protocols.base import scored

Data = Study | str | PathLike[str]
"""What every analysis takes: a study, or where one lies."""

Select = Mapping[str, str | Sequence[str]]
"""For a key, the value or values that stay."""


def selection_of(select: Select | None) -> Selection:
    """Write a selection the one way the model knows."""
    chosen = (select or {}).items()
    return {key: (value,) if isinstance(value, str) else tuple(value) for key, value in chosen}


def opened(data: Data, format: str | None, select: Select | None) -> Study:  # noqa: A002 - the option's name
    """Read the data where a path is given, and keep what is selected."""
    selection = selection_of(select)
    study = data if isinstance(data, Study) else read_study(Path(data), format, selection)
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
