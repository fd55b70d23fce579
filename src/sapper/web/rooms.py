"""Rooms: people who have a link play the same boards, and see each other's results.

    room      a code, which is its link, a level, and the people in it. It ends after a week without
              a game
    person    somebody with a name in a room, known by the player's cookie; or an agent
    board     the room's boards are numbered from 1. The room opens the first cells, because one
              board can't follow everyone's first click
    race      a board that begins at the same time for all who are ready
    own time  a board that people begin when they like. Only those who have played see its results
    entry     somebody's game on a board. In a race, the game is made when the race begins, so
              before that there is nothing to see
    over      a race is over when everyone has ended, except those who have left or whose page has
              not asked for a while

Everything is in the database, so that a room survives a restart, and several servers can share it.
What people see changes about once a second, so a server reads a room at most twice a second.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import partial
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from sapper.core.board import NO_GUESS, Board
from sapper.core.game import Record
from sapper.core.grid import Cell
from sapper.core.level import NAMED, Level
from sapper.core.view import HIDDEN, Move
from sapper.errors import SapperError
from sapper.web import daily, reviews, statistics
from sapper.web.database import FullError, StaleError, Statement
from sapper.web.job_queue import Background, JobQueue
from sapper.web.live_games import LiveGames, Seat
from sapper.web.problems import RefusedError, answer_of, is_passing
from sapper.web.reading import parse_level
from sapper.web.reviewer import Reviewer
from sapper.web.room_results import ENDED, Play, State, unreviewed
from sapper.web.schema import (
    StoreError,
    games,
    room_boards,
    room_entries,
    room_people,
    rooms,
)
from sapper.web.store import GameRow

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""the characters of a code, none of which looks like another"""
CODE = 8
MOST = 32
"""the most people in a room at the same time, agents included"""
EVER = 200
"""the most people who have ever been in a room"""
BOARDS = 300
LISTED = 20
DAILY = "daily"
AGENTS = ("odds", "champion", "textbook")

WEEK = 7 * 24 * 3600.0
FORGOTTEN = 8 * WEEK
"""until then, the link of a room that has ended says so"""
COUNTDOWN = 4.0
PATIENCE = 60.0
"""after this time, those who are ready may start without the others"""
AWAY = 30.0
"""somebody whose page has not asked for this long is not here"""
GONE = 90.0
"""a race does not wait for somebody whose page has not asked for this long"""
NOTED = 10.0
"""the time between two notes in the database that somebody is here"""
FRESH, FRESH_DAILY, FRESH_BEFORE = 0.5, 2.0, 10.0
"""for this long, all who ask see a room as it was read for the first of them; the same for a room
that plays the daily board, and for a room's earlier boards"""
KEPT = 500
"""the number of rooms, and of games' figures, that are kept in memory"""

NEW_ROOMS, NEW_PEOPLE = 20829, 20830
"""the numbers of the PostgreSQL locks that a server holds while it adds a room or a person"""
HAS_ROOM = select(select(func.count()).select_from(rooms).scalar_subquery() <= bindparam("most"))
HAS_SEAT = select(
    select(func.count())
    .where(room_people.c.room == bindparam("which"), room_people.c.left.is_(False))
    .scalar_subquery()
    <= bindparam("most")
)
CHANGE_ROOM = update(rooms).where(rooms.c.code == bindparam("which"))
PEOPLE = update(room_people).where(room_people.c.room == bindparam("which"))
CHANGE_PERSON = PEOPLE.where(room_people.c.number == bindparam("who"))
END_RACE = update(room_boards).where(
    room_boards.c.room == bindparam("which"),
    room_boards.c.number == bindparam("board_number"),
    room_boards.c.over.is_(None),
)
BEGIN_GAME = update(room_entries).where(
    room_entries.c.room == bindparam("which"),
    room_entries.c.board == bindparam("board_number"),
    room_entries.c.person == bindparam("who"),
    func.coalesce(room_entries.c.begun, 0) == bindparam("was"),
)

log = logging.getLogger("sapper.web")


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
        return Board.parse(self.board)


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
    """for each board in own time but the latest, those who have begun it"""
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
        ready = [one for one in self.people if one.is_ready()]
        has_person = any(one.agent is None for one in ready)
        waits = self.runs() or self.room.level == DAILY or self.awaited(now)
        return len(ready) > 1 and has_person and not waits


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
    if any(unicodedata.category(one)[0] == "C" for one in name):
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


class Rooms:
    """The rooms of a server, which many threads can use at the same time."""

    def __init__(
        self, live: LiveGames, jobs: JobQueue, background: Background, reviewer: Reviewer, most: int
    ) -> None:
        self.live = live
        self.store = live.store
        self.jobs = jobs
        self.background = background
        self.reviewer = reviewer
        self.most = most
        self._lock = threading.Lock()
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._noted: OrderedDict[tuple[str, int], float] = OrderedDict()
        self._busy: set[tuple[str, ...]] = set()
        """the races that are being dealt, and the agents at play, by this server"""
        self._courses: OrderedDict[str, list[tuple[int, int]]] = OrderedDict()
        """for each agent's game, the times and the numbers of open cells"""
        self._needless: OrderedDict[str, int] = OrderedDict()
        self._tables: OrderedDict[tuple[str, int], tuple[Table, float]] = OrderedDict()
        """earlier boards, and when they were read"""

    # -- reading ----------------------------------------------------------------------------------

    def room(self, code: str) -> Room:
        found = [Room(*row) for row in self.store.select(select(rooms).where(rooms.c.code == code))]
        if not found:
            raise RefusedError(404, "there is no such room: check the link")
        if self._has_ended(found[0]):
            raise RefusedError(410, "this room ended after a week without a game: make a new one")
        return found[0]

    def _has_ended(self, room: Room) -> bool:
        until = time.time() - WEEK
        return room.used < until and not (room.level == DAILY and self._plays_daily(room, until))

    def _plays_daily(self, room: Room, since: float) -> bool:
        recent = (
            select(daily.tries.c.game)
            .join(games, games.c.id == daily.tries.c.game)
            .join(room_people, room_people.c.player == daily.tries.c.player)
            .where(room_people.c.room == room.code, games.c.created > since)
        )
        return bool(self.store.select(recent.limit(1)))

    def people(self, code: str) -> list[Person]:
        query = select(room_people).where(room_people.c.room == code)
        return [Person(*row) for row in self.store.select(query.order_by(room_people.c.number))]

    def of_player(self, player: str) -> list[Room]:
        own = select(room_people.c.room).where(
            room_people.c.player == player, room_people.c.left.is_(False)
        )
        query = select(rooms).where(rooms.c.code.in_(own)).order_by(rooms.c.used.desc())
        found = [Room(*row) for row in self.store.select(query.limit(LISTED))]
        return [room for room in found if not self._has_ended(room)]

    def of_games(self, some: Collection[str]) -> dict[str, str]:
        query = select(room_entries.c.game, room_entries.c.room)
        return dict(self.store.select(query.where(room_entries.c.game.in_(some))))

    def check_help(self, game: str) -> None:
        """Raise an error if the game belongs to a board that is not over."""
        on_board = (room_boards.c.room == room_entries.c.room) & (
            room_boards.c.number == room_entries.c.board
        )
        boards = select(room_boards.c.number).join(room_entries, on_board)
        runs = boards.where(room_entries.c.game == game, room_boards.c.over.is_(None))
        if self.store.select(runs):
            raise RefusedError(409, "there is no help in a race")

    def read(self, code: str, *, fresh: bool = False) -> Snapshot:
        now = time.time()
        with self._lock:
            found = self._snapshots.get(code)
        if found is not None and not fresh:
            limit = FRESH_DAILY if found.room.level == DAILY else FRESH
            if 0 <= now - found.taken < limit:
                return found
        room = self.room(code)
        people = tuple(self.people(code))
        table = self.table(room, room.boards, people) if room.boards else None
        week = self._week(people) if room.level == DAILY else {}
        new = Snapshot(room, people, table, self._begun(room), week, now)
        self._remember(self._snapshots, code, new)
        return new

    def _week(self, people: Sequence[Person]) -> dict[int, dict[date, Play]]:
        today = daily.now().date()
        monday = today - timedelta(today.weekday())
        numbers = {one.player: one.number for one in people if one.player and not one.left}
        tries = daily.tries_since(self.store, numbers, monday, daily.FEATURED)
        known = reviews.of_games(self.store, [row.id for _, row in tries])
        found: dict[int, dict[date, Play]] = {number: {} for number in numbers.values()}
        for day, row in tries:
            state: State = (
                "won" if row.outcome == "won"
                else "lost" if row.outcome == "lost"
                else "playing" if row.outcome is None
                else "unfinished"
            )  # fmt: skip
            share = (row.opened or 0) / Level.parse(row.level).safe
            play = Play(
                numbers[row.player], state, share, row.player, row.id, row.elapsed,
                assisted=row.assisted, per_second=statistics.per_second(row),
                is_reviewed=row.id in known, review=known.get(row.id),
            )  # fmt: skip
            found[play.person][day] = play
            if state in ENDED and not play.is_reviewed:
                self.reviewer.review_later(row.player, [row.id])
        return found

    def _begun(self, room: Room) -> dict[int, frozenset[int]]:
        on_board = (room_entries.c.room == room_boards.c.room) & (
            room_entries.c.board == room_boards.c.number
        )
        query = (
            select(room_boards.c.number, room_entries.c.person)
            .outerjoin(room_entries, on_board)
            .where(
                room_boards.c.room == room.code,
                room_boards.c.own_time.is_(True),
                room_boards.c.number < room.boards,
            )
        )
        found: dict[int, set[int]] = {}
        for number, person in self.store.select(query):
            found.setdefault(number, set()).add(person)
        return {number: frozenset(some) for number, some in found.items()}

    def board(self, room: Room, number: int) -> RoomBoard:
        query = select(room_boards).where(
            room_boards.c.room == room.code, room_boards.c.number == number
        )
        for row in self.store.select(query):
            return RoomBoard(*row)
        raise RefusedError(404, "the room has no board {number}", number=number)

    def _entries(self, code: str, number: int) -> list[Entry]:
        query = select(room_entries).where(
            room_entries.c.room == code, room_entries.c.board == number
        )
        return [Entry(*row) for row in self.store.select(query.order_by(room_entries.c.person))]

    def table(self, room: Room, number: int, people: Sequence[Person]) -> Table:
        """A board with everyone on it. Games that are over are reviewed in the background."""
        now = time.time()
        board, entries = self.board(room, number), self._entries(room.code, number)
        ids = [one.game for one in entries if one.game is not None]
        rows, known = self.store.games_of(ids), reviews.of_games(self.store, ids)
        safe = Level.parse(board.level).safe
        agents = {one.number for one in people if one.agent is not None}
        plays = []
        for entry in entries:
            row = None if entry.game is None else rows.get(entry.game)
            play = self._play(board, entry, row, safe, now, entry.person in agents)
            if row is not None and play.is_done:
                play = replace(play, is_reviewed=row.id in known, review=known.get(row.id))
            plays.append(play)
        for play in plays:
            if play.state in ENDED and play.game and not play.is_reviewed:
                self.reviewer.review_later(play.player, [play.game])
        if not unreviewed(plays):
            plays = self._with_guesses(plays)
        return Table(board, tuple(plays))

    def _play(
        self,
        board: RoomBoard,
        entry: Entry,
        row: GameRow | None,
        safe: int,
        now: float,
        is_agent: bool,
    ) -> Play:
        over = board.over is not None
        if row is None:
            has_begun = is_agent and now >= board.begins and entry.begun is None
            is_lost = over or entry.begun is not None
            return Play(
                entry.person,
                "unfinished" if is_lost else "playing" if has_begun else "waiting",
                0.0,
            )
        known = Play(entry.person, "playing", 0.0, row.player, row.id, assisted=row.assisted)
        if is_agent and not (over or board.own_time) and now < board.begins + _seconds(row):
            opened = self._opened_by(row, now - board.begins)
            return replace(known, share=opened / safe)
        if row.outcome is None:
            share = self._opened(row) / safe
            return replace(known, state="unfinished" if over else "playing", share=share)
        ended = (row.began or row.created) + _seconds(row)
        is_late = not is_agent and board.over is not None and ended > board.over
        share = (row.opened or 0) / safe
        if row.outcome == "left" or is_late:
            return replace(known, state="unfinished", share=share)
        return replace(
            known,
            state="won" if row.outcome == "won" else "lost",
            share=share,
            elapsed=row.elapsed,
            ended=ended,
            per_second=statistics.per_second(row),
        )

    def _opened(self, row: GameRow) -> int:
        try:
            seat = self.live.seat(row.player, row.id)
        except RefusedError:  # the game has just been deleted
            return 0
        with seat.lock:
            return sum(state < HIDDEN for state in seat.game.view.states)

    def _opened_by(self, row: GameRow, seconds: float) -> int:
        """How many cells an agent has opened by now, at a human pace."""
        course = self._courses.get(row.id)
        if course is None:
            record = self.live.record(self.live.seat(row.player, row.id))
            replayed = record.replay()
            next(replayed)
            course = [
                (at, sum(state < HIDDEN for state in game.view.states))
                for (at, _), game in zip(record.moves, replayed, strict=True)
            ]
            self._remember(self._courses, row.id, course)
        return max((opened for at, opened in course if at <= 1000 * seconds), default=0)

    def _with_guesses(self, plays: list[Play]) -> list[Play]:
        """The number of each player's needless guesses, once all games are reviewed."""
        missing = [one.game for one in plays if one.review and one.game not in self._needless]
        found = reviews.misses(self.store, [game for game in missing if game])
        for game, misses in found.items():
            self._remember(self._needless, game, len(misses))
        return [
            replace(one, needless=self._needless.get(one.game or "")) if one.review else one
            for one in plays
        ]

    def tables(self, snapshot: Snapshot) -> list[Table]:
        """All boards of a room but the latest, which seldom change."""
        found = []
        for number in range(1, snapshot.room.boards):
            key = snapshot.room.code, number
            table, read = self._tables.get(key, (None, 0.0))
            is_final = table is not None and not (table.board.own_time or unreviewed(table.plays))
            if table is None or not (is_final or 0 <= snapshot.taken - read < FRESH_BEFORE):
                table = self.table(snapshot.room, number, snapshot.people)
                self._remember(self._tables, key, (table, snapshot.taken))
            found.append(table)
        return found

    def _remember(self, memory: OrderedDict[Any, Any], key: Any, value: Any) -> None:
        with self._lock:
            memory[key] = value
            memory.move_to_end(key)
            while len(memory) > KEPT:
                memory.popitem(last=False)

    def _drop(self, code: str) -> None:
        with self._lock:
            self._snapshots.pop(code, None)

    # -- what people do ---------------------------------------------------------------------------

    def look(self, code: str, player: str, *, fresh: bool = False) -> Snapshot:
        """A room as it is now. Note that the player is here, and start or end a race if due."""
        snapshot = self.read(code, fresh=fresh)
        now = time.time()
        person = snapshot.of(player)
        if person is not None:
            self._note(person, now)
        self._let_agents_play(snapshot)
        if self._has_race_ended(snapshot, now):
            assert snapshot.table is not None
            self.store.write(self._end(snapshot.table.board, now))
            snapshot = self.read(code, fresh=True)
        if person is not None and snapshot.starts(now):
            self._start(snapshot)
            snapshot = self.read(code, fresh=True)
        return snapshot

    def _note(self, person: Person, now: float) -> None:
        key = person.room, person.number
        if now - max(self._noted.get(key, 0.0), person.seen) > NOTED:
            self._remember(self._noted, key, now)
            values = {"which": person.room, "who": person.number, "seen": now}
            self.store.write((CHANGE_PERSON, values))

    def _has_race_ended(self, snapshot: Snapshot, now: float) -> bool:
        table = snapshot.table
        if table is None or not table.runs() or now < table.board.begins:
            return False
        people = {one.number: one for one in snapshot.people}
        return all(
            play.is_done or play.person not in people or people[play.person].is_gone(now)
            for play in table.plays
            if play.person not in people or people[play.person].agent is None
        )

    def _end(self, board: RoomBoard, now: float) -> Statement:
        return END_RACE, {"which": board.room, "board_number": board.number, "over": now}

    def make(self, player: str, name: str, level: str, no_guess: bool, title: str) -> str:
        now, name, level = time.time(), name_of(name), level_of(level)
        title = name_of(title) if title.strip() else ""
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        room = Room(code, now, now, title, level, no_guess or level == DAILY, 1, 0)
        try:
            self.store.write(
                *self.store.turn(NEW_ROOMS),
                (insert(rooms), _values(room)),
                _joining(room, 1, player, name, now),
                (HAS_ROOM, {"most": self.most}),
            )
        except FullError:
            raise RefusedError(429, "this server has too many rooms: try again later") from None
        return code

    def join(self, code: str, player: str, name: str) -> None:
        """Join a room, come back to it, or take another name."""
        name = name_of(name)
        for _ in range(5):
            snapshot = self.read(code, fresh=True)
            own = next((one for one in snapshot.people if one.player == player), None)
            if any(one.key == key_of(name) and one is not own for one in snapshot.people):
                raise RefusedError(
                    409, "{name} is already in this room: choose another name", name=name
                )
            if own is None:
                number = max((one.number for one in snapshot.people), default=0) + 1
                change = _joining(snapshot.room, number, player, name, time.time())
            else:
                values = {"name": name, "key": key_of(name), "left": False, "seen": time.time()}
                change = CHANGE_PERSON, {"which": code, "who": own.number, **values}
            if self._seated(snapshot, change):
                return
        raise RefusedError(503, "the room is busy: try again in a moment")

    def _seated(self, snapshot: Snapshot, change: Statement) -> bool:
        """Add a person, or return False if another request was faster."""
        code = snapshot.room.code
        if len(snapshot.people) >= EVER:
            raise RefusedError(409, "too many people have been in this room: make a new one")
        seat = HAS_SEAT, {"which": code, "most": MOST}
        try:
            self.store.write(*self.store.turn(NEW_PEOPLE), change, seat)
        except FullError:
            raise RefusedError(
                409, "the room is full: {count} people are in it", count=MOST
            ) from None
        except StoreError:
            if self.people(code) == [*snapshot.people]:
                raise
            return False
        finally:
            self._drop(code)
        return True

    def person(self, snapshot: Snapshot, player: str) -> Person:
        found = snapshot.of(player)
        if found is None:
            raise RefusedError(403, "join the room first")
        return found

    def _change_person(self, person: Person, **values: Any) -> None:
        self.store.write((CHANGE_PERSON, {"which": person.room, "who": person.number, **values}))
        self._drop(person.room)

    def leave(self, code: str, player: str) -> None:
        found = self.read(code, fresh=True).of(player)
        if found is not None:
            # The name is free again: the same person may come back with another browser.
            self._change_person(found, left=True, ready=None, key=f"\n{found.number}")

    def go_away(self, code: str, player: str) -> None:
        """The person's page was closed, or will be back in a moment."""
        found = self.read(code, fresh=True).of(player)
        if found is not None:
            with self._lock:
                self._noted.pop((code, found.number), None)
            self._change_person(found, seen=time.time() - AWAY)

    def change(
        self,
        code: str,
        player: str,
        level: str | None,
        no_guess: bool | None,
        title: str | None,
    ) -> None:
        """Change the level, which takes every Ready back, or the title."""
        snapshot = self.read(code, fresh=True)
        person, room = self.person(snapshot, player), snapshot.room
        new = replace(
            room,
            level=room.level if level is None else level_of(level),
            no_guess=room.no_guess if no_guess is None else no_guess,
            title=room.title if title is None else name_of(title) if title.strip() else "",
        )
        if new.level == DAILY:
            new = replace(new, no_guess=True)
        changes: dict[str, Any] = {"title": new.title}
        also: list[Statement] = []
        if (new.level, new.no_guess) != (room.level, room.no_guess):
            if snapshot.runs():
                raise _runs(room)
            changes |= {"level": new.level, "no_guess": new.no_guess, "changed_by": person.number}
            also = [(PEOPLE, {"which": code, "ready": None})]
        self.store.write((CHANGE_ROOM, {"which": code, **changes}), *also)
        self._drop(code)

    def ready(self, code: str, player: str, is_ready: bool, number: int) -> None:
        snapshot = self.read(code, fresh=True)
        person = self.person(snapshot, player)
        room, table = snapshot.room, snapshot.table
        play = None if table is None or not table.runs() else table.play(person.number)
        if play is not None and number == room.boards:
            return  # sent twice, or just as the race began
        self._check_next(room, number)
        if is_ready and play is not None and not play.is_done:
            raise RefusedError(
                409, "board {number} is running: finish it first", number=room.boards
            )
        since = (person.ready or time.time()) if is_ready else None
        self._change_person(person, ready=since)

    def _check_next(self, room: Room, number: int) -> None:
        if room.level == DAILY:
            raise RefusedError(409, "everybody plays the daily board when they like")
        if number != room.boards + 1:
            raise RefusedError(412, "the room has changed: look at it again")
        if room.boards >= BOARDS:
            raise RefusedError(
                409, "this room has had {count:board|boards}: make a new one", count=BOARDS
            )

    def start_in(self, snapshot: Snapshot) -> float | None:
        """When those who are ready may start without the others."""
        since = [one.ready for one in snapshot.present() if one.ready is not None]
        return min(since) + PATIENCE if since else None

    def start(self, code: str, player: str, number: int) -> None:
        """Start without those who are not ready."""
        snapshot = self.read(code, fresh=True)
        person = self.person(snapshot, player)
        if snapshot.runs() and number == snapshot.room.boards:
            return  # somebody else was faster
        self._check_next(snapshot.room, number)
        may_start = self.start_in(snapshot)
        if person.ready is None or may_start is None:
            raise RefusedError(409, "you are not ready yourself")
        if sum(one.is_ready() for one in snapshot.people) < 2:
            raise RefusedError(409, "nobody else is ready: invite an agent, or start when you like")
        wait = may_start - time.time()
        if wait > 0 and snapshot.awaited(time.time()):
            raise RefusedError(
                409, "others still have {seconds} s to get ready", seconds=int(wait) + 1
            )
        self._start(snapshot)

    def _start(self, snapshot: Snapshot) -> None:
        """Deal a board, and start a race on it for all who are ready."""
        code = snapshot.room.code
        key = ("deal", code)
        with self._lock:
            if key in self._busy:
                return
            self._busy.add(key)
        try:
            board = self._deal(snapshot.room)
        except SapperError as problem:
            if not is_passing(problem):
                self.store.write((PEOPLE, {"which": code, "ready": None}))
                self._drop(code)
            raise
        finally:
            with self._lock:
                self._busy.discard(key)
        chosen = [one for one in snapshot.people if one.is_ready()]
        self._add_board(snapshot, board, chosen, own_time=False)

    def _deal(self, room: Room) -> Board:
        level = Level.parse(room.level)
        wish: dict[str, Any] = {"level": str(level), "no_guess": room.no_guess and level.mines > 0}
        return Board.parse(self.jobs.ask("deal_start", client=f"room {room.code}", **wish))

    def _add_board(
        self, snapshot: Snapshot, board: Board, chosen: Sequence[Person], *, own_time: bool
    ) -> None:
        room, now = snapshot.room, time.time()
        number, begins = room.boards + 1, now if own_time else now + COUNTDOWN
        new = RoomBoard(room.code, number, str(board.level), own_time, str(board), begins, None)
        entries = [Entry(room.code, number, one.number, one.player, None, None) for one in chosen]
        before = snapshot.table
        ended = [self._end(before.board, now)] if before is not None and before.runs() else []
        ready = [] if own_time else [(PEOPLE, {"which": room.code, "ready": None})]
        try:
            self.store.write(
                (insert(room_boards), _values(new)),
                *((insert(room_entries), _values(one)) for one in entries),
                *ended,
                *ready,
                (CHANGE_ROOM, {"which": room.code, "boards": number, "used": now}),
            )
        except StoreError:
            if self.room(room.code).boards < number:
                raise  # otherwise another server was faster
        finally:
            self._drop(room.code)

    def enter(self, code: str, player: str, number: int) -> Seat:
        """The person's game on a board, which begins now if it may.

        The next board is one that everybody begins when they like.
        """
        snapshot = self.read(code, fresh=True)
        person, room = self.person(snapshot, player), snapshot.room
        if number == room.boards + 1:
            self._check_next(room, number)
            if snapshot.runs():
                raise _runs(room)
            agents = [one for one in snapshot.present() if one.agent is not None]
            self._add_board(snapshot, self._deal(room), agents, own_time=True)
            self._change_person(person, ready=None)
        board = self.board(room, number)
        return self._enter(board, person)

    def _enter(self, board: RoomBoard, person: Person) -> Seat:
        now = time.time()
        entry = next(
            (one for one in self._entries(board.room, board.number) if one.person == person.number),
            None,
        )
        if entry is not None and entry.game is not None:
            return self.live.seat(entry.player or "", entry.game)
        if entry is not None and entry.begun is not None:
            raise RefusedError(409, "you have played this board")
        if entry is None and not board.own_time:
            raise RefusedError(409, "this race began without you: you are in for the next one")
        if board.over is not None:
            raise RefusedError(409, "this race is over")
        if now < board.begins:
            raise RefusedError(409, "the race has not begun")
        began = now if board.own_time else board.begins

        def note(game: str) -> list[Statement]:
            used = CHANGE_ROOM, {"which": board.room, "used": now}
            key = {"which": board.room, "board_number": board.number, "who": person.number}
            if entry is not None:
                return [(BEGIN_GAME, {**key, "was": 0, "begun": began, "game": game}), used]
            new = Entry(board.room, board.number, person.number, person.player, began, game)
            return [(insert(room_entries), _values(new)), used]

        dealt = board.parsed()
        first = Move("open", first_of(dealt))
        assert person.player is not None
        try:
            return self.live.start(
                person.player, dealt.level, dealt, moves=[(0, first)], began=began, also=note
            )
        except (StaleError, StoreError):
            # If another tab was faster, the person already has a game.
            again = [one for one in self._entries(board.room, board.number) if one.game]
            for one in again:
                if one.person == person.number and one.game is not None:
                    return self.live.seat(person.player, one.game)
            raise
        finally:
            self._drop(board.room)

    # -- agents -----------------------------------------------------------------------------------

    def invite(self, code: str, player: str, agent: str) -> None:
        if agent not in AGENTS:
            raise RefusedError(422, "no such agent: use one of {known}", known=", ".join(AGENTS))
        for _ in range(5):
            snapshot = self.read(code, fresh=True)
            self.person(snapshot, player)
            now = time.time()
            own = next((one for one in snapshot.people if one.agent == agent), None)
            if own is not None and not own.left:
                return
            name = agent.capitalize()
            if own is None and any(one.key == key_of(name) for one in snapshot.people):
                raise RefusedError(
                    409, "{name} is already in this room: choose another name", name=name
                )
            if own is None:
                number = max(one.number for one in snapshot.people) + 1
                change = _joining(snapshot.room, number, None, name, now, agent)
            else:
                change = CHANGE_PERSON, {"which": code, "who": own.number, "left": False}
            if self._seated(snapshot, change):
                return
        raise RefusedError(503, "the room is busy: try again in a moment")

    def dismiss(self, code: str, player: str, agent: str) -> None:
        snapshot = self.read(code, fresh=True)
        self.person(snapshot, player)
        for one in snapshot.present():
            if one.agent == agent:
                self._change_person(one, left=True)

    def _let_agents_play(self, snapshot: Snapshot) -> None:
        """Play the agents' games on the latest board, if nobody has played them yet."""
        if snapshot.table is None:
            return
        agents = {one.number: one.agent for one in snapshot.people if one.agent is not None}
        for play in snapshot.table.plays:
            agent = agents.get(play.person)
            if agent is None or play.game is not None or play.is_done:
                continue
            key = ("agent", snapshot.room.code, str(snapshot.room.boards), agent)
            with self._lock:
                if key in self._busy:
                    continue
                self._busy.add(key)
            work = partial(self._let_play, snapshot.table.board, play.person, agent, key)
            self.background.submit(f"room {snapshot.room.code}", work)

    def _let_play(self, board: RoomBoard, person: int, agent: str, key: tuple[str, ...]) -> None:
        where = {"which": board.room, "board_number": board.number, "who": person, "was": 0}
        try:
            question: dict[str, Any] = {
                "agent": agent,
                "board": board.board,
                "first": first_of(board.parsed()),
            }
            text = self.jobs.ask("race", client=f"room {board.room}", **question)
            self.live.keep(
                player_of(board.room),
                Record.parse(text),
                board.begins,
                lambda game: [(BEGIN_GAME, {**where, "begun": board.begins, "game": game})],
            )
        except StaleError:
            pass  # another server was faster
        except Exception as problem:  # an uncaught error would go unnoticed in this thread
            log.info("an agent could not play in a room: %s", answer_of(problem)[1])
            if not is_passing(problem):
                with contextlib.suppress(StaleError, StoreError):
                    did_not = {**where, "begun": board.begins, "game": None}
                    self.store.write((BEGIN_GAME, did_not))
        finally:
            with self._lock:
                self._busy.discard(key)
            self._drop(board.room)

    # -- the end ----------------------------------------------------------------------------------

    def seat(self, snapshot: Snapshot, number: int, person: int, me: Person) -> Seat:
        """Somebody's finished game, for somebody who may see the results of the board."""
        table = self.table(snapshot.room, number, snapshot.people)
        play = table.play(person)
        if play is None or play.game is None:
            raise RefusedError(404, "no such game")
        if not table.shown_to(me.number) or play.state not in ENDED:
            raise RefusedError(409, "the race is not over yet: finish your game first")
        return self.live.seat(play.player, play.game)

    def sweep(self) -> None:
        """Empty the rooms that have ended, and forget the codes of those that ended long ago."""
        now = time.time()
        query = select(rooms).where(rooms.c.used < now - WEEK)
        for room in [Room(*row) for row in self.store.select(query)]:
            if self._has_ended(room):
                self.store.write(
                    (delete(games).where(games.c.player == player_of(room.code)), {}),
                    *(
                        (delete(table).where(table.c.room == room.code), {})
                        for table in (room_people, room_boards, room_entries)
                    ),
                    (CHANGE_ROOM, {"which": room.code, "title": "", "changed_by": None}),
                )
        self.store.write((delete(rooms).where(rooms.c.used < now - FORGOTTEN), {}))

    def forget(self) -> None:
        """Somebody has deleted everything, so read all rooms again."""
        with self._lock:
            self._snapshots.clear()
            self._tables.clear()


def first_of(board: Board) -> Cell:
    """The cell that the room opens."""
    return board.given[0] if board.first is None else board.first


def player_of(code: str) -> str:
    """The player of the agents' games in a room. No person's cookie looks like this."""
    return f"agents of {code}"


def _seconds(row: GameRow) -> float:
    return (row.elapsed or 0) / 1000


def _runs(room: Room) -> RefusedError:
    return RefusedError(409, "board {number} is running: wait until it is over", number=room.boards)


def _values(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__slots__}


def _joining(
    room: Room, number: int, player: str | None, name: str, now: float, agent: str | None = None
) -> Statement:
    key = key_of(name)
    return insert(room_people), _values(
        Person(room.code, number, player, agent, name, key, None, now, left=False)
    )
