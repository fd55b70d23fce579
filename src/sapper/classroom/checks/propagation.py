"""Lesson 3: unit propagation."""

from __future__ import annotations

from collections.abc import Iterable

from sapper.classroom import answers
from sapper.classroom.checks.meaning import NAMES, difference, follows, names_of
from sapper.classroom.checks.proofs import proof_of
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import Exercise
from sapper.logic import Clause, Literal
from sapper.reason.reasons import clause_name, literal_name
from sapper.words import Message
from sapper.words.kinds import Advised, ClaimNotEntailed, FactNotFound, IsUnit, MoreToFind


def propagate(clauses: Iterable[Clause]) -> frozenset[Literal]:
    facts: set[Literal] = set()
    heap = [set(clause) for clause in clauses]
    while True:
        left = [clause for clause in heap if not clause & facts]
        new = {
            literal
            for clause in left
            if len(rest := {x for x in clause if -x not in facts}) == 1
            for literal in rest
        }
        if not new:
            return frozenset(facts)
        facts |= new


def _propagation(question: Exercise, answer: str) -> Message | None:
    true = propagate(answers.clauses(question.drawn("clauses"), NAMES))
    found = answers.literals(answer, NAMES)
    for literal in sorted(found - true, key=abs):
        return FactNotFound((literal_name(literal, NAMES),), opposite=-literal in true)
    if missing := true - found:
        return MoreToFind(len(missing), "fact")
    return None


def _no_dominoes(question: Exercise, answer: str) -> Message | None:
    found = answers.clauses(answer, NAMES)
    claim = answers.clause("A1", NAMES)
    if units := [clause for clause in found if len(clause) == 1]:
        return IsUnit(clause_name(units[0], NAMES))
    if follows(found, Clause()):
        return Advised("nothing possible")
    if not follows(found, claim):
        return ClaimNotEntailed("A1", names_of(difference(found, [claim]) or [], NAMES))
    return None


TASKS = {
    "3.1": AnswerCheck("literals", _propagation),
    "3.2": proof_of("¬E1", units=True),
    "3.3": AnswerCheck("clauses", _no_dominoes),
}
