"""Lesson 7: boards that fit, and numbers that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.classroom import answers
from sapper.classroom.checks.meaning import clues_in, consistent, mine_count
from sapper.classroom.checks.rules import all_cells
from sapper.classroom.checks.task import AnswerCheck, number_of
from sapper.classroom.lesson import Exercise
from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.logic import Clause
from sapper.reason.odds import odds
from sapper.words import ClueName, Message
from sapper.words.kinds import Advised, ClueTouches, OtherTotal, WrongCell


def _board_that_fits(question: Exercise, answer: str) -> Message | None:
    view = question.view
    mines = set(answers.cells(answer, view.grid))
    if is_open := sorted(cell for cell in mines if view[cell] < HIDDEN):
        return WrongCell(view.grid.name(is_open[0]), "no mine")
    for clue in clues_in(view):
        around = len(mines.intersection(view.grid.neighbours(clue)))
        if around != view[clue]:
            return ClueTouches(ClueName(view.grid.name(clue), view[clue]), around)
    if len(mines) != view.level.mines:
        return OtherTotal(view.level.mines, len(mines))
    return None


def _fitting(question: Exercise) -> int:
    count = odds(question.view).solutions
    assert count is not None, "the position is small"
    return count


def _conflict(question: Exercise, answer: str) -> Message | None:
    view = question.view
    found = answers.cells(answer, view.grid)
    if problem := _only_clues(view, found):
        return problem
    counted = _refutation(view, found, ())
    if counted is None:
        return Advised("no conflict")
    return _needless(view, found, counted)


def _only_clues(view: View, found: Sequence[Cell]) -> Message | None:
    for cell in found:
        if view[cell] >= HIDDEN:
            return WrongCell(view.grid.name(cell), "hidden")
    return None


def _refutation(view: View, clues: Sequence[Cell], more: Sequence[Clause]) -> list[Clause] | None:
    """The clauses that must be added to make `clues` and `more` contradictory.

    Return an empty list if no clause is needed, the clauses of the mine count if they are needed,
    or None if even they lead to no contradiction.
    """
    for added in ([], mine_count(view)):
        if not consistent(view, clues, [*more, *added]):
            return added
    return None


def _needless(view: View, clues: Sequence[Cell], more: Sequence[Clause]) -> Message | None:
    for clue in clues:
        others = [other for other in clues if other != clue]
        if not consistent(view, others, more):
            return Advised("one too many")
    return None


def clues_for(claim: str) -> AnswerCheck:
    def checked(question: Exercise, answer: str) -> Message | None:
        view = question.view
        denied = [Clause.of(-literal) for literal in answers.literals(claim, view.grid)]
        found = answers.cells(answer, view.grid)
        if problem := _only_clues(view, found):
            return problem
        counted = _refutation(view, found, denied)
        if counted is None:
            return Advised("not enough")
        return _needless(view, found, [*denied, *counted])

    return AnswerCheck("cells", checked)


TASKS = {
    "7.1": AnswerCheck("cells", _board_that_fits),
    "7.2": number_of(_fitting, "independent parts"),
    "7.3": all_cells(mine=True),
    "7.4": AnswerCheck("cells", _conflict),
}
