"""MQM weights: how much an error of some category and severity costs.

Public scorers disagree, so each set is a row of its own; every number in it is a setting.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np

from holdfast._core.errors import BadSetting, UnknownLabel, UnweightedSeverity, warn
from holdfast._core.registry import Registry
from holdfast._core.signature import Method
from holdfast.model.spans import Spans
from holdfast.numeric.arrays import IntArray, dense_codes

NOT_ERRORS = ("no-error", "hotw-test")
"""Severities of rows that record something else than an error of the system."""

SEVERITIES = ("neutral", "trivial", "minor", "major", "critical")
UNWEIGHTED = ("undecided",)
MOST = 1_000_000
"""The highest weight or cap: sums of such weights are exact."""


@runtime_checkable
class Weights(Method, Protocol):
    """A set of MQM weights; ``cap`` is the highest penalty of a segment, 0 for none."""

    cap: float

    def weight(self, category: str, severity: str) -> float:
        """Return the cost of an error; both labels in lower case, the severity one of SEVERITIES."""
        ...


WEIGHTS: Registry[Weights] = Registry(
    kind="weights",
    protocol=Weights,
    rows={
        "google": "holdfast.protocols.weights.google:Google",
        "mtme": "holdfast.protocols.weights.mtme:Mtme",
        "unbabel": "holdfast.protocols.weights.unbabel:Unbabel",
        "wmt24": "holdfast.protocols.weights.wmt24:Wmt24",
    },
)


DEFAULT_WEIGHTS = "google"


def check_severity(severity: str, *, file: str | None = None, line: int | None = None) -> None:
    """Refuse a severity that nobody defined: an unknown label must not cost 0."""
    known = (*SEVERITIES, *NOT_ERRORS, *UNWEIGHTED)
    if severity.strip().lower() not in known:
        raise UnknownLabel(
            f"unknown severity {severity!r}",
            hint=f"Known (in any case): {', '.join(known)}",
            file=file,
            line=line,
            column="severity",
        )


def units_of(weights: Weights, spans: Spans) -> IntArray:
    """Return the weight of each span in whole thousandths."""
    code, first = dense_codes(spans.category.codes, spans.severity.codes)
    categories, severities = spans.category.labels, spans.severity.labels
    table = np.zeros(first.size, dtype=np.int64)
    unweighted = dict.fromkeys(UNWEIGHTED, 0)
    for number, row in enumerate(first.tolist()):
        severity = _label(severities, spans.severity.codes[row])
        check_severity(severity)
        if severity in UNWEIGHTED:
            unweighted[severity] += int((code == number).sum())
        elif severity not in NOT_ERRORS:
            category = _label(categories, spans.category.codes[row])
            table[number] = thousandths(weights, weights.weight(category, severity))
    for severity, count in unweighted.items():
        if count:
            warn(UnweightedSeverity, f"{count} spans of severity {severity!r} carry no weight")
    return table[code]


def thousandths(weights: Weights, value: float) -> int:
    """Return a weight or a cap in whole thousandths."""
    units = round(value * 1000) if 0 <= value <= MOST else -1
    if units < 0 or abs(units - value * 1000) > 1e-6:
        raise BadSetting(
            f"{weights.name}: a weight cannot be {value}",
            hint=f"Weights and caps lie between 0 and {MOST:,} and have at most three decimals",
        )
    return units


def _label(labels: tuple[str, ...], code: int) -> str:
    return labels[code].strip().lower() if code >= 0 else ""
