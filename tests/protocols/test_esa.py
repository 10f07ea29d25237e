import numpy as np
import pytest

from holdfast._core.errors import UsageError
from holdfast.model.column import Column
from holdfast.model.ratings import Ratings
from holdfast.model.scale import Scale
from holdfast.model.spans import Spans
from holdfast.model.study import Study
from holdfast.protocols.base import scored
from holdfast.protocols.builtin.esa.rules import ErrorSpanAnnotation
from holdfast.protocols.weights.google import Google


def study():
    return Study(
        Ratings.build(
            score=np.array([70.0, 20.0]),
            system=Column.encode(["A", "B"]),
            segment=Column.constant("1", 2),
            scale=Scale(0, 100),
            protocol="esa",
        ),
        Spans(
            rating=np.array([1, 1]),
            side=Column.constant("target", 2),
            start=np.array([0, 4]),
            end=np.array([2, 9]),
            category=Column.absent(2),
            severity=Column.encode(["major", "undecided"]),
            text=Column.absent(2),
        ),
    )


def test_the_number_that_was_read_is_the_score_whatever_was_marked():
    read = study()
    assert ErrorSpanAnnotation().score(read, None) is read
    assert scored(read) is read


def test_weights_are_refused():
    with pytest.raises(UsageError, match=r"spans are not weighed\. Leave out --weights\.$"):
        ErrorSpanAnnotation().score(study(), Google())
    with pytest.raises(UsageError, match="not weighed"):
        scored(study(), "google")
