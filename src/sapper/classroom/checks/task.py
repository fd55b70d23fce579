"""AnswerCheck: the form of the answer to an exercise, and a function that checks the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sapper.classroom import answers
from sapper.classroom.lesson import Exercise
from sapper.words import Message, say
from sapper.words.kinds import Advice, Advised, AnswerKind, HowToAnswer

Check = Callable[[Exercise, str], Message | None]
"""takes an exercise and an answer; returns None if the answer is right, otherwise a message"""


@dataclass(frozen=True, slots=True)
class AnswerCheck:
    form: AnswerKind
    check: Check
    goal: str = ""
    """the literal to prove, if the page lets students prove it by matching clauses"""

    @property
    def how(self) -> str:
        return say(HowToAnswer(self.form))


def number_of(true: Callable[[Exercise], int], advice: Advice) -> AnswerCheck:
    def checked(question: Exercise, answer: str) -> Message | None:
        return None if answers.number(answer) == true(question) else Advised(advice)

    return AnswerCheck("number", checked)
