"""Tasks of the lessons."""

from __future__ import annotations

import secrets

from sapper.classroom import check as check_exercise
from sapper.classroom import lesson as lesson_of
from sapper.classroom.answers import UnreadableError
from sapper.classroom.checks import CheckedJson
from sapper.core.board import SEEDS
from sapper.words import refusal
from sapper.words.text import capital


def check_answer(exercise: str, answer: str) -> CheckedJson:
    try:
        return check_exercise(exercise, answer).to_json()
    except UnreadableError as problem:
        words = capital(refusal(problem)).rstrip(".") + "."
        return {"exercise": exercise, "correct": False, "words": words, "runs": [words]}


def practice(number: int) -> dict[str, str]:
    (made,) = lesson_of(number).practice.more(secrets.randbelow(SEEDS), 1)
    return {"position": str(made.view)}
