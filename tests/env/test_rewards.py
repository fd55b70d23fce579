"""Rewards measure the worth of a move, and the teacher knows everything that can be proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from sapper.core.board import Board
from sapper.core.game import Game, Outcome
from sapper.core.level import Level
from sapper.core.view import Move, View
from sapper.env import SapperEnv, SapperVectorEnv
from sapper.env.rewards import Regret, logic
from sapper.env.teacher import PARTS, lesson
from sapper.ladder.techniques import Technique

CERTAIN = View.parse("4x3x2\n....\n1221\n0000\n")
TOSS = View.parse("4x3x4\n..2.\n..3.\n....\n")


def worth(reward: Any, view: View, name: str) -> float:
    value: float = reward(view, Move("open", view.grid.parse_cell(name)), view, None)
    return value


def test_logic_knows_needless_guesses() -> None:
    """Opening a provably safe cell earns 1, a forced guess earns 0, and a provable mine costs 1."""
    assert worth(logic, CERTAIN, "A1") == 1.0
    assert worth(logic, CERTAIN, "B1") == -1.0
    assert worth(logic, TOSS, "A1") == 0.0
    assert logic(TOSS, Move("flag", 0), TOSS, None) == 0.0


def test_regret_is_exact_where_the_engine_is() -> None:
    """Opening the best cell costs nothing, and opening D1 lowers the chance of winning by 9/54."""
    regret = Regret()
    assert worth(regret, TOSS, "A1") == 0.0
    lost = Fraction(worth(regret, TOSS, "D1")).limit_denominator(1000)
    assert (lost, regret.exact) == (Fraction(-9, 54), True)
    assert worth(regret, CERTAIN, "A1") == 0.0
    assert worth(regret, CERTAIN, "B1") == -1.0


def test_an_estimated_regret_says_so() -> None:
    """The info of the environments says whether a regret is exact."""
    env = SapperEnv("beginner", reward="regret", budget=0.02)
    env.reset(seed=1)
    _, reward, *_, info = env.step(np.int64(30))
    assert (reward, info["regret_exact"]) == (0.0, True)
    _, reward, *_, info = env.step(np.int64(int(np.flatnonzero(info["action_mask"])[-1])))
    vector = SapperVectorEnv(2, "beginner", reward="regret", budget=0.02)
    vector.reset(seed=1)
    *_, many = vector.step(np.array([30, 80]))
    assert many["regret_exact"].tolist()[0]
    assert not many["regret_exact"].tolist()[1]


def test_a_function_gets_what_a_player_sees() -> None:
    """A reward function gets the views before and after the move, the move and the outcome."""
    calls: list[tuple[View, Move, View, Outcome | None]] = []

    def reward(before: View, move: Move, after: View, outcome: Outcome | None) -> float:
        calls.append((before, move, after, outcome))
        return len(calls) / 2

    board = Board.parse("3x1x1/any\n*10\n")
    env = SapperEnv(board.level, reward=reward, flags=True)
    env.reset(options={"board": board})
    game = Game(board)
    for action, move in ((3, Move("flag", 0)), (2, Move("open", 2))):
        before = game.view
        game.play(move)
        assert env.step(np.int64(action))[1] == len(calls) / 2
        assert calls[-1] == (before, move, game.view, game.outcome)
    assert calls[-1][3] is Outcome.WON
    env.step(np.int64(0))  # the game is over
    assert len(calls) == 2


def test_progress_adds_up_to_one() -> None:
    """The rewards of a won game add up to 1, and a mine costs 1."""
    board = Board.parse("4x2x1/any\n0011\n001*\n")
    env = SapperEnv(board.level, reward="progress")
    env.reset(options={"board": board})
    assert env.step(np.int64(2))[1] == pytest.approx(1 / 7)
    assert env.step(np.int64(0))[1] == pytest.approx(5 / 7)
    _, reward, won, *_ = env.step(np.int64(3))
    assert won
    assert reward == pytest.approx(1 / 7)
    env.reset(options={"board": board})
    assert env.step(np.int64(7))[1:3] == (-1.0, True)


def test_the_teacher_knows_all_that_follows() -> None:
    """The teacher gives odds, provable cells, techniques and the chance of winning."""
    found = lesson(CERTAIN, PARTS)
    assert found["odds"][0].tolist() == [0.0, 1.0, 1.0, 0.0]
    assert found["provable"].tolist() == [[1, -1, -1, 1], [0] * 4, [0] * 4]
    assert found["technique"][0].tolist()[0] > Technique.GIVEN
    assert found["technique"][1].tolist() == [-1] * 4
    assert (found["value"], found["value_exact"]) == (1.0, True)
    assert found["best"] in (0, 3)
    toss = lesson(TOSS, ("value",))
    assert set(toss) == {"value", "value_exact", "best"}
    assert toss["value"] == pytest.approx(26 / 54)


def test_the_teacher_of_many_games_stacks_what_it_knows() -> None:
    """Each answer has one row per game, even for games that are over."""
    vector = SapperVectorEnv(5, "5x4x4/open", teacher=PARTS, budget=0.02)
    _, info = vector.reset(seed=1)
    assert info["teacher"]["odds"].shape == (5, 4, 5)
    first = Level.parse("5x4x4/open").first
    assert (info["teacher"]["provable"].reshape(5, -1)[:, first] == 1).all()
    for _ in range(6):
        *_, info = vector.step(vector.random_actions())
    assert info["teacher"]["value"].shape == (5,)
