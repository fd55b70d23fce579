"""Lesson 9: the chance of winning."""

from __future__ import annotations

from sapper.classroom import answers
from sapper.classroom.checks.probability import near, one_of
from sapper.classroom.checks.rules import uncertain
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import Exercise
from sapper.reason.odds import odds
from sapper.reason.value import value
from sapper.words import Message
from sapper.words.kinds import Advised


def _any_safe(question: Exercise, answer: str) -> Message | None:
    view = question.view
    found = answers.cells(answer, view.grid)
    if not found:
        return Advised("no guess needed") if odds(view).safe else None
    return uncertain(view, found, mine=False)


def _best(question: Exercise, answer: str) -> Message | None:
    view = question.view
    found = answers.cells(answer, view.grid)
    moves = {move.cell: move.win for move in value(view).moves}
    most = max(moves.values())
    return one_of(found, view, lambda cell: moves.get(cell, 0) >= most - 1e-9, safer=False)


def _win_chance(question: Exercise, answer: str) -> Message | None:
    best = value(question.view)
    assert best.exact, "the position is small"
    return near(answers.chance(answer), best.win)


TASKS = {
    "9.1": AnswerCheck("cells", _any_safe),
    "9.2": AnswerCheck("cells", _best),
    "9.3": AnswerCheck("chance", _win_chance),
    "9.4": AnswerCheck("chance", _win_chance),
}
