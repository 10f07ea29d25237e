"""Plan, collect and analyse human evaluations whose conclusions hold when they are repeated."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from holdfast._core.version import __version__

if TYPE_CHECKING:
    from holdfast.api.compare import compare
    from holdfast.api.demo import demo
    from holdfast.api.rank import rank
    from holdfast.api.read import read

_WHERE = {
    "compare": "holdfast.api.compare",
    "demo": "holdfast.api.demo",
    "rank": "holdfast.api.rank",
    "read": "holdfast.api.read",
}

__all__ = ["__version__", "compare", "demo", "rank", "read"]


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"module 'holdfast' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
