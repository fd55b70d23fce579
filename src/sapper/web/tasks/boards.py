"""Tasks that deal boards, prove them and make puzzles."""

from __future__ import annotations

import secrets
from typing import Any

from sapper.core.board import Board, deal
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.ladder.dealer import Wanted, deal_soon
from sapper.ladder.pattern_puzzle import pattern_puzzles
from sapper.ladder.puzzle import (
    PUZZLE_TECHNIQUES,
    Puzzle,
    PuzzleJson,
    PuzzleLimitError,
    puzzles,
)
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from sapper.web.dealing import new_seed, quick_way, wanted_text
from sapper.web.sequence import board_proof
from sapper.words import say
from sapper.words.kinds import PatternName

PUZZLE_SECONDS = 3.0
PUZZLES = ("7x5x9/open", "9x7x14/open", "12x9x22/open")


def deal_wanted(
    level: str, technique: str | None, at_most: str | None, seed: int, may_repair: bool = False
) -> str:
    """Deal a board that can be won without guessing, and return its text."""
    wanted = _wanted(technique, at_most)
    return str(deal_soon(Level.parse(level), seed, wanted, may_repair=may_repair))


def deal_start(level: str, no_guess: bool) -> str:
    """Deal a board for a room, whose first cell can be anywhere, and return its text."""
    size = Level.parse(level)
    cells = [cell for cell in range(size.size) if size.fits(cell)]
    first = None if size.first is None else secrets.choice(cells)
    seed = new_seed()
    if no_guess:
        return str(deal_soon(size, seed, Wanted(no_guess=True), first))
    return str(deal(size, seed, first))


def quick(level: str, technique: str | None, at_most: str | None) -> str | None:
    """How to deal such boards around any first cell (see web/dealing.py), or None."""
    way = quick_way(Level.parse(level), _wanted(technique, at_most))
    return None if way is None else wanted_text(way)


def _wanted(technique: str | None, at_most: str | None) -> Wanted:
    needed, most = (
        None if name is None else Technique.parse(name) for name in (technique, at_most)
    )
    return Wanted(no_guess=True, technique=needed, at_most=most)


def prove(board: str) -> dict[str, Any]:
    return board_proof(Board.parse(board))


def puzzle(technique: str, size: int, seed: int) -> PuzzleJson:
    """A position in which this technique helps and no easier one does.

    `size` ranges from 0 (small) to 2 (large).
    """
    needed = Technique.parse(technique, PUZZLE_TECHNIQUES)
    # The smallest board is too small for this technique, which adds up many clues.
    level = Level.parse(PUZZLES[max(size, 1) if needed is Technique.COMBINATION else size])
    try:
        (found,) = puzzles(needed, seed, 1, level, limit=PUZZLE_SECONDS)
    except PuzzleLimitError:
        raise SapperError(
            "no puzzle for {technique} was found in {seconds:g} s: such puzzles are rare, so "
            "choose another technique",
            technique=needed,
            seconds=PUZZLE_SECONDS,
        ) from None
    return found.to_json()


def pattern(pattern: PatternName, seed: int) -> dict[str, Any]:
    """A position to practise a pattern, with the cells to open and the reason."""
    try:
        (found,) = pattern_puzzles(pattern, seed, 1, limit=PUZZLE_SECONDS)
    except PuzzleLimitError:
        raise SapperError(
            "no puzzle for this pattern was found in {seconds:g} s: try again",
            seconds=PUZZLE_SECONDS,
        ) from None
    name = found.view.grid.name
    answer: dict[str, Any] = {"position": str(found.view)}
    if isinstance(found, Puzzle):
        return {
            **answer,
            "right": list(map(name, found.safe)),
            "mines": list(map(name, found.mines)),
            "reason": found.explanation.to_json(),
            "best": [],
            "risks": [],
        }
    return {
        **answer,
        "right": list(map(name, found.cells)),
        "mines": [],
        "reason": None,
        "best": say(found.chances).to_json(),
        "risks": [risk for row in odds(found.view).to_json()["odds"] for risk in row],
    }
