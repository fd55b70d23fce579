"""Lesson 6: the mine count."""

from __future__ import annotations

from sapper.classroom import answers
from sapper.classroom.checks.meaning import clues_in, consistent
from sapper.classroom.checks.resolution import needs
from sapper.classroom.checks.rules import all_cells
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import Exercise
from sapper.core.constraints import count_clauses
from sapper.ladder.techniques import Technique
from sapper.logic import Clause
from sapper.words import Message
from sapper.words.kinds import ImpossibleCount, MoreToFind


def _possible_counts(question: Exercise, answer: str) -> Message | None:
    view = question.view
    hidden = [cell + 1 for cell in view.hidden]

    def possible(mines: int) -> bool:
        counted = count_clauses(hidden, mines, mines, view.level.size)
        return consistent(view, clues_in(view), [Clause.of(*clause) for clause in counted])

    true = {mines for mines in range(len(hidden) + 1) if possible(mines)}
    found = set(answers.numbers(answer))
    if wrong := sorted(found - true):
        return ImpossibleCount(wrong[0])
    if missing := true - found:
        return MoreToFind(len(missing), "number")
    return None


TASKS = {
    "6.1": all_cells(mine=False),
    "6.2": AnswerCheck("numbers", _possible_counts),
    "6.3": all_cells(mine=True),
    "6.4": needs(Technique.MINE_COUNT),
}
