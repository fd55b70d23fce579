"""Board: a level and the positions of its mines. `deal` makes a board. Deck: many boards.

    *       a mine
    0-8     a safe cell with this number
    .       a safe cell with any number (read, but never written)
    +       a given cell with any number (rule `given`)

Line one contains the level, the first cell if it is not the level's default, and `no-guess` if the
board was dealt so that it needs no guess.

All boards that obey the level's start rule are equally likely. The same level, seed and first cell
always give the same board. Given cells are drawn at random from the safe cells, so they reveal only
that they are safe.

>>> print(deal(Level.parse("8x4x6/open"), seed=3), end="")
8x4x6/open
122****1
*2*33321
12110000
00000000
>>> print(deal(Level.parse("8x4x6/given(3)"), seed=3), end="")
8x4x6/given(3)
11211111
+*2*22*1
11+34*21
001**2+0
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from io import StringIO
from itertools import pairwise
from typing import TextIO

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from sapper import _engine
from sapper.core.grid import MEMORY, AnyCell, Cell, CellJson, Grid, RowsJson
from sapper.core.level import Level, StartRule, content_lines, parse_rows
from sapper.errors import SapperError, need_text, quote, unusable, whole_number

MINE = 9

NO_GUESS = "no-guess"

SEEDS = 2**64

_TRIES = 1000
"""the maximum number of boards dealt for a seed in search of one with a 0"""


def random_seed() -> int:
    return secrets.randbits(32)


class BoardError(SapperError):
    """Raised if a board, seed or deck is malformed or does not match its level."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Measures of a board.

    3BV is the smallest number of left clicks that opens all safe cells. Openings are the connected
    regions of zeros. Islands are the connected groups of safe cells that touch no zero.
    """

    three_bv: int
    openings: int
    islands: int
    density: float


class BoardJson(TypedDict):
    """A board with its mines.

    `sapper deal LEVEL --json` (with an additional `seed` field), `Board.to_json()`.
    """

    level: str
    rows: RowsJson
    first: CellJson | None
    """the first cell to open, which the start rule protects"""
    given: list[CellJson]
    mines: list[CellJson]
    """the cells given as safe, and the mines"""


@dataclass(frozen=True, slots=True, repr=False)
class Board:
    """A level and the cells that are mines.

    `first` is the first cell. Under the rule `safe`, it must not be a mine, and under the rule
    `open`, it must be a 0. The default of `first` is `level.first`, or None if that cell breaks the
    rule. `given` lists the cells that are given as safe before the first move, in ascending order.
    Under the rules `safe` and `open`, `given` contains only the first cell. `no_guess` says that
    the board was dealt so that it needs no guess, and that its player knows this.
    """

    level: Level
    mines: frozenset[Cell]
    first: Cell | None = None
    given: tuple[Cell, ...] = ()
    no_guess: bool = field(default=False, compare=False)
    numbers: bytes = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.level, Level):
            object.__setattr__(self, "level", Level.of(self.level))
        level, first = self.level, self.first
        try:
            is_mine = self._mine_map()
        except TypeError:
            raise unusable("mines", self.mines, "a set of cells, as numbers") from None
        if first is not None and not (isinstance(first, int) and 0 <= first < level.size):
            object.__setattr__(self, "first", self.grid.cell(first))
        object.__setattr__(self, "numbers", _engine.numbers(level.width, level.height, is_mine))
        if level.first is None:
            object.__setattr__(self, "first", None)
        elif self.first is None:
            if self._promise_kept(level.first):
                object.__setattr__(self, "first", level.first)
        elif not self._promise_kept(self.first):
            raise BoardError(
                "the board breaks rule '{rule}' if {first} is opened first",
                rule=level.start.kind,
                first=self.grid.name(self.first),
            )
        try:
            self._check_given()
        except TypeError:
            raise unusable("given", self.given, "cells, as numbers") from None

    def _mine_map(self) -> bytes:
        level = self.level
        if not isinstance(self.mines, frozenset):
            object.__setattr__(self, "mines", frozenset(self.mines))
        if len(self.mines) != level.mines:
            raise BoardError(
                "the number of mines is {count}, but level {level} has {mines}",
                count=len(self.mines),
                level=level,
                mines=level.mines,
            )
        is_mine = bytearray(level.size)
        for cell in self.mines:
            if not 0 <= cell < level.size:
                raise BoardError(
                    f"mine {cell} is off the board: cells must be 0 to {level.size - 1}"
                )
            is_mine[cell] = 1
        return bytes(is_mine)

    def _check_given(self) -> None:
        level = self.level
        given = tuple(sorted(set(self.given)))
        if level.start.kind != "given":
            promised = () if self.first is None else (self.first,)
            if given not in ((), promised):
                raise BoardError(
                    'only boards with rule "given" may have given cells (+); level {level} has '
                    "another rule",
                    level=level,
                )
            given = promised
        elif len(given) != level.given:
            raise BoardError(
                "the board has {count:given cell|given cells} (+), but level {level} gives {given}",
                count=len(given),
                level=level,
                given=level.given,
            )
        if level.start.given == "zero" and given != (self.numbers.find(0),):
            raise BoardError(
                "the only given cell of level {level} must be the first 0 in reading order",
                level=level,
            )
        for cell in given:
            if not 0 <= cell < level.size or self.numbers[cell] == MINE:
                raise BoardError(f"given cell {cell} is not a safe cell of the board")
        object.__setattr__(self, "given", given)

    def _promise_kept(self, first: Cell) -> bool:
        number = self.numbers[first]
        return number == 0 if self.level.start.kind == "open" else number != MINE

    @classmethod
    def parse(cls, text: str) -> Board:
        r"""Read a board.

        >>> board = Board.parse("3x2x1/safe B1 no-guess\n111\n1*1")
        >>> board.no_guess, Board.parse(str(board)).head
        (True, '3x2x1/safe B1 no-guess')
        """
        rest, level, rows = parse_rows(text, "board", "*012345678.+", BoardError)
        symbols = "".join(rows)
        mines = frozenset(cell for cell, symbol in enumerate(symbols) if symbol == "*")
        given = tuple(cell for cell, symbol in enumerate(symbols) if symbol == "+")
        first = rest.removesuffix(NO_GUESS).strip()
        board = cls(level, mines, board_first(level, first), given, rest.endswith(NO_GUESS))
        for cell, symbol in enumerate(symbols):
            if symbol not in "*.+" and int(symbol) != board.numbers[cell]:
                raise BoardError(
                    "the number at {cell} is {symbol}, but should be {mines}",
                    symbol=symbol,
                    cell=level.grid.name(cell),
                    mines=board.numbers[cell],
                )
        return board

    @classmethod
    def of_row(cls, level: Level, row: Iterable[int], first: Cell | None = None) -> Board:
        try:
            cells = list(row)
            mines = frozenset(cells[: level.mines])
        except (AttributeError, TypeError):
            level = Level.of(level)
            raise unusable("a row", row, "cells, as numbers") from None
        return cls(level, mines, first, tuple(cells[level.mines :]))

    def to_json(self) -> BoardJson:
        name = self.grid.name
        return {
            "level": str(self.level),
            "first": None if self.first is None else name(self.first),
            "given": [name(cell) for cell in self.given],
            "mines": [name(cell) for cell in sorted(self.mines)],
            "rows": self.rows,
        }

    @property
    def row(self) -> list[Cell]:
        return [*sorted(self.mines), *(self.given if self.level.given else ())]

    def __str__(self) -> str:
        symbols = self._symbols()
        if self.level.given:
            for cell in self.given:
                symbols[cell] = "+"
        return "\n".join([self.head, *self._lines(symbols), ""])

    def __repr__(self) -> str:
        return f"<Board {self.head}>"

    def _repr_html_(self) -> str:
        from sapper.picture import svg

        return svg(self.rows)

    @property
    def rows(self) -> list[str]:
        return self._lines(self._symbols())

    def _symbols(self) -> list[str]:
        return ["*" if number == MINE else str(number) for number in self.numbers]

    def _lines(self, symbols: list[str]) -> list[str]:
        width = self.level.width
        return ["".join(symbols[i : i + width]) for i in range(0, len(symbols), width)]

    @property
    def head(self) -> str:
        """Line one of the text form."""
        head = str(self.level)
        if self.first is not None and self.first != self.level.first:
            head += f" {self.grid.name(self.first)}"
        return f"{head} {NO_GUESS}" if self.no_guess else head

    @property
    def width(self) -> int:
        return self.level.width

    @property
    def height(self) -> int:
        return self.level.height

    @property
    def array(self) -> NDArray[np.uint8]:
        """The numbers as a read-only array of shape (height, width). MINE (9) is a mine."""
        return np.frombuffer(self.numbers, dtype=np.uint8).reshape(self.height, self.width)

    def __getitem__(self, cell: AnyCell) -> int:
        """The number of a cell, or MINE (9).

        >>> board = deal("8x4x6/open", seed=3)
        >>> board["A1"], board[0, 4] == MINE
        (1, True)
        """
        return self.numbers[self.grid.cell(cell)]

    @property
    def grid(self) -> Grid:
        return self.level.grid

    @property
    def statistics(self) -> Statistics:
        level = self.level
        three_bv, openings, islands = _engine.measure(level.width, level.height, self.numbers)
        return Statistics(three_bv, openings, islands, level.mines / level.size)

    def reveal(self, states: bytearray, hidden: int, flagged: int, cell: Cell) -> list[Cell]:
        """Open a safe cell, and its region if its number is 0. Return the opened cells.

        `states` is changed in place. The cell is opened even if it has a flag. Other flagged cells
        stay closed.
        """
        level = self.level
        return _engine.reveal(
            level.width, level.height, self.numbers, states, hidden, flagged, cell
        )


def board_first(level: Level, name: str) -> Cell | None:
    return level.grid.parse_cell(name) if name else None


def deal(level: Level | str, seed: int, first: AnyCell | None = None) -> Board:
    """Deal the board with this seed. `first` is the first cell, by default `level.first`.

    >>> deal("expert", 7) == deal(Level.parse("30x16x99/open"), 7, first="D4")
    True
    """
    level = Level.of(level)
    first = level.grid.cell(first) if isinstance(first, str | tuple) else first
    return Board.of_row(level, deal_many(level, seed, 1, first)[0].tolist(), first)


def engine_rule(level: Level) -> int:
    """The engine's number for the start rule (`StartRule` in native/deal.hpp).

    Given cells are passed separately.
    """
    return {"any": 0, "given": 0, "safe": 1, "open": 2}[level.start.kind]


def deal_many(level: Level, seed: int, count: int, first: Cell | None = None) -> NDArray[np.uint32]:
    """The boards with seeds seed, seed + 1, ..., one per row.

    A row contains the mines in ascending order. Under the rule `given`, the given cells follow,
    also in ascending order.
    """
    seed, count = whole_number("seed", seed), whole_number("count", count)
    if first is None:
        first = level.first
    elif not 0 <= (first := whole_number("first", first)) < level.size:
        raise BoardError(
            f"first cell {first} is off the board: cells must be 0 to {level.size - 1}"
        )
    elif level.first is None:
        raise BoardError(
            "under rule '{rule}', a board doesn't depend on the first cell: leave it out, or use "
            "rule 'safe' or 'open'",
            rule=level.start.kind,
        )
    check_count(level, seed, count)
    if first is not None and not level.fits(first):
        raise BoardError(
            "level {level} has too many mines for first cell {first}: the limit is {most}",
            level=level,
            first=level.grid.name(first),
            most=level.size - len(level.clear_cells(first)),
        )
    if level.start.given == "zero":
        return _deal_zeros(level, seed, count)
    return _engine.deal_many(
        level.width,
        level.height,
        level.mines,
        engine_rule(level),
        -1 if first is None else first,
        seed,
        count,
        level.given,
    )


def check_count(level: Level, seed: int, count: int) -> None:
    """Raise a BoardError if there are too few seeds, or too little memory for the boards."""
    if not 0 <= seed < SEEDS:
        raise BoardError(
            "seed {seed} is out of range: seeds must be 0 to {last}", seed=seed, last=SEEDS - 1
        )
    most = min(SEEDS - seed, MEMORY // (4 * max(level.mines + level.given, 1)))
    if not 0 <= count <= most:
        raise BoardError(
            f"can't deal {count} boards of {level} from seed {seed}: deal at most {most} at once"
        )


def _deal_zeros(level: Level, seed: int, count: int) -> NDArray[np.uint32]:
    free = replace(level, start=StartRule("any"))
    rows = np.empty((count, level.mines + 1), dtype=np.uint32)
    rows[:, :-1] = deal_many(free, seed, count)
    for own, row in enumerate(rows, seed):
        for attempt in range(1, _TRIES + 1):
            zero = Board.of_row(free, row[:-1].tolist()).numbers.find(0)
            if zero >= 0:
                break
            # The next seed must not depend on the rejected board: on a level with few boards, the
            # same boards would follow each other for every seed.
            digest = blake2b(f"{own} {attempt}".encode(), digest_size=8).digest()
            row[:-1] = deal_many(free, int.from_bytes(digest), 1)[0]
        else:
            raise BoardError(
                "level {level} has hardly any boards with a 0: use fewer mines", level=level
            )
        row[-1] = zero
    return rows


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Many boards with the same level and first cell.

    In the text form, line one contains the level and the first cell, and each further line contains
    one board. A board is written as its mines, in ascending order. Under the rule `given`, a + and
    the given cells follow, also in ascending order. `rows` is an array like the result of
    `deal_many`.

    >>> deck = Deck.deal(Level.parse("3x2x2/given"), seed=1, count=2)
    >>> print(deck, end="")
    3x2x2/given
    0 3 + 4 5
    0 2 + 1 3
    >>> Deck.parse(str(deck)) == deck
    True
    """

    level: Level
    first: Cell | None
    rows: NDArray[np.uint32]

    def __post_init__(self) -> None:
        level = Level.of(self.level)
        object.__setattr__(self, "level", level)
        if self.first is not None:
            object.__setattr__(self, "first", level.grid.cell(self.first))
        rows, length = self.rows, level.mines + level.given
        is_array = isinstance(rows, np.ndarray) and rows.dtype.kind in "ui"
        if not (is_array and rows.ndim == 2 and rows.shape[1] == length):
            raise unusable("rows", rows, f"an array of cells, with {length} in each row")

    @classmethod
    def deal(cls, level: Level | str, seed: int, count: int, first: Cell | None = None) -> Deck:
        """The boards with seeds seed, seed + 1, ..."""
        level = Level.of(level)
        first = level.first if first is None else first
        return cls(level, first, deal_many(level, seed, count, first))

    @classmethod
    def of(cls, level: Level, first: Cell | None, boards: Iterable[Board]) -> Deck:
        level = Level.of(level)
        length = level.mines + level.given
        try:
            rows = [board.row for board in boards]
            array = np.array(rows, dtype=np.uint32).reshape(len(rows), length)
        except (AttributeError, TypeError, ValueError):
            raise unusable("boards", boards, f"a list of boards of level {level}") from None
        return cls(level, first, array)

    @classmethod
    def parse(cls, text: str) -> Deck:
        need_text("a deck", text)
        lines = content_lines(text)
        if not lines:
            raise BoardError(
                "empty deck: line one must be a level and, with rule 'safe' or 'open', a first cell"
            )
        head, _, name = lines[0][1].partition(" ")
        level = Level.parse(head)
        first = board_first(level, name.strip())
        clear = level.clear_cells(first) if first is not None else frozenset()
        rows = np.empty((len(lines) - 1, level.mines + level.given), dtype=np.uint32)
        for row, (number, line) in enumerate(lines[1:]):
            head, _, tail = line.partition("+")
            mines = _cells(head, level.mines, "mine", level, number)
            if not clear.isdisjoint(mines):
                raise BoardError(
                    "line {line} of the deck breaks rule '{rule}' if {first} is opened first",
                    line=number,
                    rule=level.start.kind,
                    first=name.strip(),
                )
            given = _cells(tail, level.given, "given cell", level, number)
            if both := set(mines).intersection(given):
                raise BoardError(
                    "line {line} of the deck gives cell {cell} as safe, but it is a mine",
                    line=number,
                    cell=min(both),
                )
            if level.start.given == "zero":
                Board.of_row(level, mines + given)  # raises an error for another given cell
            rows[row] = mines + given
        return cls(level, first, rows)

    def write(self, file: TextIO) -> None:
        first = "" if self.first is None else f" {self.level.grid.name(self.first)}"
        file.write(f"{self.level}{first}\n")
        for row in self.rows:
            words = [str(cell) for cell in row.tolist()]
            if self.level.given:
                words.insert(self.level.mines, "+")
            file.write(" ".join(words) + "\n")

    def __str__(self) -> str:
        file = StringIO()
        self.write(file)
        return file.getvalue()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        same = self.level == other.level and self.first == other.first
        return same and np.array_equal(self.rows, other.rows)

    def __hash__(self) -> int:
        return hash((self.level, self.first, self.rows.tobytes()))

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Board:
        return Board.of_row(self.level, self.rows[index].tolist(), self.first)

    def __iter__(self) -> Iterator[Board]:
        return (self[index] for index in range(len(self)))


def _cells(text: str, count: int, noun: str, level: Level, line: int) -> list[Cell]:
    try:
        cells = [int(word) for word in text.split()]
    except ValueError:
        kind = noun.removesuffix(" cell")
        raise BoardError(
            "line {line} of the deck is not a list of {kind} cells: {text}",
            line=line,
            kind=kind,
            text=quote(text.strip()),
        ) from None
    if len(cells) != count:
        raise BoardError(
            "the number of {noun}s in line {line} of the deck is {count}, but level {level} has "
            "{wanted}",
            line=line,
            count=len(cells),
            noun=noun,
            level=level,
            wanted=count,
        )
    if cells and (cells[-1] >= level.size or cells[0] < 0):
        raise BoardError(
            "line {line} of the deck has a {noun} off the board: cells must be 0 to {last}",
            line=line,
            noun=noun,
            last=level.size - 1,
        )
    if any(a >= b for a, b in pairwise(cells)):
        raise BoardError(
            "the cells in line {line} of the deck are not in ascending order", line=line
        )
    return cells
