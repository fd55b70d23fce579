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
from typing_extensions import TypedDict

from sapper.review.review import Review
from sapper.view import FLAGGED, HIDDEN, View
from sapper.web.store import Store, metadata

reviews = Table(
    "reviews",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("error", Float),
    Column("misses", Text, nullable=False),
)


class MissJson(TypedDict):
    """A needless guess: the position, what was certain in it, and what the guess cost."""

    move: int
    position: str
    technique: str
    safe: list[str]
    mines: list[str]
    guessed: str
    lost: float


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What is kept of a game's review."""

    error: float | None
    misses: tuple[MissJson, ...]


def misses(found: Review) -> list[MissJson]:
    """The needless guesses of a game, each as a position in which something is to be found."""
    told = []
    for move in found.guesses:
        if move.why is None:
            continue
        name = move.view.grid.name
        # Of the player's flags only the right ones help.
        states = bytes(
            HIDDEN if state == FLAGGED and cell not in move.mines else state
            for cell, state in enumerate(move.view.states)
        )
        told.append(
            MissJson(
                move=move.number,
                position=str(View(move.view.level, states)),
                technique=str(move.why.technique),
                safe=[name(cell) for cell in move.safe],
                mines=[name(cell) for cell in move.mines],
                guessed=name(move.move.cell),
                lost=move.lost,
            )
        )
    return told


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
