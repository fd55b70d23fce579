"""The routes for measuring agents over many games, and for the reports of studies.

A report is found by its name in the results folder, never by a path. Reports can't run scripts.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
import secrets
import time
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request, Response, WebSocket
from fastapi import Path as PathParameter
from pydantic import Field

from sapper.agents.guess import GUESSES
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.web import forms
from sapper.web.problems import RefusedError, worker_problem
from sapper.web.reading import parse_level
from sapper.web.server import Server, address_of
from sapper.web.sockets import FIRST_SECONDS, AgentName, converse, end, receive_text, say

routes = APIRouter(tags=["measure"])

RESULTS = Path("results")
"""the folder in which `sapper study` writes, relative to the server's working directory"""

GAME_SECONDS = 60.0
REPORT_BYTES = 32 * 2**20

REPORT_HEADERS = {
    # A report may not load other files or run scripts. Only our own page may show a report in a
    # frame.
    "Content-Security-Policy": "sandbox; default-src 'none'; img-src data:; "
    "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
}

ReportName = Annotated[
    str,
    PathParameter(
        pattern=r"^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$",
        description="a name from the list of reports",
    ),
]


class MeasureForm(forms.Form):
    """A request to measure one agent, or two agents on the same boards."""

    level: forms.LevelText
    agents: Annotated[list[AgentName], Field(min_length=1, max_length=2)]
    games: Annotated[int, Field(ge=1)]
    guess: Annotated[str, Field(max_length=20)] | None = None
    seed: forms.Seed | None = None


@routes.websocket("/measure")
async def measure(websocket: WebSocket) -> None:
    """Let agents play many games, and send the result so far a few times a second.

        ->  {"level": "expert", "agents": ["odds", "rules"], "games": 500}
        <-  {"standing": {...}}  the last one has all games; {"done": true} after it

    When the client closes the websocket, the games end.
    """
    server: Server = websocket.app.state.server
    address, limits = address_of(websocket), server.limits

    async def talk() -> None:
        server.analyses.take(address)
        form = MeasureForm.model_validate_json(await receive_text(websocket, FIRST_SECONDS))
        if form.games > limits.measured_games:
            raise SapperError(
                "{count} games is too many for the page: the limit is {most}; use "
                "`sapper compare` for more",
                count=form.games,
                most=limits.measured_games,
            )
        level = parse_level(form.level)
        telling = asyncio.create_task(_tell(server, websocket, form, level))
        going = asyncio.create_task(receive_text(websocket))
        try:
            # Any message from the client ends the games, and so does a lost connection.
            await asyncio.wait({telling, going}, return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                telling.result()
        finally:
            await end(telling, going)

    own = RefusedError(429, "you already have a measurement running: stop it or wait")
    others = RefusedError(429, "other measurements are running: try again in a moment")
    await converse(
        websocket,
        talk,
        server.measuring,
        (address, limits.measuring, own),
        ("all", limits.measuring_together, others),
    )


async def _tell(server: Server, websocket: WebSocket, form: MeasureForm, level: Level) -> None:
    players = [server.agent(name) for name in form.agents]
    if form.guess is not None and form.guess not in GUESSES:
        raise SapperError(
            "there is no such guess strategy: use one of {known}", known=", ".join(GUESSES)
        )
    end = math.inf  # do not count the time that a worker needs to start
    async with server.watch_places.worker(
        address_of(websocket),
        keeps=True,
        task="measure",
        players=players,
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
                        "a game took longer than {seconds:g} s: "
                        "choose a smaller board or a faster agent",
                        seconds=GAME_SECONDS,
                    ) from None
                raise SapperError(
                    "measurements stop after {minutes:g} minutes: this is the result so far",
                    minutes=server.limits.measured_seconds / 60,
                ) from None
            match json.loads(line or "{}"):
                case {"frame": standing}:
                    await say(websocket, json.dumps({"standing": standing}))
                case {"last": _}:
                    await say(websocket, json.dumps({"done": True}))
                    return
                case _:
                    raise worker_problem(line, f"measuring {form.agents} on {level} failed")


def results_of(request: Request) -> Path:
    folder: Path = getattr(request.app.state, "results", RESULTS)
    return folder


@routes.get("/reports")
def reports(request: Request) -> list[forms.ReportForm]:
    """Up to 200 reports from the results folder, the latest first."""
    folder = results_of(request)
    if not folder.is_dir():
        return []
    found = [_report(path) for path in folder.iterdir() if _page(path) is not None]
    return sorted(found, key=lambda report: -report.created)[:200]


def _page(path: Path) -> Path | None:
    page = path / "report.html"
    if not re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}", path.name, re.ASCII):
        return None
    try:
        # Check the real path, because a symbolic link may point anywhere.
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
    """A report as an HTML page, which loads no other files and runs no scripts."""
    page = _page(results_of(request) / name)
    if page is None:
        raise RefusedError(404, "there is no such report")
    return Response(page.read_bytes(), media_type="text/html", headers=REPORT_HEADERS)
