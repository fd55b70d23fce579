"""Metrics: small games by hand; the samples are in formats/test_replays.py."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import around, boards
from sapper.board import Board, deal
from sapper.game import Game, Outcome, Record
from sapper.level import Level
from sapper.metrics import (
    log10_safe,
    measure,
    measure_board,
    pluck,
    solved_three_bv,
    survival,
)
from sapper.replay import Replay
from sapper.view import Move, View

BOARD = Board.parse("""
5x2x2/any
12*10
1*210
""")


def record(script: str, board: Board, seconds: float = 1.0) -> Record:
    """A record of moves like `open A1`, at equal intervals."""
    words = script.split(", ")
    step = round(seconds * 1000 / max(len(words) - 1, 1))
    moves = tuple((step * n, Move.parse(word, board.grid)) for n, word in enumerate(words))
    return Record(board, moves, Record(board, moves, None).resume().outcome)


def test_a_small_game_by_hand() -> None:
    """3BV 5 (the opening at E, and A1, B1, A2, C2) in 2 s and seven clicks."""
    script = "open E1, flag C1, flag B2, chord D1, chord C2, open A1, open A2"
    found = measure(record(script, BOARD, 1.998))
    assert (found.width, found.height, found.mines, found.seconds) == (5, 2, 2, 1.998)
    assert (found.outcome, found.three_bv, found.solved_three_bv) == ("won", 5, 5)
    assert (found.openings, found.islands) == (1, 1)
    assert (found.left, found.right, found.chord, found.clicks) == (3, 2, 2, 7)
    assert (found.effective, found.flags) == (7, 2)
    assert found.three_bv_per_second == 5 / 1.998
    assert (found.ioe, found.correctness, found.throughput) == (5 / 7, 1.0, 5 / 7)
    # Clicks at E1, A1 and A2, B1 and C2: none can be saved by a flag.
    assert (found.zini, found.hzini, found.zini_8way, found.zne) == (5, 5, 5, 5 / 7)
    assert found.rqp == pytest.approx(1.998**2 / 5)
    assert found.rqp_llama == pytest.approx(2.998 / (5 / 1.998))
    assert found.qg == pytest.approx(1.998**1.7 / 5)
    assert (found.stnb, found.stnb_llama) == (0.0, 0.0)
    assert found.estimated_seconds == 1.998


def test_stnb_has_factors_for_three_levels() -> None:
    """A factor of the level, times 3BV / time^1.7, times the root of the share that is solved."""
    wide = Board(Level.parse("16x16x40/any"), frozenset(range(40)))
    game = record("open A16, flag A1", wide, 3.0)
    found = measure(game)
    share = found.solved_three_bv / found.three_bv
    assert found.stnb == pytest.approx(162 * found.solved_three_bv / 3**1.7 * math.sqrt(share))
    assert found.stnb_llama == pytest.approx(found.stnb * 153.73 / 162)


def test_what_has_no_value_is_none_or_zero() -> None:
    """Nothing solved: no estimate and no RQP; nothing clicked: shares of 0."""
    found = measure(Record(BOARD, (), None))
    assert (found.clicks, found.ioe, found.correctness, found.throughput) == (0, 0.0, 0.0, 0.0)
    assert (found.rqp, found.rqp_llama, found.qg, found.estimated_seconds) == (None,) * 4
    assert (found.path, found.pluck, found.three_bv_per_second) == (0.0, 0.0, 0.0)


def test_an_opening_is_solved_when_all_its_zeros_are_open() -> None:
    """A flag that keeps one closed leaves it unsolved."""
    board = Board.parse("5x2x1/any\n0001*\n00011")
    closed = record("flag A2, open A1", board)
    assert solved_three_bv(board, closed.resume().view) == 0
    opened = record("flag A2, open A1, flag A2, open A2", board)
    assert solved_three_bv(board, opened.resume().view) == 1


def test_zini_of_a_huge_board_is_left_out() -> None:
    """Its work grows with the square of the cells."""
    board = Board(Level.parse("200x101x1/any"), frozenset([0]))
    found = measure_board(board)
    assert (found.three_bv, found.zini, found.hzini, found.zini_8way) == (1, None, None, None)


def test_path_is_the_way_between_the_middles_of_cells() -> None:
    """For a record, which has no mouse: from the first cell that was opened on."""
    game = record("flag C1, open E1, open A1, flag B2", BOARD)
    assert measure(game).path == pytest.approx(64 + math.hypot(16, 16))
    assert measure(Replay.of(game)).path == measure(game).path


def test_pluck_is_the_luck_of_guesses() -> None:
    """The first click is free; a coin toss is log10 2; a certain cell is nothing."""
    certain = Board.parse("4x1x1/any\n01*1")
    assert pluck(record("open A1, open D1", certain)) == 0.0
    toss = Board.parse("3x1x1/any\n*10")
    assert pluck(record("open B1, open C1", toss)) == pytest.approx(math.log10(2))
    assert pluck(record("open B1, open A1", toss)) is None
    assert pluck(record("open A1", toss)) == 0.0


def test_a_chord_is_as_lucky_as_all_that_it_opens() -> None:
    """The chance that all its cells are safe together, by counting boards."""
    view = View.parse("5x1x2\n.F1..")
    # Of the boards with one mine around C1 and one elsewhere, count those without one at D1.
    boards = [{a, b} for a in range(5) for b in range(a) if 2 not in (a, b)]
    fitting = [mines for mines in boards if len(mines & {1, 3}) == 1]
    safe = [mines for mines in fitting if 3 not in mines]
    assert log10_safe(view, [3]) == pytest.approx(math.log10(len(safe) / len(fitting)))
    both = [mines for mines in fitting if not mines & {3, 4}]
    assert log10_safe(view, [3, 4]) == pytest.approx(math.log10(len(both) / len(fitting)))
    assert log10_safe(view, [1, 3]) is None


def survived(game: Record) -> tuple[int, float]:
    """The guesses of a game, and the chance of surviving them."""
    found = survival(game)
    return found.guesses, found.chance


def test_a_chord_that_may_hit_a_mine_is_a_guess() -> None:
    """After a wrong flag at D2, the chord at C1 opens D1: a mine on one of the two boards."""
    board = Board.parse("5x2x1/safe\n001*1\n00111")
    lost = record("open A1, flag D2, chord C1", board)
    assert lost.outcome is Outcome.LOST
    assert survived(lost) == pytest.approx((1, 1 / 2))
    won = record("open A1, flag D1, chord C1, chord D2", board)
    assert won.outcome is Outcome.WON
    # The first chord opens D2, the other half of the toss; what the second opens is certain.
    assert survived(won) == pytest.approx((1, 1 / 2))
    doomed = record("open A1, open C1, flag D1, chord C1", Board.parse("5x1x1/any\n1*100"))
    assert survived(doomed) == (2, 0.0), "by the 1 at A1, there is a mine at B1"


def test_a_move_that_opens_nothing_is_no_guess() -> None:
    """A click on a flag, a chord whose flags don't fit, and any move after the end."""
    board = Board.parse("3x1x1/any\n*10")
    idle = "open B1, flag A1, open A1, flag A1, chord B1"
    assert survived(record(idle, board)) == pytest.approx((1, 2 / 3))
    after = record(f"{idle}, open A1, open C1", board)
    assert survived(after) == pytest.approx((2, 1 / 3))


@given(st.integers(0, 10**6), st.sampled_from(["4x3x3/any", "5x2x3/safe", "3x4x2/open"]))
def test_survival_by_counting_boards(seed: int, level: str) -> None:
    """Of any game: the moves that open a mine on some board, and the share of the other boards."""
    rng = random.Random(seed)
    chosen = Level.parse(level)
    game = Game(deal(chosen, seed))
    guesses, chance = 0, 1.0
    while game.outcome is None:
        move = Move(rng.choice(("open", "flag", "chord", "chord")), rng.randrange(chosen.size))
        before = game.view
        # A told cell promises more by rule open: that it shows a 0.
        fitting = list(boards(before.promised()))
        cells = _opens(before, move)
        game.play(move)
        left = [mines for mines in fitting if mines.isdisjoint(cells)]
        if len(left) < len(fitting):
            guesses += 1
            chance *= len(left) / len(fitting)
    assert survived(game.record()) == pytest.approx((guesses, chance))


def _opens(view: View, move: Move) -> set[int]:
    """The cells that a move opens by the rules of the game; 9 is hidden, 10 flagged, 11 told."""
    near = around(view.level.width, view.level.height, move.cell)
    closed = [cell for cell in (move.cell, *near) if view[cell] in (9, 11)]
    if move.kind == "open":
        return {move.cell}.intersection(closed)
    flags = sum(view[cell] == 10 for cell in near)
    return set(closed) if move.kind == "chord" and view[move.cell] == flags < 9 else set()
