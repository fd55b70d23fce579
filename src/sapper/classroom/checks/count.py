"""Lesson 6: the mine count."""

from __future__ import annotations

from sapper.classroom import answers
from sapper.classroom.checks.meaning import clues_in, consistent, mine_count
from sapper.classroom.checks.proofs import proof_of
from sapper.classroom.checks.resolution import needs
from sapper.classroom.checks.rules import all_cells
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import Exercise
from sapper.ladder.techniques import Technique
from sapper.words import Message
from sapper.words.kinds import ImpossibleCount, MoreToFind


def _possible_counts(question: Exercise, answer: str) -> Message | None:
    view = question.view
    true = {
        mines
        for mines in range(len(view.hidden) + 1)
        if consistent(view, clues_in(view), mine_count(view, mines))
    }
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
    "6.5": proof_of("¬D1"),
}
