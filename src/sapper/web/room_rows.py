"""The nouns of rooms (rooms.py), as they are stored and as they are read.

table       a board of a room with everyone on it
snapshot    a room at some moment
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import date

from sapper.core.board import NO_GUESS, Board
from sapper.core.grid import Cell
from sapper.core.level import NAMED
from sapper.web.problems import RefusedError
from sapper.web.reading import parse_level
from sapper.web.rebuilding import read_board
from sapper.web.room_results import Play

DAILY = "daily"
"""the level of a room whose people play the daily board"""
INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
"""letters and signs that look like nothing"""
AWAY = 30.0
"""somebody whose page has not asked for this long is not here"""
GONE = 90.0
"""a race does not wait for somebody whose page has not asked for this long"""
IDLE = 120.0
"""a race does not wait for somebody who has made no move for this long"""


@dataclass(frozen=True, slots=True)
class Room:
    code: str
    created: float
    used: float
    title: str
    level: str
    no_guess: bool
    changed_by: int | None
    boards: int


@dataclass(frozen=True, slots=True)
class Person:
    room: str
    number: int
    player: str | None
    agent: str | None
    name: str
    key: str
    ready: float | None
    seen: float
    left: bool

    def is_ready(self) -> bool:
        return not self.left and (self.agent is not None or self.ready is not None)

    def is_here(self, now: float) -> bool:
        return not self.left and (self.agent is not None or now - self.seen < AWAY)

    def is_gone(self, now: float) -> bool:
        return self.left or (self.agent is None and now - self.seen > GONE)


@dataclass(frozen=True, slots=True)
class RoomBoard:
    room: str
    number: int
    level: str
    own_time: bool
    board: str
    begins: float
    over: float | None

    @property
    def no_guess(self) -> bool:
        return self.board.partition("\n")[0].endswith(NO_GUESS)

    def parsed(self) -> Board:
        return read_board(self.board)


@dataclass(frozen=True, slots=True)
class Entry:
    room: str
    board: int
    person: int
    player: str | None
    begun: float | None
    game: str | None


@dataclass(frozen=True, slots=True)
class Table:
    """A board of a room with everyone on it, in the order of arrival."""

    board: RoomBoard
    plays: tuple[Play, ...]

    def play(self, person: int | None) -> Play | None:
        return next((one for one in self.plays if one.person == person), None)

    def runs(self) -> bool:
        return not self.board.own_time and self.board.over is None

    def shown_to(self, person: int | None) -> bool:
        """Whether somebody may see the results."""
        own = self.play(person)
        return self.board.over is not None or (own is not None and own.is_done)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A room at some moment. `table` is the latest board."""

    room: Room
    people: tuple[Person, ...]
    table: Table | None
    unplayed: dict[int, frozenset[int]]
    """for each board in own time, those who have begun it"""
    week: dict[int, dict[date, Play]]
    """if the room plays the daily board: each person's first tries since Monday"""
    taken: float

    def of(self, player: str) -> Person | None:
        found = next((one for one in self.people if one.player == player), None)
        return None if found is None or found.left else found

    def present(self) -> list[Person]:
        return [one for one in self.people if not one.left]

    def awaited(self, now: float) -> list[Person]:
        """Those who are here and not ready."""
        return [one for one in self.people if one.is_here(now) and not one.is_ready()]

    def runs(self) -> bool:
        return self.table is not None and self.table.runs()

    def starts(self, now: float) -> bool:
        """Whether the next race begins, because all who are here are ready."""
        ready = self.starters(now)
        has_person = any(one.agent is None for one in ready)
        waits = self.runs() or self.room.level == DAILY or self.awaited(now)
        return len(ready) > 1 and has_person and not waits

    def starters(self, now: float) -> list[Person]:
        """Those who are ready. Somebody whose page has been closed for long is not."""
        return [one for one in self.people if one.is_ready() and not one.is_gone(now)]


def plain_code(text: str) -> str:
    """A code as it is stored.

    >>> plain_code("7FK2-mq9x")
    '7fk2mq9x'
    """
    return text.replace("-", "").lower()


def name_of(text: str) -> str:
    """A name as a person enters it, without needless spaces, or an error.

    >>> name_of("  Mira   K. ")
    'Mira K.'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise RefusedError(422, "enter your name")
    # Categories: C are control characters and what is not a character.
    if any(unicodedata.category(one)[0] == "C" or one in INVISIBLE for one in name):
        raise RefusedError(422, "a name can't contain control characters")
    return name


def key_of(name: str) -> str:
    """Names that look the same have the same key."""
    return unicodedata.normalize("NFKC", name).casefold()


def level_of(text: str) -> str:
    """The level of a room as it is stored: a name if it has one."""
    if text == DAILY:
        return text
    level = parse_level(text)
    if not (level.first is not None or level.given) or not level.safe:
        raise RefusedError(
            422, "level {level} has no safe first cell: use rule safe or open", level=level
        )
    named = next((name for name, one in NAMED.items() if one == level), None)
    return named or str(level)


def first_of(board: Board) -> Cell:
    """The cell that the room opens."""
    return board.given[0] if board.first is None else board.first


def player_of(code: str) -> str:
    """The player of the agents' games in a room. No person's cookie looks like this."""
    return f"agents of {code}"
