"""Numbers, chances and lists in a language, written according to Babel's tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from sapper.words.kinds import ClauseName
from sapper.words.message import NAMES, CellName
from sapper.words.text import half_up, mark


@dataclass(frozen=True, slots=True)
class Grammar:
    """The locale of a language, and its patterns for percentages."""

    locale: str
    pattern: str
    """for a percentage, with one digit after the point"""
    under: str
    """for a chance that would be rounded to 0%"""
    over: str
    """for a chance that would be rounded to 100%"""

    def number(self, number: int) -> str:
        return format_decimal(number, locale=self.locale)

    def decimal(self, number: float, digits: int = 1) -> str:
        return format_decimal(round(number, digits), f"0.{'0' * digits}", locale=self.locale)

    def percent(self, chance: float, digits: int = 1) -> str:
        """A chance as a percentage. Only exactly 0 and 1 are written as 0% and 100%.

        >>> english = Grammar("en_GB", "#,##0.0%", "under {}", "over {}")
        >>> english.percent(0.125, 0), english.percent(0.1225), english.percent(0.999, 0)
        ('13%', '12.3%', 'over 99%')
        """
        whole = self.pattern.replace(".0", "")
        if chance in (0.0, 1.0):
            return format_percent(chance, whole, self.locale)
        pattern, parts = (self.pattern, 1000) if digits else (whole, 100)
        rounded = half_up(parts * chance)
        if rounded in (0, parts):
            edge, words = (parts - 1, self.over) if rounded else (1, self.under)
            return words.format(format_percent(edge / parts, pattern, self.locale))
        return format_percent(rounded / parts, pattern, self.locale)

    def percents(self, *chances: float) -> list[str]:
        """Chances as whole percentages, or with a decimal if two of them would look the same."""
        whole = [self.percent(chance, 0) for chance in chances]
        return whole if len(set(whole)) == len(set(chances)) else list(map(self.percent, chances))

    def tenths(self, chance: float) -> str:
        """A chance rounded to the nearest ten percent."""
        whole = self.pattern.replace(".0", "")
        return format_percent(half_up(10 * chance) / 10, whole, self.locale)

    def join(self, words: Sequence[str]) -> str:
        return words[0] if len(words) == 1 else format_list(words, locale=_locale(self.locale))

    def either(self, words: Sequence[str]) -> str:
        """A list of alternatives, with the word for "or"."""
        if len(words) == 1:
            return words[0]
        return format_list(words, style="or", locale=_locale(self.locale))

    def all_cells(self, cells: Sequence[CellName]) -> str:
        return self.join([mark(cell) for cell in cells])

    def cells(self, cells: Sequence[CellName], more: str) -> str:
        """A list of cells. A long list ends with `more`, which counts the cells not named."""
        names = [mark(cell) for cell in cells]
        if len(names) > NAMES:
            names = [*names[: NAMES - 2], more.format(len(names) - NAMES + 2)]
        return self.join(names)


@cache
def _locale(name: str) -> Locale:
    return Locale.parse(name)


def clause(literals: ClauseName) -> str:
    """A clause in logical notation, such as (C4 ∨ ¬D4)."""
    text = " ∨ ".join(f"{'' if one.is_mine else '¬'}{mark(one.cell)}" for one in literals)
    return f"({text})" if len(literals) > 1 else text or "⊥"
