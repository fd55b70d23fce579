"""The routes for the lessons, their puzzles, and answers to their exercises."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import Field, StringConstraints

from sapper.classroom import Lesson, exercise, lesson, lessons
from sapper.classroom.answers import LENGTH
from sapper.classroom.checks import TASKS, CheckedJson
from sapper.classroom.lesson import LessonError, PageBlock, SampleAnswer, solutions
from sapper.web import forms
from sapper.web.problems import RefusedError, Responses
from sapper.web.server import TheServer
from sapper.words import Runs

MISSING: Responses = {404: {"model": forms.ProblemForm, "description": "No such lesson"}}

routes = APIRouter(prefix="/lessons", tags=["lessons"])

Number = Annotated[int, Path(description="1 to 10")]
ExerciseNumber = Annotated[str, Path(max_length=8, description="such as 4.2")]


class LessonNameForm(forms.Form):
    """An entry in the list of lessons."""

    number: int
    title: str
    idea: str
    exercises: list[str]


class BlockForm(forms.Form):
    """A part of a lesson's page: text, a list, a drawing, or puzzles with their positions."""

    kind: str
    text: str
    runs: Runs = Field(description="the text of words or a list in pieces: words and cells")
    positions: list[str]
    asks: Literal["safe", "safest", "best"] | None = Field(
        description="which cells to find in the puzzles"
    )


class ExerciseForm(forms.Form):
    """An exercise, and the form that its answer must have."""

    number: str
    title: str
    blocks: list[BlockForm]
    form: str
    how: str
    goal: str = Field(
        description="the literal to prove, if it can be proved by matching clauses by hand"
    )


class LessonForm(forms.Form):
    """The page of a lesson, without solutions."""

    number: int
    title: str
    idea: str
    blocks: list[BlockForm]
    exercises: list[ExerciseForm]


class AnswerForm(forms.Form):
    exercise: Annotated[str, StringConstraints(max_length=8)]
    answer: Annotated[str, StringConstraints(max_length=LENGTH)]


class HelpForm(forms.Form):
    """Help with an exercise: all or part of an answer, and an explanation."""

    answer: str = Field(description="empty if a hint gives away no part of the answer")
    words: str = Field(description="the reason for a solution; empty if a hint needs no sentence")
    runs: Runs


class LessonPuzzleForm(forms.Form):
    position: str


@routes.get("")
def all_lessons() -> list[LessonNameForm]:
    """The lessons, in order."""
    return [
        LessonNameForm(
            number=each.number,
            title=each.title,
            idea=each.idea,
            exercises=[one.number for one in each.exercises],
        )
        for each in lessons()
    ]


@routes.get("/{number}", responses=MISSING)
def one_lesson(number: Number) -> LessonForm:
    """A lesson's page."""
    chosen = _chosen(number)
    return LessonForm(
        number=chosen.number,
        title=chosen.title,
        idea=chosen.idea,
        blocks=[_block(block) for block in chosen.blocks],
        exercises=[
            ExerciseForm(
                number=each.number,
                title=each.title,
                blocks=[_block(block) for block in each.blocks],
                form=TASKS[each.number].form,
                how=TASKS[each.number].how,
                goal=TASKS[each.number].goal,
            )
            for each in chosen.exercises
        ],
    )


@routes.post("/check")
def check(request: Request, server: TheServer, form: AnswerForm) -> CheckedJson:
    """Check whether an answer to an exercise is right."""
    question = {"exercise": form.exercise, "answer": form.answer}
    found: CheckedJson = server.analyse(request, "check_answer", **question)
    return found


@routes.get("/exercises/{number}/hint", responses=MISSING)
def hint(number: ExerciseNumber) -> HelpForm:
    """A hint for an exercise."""
    sample = _sample(number)
    return _help(sample.beginning, sample.hint)


@routes.get("/exercises/{number}/solution", responses=MISSING)
def solution(number: ExerciseNumber) -> HelpForm:
    """A right answer to an exercise, and the reason why it is right."""
    sample = _sample(number)
    return _help(sample.answer, sample.why)


@routes.post("/{number}/puzzle", responses=MISSING)
def puzzle(request: Request, server: TheServer, number: Number) -> LessonPuzzleForm:
    """Another puzzle to practise what a lesson teaches."""
    return LessonPuzzleForm(**server.analyse(request, "practice", number=_chosen(number).number))


def _chosen(number: int) -> Lesson:
    with _missing():
        return lesson(number)


def _sample(number: str) -> SampleAnswer:
    with _missing():
        return solutions()[exercise(number).number]


@contextmanager
def _missing() -> Iterator[None]:
    try:
        yield
    except LessonError as problem:
        raise RefusedError(404, problem.template, **problem.parts) from None


def _help(answer: str, words: str) -> HelpForm:
    return HelpForm(answer=answer, words=words, runs=PageBlock("words", words).runs)


def _block(block: PageBlock) -> BlockForm:
    if block.kind != "puzzles":
        runs = block.runs if block.kind in ("words", "list") else []
        return BlockForm(kind=block.kind, text=block.text, runs=runs, positions=[], asks=None)
    return BlockForm(
        kind=block.kind,
        text=block.command,
        runs=[],
        positions=[str(puzzle.view) for puzzle in block.puzzles()],
        asks=block.asks,
    )
