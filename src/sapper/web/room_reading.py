"""Reads rooms (rooms.py) for those who look at them.

All who ask at about the same time see a room as it was read for the first of them. A finished game
is reviewed in the background as soon as somebody looks at its board.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from sqlalchemy import func, select

from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import HIDDEN
from sapper.web import daily, reviews, statistics
from sapper.web.live_games import LiveGames, Seat
from sapper.web.problems import RefusedError
from sapper.web.reviewer import Reviewer
from sapper.web.room_results import ENDED, Play, State, unreviewed
from sapper.web.room_rows import (
    DAILY,
    Entry,
    Person,
    Room,
    RoomBoard,
    Snapshot,
    Table,
    first_of,
)
from sapper.web.schema import games, room_boards, room_entries, room_people, rooms
from sapper.web.store import GameRow

WEEK = 7 * 24 * 3600.0
"""a room without a game for this long has ended"""
LISTED = 20
FRESH, FRESH_DAILY, FRESH_BEFORE = 0.5, 2.0, 10.0
"""the seconds for which a room is not read again; the same for a room that plays the daily board,
and for a room's earlier boards"""
TURNS = 64
KEPT = 500
"""the number of rooms, and of games' figures, that are kept in memory"""


class RoomReader:
    """Reads the rooms of a server for many threads at the same time."""

    def __init__(self, live: LiveGames, reviewer: Reviewer) -> None:
        self.live = live
        self.store = live.store
        self.reviewer = reviewer
        self._lock = threading.Lock()
        self._turns = [threading.Lock() for _ in range(TURNS)]
        """held while a room is read, so that those who ask at the same time read it once"""
        self._snapshots: OrderedDict[str, Snapshot] = OrderedDict()
        self._courses: OrderedDict[str, list[tuple[int, int]]] = OrderedDict()
        """for each agent's game, the times and the numbers of open cells"""
        self._openings: OrderedDict[tuple[str, int], int] = OrderedDict()
        """for each board, the number of cells that the room opens"""
        self._needless: OrderedDict[str, int] = OrderedDict()
        """the number of needless guesses in a game"""
        self._tables: OrderedDict[tuple[str, int], tuple[Table, float]] = OrderedDict()
        """earlier boards, and when they were read"""

    def room(self, code: str) -> Room:
        found = [Room(*row) for row in self.store.select(select(rooms).where(rooms.c.code == code))]
        if not found:
            raise RefusedError(404, "there is no such room: check the link")
        if self._has_ended(found[0]):
            raise RefusedError(410, "this room ended after a week without a game: make a new one")
        return found[0]

    def _has_ended(self, room: Room) -> bool:
        until = time.time() - WEEK
        return room.used < until and self.last_used(room) < until

    def last_used(self, room: Room) -> float:
        """When the last game of a room began. In some rooms, people play the daily board."""
        if room.level != DAILY:
            return room.used
        latest = (
            select(func.max(games.c.created))
            .join(daily.tries, daily.tries.c.game == games.c.id)
            .join(room_people, room_people.c.player == daily.tries.c.player)
            .where(room_people.c.room == room.code)
        )
        return max(room.used, self.store.select(latest)[0][0] or 0.0)

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

    def boards_of(self, share: str) -> list[tuple[str, int]]:
        """The rooms and the numbers of the boards of a shared game."""
        query = select(room_entries.c.room, room_entries.c.board).join(games)
        return [
            (code, number)
            for code, number in self.store.select(query.where(games.c.share == share))
        ]

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
        if fresh:
            return self._read(code)
        found = self._known(code)
        if found is None:
            with self._turns[hash(code) % TURNS]:
                found = self._known(code) or self._read(code)
        return found

    def _known(self, code: str) -> Snapshot | None:
        with self._lock:
            found = self._snapshots.get(code)
        if found is None:
            return None
        limit = FRESH_DAILY if found.room.level == DAILY else FRESH
        return found if 0 <= time.time() - found.taken < limit else None

    def _read(self, code: str) -> Snapshot:
        now = time.time()
        room = self.room(code)
        people = tuple(self.people(code))
        table = self.table(room, room.boards, people) if room.boards else None
        week = self._week(people) if room.level == DAILY else {}
        new = Snapshot(room, people, table, self._begun(room), week, now)
        self.remember(self._snapshots, code, new)
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

    def entries(self, code: str, number: int) -> list[Entry]:
        query = select(room_entries).where(
            room_entries.c.room == code, room_entries.c.board == number
        )
        return [Entry(*row) for row in self.store.select(query.order_by(room_entries.c.person))]

    def table(self, room: Room, number: int, people: Sequence[Person]) -> Table:
        """A board with everyone on it. Games that are over are reviewed in the background."""
        now = time.time()
        board, entries = self.board(room, number), self.entries(room.code, number)
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
            state: State = (
                "unfinished" if entry.begun is not None
                else "unplayed" if over
                else "playing" if has_begun
                else "waiting"
            )  # fmt: skip
            return Play(entry.person, state, self._opening(board) / safe, moved=board.begins)
        known = Play(entry.person, "playing", 0.0, row.player, row.id, assisted=row.assisted)
        if is_agent and not (over or board.own_time) and now < board.begins + _seconds(row):
            opened = self._opened_by(row, now - board.begins)
            return replace(known, share=opened / safe)
        began = row.began or row.created
        ended = began + _seconds(row)
        is_late = not is_agent and board.over is not None and ended > board.over
        if row.outcome is None or row.outcome == "left" or is_late:
            opened, own_moves = self._progress(row)
            moved = began + max(own_moves, default=0) / 1000
            until = moved if board.over is None else board.over
            has_played = any(began + at / 1000 <= until for at in own_moves)
            did_not: State = "unfinished" if has_played else "unplayed"
            is_on = row.outcome is None and not over
            return replace(
                known, state="playing" if is_on else did_not, share=opened / safe, moved=moved
            )
        return replace(
            known,
            state="won" if row.outcome == "won" else "lost",
            share=(row.opened or 0) / safe,
            elapsed=row.elapsed,
            ended=ended,
            per_second=statistics.per_second(row),
        )

    def _progress(self, row: GameRow) -> tuple[int, list[int]]:
        """The number of open cells, and the times of the person's own moves in ms."""
        try:
            seat = self.live.seat(row.player, row.id)
        except RefusedError:  # the game has just been deleted
            return 0, []
        with seat.lock:
            # The first move is the room's.
            own_moves = [at for at, _ in seat.game.moves_from(1)]
            return int((seat.game.view.array < HIDDEN).sum()), own_moves

    def is_behind(self, play: Play | None) -> bool:
        """Whether somebody's game has ended since their room was read."""
        if play is None or play.state != "playing" or play.game is None:
            return False
        try:
            return self.live.seat(play.player, play.game).row.outcome is not None
        except RefusedError:  # the game has just been deleted
            return True

    def _opened_by(self, row: GameRow, seconds: float) -> int:
        """How many cells an agent has opened by now, at a human pace."""
        course = self._courses.get(row.id)
        if course is None:
            record = self.live.record(self.live.seat(row.player, row.id))
            replayed = record.replay()
            next(replayed)
            course = [
                (at, int((game.view.array < HIDDEN).sum()))
                for (at, _), game in zip(record.moves, replayed, strict=True)
            ]
            self.remember(self._courses, row.id, course)
        return max((opened for at, opened in course if at <= 1000 * seconds), default=course[0][1])

    def _opening(self, board: RoomBoard) -> int:
        """How many cells the room opens, for those who have not begun."""
        key = board.room, board.number
        opened = self._openings.get(key)
        if opened is None:
            dealt = board.parsed()
            game = Game(dealt)
            game.open(first_of(dealt))
            opened = int((game.view.array < HIDDEN).sum())
            self.remember(self._openings, key, opened)
        return opened

    def _with_guesses(self, plays: list[Play]) -> list[Play]:
        """The number of each player's needless guesses, once all games are reviewed."""
        missing = [one.game for one in plays if one.review and one.game not in self._needless]
        found = reviews.misses(self.store, [game for game in missing if game])
        for game, misses in found.items():
            self.remember(self._needless, game, len(misses))
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
                self.remember(self._tables, key, (table, snapshot.taken))
            found.append(table)
        return found

    def remember(self, memory: OrderedDict[Any, Any], key: Any, value: Any) -> None:
        with self._lock:
            memory[key] = value
            memory.move_to_end(key)
            while len(memory) > KEPT:
                memory.popitem(last=False)

    def begin(self, board: RoomBoard, person: int, seat: Seat) -> None:
        """Note that somebody has begun a race, without reading the room: all begin together."""
        row = seat.row
        with seat.lock:
            share = int((seat.game.view.array < HIDDEN).sum()) / seat.level.safe
        with self._lock:
            found = self._snapshots.get(board.room)
            if found is None or found.table is None or found.table.board.number != board.number:
                return
            plays = tuple(
                replace(one, state="playing", share=share, player=row.player, game=row.id)
                if one.person == person and one.game is None
                else one
                for one in found.table.plays
            )
            table = replace(found.table, plays=plays)
            self._snapshots[board.room] = replace(found, table=table)

    def drop(self, code: str) -> None:
        with self._lock:
            self._snapshots.pop(code, None)

    def forget(self) -> None:
        """Somebody has deleted everything, so read all rooms again."""
        with self._lock:
            self._snapshots.clear()
            self._tables.clear()


def _seconds(row: GameRow) -> float:
    return (row.elapsed or 0) / 1000
