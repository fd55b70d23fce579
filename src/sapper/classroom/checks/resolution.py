"""Lesson 4: resolution and subsumption."""

from __future__ import annotations

from sapper.classroom import answers
from sapper.classroom.checks.meaning import (
    NAMES,
    difference,
    follows,
    names_of,
    resolvent,
)
from sapper.classroom.checks.proofs import proof_of
from sapper.classroom.checks.rules import own_position
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import Exercise
from sapper.ladder.rungs import settled_cells
from sapper.ladder.techniques import Technique
from sapper.words import Message
from sapper.words.kinds import (
    Advised,
    EasierWay,
    HarderWay,
    LineMustStay,
    MoreToFind,
    NoSuchLine,
    NotTheirChild,
)


def _check_resolvent(question: Exercise, answer: str) -> Message | None:
    left, right = answers.clauses(question.drawn("clauses"), NAMES)
    found = answers.clauses(answer, NAMES)
    if len(found) != 1:
        return Advised("one clause")
    child = found[0]
    if not follows([left, right], child):
        return NotTheirChild(names_of(difference([left, right], [child]) or [], NAMES))
    pivot = {abs(x) for x in left if -x in right}
    if pivot & {abs(x) for x in child}:
        return Advised("still disagreed")
    if difference([child], [resolvent(left, right)]) is not None:
        return Advised("says less")
    return None


def _subsumed(question: Exercise, answer: str) -> Message | None:
    clauses = answers.clauses(question.drawn("clauses"), NAMES)
    found = set(answers.numbers(answer))
    if off := sorted(found - set(range(1, len(clauses) + 1))):
        return NoSuchLine(off[0], is_step=False)
    # A single clause entails another clause if and only if it subsumes that clause.
    true = {
        i
        for i, weak in enumerate(clauses, 1)
        if any(follows([strong], weak) for j, strong in enumerate(clauses, 1) if i != j)
    }
    if wrong := sorted(found - true):
        return LineMustStay(wrong[0])
    if missing := true - found:
        return MoreToFind(len(missing), "line")
    return None


def needs(technique: Technique) -> AnswerCheck:
    """Check that this technique, but no easier one, finds a safe cell in the student's position."""

    def checked(question: Exercise, answer: str) -> Message | None:
        view = own_position(answer)
        safe = [each.technique for each in settled_cells(view).values() if not each.mine]
        if not safe:
            return Advised("nothing safe")
        if min(safe) < technique:
            return EasierWay(str(min(safe)))
        if min(safe) > technique:
            return HarderWay(str(technique), str(min(safe)))
        return None

    return AnswerCheck("position", checked)


TASKS = {
    "4.1": AnswerCheck("clauses", _check_resolvent),
    "4.2": AnswerCheck("numbers", _subsumed),
    "4.3": proof_of("¬B2"),
    "4.4": needs(Technique.SUBSET),
}
