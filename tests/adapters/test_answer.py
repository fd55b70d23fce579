"""Answers are read, written, and turned into decisions."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.adapters import Answer, guess
from sapper.adapters.answer import AnswerError, answer_of
from sapper.agents.guess import NamedGuess
from sapper.core.grid import Grid
from sapper.core.view import Decision, Move, View
from sapper.errors import SapperError
from sapper.words.kinds import OwnWords

GRID = Grid(7, 3)
VIEW = View.parse(
    """
7x3x3
..1F...
111.+..
00111..
"""
)

cells = st.lists(st.integers(0, 20), max_size=4, unique=True).map(tuple)
some = st.lists(st.integers(0, 20), min_size=1, max_size=4, unique=True).map(tuple)
words = st.text(st.characters(codec="ascii", exclude_characters="#"), max_size=20)


@given(some, cells, cells, cells, st.booleans(), words)
def test_claims_are_written_and_read_back(
    opened: Any, flags: Any, mines: Any, clues: Any, count: bool, said: str
) -> None:
    said = " ".join(said.split())
    answer = Answer(opened, flags, mines, clues=clues, mine_count=count, words=said)
    assert Answer.parse(answer.text(GRID), GRID) == answer


@given(st.integers(0, 20), st.none() | st.floats(0, 1), cells, cells)
def test_guesses_are_written_and_read_back(
    cell: int, odds: float | None, flags: Any, mines: Any
) -> None:
    answer = Answer(guess=cell, odds=odds, flags=flags, mines=mines)
    assert Answer.parse(answer.text(GRID), GRID) == answer


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "begin with open"),
        ("jump C4", "'jump C4' is not an answer"),
        ("open", "'open' names no cell"),
        ("open H1", "off the board"),
        ("open 12", "'12' is not a cell"),
        ("guess A1 B1", "one cell at a time"),
        ("guess A1; guess B1", "one cell at a time"),
        ("flag A1 odds 0.5", "one cell at a time"),
        ("open A1 odds", "write 'odds 0.25'"),
        ("open A1 odds 1.5", "write 0 to 1"),
        ("open A1 odds nan", "write 0 to 1"),
        ("open A1 because", "because B3 B4"),
        ("open A1 because C1 odds 0.5", "without odds"),
        ("stuck now", "write only 'stuck'"),
        ("open A1; stuck", "says 'stuck' but also has a move"),
        ("mine A1", "has no move"),
    ],
)
def test_what_is_no_answer_is_refused_in_a_line(text: str, wrong: str) -> None:
    with pytest.raises(SapperError, match=re.escape(wrong)) as problem:
        Answer.parse(text, GRID)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("open C1", "it opens C1, which is already open"),
        ("guess A2", "it opens A2, which is already open"),
        ("flag C1", "it flags C1, which is open"),
        ("flag D1", "it flags D1, which is already flagged"),
        ("flag E2", "it flags E2, which is given as safe"),
        ("open A1 because B1", "it names B1 as a clue, but B1 is not open"),
        ("open A1; guess B1", "one or the other"),
        ("open A1 A1", "it names A1 twice"),
        ("flag A1; flag A1", "it names A1 twice"),
        ("flag A1; guess A1", "it names A1 twice"),
        ("mine A1 A1; stuck", "it names A1 twice"),
    ],
)
def test_what_the_position_does_not_allow_is_refused(text: str, wrong: str) -> None:
    """A well-formed answer that is impossible in the position is refused."""
    with pytest.raises(AnswerError, match=re.escape(wrong)):
        Answer.parse(text, GRID).decision(VIEW, "mine.py")


def test_a_decision_says_what_was_claimed() -> None:
    """Flags come first, and a flag on a cell to be opened is removed."""
    decision = Answer.parse("open E2 D1 because C1; flag A1", GRID).decision(VIEW, "mine.py")
    assert decision is not None
    assert [move.text(GRID) for move in decision.moves] == [
        "flag A1",
        "open E2",
        "flag D1",
        "open D1",
    ]
    assert decision.reason.certain
    said = "According to mine.py, D1 and E2 are safe, and A1 is a mine because of C1"
    assert decision.reason.words(GRID) == said
    assert Answer.parse("stuck", GRID).decision(VIEW, "mine.py") is None


def test_a_guess_is_not_certain() -> None:
    """The reason for a guess repeats the agent's odds and words."""
    decision = Answer.parse("guess F1 odds 0.125 # why not", GRID).decision(VIEW, "mine.py")
    assert decision is not None
    assert not decision.reason.certain
    said = "According to mine.py, F1 is a guess, with a 13% chance of being a mine: why not"
    assert decision.reason.words(GRID) == said


def test_what_choose_may_return() -> None:
    """An agent may return a cell (as a claim), a guess, a decision, text or None."""
    assert answer_of(None, VIEW) == Answer()
    assert answer_of(5, VIEW) == answer_of(np.int64(5), VIEW) == Answer(open=(5,))
    assert answer_of(guess(6, 0.25), VIEW) == Answer(guess=6, odds=0.25)
    assert answer_of("F1", VIEW) == answer_of("open F1", VIEW) == Answer(open=(5,))
    assert answer_of(" guess G1 odds 0.25", VIEW) == Answer(guess=6, odds=0.25)
    assert answer_of("stuck", VIEW) == Answer()
    decision = Decision(
        (Move("flag", 3), Move("open", 3)), NamedGuess("any", 3, OwnWords("one must"))
    )
    words = "D1 is a guess: one must"
    # D1 is flagged, and removing the flag is not a claim.
    assert answer_of(decision, VIEW) == Answer(guess=3, words=words)


@pytest.mark.parametrize(
    ("returned", "wrong"),
    [
        ((0, 1), "it returned '(0, 1)', a tuple: return a cell (a number"),
        (True, "a bool"),
        ("jump A1", "begin with open, guess, flag, mine or stuck"),
        (1.0, "a float"),
        (21, "it returned cell 21, which is off the board: cells must be 0 to 20"),
        (-1, "off the board"),
        (guess(99), "off the board"),
        (Answer(mines=(0.5,)), "'0.5' for a cell: use a number, or a name"),  # type: ignore[arg-type]
        (Answer(guess=1, odds=2), "not a chance"),
        (Decision.open([0], None), "its Decision needs a reason"),  # type: ignore[arg-type]
        (Decision((), NamedGuess("any", 0, OwnWords(""))), "no moves"),
        (
            Decision.open([0, 1], NamedGuess("any", 0, OwnWords(""))),
            "must guess exactly one cell, not 2",
        ),
        (Decision((Move("chord", 2),), NamedGuess("any", 2, OwnWords(""))), "a chord"),
    ],
)
def test_whatever_else_is_returned_is_refused_in_a_line(returned: object, wrong: str) -> None:
    with pytest.raises(AnswerError, match=re.escape(wrong)) as problem:
        answer_of(returned, VIEW)
    assert "\n" not in str(problem.value)
