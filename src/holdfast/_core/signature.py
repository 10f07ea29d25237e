"""A method is a frozen dataclass of settings; here it is written as text and read back.

``name:field=value:field=value`` is what the command line takes and what every result prints.
"""

from __future__ import annotations

from dataclasses import Field, fields
from typing import Any, ClassVar, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints
from urllib.parse import quote, unquote

from holdfast._core.errors import BadSetting, printable


class Method(Protocol):
    """Anything with a name and settings."""

    name: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


M = TypeVar("M", bound=Method)


def signature(method: Method) -> str:
    """Write a method with all its settings; texts that are empty by default are left out while they are."""
    values = {field: getattr(method, field.name) for field in fields(method)}
    told = [field for field in values if values[field] != "" or field.default != ""]
    return ":".join([method.name, *(f"{field.name}={_write(values[field])}" for field in told)])


def in_signature(text: str) -> str:
    """Write a text such that it stays within its part of a signature and on the line."""
    return printable(text.replace("%", "%25").replace("|", "%7C"))


def with_settings(cls: type[M], settings: list[str]) -> M:
    """Make a method from ``field=value`` texts; what is not named keeps its default."""
    types = get_type_hints(cls)
    known = [field.name for field in fields(cls)]
    values: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or name not in known:
            raise BadSetting(
                f"{cls.name} has no setting {setting!r}",
                hint=f"Its settings: {', '.join(known)}; write {cls.name}:field=value"
                if known
                else f"{cls.name} has no settings",
            )
        if name in values:
            raise BadSetting(f"{cls.name}: {name} is given twice", hint="Give each setting once")
        values[name] = _read(f"{cls.name}:{name}", text, types[name])
    return cls(**values)


def _write(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return repr(float(value)).removesuffix(".0")
    return "".join(_escaped(letter) for letter in str(value))


def _escaped(letter: str) -> str:
    """Write what would end a setting or the line as in a web address."""
    return letter if letter.isprintable() and letter not in ":%" else quote(letter, errors="replace")


def _read(where: str, text: str, kind: Any) -> Any:
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        if text not in choices:
            listed = ", ".join(filter(None, choices))
            raise BadSetting(f"{where} cannot be {text!r}", hint=f"One of: {listed}")
        return text
    if kind is bool:
        if text not in ("yes", "no"):
            raise BadSetting(f"{where} cannot be {text!r}", hint="One of: yes, no")
        return text == "yes"
    if kind is str:
        return unquote(text)
    try:
        return kind(text)
    except ValueError:
        noun = "a whole number" if kind is int else "a number"
        raise BadSetting(f"{where} cannot be {text!r}", hint=f"Give {noun}") from None
