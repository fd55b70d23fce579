"""Messages: what a sentence says, as data rather than words.

    message   a value that can't change. Its class is its kind, and its fields are its parts
    part      a cell, a clue, a number, a chance from 0 to 1, a name, another message, or a tuple of
              these. A part is never a sentence, and its numbers are not rounded

The reasoning code makes messages, and `en.py` and `de.py` put them into words. Each kind is
declared once, in `kinds.py`, and tests/words has an example of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from typing_extensions import dataclass_transform

CellName: TypeAlias = str
"""the name of a cell, such as `C4`"""

NAMES = 12
"""the maximum number of cells in a list; longer lists are cut short"""


@dataclass(frozen=True, slots=True)
class ClueName:
    """The cell of a clue and its number."""

    cell: CellName
    number: int


_kinds: dict[str, type[Message]] = {}


@dataclass_transform(frozen_default=True)
class Message:
    """The base class of all messages. A subclass is declared like a frozen dataclass.

    Real dataclasses would make every process start a tenth of a second later.

    >>> class Seen(Message):
    ...     cell: CellName
    ...     mines: int = 0
    >>> Seen("C4"), Seen("C4") == Seen("C4", mines=0), Seen("C4") == Seen("D4")
    (Seen(cell='C4', mines=0), True, False)
    """

    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls.__match_args__ = tuple(cls.__annotations__)  # type: ignore[misc]
        _kinds[cls.__name__] = cls

    def __init__(self, *values: object, **named: object) -> None:
        cls, parts = type(self), self.__dict__
        names = cls.__match_args__
        parts.update(zip(names, values, strict=False), **named)
        if len(parts) < len(names):
            parts.update((n, getattr(cls, n)) for n in names if n not in parts and hasattr(cls, n))
        if len(parts) != len(names) or len(values) + len(named) > len(names):
            raise TypeError(f"the parts of {cls.__name__} are {', '.join(names) or 'none'}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a message does not change: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a message does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in self.__match_args__)))

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{self.kind}({parts})"

    @property
    def kind(self) -> str:
        return type(self).__name__

    def to_json(self) -> dict[str, Any]:
        parts = {name: _json(getattr(self, name)) for name in self.__match_args__}
        return {"kind": self.kind, **parts}


def _json(part: object) -> Any:
    match part:
        case ClueName():
            return {"cell": part.cell, "number": part.number}
        case Message():
            return part.to_json()
        case tuple():
            return [_json(one) for one in part]
    return part


def from_json(form: Mapping[str, Any]) -> Message:
    """Read a message from its JSON form, or raise a ValueError.

    >>> from sapper.words.kinds import TooManyMines
    >>> from_json(TooManyMines(ClueName("B2", 3), 2).to_json())
    TooManyMines(clue=ClueName(cell='B2', number=3), mines=2)
    """
    try:
        parts = {name: _part(part) for name, part in form.items() if name != "kind"}
        return _kinds[form["kind"]](**parts)
    except (AttributeError, KeyError, TypeError):
        raise ValueError(f"not a message: {form}") from None


def _part(form: Any) -> Any:
    match form:
        case {"kind": _}:
            return from_json(form)
        case {"cell": cell, "number": number}:
            return ClueName(cell, number)
        case list():
            return tuple(_part(one) for one in form)
    return form
