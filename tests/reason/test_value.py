"""Exact values of positions equal the optimum, and estimates are within their error."""

from __future__ import annotations

import math

import pytest

from reference import boards
from sapper import _engine
from sapper.core.level import Level
from sapper.core.view import HIDDEN, ContradictionError, View
from sapper.errors import SapperError
from sapper.reason.odds import odds
from sapper.reason.value import Value, value


def optimum(view: View) -> tuple[int, int, dict[int, int]]:
    """Boards won by optimal play, all boards, and boards won after opening each hidden cell."""
    level = view.level
    wins, count, by_cell = _engine.optimal_value(
        level.width, level.height, level.mines, view.states
    )
    return wins, count, {c: by_cell[c] for c in range(level.size) if view[c] == HIDDEN}


@pytest.mark.parametrize(
    "text",
    [
        "4x3x4\n..2.\n..3.\n....",
        "5x3x5\n..2..\n.....\n..3..",
        "3x5x5\n.2.\n...\n..3\n...\n...",
        "7x2x4\n.1...1.\n.......",
        "4x4x4/any\n....\n....\n....\n....",
        "3x1x1\n.1.",
    ],
)
def test_exact_values_are_the_optimum(text: str) -> None:
    view = View.parse(text)
    wins, count, by_cell = optimum(view)
    found = value(view)
    assert found.exact
    assert found.error == 0.0
    assert found.boards == count
    assert found.win * count == pytest.approx(wins, abs=1e-6)
    chances = odds(view)
    may_be_safe = set(by_cell) - set(chances.mines)
    assert sorted(move.cell for move in found.moves) == sorted(may_be_safe)
    for move in found.moves:
        assert move.exact
        assert move.error == 0.0
        assert move.boards == count
        assert move.win * count == pytest.approx(by_cell[move.cell], abs=1e-6)
        assert move.safe == pytest.approx(1 - chances[move.cell], abs=1e-9)
    won = [move.win for move in found.moves]
    assert won == sorted(won, reverse=True)
    assert won[0] == found.win
    assert value(view, budget=5.0, seed=9) == found  # exact values ignore budget and seed


def test_certain_cells_are_worth_the_position() -> None:
    view = View.parse("6x3x4\n0111..\n01....\n01....")
    wins, count, _ = optimum(view)
    found = value(view)
    safe = odds(view).safe
    assert safe
    assert tuple(move.cell for move in found.moves) == tuple(safe)
    assert found.exact
    assert found.boards == count == len(list(boards(view)))
    assert found.win * count == pytest.approx(wins, abs=1e-6)
    assert all(move.safe == 1.0 and move.win == found.win for move in found.moves)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("4x1x1/any\n.10.", 1),  # one board and one safe cell are left
        ("2x1x1/any\n1.", 0),  # only mines are left
        ("3x2x6/any\n...\n...", 0),
        ("1x1x1/any\n.", 0),
        ("1x1x0/any\n.", 1),
        ("4x3x0/any\n....\n....\n....", 12),
        ("2x1x0/any\n00", 0),
    ],
)
def test_what_is_certain_is_won(text: str, safe: int) -> None:
    """If only one board fits, the chance of winning is 1."""
    found = value(View.parse(text))
    assert (found.win, found.error, found.boards, found.exact) == (1.0, 0.0, 1, True)
    assert len(found.moves) == safe
    assert all(move.safe == 1.0 for move in found.moves)


def test_a_large_board_with_little_left() -> None:
    level = Level.parse("300x300x1/any")
    states = bytearray([HIDDEN]) * level.size
    states[level.size - 302] = 1
    found = value(View(level, bytes(states)))
    assert (found.win, found.boards, found.exact) == (1.0, 8, True)


BEYOND = View.parse("5x4x5/any\n.....\n.1...\n.....\n.....")


def test_estimates_are_within_their_error() -> None:
    """Estimates exceed the optimum by no more than a few standard errors."""
    wins, count, by_cell = optimum(BEYOND)
    assert count > 2000
    small, large = value(BEYOND, 0.2, seed=1), value(BEYOND, 1.5, seed=2)
    for found in (small, large):
        assert not found.exact
        assert found.boards > 0
        assert found.error > 0
        # The champion cannot play better than the optimum.
        assert found.win < wins / count + 4 * found.error
        assert found.win > 0.8 * wins / count
        first = found.moves[0]
        assert (first.win, first.error, first.boards) == (found.win, found.error, found.boards)
        shown = [move.win for move in found.moves]
        assert shown == sorted(shown, reverse=True)
        for move in found.moves:
            margin = 2 * math.hypot(move.error, found.error)
            assert move.level == (move.win + margin >= found.win)
        level = [found.view.grid.name(move.cell) for move in found.moves[1:] if move.level]
        assert ("within the error" in found.words()) == bool(level)
        assert len({move.cell for move in found.moves}) == len(found.moves) <= 12
        for move in found.moves:
            assert not move.exact
            assert move.win < by_cell[move.cell] / count + 4.5 * move.error + 1e-3
    assert large.error < small.error
    assert small.moves[0].cell == large.moves[0].cell
    assert abs(small.win - large.win) < 4 * math.hypot(small.error, large.error)


def test_the_same_seed_finds_the_same() -> None:
    """An estimate depends only on the view, the budget and the seed."""
    assert value(BEYOND, 0.05, seed=3) == value(BEYOND, 0.05, seed=3)
    assert value(BEYOND, 0.05, seed=3).win != value(BEYOND, 0.05, seed=4).win


def test_a_safe_cell_beyond_the_limit() -> None:
    """If there are too many boards for an exact value, only the safe cell is listed as a move."""
    view = View.parse("6x4x5/any\n......\n.1....\n......\n.....+")
    found = value(view, 0.1)
    assert not found.exact
    assert found.error > 0
    assert found.boards == 100
    assert [move.cell for move in found.moves] == [23]


@pytest.mark.parametrize(
    "budget", [0, 0.0, 0.001, -1, float("nan"), float("inf"), 1e9, "1", None, True]
)
def test_bad_budgets(budget: object) -> None:
    with pytest.raises(SapperError, match="budget") as caught:
        value(BEYOND, budget)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("rule", ["safe", "open"])
def test_nothing_open_under_a_start_rule(rule: str) -> None:
    """The board depends on the first cell, so a completely hidden position has no value."""
    level = Level.parse(f"5x4x4/{rule}")
    with pytest.raises(SapperError, match="the first cell you open decides the board"):
        value(View(level, bytes([HIDDEN]) * 20))


def test_contradictions_name_the_clues() -> None:
    with pytest.raises(ContradictionError, match=r"B1 \(2\)"):
        value(View(Level.parse("5x1x2"), bytes([9, 2, 9, 0, 9])))


def test_plain_values() -> None:
    view = View.parse("3x1x1\n.1.")
    move = {"safe": 0.5, "win": 0.5, "error": 0.0, "boards": 2, "exact": True, "level": True}
    assert value(view).to_json() == {
        "win": 0.5,
        "error": 0.0,
        "boards": 2,
        "exact": True,
        "certain": False,
        "moves": [{"cell": "A1", **move}, {"cell": "C1", **move}],
        "words": "The chance of winning is exactly 50.0%: the best strategy wins on 1 of the 2 "
        "boards that fit. "
        "The best cell to open is A1, and no cell is safer. C1 is just as good as A1.",
        "runs": [
            "The chance of winning is exactly 50.0%: the best strategy wins on 1 of the 2 boards "
            "that fit. "
            "The best cell to open is ",
            {"cell": "A1"},
            ", and no cell is safer. ",
            {"cell": "C1"},
            " is just as good as ",
            {"cell": "A1"},
            ".",
        ],
    }
    assert Value(1.0, 0.0, 1, True, (), view).to_json()["moves"] == []
