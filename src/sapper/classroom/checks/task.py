"""How an exercise is answered, and its check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sapper.classroom import answers
from sapper.classroom.lesson import Exercise
from sapper.words import Message, say
from sapper.words.kinds import Advice, Advised, AnswerForm, HowToAnswer

Check = Callable[[Exercise, str], Message | None]
"""an exercise and an answer to it; None if it is right, else what is wrong"""


@dataclass(frozen=True, slots=True)
class AnswerCheck:
    """How an exercise is answered, and its check."""

    form: AnswerForm
    check: Check

    @property
    def how(self) -> str:
        """How an answer is written, in a line."""
        return say(HowToAnswer(self.form))


def number_of(true: Callable[[Exercise], int], advice: Advice) -> AnswerCheck:
    """A number that is worked out from the exercise."""

    def checked(question: Exercise, answer: str) -> Message | None:
        return None if answers.number(answer) == true(question) else Advised(advice)

    return AnswerCheck("number", checked)
