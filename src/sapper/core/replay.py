r"""Replay: a game as mouse events. `play_through` derives clicks and a record from the events.

    event     a row of the table `events`: time in ms, kind, and place in pixels
    click     a press and a release, which open, flag or chord a cell, or have no effect
    square    the side of a cell in pixels

The kinds of events are named as in RAWVF, a text format for replays (formats/rawvf.py), and
numbered as in EVF files.

    mv         the mouse was moved
    lc rc mc   the left, right or middle button was pressed
    lr rr mr   the left, right or middle button was released
    l r m      the left, right or middle button was pressed if it was up, otherwise released
    pf         a flag was set before the game began
    cc         the left and right buttons are down; the file does not say which was pressed last

The time of an event is measured from the start of the recording. The times of a record are measured
from the opening of the first cell. A place off the board is stored as the point just beyond the
bottom right corner. Question marks on cells are ignored.

>>> from sapper.core.board import Board
>>> board = Board.parse("4x1x1/any\n01*1")
>>> replay = Replay.of(Record(board, ((0, Move("open", 0)), (700, Move("flag", 2))), None))
>>> [KINDS[kind] for kind in replay.events["kind"]]
['lc', 'lr', 'rc', 'rr']
>>> print(play_through(replay).record, end="")
outcome: unfinished
moves: 2
4x1x1/any
01*1
0 open A1
700 flag C1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sapper.core.board import MINE, Board
from sapper.core.game import Game, Outcome, Record
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import FLAGGED, HIDDEN, Move, MoveKind, View
from sapper.errors import SapperError, quote
from sapper.words import how_many

KINDS = ("", "mv", "lc", "lr", "rc", "rr", "mc", "mr", "pf", "cc", "l", "r", "m")
CODES = {name: code for code, name in enumerate(KINDS) if name}
MV, LC, LR, RC, RR, MC, MR, PF, CC, L, R, M = range(1, 13)

EVENT = np.dtype([("ms", np.int64), ("kind", np.uint8), ("x", np.int32), ("y", np.int32)])

SQUARE = 16
"""the usual side of a cell, in pixels"""

_BUTTONS: dict[MoveKind, tuple[int, int]] = {"open": (LC, LR), "flag": (RC, RR), "chord": (MC, MR)}


class ReplayError(SapperError):
    """A malformed replay."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Replay:
    """A board, a table of mouse events, and facts about the recording.

    `ms` is the duration of the game as measured by the program that recorded it. This duration may
    differ a little from the time of the last event. `created` is in microseconds since 1970.
    """

    board: Board
    events: NDArray[np.void]
    ms: int
    square: int = SQUARE
    player: str = ""
    program: str = ""
    created: int | None = None

    def __post_init__(self) -> None:
        for text in (self.player, self.program):
            if text != printable(text):
                raise ReplayError(
                    f"{quote(text)} is not a valid name: use one printable line, without spaces at "
                    "either end"
                )
        if not 1 <= self.square <= 1000:
            raise ReplayError(
                "a cell can't be {square} pixels wide: use 1 to 1000", square=self.square
            )

    def __repr__(self) -> str:
        events = how_many(len(self.events), "event")
        return f"<Replay {self.board.level}: {events} in {self.ms / 1000:.1f} s>"

    def _repr_html_(self) -> str:
        return self.record._repr_html_()

    @property
    def record(self) -> Record:
        return play_through(self).record

    @property
    def view(self) -> View:
        return self.record.view

    @classmethod
    def of(cls, record: Record) -> Replay:
        """Each move of the record becomes a press and a release in the middle of its cell."""
        rows = [
            (at, kind, move.cell % record.level.width, move.cell // record.level.width)
            for at, move in record.moves
            for kind in _BUTTONS[move.kind]
        ]
        columns = np.array(rows, dtype=np.int64).reshape(len(rows), 4).T
        middle = columns[2:] * SQUARE + SQUARE // 2
        events = table(record.level, SQUARE, columns[0], columns[1], *middle)
        elapsed = record.moves[-1][0] if record.moves else 0
        return cls(record.board, events, elapsed, player=record.player)

    @property
    def level(self) -> Level:
        return self.board.level

    def cell(self, x: int, y: int) -> Cell | None:
        column, row = x // self.square, y // self.square
        level = self.level
        if 0 <= column < level.width and 0 <= row < level.height:
            return row * level.width + column
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Replay):
            return NotImplemented
        return self._facts() == other._facts() and np.array_equal(self.events, other.events)

    def __hash__(self) -> int:
        return hash((self._facts(), self.events.tobytes()))

    def _facts(self) -> tuple[object, ...]:
        return self.board, self.ms, self.square, self.player, self.program, self.created


def table(
    level: Level,
    square: int,
    ms: Sequence[int] | NDArray[np.integer],
    kinds: Sequence[int] | NDArray[np.integer],
    x: Sequence[int] | NDArray[np.integer],
    y: Sequence[int] | NDArray[np.integer],
) -> NDArray[np.void]:
    """Make a table of events from its columns.

    A place off the board is stored as the point just beyond the bottom right corner.
    """
    events = np.empty(len(ms), dtype=EVENT)
    width, height = level.width * square, level.height * square
    x, y = np.asarray(x, dtype=np.int64), np.asarray(y, dtype=np.int64)
    off = (x < 0) | (x >= width) | (y < 0) | (y >= height)
    events["ms"], events["kind"] = ms, kinds
    events["x"], events["y"] = np.where(off, width, x), np.where(off, height, y)
    events.flags.writeable = False
    return events


def printable(text: str) -> str:
    """The text, stripped, with spaces in place of characters that might control a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()


@dataclass(frozen=True, slots=True)
class Click:
    """A click, and whether it was effective.

    A click is effective if it opens a safe cell, if it is a chord that opens at least one cell, or
    if it sets the first flag on a mine.
    """

    ms: int
    kind: MoveKind
    cell: Cell | None
    effective: bool


@dataclass(frozen=True, slots=True)
class PlayedClicks:
    """The clicks of a game and its record.

    `flags` is the number of flags at the end. `began` is the index of the event that opened the
    first cell, and `ended` that of the event that ended the game. For a record, `began` and `ended`
    are indices of moves.
    """

    clicks: tuple[Click, ...]
    record: Record
    flags: int
    began: int | None
    ended: int | None


def play_through(game: Replay | Record) -> PlayedClicks:
    if isinstance(game, Record):
        referee = _Referee(next(game.replay()))
        for index, (ms, move) in enumerate(game.moves):
            referee.click(index, ms, move.kind, move.cell)
        return referee.result(game)
    referee = _Referee(Game(game.board))
    mouse = _Mouse(referee)
    presses = np.flatnonzero(game.events["kind"] != MV)
    for index, (ms, kind, x, y) in zip(
        presses.tolist(), game.events[presses].tolist(), strict=True
    ):
        if referee.game.outcome is not None:
            break
        mouse.act(index, ms, kind, game.cell(x, y))
    return referee.result(game)


class _Referee:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.clicks: list[Click] = []
        self.moves: list[tuple[int, Move]] = []
        self.flags = 0
        self.marked: set[Cell] = set()
        """the mines that have had a flag; flagging them again is not effective"""
        self.began: int | None = None
        self.ended: int | None = None
        self.start = 0

    def click(self, index: int, ms: int, kind: MoveKind, cell: Cell | None) -> None:
        effective = False
        if cell is not None and self.game.outcome is None:
            effective = self._play(index, ms, Move(kind, cell))
        self.clicks.append(Click(ms, kind, cell, effective))

    def _play(self, index: int, ms: int, move: Move) -> bool:
        game, cell = self.game, move.cell
        before = game.state(cell)
        opened = game.play(move)
        if move.kind == "flag":
            after = game.state(cell)
            if after == before:
                return False
            self.moves.append((ms, move))
            self.flags += 1 if after == FLAGGED else -1
            assert game.board is not None
            if after != FLAGGED or game.board.numbers[cell] != MINE or cell in self.marked:
                return False
            self.marked.add(cell)
            return True
        lost = game.outcome is Outcome.LOST
        if not opened and not lost:
            return False
        if self.began is None:
            self.began, self.start = index, ms
        if game.outcome is not None:
            self.ended = index
        self.moves.append((ms, move))
        return move.kind == "chord" or not lost

    def result(self, game: Replay | Record) -> PlayedClicks:
        """The clicks and a record, in which times never decrease, even if they do in the file."""
        if isinstance(game, Record):
            record = game
        else:
            since = np.maximum.accumulate([0, *(ms - self.start for ms, _ in self.moves)])[1:]
            moves = zip(since.tolist(), (move for _, move in self.moves), strict=True)
            record = Record(game.board, tuple(moves), self.game.outcome, player=game.player)
        return PlayedClicks(tuple(self.clicks), record, self.flags, self.began, self.ended)


class _Mouse:
    """Turns presses and releases of the mouse buttons into clicks.

    The rules are those of the class MinesweeperBoard in the program ms-toollib. A left click acts
    on the cell where the button is released, and a right click on the cell where it is pressed. If
    both buttons are down, the first release is a chord, and the other release is ignored. A right
    press that changes nothing still counts as a click, unless it becomes part of a chord. Clicks
    are counted only once a cell has been opened or a flag has been set.
    """

    def __init__(self, referee: _Referee) -> None:
        self.referee = referee
        self.left = self.right = self.middle = False
        self.spent = False
        """whether to ignore the next release of the left button"""
        self.idle: int | None = None
        """the index in `clicks` of a right press that changed nothing"""

    def act(self, index: int, ms: int, kind: int, cell: Cell | None) -> None:
        if kind == L:
            kind = LR if self.left else LC
        elif kind == R:
            kind = RR if self.right else RC
        elif kind == M:
            kind = MR if self.middle else MC
        if kind == LC:
            self._press_left(cell)
        elif kind == RC:
            self._press_right(index, ms, cell)
        elif kind == CC:
            self.left = self.right = True
        elif kind == LR and self.left:
            self.left = False
            if self.right:
                self._chord(index, ms, cell)
            elif not self.spent:
                self.referee.click(index, ms, "open", cell)
        elif kind == RR and self.right:
            self.right = False
            if self.left:
                self._chord(index, ms, cell)
                self.spent = True
            self.idle = None
        elif kind in (MC, MR):
            self.middle = kind == MC
            if kind == MR and cell is not None:
                self.referee.click(index, ms, "chord", cell)
        elif kind == PF:
            self.referee.click(index, ms, "flag", cell)
        if self._untouched:
            self.referee.clicks.clear()
            self.idle = None

    @property
    def _untouched(self) -> bool:
        return self.referee.began is None and not self.referee.flags

    def _press_left(self, cell: Cell | None) -> None:
        if not self.left:
            self.left = True
            self.spent = cell is None and self._untouched

    def _press_right(self, index: int, ms: int, cell: Cell | None) -> None:
        if self.right:
            return
        self.right = True
        self.idle = None
        if not self.left:
            if cell is None or self.referee.game.state(cell) < HIDDEN:
                self.idle = len(self.referee.clicks)
            self.referee.click(index, ms, "flag", cell)

    def _chord(self, index: int, ms: int, cell: Cell | None) -> None:
        if self.idle is not None:
            del self.referee.clicks[self.idle]
            self.idle = None
        if cell is not None:
            self.referee.click(index, ms, "chord", cell)


def clicks_by_kind(clicks: Iterable[Click]) -> dict[MoveKind, int]:
    count: dict[MoveKind, int] = {"open": 0, "flag": 0, "chord": 0}
    for click in clicks:
        count[click.kind] += 1
    return count
