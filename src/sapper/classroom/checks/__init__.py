"""Checks the answers to the exercises. The checks test what an answer means, not its form.

Clauses are right if they say the same as the number on the board (a SAT solver checks this). A
proof is right if each step follows from earlier ones. Cells listed as safe (or as mines) are right
if they are safe (or mines) on every board that fits the position. A chance is right if it agrees
with the engine's result. A position is right if it has the required properties. The checks use no
stored solutions. The advice for a wrong answer does not reveal the right one.

>>> check("1.1", "2")
<1.1: not yet. Count again: left, right, above, below and the four diagonals.>

`task.py` defines the type of a check, and `meaning.py` the meaning of numbers and clauses. Every
other file checks the exercises of the lesson after which it is named.
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
    personal,
    probability,
    proofs,
    propagation,
    resolution,
    rules,
    search,
)
from sapper.classroom.checks.task import AnswerCheck
from sapper.classroom.lesson import Exercise, exercise
from sapper.core.view import ContradictionError
from sapper.errors import SapperError, quote
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


class CheckedJson(SaidJson):
    """Whether an answer to an exercise is correct, or what is wrong with it.

    `sapper exercise 4.2 answer.txt --json`, `POST /api/lessons/check`.
    """

    exercise: str
    correct: bool


@dataclass(frozen=True, slots=True, repr=False)
class Checked:
    number: str
    correct: bool
    message: Message

    @property
    def words(self) -> Text:
        return say(self.message)

    def __bool__(self) -> bool:
        return self.correct

    def __repr__(self) -> str:
        said = "correct" if self.correct else f"not yet. {self.words}"
        return f"<{self.number}: {said}>"

    def _repr_html_(self) -> str:
        mark, colour = ("✓", "#0a7d33") if self.correct else ("✗", "#b3261e")
        words = f"{escape(self.number)}: {escape(self.words)}"
        return f'<p><b style="color:{colour}">{mark}</b> {words}</p>'

    def to_json(self) -> CheckedJson:
        return {"exercise": self.number, "correct": self.correct, **said(self.message)}


def asked(number: str, name: str = "", seed: int | None = None) -> tuple[Exercise, AnswerCheck]:
    """An exercise of a lesson like 4.2, or a personal one like `pair` for a name and a seed."""
    if number in personal.KINDS:
        made = personal.personal(number, name, seed)
        return made.exercise, made.task
    question = exercise(number)
    if name or seed is not None:
        raise SapperError(
            "{number} is the same for everyone: leave out the name and the seed, or use {kinds}",
            number=quote(number),
            kinds=", ".join(personal.KINDS),
        )
    return question, TASKS[number]


def check(number: str, answer: object, name: str = "", seed: int | None = None) -> Checked:
    """Check an answer to an exercise, or raise an UnreadableError.

    The answer is text, a number or a fraction, or a list of these with one item per line of the
    answer. A personal exercise also needs the name and the seed for which it was made.
    """
    question, task = asked(number, name, seed)
    try:
        problem = task.check(question, _text(answer))
    except ContradictionError as error:  # raised for a position that the student made
        problem = error.conflict.message(error.view)
    return Checked(number, problem is None, problem or AnswerIsRight())


def _text(answer: object) -> str:
    match answer:
        case str():
            return answer
        case bool():
            pass  # not a number here
        case int() | Fraction():
            return str(answer)
        case float():
            return f"{answer:.9f}"
        case list() | tuple() | set() | frozenset():
            return "\n".join(_text(part) for part in answer)
    kind = type(answer).__name__
    raise UnreadableError(f"a {kind} is not an answer: use text, a number or a list of text")
