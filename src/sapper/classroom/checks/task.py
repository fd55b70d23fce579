"""The type of a check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sapper.classroom import answers
from sapper.classroom.lesson import Exercise
from sapper.words import Message, say
from sapper.words.kinds import Advice, Advised, AnswerForm, HowToAnswer

Check = Callable[[Exercise, str], Message | None]
"""returns None if an answer to an exercise is right, and otherwise what is wrong"""


@dataclass(frozen=True, slots=True)
class AnswerCheck:
    """The form of the answer to an exercise, and its check."""

    form: AnswerForm
    check: Check

    @property
    def how(self) -> str:
        return say(HowToAnswer(self.form))


def number_of(true: Callable[[Exercise], int], advice: Advice) -> AnswerCheck:
    """Check a number that is worked out from the exercise."""

    def checked(question: Exercise, answer: str) -> Message | None:
        return None if answers.number(answer) == true(question) else Advised(advice)

    return AnswerCheck("number", checked)
