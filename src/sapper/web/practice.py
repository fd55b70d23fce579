"""What reviews found in a player's games: the error of each, and its needless guesses.

A review takes a second or so. What matters of it here is kept beside the game, so that it is made
once; a game that could not be reviewed in time is kept without an error, and not asked about again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Float, ForeignKey, String, Table, Text, delete, insert, select

from sapper.web.misses import MissJson
from sapper.web.store import Store, metadata

reviews = Table(
    "reviews",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("error", Float),
    Column("misses", Text, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What is kept of a game's review."""

    error: float | None
    misses: tuple[MissJson, ...]


def keep(store: Store, game: str, error: float | None, missed: Iterable[MissJson]) -> None:
    """Write down what a review found; the latest word counts."""
    values: dict[str, Any] = {"game": game, "error": error, "misses": json.dumps([*missed])}
    store.write((delete(reviews).where(reviews.c.game == game), {}), (insert(reviews), values))


def kept(store: Store, ids: Collection[str]) -> dict[str, Reviewed]:
    """What is known of these games."""
    query = select(reviews).where(reviews.c.game.in_(ids))
    return {
        game: Reviewed(error, tuple(json.loads(missed)))
        for game, error, missed in store.select(query)
    }
