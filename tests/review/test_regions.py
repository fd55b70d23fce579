"""The progress of a game is summed up in 16 marks, one for each region of the board."""

from __future__ import annotations

from sapper.core.board import Board
from sapper.core.game import Game
from sapper.core.view import Move
from sapper.review import review
from sapper.review.regions import marks_of

# Opening A1 opens everything but column H. H1 and H4 are mines.
BOARD = Board.parse("8x4x2/any\n0000001*\n00000011\n00000011\n0000001*\n")
# On this board, each region is one cell.
SMALL = Board.parse("4x4x1/any\n*100\n1100\n0000\n0000\n")


def played(board: Board, *moves: str) -> Game:
    game = Game(board)
    for move in moves:
        game.play(Move.parse(move, board.grid))
    return game


def marks(game: Game, *helps: int) -> str:
    return marks_of(review(game.record(), 0.01), helps)


def test_certain_and_in_the_order_opened() -> None:
    """If a game is won without a guess, all regions are marked as certain."""
    won = played(BOARD, "open A1", "open H2", "open H3")
    assert marks(won) == "c" * 16


def test_a_guess_and_a_mine() -> None:
    """A guess marks its own region, and regions that a lost game did not open are marked `-`."""
    assert marks(played(SMALL, "open B1", "open B2", "open D4")) == "cg" + "c" * 14
    assert marks(played(SMALL, "open B1", "open B2", "open A1")) == "cgm" + "-" * 13


def test_help_marks_the_next_opening_alone() -> None:
    """After help, the region of the next opened cell is marked, even if a flag is placed first."""
    won = played(BOARD, "open A1", "flag H1", "open H2", "open H3")
    assert marks(won, 1).count("h") == 1
    assert marks(won, 1).index("h") > 0
    assert marks(won, 1, 3).count("h") == 2
