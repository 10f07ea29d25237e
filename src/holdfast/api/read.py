"""Read a file or folder of ratings."""

from __future__ import annotations

from holdfast.api.load import Data, Select, opened
from holdfast.model.study import Study


def read(data: Data, *, format: str | None = None, select: Select | None = None) -> Study:  # noqa: A002
    """Return the study that a file or folder holds.

    Parameters
    ----------
    data
        A path, or a study from which to select.
    format
        The format's name, with settings where it has any (``table:score=points``); recognised where
        it is not given.
    select
        What to keep, by key: ``{"lp": "cs-en"}``.

    """
    return opened(data, format, select)
