"""Grid: where cells are and what they are called.

    cell        an int, row-major: 0 is the top left, width is the first cell of row two
    name        column letters + row number, as in a spreadsheet: A1 top left, AB12
    neighbours  the up to eight cells around a cell, ascending

>>> grid = Grid(9, 4)
>>> grid.name(29), grid.parse_cell("C4")
('C4', 29)
>>> [grid.name(cell) for cell in grid.neighbours(0)]
['B1', 'A2', 'B2']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Cell: TypeAlias = int

MAX_SIDE = 1000

MEMORY = 2**32
"""bytes that boards or games made at once may need"""

# Above this size a table of all neighbours costs more memory than it saves time.
_TABLE_LIMIT = 20_000


class SapperError(ValueError):
    """Bad input: one line that quotes it and says what is allowed. Base of all our input errors."""

    partial: object = None
    """what could be read before the fault, where that is of use: a game up to there"""


class CellError(SapperError):
    """A cell name that is malformed or off the grid."""


def quote(text: str, limit: int = 40) -> str:
    """The text as it may appear in a one-line message: escaped, and cut when it is long."""
    return repr(text if len(text) <= limit else text[:limit] + "…")


def percent(share: float) -> str:
    """A chance for people to read; 0% and 100% are never the work of rounding.

    >>> percent(0.084033), percent(1.0), percent(0.00002), percent(0.99996)
    ('8.4%', '100%', 'under 0.1%', 'over 99.9%')
    """
    if share in (0.0, 1.0):
        return f"{share:.0%}"
    text = f"{share:.1%}"
    return {"0.0%": "under 0.1%", "100.0%": "over 99.9%"}.get(text, text)


def a_chance(share: float) -> str:
    """A chance with its article, as it stands in a sentence.

    >>> a_chance(0.5), a_chance(0.084), a_chance(0.113), a_chance(0.00002)
    ('a 50.0% chance', 'an 8.4% chance', 'an 11.3% chance', 'a chance of under 0.1%')
    """
    text = percent(share)
    if text[0].isalpha():
        return f"a chance of {text}"
    article = "an" if text.startswith(("8", "11.", "18.")) else "a"
    return f"{article} {text} chance"


def column_letters(column: int) -> str:
    """Letters of a column counted from 0: A to Z, then AA, AB, and so on.

    >>> column_letters(0), column_letters(25), column_letters(26), column_letters(999)
    ('A', 'Z', 'AA', 'ALL')
    """
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


@dataclass(frozen=True, slots=True)
class Grid:
    """A rectangle of cells.

    >>> Grid(30, 16).size
    480
    """

    width: int
    height: int

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise SapperError(
                f"a board of {self.width}x{self.height} cells does not fit: "
                f"width and height are 1 to {MAX_SIDE}"
            )

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def corner(self) -> Cell:
        """The last cell: bottom right."""
        return self.size - 1

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells around a cell, ascending."""
        if self.size <= _TABLE_LIMIT:
            return _neighbour_table(self.width, self.height)[cell]
        return _neighbours(self.width, self.height, cell)

    def name(self, cell: Cell) -> str:
        """The name of a cell, as in a spreadsheet."""
        if not 0 <= cell < self.size:
            raise CellError(f"cell {cell} is off the board: cells are 0 to {self.corner}")
        row, column = divmod(cell, self.width)
        return f"{column_letters(column)}{row + 1}"

    def mirrored(self, cell: Cell) -> Cell:
        """The least cell that a symmetry of the grid takes this one to.

        >>> [Grid(4, 3).name(Grid(4, 3).mirrored(cell)) for cell in (3, 6, 8)]
        ['A1', 'B2', 'A1']
        """
        row, column = divmod(cell, self.width)
        row, column = min(row, self.height - 1 - row), min(column, self.width - 1 - column)
        if self.width == self.height:
            row, column = min(row, column), max(row, column)
        return row * self.width + column

    def parse_cell(self, text: str) -> Cell:
        """The cell of that name (letters in either case); the inverse of `name`."""
        match = re.fullmatch(r"\s*([A-Za-z]{1,4})([1-9][0-9]{0,4})\s*", text, re.ASCII)
        if match is None:
            raise CellError(f"{quote(text)} is not a cell: write column letters and a row, like C4")
        column = 0
        for letter in match[1].upper():
            column = column * 26 + ord(letter) - ord("A") + 1
        row = int(match[2])
        if column > self.width or row > self.height:
            raise CellError(
                f"cell {match[0].strip().upper()} is off the board: cells are A1 to "
                f"{self.name(self.corner)}"
            )
        return (row - 1) * self.width + column - 1


# A list of more names than this is cut short in a sentence.
NAMES = 12


def cell_list(cells: Iterable[Cell], grid: Grid) -> str:
    """The names of cells as a sentence has them.

    >>> cell_list([2, 0, 1], Grid(3, 1))
    'A1, B1 and C1'
    """
    names = [grid.name(cell) for cell in sorted(cells)]
    if len(names) > NAMES:
        names = [*names[: NAMES - 2], f"{len(names) - NAMES + 2} other cells"]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _neighbours(width: int, height: int, cell: Cell) -> tuple[Cell, ...]:
    row, column = divmod(cell, width)
    return tuple(
        r * width + c
        for r in range(max(row - 1, 0), min(row + 2, height))
        for c in range(max(column - 1, 0), min(column + 2, width))
        if r != row or c != column
    )


@lru_cache(maxsize=32)
def _neighbour_table(width: int, height: int) -> list[tuple[Cell, ...]]:
    return [_neighbours(width, height, cell) for cell in range(width * height)]
