"""Lesson 10: proofs, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from sapper.classroom import answers
from sapper.classroom.answers import CLAIM, MINE_COUNT, ProofLine, UnreadableError
from sapper.classroom.checks.meaning import constraint, follows, mine_count, resolvent
from sapper.classroom.checks.search import clues_for
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import Exercise
from sapper.core.view import HIDDEN, View
from sapper.logic import Clause
from sapper.reason.reasons import clause_name
from sapper.verify.rup import first_gap
from sapper.words import ClueName, Message
from sapper.words.kinds import (
    Advised,
    LineNotImplied,
    NoSuchLine,
    NumberTwice,
    OtherEnd,
    StepDoesNotFollow,
    StepGap,
    StepIsNotRead,
    StepIsRight,
    UsesLaterStep,
)


def proof_of(claim: str, *, units: bool = False, denied: str = "") -> AnswerCheck:
    """Check a proof that must end with the clause `claim`.

    If `units` is true, every resolution must use a clause of one literal. In a proof by
    contradiction, `denied` is the clause that the proof supposes to be true.
    """

    def checked(question: Exercise, answer: str) -> Message | None:
        view = question.view
        steps = answers.proof(answer, view.grid)
        if problem := gap(view, steps, denied, units):
            return problem[1]
        if steps[-1].clause != answers.clause(claim, view.grid):
            return OtherEnd(clause_name(answers.clause(claim, view.grid), view.grid))
        return None

    return AnswerCheck("proof", checked, goal="" if denied else claim)


def gap(
    view: View, steps: Sequence[ProofLine], denied: str = "", units: bool = False
) -> tuple[int, Message] | None:
    """The number of the first wrong step and a message about it, or None if all steps are right."""
    grid = view.grid
    known: dict[int, Clause] = {}
    for step in steps:
        number, clause = step.number, step.clause
        if number in known:
            return number, NumberTwice(number)
        if step.parents:
            for parent in step.parents:
                if parent not in known:
                    return number, UsesLaterStep(number, parent)
            left, *others = (known[parent] for parent in step.parents)
            for place, right in enumerate(others, 1):
                child = clause if place == len(others) else None
                if wrong := _step_gap(left, right, child, units):
                    both = clause_name(left, grid), clause_name(right, grid)
                    return number, StepDoesNotFollow(number, *both, wrong)
                left = resolvent(left, right)
        elif problem := _source_problem(view, step, denied):
            return number, problem
        known[number] = clause
    return None


def _step_gap(left: Clause, right: Clause, child: Clause | None, units: bool) -> StepGap | None:
    """The mistake in a resolution step, or None. A clause weaker than the resolvent is accepted.

    If `child` is None, only the parents are checked.
    """
    pivots = [x for x in left if -x in right]
    if not pivots:
        return "no cell"
    if len(pivots) > 1:
        return "several cells"
    if child is not None and not resolvent(left, right).subsumes(child):
        return "other rest"
    if units and min(len(left), len(right)) > 1:
        return "no fact"
    return None


def _source_problem(view: View, step: ProofLine, denied: str) -> Message | None:
    grid, number = view.grid, step.number
    source: ClueName | None = None
    if step.source == CLAIM:
        if not denied:
            return StepIsNotRead(number, "no claim", None)
        if step.clause != answers.clause(denied, grid):
            return StepIsNotRead(number, "other claim", denied)
        return None
    if step.source == MINE_COUNT:
        said = mine_count(view)
    else:
        clue = grid.parse_cell(step.source)
        if view[clue] >= HIDDEN:
            return StepIsNotRead(number, "hidden", step.source)
        said, source = list(constraint(view, clue).clauses()), ClueName(step.source, view[clue])
    if not follows(said, step.clause):
        return StepIsNotRead(number, "not said", source)
    return None


def _bad_step(question: Exercise, answer: str) -> Message | None:
    view = question.view
    steps = answers.proof(question.drawn("text"), view.grid)
    found = answers.number(answer)
    if found not in {step.number for step in steps}:
        return NoSuchLine(found, is_step=True)
    bad = gap(view, steps)
    assert bad is not None, "the exercise has a mistake to find"
    return None if found == bad[0] else StepIsRight(found)


def _drat(question: Exercise, answer: str) -> Message | None:
    clauses = _read_clauses(question.drawn("text"))
    steps = _read_clauses(answer)
    if not steps or steps[-1]:
        return Advised("empty clause last")
    place = first_gap(clauses, steps)
    if place is None:
        return None
    return LineNotImplied(place + 1)


def _read_clauses(text: str) -> list[list[int]]:
    found = []
    for number, line in answers.lines(text):
        words = line.split()
        if words[-1] != "0" or not all(word.removeprefix("-").isdecimal() for word in words):
            raise UnreadableError(
                "line {line} is not a clause: write numbers with 0 at the end", line=number
            )
        literals = [int(word) for word in words[:-1]]
        if 0 in literals or any(abs(literal) > 9999 for literal in literals):
            raise UnreadableError(
                "line {line}: use literals like 1 and -2, and 0 only at the end", line=number
            )
        found.append(literals)
    return found


TASKS = {
    "10.1": proof_of("⊥", denied="A1"),
    "10.2": AnswerCheck("number", _bad_step),
    "10.3": AnswerCheck("drat", _drat),
    "10.4": clues_for("¬B2"),
}
