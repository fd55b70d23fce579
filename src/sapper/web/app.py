"""Combines the API, the websockets and the page into one application, and serves it.

    from sapper.web.app import create_app, serve

    serve()                       # only this machine can reach the page
    app = create_app("sqlite:///games.db")

Each player is identified by a random id in a cookie, which scripts on the page can't read. The only
mines of a running game that the server reveals are provable mines.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import re
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Container, Sequence
from functools import partial
from importlib import import_module

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route
from starlette.types import Scope

from sapper.adapters import foreign
from sapper.errors import SapperError, quote
from sapper.lab.player import Player
from sapper.page.files import FILES, STATIC, script
from sapper.web import sockets
from sapper.web.database import default_file
from sapper.web.guard import LOOPBACK, Guard, hosts_of
from sapper.web.job_queue import JobQueue
from sapper.web.language import ReadersLanguage
from sapper.web.problems import PROBLEMS, RefusedError, answer_of
from sapper.web.process_pool import prepare
from sapper.web.routes import (
    about,
    analyse,
    daily,
    history,
    lessons,
    measure,
    patterns,
    play,
    practice,
    rooms,
    rush,
)
from sapper.web.server import Limits, Server, keep_player, player_of

__all__ = ["Limits", "create_app", "serve"]

PORTS = range(8000, 8100)
"""the ports to try if none is given"""
FILES_OPEN = 8192
CONNECTIONS = 6000
"""with more open connections, requests get status 503, so that the database has files left"""
HEAD = 2**16
"""the maximum size of a request line with its headers, in bytes"""
GOODBYE = 3
"""when the server stops, requests in progress have this many seconds to finish"""
PARTS = (
    about,
    play,
    daily,
    practice,
    rush,
    rooms,
    analyse,
    history,
    measure,
    lessons,
    patterns,
    sockets,
)


def create_app(
    database_url: str | None = None,
    *,
    limits: Limits | None = None,
    hosts: Container[str] | None = None,
    agents: Sequence[str] = (),
) -> FastAPI:
    """Make the application, by default with an SQLite file in the user's data directory.

    `hosts` are the host names under which the server can be reached; None allows any. `agents` are
    the operator's own agents, such as mine.py, which players can watch.
    """
    limits = limits or Limits()
    for agent in agents:
        if not foreign(agent):
            raise SapperError(f"{quote(agent)} is not an agent file: give a path such as mine.py")
        Player.parse(agent).check()
    server = Server(database_url or default_file(), limits, agents)
    try:
        # Write to the database now, so that problems are reported when the server starts.
        server.sweep()
        if not server.store.is_shared:
            server.store.resume_clocks()
        server.store.make_room()
    except SapperError:
        server.store.close()
        raise

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        prepare()
        sweeping = asyncio.create_task(server.keep_sweeping())
        yield
        sweeping.cancel()
        await server.close()

    app = FastAPI(
        title="Sapper",
        version="1",
        description="A Minesweeper laboratory. The mines of a running game never leave the server. "
        "There are also three websockets, which exchange JSON. /api/play accepts moves (a MoveForm "
        "with the game's id as `game`) and answers each with a ChangeForm or a problem. /api/watch "
        "shows agents at play. /api/measure lets them play many games. Set the language of "
        "sentences with the query parameter `language` (en or de) or with `Accept-Language`.",
        lifespan=life,
        openapi_url="/api/openapi.json",
        # FastAPI's own documentation page would load scripts from other sites, so /api.html
        # replaces it.
        docs_url=None,
        redoc_url=None,
    )
    app.state.server = server
    for part in PARTS:
        app.include_router(part.routes, prefix="/api", responses=PROBLEMS)

    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        response = FileResponse(STATIC / "index.html")
        keep_player(request, response, await player_of(request, response))
        return response

    @app.get("/files.js", include_in_schema=False)
    def files() -> Response:
        return Response(script(), media_type="text/javascript")

    @app.get("/d/{day}", include_in_schema=False)
    async def shared_day(day: str) -> Response:
        if not re.fullmatch(r"\d{4}", day, re.ASCII):
            raise HTTPException(404)
        return RedirectResponse(f"/#daily/{day}")

    @app.get("/room/{code}", include_in_schema=False)
    async def shared_room(code: str) -> Response:
        if not re.fullmatch(r"[A-Za-z0-9-]{8,9}", code, re.ASCII):
            raise HTTPException(404)
        return RedirectResponse(f"/#room/{code}")

    app.mount("/", StaticFiles(directory=STATIC, html=True))
    # Responses below this size are not compressed. Answers to moves are smaller, so compression
    # does not delay them.
    app.add_middleware(GZipMiddleware, minimum_size=1500)
    app.add_middleware(Guard, hosts=hosts, body=limits.body)
    # This middleware is added last, so that it also translates the refusals of Guard.
    app.add_middleware(ReadersLanguage)

    @app.exception_handler(SapperError)
    @app.exception_handler(RequestValidationError)
    async def _(_request: Request, problem: Exception) -> JSONResponse:
        status, words = answer_of(problem)
        return JSONResponse({"detail": words}, status)

    @app.exception_handler(HTTPException)
    async def _(request: Request, problem: HTTPException) -> Response:
        status, detail, headers = problem.status_code, problem.detail, problem.headers
        if status in (404, 405):
            if methods := _methods(request.scope):
                words = "this address accepts {methods}, not {method}"
                refused = RefusedError(405, words, methods=methods, method=request.method)
                headers = {"Allow": methods}
            else:
                refused, headers = RefusedError(404, "there is nothing at this address"), None
            status, detail = answer_of(refused)
            wants_page = "text/html" in request.headers.get("accept", "")
            if status == 404 and wants_page and not request.url.path.startswith("/api/"):
                return FileResponse(STATIC / "lost.html", 404)
        return JSONResponse({"detail": detail}, status, headers)

    return app


def _methods(scope: Scope) -> str:
    """The value of the Allow header for an address, or "" if the address is unknown."""
    path: str = scope["path"]
    methods: set[str] = {"GET", "HEAD"} if path == "/api/openapi.json" else set()
    if path.startswith("/api/"):
        inside = {**scope, "path": path.removeprefix("/api"), "root_path": ""}
        for route in (route for part in PARTS for route in part.routes.routes):
            if isinstance(route, Route) and route.matches(inside)[0] != Match.NONE:
                methods |= route.methods or set()
    elif path in ("/", "/files.js") or path.lstrip("/") in FILES:
        methods = {"GET", "HEAD"}
    return ", ".join(sorted(methods))


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    open_browser: bool = True,
    agents: Sequence[str] = (),
    *,
    allowed_hosts: Sequence[str] = (),
    proxies: Sequence[str] = (),
    workers: int = 1,
) -> None:
    """Serve the page until Ctrl-C. By default, only this machine can reach the page.

    If `port` is None, it is 8000 or the next free port.
    `allowed_hosts` are additional host names under which the server can be reached. `proxies` are
    the addresses of reverse proxies, whose X-Forwarded headers are trusted. If `workers` is
    more than 1, the database must be PostgreSQL.
    """
    hosts = hosts_of(host, allowed_hosts)
    with contextlib.ExitStack() as opened:
        if workers > 1:
            processes = import_module("sapper.web.server_processes").ServerProcesses
            lists = {"allowed_hosts": [*allowed_hosts], "proxies": [*proxies], "agents": [*agents]}
            served = processes(workers, host, port, database or default_file(), **lists)
            used, go_on, upgraded = served.port, served.look_after, served.upgraded
        else:
            listener = opened.enter_context(listen(host, port))
            app = create_app(database, hosts=hosts, agents=agents)
            used, go_on = listener.getsockname()[1], partial(run, app, listener, proxies)
            upgraded = app.state.server.store.upgraded
        url = f"http://[{host}]:{used}/" if ":" in host else f"http://{host}:{used}/"
        if upgraded is not None:
            print(upgraded, file=sys.stderr, flush=True)
        if port is None and used != PORTS[0]:
            line = f"Port {PORTS[0]} is already in use, so Sapper uses port {used}."
            print(line, file=sys.stderr, flush=True)
        print(f"Sapper is at {url} (stop with Ctrl-C)", flush=True)
        if host not in LOOPBACK:
            print("It can be reached from other machines.", file=sys.stderr, flush=True)
        if open_browser:
            webbrowser.open(url)
        go_on()


def listen(
    host: str, port: int | None, *, reuse: bool = False, backlog: int | None = 512
) -> socket.socket:
    """Open a listening socket, or raise a SapperError.

    If `port` is None, the first free one of `PORTS` is used. If `reuse` is true, other processes
    may listen on the same address. If `backlog` is None, the socket only reserves the address and
    does not listen.
    """
    for candidate in PORTS if port is None else (port,):
        try:
            return _bind(host, candidate, reuse, backlog)
        except OSError as problem:
            # Cut off Python's "(while attempting to bind on address ...)", which repeats the
            # address.
            why = str(problem.strerror).partition(" (while")[0]
            refused = SapperError(f"can't listen on {host}:{candidate}: {why}; try another --port")
            if problem.errno != errno.EADDRINUSE:
                break
    raise refused


def _bind(host: str, port: int, reuse: bool, backlog: int | None) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    if backlog is not None:
        return socket.create_server((host, port), family=family, backlog=backlog, reuse_port=reuse)
    silent = socket.socket(family)
    try:
        silent.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        silent.bind((host, port))
    except OSError:
        silent.close()
        raise
    return silent


def run(app: FastAPI, listener: socket.socket, proxies: Sequence[str] = ()) -> None:
    """Serve until Ctrl-C. `proxies` are the addresses of trusted reverse proxies."""
    _allow_files()
    # Received data is parsed in one go, so a small buffer leaves time for other connections.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**11)
    config = uvicorn.Config(
        app,
        http="h11",  # limits headers and pipelined requests; httptools limits neither
        h11_max_incomplete_event_size=HEAD,
        limit_concurrency=CONNECTIONS,
        # Log only errors, because warnings about malformed requests could fill the disk.
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        ws="websockets-sansio",
        ws_max_size=2**14,
        timeout_graceful_shutdown=GOODBYE,
        timeout_keep_alive=75,  # keep connections open while people think
    )
    config.load()
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    # Exclude the existing objects from garbage collection, because scanning them would delay moves.
    gc.collect()
    gc.freeze()
    jobs: JobQueue = app.state.server.jobs
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_serve(uvicorn.Server(config), listener, jobs))


async def _serve(server: uvicorn.Server, listener: socket.socket, jobs: JobQueue) -> None:
    """Serve until the server is asked to stop, and then first end the tasks of workers.

    Requests that wait for a worker are then answered before their connections are closed.
    """
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not (server.should_exit or serving.done()):
        await asyncio.wait([serving], timeout=0.1)
    await asyncio.to_thread(jobs.close)
    await serving


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether an error is not the fault of a client that sent malformed text."""
    return not (record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError))


def _allow_files() -> None:
    try:
        import resource
    except ImportError:
        return  # Windows has no RLIMIT_NOFILE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_OPEN if hard == resource.RLIM_INFINITY else min(FILES_OPEN, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
