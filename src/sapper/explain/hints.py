"""Hints: help for a player in five tiers, from a nudge to the whole argument."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from typing_extensions import TypedDict

from sapper.explain.clues import Clues
from sapper.explain.explanation import (
    Explanation,
    ExplanationJson,
    Uncertain,
    UncertainJson,
    simplest,
    uncertain,
)
from sapper.grid import Cell, Grid, SapperError, a_chance, cell_list, percent
from sapper.odds import Odds, odds
from sapper.techniques import Technique
from sapper.view import View

TIERS = 5


class HintJson(TypedDict):
    """A hint for machines: docs/json.md."""

    tier: int
    words: str
    certain: bool
    risk: float | None
    first_is_safe: bool
    region: list[str]
    clues: list[str]
    cell: str | None
    reason: ExplanationJson | UncertainJson | None


@dataclass(frozen=True, slots=True)
class Hint:
    """A push: a text, and the cells and clues to look at."""

    tier: int
    text: str
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    reason: Explanation | Uncertain | None = field(repr=False, default=None)
    """only in tier 5"""

    certain: bool = True
    """whether some cell is certainly safe"""
    risk: float | None = None
    """of the safest guess, where nothing is certain"""
    first_is_safe: bool = False
    """before the first move, where the start rule protects whatever is opened"""

    def to_json(self, grid: Grid) -> HintJson:
        """All of it for machines, with the names of cells."""
        return {
            "tier": self.tier,
            "words": self.text,
            "certain": self.certain,
            "risk": self.risk,
            "first_is_safe": self.first_is_safe,
            "region": [grid.name(cell) for cell in self.cells] if self.tier == 2 else [],
            "clues": [grid.name(clue) for clue in self.clues],
            "cell": grid.name(self.cells[0]) if self.tier >= 4 and self.cells else None,
            "reason": None if self.reason is None else self.reason.to_json(),
        }


def hint(view: View, tier: int) -> Hint:
    """A hint towards the easiest safe cell, or the safest guess if none is certain.

    Tier 1 says which of the two it is; 2 the region; 3 the clues that matter; 4 the cell; 5 why.
    Before the first move, every tier says what the start rule promises.

    >>> view = View.parse('''
    ... 5x3x2
    ... .....
    ... 11111
    ... 00000
    ... ''')
    >>> for tier in range(1, 5):
    ...     print(hint(view, tier).text)
    A cell is certainly safe.
    Look at the top left corner, around B2.
    Compare the clues A2 and B2.
    C1 is safe.
    """
    if not 1 <= tier <= TIERS:
        raise SapperError(f"tier {tier} is out of range: hints have tiers 1 to {TIERS}")
    chances = odds(view)
    why = simplest(view, chances, chances.safe)
    if why is not None:
        return _certain_hint(why, tier)
    if view.first_is_safe:
        return Hint(tier, view.first_words, (), (), certain=False, first_is_safe=True)
    if chances.safest is None:
        raise SapperError("only mines are hidden: there is nothing left to open")
    guess = _guess_hint(view, chances, chances.safest, tier)
    return replace(guess, certain=False, risk=chances[chances.safest])


def _certain_hint(why: Explanation, tier: int) -> Hint:
    grid = why.view.grid
    match tier:
        case 1:
            return Hint(1, "A cell is certainly safe.", (), ())
        case 2:
            near = _near(grid, why.cell, why.steps[-1].clues)
            region = _region(grid, [why.cell, *near])
            return Hint(2, f"Look at {_region_words(grid, region, near)}.", region, ())
        case 3:
            return Hint(3, _clue_words(why), (), why.clues)
        case 4:
            return Hint(4, f"{grid.name(why.cell)} is safe.", (why.cell,), why.clues)
    return Hint(5, why.words(), (why.cell,), why.clues, why)


def _clue_words(why: Explanation) -> str:
    names = cell_list(why.clues, why.view.grid) if why.clues else ""
    if why.technique is Technique.TOLD:
        return "No clue is needed: the cell was told safe."
    text = f"Look at the clue {names}" if len(why.clues) == 1 else f"Compare the clues {names}"
    if not why.mine_count:
        return f"{text}."
    known = len(why.known_mines)
    left = why.view.level.mines - known
    count = f"{known} {'is' if known == 1 else 'are'} known and {left} remain{'s' * (left == 1)}"
    return f"Count the mines: {count}." + (f" {text}." if why.clues else "")


def _guess_hint(view: View, chances: Odds, safest: Cell, tier: int) -> Hint:
    grid = view.grid
    clues = tuple(Clues(view).touching(safest))
    near = _near(grid, safest, clues)
    region = _region(grid, [safest, *near])
    odds_words = percent(chances[safest])
    match tier:
        case 1:
            text = f"No cell is certainly safe: you must guess, at a risk of {odds_words} at least."
            return Hint(1, text, (), ())
        case 2:
            words = _region_words(grid, region, near)
            return Hint(2, f"The safest guess is in {words}.", region, ())
        case 3 if clues:
            names = f"clue{'s' * (len(clues) > 1)} {cell_list(clues, grid)}"
            return Hint(3, f"The safest guess is next to the {names}.", (), clues)
        case 3:
            return Hint(3, "The safest guess is a cell that no clue touches.", (), ())
        case 4:
            risk = f"{a_chance(chances[safest])} of being a mine"
            text = f"{grid.name(safest)} is the safest guess: it has {risk}."
            return Hint(4, text, (safest,), clues)
    why = uncertain(view, safest, chances)
    return Hint(5, why.words(), (safest,), clues, why)


def _region(grid: Grid, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The cells of the smallest rectangle around these."""
    rows = sorted(cell // grid.width for cell in cells)
    columns = sorted(cell % grid.width for cell in cells)
    return tuple(
        row * grid.width + column
        for row in range(rows[0], rows[-1] + 1)
        for column in range(columns[0], columns[-1] + 1)
    )


# Clues farther away than this many rows or columns belong to another part of the board.
_NEAR = 3


def _near(grid: Grid, cell: Cell, clues: Sequence[Cell]) -> list[Cell]:
    """The clues near a cell, the nearest first."""

    def distance(clue: Cell) -> tuple[int, int]:
        rows = abs(clue // grid.width - cell // grid.width)
        columns = abs(clue % grid.width - cell % grid.width)
        return max(rows, columns), rows + columns

    near = [clue for clue in clues if distance(clue)[0] <= _NEAR]
    return sorted(near, key=lambda clue: (distance(clue), clue))


def _region_words(grid: Grid, region: Sequence[Cell], near: Sequence[Cell]) -> str:
    """Where a rectangle is, as people say it, and a number in it to look for."""
    # The middle of the rectangle, as a part of the board's height and width.
    row = (region[0] // grid.width + region[-1] // grid.width + 1) / 2 / grid.height
    column = (region[0] % grid.width + region[-1] % grid.width + 1) / 2 / grid.width
    upright = "top" if row < 0.37 else "bottom" if row > 0.63 else ""
    across = "left" if column < 0.37 else "right" if column > 0.63 else ""
    if upright and across:
        part = f"the {upright} {across} corner"
    elif upright:
        part = f"the middle of the {upright}"
    elif across:
        part = f"the {across} half"
    else:
        part = "the middle of the board"
    return f"{part}, around {grid.name(near[0])}" if near else part
