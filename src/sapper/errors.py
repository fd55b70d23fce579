"""The base class of all errors for bad input, and helpers for their messages."""

from __future__ import annotations

import copyreg
from operator import index
from typing import Any


class SapperError(ValueError):
    """Bad input. The message is one line that quotes the input and says what is allowed.

    The message is made from a template and its parts, so that it can be translated
    (`words.refusal`):

    >>> str(SapperError("{cell} is open: choose a hidden cell", cell="C4"))
    'C4 is open: choose a hidden cell'
    """

    partial: object = None
    """the part of the input before the fault, such as the first moves of a game"""

    place: str = ""
    """text before the message, such as the name of a file"""

    def __init__(self, template: str = "", **parts: object) -> None:
        super().__init__(template.format(**parts) if parts else template)
        self.template = template
        self.parts = parts

    def __str__(self) -> str:
        return self.place + super().__str__()

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle the state itself, because the constructor of a subclass may need other arguments.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


def whole_number(name: str, value: object) -> int:
    """The value of an argument that must be a whole number. NumPy integers are accepted."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise SapperError(
            "{name} can't be {value}: use a whole number", name=name, value=shown(value)
        ) from None


def shown(value: object, limit: int = 40) -> str:
    """The value as Python writes it, shortened for a one-line message."""
    text = repr(value)
    return text if len(text) <= limit else text[:limit] + "…"


def quote(text: str, limit: int = 40) -> str:
    """The text in quotes, shortened for a one-line message."""
    return repr(text if len(text) <= limit else text[:limit] + "…")
