"""The routes for the patterns: a page for each, and puzzles to practise it."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from sapper.classroom.patterns import PATTERN_PAGES, PatternPage
from sapper.core.board import SEEDS
from sapper.explain.explanation import ExplanationJson
from sapper.reason.odds import odds
from sapper.web import forms
from sapper.web.server import TheServer
from sapper.words import Runs, say
from sapper.words.kinds import PatternName, PatternPageText, PatternPart

routes = APIRouter(prefix="/patterns", tags=["patterns"])

Risks = Annotated[
    list[float | None],
    Field(description="when you have to guess: the risk of each cell, or null if it is open"),
]


class PatternForm(forms.Form):
    """A pattern: a position with marked cells, and what there is to say about it."""

    name: PatternName
    title: str
    short: str
    rule: str
    why: str
    position: str
    clues: list[str]
    safe: list[str]
    mines: list[str]
    cells: list[str] = Field(description="the cells that share mines")
    best: list[str] = Field(description="when you have to guess: the cells that win most often")
    risks: Risks
    corner: str = Field(description="the top left cell of a part of 5 by 4 cells with all marks")


class PatternQuestionForm(forms.Form):
    """A request for a puzzle."""

    pattern: PatternName
    seed: forms.Seed | None = None


class PatternPuzzleForm(forms.Form):
    """A position, the cells that are right to open, and the reason."""

    position: str
    right: list[str] = Field(
        description="the provably safe cells, or the best cells when you have to guess"
    )
    mines: list[str] = Field(description="provable mines without a flag")
    reason: ExplanationJson | None = Field(
        description="why the pattern makes a cell safe; null when you have to guess"
    )
    best: Runs = Field(description="when you have to guess: the best cells and their chances")
    risks: Risks


@routes.get("")
def all_patterns() -> list[PatternForm]:
    """The pages of the patterns, in order."""
    return list(map(_form, PATTERN_PAGES))


@routes.post("/puzzle")
def puzzle(request: Request, server: TheServer, form: PatternQuestionForm) -> PatternPuzzleForm:
    """A position in which the pattern shows a safe cell, but no easier technique finds one."""
    seed = secrets.randbelow(SEEDS) if form.seed is None else form.seed
    question = {"pattern": form.pattern, "seed": seed}
    return PatternPuzzleForm(**server.analyse(request, "pattern", **question))


def title(name: PatternName) -> str:
    return _say(name, "title")


def _say(name: PatternName, part: PatternPart) -> str:
    return say(PatternPageText(name, part))


def _form(page: PatternPage) -> PatternForm:
    view = page.position
    chances = odds(view).to_json()["odds"] if page.best else []
    return PatternForm(
        name=page.name,
        title=title(page.name),
        short=_say(page.name, "short"),
        rule=_say(page.name, "rule"),
        why=_say(page.name, "why"),
        position=str(view),
        clues=list(page.clues),
        safe=list(page.safe),
        mines=list(page.mines),
        cells=list(page.cells),
        best=list(page.best),
        risks=[risk for row in chances for risk in row],
        corner=page.corner,
    )
