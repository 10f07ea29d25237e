import json
from dataclasses import FrozenInstanceError
from math import inf, nan

import numpy as np
import pytest

from holdfast.model.scale import Scale


@pytest.mark.parametrize(
    ("scale", "text", "as_dict"),
    [
        (Scale(), "unbounded, higher is better", {"low": None, "high": None, "better": "higher"}),
        (Scale(0, 100), "0 to 100, higher is better", {"low": 0, "high": 100, "better": "higher"}),
        (Scale(1, 4.5), "1 to 4.5, higher is better", {"low": 1, "high": 4.5, "better": "higher"}),
        (Scale(0, better="lower"), "0 to ∞, lower is better", {"low": 0, "high": None, "better": "lower"}),
        (Scale(high=0), "−∞ to 0, higher is better", {"low": None, "high": 0, "better": "higher"}),
        (Scale(better="lower"), "unbounded, lower is better", {"low": None, "high": None, "better": "lower"}),
    ],
)
def test_a_scale_is_shown(scale, text, as_dict):
    assert str(scale) == text
    assert json.loads(json.dumps(scale.to_dict(), allow_nan=False)) == as_dict


@pytest.mark.parametrize(("better", "sign"), [("higher", 1), ("lower", -1)])
def test_the_sign_makes_more_of_it_better(better, sign):
    assert Scale(better=better).sign == sign


@pytest.mark.parametrize(
    ("scale", "outside"),
    [
        (Scale(), [False] * 7),
        (Scale(0, 100), [True, True, False, False, True, True, False]),
        (Scale(0, inf, "lower"), [True, True, False, False, False, False, False]),
        (Scale(-inf, 0), [False, False, False, True, True, True, False]),
    ],
)
def test_what_lies_off_the_scale(scale, outside):
    scores = np.array([-inf, -1e-9, 0, 100, 100.5, inf, nan])
    assert scale.outside(scores).tolist() == outside


def test_a_scale_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Scale().low = 0
