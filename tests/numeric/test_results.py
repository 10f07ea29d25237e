"""What the routines hand over cannot be changed on the way."""

from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest

from holdfast.numeric.affine import Affine
from holdfast.numeric.moments import moments
from holdfast.numeric.pairs import grouped_differences
from holdfast.numeric.ranksum import rank_sums
from holdfast.numeric.signedrank import signed_rank
from holdfast.numeric.signflip import Contrasts

VALUES = np.array([[1.0, 2.0, 4.0], [2.0, 2.0, 1.0]])
GROUP = np.array([0, 0, 1])


@pytest.mark.parametrize(
    "result",
    [
        Affine(VALUES[0], VALUES[1]),
        Contrasts(VALUES, GROUP, GROUP),
        grouped_differences(VALUES, GROUP),
        moments(VALUES[0], GROUP, 2),
        rank_sums(VALUES),
        signed_rank(VALUES[0] - VALUES[1]),
    ],
    ids=lambda result: type(result).__name__,
)
def test_results_are_frozen(result):
    for field in fields(result):
        with pytest.raises(FrozenInstanceError):
            setattr(result, field.name, None)
