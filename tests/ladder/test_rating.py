"""A rating says in numbers and words what a board needs, and how difficult the board is."""

from collections import Counter
from dataclasses import replace

import pytest

from sapper.core.board import Board, deal
from sapper.core.level import Level
from sapper.core.view import View
from sapper.core.zini import measure_board
from sapper.ladder.dealer import Wanted, deal_wanted
from sapper.ladder.rating import Rating, rate_board, rate_position
from sapper.ladder.solution import solution
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds


def test_a_board_that_the_mine_count_ends() -> None:
    found = rate_board(Board.parse("4x1x1/safe\n01*1\n"))
    assert found.counts == {Technique.GIVEN: 1, Technique.MINE_COUNT: 1}
    assert found.verdict == "Needs one use of the mine count around D1."
    assert (found.guesses, found.survival, found.win) == (0, 1.0, 1.0)


def test_a_board_with_a_guess() -> None:
    """C1 and D1 have one mine between them, so the guess is a coin toss."""
    found = rate_board(Board.parse("4x1x2/safe\n1*2*\n"))
    assert (found.guesses, found.survival, found.win) == (1, 0.5, 0.5)
    assert found.verdict == "Needs one guess, a coin toss."


def test_nothing_to_do_is_not_hard() -> None:
    found = rate_board(Board.parse("5x2x0/open\n00000\n00000\n"))
    assert found.difficulty == 0
    assert found.verdict == "Needs no reasoning, because zeros open everything."


def test_ratings_are_those_of_the_solution() -> None:
    for seed in range(20):
        board = deal(Level.parse("16x9x30/open"), seed)
        found, solved = rate_board(board), solution(board, guesses=True)
        assert found.counts == solved.counts
        assert found.hardest is solved.hardest
        assert found.guesses == len(solved.guesses)
        assert found.metrics == measure_board(board)
        assert found.to_json()["difficulty"] == round(found.difficulty, 2)


@pytest.mark.parametrize("technique", [Technique.SUBSET, Technique.CHAIN, Technique.MINE_COUNT])
def test_the_verdict_names_the_hardest(technique: Technique) -> None:
    level = Level.parse("12x9x22/open")
    for board in deal_wanted(level, 1, 5, Wanted(technique=technique)).boards:
        found = rate_board(board)
        assert found.hardest is technique
        assert found.where is not None
        assert board.grid.name(found.where) in found.verdict
        assert found.clues >= (2 if technique < Technique.MINE_COUNT else 0)


def rating(**changed: object) -> Rating:
    grid = Level.parse("9x7x10").grid
    plain = Rating(
        grid,
        Counter({Technique.SINGLE_CLUE: 20, Technique.SUBSET: 2}),
        Technique.SUBSET,
        5,
        2,
        1,
        0.8,
        None,
        None,
    )
    return replace(plain, **changed)  # type: ignore[arg-type]


def test_difficulty_grows_with_each_part() -> None:
    """More deductions, guesses or clues, or a lower chance of survival, make a board harder."""
    plain = rating()
    assert 0 < plain.difficulty < 10
    for technique in list(Technique)[1:]:
        more = plain.counts + Counter({technique: 1})
        harder = plain.counts + Counter({min(technique + 1, max(Technique)): 1})
        assert plain.difficulty < rating(counts=more).difficulty
        assert rating(counts=more).difficulty <= rating(counts=harder).difficulty
    assert plain.difficulty < rating(guesses=2).difficulty
    assert plain.difficulty < rating(survival=0.5).difficulty
    assert plain.difficulty < rating(clues=3).difficulty
    assert rating(survival=0.0).difficulty == 10


def test_the_standard_levels_spread() -> None:
    """The median boards of beginner, intermediate and expert have different ratings."""
    middle = []
    for level in ("beginner", "intermediate", "expert"):
        found = sorted(rate_board(deal(Level.parse(level), seed)).difficulty for seed in range(21))
        middle.append(found[10])
    assert middle[0] < 2.5 < 4 < middle[1] < 6 < 8 < middle[2] < 9.5


def test_a_position_is_rated_by_its_next_step() -> None:
    """A position is rated by the easiest technique that finds a safe cell, or by its guess."""
    subset = rate_position(View.parse("5x3x2\n.....\n11111\n00000"))
    assert (subset.hardest, subset.clues) == (Technique.SUBSET, 2)
    assert subset.verdict == "Needs one subset around C1."
    view = View.parse("3x1x1\n.1.")
    toss = rate_position(view)
    assert (toss.guesses, toss.survival, toss.win) == (1, 0.5, 0.5)
    assert 1 - toss.survival == odds(view)[0]
    assert rate_position(View.parse("2x1x1\n1.")).verdict == "Nothing is left to do."
