"""Invalid arguments to the engine's Python bindings raise an error and never cause a crash."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sapper import _engine
from sapper.core.board import Board, BoardError, deal, deal_many
from sapper.core.level import Level
from sapper.core.view import HIDDEN, View
from sapper.errors import SapperError
from sapper.lab.luck import game_luck, start_luck
from sapper.lab.native import play_games
from sapper.ladder.dealer import Wanted, deal_wanted
from sapper.ladder.solution import solution
from sapper.ladder.techniques import Technique
from sapper.reason.odds import sample

LEVEL = Level.parse("4x2x1/any")
VIEW = View.hidden_everywhere(LEVEL)
HUGE = 2**60


def deck(*cells: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint32]]:
    return np.array([cells], dtype=np.uint32)


def dealing(count: int, *, side: int = 4) -> _engine.Dealing:
    """Arguments for dealing `count` boards of side x 2 cells with one mine."""
    return _engine.Dealing(
        side, 2, 1, 0, -1, 0, 1, count, 1, 0, 5, True, -1, (0, 9), (0, 9), False, 0, None
    )


@pytest.mark.parametrize("count", [HUGE, 2**61, 2**64 - 1])
@pytest.mark.parametrize(
    "make",
    [
        lambda count: _engine.Solver().sample(4, 2, 1, VIEW.states, count, 1),
        # 32 times 2**60 is 0 modulo 2**64, which made the engine crash.
        lambda count: _engine.Solver().sample(8, 4, 1, bytes([HIDDEN] * 32), count, 1),
        lambda count: _engine.deal_many(4, 2, 1, 0, -1, 1, count, 0),
        lambda count: _engine.deal_many(4, 4, 16, 0, -1, 1, count, 0),
        lambda count: _engine.play_games(4, 2, 1, 0, -1, 1, count, 1),
        dealing,
    ],
)
def test_a_size_that_wraps_around_is_an_error(make: Callable[[int], object], count: int) -> None:
    """No number of boards makes the engine write beyond its allocated memory."""
    with pytest.raises((MemoryError, ValueError)):
        make(count)


@pytest.mark.parametrize("side", [0, -1, 1001, 65536, 2**31 - 1])
@pytest.mark.parametrize(
    "make",
    [
        lambda w, h: _engine.Solver().odds(w, h, 0, b""),
        lambda w, h: _engine.Solver().sample(w, h, 0, b"", 1, 1),
        lambda w, h: _engine.Champion().choose(w, h, 0, b""),
        lambda w, h: _engine.numbers(w, h, b""),
        lambda w, h: _engine.measure(w, h, b""),
        lambda w, h: _engine.reveal(w, h, b"", bytearray(), HIDDEN, 10, 0),
        lambda w, h: _engine.deal_many(w, h, 0, 0, -1, 1, 1, 0),
        lambda w, h: _engine.explore(w, h, 0, b"", 1),
        lambda w, h: _engine.play_games(w, h, 0, 0, -1, 1, 1, 1),
        lambda w, h: _engine.rungs(w, h, 0, [], deck(), 3),
        lambda w, h: _engine.reached(w, h, 0, [], deck(), 3),
        lambda w, h: _engine.play_by_waves(w, h, 0, [], deck(), 3, None),
        lambda w, h: _engine.closure(w, h, 0, b"", [], 3, False),
        lambda w, h: _engine.solve(w, h, 0, b"", b"", [], 3),
        lambda w, h: _engine.luck_of_starts(w, h, 0, 0, -1, 0, deck(), 1, 1),
        lambda w, h: _engine.optimal_value(w, h, 0, b""),
    ],
)
def test_a_grid_that_no_level_has_is_an_error(
    make: Callable[[int, int], object], side: int
) -> None:
    """A side out of range is an error, even if the number of cells wraps around (65536 x 65536)."""
    for width, height in ((side, side), (side, 1), (1, side)):
        with pytest.raises(ValueError, match=r"1 to 1000|no such boards"):
            make(width, height)


@pytest.mark.parametrize(
    "row", [(8,), (1, 1), (2**32 - 1,), (0, 9)], ids=lambda row: " ".join(map(str, row))
)
def test_a_deck_that_is_no_board_is_an_error(row: tuple[int, ...]) -> None:
    """A cell off the board, or a mine that is named twice or given as safe, is an error."""
    mines = 1
    given = len(row) - mines
    with pytest.raises(ValueError, match=r"off the board|twice|given"):
        _engine.play_games(4, 2, mines, 0, -1, 1, 1, 1, given, deck(*row))
    with pytest.raises(ValueError, match=r"off the board|twice|given"):
        _engine.rungs(4, 2, mines, [], deck(*row), 3)
    with pytest.raises(ValueError, match=r"off the board|twice|given"):
        _engine.luck_of_starts(4, 2, mines, 0, -1, given, deck(*row), 1, 1)
    with pytest.raises(ValueError, match=r"off the board|twice|given"):
        _engine.rungs(4, 2, 2, [], deck(1, 1), 3)


def test_mines_and_cells_that_do_not_fit_are_errors() -> None:
    with pytest.raises(ValueError, match=r"fit|given|rule|off"):
        _engine.deal_many(4, 2, 1, 0, -1, 1, 1, 2**31 - 1)
    with pytest.raises(ValueError, match=r"fit|given|rule|off"):
        _engine.deal_many(4, 2, -1, 0, -1, 1, 1, 0)
    with pytest.raises(ValueError, match=r"fit|given|rule|off"):
        _engine.deal_many(4, 2, 1, 2, 8, 1, 1, 0)
    with pytest.raises(ValueError, match=r"fit|given|rule|off"):
        _engine.deal_many(4, 2, 1, 7, 0, 1, 1, 0)
    with pytest.raises(ValueError, match=r"fit|given|rule|off"):
        _engine.Solver().odds(4, 2, -1, VIEW.states)
    with pytest.raises(ValueError, match=r"fit|given|rule|off"):
        _engine.closure(4, 2, 1, VIEW.states, [8], 3, False)


@pytest.mark.parametrize("board", [b"\2\1\0\0\0\0\0\0", b"\1\1\0\0\0\0\0\0", bytes(8)])
def test_a_board_has_its_mines_and_nothing_else(board: bytes) -> None:
    """The bytes of a board must be 0 or 1, with as many 1s as the level has mines."""
    for make in (
        lambda: _engine.explore(4, 2, 1, board, 1),
        lambda: _engine.luck_of_game(4, 2, 1, 0, -1, [], board, [2], 1, 2),
        lambda: _engine.solve(4, 2, 1, board, VIEW.states, [], 3),
    ):
        with pytest.raises(ValueError, match="another number of mines"):
            make()


def test_what_is_public_before_the_first_move_is_true() -> None:
    """A mine at a given cell, or next to a first cell that must open a region, is an error."""
    open_rule, no_rule, at, beside = 2, 0, deck(0), deck(1)
    for rule, first, row in ((open_rule, 0, at), (open_rule, 0, beside), (no_rule, 0, at)):
        for make in (_engine.luck_of_starts, _engine.luck_of_games):
            with pytest.raises(ValueError, match="a given cell is a mine"):
                make(4, 2, 1, rule, first, 0, row, 1, 1)
        with pytest.raises(ValueError, match="a given cell is a mine"):
            _engine.guesses_of_odds(4, 2, 1, rule, first, 0, row)
    with pytest.raises(ValueError, match="a given cell is a mine"):
        _engine.luck_of_game(4, 2, 1, 0, -1, [0], b"\1\0\0\0\0\0\0\0", [2], 1, 2)


def test_guesses_need_all_techniques() -> None:
    """Guesses need the solver, so they are refused if only some techniques are allowed."""
    board = Board.parse("3x2x2/given(1)\n221\n**+")
    with pytest.raises(ValueError, match="guesses need all rungs"):
        _engine.play_by_waves(3, 2, 2, [5], deck(3, 4), Technique.SUBSET, _engine.Champion())
    with pytest.raises(SapperError, match="need all techniques, but only those up to subset"):
        solution(board, Technique.SUBSET, guesses=True)
    assert solution(board, guesses=True).openings


def test_a_mine_is_guessed_once() -> None:
    """A cell that turned out to be a mine is not guessed again, or the search would never end."""
    mines = (0, 2, 5, 9, 13, 15, 18, 24, 28, 36, 38)
    champion = _engine.Champion(boards=1, seed=1)
    ((openings, _),) = _engine.play_by_waves(8, 5, 11, [], deck(*mines), 7, champion)
    guessed = [cell for cell, _, _, is_mine, _, _ in openings if is_mine]
    assert guessed
    assert sorted(set(guessed)) == sorted(guessed)


def test_a_region_has_an_end() -> None:
    """The state for hidden cells must not be a number, or opening a region might never end."""
    board = Board(LEVEL, frozenset([0]))
    with pytest.raises(ValueError, match="hidden"):
        board.reveal(bytearray([HIDDEN] * 8), 0, 10, 3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: sample(VIEW, HUGE),
        lambda: sample(VIEW, 2**70),
        lambda: sample(VIEW, -1),
        lambda: deal_many(LEVEL, 1, HUGE),
        lambda: play_games(LEVEL, 1, HUGE),
        lambda: play_games(LEVEL, 1, -1),
        lambda: deal_wanted(LEVEL, 1, HUGE, Wanted()),
        lambda: game_luck(deal(LEVEL, 1), (), 1, samples=HUGE),
        lambda: game_luck(deal(LEVEL, 1), (), 1, samples=0),
        lambda: start_luck(LEVEL, deal_many(LEVEL, 1, 1), 1, samples=HUGE),
    ],
)
def test_python_names_the_limit(make: Callable[[], object]) -> None:
    with pytest.raises(SapperError) as caught:
        make()
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, BoardError) or any(c.isdigit() for c in str(caught.value))
