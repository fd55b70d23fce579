"""The base class of all errors for bad input, and helpers for their messages."""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable
from functools import wraps
from operator import index
from typing import Any


class _Count(int):
    def __format__(self, spec: str) -> str:
        one, choice, many = spec.partition("|")
        return f"{int(self)} {one if self == 1 else many}" if choice else format(int(self), spec)


def fill(template: str, *parts: object, **named: object) -> str:
    """Put parts into a template. A count chooses between two forms.

    >>> fill("{:game|games}, {won} won", 1, won=0), fill("{:game|games}, {won} won", 2, won=1)
    ('1 game, 0 won', '2 games, 1 won')
    """
    counted = [_Count(part) if type(part) is int else part for part in parts]
    named = {name: _Count(part) if type(part) is int else part for name, part in named.items()}
    return template.format(*counted, **named)


class SapperError(ValueError):
    """Bad input. The message is one line that quotes the input and says what is allowed.

    The message is made from a template and its parts, so that it can be translated
    (`words.refusal`):

    >>> str(SapperError("{cell} is open: choose a hidden cell", cell="C4"))
    'C4 is open: choose a hidden cell'
    >>> str(SapperError("the game has {count:move|moves}, not 3", count=1))
    'the game has 1 move, not 3'
    """

    partial: object = None
    """the part of the input before the fault, such as the first moves of a game"""

    place: str = ""
    """text before the message, such as the name of a file"""

    def __init__(self, template: str = "", **parts: object) -> None:
        message = fill(template, **parts) if parts else template
        super().__init__(" ".join(message.splitlines()))  # a file's name may have several lines
        self.template = template
        self.parts = parts

    def __str__(self) -> str:
        return displayable(self.place + super().__str__())

    def __reduce__(self) -> tuple[Any, ...]:
        # Don't call the constructor when unpickling, because a subclass may need other arguments.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


def unusable(name: str, value: object, use: str) -> SapperError:
    """The error for an argument of the wrong type."""
    return SapperError("{name} can't be {value}: use {use}", name=name, value=shown(value), use=use)


def whole_number(name: str, value: object) -> int:
    """Return an argument as a whole number, or raise a SapperError. NumPy integers are accepted."""
    try:
        return int(index(value))  # type: ignore[arg-type]
    except TypeError:
        raise unusable(name, value, "a whole number") from None


def number(name: str, value: object) -> float:
    """Return an argument as a non-negative number, or raise a SapperError."""
    try:
        is_text = isinstance(value, str | bool)
        found = float("nan") if is_text else float(value)  # type: ignore[arg-type]
    except (OverflowError, TypeError, ValueError):
        found = float("nan")
    if not found >= 0:
        raise unusable(name, value, "a number of at least 0")
    return value if isinstance(value, int) else found  # so that messages quote 1, not 1.0


def need_text(name: str, value: object) -> None:
    """Raise a SapperError unless an argument is text."""
    if not isinstance(value, str):
        raise unusable(name, value, "text")


def true_or_false(name: str, value: object) -> bool:
    """Return an argument as a bool, or raise a SapperError. NumPy's bools are accepted."""
    if type(value).__name__ not in ("bool", "bool_"):
        raise unusable(name, value, "True or False")
    return bool(value)


def function(name: str, value: object) -> Callable[..., Any]:
    """Return an argument that can be called, or raise a SapperError."""
    if not callable(value):
        raise unusable(name, value, "a function")
    return value


def checks_arguments(checked: Callable[..., Any]) -> Callable[..., Any]:
    """Return a version of a function that first checks its arguments, and converts numbers.

    >>> def add(one: int, two: float | None = None): return one + (two or 0)
    >>> checks_arguments(add)(1, two=0.5)
    1.5
    >>> checks_arguments(add)("1")
    Traceback (most recent call last):
    sapper.errors.SapperError: one can't be '1': use a whole number
    """
    kinds: dict[str, Callable[[str, object], object]] = {
        "int": whole_number,
        "float": number,
        "bool": true_or_false,
        "Callable": function,
        "Progress": function,
    }
    converters = {
        name: (kinds[kind], annotation.endswith("| None"))
        for name, annotation in checked.__annotations__.items()
        if name != "return"
        and (kind := annotation.partition("[")[0].removesuffix(" | None")) in kinds
    }
    if not converters:
        return checked
    names = checked.__code__.co_varnames[: checked.__code__.co_argcount]

    def converted(name: str, value: object) -> object:
        convert, optional = converters.get(name, (None, True))
        return value if convert is None or (optional and value is None) else convert(name, value)

    @wraps(checked)
    def call(*args: Any, **named: Any) -> Any:
        first = map(converted, names, args)
        rest = args[len(names) :]  # too many arguments, so the call raises a TypeError
        return checked(*first, *rest, **{name: converted(name, named[name]) for name in named})

    return call


def shown(value: object, limit: int = 40) -> str:
    """The `repr` of a value, shortened for a one-line message."""
    try:
        text = " ".join(map(str.strip, repr(value).splitlines()))  # an array has several lines
    except Exception:  # the caller's own class may be faulty
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[:limit] + "…"


def displayable(text: str) -> str:
    r"""The text, with bytes that are not UTF-8 escaped, such as \xfc. File names may have them.

    Python reads such a byte as half of a surrogate pair, which can't be printed or encoded.

    >>> print(displayable("m\udcfcller.py"))
    m\xfcller.py
    """
    text = re.sub("[\udc80-\udcff]", lambda byte: f"\\x{ord(byte[0]) - 0xDC00:02x}", text)
    return text.encode(errors="backslashreplace").decode()


def quote(text: str, limit: int = 40) -> str:
    """The text in quotes, shortened for a one-line message."""
    return repr(text if len(text) <= limit else text[:limit] + "…")
