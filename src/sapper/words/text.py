"""Text: a string that also lists the cells in it, so that a page can highlight them."""

from __future__ import annotations

import re
from math import floor
from typing import TypeAlias

from typing_extensions import TypedDict

from sapper.words.message import CellName

# These characters surround the name of a cell while a text is being made.
_BEGIN, _END = "\ue000", "\ue001"
_NO_MARKS = str.maketrans("", "", _BEGIN + _END)


class CellRun(TypedDict):
    """A cell in a text, as JSON."""

    cell: CellName


Runs: TypeAlias = list[str | CellRun]
"""a text as JSON: words as strings, and cells as {"cell": "C4"}"""


class _CellText(str):
    __slots__ = ()


class Text(str):
    """A string that is also split into runs of words and cells."""

    __slots__ = ("language", "runs")
    runs: tuple[str, ...]
    language: str
    """the language of this text; English if a message is not translated"""

    @classmethod
    def of(cls, marked: str, language: str = "en") -> Text:
        """Make a text from words in which `mark` has marked the cells."""
        pieces = re.split(f"{_BEGIN}(.*?){_END}", marked)
        text = cls("".join(pieces))
        text.language = language
        text.runs = tuple(
            _CellText(piece) if place % 2 else piece for place, piece in enumerate(pieces) if piece
        )
        return text

    @property
    def cells(self) -> list[str]:
        return [str(run) for run in self.runs if isinstance(run, _CellText)]

    def without_stop(self) -> Text:
        """The text without its last full stop, for use inside a longer text."""
        return Text.of("".join(map(_marked, self.runs)).removesuffix("."), self.language)

    def to_json(self) -> Runs:
        return [{"cell": str(run)} if isinstance(run, _CellText) else run for run in self.runs]


def _marked(run: str) -> str:
    return mark(run) if isinstance(run, _CellText) else run


def plural(count: float, one: str, many: str = "") -> str:
    """The singular or the plural of a noun. By default the plural adds an s."""
    return one if count == 1 else many or f"{one}s"


def how_many(count: int, one: str, many: str = "") -> str:
    """A count and its noun, in English.

    >>> how_many(1, "move"), how_many(0, "move"), how_many(2, "guess", "guesses")
    ('1 move', '0 moves', '2 guesses')
    """
    return f"{count} {plural(count, one, many)}"


def half_up(number: float) -> int:
    """The nearest whole number. A half is rounded up. Tiny floating-point errors don't matter.

    >>> half_up(12.5), half_up(13.5), half_up(100 * 0.145)
    (13, 14, 15)
    """
    return floor(round(number, 9) + 0.5)


def mark(cell: str) -> str:
    """Mark the name of a cell, so that `Text.of` finds it."""
    return f"{_BEGIN}{cell}{_END}"


def plain(words: str) -> str:
    """Remove the characters that mark cells from words that someone else wrote."""
    return words.translate(_NO_MARKS)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def power_of_ten(exponent: float) -> str:
    """Ten to the power of the rounded exponent, such as 10¹²."""
    digits = str(round(exponent)).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"10{digits}"
