"""The routes for analysing positions and reading files."""

# mypy: disable-error-code="no-any-return"

# FastAPI checks the JSON from workers against the declared types, so mypy need not.

from __future__ import annotations

from typing import Any, TypeAlias

from fastapi import APIRouter, Request

from sapper.explain.explanation import ExplanationJson, UncertainJson
from sapper.explain.hints import HintJson
from sapper.reason.odds import NumbersJson
from sapper.reason.value import ValueJson
from sapper.review.metrics import Metrics
from sapper.review.review_json import ReviewJson
from sapper.web import forms
from sapper.web.server import FILE_BODY, FileBody, Server, TheServer
from sapper.web.tasks.agents import WatchedJson

routes = APIRouter()

PositionQuestion: TypeAlias = forms.PositionForm | forms.PositionHintForm


def _answer(request: Request, server: Server, task: str, form: PositionQuestion) -> Any:
    return server.analyse(request, task, **dict(form))


@routes.post("/analyse", tags=["analyse"])
def analyse(request: Request, server: TheServer, form: forms.PositionForm) -> forms.AnalysisJson:
    """The odds of a position, or the clues that contradict each other.

    If the position can't be analysed, `problem` gives the reason.
    """
    return _answer(request, server, "analyse", form)


@routes.post("/explain", tags=["analyse"])
def explain(
    request: Request, server: TheServer, form: forms.QuestionForm
) -> ExplanationJson | UncertainJson:
    """The reason why a cell is safe or a mine, or a statement that neither is provable.

    Without a cell, the server explains the provable cell that is easiest to explain.
    """
    return _answer(request, server, "explain", form)


@routes.post("/hint", tags=["analyse"])
def hint(request: Request, server: TheServer, form: forms.PositionHintForm) -> HintJson:
    """A hint for a position."""
    return _answer(request, server, "hint", form)


@routes.post("/value", tags=["analyse"])
def value(request: Request, server: TheServer, form: forms.PositionForm) -> ValueJson:
    """The chance of winning from a position, and after each reasonable move."""
    return _answer(request, server, "value", form)


@routes.post("/numbers", tags=["analyse"])
def numbers(request: Request, server: TheServer, form: forms.CellQuestionForm) -> NumbersJson:
    """The chance that a hidden cell is a mine, and the chance of each number that it may show."""
    return _answer(request, server, "numbers", form)


@routes.post("/events", tags=["analyse"])
def events(request: Request, server: TheServer, form: forms.PositionForm) -> WatchedJson:
    """The events in the textbook agent's knowledge base in a position, and its decision."""
    return _answer(request, server, "events", form)


@routes.post("/read", tags=["files"], openapi_extra=FILE_BODY)
def read(request: Request, server: TheServer, data: FileBody) -> forms.NounForm:
    """Read a board, position, record or replay from a file in any format, or from a link."""
    return forms.NounForm(**server.analyse(request, "read", data=data))


@routes.post("/review", tags=["analyse"], openapi_extra=FILE_BODY)
def review(
    request: Request, server: TheServer, data: FileBody, partial: bool = False
) -> ReviewJson:
    """Separate luck from skill in a record or replay (docs/review.md).

    If `partial` is true, the part of a damaged file before the damage is reviewed.
    """
    return server.analyse(request, "review", data=data, partial=partial)["review"]


@routes.post("/metrics", tags=["files"], openapi_extra=FILE_BODY)
def metrics(request: Request, server: TheServer, data: FileBody, partial: bool = False) -> Metrics:
    """The metrics of a record or replay (docs/metrics.md).

    If `partial` is true, the part of a damaged file before the damage is measured.
    """
    return Metrics(**server.analyse(request, "metrics", data=data, partial=partial))
