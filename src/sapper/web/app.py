"""The application: the typed API, the websockets for moves and for watching, and the page.

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
import json
import logging
import re
import secrets
import socket
import sys
import webbrowser
from collections import Counter
from collections.abc import AsyncIterator, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi import Path as PathParameter
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketDisconnect

from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.board import Board
from sapper.formats import find
from sapper.formats import write as write_noun
from sapper.grid import SapperError, percent
from sapper.level import NAMED, Level
from sapper.metrics import Metrics
from sapper.replay import Replay
from sapper.view import Move
from sapper.web import forms, statistics
from sapper.web.analyst import Analyst, Stage
from sapper.web.forms import Token
from sapper.web.guard import LOOPBACK, Crowd, Guard, Meter
from sapper.web.reading import MAX_SIDE, parse_level
from sapper.web.store import Store, StoreError, default_url
from sapper.web.table import RefusedError, Seat, Table

STATIC = Path(__file__).parent / "static"
COOKIE = "sapper_player"
YEAR = 365 * 24 * 3600
DAY = 24 * 3600

log = logging.getLogger("sapper.web")


@dataclass(frozen=True, slots=True)
class Limits:
    """What one server, and one client of it, may use."""

    body: int = 2**20
    running_games: int = 30
    """games under way a player"""
    new_games: tuple[float, float] = (600, 10)
    """games an address: at once, and a second after that"""
    analyses: tuple[float, float] = (120, 10)
    """analyses and files to read, per address; a second of work counts as `rate` of them"""
    asking: int = 16
    """analyses under way at once, per address"""
    asking_together: int = 24
    """and of all: fewer than the server has threads, so that games go on"""
    workers: int = 2
    analysis_seconds: float = 6.0
    moves: tuple[float, float] = (1000, 100)
    """moves a player"""
    playing: int = 12
    """websockets for moves a player: one a tab"""
    playing_together: int = 500
    """websockets for moves an address: a class behind one of them"""
    watched: int = 8
    """agents at once"""
    watching: int = 4
    """websockets an address"""
    step_seconds: float = 30.0
    """for a decision of a watched agent"""
    history: int = 10_000


class Server:
    """What the routes share: the store, the table, the workers and the meters."""

    def __init__(self, url: str, limits: Limits) -> None:
        self.limits = limits
        self.store = Store(url)
        self.table = Table(self.store, limits.running_games)
        self.analyst = Analyst(limits.workers, limits.analysis_seconds)
        self.stage = Stage(limits.watched)
        self.new_games = Meter(*limits.new_games)
        self.analyses = Meter(*limits.analyses)
        self.asking = Crowd(limits.asking, limits.asking_together)
        self.moves = Meter(*limits.moves)
        self.watching: Counter[str] = Counter()
        self.playing: Counter[str] = Counter()
        self.after = ThreadPoolExecutor(1, "after")

    def analyse(self, request: Request, task: str, **arguments: Any) -> Any:
        """Let a worker answer, within what the client may ask."""
        address = _address(request)
        self.analyses.take(address)

        def charge(seconds: float) -> None:
            # Whoever asks for what takes long gets to ask less often.
            self.analyses.charge(address, seconds * self.analyses.rate)

        with self.asking.one(address):
            return self.analyst.ask(task, charge, **arguments)

    def play(self, player: str, seat: Seat, form: forms.MoveForm) -> forms.Answer:
        """Make a move. When this returns, the move is on the disk."""
        self.moves.take(player)
        with seat.lock:
            if form.cell >= seat.level.size:
                seat.game.grid.name(form.cell)  # raises, naming the limit
            change = self.table.play(seat, Move(form.kind, form.cell), form.after)
            game = seat.game
            if seat.over:
                self.after.submit(self.measure_luck, seat)
            return forms.Answer(
                cells=list(change.cells),
                symbols=change.symbols,
                opened=change.opened,
                flags=game.view.flags,
                moves=len(game.moves),
                elapsed=game.elapsed,
                outcome=seat.row.outcome,  # type: ignore[arg-type]
                end=_end(seat),
            )

    def measure_luck(self, seat: Seat) -> None:
        """Find the guesses of a finished game; nobody waits for it."""
        try:
            answer = self.analyst.ask("luck", record=str(self.table.record(seat)))
            self.store.change(seat.row.id, **answer)
        except SapperError as problem:
            log.info("no luck for a game: %s", problem)

    async def close(self) -> None:
        """Stop the workers and let the database go."""
        await self.stage.close()
        await asyncio.to_thread(self.after.shutdown, True, cancel_futures=True)
        await asyncio.to_thread(self.analyst.close)
        await asyncio.to_thread(self.store.close)


def _address(request: Request | WebSocket) -> str:
    return request.client.host if request.client else ""


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
        response.set_cookie(COOKIE, player, max_age=YEAR, httponly=True, samesite="strict")
    return player


TheServer = Annotated[Server, Depends(server_of)]
Player = Annotated[str, Depends(player_of)]
GameId = Annotated[Token, PathParameter(description="the id of a game")]


def seat_of(server: TheServer, player: Player, game: GameId) -> Seat:
    """The player's own game of that id."""
    return server.table.seat(player, game)


TheSeat = Annotated[Seat, Depends(seat_of)]

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": forms.Problem, "description": "Not readable"},
    403: {"model": forms.Problem, "description": "From another site"},
    413: {"model": forms.Problem, "description": "Too large"},
    422: {"model": forms.Problem, "description": "Not valid"},
    429: {"model": forms.Problem, "description": "Too much at once"},
}
_GAME_PROBLEMS: dict[int | str, dict[str, Any]] = {
    404: {"model": forms.Problem, "description": "No such game of yours"},
    409: {"model": forms.Problem, "description": "Not now"},
}

api = APIRouter(prefix="/api", responses=_PROBLEMS)


# -- what there is --------------------------------------------------------------------------


@api.get("/about", tags=["about"])
def about() -> forms.About:
    """The levels and agents."""
    return forms.About(
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
        ],
        guesses=list(GUESSES),
        max_side=MAX_SIDE,
    )


# -- playing --------------------------------------------------------------------------------


@api.post("/games", status_code=201, tags=["play"], responses=_GAME_PROBLEMS)
def new_game(
    request: Request, server: TheServer, player: Player, form: forms.NewGame
) -> forms.GameForm:
    """Start a game."""
    server.new_games.take(_address(request))
    if form.replace is not None:
        with contextlib.suppress(RefusedError):
            _leave(server, server.table.seat(player, form.replace))
    given = [form.level, form.board, form.share]
    if sum(thing is not None for thing in given) != 1:
        raise RefusedError(422, "give exactly one of level, board and share")
    if form.share is not None:
        seat = server.table.again(player, form.share)
    elif form.board is not None:
        board = Board.parse(server.analyse(request, "board", text=form.board))
        seat = server.table.start(player, board.level, board)
    else:
        assert form.level is not None
        seat = server.table.start(player, parse_level(form.level))
    return game_form(seat)


@api.get("/games/{game}", tags=["play"], responses=_GAME_PROBLEMS)
def get_game(seat: TheSeat) -> forms.GameForm:
    """A game as its player may see it."""
    return game_form(seat)


@api.post(
    "/games/{game}/moves",
    tags=["play"],
    responses={
        **_GAME_PROBLEMS,
        412: {"model": forms.Problem, "description": "The game has other moves than you think"},
    },
)
def move(server: TheServer, seat: TheSeat, form: forms.MoveForm) -> forms.Answer:
    """Make a move. When this answers, the move is on the disk.

    The websocket at /api/play takes the same form with the game's id as `game`, and is quicker.
    """
    return server.play(seat.row.player, seat, form)


@api.post("/games/{game}/undo", tags=["play"], responses=_GAME_PROBLEMS)
def undo(server: TheServer, seat: TheSeat) -> forms.GameForm:
    """Take the last move back; the game is assisted from then on."""
    server.table.undo(seat)
    return game_form(seat)


@api.post("/games/{game}/leave", status_code=204, tags=["play"], responses=_GAME_PROBLEMS)
def leave(server: TheServer, seat: TheSeat) -> None:
    """Give a game up; one in which nothing was opened is forgotten."""
    _leave(server, seat)


def _leave(server: Server, seat: Seat) -> None:
    was_over = seat.over
    server.table.leave(seat)
    if not was_over and seat.row.clicks is not None:
        server.after.submit(server.measure_luck, seat)


@api.get("/games/{game}/odds", tags=["help"], responses=_GAME_PROBLEMS)
def game_odds(request: Request, server: TheServer, seat: TheSeat) -> forms.Analysis:
    """The exact odds of a game under way; it is assisted once they say anything."""
    return forms.Analysis(**server.analyse(request, "analyse", position=_help(server, seat)))


@api.post("/games/{game}/hint", tags=["help"], responses=_GAME_PROBLEMS)
def game_hint(
    request: Request, server: TheServer, seat: TheSeat, form: forms.HintQuestion
) -> forms.Hint:
    """A hint of the tier asked for; the game is assisted once it says anything."""
    position = _help(server, seat)
    return forms.Hint(**server.analyse(request, "hint", position=position, tier=form.tier))


@api.get("/games/{game}/guess", tags=["help"], responses=_GAME_PROBLEMS)
def may_guess(request: Request, server: TheServer, seat: TheSeat) -> forms.MayGuess:
    """Am I allowed to guess? Only when no cell is certainly safe."""
    answer = server.analyse(request, "analyse", position=_help(server, seat))
    first_is_safe = answer["first_is_safe"]
    if first_is_safe:
        words = f"You need not. {answer['words']}"
    elif answer["safe"]:
        words = "No: a safe cell can be found by reasoning."
    else:
        words = "Yes: nothing is certain here."
        if answer["risk"] is not None:
            risk = percent(answer["risk"])
            words += f" The safest cell is a mine with a chance of {risk}."
    return forms.MayGuess(
        allowed=not (first_is_safe or answer["safe"]),
        words=words,
        risk=answer["risk"],
        first_is_safe=first_is_safe,
    )


def _help(server: Server, seat: Seat) -> str:
    """The position of a game whose player asks for help, and gets it."""
    with seat.lock:
        if seat.over:
            raise RefusedError(409, "the game is over")
        view = seat.game.view
        if not view.first_is_safe:  # else there is nothing to tell
            server.table.assist(seat)
        return str(view)


FileName = Literal["position.txt", "board.txt", "board.mbf", "record.txt", "replay.rawvf"]


@api.get(
    "/games/{game}/files/{name}",
    tags=["files"],
    responses={
        **_GAME_PROBLEMS,
        200: {"content": {"text/plain": {}, "application/octet-stream": {}}},
    },
    response_class=Response,
)
def game_file(server: TheServer, seat: TheSeat, name: FileName) -> Response:
    """A game as a file; all but the position only when it is over."""
    media = "text/plain; charset=utf-8"
    data: str | bytes
    if name == "position.txt":
        data = str(seat.game.view)
    else:
        record = server.table.record(seat)
        match name:
            case "board.txt":
                data = str(record.board)
            case "record.txt":
                data = str(record)
            case "replay.rawvf":
                replay = replace(Replay.of(record), created=int(seat.row.created * 1_000_000))
                data = write_noun(replay, find("rawvf"))
            case "board.mbf":
                data = write_noun(record.board, find("mbf"))
                media = "application/octet-stream"
    disposition = {"Content-Disposition": f'attachment; filename="sapper-{name}"'}
    return Response(data, media_type=media, headers=disposition)


@api.get("/games/{game}/metrics", tags=["files"], responses=_GAME_PROBLEMS)
def game_metrics(request: Request, server: TheServer, seat: TheSeat) -> Metrics:
    """What a game that is over is measured by: clicks, efficiency, ZiNi, luck (docs/metrics.md)."""
    record = server.table.record(seat)
    return Metrics(**server.analyse(request, "metrics", record=str(record)))


def game_form(seat: Seat) -> forms.GameForm:
    """A game as its player may see it."""
    with seat.lock:
        game, level = seat.game, seat.level
        return forms.GameForm(
            id=seat.row.id,
            level=str(level),
            width=level.width,
            height=level.height,
            mines=level.mines,
            rows=game.view.rows,
            flags=game.view.flags,
            moves=len(game.moves),
            elapsed=seat.row.elapsed if seat.row.elapsed is not None else game.elapsed,
            started=bool(game.moves),
            assisted=seat.row.assisted,
            outcome=seat.row.outcome,  # type: ignore[arg-type]
            end=_end(seat),
        )


def _end(seat: Seat) -> forms.End | None:
    """The truth, once it can do no harm."""
    if not seat.over:
        return None
    board, row = seat.game.board, seat.row
    if board is None:
        return None
    measured = board.statistics
    clicks = row.clicks or 0
    won = row.outcome == "won"
    return forms.End(
        share=row.share,
        answer=seat.game.answer,
        three_bv=measured.three_bv,
        openings=measured.openings,
        islands=measured.islands,
        clicks=clicks,
        opened=row.opened or 0,
        efficiency=measured.three_bv / clicks if won and clicks else None,
        three_bv_per_second=statistics.per_second(row),
    )


# -- analysing ------------------------------------------------------------------------------


@api.post("/analyse", tags=["analyse"])
def analyse(request: Request, server: TheServer, form: forms.Position) -> forms.Analysis:
    """The odds of a position, or the clues in conflict."""
    return forms.Analysis(**server.analyse(request, "analyse", position=form.position))


@api.post("/explain", tags=["analyse"])
def explain(request: Request, server: TheServer, form: forms.Question) -> forms.Explanation:
    """Why a cell is certain, or that it is not; without a cell, the easiest certain one."""
    answer = server.analyse(request, "explain", position=form.position, cell=form.cell)
    return forms.Explanation(**answer)


@api.post("/hint", tags=["analyse"])
def hint(request: Request, server: TheServer, form: forms.PositionHint) -> forms.Hint:
    """A hint for a position."""
    answer = server.analyse(request, "hint", position=form.position, tier=form.tier)
    return forms.Hint(**answer)


@api.post("/value", tags=["analyse"])
def value(request: Request, server: TheServer, form: forms.Position) -> forms.Value:
    """The chance to win from a position, and with each move that is worth a thought."""
    return forms.Value(**server.analyse(request, "value", position=form.position))


@api.post("/numbers", tags=["analyse"])
def numbers(request: Request, server: TheServer, form: forms.CellQuestion) -> forms.Numbers:
    """What opening a hidden cell may show."""
    answer = server.analyse(request, "numbers", position=form.position, cell=form.cell)
    return forms.Numbers(**answer)


@api.post(
    "/read",
    tags=["files"],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def read(request: Request, server: TheServer) -> forms.Noun:
    """Read a board, position, record or replay: a file in any format, or a link."""
    data = (await request.body()).decode("latin-1")  # as JSON carries bytes
    return forms.Noun(**await run_in_threadpool(server.analyse, request, "read", data=data))


# -- looking back ---------------------------------------------------------------------------


@api.get("/history", tags=["history"])
def history(
    server: TheServer,
    player: Player,
    level: Annotated[str | None, Query(max_length=64)] = None,
    outcome: Literal["won", "lost", "left"] | None = None,
    assisted: bool | None = None,
    offset: Annotated[int, Query(ge=0, le=10_000)] = 0,
    limit: Annotated[int, Query(ge=0, le=500)] = 100,
) -> forms.History:
    """A player's games, the latest first, and statistics of all that pass the filters."""
    rows = server.store.history(player, server.limits.history, finished=False)
    running = [row for row in rows if row.outcome is None]
    kept = [
        row
        for row in rows
        if row.outcome is not None
        and (level is None or level in (row.level, statistics.name(row.level)))
        and (outcome is None or row.outcome == outcome)
        and (assisted is None or row.assisted == assisted)
    ]
    return forms.History(
        games=[statistics.past(row) for row in kept[offset : offset + limit]],
        running=[statistics.past(row) for row in running],
        levels=statistics.by_level(kept),
        total=len(kept),
    )


@api.get("/export", tags=["history"])
def export(server: TheServer, player: Player, response: Response) -> forms.Export:
    """All finished games of a player with their records."""
    games = []
    for row in server.store.history(player, server.limits.history):
        seat = server.table.seat(player, row.id)
        past = statistics.past(row).model_dump()
        games.append(forms.ExportedGame(**past, record=str(server.table.record(seat))))
    response.headers["Content-Disposition"] = 'attachment; filename="sapper-games.json"'
    return forms.Export(games=games)


# -- moves over a websocket -----------------------------------------------------------------


class SocketMove(forms.MoveForm):
    """A move as the websocket takes it: with its game."""

    game: Token


@api.websocket("/play")
async def play(websocket: WebSocket) -> None:
    """Moves of the player's games, each answered in turn. A request a move costs a browser more.

    ->  {"game": ID, "kind": "open", "cell": 40, "after": 3}
    <-  what POST /api/games/ID/moves answers, or {"problem": "...", "status": 409}

    What is not a move ends the conversation; a move that is refused does not.
    """
    server: Server = websocket.app.state.server
    player, address = known_player(websocket), _address(websocket)
    await websocket.accept()
    keys = [f"address {address}", f"player {player}"]
    server.playing.update(keys)
    try:
        if player is None:
            raise RefusedError(403, "no player: load the page or ask for a game first")
        together, own = (server.playing[key] for key in keys)
        if own > server.limits.playing or together > server.limits.playing_together:
            raise RefusedError(429, "too many pages play at once: close one of them first")
        while True:
            form = SocketMove.model_validate_json(await _text(websocket))
            try:
                answer = await asyncio.to_thread(_play, server, player, form)
            except SapperError as problem:
                await websocket.send_json(_problem(problem))
            else:
                await websocket.send_text(answer)
    except WebSocketDisconnect:
        return
    except (ValidationError, SapperError) as problem:
        await _close(websocket, problem)
    except RuntimeError:
        return  # the client went away while something was being sent
    finally:
        server.playing.subtract(keys)
        server.playing += Counter()  # those at zero are forgotten


def _play(server: Server, player: str, form: SocketMove) -> str:
    return server.play(player, server.table.seat(player, form.game), form).model_dump_json()


async def _text(websocket: WebSocket) -> str:
    """The next message, which has to be text."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if not isinstance(text, str):
        raise SapperError("say it as text: JSON")
    return text


def _problem(problem: ValidationError | SapperError) -> dict[str, Any]:
    words = _first_line(problem.errors()) if isinstance(problem, ValidationError) else str(problem)
    return {"problem": words, "status": _status(problem)}


async def _close(websocket: WebSocket, problem: ValidationError | SapperError) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await websocket.send_json(_problem(problem))
        await websocket.close()


# -- watching -------------------------------------------------------------------------------


class WatchForm(forms.Form):
    """What to watch: one agent or two on the same board."""

    level: forms.LevelText
    agents: list[Annotated[str, Query(max_length=40)]]
    guess: str | None = None
    seed: forms.Seed | None = None


@api.websocket("/watch")
async def watch(websocket: WebSocket) -> None:
    """Agents at play. The client asks once, then for `more` frames as it shows them.

    ->  {"level": "expert", "agents": ["resolution", "odds"], "seed": 7}
    <-  {"level": ..., "width": ..., "seed": 7}
    <-  {"side": 0, "frame": {...}}  a decision each; {"side": 0, "done": true} after the last
    ->  {"more": 10}
    """
    server: Server = websocket.app.state.server
    address = _address(websocket)
    await websocket.accept()
    server.watching[address] += 1
    try:
        if server.watching[address] > server.limits.watching:
            raise RefusedError(429, "you are watching too many games: close one of them first")
        server.analyses.take(address)
        form = WatchForm.model_validate_json(await asyncio.wait_for(_text(websocket), timeout=20))
        level = parse_level(form.level)
        if not 1 <= len(form.agents) <= 2:
            raise SapperError("watch one agent or two")
        seed = secrets.randbelow(2**31) if form.seed is None else form.seed
        head = {"level": str(level), "width": level.width, "height": level.height}
        await websocket.send_json({**head, "mines": level.mines, "seed": seed})
        allowance = [Allowance(20) for _ in form.agents]
        listener = asyncio.create_task(_listen(websocket, allowance))
        sides = [
            asyncio.create_task(
                _show(server, websocket, allowance[side], side, agent, level, seed, form.guess)
            )
            for side, agent in enumerate(form.agents)
        ]
        try:
            # Until all are done, or the client goes away.
            left = set(sides)
            while left and not listener.done():
                done, _ = await asyncio.wait({listener, *left}, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
                left -= done
        finally:
            for task in (listener, *sides):
                task.cancel()
            await asyncio.gather(listener, *sides, return_exceptions=True)
        await websocket.close()
    except (WebSocketDisconnect, TimeoutError):
        return
    except (ValidationError, SapperError) as problem:
        await _close(websocket, problem)
    except RuntimeError:
        return  # the client went away while something was being sent
    finally:
        server.watching[address] -= 1
        server.watching += Counter()  # those at zero are forgotten


async def _listen(websocket: WebSocket, allowance: list[Allowance]) -> None:
    """Count what the client asks for, until it goes away."""
    while True:
        try:
            message = json.loads(await _text(websocket))
            allowance[int(message.get("side", 0))].add(int(message["more"]))
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            raise SapperError('say {"side": 0, "more": 10}') from None


class Allowance:
    """How many frames a client is ready for; mutable."""

    def __init__(self, frames: int) -> None:
        self._left = frames
        self._more = asyncio.Event()

    def add(self, frames: int) -> None:
        """The client is ready for more; nobody is ready for more than 200."""
        self._left = min(200, self._left + max(0, frames))
        self._more.set()

    async def take(self) -> None:
        """Wait until the client is ready for a frame."""
        while not self._left:
            self._more.clear()
            await self._more.wait()
        self._left -= 1


async def _show(
    server: Server,
    websocket: WebSocket,
    credit: Allowance,
    side: int,
    agent: str,
    level: Level,
    seed: int,
    guess: str | None,
) -> None:
    """Pass a worker's frames on, no faster than they are asked for."""
    if agent not in AGENTS:
        raise SapperError(f"no such agent: use one of {', '.join(AGENTS)}")
    request = {"task": "watch", "agent": agent, "level": str(level), "seed": seed, "guess": guess}
    async with server.stage.worker(**request) as lines:
        while True:
            await credit.take()
            try:
                line = await asyncio.wait_for(lines.readline(), server.limits.step_seconds)
            except (TimeoutError, ValueError):
                line = json.dumps({"refused": f"{agent} takes too long for this board"}).encode()
            if not line or line.startswith(b'{"last"'):
                await websocket.send_json({"side": side, "done": True})
                return
            if line.startswith((b'{"refused"', b'{"failed"')):
                raise SapperError(*json.loads(line).values())
            # The line is JSON already: it only gets its side.
            await websocket.send_text(f'{{"side":{side},{line[1:].decode().strip()}')


# -- the application ------------------------------------------------------------------------


def create_app(
    database_url: str | None = None,
    *,
    limits: Limits | None = None,
    hosts: Collection[str] | None = None,
) -> FastAPI:
    """The application on a database (SQLite in the user's data directory when none is given).

    `hosts` are the names that it answers to; None means any.
    """
    limits = limits or Limits()
    server = Server(database_url or default_url(), limits)

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
        "Besides what is listed here there are two websockets, which talk in JSON: /api/play takes "
        "moves, a MoveForm with its game's id as `game`, and answers each with an Answer or a "
        "problem; /api/watch shows agents at play.",
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,  # it would load scripts from elsewhere; /api.html is our own
        redoc_url=None,
    )
    app.state.server = server
    app.include_router(api)

    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        # The cookie comes with the page, so that its first requests are all of one player.
        response = FileResponse(STATIC / "index.html")
        await player_of(request, response)
        return response

    app.mount("/", StaticFiles(directory=STATIC, html=True))
    app.add_middleware(Guard, hosts=hosts, body=limits.body)

    @app.exception_handler(SapperError)
    async def _(_request: Request, problem: SapperError) -> JSONResponse:
        return JSONResponse({"detail": str(problem)}, _status(problem))

    @app.exception_handler(RequestValidationError)
    async def _(_request: Request, problem: RequestValidationError) -> JSONResponse:
        return JSONResponse({"detail": _first_line(problem.errors())}, 422)

    return app


def _status(problem: Exception) -> int:
    """The HTTP status of what went wrong."""
    if isinstance(problem, RefusedError):
        return problem.status
    if isinstance(problem, StoreError):
        log.error("%s", problem)
        return 503
    return 422


def _first_line(errors: Any) -> str:
    first = errors[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return f"{place}: {first['msg']}" if place else str(first["msg"])


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = True,
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
    app = create_app(database, hosts=LOOPBACK if host in LOOPBACK else None)
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
    uvicorn.Server(config).run(sockets=[listener])
