"""Numbers, chances and lists in a language, by Babel's tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from sapper.words.kinds import ClauseName
from sapper.words.message import NAMES, CellName
from sapper.words.text import mark


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a language needs besides its words."""

    locale: str
    percents: str
    """the pattern of a chance, one digit after the point"""
    under: str
    """a chance that rounding would turn into nothing"""
    over: str
    """a chance that rounding would turn into certainty"""

    def number(self, number: int) -> str:
        """A whole number."""
        return format_decimal(number, locale=self.locale)

    def decimal(self, number: float, digits: int = 1) -> str:
        """A number with `digits` digits after the point."""
        return format_decimal(round(number, digits), f"0.{'0' * digits}", locale=self.locale)

    def percent(self, chance: float, digits: int = 1) -> str:
        """A chance; 0% and 100% are never the result of rounding."""
        whole = self.percents.replace(".0", "")
        if chance in (0.0, 1.0):
            return format_percent(chance, whole, self.locale)
        pattern, parts = (self.percents, 1000) if digits else (whole, 100)
        rounded = round(parts * chance)
        if rounded in (0, parts):
            edge, words = (parts - 1, self.over) if rounded else (1, self.under)
            return words.format(format_percent(edge / parts, pattern, self.locale))
        # Points are rounded by the account of a game, chances here.
        return format_percent(chance if digits else rounded / parts, pattern, self.locale)

    def tenths(self, chance: float) -> str:
        """A chance that is only roughly known."""
        return format_percent(round(chance, 1), self.percents.replace(".0", ""), self.locale)

    def join(self, words: Sequence[str]) -> str:
        """Several things in a sentence."""
        return words[0] if len(words) == 1 else format_list(words, locale=_locale(self.locale))

    def all_cells(self, cells: Sequence[CellName]) -> str:
        """All of some cells, however many."""
        return self.join([mark(cell) for cell in cells])

    def cells(self, cells: Sequence[CellName], more: str) -> str:
        """Cells in a sentence; `more` says how many are not named, if they are many."""
        names = [mark(cell) for cell in cells]
        if len(names) > NAMES:
            names = [*names[: NAMES - 2], more.format(len(names) - NAMES + 2)]
        return self.join(names)


@cache
def _locale(name: str) -> Locale:
    """A locale, parsed once: lists are many."""
    return Locale.parse(name)


def clause(literals: ClauseName) -> str:
    """A clause, in the notation of logic: (C4 ∨ ¬D4)."""
    text = " ∨ ".join(f"{'' if one.is_mine else '¬'}{mark(one.cell)}" for one in literals)
    return f"({text})" if len(literals) > 1 else text or "⊥"
