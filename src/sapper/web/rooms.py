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
    over      a race is over when everyone has ended, except those who have left, whose page has not
              asked for a while, or who have made no move for a while

Everything is in the database, so that a room survives a restart, and several servers can share it.
What people see changes about once a second, so a server reads a room at most twice a second
(room_reading.py). room_rows.py has the nouns, and room_results.py the places and the sentences.
"""

from __future__ import annotations

import contextlib
import logging
import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import bindparam, delete, exists, func, insert, select, update

from sapper.core.board import Board
from sapper.core.game import Record
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.errors import SapperError
from sapper.web.database import FullError, StaleError, Statement
from sapper.web.job_queue import Background, JobQueue
from sapper.web.live_games import LiveGames, Seat
from sapper.web.problems import RefusedError, answer_of, is_passing
from sapper.web.reviewer import Reviewer
from sapper.web.room_reading import WEEK, RoomReader
from sapper.web.room_results import ENDED
from sapper.web.room_rows import (
    AWAY,
    DAILY,
    IDLE,
    Entry,
    Person,
    Room,
    RoomBoard,
    Snapshot,
    first_of,
    key_of,
    level_of,
    name_of,
    player_of,
)
from sapper.web.schema import (
    StoreError,
    games,
    room_boards,
    room_entries,
    room_people,
    rooms,
)

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""the characters of a code, none of which looks like another"""
CODE = 8
MOST = 32
"""the most people in a room at the same time, agents included"""
EVER = 200
"""the most people who have ever been in a room"""
BOARDS = 300
AGENTS = ("odds", "champion", "textbook")

FORGOTTEN = 8 * WEEK
"""until then, the link of a room that has ended says so"""
COUNTDOWN = 4.0
PATIENCE = 60.0
"""after this time, those who are ready may start without the others"""
NOTED = 10.0
"""the time between two notes in the database that somebody is here"""

NEW_ROOMS, NEW_PEOPLE = 20829, 20830
"""the numbers of the PostgreSQL locks that a server holds while it adds a room or a person"""
HAS_ROOM = select(
    select(func.count()).where(rooms.c.used > bindparam("since")).scalar_subquery()
    <= bindparam("most")
)
HAS_SEAT = select(
    select(func.count())
    .where(room_people.c.room == bindparam("which"), room_people.c.left.is_(False))
    .scalar_subquery()
    <= bindparam("most")
)
CHANGE_ROOM = update(rooms).where(rooms.c.code == bindparam("which"))
CHANGE_BETWEEN_BOARDS = CHANGE_ROOM.where(rooms.c.boards == bindparam("was"))
ADD_BOARD = CHANGE_BETWEEN_BOARDS.where(
    rooms.c.level == bindparam("dealt"), rooms.c.no_guess == bindparam("dealt_no_guess")
)
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

Ask: TypeAlias = Callable[..., Any]
"""asks a worker for the client whose request it is"""

log = logging.getLogger("sapper.web")


class Rooms:
    """The rooms of a server, which many threads can use at the same time."""

    def __init__(
        self, live: LiveGames, jobs: JobQueue, background: Background, reviewer: Reviewer, most: int
    ) -> None:
        self.live = live
        self.store = live.store
        self.jobs = jobs
        self.background = background
        self.reader = RoomReader(live, reviewer)
        self.most = most
        self._lock = threading.Lock()
        self._seating = threading.Lock()
        """held while somebody joins, so that a whole class can join at the same time"""
        self._noted: OrderedDict[tuple[str, int], float] = OrderedDict()
        """when it was last noted that somebody is here"""
        self._busy: set[tuple[str, ...]] = set()
        """the races that are being dealt, and the agents at play, by this server"""

    def look(self, code: str, player: str, ask: Ask, *, fresh: bool = False) -> Snapshot:
        """A room as it is now. Note that the player is here, and start a race if all are ready."""
        snapshot = self._now(code, fresh=fresh)
        now = time.time()
        person = snapshot.of(player)
        if person is not None:
            self._note(person, now)
            own = None if snapshot.table is None else snapshot.table.play(person.number)
            if not person.is_here(now) or self.reader.is_behind(own):
                snapshot = self._now(code)
        self._let_agents_play(snapshot)
        if person is not None and snapshot.starts(now):
            snapshot = self._now(code)
            if snapshot.starts(now):
                self._start(snapshot, ask, lambda then: then.starts(time.time()))
                snapshot = self.reader.read(code, fresh=True)
        return snapshot

    def _now(self, code: str, *, fresh: bool = True) -> Snapshot:
        """A room as it is now. If everyone has ended, its race is over."""
        snapshot, now = self.reader.read(code, fresh=fresh), time.time()
        if not self._has_race_ended(snapshot, now):
            return snapshot
        assert snapshot.table is not None
        self.store.write(self._end(snapshot.table.board, now))
        return self.reader.read(code, fresh=True)

    def _note(self, person: Person, now: float) -> None:
        key = person.room, person.number
        if now - max(self._noted.get(key, 0.0), person.seen) > NOTED:
            self.reader.remember(self._noted, key, now)
            self.store.write((CHANGE_PERSON, _who(person) | {"seen": now}))

    def _has_race_ended(self, snapshot: Snapshot, now: float) -> bool:
        table = snapshot.table
        if table is None or not table.runs() or now < table.board.begins:
            return False
        people = {one.number: one for one in snapshot.people}
        return all(
            play.is_done
            or now - play.moved > IDLE
            or play.person not in people
            or people[play.person].is_gone(now)
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
                (HAS_ROOM, {"most": self.most, "since": now - WEEK}),
            )
        except FullError:
            raise RefusedError(429, "this server has too many rooms: try again later") from None
        return code

    def join(self, code: str, player: str, name: str) -> None:
        """Join a room, come back to it, or take another name."""
        name = name_of(name)
        with self._seating:
            for _ in range(5):
                if self._joined(code, player, name):
                    return
        raise RefusedError(503, "the room is busy: try again in a moment")

    def _joined(self, code: str, player: str, name: str) -> bool:
        snapshot = self.reader.read(code, fresh=True)
        own = next((one for one in snapshot.people if one.player == player), None)
        if any(one.key == key_of(name) and one is not own for one in snapshot.people):
            raise RefusedError(
                409, "{name} is already in this room: choose another name", name=name
            )
        if own is not None:
            values = {"name": name, "key": key_of(name), "left": False, "seen": time.time()}
            return self._seated(snapshot, (CHANGE_PERSON, _who(own) | values))
        number = _number_for_another(snapshot)
        change = _joining(snapshot.room, number, player, name, time.time())
        return self._seated(snapshot, change)

    def _seated(self, snapshot: Snapshot, change: Statement) -> bool:
        """Add a person, or return False if another request was faster."""
        code = snapshot.room.code
        seat = HAS_SEAT, {"which": code, "most": MOST}
        try:
            self.store.write(*self.store.turn(NEW_PEOPLE), change, seat)
        except FullError:
            raise RefusedError(
                409, "the room is full: {count} people are in it", count=MOST
            ) from None
        except StoreError:
            if self.reader.people(code) == [*snapshot.people]:
                raise
            return False
        finally:
            self.reader.drop(code)
        return True

    def person(self, snapshot: Snapshot, player: str) -> Person:
        found = snapshot.of(player)
        if found is None:
            raise RefusedError(403, "join the room first")
        return found

    def _change_person(self, person: Person, **values: Any) -> None:
        self.store.write((CHANGE_PERSON, _who(person) | values))
        self.reader.drop(person.room)

    def leave(self, code: str, player: str) -> None:
        found = self.reader.read(code, fresh=True).of(player)
        if found is not None:
            # The name is free again: the same person may come back with another browser.
            self._change_person(found, left=True, ready=None, key=f"\n{found.number}")

    def go_away(self, code: str, player: str) -> None:
        """The person's page was closed, or will be back in a moment."""
        found = self.reader.read(code, fresh=True).of(player)
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
        """Change the level, after which nobody is ready, or the title."""
        snapshot = self._now(code)
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
        where = {"which": code, "was": room.boards}
        try:
            self.store.write((CHANGE_BETWEEN_BOARDS, where | changes), *also)
        except StaleError:
            raise _changed() from None
        finally:
            self.reader.drop(code)

    def ready(self, code: str, player: str, is_ready: bool, number: int) -> None:
        snapshot = self._now(code)
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
            raise RefusedError(409, "everyone plays the daily board when they like")
        if number != room.boards + 1:
            raise _changed()
        if room.boards >= BOARDS:
            raise RefusedError(
                409, "this room has had {count:board|boards}: make a new one", count=BOARDS
            )

    def start_in(self, snapshot: Snapshot) -> float | None:
        """When those who are ready may start without the others."""
        since = [one.ready for one in snapshot.present() if one.ready is not None]
        return min(since) + PATIENCE if since else None

    def start(self, code: str, player: str, number: int, ask: Ask) -> None:
        """Start without those who are not ready."""
        snapshot = self._now(code)
        person = self.person(snapshot, player)
        if snapshot.runs() and number == snapshot.room.boards:
            return  # somebody else was faster
        self._check_next(snapshot.room, number)
        if snapshot.runs():
            raise _runs(snapshot.room)
        may_start = self.start_in(snapshot)
        if person.ready is None or may_start is None:
            raise RefusedError(409, "you are not ready yourself")
        if len(snapshot.starters(time.time())) < 2:
            raise RefusedError(409, "nobody else is ready: invite an agent, or start when you like")
        wait = may_start - time.time()
        if wait > 0:
            raise RefusedError(
                409, "others still have {seconds} s to get ready", seconds=math.ceil(wait)
            )
        self._start(snapshot, ask, lambda then: len(then.starters(time.time())) > 1)

    def _start(self, snapshot: Snapshot, ask: Ask, may: Callable[[Snapshot], bool]) -> None:
        """Deal a board, and start a race on it for all who are ready.

        Dealing may take seconds. If people have changed their mind meanwhile, nothing starts.
        """
        code = snapshot.room.code
        key = ("deal", code)
        with self._lock:
            if key in self._busy:
                return
            self._busy.add(key)
        try:
            board = self._deal(snapshot.room, ask)
        except SapperError as problem:
            if not is_passing(problem):
                self.store.write((PEOPLE, {"which": code, "ready": None}))
                self.reader.drop(code)
            raise
        finally:
            with self._lock:
                self._busy.discard(key)
        dealt = snapshot.room
        snapshot = self.reader.read(code, fresh=True)
        if may(snapshot):
            self._add_board(dealt, board, snapshot.starters(time.time()), own_time=False)

    def _deal(self, room: Room, ask: Ask) -> Board:
        level = Level.parse(room.level)
        wish: dict[str, Any] = {"level": str(level), "no_guess": room.no_guess and level.mines > 0}
        return Board.parse(ask("deal_start", **wish))

    def _add_board(
        self, room: Room, board: Board, chosen: Sequence[Person], *, own_time: bool
    ) -> None:
        """Add a board that was dealt for a room, unless the room has changed since."""
        now = time.time()
        number, begins = room.boards + 1, now if own_time else now + COUNTDOWN
        new = RoomBoard(room.code, number, str(board.level), own_time, str(board), begins, None)
        entries = [Entry(room.code, number, one.number, one.player, None, None) for one in chosen]
        dealt = {"was": room.boards, "dealt": room.level, "dealt_no_guess": room.no_guess}
        with contextlib.suppress(StaleError):  # another request was faster
            self.store.write(
                (ADD_BOARD, {"which": room.code, **dealt, "boards": number, "used": now}),
                (insert(room_boards), _values(new)),
                *((insert(room_entries), _values(one)) for one in entries),
                (PEOPLE, {"which": room.code, "ready": None}),
            )
        self.reader.drop(room.code)

    def enter(self, code: str, player: str, number: int, ask: Ask) -> Seat:
        """The person's game on a board, which begins now if it may.

        The next board is one that everybody begins when they like.
        """
        snapshot = self.reader.read(code)  # 32 people begin at the same moment
        if snapshot.of(player) is None or number > snapshot.room.boards:
            snapshot = self._now(code)
        person, room = self.person(snapshot, player), snapshot.room
        if number == room.boards + 1:
            self._check_next(room, number)
            if snapshot.runs():
                raise _runs(room)
            agents = [one for one in snapshot.present() if one.agent is not None]
            self._add_board(room, self._deal(room, ask), agents, own_time=True)
            if self.reader.room(code).boards < number:
                raise _changed()  # the level is another one
        elif number > room.boards:
            raise _changed()
        table = snapshot.table
        if table is not None and table.board.number == number and table.runs():
            play = table.play(person.number)
            if play is not None and play.state == "waiting":
                # All begin at the same moment, so the database is not asked again for each.
                entry = Entry(code, number, person.number, player, None, None)
                return self._enter(table.board, person, entry)
        board = self.reader.board(room, number)
        return self._enter(board, person, self._entry(board, person))

    def _entry(self, board: RoomBoard, person: Person) -> Entry | None:
        entries = self.reader.entries(board.room, board.number)
        return next((one for one in entries if one.person == person.number), None)

    def _enter(self, board: RoomBoard, person: Person, entry: Entry | None) -> Seat:
        now = time.time()
        if entry is not None and entry.game is not None:
            return self.live.seat(entry.player or "", entry.game)
        if entry is not None and entry.begun is not None:
            raise RefusedError(409, "you have played this board")
        if entry is None and not board.own_time:
            raise RefusedError(409, "this race began without you: play the next one")
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
            seat = self.live.start(
                person.player, dealt.level, dealt, moves=[(0, first)], began=began, also=note
            )
        except (StaleError, StoreError):
            # If another tab was faster, the person already has a game.
            again = self._entry(board, person)
            if again is None or again.begun is None:
                raise
            return self._enter(board, person, again)
        finally:
            if board.own_time:
                self.reader.drop(board.room)
        if not board.own_time:
            self.reader.begin(board, person.number, seat)
        return seat

    # -- agents -----------------------------------------------------------------------------------

    def invite(self, code: str, player: str, agent: str) -> None:
        if agent not in AGENTS:
            raise RefusedError(422, "no such agent: use one of {known}", known=", ".join(AGENTS))
        for _ in range(5):
            snapshot = self.reader.read(code, fresh=True)
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
                number = _number_for_another(snapshot)
                change = _joining(snapshot.room, number, None, name, now, agent)
            else:
                change = CHANGE_PERSON, _who(own) | {"left": False}
            if self._seated(snapshot, change):
                return
        raise RefusedError(503, "the room is busy: try again in a moment")

    def dismiss(self, code: str, player: str, agent: str) -> None:
        snapshot = self.reader.read(code, fresh=True)
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
            self.reader.drop(board.room)

    def check_share(self, player: str, share: str) -> None:
        """Raise an error if somebody could see a board in advance by playing a copy of it."""
        for code, number in self.reader.boards_of(share):
            try:
                snapshot = self._now(code)
            except RefusedError as refused:
                if refused.status == 410:
                    continue
                raise
            table = self.reader.table(snapshot.room, number, snapshot.people)
            person = snapshot.of(player)
            if table.runs():
                raise RefusedError(409, "people still race on this board: wait until it is over")
            if person is not None and not table.shown_to(person.number):
                raise RefusedError(409, "this board is waiting in your room: play it there first")

    # -- the end ----------------------------------------------------------------------------------

    def seat(self, snapshot: Snapshot, number: int, person: int, me: Person) -> Seat:
        """Somebody's finished game, for somebody who may see the results of the board."""
        table = self.reader.table(snapshot.room, number, snapshot.people)
        play = table.play(person)
        if play is None or play.game is None:
            raise RefusedError(404, "no such game")
        if not table.shown_to(me.number) or play.state not in ENDED:
            raise RefusedError(409, "the race is not over yet: finish your game first")
        return self.live.seat(play.player, play.game)

    def sweep(self) -> None:
        """Empty the rooms that have ended, and forget the codes of those that ended long ago."""
        now = time.time()
        has_people = exists().where(room_people.c.room == rooms.c.code)
        query = select(rooms).where(rooms.c.used < now - WEEK, has_people)
        for room in [Room(*row) for row in self.store.select(query)]:
            used = self.reader.last_used(room)
            if used > now - WEEK:
                self.store.write((CHANGE_ROOM, {"which": room.code, "used": used}))
            else:
                self.store.write(
                    (delete(games).where(games.c.player == player_of(room.code)), {}),
                    *(
                        (delete(table).where(table.c.room == room.code), {})
                        for table in (room_people, room_boards, room_entries)
                    ),
                    (CHANGE_ROOM, {"which": room.code, "title": "", "changed_by": None}),
                )
        self.store.write((delete(rooms).where(rooms.c.used < now - FORGOTTEN), {}))


def _runs(room: Room) -> RefusedError:
    return RefusedError(409, "board {number} is running: wait until it is over", number=room.boards)


def _changed() -> RefusedError:
    return RefusedError(412, "the room has changed: look at it again")


def _values(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__slots__}


def _who(person: Person) -> dict[str, Any]:
    return {"which": person.room, "who": person.number}


def _number_for_another(snapshot: Snapshot) -> int:
    if len(snapshot.people) >= EVER:
        raise RefusedError(409, "too many people have been in this room: make a new one")
    return max((one.number for one in snapshot.people), default=0) + 1


def _joining(
    room: Room, number: int, player: str | None, name: str, now: float, agent: str | None = None
) -> Statement:
    key = key_of(name)
    return insert(room_people), _values(
        Person(room.code, number, player, agent, name, key, None, now, left=False)
    )
