"""Board: the truth. deal(level, seed, first) makes one; Deck keeps many.

    *       a mine
    0-8     a safe cell's number; when reading, '.' stands for any number

Dealing is uniform over the boards that obey the level's start rule, and a pure function of (level,
seed, first cell).

>>> print(deal(Level.parse("8x4x6/open"), seed=3), end="")
8x4x6/open
122****1
*2*33321
12110000
00000000
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import StringIO
from itertools import pairwise
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.grid import Cell, Grid, SapperError, quote
from sapper.level import Level, content_lines, parse_rows

MINE = 9

SEEDS = 2**64

MEMORY = 2**32
"""bytes that boards dealt at once may take"""


class BoardError(SapperError):
    """A board, seed or deck that is malformed or breaks its level."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What players measure a board by.

    3BV is the fewest left clicks that open all safe cells; openings are the connected regions of
    zeros; islands the connected groups of safe cells that touch no zero.
    """

    three_bv: int
    openings: int
    islands: int
    density: float


@dataclass(frozen=True, slots=True)
class Board:
    """A level and where its mines are.

    `first` is the cell that the start rule promises something about. Without one, it is the
    level's own (see Level.first), as long as the board keeps the promise there.
    """

    level: Level
    mines: frozenset[Cell]
    first: Cell | None = None
    numbers: bytes = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        level = self.level
        if len(self.mines) != level.mines:
            raise BoardError(f"the board has {len(self.mines)} mines, level {level} {level.mines}")
        is_mine = bytearray(level.size)
        for cell in self.mines:
            if not 0 <= cell < level.size:
                raise BoardError(f"mine {cell} is off the board: cells are 0 to {level.size - 1}")
            is_mine[cell] = 1
        object.__setattr__(
            self, "numbers", _engine.numbers(level.width, level.height, bytes(is_mine))
        )
        if level.first is None:
            object.__setattr__(self, "first", None)
        elif self.first is None:
            if self._promise_kept(level.first):
                object.__setattr__(self, "first", level.first)
        elif not self._promise_kept(self.first):
            raise BoardError(
                f"the board breaks rule {level.start.kind} at its first cell "
                f"{self.grid.name(self.first)}"
            )

    def _promise_kept(self, first: Cell) -> bool:
        number = self.numbers[first]
        return number == 0 if self.level.start.kind == "open" else number != MINE

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read a board; line one is the level, and the first cell if it isn't the level's own."""
        rest, level, rows = parse_rows(text, "board", "*012345678.", BoardError)
        symbols = "".join(rows)
        mines = frozenset(cell for cell, symbol in enumerate(symbols) if symbol == "*")
        board = cls(level, mines, board_first(level, rest))
        for cell, symbol in enumerate(symbols):
            if symbol not in "*." and int(symbol) != board.numbers[cell]:
                raise BoardError(
                    f"the board says {symbol} at {level.grid.name(cell)}, "
                    f"where {board.numbers[cell]} mines are around"
                )
        return board

    def __str__(self) -> str:
        text = "".join("*" if number == MINE else str(number) for number in self.numbers)
        width = self.level.width
        rows = [text[start : start + width] for start in range(0, len(text), width)]
        return "\n".join([self.head, *rows, ""])

    @property
    def head(self) -> str:
        """Line one of the text form: the level, and the first cell if it isn't the level's own."""
        if self.first is None or self.first == self.level.first:
            return str(self.level)
        return f"{self.level} {self.grid.name(self.first)}"

    @property
    def grid(self) -> Grid:
        """The grid of its cells."""
        return self.level.grid

    @property
    def told(self) -> tuple[Cell, ...]:
        """The cells told safe before the first move, chosen by the board alone; ascending.

        For rule `given` as many as the level says; for `safe` and `open` the first cell.
        """
        if self.level.start.kind == "given":
            is_mine = bytes(number == MINE for number in self.numbers)
            level = self.level
            return tuple(_engine.told_cells(level.width, level.height, is_mine, level.told))
        return () if self.first is None else (self.first,)

    @property
    def statistics(self) -> Statistics:
        """3BV, openings, islands and density of mines."""
        level = self.level
        three_bv, openings, islands = _engine.measure(level.width, level.height, self.numbers)
        return Statistics(three_bv, openings, islands, level.mines / level.size)

    def reveal(self, states: bytearray, hidden: int, flagged: int, cell: Cell) -> list[Cell]:
        """Open a safe cell in `states`, and its region if its number is 0; returns what it opened.

        Flagged cells stay closed, except the cell itself.
        """
        level = self.level
        return _engine.reveal(
            level.width, level.height, self.numbers, states, hidden, flagged, cell
        )


def board_first(level: Level, name: str) -> Cell | None:
    """The first cell of that name, or None for no name."""
    return level.grid.parse_cell(name) if name else None


def deal(level: Level, seed: int, first: Cell | None = None) -> Board:
    """The board of that seed; `first` is the first cell (by default the level's own).

    >>> deal(Level.parse("expert"), 7) == deal(Level.parse("expert"), 7)
    True
    """
    mines = deal_many(level, seed, 1, first)
    return Board(level, frozenset(mines[0].tolist()), first)


def deal_many(level: Level, seed: int, count: int, first: Cell | None = None) -> NDArray[np.uint32]:
    """The boards of seeds seed, seed + 1, ...: a row of ascending mine cells each."""
    if first is None:
        first = level.first
    elif not 0 <= first < level.size:
        raise BoardError(f"first cell {first} is off the board: cells are 0 to {level.size - 1}")
    if not 0 <= seed < SEEDS:
        raise BoardError(f"seed {seed} is out of range: seeds are 0 to {SEEDS - 1}")
    most = min(SEEDS - seed, MEMORY // (4 * max(level.mines, 1)))
    if not 0 <= count <= most:
        raise BoardError(
            f"{count} boards of {level} from seed {seed} don't fit: at most {most} at once"
        )
    if first is not None and not level.fits(first):
        room = level.size - len(level.kept_clear(first))
        raise BoardError(
            f"level {level} does not fit with first cell {level.grid.name(first)}: "
            f"its mines are 0 to {room}"
        )
    # `given` tells cells of a board that is dealt as for `any`.
    rule = {"any": 0, "given": 0, "safe": 1, "open": 2}[level.start.kind]
    return _engine.deal_many(
        level.width, level.height, level.mines, rule, -1 if first is None else first, seed, count
    )


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Many boards of one level and first cell, for experiments.

    As text: level and first cell on line one, then a board a line as its ascending mine cells.

    >>> deck = Deck.deal(Level.parse("3x2x2/safe"), seed=1, count=2)
    >>> Deck.parse(str(deck)) == deck
    True
    """

    level: Level
    first: Cell | None
    mines: NDArray[np.uint32]

    @classmethod
    def deal(cls, level: Level, seed: int, count: int, first: Cell | None = None) -> Deck:
        """The boards of seeds seed, seed + 1, ..."""
        first = level.first if first is None else first
        return cls(level, first, deal_many(level, seed, count, first))

    @classmethod
    def of(cls, level: Level, first: Cell | None, boards: Iterable[Board]) -> Deck:
        """A deck of these boards, in this order."""
        rows = [sorted(board.mines) for board in boards]
        return cls(level, first, np.array(rows, dtype=np.uint32).reshape(len(rows), level.mines))

    @classmethod
    def parse(cls, text: str) -> Deck:
        """Read a deck."""
        lines = content_lines(text)
        if not lines:
            raise BoardError("empty deck: line one must be a level and a first cell")
        head, _, name = lines[0][1].partition(" ")
        level = Level.parse(head)
        first = board_first(level, name.strip())
        clear = level.kept_clear(first) if first is not None else frozenset()
        mines = np.empty((len(lines) - 1, level.mines), dtype=np.uint32)
        for row, (number, line) in enumerate(lines[1:]):
            try:
                cells = [int(word) for word in line.split()]
            except ValueError:
                raise BoardError(
                    f"line {number} of the deck is not a list of mine cells: {quote(line)}"
                ) from None
            if len(cells) != level.mines:
                raise BoardError(
                    f"line {number} of the deck has {len(cells)} mines, level {level} {level.mines}"
                )
            if cells[-1] >= level.size or cells[0] < 0:
                raise BoardError(
                    f"line {number} of the deck has a mine off the board: cells are 0 to "
                    f"{level.size - 1}"
                )
            if any(a >= b for a, b in pairwise(cells)):
                raise BoardError(f"line {number} of the deck is not ascending")
            if not clear.isdisjoint(cells):
                raise BoardError(
                    f"line {number} of the deck breaks rule {level.start.kind} at its first cell "
                    f"{name.strip()}"
                )
            mines[row] = cells
        return cls(level, first, mines)

    def write(self, file: TextIO) -> None:
        """Write the text form, a board at a time."""
        first = "" if self.first is None else f" {self.level.grid.name(self.first)}"
        file.write(f"{self.level}{first}\n")
        for row in self.mines:
            file.write(" ".join(map(str, row.tolist())) + "\n")

    def __str__(self) -> str:
        file = StringIO()
        self.write(file)
        return file.getvalue()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        same = self.level == other.level and self.first == other.first
        return same and np.array_equal(self.mines, other.mines)

    def __hash__(self) -> int:
        return hash((self.level, self.first, self.mines.tobytes()))

    def __len__(self) -> int:
        return len(self.mines)

    def __getitem__(self, index: int) -> Board:
        return Board(self.level, frozenset(self.mines[index].tolist()), self.first)

    def __iter__(self) -> Iterator[Board]:
        return (self[index] for index in range(len(self)))
