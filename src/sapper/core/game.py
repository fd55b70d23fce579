"""Game: the referee of one game. Record: a finished or saved game as text that can be replayed.

>>> from sapper.core.board import deal
>>> game = Game(deal(Level.parse("8x4x6/open"), seed=3))
>>> game.play(Move("open", game.view.given[0]))
21
>>> print(game.view, end="")
8x4x6/open
........
...33321
12110000
00000000
>>> game.outcome is None
True
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import Protocol

from sapper.core.board import MINE, Board, deal, random_seed
from sapper.core.grid import AnyCell, Cell, Grid
from sapper.core.level import Level, StartRule, content_lines
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, STATES, Decision, Move, MoveError, View
from sapper.errors import (
    SapperError,
    function,
    need_text,
    quote,
    shown,
    unusable,
    whole_number,
)
from sapper.words import how_many

HEADER = ("player", "seed", "first", "outcome", "moves")

AGENT = "agent "
"""the text before an agent's name in the `player:` line of a record"""


class RecordError(SapperError):
    """Raised if a record is malformed or truncated, or if its moves don't lead to its outcome."""


class Outcome(StrEnum):
    """How a game ended, as in `game.outcome == "won"`. The game of a stuck agent has no outcome."""

    WON = "won"
    LOST = "lost"

    @classmethod
    def _missing_(cls, value: object) -> Outcome:
        raise RecordError("{value} is not an outcome: use won or lost", value=shown(value))


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


class HasRecord(Protocol):
    @property
    def record(self) -> Record: ...


class Game:
    """A game on a given board, on a new board of a level, or continued from a record or replay.

    `open`, `flag` and `chord` make a move. A cell is given by its name, such as C4, its number,
    counted from 0, or its row and column, such as (3, 2). `game["C4"]` is what the player sees at
    C4: a number, HIDDEN, FLAGGED or GIVEN. `outcome` is None until the game is won or lost. An
    impossible move, such as opening an open cell, is ignored. Moves after the end of the game are
    also ignored. Times are in milliseconds since the first move.

    >>> game = Game("8x4x6/open", seed=3)
    >>> game.open("D4")
    21
    """

    def __init__(
        self,
        board: Board | Level | Record | HasRecord | str,
        seed: int | None = None,
        *,
        clock: Callable[[], int] | None = None,
    ) -> None:
        clock = milliseconds if clock is None else function("clock", clock)
        if isinstance(board, str) and "\n" in board.strip():
            is_record = any(":" in line for _, line in content_lines(board)[:1])
            board = Record.parse(board) if is_record else Board.parse(board)
        if isinstance(record := getattr(board, "record", board), Record):
            board = record.board
            if seed is None:
                self._resume(record, clock)
                return
        if not isinstance(board, Board):
            if not isinstance(board, Level | str):
                raise RecordError(
                    "{value} can't be played: use a Board, a level like 'expert', or a Record "
                    "such as game.record()",
                    value=shown(board),
                )
            level = Level.of(board)
            seed = random_seed() if seed is None else whole_number("seed", seed)
            board = deal(level, seed)  # a bad seed fails now, not at the first move
        elif seed is not None:
            raise RecordError("the board already has its mines: leave out the seed")
        self._seed: int | None = seed
        self._set_up(board.level, clock)
        if seed is not None and board.first is not None:
            return  # the board will be dealt around the first cell that the player opens
        self._put_down(board)
        self.show_told()

    @classmethod
    def start(
        cls,
        level: Level,
        seed: int,
        clock: Callable[[], int] | None = None,
        first: Cell | None = None,
        deal: Callable[[Cell], Board] | None = None,
    ) -> Game:
        """A game whose board is dealt around the first cell that the player opens.

        Under the rules `any` and `given`, the board is dealt immediately. To restore the board of a
        game whose first move was undone, pass its first cell as `first`. `deal` returns the board
        for a first cell; by default it is the board with this seed.
        """
        game = cls(level, seed, clock=clock)
        game._deal = deal
        if first is not None and level.first is not None:
            game._deal_around(first)
        return game

    def _set_up(self, level: Level, clock: Callable[[], int]) -> None:
        self.level = level
        self.outcome: Outcome | None = None
        self.exploded: tuple[Cell, ...] = ()
        self.agent = ""
        """the name of the agent that plays this game; empty for a person"""
        self._board: Board | None = None
        self._deal: Callable[[Cell], Board] | None = None
        self._first: Cell | None = None
        self._clock = clock
        self._started: int | None = None
        self._moves: list[tuple[int, Move]] = []
        self._changed: list[list[Cell]] = []
        """for each move, the cells that it changed"""
        self._states = bytearray([HIDDEN]) * level.size
        self._left = level.safe
        self._view: View | None = None

    def _resume(self, record: Record, clock: Callable[[], int]) -> None:
        for _ in self._replay(record):
            pass
        self._clock = clock
        if record.moves:
            self._started = clock() - record.moves[-1][0]

    def _replay(self, record: Record) -> Iterator[Game]:
        now = 0
        self._seed = record.seed
        self._set_up(record.board.level, lambda: now)
        self._put_down(record.board)
        self.show_told()
        if record.first is not None:
            self._first = record.first
            self._states[record.first] = HIDDEN
        yield self
        for at, move in record.moves:
            now = at
            self._play(move)
            yield self

    def _put_down(self, board: Board) -> None:
        self._board = board
        if self._left == 0:
            self.outcome = Outcome.WON

    @property
    def view(self) -> View:
        """The current position, as the player sees it."""
        if self._view is None:
            self._view = View(self.level, bytes(self._states))
        return self._view

    def __str__(self) -> str:
        """The position, and below it the state of the game. A finished game shows its mines."""
        rows = self.view.rows if self.outcome is None else self.answer
        # `View.parse` ignores the last line, so that a printed game can be pasted.
        return "\n".join([str(self.level), *rows, f"# {_how_far(self.outcome, len(self._moves))}"])

    def __getitem__(self, cell: AnyCell) -> int:
        """What the player sees at a cell: its number, or HIDDEN, FLAGGED or GIVEN."""
        if isinstance(cell, int) and 0 <= cell < len(self._states):
            return STATES[self._states[cell]]
        return STATES[self._states[self.grid.cell(cell)]]

    state = __getitem__

    @property
    def grid(self) -> Grid:
        return self.level.grid

    @property
    def won(self) -> bool:
        return self.outcome == Outcome.WON

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """The cells that are not open, including flagged and given ones."""
        return self.view.hidden

    @property
    def flags(self) -> int:
        """The number of flags."""
        return self.view.flags

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that would change something. A game that is over has none.

        >>> Game("3x1x1/any", seed=1).legal_moves[:2]
        (Move(kind='open', cell=A1), Move(kind='flag', cell=A1))
        """
        if self.over:
            return ()
        cells = self.grid.named(range(self.level.size))
        moves = (Move(kind, cell) for cell in cells for kind in ("open", "flag", "chord"))
        return tuple(move for move in moves if self._is_legal(move))

    def _is_legal(self, move: Move) -> bool:
        if move.kind == "flag":
            return self._states[move.cell] in (HIDDEN, FLAGGED)
        return bool(self.targets(move))

    def copy(self) -> Game:
        """A game of its own in the same state, on the same board."""
        twin = copy(self)
        twin._moves = [*self._moves]
        twin._changed = [*self._changed]
        twin._states = bytearray(self._states)
        return twin

    @property
    def board(self) -> Board | None:
        """The board, or None before it is dealt. Players may see the board only after the game."""
        return self._board

    @property
    def move_count(self) -> int:
        """The number of moves that changed something."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[tuple[int, Move], ...]:
        """The moves that changed something, each with its time."""
        return tuple(self._moves)

    def moves_from(self, count: int) -> list[tuple[int, Move]]:
        return self._moves[count:]

    @property
    def elapsed(self) -> int:
        """Milliseconds from the first move until now, or until the last move of a finished game."""
        if self._started is None:
            return 0
        return self._moves[-1][0] if self.outcome else self._clock() - self._started

    def open(self, cell: AnyCell) -> int:
        """Open a cell. Return the number of opened cells.

        The result is 0 if the cell is a mine (see `outcome`), is already open or is flagged, or if
        the game is over.
        """
        return self._play(Move("open", self.grid.cell(cell)))

    def flag(self, cell: AnyCell) -> bool:
        """Set or remove the flag on a hidden cell. Return whether the flag changed.

        An open or given cell can't be flagged.
        """
        before = len(self._moves)
        self._play(Move("flag", self.grid.cell(cell)))
        return len(self._moves) > before

    def chord(self, cell: AnyCell) -> int:
        """Open the cells around a number that has all its flags. Return how many cells were opened.

        The result is 0 if the number does not have all its flags, or if there is nothing to open.
        """
        return self._play(Move("chord", self.grid.cell(cell)))

    def play(self, action: Move | Decision | AnyCell) -> int:
        """Make a move or all moves of a decision, or open a cell.

        Return the number of opened cells.

        A string is a move such as `flag C4`, or the name of a cell to open.
        """
        if isinstance(action, Decision):
            return sum(self._play(move) for move in action.moves)
        if isinstance(action, str) and " " in action.strip():
            action = Move.parse(action, self.grid)
        return self._play(action) if isinstance(action, Move) else self.open(action)

    def _play(self, move: Move) -> int:
        cell = move.cell
        if not 0 <= cell < self.level.size:
            self.grid.name(cell)  # raises a CellError
        if self.outcome is not None:
            return 0
        if move.kind == "flag" and (state := self._states[cell]) in (HIDDEN, FLAGGED):
            self._states[cell] = FLAGGED if state == HIDDEN else HIDDEN
            self._note(move, [cell])
        targets = self.targets(move)
        if not targets:
            return 0
        if self._board is None:
            # No cell is open, so the move is not a chord, and `cell` is the first cell.
            self._deal_around(cell)
        board = self._board
        assert board is not None
        exploded = [target for target in targets if board.numbers[target] == MINE]
        opened: list[Cell] = []
        for target in targets:
            # This cell may be in a region that an earlier target has opened.
            if board.numbers[target] != MINE and self._states[target] >= HIDDEN:
                opened += board.reveal(self._states, HIDDEN, FLAGGED, target)
        self._left -= len(opened)
        self._note(move, opened)
        if exploded:
            self.exploded = tuple(exploded)
            self.outcome = Outcome.LOST
        elif self._left == 0:
            self.outcome = Outcome.WON
        return len(opened)

    def _deal_around(self, cell: Cell) -> None:
        assert self._seed is not None
        around = self._deal or partial(deal, self.level, self._seed)
        self._put_down(around(cell))
        self._first = cell

    def undo(self) -> None:
        """Undo the last move of a game that is not over.

        The board stays the same, and the cell around which it was dealt becomes a given cell. The
        clock keeps running, unless the first move is undone.
        """
        if self.outcome is not None:
            raise MoveError("the game is over: its moves can't be undone")
        if not self._moves:
            raise MoveError("there is no move to undo")
        _, move = self._moves.pop()
        changed = self._changed.pop()
        if move.kind == "flag":
            for cell in changed:
                self._states[cell] = HIDDEN if self._states[cell] == FLAGGED else FLAGGED
        else:
            self._left += len(changed)
            for cell in changed:
                self._states[cell] = HIDDEN
        if not self._moves:
            self._started = None
        self.show_told()

    def show_told(self) -> None:
        """Mark the given cells as safe, unless they are open or flagged."""
        for cell in self._board.given if self._board is not None else ():
            if self._states[cell] == HIDDEN:
                self._states[cell] = GIVEN
        self._view = None

    @property
    def starts(self) -> tuple[Cell, ...]:
        """The cells of which one must be opened first, or () if any cell may be opened.

        On a no-guess board that is already dealt, only the given cells are known to be safe.
        """
        board = self._board
        is_fresh = self._left == self.level.safe
        return board.given if board is not None and board.no_guess and is_fresh else ()

    def check_start(self, move: Move) -> None:
        """Raise a MoveError if the move opens another cell before the start of a no-guess board."""
        starts = self.starts
        if move.kind != "open" or not starts or move.cell in starts:
            return
        if len(starts) == 1:
            raise MoveError(
                "open {start} first: elsewhere, the first click could hit a mine",
                start=self.grid.name(starts[0]),
            )
        raise MoveError("open a given cell first: elsewhere, the first click could hit a mine")

    def targets(self, move: Move) -> list[Cell]:
        """The cells that a move opens directly, without the regions that zeros open."""
        return move.targets(self.grid, self._states)

    def _note(self, move: Move, changed: list[Cell]) -> None:
        now = self._clock()
        if self._started is None:
            self._started = now
        self._moves.append((now - self._started, move))
        self._changed.append(changed)
        self._view = None

    def __repr__(self) -> str:
        return f"<Game {self.level}: {_how_far(self.outcome, len(self._moves))}>"

    def _repr_html_(self) -> str:
        from sapper.picture import svg

        return svg(self.view.rows if self.outcome is None else self.answer)

    @property
    def answer(self) -> list[str]:
        """The rows of the view with all mines, for a game that is over.

        `*` is a mine, `X` an exploded one, `F` a correct flag and `W` a wrong one.
        """
        if self._board is None:
            return self.view.rows
        rows = [list(row) for row in self.view.rows]
        for cell, number in enumerate(self._board.numbers):
            row, column = divmod(cell, self.level.width)
            if number != MINE:
                if rows[row][column] == "F":
                    rows[row][column] = "W"
            elif rows[row][column] != "F":
                rows[row][column] = "X" if cell in self.exploded else "*"
        return ["".join(row) for row in rows]

    def record(self, player: str = "") -> Record:
        """The game so far. Raises a RecordError if the board is not dealt yet.

        If an agent plays the game, the record names the agent as its player.
        """
        board = self._board
        if board is None:
            raise RecordError("before its first move, a game has no board to record")
        player = f"{AGENT}{self.agent}" if self.agent else player
        # Only a board that is dealt as usual can be dealt again from its seed.
        seed = self._seed if self._deal is None else None
        return Record(board, self.moves, self.outcome, self._first, seed, player)


def _how_far(outcome: Outcome | None, moves: int) -> str:
    how = "under way" if outcome is None else outcome.value
    return f"{how} after {how_many(moves, 'move')}"


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """A game: its board, its moves with times in ms, and its outcome.

    `Game(record)` continues the game, and `print(Game(record))` shows the position. `print(record)`
    shows the text form, with all mines. `first` is the cell around which the board was dealt during
    the game, or None if the board existed before the first move. If an agent played, `player` is
    `agent` followed by the agent's name, as in `agent champion`.

    The text form consists of header lines `key: value`, then the board, then one line per move with
    its time. The number of moves is in the header, so that a truncated record can be recognised.
    """

    board: Board
    moves: tuple[tuple[int, Move], ...]
    outcome: Outcome | None
    first: Cell | None = None
    seed: int | None = None
    player: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.board, Board):
            raise unusable("board", self.board, "a Board")
        if not (isinstance(self.moves, tuple) and all(map(_is_timed_move, self.moves))):
            raise unusable("moves", self.moves, "a tuple like game.moves")
        if self.outcome is not None:
            object.__setattr__(self, "outcome", Outcome(self.outcome))
        if self.first is not None:
            object.__setattr__(self, "first", self.board.grid.cell(self.first))
        if self.seed is not None:
            object.__setattr__(self, "seed", whole_number("seed", self.seed))
        need_text("player", self.player)
        if "\n" in self.player or self.player != self.player.strip():
            raise RecordError(
                f"{quote(self.player)} is not a valid player name: use one line, without spaces at "
                "either end"
            )
        if self.first is not None and self.first != self.board.first:
            raise RecordError(
                "the record says that the first cell is {first}, but its board has a different one",
                first=self.board.grid.name(self.first),
            )
        if any(a[0] > b[0] for a, b in pairwise(self.moves)):
            raise RecordError("the record's times go backwards")

    @property
    def level(self) -> Level:
        return self.board.level

    @property
    def agent(self) -> str:
        """The name of the agent that played, or an empty string if a person played."""
        return self.player.removeprefix(AGENT) if self.player.startswith(AGENT) else ""

    def __repr__(self) -> str:
        return f"<Record {self.level}: {_how_far(self.outcome, len(self.moves))}>"

    def __str__(self) -> str:
        lines = []
        if self.player:
            lines.append(f"player: {self.player}")
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        if self.first is not None:
            lines.append(f"first: {self.board.grid.name(self.first)}")
        lines.append(f"outcome: {self.outcome.value if self.outcome else 'unfinished'}")
        lines.append(f"moves: {len(self.moves)}")
        moves = [f"{at} {move.text(self.board.grid)}" for at, move in self.moves]
        return "\n".join([*lines, str(self.board) + "\n".join(moves)]).rstrip("\n") + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record, and replay it to check its outcome.

        If the record is faulty, the error's `partial` is a record of the legal moves before the
        fault, or None.
        """
        need_text("a record", text)
        lines = content_lines(text)
        header: dict[str, str] = {}
        while lines and ":" in lines[0][1]:
            number, line = lines.pop(0)
            key, _, value = line.partition(":")
            if key not in HEADER or key in header:
                raise RecordError(
                    "line {number} of the record has an unknown or repeated key, {key}: use "
                    "{known}, each only once",
                    number=number,
                    key=quote(key),
                    known=", ".join(HEADER),
                )
            header[key] = value.strip()
        if not lines:
            raise RecordError("the record is truncated: it has no board")
        level = Level.parse(lines[0][1].partition(" ")[0])
        drawn, played = lines[: level.height + 1], lines[level.height + 1 :]
        try:
            board = Board.parse("\n".join(line for _, line in drawn))
        except SapperError as problem:
            # If the board breaks the start rule, try to read the game under rule `any`.
            if level.start.kind in ("safe", "open") and len(drawn) > level.height:
                free = replace(level, start=StartRule("any"))
                rows = "\n".join(line for _, line in drawn[1:])
                problem.partial = cls._legal(f"{free}\n{rows}", {}, played)
            raise
        try:
            return cls._parse(board, header, played)
        except SapperError as problem:
            problem.partial = cls._legal(str(board), header, played)
            raise

    @classmethod
    def _legal(
        cls, board_text: str, header: dict[str, str], lines: list[tuple[int, str]]
    ) -> Record | None:
        try:
            board = Board.parse(board_text)
            named = header.get("first")
            first = board.grid.parse_cell(named) if named else None
            moves: list[tuple[int, Move]] = []
            for line in lines:
                try:
                    at, move = _parse_move(*line, board.grid)
                except SapperError:
                    break
                if moves and at < moves[-1][0]:
                    break
                moves.append((at, move))
            record = cls(board, tuple(moves), None, first)
        except SapperError:
            return None
        *_, game = record.replay()
        return replace(record, outcome=game.outcome)

    @classmethod
    def _parse(cls, board: Board, header: dict[str, str], lines: list[tuple[int, str]]) -> Record:
        moves = tuple(_parse_move(*line, board.grid) for line in lines)
        stated = header.get("moves")
        if stated is not None and stated != str(len(moves)):
            is_number = stated.isascii() and stated.isdigit() and len(stated) < 10
            if is_number and int(stated) > len(moves):
                raise RecordError(
                    "the record is truncated: it has {count} of {moves:move|moves}",
                    count=len(moves),
                    moves=int(stated),
                )
            raise RecordError(
                "the record says {stated}, but its number of moves is {count}",
                stated=quote(f"moves: {stated}"),
                count=len(moves),
            )
        outcomes = {"won": Outcome.WON, "lost": Outcome.LOST, "unfinished": None}
        claimed = header.get("outcome", "unfinished")
        if claimed not in outcomes:
            raise RecordError(
                "outcome {outcome} is not one of {known}",
                outcome=quote(claimed),
                known=", ".join(outcomes),
            )
        seed = header.get("seed")
        if seed is not None and not (seed.isascii() and seed.isdigit()):
            raise RecordError("seed {seed} is not a number", seed=quote(seed))
        record = cls(
            board,
            moves,
            outcomes[claimed],
            board.grid.parse_cell(header["first"]) if "first" in header else None,
            None if seed is None else int(seed),
            header.get("player", ""),
        )
        *_, game = record.replay()
        if game.outcome != record.outcome:
            ended = game.outcome.value if game.outcome else "unfinished"
            raise RecordError(
                "the record says {claimed}, but after its moves the game is {ended}",
                claimed=claimed,
                ended=ended,
            )
        return record

    def _repr_html_(self) -> str:
        return self.resume()._repr_html_()

    @property
    def view(self) -> View:
        """The position after the last move."""
        return self.resume().view

    def replay(self) -> Iterator[Game]:
        """Yield the game before its first move and after each move, always as the same object."""
        return Game(self.board)._replay(self)

    def resume(self, clock: Callable[[], int] | None = None) -> Game:
        """A game to continue, with a clock that starts at the time of the last move."""
        return Game(self, clock=clock)


def _is_timed_move(value: object) -> bool:
    match value:
        case (int(), Move()):
            return True
    return False


def _parse_move(number: int, line: str, grid: Grid) -> tuple[int, Move]:
    at, _, move = line.partition(" ")
    if not (at.isascii() and at.isdigit()):
        raise RecordError(
            "line {number} of the record is not a move: {line}", number=number, line=quote(line)
        )
    return int(at), Move.parse(move, grid)


def opened_cells(record: Record) -> Iterator[tuple[Game, list[Cell]]]:
    """For each move that opens cells: the game before the move, and `game.targets(move)`."""
    for game, (_, move) in zip(record.replay(), record.moves, strict=False):
        if game.outcome is None and (cells := game.targets(move)):
            yield game, cells
