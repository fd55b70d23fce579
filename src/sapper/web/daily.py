"""Daily boards: one board a day for each classic level, the same for all players on this server.

The boards are dealt from secret seeds at the first request of the day, so nobody knows them in
advance.

    first try    a player's first game on a daily board, and the only one that counts
    streak       a number of consecutive days on which at least one first try was won. The current
                 streak ends today or yesterday

Results are shared on trust: the server does not ask whether a player has seen a board elsewhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
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
    insert,
)
from sqlalchemy import select as query

from sapper.core.board import SEEDS, Board
from sapper.core.level import NAMED
from sapper.ladder.dealer import deal
from sapper.ladder.rating import rate_board
from sapper.web.database import Statement
from sapper.web.schema import StoreError, games, metadata
from sapper.web.store import GameRow, Store

LEVELS = tuple(name for name, level in NAMED.items() if level.start.kind == "open")
FEATURED = "intermediate"

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


@dataclass(frozen=True, slots=True)
class DailyBoard:
    board: Board
    difficulty: float
    hardest: str
    needed: int


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
    try:
        store.write((insert(boards), values))
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


def tries_since(
    store: Store, players: Collection[str], first: date, level: str
) -> list[tuple[date, GameRow]]:
    """The first tries of some players at one level, from a day on."""
    wanted = (
        query(tries.c.date, *games.c)
        .join(games, games.c.id == tries.c.game)
        .where(tries.c.player.in_(players), tries.c.date >= first.isoformat())
        .where(tries.c.level == level)
    )
    return [(date.fromisoformat(day), GameRow(*row)) for day, *row in store.select(wanted)]


def note(player: str, day: date, level: str, game: str) -> Statement:
    key = {"player": player, "date": day.isoformat(), "level": level}
    return insert(tries), {**key, "game": game}


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


def days_won(found: dict[tuple[date, str], GameRow]) -> list[date]:
    return [day for (day, _), row in found.items() if row.outcome == "won"]
