"""The daily boards: one for each classic level, the same for everyone.

A daily board needs no guess. It is dealt from a seed, which is computed from the date and the
level, so it is the same on every server. Anyone can compute the seed (`seed_of`) and deal the board
in advance, but would only cheat themselves.

    first try    a player's first game on a daily board, and the only one that counts
    streak       a number of consecutive days on which at least one first try was won without help.
                 The current streak ends today or yesterday
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from sqlalchemy import Column, ForeignKey, String, Table, insert, select

from sapper.core.board import Board
from sapper.core.level import NAMED
from sapper.ladder.dealer import deal
from sapper.web.database import Statement
from sapper.web.schema import games, metadata
from sapper.web.store import Row, Store

LEVELS = tuple(name for name, level in NAMED.items() if level.start.kind == "open")

tries = Table(
    "daily",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("date", String(10), primary_key=True),
    Column("level", String(16), primary_key=True),
    # Looking at a board is not a try, so this row is deleted with a game that has no opened cell.
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
)


def now() -> datetime:
    """The time in UTC, so that the day begins for everyone at the same moment."""
    return datetime.now(UTC)


def seed_of(day: date, level: str) -> int:
    """The seed of a daily board.

    >>> seed_of(date(2026, 11, 16), "beginner")
    3095189053727323958
    """
    text = f"sapper daily {day.isoformat()} {level}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


@lru_cache(maxsize=2 * len(LEVELS))
def board_of(day: date, level: str) -> Board:
    """A daily board. It needs no worker, because boards of the classic levels are quick to deal."""
    return deal(NAMED[level], seed_of(day, level), no_guess=True, threads=1)


def first_tries(store: Store, player: str) -> dict[tuple[date, str], Row]:
    query = (
        select(tries.c.date, tries.c.level, *games.c)
        .join(games, games.c.id == tries.c.game)
        .where(tries.c.player == player)
        .order_by(tries.c.date)
    )
    return {(date.fromisoformat(day), level): Row(*row) for day, level, *row in store.select(query)}


def note(player: str, day: date, level: str, game: str) -> Statement:
    """The statement that records a first try. The database refuses to record a second one."""
    key = {"player": player, "date": day.isoformat(), "level": level}
    return insert(tries), {**key, "game": game}


def counts(row: Row) -> bool:
    """Whether a first try was won without help."""
    return row.outcome == "won" and not row.assisted


def streaks(won: Collection[date], today: date) -> tuple[int, int]:
    """The lengths of the current streak and of the longest one.

    >>> days = [date(2026, 11, day) for day in (1, 2, 3, 8, 9)]
    >>> streaks(days, date(2026, 11, 10)), streaks(days, date(2026, 11, 11))
    ((2, 3), (0, 3))
    """
    lengths: dict[date, int] = {}
    for day in sorted(set(won)):
        lengths[day] = lengths.get(day - timedelta(1), 0) + 1
    lasting = lengths.get(today) or lengths.get(today - timedelta(1)) or 0
    return lasting, max(lengths.values(), default=0)


def days_won(found: dict[tuple[date, str], Row]) -> Sequence[date]:
    return [day for (day, _), row in found.items() if counts(row)]
