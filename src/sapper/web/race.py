"""Races: a player races against a ghost, which replays another game on the same board.

    race      a game to race against: a won or lost game of the race's maker, or a new game of an
              agent. The link to a race contains only its id
    ghost     during a game, players learn only how far the ghost has got: the number of open
              cells, and for each region of the board how many thirds of it are open (`progress`)
    entry     a player's game in a race. The first one counts. It does not count if the player made
              the race or has looked at its review

The server measures all times. A race continues after a restart of the server.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from sqlalchemy import bindparam, delete, insert, select, update

from sapper.core.game import Outcome, Record
from sapper.core.level import Level
from sapper.core.view import HIDDEN
from sapper.web.database import Statement
from sapper.web.live_games import LiveGames, Seat
from sapper.web.problems import RefusedError
from sapper.web.schema import StoreError, games, race_entries, races
from sapper.web.store import GameRow

SIDE = 4
"""the board is divided into 4 by 4 regions; a region has at least 2 by 2 cells"""
AHEAD = 10_000
"""the ghost's progress is sent at most this many ms before it is shown"""
LISTED = 20
KEPT = 200
"""the number of ghosts whose progress is kept in memory"""

CHANGE_ENTRY = update(race_entries).where(race_entries.c.id == bindparam("which"))


@dataclass(frozen=True, slots=True)
class Race:
    id: str
    player: str
    created: float
    level: str
    game: str | None
    agent: str | None
    record: str | None

    def is_made_by(self, player: str) -> bool:
        return self.agent is None and self.player == player


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    race: str
    player: str
    game: str | None
    created: float
    practice: bool
    seen: bool


@dataclass(frozen=True, slots=True)
class Point:
    """The number of open cells at time `at` (in ms), and the open thirds of each region."""

    at: int
    opened: int
    regions: tuple[int, ...]


def columns_of(level: Level) -> tuple[int, int]:
    """The number of regions across and down the board.

    >>> columns_of(Level.parse("9x9x10")), columns_of(Level.parse("5x3x2"))
    ((4, 4), (2, 1))
    """
    across, down = (max(1, min(SIDE, side // 2)) for side in (level.width, level.height))
    return across, down


def course(record: Record) -> list[Point]:
    """The progress of a game after each move.

    The progress in a region of the board is measured in thirds of the average number of safe cells
    in regions of this size. So the progress does not reveal the number of mines in the region. Once
    a game is won, all three thirds of each region count as open.
    """
    level = record.level
    across, down = columns_of(level)
    row, column = np.divmod(np.arange(level.size), level.width)
    region = (down * row // level.height) * across + across * column // level.width
    needed = np.bincount(region, minlength=across * down) * (level.safe / level.size)
    found: list[Point] = []
    replayed = record.replay()
    next(replayed)
    for (at, move), game in zip(record.moves, replayed, strict=True):
        if move.kind == "flag" and found:
            found.append(replace(found[-1], at=at))
            continue
        is_open = game.view.array.ravel() < HIDDEN
        counts = np.bincount(region[is_open], minlength=across * down)
        thirds = np.minimum(3, 3 * counts // np.maximum(needed, 1e-9)).astype(int)
        if game.outcome is Outcome.WON:
            thirds[:] = 3
        found.append(Point(at, int(is_open.sum()), tuple(thirds.tolist())))
    return found


def progress(found: list[Point]) -> list[Point]:
    """The progress of a game with at most one point per second, to hide single moves."""
    by_second = {-(-one.at // 1000) * 1000: one for one in found}
    seconds = [Point(at, one.opened, one.regions) for at, one in by_second.items()]
    return [*seconds[:-1], *found[-1:]]  # the last point keeps its exact time


class Races:
    """The races of a server, which many threads can use at the same time."""

    def __init__(self, live: LiveGames) -> None:
        self.live = live
        self.store = live.store
        self._progress: OrderedDict[str, list[Point]] = OrderedDict()

    def of_game(self, player: str, game: str) -> Race:
        """Return the race against one of the player's finished games, or create it."""
        seat = self.live.seat(player, game)
        with seat.lock:
            row = seat.row
        if row.outcome is None:
            raise RefusedError(409, "the game is not over yet: finish it, then share it as a race")
        if row.outcome == "left" or row.first is None:
            raise RefusedError(
                409, "this game was given up: a race needs a game that was played to the end"
            )
        try:
            return self._add(player, row.level, game=game)
        except StoreError:
            found = self._races(races.c.game == game)
            if not found:
                raise
            return found[0]

    def of_agent(self, player: str, agent: str, record: str) -> Race:
        return self._add(player, str(Record.parse(record).level), agent=agent, record=record)

    def _add(self, player: str, level: str, **ghost: str) -> Race:
        key = secrets.token_urlsafe(12)
        empty: dict[str, str | None] = {"game": None, "agent": None, "record": None}
        race = Race(key, player, time.time(), level, **{**empty, **ghost})
        self.store.write((insert(races), {name: getattr(race, name) for name in Race.__slots__}))
        return race

    def race(self, race: str) -> Race:
        found = self._races(races.c.id == race)
        if not found:
            raise RefusedError(404, "there is no such race: its player may have deleted it")
        return found[0]

    def of_player(self, player: str) -> list[Race]:
        own = select(race_entries.c.race).where(race_entries.c.player == player)
        return self._races((races.c.player == player) | races.c.id.in_(own))

    def _races(self, condition: Any) -> list[Race]:
        query = select(races).where(condition).order_by(races.c.created.desc(), races.c.id)
        return [Race(*row) for row in self.store.select(query.limit(LISTED))]

    def sweep(self, older_than: float) -> None:
        old = races.c.created < time.time() - older_than
        played = select(race_entries.c.race)
        unused = delete(races).where(races.c.game.is_(None), old, races.c.id.not_in(played))
        self.store.write((unused, {}))

    def ghost_row(self, race: Race) -> GameRow | None:
        return None if race.game is None else self.store.game(race.game)

    def ghost_seat(self, race: Race) -> Seat:
        assert race.game is not None
        return self.live.seat(race.player, race.game)

    def record(self, race: Race) -> Record:
        if race.record is not None:
            return Record.parse(race.record)
        return self.live.record(self.ghost_seat(race))

    def ghost(self, race: Race) -> list[Point]:
        found = self._progress.get(race.id)
        if found is None:
            found = self._progress[race.id] = progress(course(self.record(race)))
            while len(self._progress) > KEPT:
                self._progress.popitem(last=False)
        return found

    def entries(self, race: Race, player: str) -> list[Entry]:
        own = (race_entries.c.race == race.id) & (race_entries.c.player == player)
        query = select(race_entries).where(own).order_by(race_entries.c.created.desc())
        return [Entry(*row) for row in self.store.select(query)]

    def of_games(self, ids: Sequence[str]) -> dict[str, str]:
        query = select(race_entries.c.game, race_entries.c.race)
        rows = self.store.select(query.where(race_entries.c.game.in_(ids)))
        return dict(rows)

    def finished(self, race: Race) -> list[tuple[Entry, GameRow]]:
        query = (
            select(*race_entries.c, *games.c)
            .join(games, games.c.id == race_entries.c.game)
            .where(
                race_entries.c.race == race.id,
                race_entries.c.practice.is_(False),
                games.c.outcome.is_not(None),
            )
            .order_by(race_entries.c.created.desc(), race_entries.c.id)
            .limit(LISTED)
        )
        width = len(race_entries.c)
        return [(Entry(*row[:width]), GameRow(*row[width:])) for row in self.store.select(query)]

    def counts(self, race: Race, player: str) -> bool:
        has_seen = any(one.seen or one.game is not None for one in self.entries(race, player))
        return not race.is_made_by(player) and not has_seen

    def enter(self, race: Race, player: str, again: bool = False) -> Seat:
        """Return the player's latest game in a race, or start a game if there is none.

        If `again` is true and the player's last game is over, start another game, which counts as
        practice.
        """
        seat = self._latest(race, player)
        if seat is not None and not (again and seat.over):
            return seat
        is_first = self.counts(race, player)
        entry = Entry(
            first_id(race, player) if is_first else secrets.token_urlsafe(18),
            race.id,
            player,
            None,
            time.time(),
            practice=not is_first,
            seen=False,
        )
        try:
            board = self.record(race).board
            return self.live.start(
                player, board.level, board, not is_first, lambda game: self._note(entry, game)
            )
        except StoreError:
            # If another tab was faster, the player already has a game in this race.
            seat = self._latest(race, player)
            if seat is None:
                raise
            return seat

    def _latest(self, race: Race, player: str) -> Seat | None:
        for entry in self.entries(race, player):
            if entry.game is not None:
                return self.live.seat(player, entry.game)
        return None

    def _note(self, entry: Entry, game: str) -> list[Statement]:
        values = {name: getattr(entry, name) for name in Entry.__slots__} | {"game": game}
        # If the player left the first game before opening a cell, the game was deleted, but its
        # entry in the race still exists.
        empty = race_entries.c.game.is_(None) & race_entries.c.seen.is_(False)
        old = delete(race_entries).where(race_entries.c.id == entry.id, empty)
        return [(old, {}), (insert(race_entries), values)]

    def look(self, race: Race, player: str) -> None:
        """Let a player see the review. After that, the player's games in this race don't count."""
        if race.is_made_by(player):
            return
        seat = self._latest(race, player)
        if seat is not None:
            self.live.assist(seat)
        own = self.entries(race, player)
        if own:
            changes = [(CHANGE_ENTRY, {"which": one.id, "seen": True}) for one in own]
            self.store.write(*changes)
        else:
            key = first_id(race, player)
            entry = Entry(key, race.id, player, None, time.time(), practice=True, seen=True)
            values = {name: getattr(entry, name) for name in Entry.__slots__}
            old = delete(race_entries).where(race_entries.c.id == key)
            self.store.write((old, {}), (insert(race_entries), values))

    def own_side(self, race: Race, player: str) -> Seat | None:
        """The player's side of a race.

        For the player who made the race, this is the game that the ghost replays. For other
        players, it is their latest finished game, or None if they have only looked at the
        review. A player who has not finished a game or looked at the review is refused,
        because the review shows the board.
        """
        if race.is_made_by(player):
            return self.ghost_seat(race)
        entries = self.entries(race, player)
        for one in entries:
            seat = None if one.game is None else self.live.seat(player, one.game)
            if seat is not None and seat.over:
                return seat
        if not any(one.seen for one in entries):
            raise RefusedError(409, "the race is not over yet: finish your game first")
        return None


def first_id(race: Race, player: str) -> str:
    return hashlib.sha256(f"{race.id} {player}".encode()).hexdigest()[:40]
