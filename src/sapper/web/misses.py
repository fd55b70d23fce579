"""A player's needless guesses, as positions to practise on."""

from __future__ import annotations

from typing_extensions import TypedDict

from sapper.review.review import Label, Review
from sapper.view import FLAGGED, HIDDEN, View


class MissJson(TypedDict):
    """A needless guess: the position, what was certain in it, and what the guess cost."""

    move: int
    position: str
    technique: str
    safe: list[str]
    mines: list[str]
    guessed: str
    lost: float


def misses(found: Review) -> list[MissJson]:
    """The needless guesses of a game, each as a position in which something is to be found."""
    told = []
    for move in found.guesses:
        if move.label is not Label.NEEDLESS:
            continue
        assert move.why is not None
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
