"""Measuring: agents play many games in a worker, and the reports of studies are shown.

A measurement lives as long as its websocket: whoever goes away, or closes it, ends it. Reports are
the pages that `sapper study` writes; they are taken from the results folder by name, never by path,
and their document may run nothing.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import secrets
import time
from collections import Counter
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request, Response, WebSocket
from fastapi import Path as PathParameter
from pydantic import Field

from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.web import forms
from sapper.web.problems import TOO_MUCH, RefusedError, WorkerError
from sapper.web.reading import parse_level
from sapper.web.server import Server, address_of
from sapper.web.sockets import AgentName, conversation, end, receive_text, say

routes = APIRouter(tags=["measure"])

RESULTS = Path("results")
"""where `sapper study` puts its results, seen from where the server was started"""

GAME_SECONDS = 60.0
REPORT_BYTES = 32 * 2**20

REPORT_HEADERS = {
    # It needs nothing but itself, and may be shown in a frame of ours.
    "Content-Security-Policy": "sandbox; default-src 'none'; img-src data:; "
    "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
}

ReportName = Annotated[
    str,
    PathParameter(pattern=r"^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$", description="as it is listed"),
]


class MeasureForm(forms.Form):
    """What to measure: one agent, or two on the same boards."""

    level: forms.LevelText
    agents: Annotated[list[AgentName], Field(min_length=1, max_length=2)]
    games: Annotated[int, Field(ge=1)]
    guess: Annotated[str, Field(max_length=20)] | None = None
    seed: forms.Seed | None = None


@routes.websocket("/measure")
async def measure(websocket: WebSocket) -> None:
    """Agents play many games; how it stands is told a few times a second.

    ->  {"level": "expert", "agents": ["odds", "rules"], "games": 500}
    <-  {"standing": {...}}  the last one has all games; {"done": true} after it

    Close it, and the games end.
    """
    server: Server = websocket.app.state.server
    address, limits = address_of(websocket), server.limits
    server.measuring[address] += 1
    try:
        async with conversation(websocket):
            if server.measuring[address] > limits.measuring:
                raise RefusedError(429, "you measure already: stop that first, or wait for its end")
            if server.measuring.total() > limits.measuring_together:
                raise RefusedError(429, "others are measuring: try again in a moment")
            server.analyses.take(address)
            try:
                wish = await asyncio.wait_for(receive_text(websocket), timeout=20)
            except TimeoutError:
                return  # whoever says nothing wants nothing
            form = MeasureForm.model_validate_json(wish)
            if form.games > limits.measured_games:
                raise SapperError(
                    "{count} games are too many for the page: at most {most}; `sapper compare` "
                    "plays more",
                    count=form.games,
                    most=limits.measured_games,
                )
            level = parse_level(form.level)
            telling = asyncio.create_task(_tell(server, websocket, form, level))
            going = asyncio.create_task(receive_text(websocket))
            try:
                # What the client says next, or that it is gone, ends the games.
                await asyncio.wait({telling, going}, return_when=asyncio.FIRST_COMPLETED)
                if telling.done():
                    telling.result()
            finally:
                await end(telling, going)
    finally:
        server.measuring[address] -= 1
        server.measuring += Counter()  # those at zero are forgotten


async def _tell(server: Server, websocket: WebSocket, form: MeasureForm, level: Level) -> None:
    """Pass on how it stands, until all games are played."""
    known = {name: name for name in AGENTS} | server.agents
    for agent in form.agents:
        if agent not in known:
            raise SapperError("no such agent: use one of {known}", known=", ".join(known))
    if form.guess is not None and form.guess not in GUESSES:
        raise SapperError("no such way to guess: use one of {known}", known=", ".join(GUESSES))
    end = math.inf  # the time that a worker takes to start is nobody's fault
    async with server.stage.worker(
        address_of(websocket),
        keeps=True,
        task="measure",
        players=[known[agent] for agent in form.agents],
        names=form.agents,
        level=str(level),
        games=form.games,
        seed=secrets.randbelow(2**31) if form.seed is None else form.seed,
        guess=form.guess,
    ) as (lines, _):
        while True:
            try:
                patience = min(end - time.monotonic(), GAME_SECONDS)
                line = await asyncio.wait_for(lines.readline(), patience)
                end = min(end, time.monotonic() + server.limits.measured_seconds)
            except TimeoutError:
                if time.monotonic() < end:
                    raise SapperError(
                        "a game takes longer than {seconds:g} s", seconds=GAME_SECONDS
                    ) from None
                minutes = server.limits.measured_seconds / 60
                raise SapperError(
                    "a measurement ends after {minutes:g} minutes: this is how it stood",
                    minutes=minutes,
                ) from None
            match json.loads(line or "{}"):
                case {"frame": standing}:
                    await say(websocket, json.dumps({"standing": standing}))
                case {"last": _}:
                    await say(websocket, json.dumps({"done": True}))
                    return
                case {"refused": words}:
                    raise SapperError(words)
                case {"failed": trace}:
                    raise WorkerError(f"measuring {form.agents} on {level} failed\n{trace}")
                case _:
                    raise SapperError(TOO_MUCH)


# -- reports of studies -----------------------------------------------------------------------


def results_of(request: Request) -> Path:
    """The folder of results; the application may have another one."""
    folder: Path = getattr(request.app.state, "results", RESULTS)
    return folder


@routes.get("/reports")
def reports(request: Request) -> list[forms.ReportForm]:
    """The reports of studies that lie in the results folder, the latest first."""
    folder = results_of(request)
    if not folder.is_dir():
        return []
    found = [_report(path) for path in folder.iterdir() if _page(path) is not None]
    return sorted(found, key=lambda report: -report.created)[:200]


def _page(path: Path) -> Path | None:
    """The report in a folder of results; None where there is none that is one of ours to show."""
    page = path / "report.html"
    if not re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}", path.name, re.ASCII):
        return None
    try:
        # A link may lead anywhere: only what really lies in the folder is shown.
        inside = page.resolve(strict=True).parent.parent == path.parent.resolve(strict=True)
        return page if inside and page.is_file() and page.stat().st_size <= REPORT_BYTES else None
    except OSError:
        return None


def _report(path: Path) -> forms.ReportForm:
    try:
        about = json.loads((path / "study.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        about = {}
    study = about if isinstance(about, dict) else {}

    def length(key: str) -> int:
        value = study.get(key)
        return len(value) if isinstance(value, dict) else 0

    games = study.get("games")
    return forms.ReportForm(
        name=path.name,
        question=str(study.get("question", ""))[:300],
        levels=length("levels"),
        players=length("players"),
        games=games if isinstance(games, int) else 0,
        created=(path / "report.html").stat().st_mtime,
    )


@routes.get(
    "/reports/{name}",
    response_class=Response,
    responses={
        200: {"content": {"text/html": {}}},
        404: {"model": forms.ProblemForm, "description": "No such report"},
    },
)
def report(request: Request, name: ReportName) -> Response:
    """A report as a page that needs nothing else and runs nothing."""
    page = _page(results_of(request) / name)
    if page is None:
        raise RefusedError(404, "there is no such report")
    return Response(page.read_bytes(), media_type="text/html", headers=REPORT_HEADERS)
