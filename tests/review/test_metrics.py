"""The metrics of small games agree with values computed by hand.

The tests in formats/test_replays.py check the sample files.
"""

from __future__ import annotations

import math

import pytest

from reviewgames import record
from sapper.core.board import Board
from sapper.core.game import Record
from sapper.core.level import Level
from sapper.core.replay import Replay
from sapper.core.view import View
from sapper.core.zini import measure_board
from sapper.review.metrics import game_metrics, log10_safe, pluck, solved_three_bv

BOARD = Board.parse("""
5x2x2/any
12*10
1*210
""")


def test_a_small_game_by_hand() -> None:
    """The board has a 3BV of 5: one for the opening at E1, and one each for A1, B1, A2 and C2.

    The game takes 2 s and seven clicks.
    """
    script = "open E1, flag C1, flag B2, chord D1, chord C2, open A1, open A2"
    found = game_metrics(record(script, BOARD, 1.998))
    assert (found.width, found.height, found.mines, found.seconds) == (5, 2, 2, 1.998)
    assert (found.outcome, found.three_bv, found.solved_three_bv) == ("won", 5, 5)
    assert (found.openings, found.islands) == (1, 1)
    assert (found.left, found.right, found.chord, found.clicks) == (3, 2, 2, 7)
    assert (found.effective, found.flags) == (7, 2)
    assert found.three_bv_per_second == 5 / 1.998
    assert (found.ioe, found.correctness, found.throughput) == (5 / 7, 1.0, 5 / 7)
    # Five clicks are needed: E1, A1, A2, B1 and C2. Flags would not save a click.
    assert (found.zini, found.hzini, found.zini_8way, found.zne) == (5, 5, 5, 5 / 7)
    assert found.rqp == pytest.approx(1.998**2 / 5)
    assert found.rqp_llama == pytest.approx(2.998 / (5 / 1.998))
    assert found.qg == pytest.approx(1.998**1.7 / 5)
    assert (found.stnb, found.stnb_llama) == (0.0, 0.0)
    assert found.estimated_seconds == 1.998


def test_stnb_has_factors_for_three_levels() -> None:
    """STNB is level factor * solved 3BV / time^1.7 * square root of the solved share."""
    wide = Board(Level.parse("16x16x40/any"), frozenset(range(40)))
    game = record("open A16, flag A1", wide, 3.0)
    found = game_metrics(game)
    share = found.solved_three_bv / found.three_bv
    assert found.stnb == pytest.approx(162 * found.solved_three_bv / 3**1.7 * math.sqrt(share))
    assert found.stnb_llama == pytest.approx(found.stnb * 153.73 / 162)


def test_what_has_no_value_is_none_or_zero() -> None:
    """For a game without moves, the ratios are 0, and RQP and the estimated time are None."""
    found = game_metrics(Record(BOARD, (), None))
    assert (found.clicks, found.ioe, found.correctness, found.throughput) == (0, 0.0, 0.0, 0.0)
    assert (found.rqp, found.rqp_llama, found.qg, found.estimated_seconds) == (None,) * 4
    assert (found.path, found.pluck, found.three_bv_per_second) == (0.0, 0.0, 0.0)


def test_an_opening_is_solved_when_all_its_zeros_are_open() -> None:
    """An opening with a flag on a zero is unsolved."""
    board = Board.parse("5x2x1/any\n0001*\n00011")
    closed = record("flag A2, open A1", board)
    assert solved_three_bv(board, closed.resume().view) == 0
    opened = record("flag A2, open A1, flag A2, open A2", board)
    assert solved_three_bv(board, opened.resume().view) == 1


def test_zini_of_a_huge_board_is_left_out() -> None:
    """The time needed to compute ZiNi grows with the square of the number of cells."""
    board = Board(Level.parse("200x101x1/any"), frozenset([0]))
    found = measure_board(board)
    assert (found.three_bv, found.zini, found.hzini, found.zini_8way) == (1, None, None, None)


def test_path_is_the_way_between_the_middles_of_cells() -> None:
    """A record does not store the mouse path, so the path is measured from cell to cell."""
    game = record("flag C1, open E1, open A1, flag B2", BOARD)
    assert game_metrics(game).path == pytest.approx(64 + math.hypot(16, 16))
    assert game_metrics(Replay.of(game)).path == game_metrics(game).path


def test_pluck_is_the_luck_of_guesses() -> None:
    """Winning a coin toss adds log10 2 to the luck. A safe cell or the first click adds nothing."""
    certain = Board.parse("4x1x1/any\n01*1")
    assert pluck(record("open A1, open D1", certain)) == 0.0
    toss = Board.parse("3x1x1/any\n*10")
    assert pluck(record("open B1, open C1", toss)) == pytest.approx(math.log10(2))
    assert pluck(record("open B1, open A1", toss)) is None
    assert pluck(record("open A1", toss)) == 0.0


def test_a_chord_is_as_lucky_as_all_that_it_opens() -> None:
    """The luck of a chord is the chance that all its cells are safe, checked by counting boards."""
    view = View.parse("5x1x2\n.F1..")
    # Of the boards with one mine around C1 and one elsewhere, count those without a mine at D1.
    boards = [{a, b} for a in range(5) for b in range(a) if 2 not in (a, b)]
    fitting = [mines for mines in boards if len(mines & {1, 3}) == 1]
    safe = [mines for mines in fitting if 3 not in mines]
    assert log10_safe(view, [3]) == pytest.approx(math.log10(len(safe) / len(fitting)))
    both = [mines for mines in fitting if not mines & {3, 4}]
    assert log10_safe(view, [3, 4]) == pytest.approx(math.log10(len(both) / len(fitting)))
    assert log10_safe(view, [1, 3]) is None
