"""Analysing: what can be known about a position, and files to read."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool

from sapper.explain.explanation import ExplanationJson, UncertainJson
from sapper.explain.hints import HintJson
from sapper.reason.odds import NumbersJson
from sapper.reason.value import ValueJson
from sapper.review.review_json import ReviewJson
from sapper.web import forms
from sapper.web.server import TheServer

routes = APIRouter()


@routes.post("/analyse", tags=["analyse"])
def analyse(request: Request, server: TheServer, form: forms.PositionForm) -> forms.AnalysisJson:
    """The odds of a position, or the clues in conflict."""
    answer: forms.AnalysisJson = server.analyse(request, "analyse", position=form.position)
    return answer


@routes.post("/explain", tags=["analyse"])
def explain(
    request: Request, server: TheServer, form: forms.QuestionForm
) -> ExplanationJson | UncertainJson:
    """Why a cell is certain, or that it is not; without a cell, the easiest certain one."""
    question = {"position": form.position, "cell": form.cell}
    answer: ExplanationJson | UncertainJson = server.analyse(request, "explain", **question)
    return answer


@routes.post("/hint", tags=["analyse"])
def hint(request: Request, server: TheServer, form: forms.PositionHintForm) -> HintJson:
    """A hint for a position."""
    answer: HintJson = server.analyse(request, "hint", position=form.position, tier=form.tier)
    return answer


@routes.post("/value", tags=["analyse"])
def value(request: Request, server: TheServer, form: forms.PositionForm) -> ValueJson:
    """The chance to win from a position, and with each move that is worth a thought."""
    answer: ValueJson = server.analyse(request, "value", position=form.position)
    return answer


@routes.post("/numbers", tags=["analyse"])
def numbers(request: Request, server: TheServer, form: forms.CellQuestionForm) -> NumbersJson:
    """What opening a hidden cell may show."""
    question = {"position": form.position, "cell": form.cell}
    answer: NumbersJson = server.analyse(request, "numbers", **question)
    return answer


@routes.post(
    "/read",
    tags=["files"],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def read(request: Request, server: TheServer) -> forms.NounForm:
    """Read a board, position, record or replay: a file in any format, or a link."""
    data = (await request.body()).decode("latin-1")  # as JSON carries bytes
    return forms.NounForm(**await run_in_threadpool(server.analyse, request, "read", data=data))


@routes.post(
    "/review",
    tags=["analyse"],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def review(request: Request, server: TheServer, partial: bool = False) -> ReviewJson:
    """What was luck and what was skill in a record or replay (docs/review.md).

    With `partial`, of one that is cut off or wrong somewhere, what comes before is reviewed.
    """
    data = (await request.body()).decode("latin-1")  # as JSON carries bytes
    question = {"data": data, "partial": partial}
    answer = await run_in_threadpool(server.analyse, request, "review", **question)
    found: ReviewJson = answer["review"]
    return found
