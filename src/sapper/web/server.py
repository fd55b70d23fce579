"""The objects that routes and websockets share, and the arguments of routes.

A route gets these objects as arguments of the type `TheServer`, `PlayerId` (the player who sent the
request) or `TheSeat` (the game that the address names).
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request, Response, WebSocket
from fastapi import Path as PathParameter

from sapper.agents import AGENTS
from sapper.errors import SapperError, displayable
from sapper.web.forms import IdText
from sapper.web.guard import Concurrency, FairQueue, Meter, client_key
from sapper.web.job_queue import Background, JobQueue, WatchPlaces
from sapper.web.live_games import LiveGames, Seat
from sapper.web.problems import RefusedError
from sapper.web.reviewer import Reviewer
from sapper.web.rooms import Rooms
from sapper.web.rush import Rush
from sapper.web.schema import StoreError
from sapper.web.store import DAY, Store

COOKIE = "sapper_player"
YEAR = 365 * 24 * 3600

log = logging.getLogger("sapper.web")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a server and of each client.

    Unless described otherwise, a pair of numbers is a burst and the rate per second after the
    burst.
    """

    body: int = 2**20
    running_games: int = 30
    """unfinished games per player"""
    new_games: tuple[float, float] = (600, 10)
    """new games per address"""
    rooms: tuple[float, float] = (30, 1 / 30)
    """new rooms per address"""
    rooms_together: int = 20_000
    """rooms that have not ended, of all clients"""
    looks: tuple[float, float] = (1000, 100)
    """requests about rooms per address, which a whole class may share; a page asks once a second"""
    wrong_codes: tuple[float, float] = (30, 0.1)
    """requests for rooms that don't exist, per address"""
    analyses: tuple[float, float] = (120, 10)
    """analyses and files to read, per address; a second of work counts as `rate` analyses"""
    asking: int = 16
    """concurrent analyses per address"""
    asking_together: int = 24
    """concurrent analyses of all clients; fewer than the server's threads, which games need too"""
    workers: int = 2
    analysis_seconds: float = 6.0
    moves: tuple[float, float] = (1000, 100)
    """moves and undos per player"""
    moves_together: tuple[float, float] = (3000, 300)
    """moves and undos per address, which a whole class may share"""
    messages: tuple[float, float] = (300, 300)
    """websocket messages per address; messages that come faster wait"""
    playing: int = 12
    """websockets for moves, per player; each tab has one"""
    playing_together: int = 500
    """websockets for moves, per address, which a whole class may share"""
    playing_all: int = 4000
    """websockets for moves, of all clients; further clients can send moves as requests"""
    watched: int = 8
    """concurrently watched agents; above that, the viewer that has been idle longest is evicted"""
    watching: int = 4
    """websockets for watching, per address"""
    step_seconds: float = 30.0
    """time for one decision of a watched agent"""
    measuring: int = 1
    """concurrent measurements per address"""
    measuring_together: int = 2
    """concurrent measurements of all clients"""
    measured_games: int = 5000
    """the maximum number of games in a measurement, per agent"""
    measured_seconds: float = 600.0
    """time for a whole measurement"""
    history: int = 10_000
    looking_back: tuple[float, float] = (100, 4)
    """requests for a history, per address; a second of work counts as 10 * `rate` requests"""
    exports: tuple[float, float] = (5, 1 / 30)
    """exports per address"""
    sweep_seconds: float = 3600.0
    """time between two searches for games that nobody has begun"""
    idle_seconds: float = 1800.0
    """time after which an idle websocket is closed"""


def label(agent: str) -> str:
    """The name of an agent file on the page: its path, or the end of a long path.

    >>> label("mine.py"), len(label("a/long/way/" * 9 + "mine.py:Name"))
    ('mine.py', 40)
    """
    agent = displayable(agent)
    return agent if len(agent) <= 40 else f"…{agent[-39:]}"


class Server:
    def __init__(self, url: str, limits: Limits, agents: Sequence[str] = ()) -> None:
        self.limits = limits
        self.agents = {label(agent): agent for agent in agents}
        """additional agents by their names on the page"""
        self.store = Store(url)
        self.games = LiveGames(self.store, limits.running_games)
        self.jobs = JobQueue(limits.workers, limits.analysis_seconds)
        self.background = Background()
        self.reviewer = Reviewer(self.store, self.games, self.jobs, self.background)
        self.rush = Rush(self.store, self.jobs, self.background)
        self.rooms = Rooms(
            self.games, self.jobs, self.background, self.reviewer, limits.rooms_together
        )
        self.new_rooms = Meter(*limits.rooms)
        self.looks = Meter(*limits.looks)
        self.wrong_codes = Meter(*limits.wrong_codes)
        self.watch_places = WatchPlaces(limits.watched)
        self.quick: dict[tuple[str | None, ...], str | None] = {}
        """how to deal boards that need no guess around any cell, if that is quick (dealing.py)"""
        self.new_games = Meter(*limits.new_games)
        self.analyses = Meter(*limits.analyses)
        self.asking, self.watching, self.playing, self.measuring = (Concurrency() for _ in range(4))
        self.moves = Meter(*limits.moves)
        self.moves_together = Meter(*limits.moves_together)
        self.messages = Meter(*limits.messages)

        self.players = ThreadPoolExecutor(16, "play")
        """threads reserved for moves, so that other requests can't delay them"""
        self.looking_back = Meter(*limits.looking_back)
        self.exports = Meter(*limits.exports)
        self.reading = FairQueue(1)
        """one history at a time, because Python runs one thread at a time"""
        self.exporting = FairQueue(1)

    def agent(self, name: str) -> str:
        """The agent with this name on the page. Other names, such as file names, are refused."""
        if name not in self.agents and name not in AGENTS:
            known = ", ".join([*AGENTS, *self.agents])
            raise SapperError("no such agent: use one of {known}", known=known)
        return self.agents.get(name, name)

    async def at_table(self, function: Callable[..., T], *arguments: Any) -> T:
        loop, run = asyncio.get_running_loop(), contextvars.copy_context().run
        return await loop.run_in_executor(self.players, run, function, *arguments)

    def count_move(self, player: str, address: str) -> None:
        self.moves.take(player)
        self.moves_together.take(address)

    @contextmanager
    def admit(self, request: Request) -> Iterator[Callable[..., Any]]:
        """Count a request, or refuse it. The `with` block gets a function that asks a worker."""
        address = address_of(request)
        self.analyses.take(address)

        def charge(seconds: float) -> None:
            self.analyses.charge(address, seconds * self.analyses.rate)

        def ask(task: str, **arguments: Any) -> Any:
            return self.jobs.ask(task, charge, client=address, **arguments)

        with self.one_question(address):
            yield ask

    def one_question(self, address: str) -> AbstractContextManager[None]:
        busy = RefusedError(429, "too many analyses at once: try again in a moment")
        own, together = self.limits.asking, self.limits.asking_together
        return self.asking.one((address, own, busy), ("all", together, busy))

    def analyse(self, request: Request, task: str, **arguments: Any) -> Any:
        with self.admit(request) as ask:
            return ask(task, **arguments)

    def review(self, request: Request, seat: Seat) -> Any:
        with self.admit(request) as ask:
            return self.reviewer.review(seat, ask)

    def sweep(self) -> None:
        """Delete what nobody has used for a day, and empty the database's log."""
        self.store.sweep(DAY)
        self.rooms.sweep()
        self.store.wipe()

    async def keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(self.limits.sweep_seconds)
            try:
                await asyncio.to_thread(self.sweep)
            except StoreError as problem:
                log.error("%s", problem)

    async def close(self) -> None:
        await self.watch_places.close()
        # Stop the workers first, because the threads below may be waiting for answers from workers.
        await asyncio.to_thread(self.jobs.close)
        await asyncio.to_thread(self.players.shutdown)
        await asyncio.to_thread(self.background.close)
        await asyncio.to_thread(self.store.close)


def address_of(request: Request | WebSocket) -> str:
    return client_key(request.client.host) if request.client else ""


async def server_of(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


def known_player(request: Request | WebSocket) -> str | None:
    player = request.cookies.get(COOKIE, "")
    return player if re.fullmatch(r"[A-Za-z0-9_-]{22,48}", player, re.ASCII) else None


async def player_of(request: Request, response: Response) -> str:
    player = known_player(request)
    if player is None:
        player = secrets.token_urlsafe(24)
        keep_player(request, response, player)
    return player


def keep_player(request: Request, response: Response, player: str) -> None:
    # With "strict", a person who follows a link on another site, such as the link to a room, would
    # come as a new player. Pages of other sites can't make moves (see guard.py).
    is_safe = request.url.scheme == "https"
    response.set_cookie(COOKIE, player, max_age=YEAR, httponly=True, samesite="lax", secure=is_safe)


async def file_of(request: Request) -> str:
    """The body of a request as text with one character per byte, because JSON can't hold bytes."""
    return (await request.body()).decode("latin-1")


FileBody = Annotated[str, Depends(file_of)]
FILE_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string"}}},
    }
}
TheServer = Annotated[Server, Depends(server_of)]
PlayerId = Annotated[str, Depends(player_of)]
GameId = Annotated[IdText, PathParameter(description="the id of a game")]


def seat_of(server: TheServer, player: PlayerId, game: GameId) -> Seat:
    return server.games.seat(player, game)


TheSeat = Annotated[Seat, Depends(seat_of)]


async def reading_of(request: Request, server: TheServer) -> AsyncIterator[None]:
    """Let one client at a time read a history, and charge the client for the time taken.

    The client that has read least comes first.
    """
    address = address_of(request)
    server.looking_back.take(address)
    async with server.reading.one_async(address):
        start = time.monotonic()
        yield
        seconds = time.monotonic() - start
    server.looking_back.charge(address, 10 * seconds * server.looking_back.rate)


async def exporting_of(request: Request, server: TheServer) -> AsyncIterator[None]:
    address = address_of(request)
    server.exports.take(address)
    async with server.exporting.one_async(address):
        yield


# With this scope, the turn ends when the answer is ready, not when a slow client has
# read the answer.
Reading = Annotated[None, Depends(reading_of, scope="function")]
Exporting = Annotated[None, Depends(exporting_of, scope="function")]
