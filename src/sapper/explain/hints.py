"""Hints: help for a player in five tiers, from a nudge to the whole argument."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sapper.core.grid import Cell, Grid
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.explain.clues import Clues
from sapper.explain.explanation import (
    Explanation,
    ExplanationJson,
    Uncertain,
    UncertainJson,
    simplest,
    uncertain,
)
from sapper.ladder.techniques import Technique
from sapper.reason.odds import Odds, odds
from sapper.words import Message, SaidJson, Text, said, say
from sapper.words.kinds import (
    CellIsSafe,
    GivenNeedsNoClue,
    GuessByClues,
    GuessInRegion,
    LookAtClues,
    LookAtRegion,
    MustGuess,
    Region,
    SafeCellExists,
    SafestGuess,
)

TIERS = 5


class HintJson(SaidJson):
    """A hint for machines: docs/json.md."""

    tier: int
    certain: bool
    risk: float | None
    first_is_safe: bool
    region: list[str]
    clues: list[str]
    cell: str | None
    reason: ExplanationJson | UncertainJson | None


@dataclass(frozen=True, slots=True)
class Hint:
    """A push: what it says, and the cells and clues to look at."""

    tier: int
    messages: tuple[Message, ...]
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

    @property
    def text(self) -> Text:
        return say(*self.messages)

    def to_json(self, grid: Grid) -> HintJson:
        """All of it for machines, with the names of cells."""
        return {
            "tier": self.tier,
            **said(*self.messages),
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
        return Hint(tier, (view.promise,), (), (), certain=False, first_is_safe=True)
    if chances.safest is None:
        raise SapperError("only mines are hidden: there is nothing left to open")
    guess = _guess_hint(view, chances, chances.safest, tier)
    return replace(guess, certain=False, risk=chances[chances.safest])


def _certain_hint(why: Explanation, tier: int) -> Hint:
    grid = why.view.grid
    match tier:
        case 1:
            return Hint(1, (SafeCellExists(),), (), ())
        case 2:
            near = _near(grid, why.cell, why.steps[-1].clues)
            region = _region(grid, [why.cell, *near])
            return Hint(2, (LookAtRegion(_region_of(grid, region, near)),), region, ())
        case 3:
            return Hint(3, (_clues_to_see(why),), (), why.clues)
        case 4:
            return Hint(4, (CellIsSafe(grid.name(why.cell)),), (why.cell,), why.clues)
    return Hint(5, why.messages, (why.cell,), why.clues, why)


def _clues_to_see(why: Explanation) -> LookAtClues | GivenNeedsNoClue:
    if why.technique is Technique.GIVEN:
        return GivenNeedsNoClue()
    clues = tuple(why.view.grid.name(clue) for clue in sorted(why.clues))
    if not why.mine_count:
        return LookAtClues(clues)
    known = len(why.known_mines)
    return LookAtClues(clues, known, why.view.level.mines - known)


def _guess_hint(view: View, chances: Odds, safest: Cell, tier: int) -> Hint:
    grid = view.grid
    clues = tuple(Clues(view).touching(safest))
    near = _near(grid, safest, clues)
    region = _region(grid, [safest, *near])
    risk = chances[safest]
    match tier:
        case 1:
            return Hint(1, (MustGuess(risk),), (), ())
        case 2:
            return Hint(2, (GuessInRegion(_region_of(grid, region, near)),), region, ())
        case 3:
            beside = tuple(grid.name(clue) for clue in sorted(clues))
            return Hint(3, (GuessByClues(beside),), (), clues)
        case 4:
            return Hint(4, (SafestGuess(grid.name(safest), risk),), (safest,), clues)
    why = uncertain(view, safest, chances)
    return Hint(5, why.messages, (safest,), clues, why)


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


def _region_of(grid: Grid, region: Sequence[Cell], near: Sequence[Cell]) -> Region:
    """Where a rectangle is, as people say it, and a number in it to look for."""
    # The middle of the rectangle, as a part of the board's height and width.
    row = (region[0] // grid.width + region[-1] // grid.width + 1) / 2 / grid.height
    column = (region[0] % grid.width + region[-1] % grid.width + 1) / 2 / grid.width
    return Region(
        "top" if row < 0.37 else "bottom" if row > 0.63 else "middle",
        "left" if column < 0.37 else "right" if column > 0.63 else "middle",
        grid.name(near[0]) if near else None,
    )
