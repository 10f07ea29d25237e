"""Tables of lazy rows ``name → "module:Class"``: a method is loaded when it is first named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Generic, TypeVar

from holdfast._core.errors import UnknownMethod
from holdfast._core.signature import Method, with_settings

T = TypeVar("T", bound=Method)


@dataclass(frozen=True, slots=True)
class Registry(Generic[T]):
    """The methods of one kind, by name.

    Parameters
    ----------
    kind
        What a row is, in words; also the folder of its pages in docs.
    protocol
        What every row's class must offer; the battery of tests checks it.
    rows
        Where each row's class is found.

    """

    kind: str
    protocol: type[T]
    rows: Mapping[str, str]

    def load(self, name: str) -> type[T]:
        """Return the class of a row."""
        if name not in self.rows:
            are = "are" if self.kind.endswith("s") else "is"
            raise UnknownMethod(
                f"there {are} no {self.kind} {name!r}", hint=suggestion(name, list(self.rows))
            )
        module, _, attribute = self.rows[name].partition(":")
        loaded: type[T] = getattr(import_module(module), attribute)
        return loaded

    def make(self, text: str) -> T:
        """Return the method that ``name:field=value:…`` describes."""
        name, *settings = text.split(":")
        return with_settings(self.load(name), settings)


def suggestion(name: str, known: list[str]) -> str:
    """Say what could have been meant, or what there is."""
    close = get_close_matches(name, known, n=1)
    listed = f"There are: {', '.join(known)}" if known else "There are none"
    return f"Did you mean {close[0]!r}? {listed}" if close else listed
