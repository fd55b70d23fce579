"""The routes for the list of levels and agents, and for the health of the server."""

from __future__ import annotations

from fastapi import APIRouter

from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.core.level import NAMED
from sapper.web import forms
from sapper.web.reading import MAX_SIDE
from sapper.web.server import TheServer
from sapper.words import say
from sapper.words.kinds import AgentDoes

routes = APIRouter(tags=["about"])


@routes.get(
    "/health",
    responses={
        503: {"model": forms.ProblemForm, "description": "The database can't be read or written"}
    },
)
def health(server: TheServer) -> forms.HealthForm:
    """Tell monitoring whether the server can read and write its database."""
    server.store.check()
    return forms.HealthForm(database=server.store.dialect, games=server.store.count())


@routes.get("/about")
def about(server: TheServer) -> forms.AboutForm:
    """The levels and agents that the server offers."""
    return forms.AboutForm(
        levels=[
            forms.LevelForm(
                name=name,
                level=str(level),
                width=level.width,
                height=level.height,
                mines=level.mines,
                start=str(level.start),
                course=level.start.kind == "given",
            )
            for name, level in NAMED.items()
        ],
        agents=[
            forms.AgentForm(name=name, description=preset.description, guess=preset.guess)
            for name, preset in AGENTS.items()
        ]
        + [
            forms.AgentForm(name=name, description=say(AgentDoes("")), guess="its own")
            for name in server.agents
        ],
        guesses=list(GUESSES),
        max_side=MAX_SIDE,
    )
