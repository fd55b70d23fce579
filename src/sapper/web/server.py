"""Server: what the routes and the websockets share, and what they ask about a request.

A route names what it needs as the types of its arguments: `TheServer`, the `Player` who asks,
and `TheSeat` of the game that the address names.
"""

from __future__ import annotations

import asyncio
import contextvars
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request, Response, WebSocket
from fastapi import Path as PathParameter

from sapper.web.forms import Token
from sapper.web.guard import Crowd, Meter, client_key
from sapper.web.job_queue import JobQueue, Stage
from sapper.web.live_games import LiveGames, Seat
from sapper.web.reviewer import Reviewer
from sapper.web.store import Store

COOKIE = "sapper_player"
YEAR = 365 * 24 * 3600

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one server, and one client of it, may use."""

    body: int = 2**20
    running_games: int = 30
    """games under way, per player"""
    new_games: tuple[float, float] = (600, 10)
    """games per address: at once, and per second after that"""
    analyses: tuple[float, float] = (120, 10)
    """analyses and files to read, per address; a second of work counts as `rate` of them"""
    asking: int = 16
    """analyses under way at once, per address"""
    asking_together: int = 24
    """and of all: fewer than the server has threads, so that games go on"""
    workers: int = 2
    analysis_seconds: float = 6.0
    moves: tuple[float, float] = (1000, 100)
    """moves and undos per player"""
    moves_together: tuple[float, float] = (3000, 300)
    """and per address: there may be a class behind one"""
    messages: tuple[float, float] = (300, 300)
    """over websockets, per address; those that come faster wait"""
    playing: int = 12
    """websockets for moves, per player: one per tab"""
    playing_together: int = 500
    """websockets for moves, per address: there may be a class behind one"""
    playing_all: int = 4000
    """websockets for moves, of all; moves by request go on"""
    watched: int = 8
    """agents at once; whoever looks at one for long gives way to whoever comes"""
    watching: int = 4
    """websockets to watch, per address"""
    step_seconds: float = 30.0
    """for a decision of a watched agent"""
    measuring: int = 1
    """measurements at once, per address"""
    measuring_together: int = 2
    """and of all"""
    measured_games: int = 5000
    """per agent"""
    measured_seconds: float = 600.0
    """for a whole measurement"""
    history: int = 10_000
    looking_back: tuple[float, float] = (100, 4)
    """histories per address; a second of work counts as `rate` of them, ten times"""
    exports: tuple[float, float] = (5, 1 / 30)
    """of all games of a player, per address"""
    connections: tuple[int, int] = (200, 1500)
    """that are no websockets: per address, and of all; the most silent one gives way"""
    arriving: tuple[float, float] = (10.0, 30.0)
    """seconds for the headers of a request, and for all of it"""
    idle_seconds: float = 1800.0
    """after which a websocket is closed on which nobody says anything"""


def label(agent: str) -> str:
    """What the page calls an agent of others: its name, or the end of it.

    >>> label("mine.py"), len(label("a/long/way/" * 9 + "mine.py:Name"))
    ('mine.py', 40)
    """
    return agent if len(agent) <= 40 else f"…{agent[-39:]}"


class Server:
    """What the routes share: the store, the table, the workers and the meters."""

    def __init__(self, url: str, limits: Limits, agents: Sequence[str] = ()) -> None:
        self.limits = limits
        self.agents = {label(agent): agent for agent in agents}
        """agents of others that may be watched besides ours, by the name that the page shows"""
        self.store = Store(url)
        self.games = LiveGames(self.store, limits.running_games)
        self.jobs = JobQueue(limits.workers, limits.analysis_seconds)
        self.reviewer = Reviewer(self.store, self.games, self.jobs)
        self.stage = Stage(limits.watched)
        self.new_games = Meter(*limits.new_games)
        self.analyses = Meter(*limits.analyses)
        self.asking = Crowd(limits.asking, limits.asking_together)
        self.moves = Meter(*limits.moves)
        self.moves_together = Meter(*limits.moves_together)
        self.messages = Meter(*limits.messages)
        self.watching: Counter[str] = Counter()
        self.playing: Counter[str] = Counter()
        self.measuring: Counter[str] = Counter()
        self.players = ThreadPoolExecutor(16, "play")
        """threads for moves alone: whatever else is asked, a move finds one"""
        self.looking_back = Meter(*limits.looking_back)
        self.exports = Meter(*limits.exports)
        self.reading = asyncio.Semaphore(1)
        """whoever goes through a history: one at a time, since Python runs one thread at a time"""
        self.exporting = asyncio.Semaphore(1)

    async def at_table(self, function: Callable[..., T], *arguments: Any) -> T:
        """Let a thread do it that is there for moves alone."""
        loop, run = asyncio.get_running_loop(), contextvars.copy_context().run
        return await loop.run_in_executor(self.players, run, function, *arguments)

    def count_move(self, player: str, address: str) -> None:
        """Count a move or an undo, or refuse it."""
        self.moves.take(player)
        self.moves_together.take(address)

    @contextmanager
    def admit(self, request: Request) -> Iterator[Callable[..., Any]]:
        """The turn of a client to ask a worker, within what it may ask; how it asks."""
        address = address_of(request)
        self.analyses.take(address)

        def charge(seconds: float) -> None:
            # Whoever asks for what takes long gets to ask less often.
            self.analyses.charge(address, seconds * self.analyses.rate)

        def ask(task: str, **arguments: Any) -> Any:
            return self.jobs.ask(task, charge, client=address, **arguments)

        with self.asking.one(address):
            yield ask

    def analyse(self, request: Request, task: str, **arguments: Any) -> Any:
        """Let a worker answer."""
        with self.admit(request) as ask:
            return ask(task, **arguments)

    def review(self, request: Request, seat: Seat) -> Any:
        """The review of a game that is over."""
        with self.admit(request) as ask:
            return self.reviewer.review(seat, ask)

    async def close(self) -> None:
        """Stop the workers and let the database go."""
        await self.stage.close()
        # Close this first: other threads wait for its answers.
        await asyncio.to_thread(self.jobs.close)
        await asyncio.to_thread(self.players.shutdown)
        await asyncio.to_thread(self.reviewer.close)
        await asyncio.to_thread(self.store.close)


def address_of(request: Request | WebSocket) -> str:
    """Where a request comes from, as limits count it."""
    return client_key(request.client.host) if request.client else ""


async def server_of(request: Request) -> Server:
    """The server of a request."""
    server: Server = request.app.state.server
    return server


def known_player(request: Request | WebSocket) -> str | None:
    """The player that a request's cookie names."""
    player = request.cookies.get(COOKIE, "")
    return player if re.fullmatch(r"[A-Za-z0-9_-]{22,48}", player, re.ASCII) else None


async def player_of(request: Request, response: Response) -> str:
    """The player of a request; a new one gets a cookie."""
    player = known_player(request)
    if player is None:
        player = secrets.token_urlsafe(24)
        is_safe = request.url.scheme == "https"
        response.set_cookie(
            COOKIE, player, max_age=YEAR, httponly=True, samesite="strict", secure=is_safe
        )
    return player


TheServer = Annotated[Server, Depends(server_of)]
Player = Annotated[str, Depends(player_of)]
GameId = Annotated[Token, PathParameter(description="the id of a game")]


def seat_of(server: TheServer, player: Player, game: GameId) -> Seat:
    """The player's own game of that id."""
    return server.games.seat(player, game)


TheSeat = Annotated[Seat, Depends(seat_of)]


async def reading_of(request: Request, server: TheServer) -> AsyncIterator[None]:
    """The turn of whoever goes through a history; it is metered by what it takes."""
    address = address_of(request)
    server.looking_back.take(address)
    async with server.reading:
        start = time.monotonic()
        yield
        seconds = time.monotonic() - start
    server.looking_back.charge(address, 10 * seconds * server.looking_back.rate)


async def exporting_of(request: Request, server: TheServer) -> AsyncIterator[None]:
    """The turn of whoever takes all games along."""
    server.exports.take(address_of(request))
    async with server.exporting:
        yield


# The turn ends with the work, and not when a slow client has read the answer.
Reading = Annotated[None, Depends(reading_of, scope="function")]
Exporting = Annotated[None, Depends(exporting_of, scope="function")]
