import math

import numpy as np
import pytest
from hypothesis import settings

from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.study import Study
from holdfast.scoring.aggregate import SegmentScores

settings.register_profile("holdfast", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("holdfast")


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="also run the large forms of statistical checks")


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="a long form: run with --long"))


LABELS = ("campaign", "lp", "domain", "aspect", "system", "document", "rater", "task", "kind", "level")
DEFAULTS = {"kind": "output", "level": "segment"}


@pytest.fixture(scope="session")
def ratings_of():
    """Make ratings of rows: dicts of labels and numbers, in which what is absent is missing."""

    def make(rows, *, scale=None, protocol=None):
        def column(name):
            return Column.encode([row.get(name, DEFAULTS.get(name)) for row in rows])

        def numbers(name):
            return np.array([math.nan if row.get(name) is None else row[name] for row in rows], dtype=float)

        given = {name: column(name) for name in LABELS if any(name in row for row in rows)}
        given |= {
            name: numbers(name)
            for name in ("z", "rater_mean", "rater_sd")
            if any(name in row for row in rows)
        }
        if any("n_errors" in row for row in rows):
            given["n_errors"] = np.array([row.get("n_errors", -1) for row in rows], dtype=np.int64)
        return Ratings.build(
            score=numbers("score"), segment=column("segment"), scale=scale, protocol=protocol, **given
        )

    return make


@pytest.fixture(scope="session")
def study_of(ratings_of):
    """Make a study of rows."""

    def make(rows, *, scale=None, protocol=None):
        return Study(ratings_of(rows, scale=scale, protocol=protocol))

    return make


@pytest.fixture(scope="session")
def scores_of():
    """Make segment scores of a systems × segments matrix, each segment a document of its own by default."""

    def make(values, *, document=None, domain=None, lower=False):
        values = np.array(values, dtype=float)
        columns = values.shape[1]
        return SegmentScores(
            systems=tuple(f"S{i}" for i in range(values.shape[0])),
            values=values,
            counts=(~np.isnan(values)).astype(np.int64),
            document=np.arange(columns) if document is None else np.array(document),
            domain=np.zeros(columns, dtype=np.int64) if domain is None else np.array(domain),
            sign=-1 if lower else 1,
        )

    return make
