"""Describes the course of a game with 16 marks, without revealing where the mines are.

    region   one of 4 by 4 parts of the board. The marks are in the order in which the first
             cells of the regions were opened
    mark     the worst move in a region: certain `c`, guessed `g`, helped `h`, or a mine `m`.
             A region that was not opened is `-`

If a game is won, a region that contains only mines gets the mark `c`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sapper.core.game import Outcome
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.review.label import GUESSES
from sapper.review.review import Review, ReviewedMove

SIDE = 4
WORST = "cghm"
"""the marks, from the best to the worst"""


def region_of(level: Level, cell: Cell) -> int:
    """The region of a cell, from 0 to 15.

    >>> [region_of(Level.parse("9x9x10/open"), cell) for cell in (0, 8, 72, 80)]
    [0, 3, 12, 15]
    """
    row, column = divmod(cell, level.width)
    return SIDE * row // level.height * SIDE + SIDE * column // level.width


def marks_of(found: Review, helps: Collection[int] = ()) -> str:
    """The marks of a game. `helps` contains the number of moves before each use of help."""
    level = found.record.level
    worst: dict[int, str] = {}

    def note(cell: Cell, mark: str) -> None:
        region = region_of(level, cell)
        worst[region] = max(worst.get(region, mark), mark, key=WORST.index)

    openings = [move for move in found.moves if move.cells]
    helped = set(_helped(openings, helps))
    ends = [*(move.view.rows for move in openings[1:]), found.rows]
    for move, end in zip(openings, ends, strict=True):
        for cell in move.cells:
            if cell in found.record.board.mines:
                note(cell, "m")
            elif move.number in helped:
                note(cell, "h")
            else:
                note(cell, "g" if move.label in GUESSES else "c")
        before, after = "".join(move.view.rows), "".join(end)
        for cell, symbol in enumerate(after):
            if symbol.isdigit() and not before[cell].isdigit():
                note(cell, "c")
    rest = "c" if found.record.outcome is Outcome.WON else "-"
    return "".join(worst.values()).ljust(SIDE * SIDE, rest)


def _helped(openings: list[ReviewedMove], helps: Collection[int]) -> Iterator[int]:
    for after in helps:
        yield next((move.number for move in openings if move.number > after), 0)
