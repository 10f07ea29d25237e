"""Checks of settings; each raises BadSetting with the setting named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from os import PathLike, fspath
from pathlib import Path

from holdfast._core.errors import BadSetting

_BITS = 128
_SHOWN = 100
_SELECTION = 'Give keys with values: {"lp": "cs-en", "system": ["A", "B"]}'


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


def text(name: str, value: object) -> None:
    """Refuse what is not a text."""
    if not isinstance(value, str):
        raise _not(name, value, "It is a text")


def optional_text(name: str, value: object) -> None:
    """Refuse what is neither None nor a text with something in it."""
    if value is not None:
        text(name, value)
        if not value:
            raise BadSetting(f"{name} is empty", hint="Give a text, or leave it out")


def number(name: str, value: object) -> float:
    """Return a number as a float; refuse what is none."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise _not(name, value, "It is a number")
    try:
        return float(value)
    except OverflowError:
        raise BadSetting(f"{name} is too large", hint="Give a smaller number") from None


def whole_number(name: str, value: object, low: int) -> int:
    """Return a whole number from ``low`` up as an int; refuse what is none, or has over 128 bits."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise _not(name, value, "It is a whole number")
    if int(value).bit_length() > _BITS:
        raise BadSetting(f"{name} has more than {_BITS} bits", hint="Give a smaller number")
    at_least(name, int(value), low)
    return int(value)


def texts(name: str, value: object, *, hint: str = "Give a text, or a list of texts") -> tuple[str, ...]:
    """Return one text or many as a tuple; a set is sorted, for its own order is another in every run."""
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, Iterable):
        raise _not(name, value, hint)
    listed = tuple(value)
    for one in listed:
        if not isinstance(one, str):
            raise _not(f"a part of {name}", one, hint)
    return tuple(sorted(listed)) if isinstance(value, set | frozenset) else listed


def selection(name: str, value: object) -> dict[str, tuple[str, ...]]:
    """Return a selection as a dict of tuples; refuse what is neither None nor keys with their values."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise _not(name, value, _SELECTION)
    for key in value:
        if not isinstance(key, str):
            raise _not(f"a key of {name}", key, _SELECTION)
    chosen = {key: texts(f"{name}[{key!r}]", values, hint=_SELECTION) for key, values in value.items()}
    for key, values in chosen.items():
        for one in (key, *values):
            if not _encodable(one):
                raise BadSetting(f"{name} holds {one!r}, which is not UTF-8", hint="Write it in UTF-8")
    return chosen


def path(name: str, value: object, *, hint: str = "Give a path") -> Path:
    """Return a path; refuse what is none."""
    if isinstance(value, str | PathLike):
        plain = fspath(value)
        if isinstance(plain, str):
            return Path(plain)
    raise _not(name, value, hint)


def _not(name: str, value: object, hint: str) -> BadSetting:
    """Make the error for a value of the wrong type: large objects are named by their type."""
    plain = value is None or isinstance(value, bool | int | float | str | bytes)
    shown = repr(value)[:_SHOWN] if plain and not _huge(value) else f"of the type {type(value).__name__}"
    return BadSetting(f"{name} cannot be {shown}", hint=hint)


def _encodable(value: str) -> bool:
    """Say whether a text can stand in a file: bytes that are no text become surrogates."""
    return not any("\ud800" <= letter <= "\udfff" for letter in value)


def _huge(value: object) -> bool:
    """Say whether Python would refuse to write a whole number down."""
    return isinstance(value, int) and value.bit_length() > _BITS
