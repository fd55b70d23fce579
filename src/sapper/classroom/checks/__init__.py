"""The checks of the exercises: by what an answer means, never by how it is written.

Clauses are right if they say the same as the number does (a SAT solver looks for a board on which
they differ), a proof if each step follows, cells if no board that fits denies them, a chance if it
is that of the engine, a position of one's own if it has what was asked for. Nothing here is a
stored solution. What is wrong is said in a line that does not give the answer away.

>>> check("1.1", "2")
<1.1: not yet. Count again: left, right, above, below and the four corners.>

`task.py` says how an exercise is answered, `meaning.py` what numbers and clauses say; the other
files have the names of the lessons in `pages/`, and each has the checks of its exercises.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape

from sapper.classroom.answers import UnreadableError
from sapper.classroom.checks import (
    clauses,
    count,
    guessing,
    limits,
    probability,
    proofs,
    propagation,
    resolution,
    rules,
    search,
)
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import exercise
from sapper.core.view import ContradictionError
from sapper.words import Message, SaidJson, Text, said, say
from sapper.words.kinds import AnswerIsRight

LESSONS = (
    rules,
    clauses,
    propagation,
    resolution,
    limits,
    count,
    search,
    probability,
    guessing,
    proofs,
)
TASKS: dict[str, AnswerCheck] = {
    number: task for lesson in LESSONS for number, task in lesson.TASKS.items()
}
"""which check for which exercise"""


class CheckedJson(SaidJson):
    """A checked answer for machines: docs/json.md."""

    exercise: str
    correct: bool


@dataclass(frozen=True, slots=True, repr=False)
class Checked:
    """Whether an answer is right, and what is to be said about it."""

    number: str
    correct: bool
    message: Message

    @property
    def words(self) -> Text:
        """A line about it."""
        return say(self.message)

    def __bool__(self) -> bool:
        return self.correct

    def __repr__(self) -> str:
        said = "correct" if self.correct else f"not yet. {self.words}"
        return f"<{self.number}: {said}>"

    def _repr_html_(self) -> str:
        """A notebook shows the line, with a mark."""
        mark, colour = ("✓", "#0a7d33") if self.correct else ("✗", "#b3261e")
        words = f"{escape(self.number)}: {escape(self.words)}"
        return f'<p><b style="color:{colour}">{mark}</b> {words}</p>'

    def to_json(self) -> CheckedJson:
        return {"exercise": self.number, "correct": self.correct, **said(self.message)}


def check(number: str, answer: object) -> Checked:
    """Whether an answer to an exercise is right; one that can't be read is an UnreadableError.

    An answer is text, or what Python has for it: a number, a fraction, a list of names or lines.
    """
    question = exercise(number)
    try:
        problem = TASKS[number].check(question, _text(answer))
    except ContradictionError as error:  # in a position that a student drew
        problem = error.conflict.message(error.view)
    return Checked(number, problem is None, problem or AnswerIsRight())


def _text(answer: object) -> str:
    match answer:
        case str():
            return answer
        case bool():
            raise UnreadableError(f"{answer} is no answer: give text, a number, or a list of text")
        case int() | Fraction():
            return str(answer)
        case float():
            return f"{answer:.9f}"
        case list() | tuple() | set() | frozenset():
            return "\n".join(_text(part) for part in answer)
    kind = type(answer).__name__
    raise UnreadableError(f"a {kind} is no answer: give text, a number, or a list of text")
