"""Daily boards: one board a day for each classic level, the same for all players on this server.

The boards are dealt from secret seeds at the first request of the day, so nobody knows them in
advance.

    first try    a player's first game on a daily board, and the only one that counts
    streak       a number of consecutive days on which at least one first try was won. The current
                 streak ends today or yesterday
    table        the first tries that were won without help, the fastest first
    known board  a board that the player has seen before the first try. Such a try is assisted, and
                 counts neither for the streak nor for the table

The same person could play with two cookies. So the table leaves out a new player who starts a board
after somebody else at the same address has finished it.
"""

from __future__ import annotations

import hashlib
import itertools
import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    and_,
    delete,
    func,
    insert,
)
from sqlalchemy import select as query

from sapper.core.board import SEEDS, Board
from sapper.core.level import NAMED
from sapper.core.view import HIDDEN, View
from sapper.ladder.dealer import deal
from sapper.ladder.rating import rate_board
from sapper.web.database import Statement
from sapper.web.live_games import LiveGames
from sapper.web.schema import KNOWN, StoreError, games, helps, known_boards, metadata, places
from sapper.web.store import GameRow, Store

LEVELS = tuple(name for name, level in NAMED.items() if level.start.kind == "open")
FEATURED = "intermediate"
WEEK = timedelta(days=7)
LIKE = 9
"""a position shows a board if it has at least this many open cells and all agree with the board"""

tries = Table(
    "daily",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("date", String(10), primary_key=True),
    Column("level", String(16), primary_key=True),
    # Looking at a board does not count as a try. If a player leaves a game without opening a cell,
    # the game and its row in this table are deleted.
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
)

boards = Table(
    "daily_boards",
    metadata,
    Column("date", String(10), primary_key=True),
    Column("level", String(16), primary_key=True),
    Column("board", Text, nullable=False),
    Column("difficulty", Float, nullable=False),
    Column("hardest", String(20), nullable=False),
    Column("needed", Integer, nullable=False),
)

seen = Table(
    "daily_seen",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("date", String(10), primary_key=True),
    Column("level", String(16), primary_key=True),
)


@dataclass(frozen=True, slots=True)
class DailyBoard:
    board: Board
    difficulty: float
    hardest: str
    needed: int


@dataclass(frozen=True, slots=True)
class Try:
    day: date
    level: str
    place: str | None
    row: GameRow

    @property
    def end(self) -> float:
        return (self.row.began or self.row.created) + (self.row.elapsed or 0) / 1000


def now() -> datetime:
    """The current time in UTC, so that the day begins at the same moment for every player."""
    return datetime.now(UTC)


def new_seed() -> int:
    return secrets.randbelow(SEEDS)


def board_of(store: Store, day: date, level: str) -> DailyBoard:
    found = kept(store, day, level)
    if found is not None:
        return found
    board = deal(NAMED[level], new_seed(), no_guess=True, threads=1)
    rating = rate_board(board)
    assert rating.hardest is not None, "a board that needs no guess has provable cells"
    new = DailyBoard(board, rating.difficulty, str(rating.hardest), rating.counts[rating.hardest])
    values = {
        "date": day.isoformat(),
        "level": level,
        "board": str(board),
        "difficulty": new.difficulty,
        "hardest": new.hardest,
        "needed": new.needed,
    }
    old = delete(places).where(places.c.date < (day - WEEK).isoformat())
    try:
        store.write((insert(boards), values), (old, {}))
    except StoreError:
        # Another request may have stored a board for the same day and level first.
        found = kept(store, day, level)
        if found is None:
            raise
        return found
    return new


def kept(store: Store, day: date, level: str) -> DailyBoard | None:
    columns = boards.c.board, boards.c.difficulty, boards.c.hardest, boards.c.needed
    wanted = query(*columns).where(boards.c.date == day.isoformat(), boards.c.level == level)
    for text, *rating in store.select(wanted):
        return DailyBoard(Board.parse(text), *rating)
    return None


def first_tries(store: Store, player: str) -> dict[tuple[date, str], GameRow]:
    wanted = (
        query(tries.c.date, tries.c.level, *games.c)
        .join(games, games.c.id == tries.c.game)
        .where(tries.c.player == player)
        .order_by(tries.c.date)
    )
    found = store.select(wanted)
    return {(date.fromisoformat(day), level): GameRow(*row) for day, level, *row in found}


def note(player: str, day: date, level: str, game: str) -> Statement:
    key = {"player": player, "date": day.isoformat(), "level": level}
    return insert(tries), {**key, "game": game}


def note_place(day: date, board: Board, game: str, address: str) -> Statement:
    values = {"game": game, "date": day.isoformat(), "place": _place(board, address)}
    return insert(places), values


def _place(board: Board, address: str) -> str:
    """A hash of a client's address and a board, which differs from board to board."""
    return hashlib.sha256(f"{board}{address}".encode()).hexdigest()[:16]


def known_tries(store: Store, player: str) -> set[str]:
    wanted = (
        query(tries.c.game)
        .join(helps, and_(helps.c.game == tries.c.game, helps.c.after == KNOWN))
        .where(tries.c.player == player)
    )
    return {game for (game,) in store.select(wanted)}


def has_seen(store: Store, player: str, day: date, level: str) -> bool:
    key = seen.c.player == player, seen.c.date == day.isoformat(), seen.c.level == level
    return bool(store.select(query(seen.c.player).where(*key)))


def is_like(view: View, board: Board) -> bool:
    """Whether a position shows this board: enough cells are open, and all of them match."""
    if (view.level.width, view.level.height) != (board.level.width, board.level.height):
        return False
    shown, symbols = _shown(view), "".join(board.rows)
    return len(shown) >= LIKE and all(symbols[cell] == str(state) for cell, state in shown)


def note_analysis(live: LiveGames, player: str | None, address: str, view: View) -> None:
    """If somebody analyses a position of a daily board, record that as help in their first try.

    Other unfinished tries from the same address also count as helped if they show exactly this
    position.
    """
    today = now().date()
    size = view.level.width, view.level.height
    levels = [one for one in LEVELS if (NAMED[one].width, NAMED[one].height) == size]
    for day, level in itertools.product((today, today - timedelta(1)), levels):
        found = kept(live.store, day, level)
        if found is None or not is_like(view, found.board):
            continue
        if player is not None:
            _note_own(live, player, day, level)
        for other, game in _running(live.store, day, level, _place(found.board, address)):
            seat = live.seat(other, game)
            # After one click, all players see the same position, so a match would not prove
            # anything.
            if seat.game.move_count > 1 and _shown(seat.game.view) == _shown(view):
                live.assist(seat)


def _note_own(live: LiveGames, player: str, day: date, level: str) -> None:
    row = first_tries(live.store, player).get((day, level))
    if row is not None:
        live.assist(live.seat(player, row.id))
        return
    key = {"player": player, "date": day.isoformat(), "level": level}
    same = (column == key[column.name] for column in seen.c)
    live.store.write((delete(seen).where(*same), {}), (insert(seen), key))


def _shown(view: View) -> list[tuple[int, int]]:
    return [(cell, state) for cell, state in enumerate(view.states) if state < HIDDEN]


def _running(store: Store, day: date, level: str, place: str) -> list[tuple[str, str]]:
    wanted = (
        query(tries.c.player, tries.c.game)
        .join(games, games.c.id == tries.c.game)
        .join(places, places.c.game == tries.c.game)
        .where(tries.c.date == day.isoformat(), tries.c.level == level)
        .where(places.c.place == place, games.c.outcome.is_(None))
    )
    return [(player, game) for player, game in store.select(wanted)]


def streaks(won: Collection[date], today: date) -> tuple[int, int]:
    """The length of the current streak of days with a win, and of the longest streak.

    >>> days = [date(2026, 11, day) for day in (1, 2, 3, 8, 9)]
    >>> streaks(days, date(2026, 11, 10)), streaks(days, date(2026, 11, 11))
    ((2, 3), (0, 3))
    """
    lengths: dict[date, int] = {}
    for day in sorted(set(won)):
        lengths[day] = lengths.get(day - timedelta(1), 0) + 1
    lasting = lengths.get(today) or lengths.get(today - timedelta(1)) or 0
    return lasting, max(lengths.values(), default=0)


def days_won(found: dict[tuple[date, str], GameRow], known: Collection[str]) -> Sequence[date]:
    won = (day for (day, _), row in found.items() if row.outcome == "won" and row.id not in known)
    return list(won)


def finished(store: Store, days: Iterable[date], levels: Collection[str] = LEVELS) -> list[Try]:
    wanted = (
        query(tries.c.date, tries.c.level, places.c.place, *games.c)
        .join(games, games.c.id == tries.c.game)
        .outerjoin(places, places.c.game == tries.c.game)
        .where(
            tries.c.date.in_([day.isoformat() for day in days]),
            tries.c.level.in_(levels),
            games.c.outcome.is_not(None),
        )
    )
    return [
        Try(date.fromisoformat(day), level, place, GameRow(*row))
        for day, level, place, *row in store.select(wanted)
    ]


def table(store: Store, found: Collection[Try]) -> list[Try]:
    solved = [one for one in found if one.row.outcome == "won" and not one.row.assisted]
    near: dict[tuple[date, str, str | None], list[Try]] = {}
    for one in found:
        near.setdefault((one.day, one.level, one.place), []).append(one)
    # If a player deletes a first try, a hash of the board and the player's address is kept, but not
    # the time of the try.
    marked = known_boards.c.mark.in_({one.place for one in solved})
    gone = {mark for (mark,) in store.select(query(known_boards.c.mark).where(marked))}
    late = [
        one
        for one in solved
        if one.place in gone
        or any(
            other.row.player != one.row.player and other.end <= (one.row.began or one.row.created)
            for other in near[one.day, one.level, one.place]
            if one.place is not None
        )
    ]
    out = {one.row.id for one in late} - _of_regulars(store, late)
    kept = [one for one in solved if one.row.id not in out]
    return sorted(kept, key=lambda one: (one.row.elapsed or 0, one.row.created))


def _of_regulars(store: Store, some: Collection[Try]) -> set[str]:
    if not some:
        return set()
    names = {one.row.player for one in some}
    wanted = (
        query(games.c.player, func.min(games.c.created))
        .where(games.c.player.in_(names), games.c.outcome.is_not(None))
        .group_by(games.c.player)
    )
    first = dict(map(tuple, store.select(wanted)))
    return {
        one.row.id
        for one in some
        if first[one.row.player] < datetime.combine(one.day, datetime.min.time(), UTC).timestamp()
    }
