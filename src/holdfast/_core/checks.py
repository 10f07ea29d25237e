"""Checks of settings; each raises BadSetting with the setting named."""

from __future__ import annotations

from holdfast._core.errors import BadSetting


def at_least(name: str, value: float, low: float) -> None:
    """Refuse a setting below its lowest value."""
    if not value >= low:
        raise BadSetting(f"{name} cannot be {value}", hint=f"It is at least {low}")


def inside(name: str, value: float, low: float, high: float) -> None:
    """Refuse a setting outside an open interval."""
    if not low < value < high:
        raise BadSetting(f"{name} cannot be {value}", hint=f"It lies between {low} and {high}")


def finite(name: str, value: float) -> None:
    """Refuse a setting that is not a finite number."""
    if not abs(value) < float("inf"):
        raise BadSetting(f"{name} cannot be {value}", hint="Give a finite number")


def share(name: str, value: float) -> None:
    """Refuse a setting that is not a share, from 0 to 1."""
    if not 0 <= value <= 1:
        raise BadSetting(f"{name} cannot be {value}", hint="It is a share, from 0 to 1")
