"""Protocols: what a rater is asked, and how the answer becomes a score."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Protocol, runtime_checkable

from holdfast._core.errors import UsageError
from holdfast._core.registry import Registry
from holdfast._core.signature import Method, signature
from holdfast.model.scale import Scale
from holdfast.model.study import Study
from holdfast.protocols.weights.base import DEFAULT_WEIGHTS, WEIGHTS, Weights


@runtime_checkable
class RatingProtocol(Method, Protocol):
    """The rules of one protocol."""

    scale: ClassVar[Scale]
    uses_spans: ClassVar[bool]

    def score(self, study: Study, weights: Weights | None) -> Study:
        """Return the study with every score computed; ``weights`` is for protocols with spans."""
        ...


PROTOCOLS: Registry[RatingProtocol] = Registry(
    kind="protocol",
    protocol=RatingProtocol,
    rows={
        "da": "holdfast.protocols.builtin.da.rules:DirectAssessment",
        "esa": "holdfast.protocols.builtin.esa.rules:ErrorSpanAnnotation",
        "mqm": "holdfast.protocols.builtin.mqm.rules:Mqm",
    },
)


def scored(study: Study, weights: str | None = None) -> Study:
    """Return the study with the scores that its protocol computes, from spans by the named weights."""
    name = study.ratings.protocol
    chosen = WEIGHTS.make(weights) if weights else None
    if name is None or name not in PROTOCOLS.rows:
        if chosen is not None:
            raise UsageError("these data have no error spans to weigh", hint="Leave out --weights")
        return study
    protocol = PROTOCOLS.make(name)
    if protocol.uses_spans and study.spans is not None and chosen is None:
        chosen = WEIGHTS.make(DEFAULT_WEIGHTS)
    study = protocol.score(study, chosen)
    if chosen is None:
        return study
    return replace(study, provenance=replace(study.provenance, weights=signature(chosen)))
