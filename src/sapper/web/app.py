"""The application: the API, the websockets and the page, put together and served.

    from sapper.web.app import create_app, serve

    serve()                       # on loopback, games in the user's data directory
    app = create_app("sqlite:///games.db")

A player is a random name in a cookie that scripts can't read; a game belongs to one. The mines of a
running game never leave this process: what is sent is made from its view.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Collection, Sequence
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from sapper.adapters import foreign
from sapper.grid import SapperError, quote
from sapper.lab.study import Player
from sapper.web import sockets
from sapper.web.guard import LOOPBACK, Guard
from sapper.web.problems import PROBLEMS, told
from sapper.web.routes import (
    about,
    analyse,
    daily,
    history,
    lessons,
    measure,
    play,
    practice,
    prove,
)
from sapper.web.server import Limits, Server, player_of
from sapper.web.store import default_url

__all__ = ["STATIC", "Limits", "create_app", "serve"]

STATIC = Path(__file__).parent / "static"
DAY = 24 * 3600


def create_app(
    database_url: str | None = None,
    *,
    limits: Limits | None = None,
    hosts: Collection[str] | None = None,
    agents: Sequence[str] = (),
) -> FastAPI:
    """The application on a database (SQLite in the user's data directory when none is given).

    `hosts` are the names that it answers to; None means any. `agents` of others, like mine.py, can
    be watched besides ours.
    """
    limits = limits or Limits()
    for agent in agents:
        if not foreign(agent):
            raise SapperError(f"{quote(agent)} is no agent of your own: name a file like mine.py")
        Player.parse(agent).check()
    server = Server(database_url or default_url(), limits, agents)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(server.store.sweep, DAY)
        await asyncio.to_thread(server.store.make_room)
        server.stage.prepare()
        yield
        await server.close()

    app = FastAPI(
        title="Sapper",
        version="1",
        description="A Minesweeper laboratory. The mines of a running game never leave the server. "
        "Besides what is listed here there are three websockets, which talk in JSON: /api/play "
        "takes moves, a MoveForm with its game's id as `game`, and answers each with an Answer or "
        "a problem; /api/watch shows agents at play; /api/measure lets them play many games.",
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,  # it would load scripts from elsewhere; /api.html is our own
        redoc_url=None,
    )
    app.state.server = server
    for part in (about, prove, play, daily, practice, analyse, history, measure, lessons, sockets):
        app.include_router(part.routes, prefix="/api", responses=PROBLEMS)

    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        # The cookie comes with the page, so that its first requests are all of one player.
        response = FileResponse(STATIC / "index.html")
        await player_of(request, response)
        return response

    app.mount("/", StaticFiles(directory=STATIC, html=True))
    # A move's answer is smaller than this: to compress it would cost it time.
    app.add_middleware(GZipMiddleware, minimum_size=1500)
    app.add_middleware(Guard, hosts=hosts, body=limits.body)

    @app.exception_handler(SapperError)
    @app.exception_handler(RequestValidationError)
    async def _(_request: Request, problem: Exception) -> JSONResponse:
        status, words = told(problem)
        return JSONResponse({"detail": words}, status)

    @app.exception_handler(HTTPException)
    async def _(request: Request, problem: HTTPException) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "")
        if problem.status_code == 404 and wants_page and not request.url.path.startswith("/api/"):
            return FileResponse(STATIC / "lost.html", 404)
        return JSONResponse({"detail": problem.detail}, problem.status_code, problem.headers)

    return app


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = True,
    agents: Sequence[str] = (),
) -> None:
    """Serve the page until interrupted; on loopback unless told otherwise."""
    import uvicorn

    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=512)
    except OSError as problem:
        raise SapperError(
            f"can't listen on {host}:{port}: {problem.strerror}; try another --port"
        ) from None
    port = listener.getsockname()[1]
    names = LOOPBACK if host in LOOPBACK else None
    app = create_app(database, hosts=names, agents=agents)
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{port}/"
    print(f"Sapper is at {url} (stop with Ctrl-C)", flush=True)
    if host not in LOOPBACK:
        print("It can be reached from other machines.", file=sys.stderr, flush=True)
    if open_browser:
        webbrowser.open(url)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=2**14,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,  # people think between moves
        limit_concurrency=2000,
    )
    config.load()
    # What is there by now stays: to look through it for garbage would hold up a move for a frame.
    gc.collect()
    gc.freeze()
    running = uvicorn.Server(config)
    end = running.shutdown

    async def shutdown(sockets: list[socket.socket] | None = None) -> None:
        # Nobody waits for an analysis now; those who asked are told so while they can be.
        app.state.server.analyst.stop()
        await end(sockets)

    running.shutdown = shutdown  # type: ignore[method-assign]
    running.run(sockets=[listener])
