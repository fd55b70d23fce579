"""Lesson 8: the chance of a mine."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sapper.classroom import answers
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import Exercise
from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.reason.odds import odds
from sapper.words import Message
from sapper.words.kinds import Advised, AnotherIsBetter, ChanceIsOff, MineOnHowMany, WrongCell

TOLERANCE = 0.005


def chance_of(cell: str) -> AnswerCheck:
    def checked(question: Exercise, answer: str) -> Message | None:
        view = question.view
        chances = odds(view)
        assert chances.solutions is not None, "the position is small"
        if near(answers.chance(answer), chances[view.grid.parse_cell(cell)]) is None:
            return None
        return MineOnHowMany(cell, chances.solutions)

    return AnswerCheck("chance", checked)


def near(found: float, true: float) -> Message | None:
    if abs(found - true) <= TOLERANCE:
        return None
    return ChanceIsOff(found > true)


def _safest(question: Exercise, answer: str) -> Message | None:
    view = question.view
    found = answers.cells(answer, view.grid)
    chances = odds(view)
    least = min(chances[cell] for cell in view.hidden)
    return one_of(found, view, lambda cell: chances[cell] <= least + 1e-9, safer=True)


def one_of(
    found: Sequence[Cell], view: View, good: Callable[[Cell], bool], safer: bool
) -> Message | None:
    if len(found) != 1:
        return Advised("one cell")
    name = view.grid.name(found[0])
    if view[found[0]] < HIDDEN:
        return WrongCell(name, "open")
    return None if good(found[0]) else AnotherIsBetter(name, safer)


TASKS = {
    "8.1": chance_of("A1"),
    "8.2": chance_of("C1"),
    "8.3": chance_of("B1"),
    "8.4": AnswerCheck("cells", _safest),
}
