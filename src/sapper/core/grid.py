"""Grid: the numbers, names and neighbours of cells.

    cell        a number, counted row by row: 0 is at the top left, and `width` is below it
    name        column letters and row number, as in a spreadsheet: A1 is top left
    neighbours  the cells around a cell, up to eight, in ascending order

>>> grid = Grid(9, 4)
>>> grid.name(29), grid.parse_cell("C4")
('C4', C4)
>>> [grid.name(cell) for cell in grid.neighbours(0)]
['B1', 'A2', 'B2']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import TypeAlias

from sapper.errors import SapperError, need_text, quote, shown, unusable, whole_number

Cell: TypeAlias = int

AnyCell: TypeAlias = Cell | str | tuple[int, int]
"""a cell as people write it: its number, its name, or its row and column"""

CellJson: TypeAlias = str
"""the name of a cell, in JSON"""

RowsJson: TypeAlias = list[str]
"""a position or a board, in JSON: one string per row"""

MAX_SIDE = 1000

MEMORY = 2**32
"""the maximum size, in bytes, of the boards or games that one call makes"""

# Larger boards have no table of neighbours, because the table would need too much memory.
_TABLE_LIMIT = 20_000


class NamedNumber(int):
    """A number that is printed as a name, such as the number of a cell.

    >>> cell = Grid(9, 4).named([29])[0]
    >>> cell, cell == 29, cell + 1
    (C4, True, 30)
    """

    name: str

    def __new__(cls, number: int, name: str = "") -> NamedNumber:
        self = super().__new__(cls, number)
        self.name = name
        return self

    def __repr__(self) -> str:
        return self.name


class CellError(SapperError):
    """Raised if the name of a cell is malformed or off the grid."""


def column_letters(column: int) -> str:
    """The letters of a column: A to Z, then AA, AB and so on.

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
        if type(self.width) is not int or type(self.height) is not int:
            object.__setattr__(self, "width", whole_number("width", self.width))
            object.__setattr__(self, "height", whole_number("height", self.height))
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise SapperError(
                f"a board of {self.width}x{self.height} cells is not possible: "
                f"width and height must be 1 to {MAX_SIDE}"
            )

    @property
    def size(self) -> int:
        return self.width * self.height

    @property
    def corner(self) -> Cell:
        return self.size - 1

    def neighbours(self, cell: AnyCell) -> tuple[Cell, ...]:
        if self.size <= _TABLE_LIMIT:
            table = _neighbour_table(self.width, self.height)
            try:
                return table[cell]  # type: ignore[index]
            except (IndexError, TypeError):
                return table[self.cell(cell)]
        return _neighbours(
            self.width, self.height, cell if isinstance(cell, int) else self.cell(cell)
        )

    def name(self, cell: Cell) -> str:
        if not isinstance(cell, int):
            cell = whole_number("cell", cell)
        if not 0 <= cell < self.size:
            raise CellError(f"cell {cell} is off the board: cells must be 0 to {self.corner}")
        row, column = divmod(cell, self.width)
        return f"{column_letters(column)}{row + 1}"

    def names(self, cells: Iterable[Cell]) -> tuple[str, ...]:
        """The names of the cells, in ascending order of their numbers."""
        try:
            numbers = sorted(whole_number("cell", cell) for cell in cells)
        except TypeError:
            raise unusable("cells", cells, "a list of numbers") from None
        return tuple(map(self.name, numbers))

    def named(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """The same cell numbers, but printed as the names of the cells."""
        if self.size <= _TABLE_LIMIT:
            return tuple(map(_named_cells(self.width, self.height).__getitem__, cells))
        return tuple(NamedNumber(cell, self.name(cell)) for cell in cells)

    def least_mirror(self, cell: Cell) -> Cell:
        """The cell with the lowest number among this cell and its mirror images on the board.

        >>> [Grid(4, 3).name(Grid(4, 3).least_mirror(cell)) for cell in (3, 6, 8)]
        ['A1', 'B2', 'A1']
        """
        row, column = divmod(cell, self.width)
        row, column = min(row, self.height - 1 - row), min(column, self.width - 1 - column)
        if self.width == self.height:
            row, column = min(row, column), max(row, column)
        return row * self.width + column

    def cell(self, cell: AnyCell) -> Cell:
        """The number of a cell, from its name, its number, or its row and column.

        The result is printed as the name.

        >>> Grid(9, 4).cell("C4"), Grid(9, 4).cell(29) == 29, Grid(9, 4).cell((3, 2))
        (C4, True, C4)
        """
        if isinstance(cell, str):
            return self.parse_cell(cell)
        if isinstance(cell, tuple) and len(cell) == 2:
            return self._at(*cell)
        try:
            number = index(cell)
        except TypeError:
            raise CellError(
                "{value} can't be a cell: use a name like C4, a number from 0 to {last}, or "
                "(row, column) as in an array",
                value=shown(cell),
                last=self.corner,
            ) from None
        self.name(number)  # raises a CellError if the cell is off the board
        return self.named([number])[0]

    def _at(self, row: object, column: object) -> Cell:
        row, column = whole_number("row", row), whole_number("column", column)
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise CellError(
                "cell ({row}, {column}) is off the board: rows are 0 to {rows}, columns 0 to "
                "{columns}",
                row=row,
                column=column,
                rows=self.height - 1,
                columns=self.width - 1,
            )
        return self.named([row * self.width + column])[0]

    def parse_cell(self, text: str) -> Cell:
        """The number of the cell with this name. The letters may be in upper or lower case."""
        need_text("a cell", text)
        match = re.fullmatch(r"\s*([A-Za-z]{1,4})([1-9][0-9]{0,4})\s*", text, re.ASCII)
        if match is None:
            raise CellError(
                "{text} is not a cell: write column letters and a row, like C4", text=quote(text)
            )
        column = 0
        for letter in match[1].upper():
            column = column * 26 + ord(letter) - ord("A") + 1
        row = int(match[2])
        if column > self.width or row > self.height:
            raise CellError(
                "cell {cell} is off the board: cells are A1 to {last}",
                cell=match[0].strip().upper(),
                last=self.name(self.corner),
            )
        return self.named([(row - 1) * self.width + column - 1])[0]


def _neighbours(width: int, height: int, cell: Cell) -> tuple[Cell, ...]:
    row, column = divmod(cell, width)
    return tuple(
        r * width + c
        for r in range(max(row - 1, 0), min(row + 2, height))
        for c in range(max(column - 1, 0), min(column + 2, width))
        if r != row or c != column
    )


@lru_cache(maxsize=32)
def _named_cells(width: int, height: int) -> list[Cell]:
    grid = Grid(width, height)
    return [NamedNumber(cell, grid.name(cell)) for cell in range(grid.size)]


@lru_cache(maxsize=32)
def _neighbour_table(width: int, height: int) -> list[tuple[Cell, ...]]:
    return [_neighbours(width, height, cell) for cell in range(width * height)]
