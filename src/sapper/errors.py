"""The base class of all errors for bad input, and helpers for their messages."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from functools import wraps
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
        # Don't call the constructor when unpickling, because a subclass may need other arguments.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


def whole_number(name: str, value: object) -> int:
    """Return an argument as a whole number, or raise a SapperError. NumPy integers are accepted."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise SapperError(
            "{name} can't be {value}: use a whole number", name=name, value=shown(value)
        ) from None


def number(name: str, value: object) -> float:
    """Return an argument as a non-negative number, or raise a SapperError."""
    try:
        found = float("nan") if isinstance(value, str) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        found = float("nan")
    if not found >= 0:
        raise SapperError(
            "{name} can't be {value}: use a number of at least 0", name=name, value=shown(value)
        )
    return found


def need_text(name: str, value: object) -> None:
    """Raise a SapperError unless an argument is text."""
    if not isinstance(value, str):
        raise SapperError("{name} can't be {value}: use text", name=name, value=shown(value))


def checks_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a version of a function that first checks its `int` and `float` arguments.

    >>> def add(one: int, two: float | None = None): return one + (two or 0)
    >>> checks_numbers(add)(1, two=0.5)
    1.5
    >>> checks_numbers(add)("1")
    Traceback (most recent call last):
    sapper.errors.SapperError: one can't be '1': use a whole number
    """
    kinds = {"int": whole_number, "float": number}
    numbers = {
        name: (kinds[kind.removesuffix(" | None")], kind.endswith("None"))
        for name, kind in function.__annotations__.items()
        if kind.removesuffix(" | None") in kinds and name != "return"
    }
    if not numbers:
        return function
    names = function.__code__.co_varnames[: function.__code__.co_argcount]

    @wraps(function)
    def checked(*args: Any, **named: Any) -> Any:
        for name, value in (*zip(names, args, strict=False), *named.items()):
            check, optional = numbers.get(name, (None, True))
            if check is not None and not (optional and value is None):
                check(name, value)
        return function(*args, **named)

    return checked


def shown(value: object, limit: int = 40) -> str:
    """The `repr` of a value, shortened for a one-line message."""
    text = repr(value)
    return text if len(text) <= limit else text[:limit] + "…"


def quote(text: str, limit: int = 40) -> str:
    """The text in quotes, shortened for a one-line message."""
    return repr(text if len(text) <= limit else text[:limit] + "…")
