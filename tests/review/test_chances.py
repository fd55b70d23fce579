"""A chance on a review is that of its position, and luck is counted where it happened."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from reviewgames import agent_game, game
from sapper.core.replay import Replay
from sapper.core.view import View
from sapper.formats import load
from sapper.reason.value import value
from sapper.review import Label, Review, chances, review
from sapper.review.review import Stretch
from sapper.review.review_json import replay_json
from sapper.review.start import WinProbability
from sapper.review.verdict import after_move, between_guesses
from sapper.words import say

EXPERT = Path(__file__).parents[1] / "samples" / "expert.avf"

CHOICE = 0.02
"""How much the chance of winning may depend on which guess the estimate starts with."""


def check_chances(found: Review, budget: float) -> int:
    """Compare each chance with `value` of its position, and return the number of estimates."""
    checked = 0
    last: View | None = None
    for move in found.moves:
        view = move.view.with_promises()
        if move.before is None or view.first_is_safe or min(view.states) >= 9:
            continue
        if not move.cells or (last is not None and view.states == last.states):
            continue
        last = view
        other = value(view, budget, seed=77)
        if move.before.exact and other.exact:
            assert move.before.win == pytest.approx(other.win, abs=1e-12)
            continue
        error = math.hypot(move.before.error, other.error)
        slack = 0.0 if other.certain else CHOICE
        assert abs(move.before.win - other.win) <= 3.5 * error + slack, move.number
        checked += 1
    return checked


def test_a_chance_is_the_value_of_its_position() -> None:
    """`value` judges each position without knowing what happened before or after it."""
    found = [review(agent_game("odds", "12x10x22/safe", seed), 0.15) for seed in (3, 4, 5)]
    assert sum(check_chances(one, 0.15) for one in found) >= 9


@pytest.mark.long
def test_the_chances_of_an_expert_game_are_the_values_of_its_positions() -> None:
    replay = load(EXPERT)
    assert isinstance(replay, Replay)
    found = review(replay)
    assert check_chances(found, 1.0) >= 40
    (guess,) = (move for move in found.moves if move.number == 104)
    assert guess.win_after == pytest.approx(0.89, abs=0.03), "not what safe moves showed later"


def between(found: Review) -> list[str]:
    return [say(*between_guesses(stretch)) for stretch in found.stretches]


def test_without_work_for_more_positions_the_luck_is_counted_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The sums are the same, however few positions are measured."""
    record = agent_game("odds", "12x10x22/safe", 3)
    many = review(record, 0.05)
    monkeypatch.setattr(chances, "WORK", 0)
    few = review(record, 0.05)
    assert few.luck.total == pytest.approx(many.luck.total)
    assert few.luck.survival == many.luck.survival
    assert few.account == many.account
    measured = [sum(move.after is not None for move in one.moves) for one in (many, few)]
    assert measured[0] > measured[1]
    for move in few.moves:
        if move.after is None:
            assert (move.luck, move.gain, after_move(move)) == (0.0, 0, ())
    assert between(few) == between(many)


def test_a_span_of_moves_is_named() -> None:
    """If several moves lie between two measured positions, the sentence names all of them."""
    found = review(game("5x3x2/any\n1*11*\n11111\n00000\n", "open A3", "open C1", "open D1"))
    late = [move for move in found.moves if move.cells and move.label is Label.CERTAIN]
    first, last = late[0], late[-1]
    before, after = WinProbability(0.6, 0.01), WinProbability(0.84, 0.01)
    first = replace(first, number=9, last=before)
    last = replace(last, number=103, last=before, since=40, after=after)
    assert say(*between_guesses(Stretch(first, last))) == (
        "Good luck: between moves 9 and 103 the numbers added 24 points."
    )
    assert say(*after_move(last)) == (
        "Good luck: between moves 40 and 103 the numbers added 24 points."
    )
    unclear = replace(last, after=WinProbability(0.62, 0.01))
    assert say(*between_guesses(Stretch(first, unclear)), *after_move(unclear)) == ""


@pytest.mark.parametrize("moves", [(), ("open A1",), ("open D1",), ("flag D1",)])
def test_short_games_have_chances_too(moves: tuple[str, ...]) -> None:
    """No move, a win or a loss with the first click, and a flag only."""
    found = review(game("4x1x1/any\n001*\n", *moves))
    assert found.end == pytest.approx(found.start.win + found.luck.total - found.error)
    assert replay_json(found)["moves"] == [] or found.moves[-1].win_after == found.end


@pytest.mark.long
@pytest.mark.parametrize("agent", ["odds", "champion"])
def test_luck_has_mean_zero_over_2000_games(agent: str) -> None:
    seeds = range(20_000_000, 20_002_000)
    found = [review(agent_game(agent, "beginner", seed), 0.02) for seed in seeds]
    luck = np.array([one.end - one.start.win + one.estimated_error for one in found])
    assert abs(luck.mean()) < 1.96 * luck.std(ddof=1) / math.sqrt(len(luck))
    numbers = np.array([sum(m.luck for m in one.moves if not m.is_risky) for one in found])
    # Each estimate plays on with the champion's fast policy, which wins a little less often.
    assert abs(numbers.mean()) < 0.005 + 1.96 * numbers.std(ddof=1) / math.sqrt(len(numbers))
