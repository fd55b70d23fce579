"""Hints: help for a player, in five tiers from a nudge to the whole argument."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sapper.core.grid import Cell, CellJson, Grid
from sapper.core.view import GIVEN, HIDDEN, Position, View
from sapper.errors import SapperError, whole_number
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
from sapper.reason.odds import odds
from sapper.words import CellName, Message, SaidJson, Text, said, say
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
    """A hint.

    `sapper hint POSITION --tier N --json`, `POST /api/hint`, `POST /api/games/ID/hint`,
    `sapper.explain.hint(view, tier).to_json(grid)`.
    """

    first_is_safe: bool
    tier: int
    """1 a nudge, 2 the region, 3 the clues, 4 the cell, 5 the explanation"""
    certain: bool
    """whether a cell is provably safe"""
    risk: float | None
    """of the safest guess, if no cell is provably safe"""
    region: list[CellJson]
    """only in tier 2"""
    clues: list[CellJson]
    """from tier 3 on"""
    cell: CellJson | None
    """the cell to open, from tier 4 on"""
    reason: ExplanationJson | UncertainJson | None
    """only in tier 5"""


@dataclass(frozen=True, slots=True, repr=False)
class Hint:
    """A hint. The fields of a hint reveal no more than its text.

    In tier 2, `cells` is a region with several hidden cells. From tier 3 on, `clues` contains the
    clues that prove the cell safe, or those around the safest guess. From tier 4 on, `cells`
    contains only the cell to open.
    """

    tier: int
    messages: tuple[Message, ...]
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    reason: Explanation | Uncertain | None = None
    """None before tier 5"""

    certain: bool = True
    risk: float | None = None
    """the risk of the safest guess, or None if no guess is needed"""
    first_is_safe: bool = False
    """whether this is the first move and the start rule makes every first cell safe"""

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    @property
    def text(self) -> Text:
        return say(*self.messages)

    def to_json(self, grid: Grid) -> HintJson:
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


def hint(view: Position, tier: int = 1) -> Hint:
    """A hint towards the safe cell with the simplest argument, or else towards the safest guess.

        view  a position or a game
        tier  1 says whether a cell is provably safe, 2 shows the region of the cell, 3 the clues, 4
              the cell itself, and 5 the reason

    The field `cells` contains the region or the cell, and the field `clues` contains the clues. If
    the start rule makes every first cell safe, all tiers say so before the first move.

    >>> view = View.parse('''
    ... 5x3x2
    ... .....
    ... 11111
    ... 00000
    ... ''')
    >>> for tier in range(1, 5):
    ...     print(hint(view, tier).text)
    At least one cell is provably safe.
    Look at the top left corner, around B2.
    Compare the clues at A2 and B2.
    C1 is safe.
    """
    tier = whole_number("tier", tier)
    if not 1 <= tier <= TIERS:
        raise SapperError(f"tier {tier} is out of range: use 1 to {TIERS}")
    view = View.of(view)
    chances, grid = odds(view), view.grid
    why = simplest(view, chances, chances.safe)
    if why is None and view.first_is_safe:
        return Hint(tier, (view.promise,), (), (), certain=False, first_is_safe=True)
    cell = chances.safest if why is None else why.cell
    if cell is None:
        raise SapperError("only mines are hidden: there is nothing left to open")
    if why is None:
        clues = around = tuple(Clues(view).touching(cell))
    else:
        clues, around = why.clues, why.steps[-1].clues
    near = _near(grid, cell, around)
    region = _rectangle(grid, [cell, *near])
    name, risk, place = grid.name(cell), chances[cell], _region_of(grid, region, near)
    reason = None
    messages: tuple[Message, ...]
    match tier:
        case 1:
            messages = (SafeCellExists() if why else MustGuess(risk),)
        case 2:
            messages = (LookAtRegion(place) if why else GuessInRegion(place),)
        case 3:
            names = tuple(grid.name(clue) for clue in sorted(clues))
            messages = (_clues_to_see(why, names) if why else GuessByClues(names),)
        case 4:
            messages = (CellIsSafe(name) if why else SafestGuess(name, risk),)
        case _:
            reason = why or uncertain(view, cell, chances)
            messages = reason.messages
    cells = _enlarged(view, region) if tier == 2 else (cell,) if tier >= 4 else ()
    shown = clues if tier >= 3 else ()
    named, is_certain = grid.named, why is not None
    risk_of_guess = None if is_certain else risk
    return Hint(tier, messages, named(cells), named(shown), reason, is_certain, risk_of_guess)


def _clues_to_see(why: Explanation, clues: tuple[CellName, ...]) -> LookAtClues | GivenNeedsNoClue:
    if why.technique is Technique.GIVEN:
        return GivenNeedsNoClue()
    if not why.mine_count:
        return LookAtClues(clues)
    known = len(why.known_mines)
    return LookAtClues(clues, known, why.view.level.mines - known)


def _rectangle(grid: Grid, cells: Sequence[Cell], margin: int = 0) -> tuple[Cell, ...]:
    """The smallest rectangle around these cells, enlarged by a margin."""
    rows, columns = ({cell // grid.width for cell in cells}, {cell % grid.width for cell in cells})
    return tuple(
        row * grid.width + column
        for row in range(max(0, min(rows) - margin), min(grid.height, max(rows) + margin + 1))
        for column in range(
            max(0, min(columns) - margin), min(grid.width, max(columns) + margin + 1)
        )
    )


# The region shown has at least this many hidden cells, so that it does not give the cell away.
_SEVERAL = 3


def _enlarged(view: View, region: Sequence[Cell]) -> tuple[Cell, ...]:
    """The region, enlarged until it has several unflagged hidden cells or covers the board."""
    for margin in range(max(view.level.width, view.level.height)):
        cells = _rectangle(view.grid, region, margin)
        if sum(view[cell] in (HIDDEN, GIVEN) for cell in cells) >= _SEVERAL:
            break
    return cells


# The maximum distance in rows or columns from the cell to a clue in the region of a hint.
_NEAR = 3


def _near(grid: Grid, cell: Cell, clues: Sequence[Cell]) -> list[Cell]:
    def distance(clue: Cell) -> tuple[int, int]:
        rows = abs(clue // grid.width - cell // grid.width)
        columns = abs(clue % grid.width - cell % grid.width)
        return max(rows, columns), rows + columns

    near = [clue for clue in clues if distance(clue)[0] <= _NEAR]
    return sorted(near, key=lambda clue: (distance(clue), clue))


def _region_of(grid: Grid, region: Sequence[Cell], near: Sequence[Cell]) -> Region:
    row = (region[0] // grid.width + region[-1] // grid.width + 1) / 2 / grid.height
    column = (region[0] % grid.width + region[-1] % grid.width + 1) / 2 / grid.width
    return Region(
        "top" if row < 0.37 else "bottom" if row > 0.63 else "middle",
        "left" if column < 0.37 else "right" if column > 0.63 else "middle",
        grid.name(near[0]) if near else None,
    )
