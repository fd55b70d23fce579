"""Tasks that deal boards, prove them and make puzzles."""

from __future__ import annotations

import secrets
from typing import Any

from sapper.core.board import SEEDS, Board
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.ladder.dealer import DealLimitError
from sapper.ladder.dealer import deal as deal_board
from sapper.ladder.puzzle import PUZZLE_TECHNIQUES, PuzzleLimitError, puzzles
from sapper.ladder.techniques import Technique
from sapper.web.sequence import board_proof

DEAL_SECONDS = 3.0
PUZZLES = ("7x5x9/open", "9x7x14/open", "12x9x22/open")


def deal_wanted(
    level: str, technique: str | None, at_most: str | None, seed: int | None = None
) -> str:
    """Deal a board that can be won without guessing, and return its text."""
    chosen = Level.parse(level)
    needed, most = (
        None if name is None else Technique.parse(name) for name in (technique, at_most)
    )
    try:
        board = deal_board(
            chosen,
            secrets.randbelow(SEEDS) if seed is None else seed,
            no_guess=True,
            technique=needed,
            at_most=most,
            limit=DEAL_SECONDS,
            threads=1,
        )
        return str(board)
    except DealLimitError:
        raise SapperError(
            "no such {level} board was found in {seconds:g} s: such boards are rare, so "
            "choose another technique or fewer mines",
            level=chosen,
            seconds=DEAL_SECONDS,
        ) from None


def prove(board: str) -> dict[str, Any]:
    return board_proof(Board.parse(board))


def puzzle(technique: str, size: int, seed: int) -> dict[str, Any]:
    """A position in which this technique helps and no easier one does.

    `size` ranges from 0 (small) to 2 (large).
    """
    needed = Technique.parse(technique, PUZZLE_TECHNIQUES)
    # The smallest board is too small for this technique, which adds up many clues.
    level = Level.parse(PUZZLES[max(size, 1) if needed is Technique.COMBINATION else size])
    try:
        (found,) = puzzles(needed, seed, 1, level, limit=DEAL_SECONDS)
    except PuzzleLimitError:
        raise SapperError(
            "no puzzle for {technique} was found in {seconds:g} s: such puzzles are rare, so "
            "choose another technique",
            technique=needed,
            seconds=DEAL_SECONDS,
        ) from None
    return found.to_json()
