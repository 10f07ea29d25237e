import numpy as np
import pytest

from holdfast._core.errors import UsageError
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.study import Study
from holdfast.protocols.builtin.da.rules import DirectAssessment
from holdfast.protocols.weights.google import Google


def study():
    return Study(
        Ratings.build(
            score=np.array([70.0, np.nan]),
            system=Column.encode(["A", "B"]),
            segment=Column.constant("1", 2),
        )
    )


def test_the_number_that_was_read_is_the_score():
    read = study()
    assert DirectAssessment().score(read, None) is read


def test_weights_are_refused():
    with pytest.raises(UsageError, match=r"no error spans to weigh\. Leave out --weights\.$"):
        DirectAssessment().score(study(), Google())
