"""Text: what was said, for a terminal and, in runs of words and cells, for a page."""

from __future__ import annotations

import re
from typing import TypeAlias

from typing_extensions import TypedDict

from sapper.words.message import CellName

# Around the name of a cell while a text is being made; see `plain`.
_BEGIN, _END = "\ue000", "\ue001"
_NO_MARKS = str.maketrans("", "", _BEGIN + _END)


class CellRun(TypedDict):
    """A cell in a text, for machines."""

    cell: CellName


Runs: TypeAlias = list[str | CellRun]
"""a text for machines: words as they are, and cells as {"cell": "C4"}"""


class _Cell(str):
    """The name of a cell in a text."""

    __slots__ = ()


class Text(str):
    """A text, and where it names cells."""

    __slots__ = ("language", "runs")
    runs: tuple[str, ...]
    language: str
    """the one that it is in: English, where the reader's has no words for it"""

    @classmethod
    def of(cls, marked: str, language: str = "en") -> Text:
        """The text of what a language wrote."""
        pieces = re.split(f"{_BEGIN}(.*?){_END}", marked)
        text = cls("".join(pieces))
        text.language = language
        text.runs = tuple(
            _Cell(piece) if place % 2 else piece for place, piece in enumerate(pieces) if piece
        )
        return text

    @property
    def cells(self) -> list[str]:
        """The cells that it names, in order."""
        return [str(run) for run in self.runs if isinstance(run, _Cell)]

    def without_stop(self) -> Text:
        """The text as a part of a longer one: without its last full stop."""
        return Text.of("".join(map(_marked, self.runs)).removesuffix("."), self.language)

    def to_json(self) -> Runs:
        """Words as they are, and cells as {"cell": "C4"}."""
        return [{"cell": str(run)} if isinstance(run, _Cell) else run for run in self.runs]


def _marked(run: str) -> str:
    return mark(run) if isinstance(run, _Cell) else run


def plural(count: int, one: str, many: str = "") -> str:
    """The word for one thing or for several; in English most of these end in s."""
    return one if count == 1 else many or f"{one}s"


def how_many(count: int, one: str, many: str = "") -> str:
    """A number of things, in English.

    >>> how_many(1, "move"), how_many(0, "move"), how_many(2, "guess", "guesses")
    ('1 move', '0 moves', '2 guesses')
    """
    return f"{count} {plural(count, one, many)}"


def mark(cell: str) -> str:
    """The name of a cell, as a language writes it."""
    return f"{_BEGIN}{cell}{_END}"


def plain(words: str) -> str:
    """What somebody else wrote: words, whatever is in them."""
    return words.translate(_NO_MARKS)


def capital(text: str) -> str:
    """The beginning of a sentence."""
    return text[:1].upper() + text[1:]


def power_of_ten(exponent: float) -> str:
    """A large number, by its order of magnitude: 10¹²."""
    digits = str(round(exponent)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{digits}"
