"""Lesson 2: numbers as clauses."""

from __future__ import annotations

from sapper.classroom import answers
from sapper.classroom.checks.meaning import NAMES, constraint, difference, names_of
from sapper.classroom.checks.proofs import proof_of
from sapper.classroom.checks.task import AnswerCheck, number_of
from sapper.classroom.lesson import Exercise
from sapper.core.constraints import Constraint
from sapper.words import Message
from sapper.words.kinds import ClausesDiffer, DoesNotTouch, NumberDiffers, NumberOutOfReach


def clauses_of(clue: str) -> AnswerCheck:
    def checked(question: Exercise, answer: str) -> Message | None:
        view = question.view
        grid = view.grid
        true = constraint(view, grid.parse_cell(clue))
        found = answers.clauses(answer, grid)
        allowed = {cell + 1 for cell in true.cells}
        for clause in found:
            for literal in clause:
                if abs(literal) not in allowed:
                    return DoesNotTouch(clue, grid.name(abs(literal) - 1))
        said = list(true.clauses())
        for too_weak, one, other in ((True, found, said), (False, said, found)):
            if (board := difference(one, other)) is not None:
                touched = [cell for cell in board if cell in true.cells]
                return ClausesDiffer(too_weak, names_of(touched, grid))
        return None

    return AnswerCheck("clauses", checked)


def _recipe(_: Exercise) -> int:
    return sum(1 for _ in Constraint(tuple(range(5)), 3).clauses())


def _which_number(question: Exercise, answer: str) -> Message | None:
    clauses = answers.clauses(question.drawn("clauses"), NAMES)
    cells = tuple(sorted({abs(literal) - 1 for clause in clauses for literal in clause}))
    found = answers.number(answer)
    if not 0 <= found <= len(cells):
        return NumberOutOfReach(len(cells))
    claimed = list(Constraint(cells, found).clauses())
    if board := difference(clauses, claimed):
        return NumberDiffers(found, True, names_of(board, NAMES))
    if (board := difference(claimed, clauses)) is not None:
        return NumberDiffers(found, False, names_of(board, NAMES))
    return None


TASKS = {
    "2.1": clauses_of("B2"),
    "2.2": clauses_of("C2"),
    "2.3": number_of(_recipe, "choices"),
    "2.4": AnswerCheck("number", _which_number),
    "2.5": AnswerCheck("number", _which_number),
    "2.6": proof_of("C1"),
}
