"""The review finds the risks of a game, and the chance of surviving all of them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import around, boards
from reviewgames import record
from sapper.core.board import Board, deal
from sapper.core.game import Game, Outcome, Record
from sapper.core.level import Level
from sapper.core.view import Move, View
from sapper.review import review


def survived(game: Record) -> tuple[int, float]:
    """The number of guesses in a game, and the chance of surviving all of them."""
    found = review(game, 0.02)
    return len(found.risks), found.survival


def test_a_chord_that_may_hit_a_mine_is_a_guess() -> None:
    """After a wrong flag at D2, the chord at C1 opens D1, a mine on one of the two boards."""
    board = Board.parse("5x2x1/safe\n001*1\n00111")
    lost = record("open A1, flag D2, chord C1", board)
    assert lost.outcome is Outcome.LOST
    assert survived(lost) == pytest.approx((1, 1 / 2))
    won = record("open A1, flag D1, chord C1, chord D2", board)
    assert won.outcome is Outcome.WON
    # The first chord opens D2, which was a coin toss. The second chord opens only safe cells.
    assert survived(won) == pytest.approx((1, 1 / 2))
    doomed = record("open A1, open C1, flag D1, chord C1", Board.parse("5x1x1/any\n1*100"))
    assert survived(doomed) == (2, 0.0), "by the 1 at A1, there is a mine at B1"


def test_a_move_that_opens_nothing_is_no_guess() -> None:
    """A click on a flag, a bad chord and a move after the end are not risks."""
    board = Board.parse("3x1x1/any\n*10")
    idle = "open B1, flag A1, open A1, flag A1, chord B1"
    assert survived(record(idle, board)) == pytest.approx((1, 2 / 3))
    after = record(f"{idle}, open A1, open C1", board)
    assert survived(after) == pytest.approx((2, 1 / 3))


@given(st.integers(0, 10**6), st.sampled_from(["4x3x3/any", "5x2x3/safe", "3x4x2/open"]))
def test_survival_by_counting_boards(seed: int, level: str) -> None:
    """A move is a guess if it hits a mine on at least one possible board.

    The chance of surviving all guesses is the product of the chances of surviving each one.
    """
    rng = random.Random(seed)
    chosen = Level.parse(level)
    game = Game(deal(chosen, seed))
    guesses, chance = 0, 1.0
    while game.outcome is None:
        move = Move(rng.choice(("open", "flag", "chord", "chord")), rng.randrange(chosen.size))
        before = game.view
        # Under the rule `open`, a given cell is also known to be a 0.
        fitting = list(boards(before.with_promises()))
        cells = _opens(before, move)
        game.play(move)
        left = [mines for mines in fitting if mines.isdisjoint(cells)]
        if len(left) < len(fitting):
            guesses += 1
            chance *= len(left) / len(fitting)
    assert survived(game.record()) == pytest.approx((guesses, chance))


def _opens(view: View, move: Move) -> set[int]:
    """The cells that a move opens.

    In a view, 9 is a hidden cell, 10 a flagged cell and 11 a given cell.
    """
    near = around(view.level.width, view.level.height, move.cell)
    closed = [cell for cell in (move.cell, *near) if view[cell] in (9, 11)]
    if move.kind == "open":
        return {move.cell}.intersection(closed)
    flags = sum(view[cell] == 10 for cell in near)
    return set(closed) if move.kind == "chord" and view[move.cell] == flags < 9 else set()
