"""Sockets: conversations in JSON, for moves in quick succession and for watching agents.

Either side may go away at any time; what then can't be said any more is nobody's mistake.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, WebSocket
from pydantic import Field, StringConstraints, ValidationError
from starlette.websockets import WebSocketDisconnect

from sapper.agents import AGENTS
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.web import forms
from sapper.web.job_queue import Place
from sapper.web.problems import TOO_MUCH, RefusedError, WorkerError, answer_of
from sapper.web.reading import parse_level
from sapper.web.routes.play import make_move
from sapper.web.server import Server, address_of, known_player

routes = APIRouter()

AgentName: TypeAlias = Annotated[str, StringConstraints(max_length=40)]


@contextlib.asynccontextmanager
async def conversation(websocket: WebSocket) -> AsyncIterator[None]:
    """Until the client goes away; a problem is told to it, and ends the conversation."""
    await websocket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        try:
            yield
        except WebSocketDisconnect:
            return
        except Exception as problem:
            await _say_problem(websocket, problem)
        with contextlib.suppress(RuntimeError):  # it is closed already
            await websocket.close()


async def receive_text(websocket: WebSocket) -> str:
    """The next message, which has to be text; one that comes too soon waits for its turn."""
    server: Server = websocket.app.state.server
    try:
        async with asyncio.timeout(server.limits.idle_seconds):
            message = await websocket.receive()
    except TimeoutError:
        with contextlib.suppress(RuntimeError):  # it is closed already
            await websocket.close(1001)  # nobody has said anything for so long
        raise WebSocketDisconnect(1001) from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    await asyncio.sleep(server.messages.pace(address_of(websocket)))
    text = message.get("text")
    if not isinstance(text, str):
        raise SapperError("say it as text: JSON")
    return text


async def say(websocket: WebSocket, text: str) -> None:
    """Send a message."""
    try:
        await websocket.send_text(text)
    except RuntimeError as gone:
        # So do servers say that the client has gone, where they don't say it properly.
        raise WebSocketDisconnect(1006) from gone


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks, and wait until they have ended.

    `asyncio.gather` would pass the cancelling of its own caller on as if it came from a task.
    """
    for task in tasks:
        # How it ends is known, or nobody is there to be told; also when the waiting is cancelled.
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        task.cancel()
    await asyncio.wait(tasks)


async def _say_problem(websocket: WebSocket, problem: Exception) -> None:
    status, words = answer_of(problem)
    await say(websocket, json.dumps({"problem": words, "status": status}))


# -- playing --------------------------------------------------------------------------------


class SocketMoveForm(forms.MoveForm):
    """A move as the websocket takes it: with its game."""

    game: forms.Token


@routes.websocket("/play")
async def play(websocket: WebSocket) -> None:
    """Moves of the player's games, each answered in turn: quicker than one request per move.

    ->  {"game": ID, "kind": "open", "cell": 40, "after": 3}
    <-  what POST /api/games/ID/moves answers, or {"problem": "...", "status": 409}

    What is not a move ends the conversation; a move that is refused does not.
    """
    server: Server = websocket.app.state.server
    player = known_player(websocket)
    keys = [f"address {address_of(websocket)}", f"player {player}", "all"]
    server.playing.update(keys)
    try:
        async with conversation(websocket):
            if player is None:
                raise RefusedError(403, "no player: load the page or ask for a game first")
            limits = server.limits
            most = (limits.playing_together, limits.playing, limits.playing_all)
            if any(server.playing[key] > limit for key, limit in zip(keys, most, strict=True)):
                raise RefusedError(429, "too many pages play at once: close one of them first")
            while True:
                form = SocketMoveForm.model_validate_json(await receive_text(websocket))
                try:
                    server.count_move(player, address_of(websocket))
                    answer = await server.at_table(_play, server, player, form)
                except SapperError as problem:
                    await _say_problem(websocket, problem)
                else:
                    await say(websocket, answer)
    finally:
        server.playing.subtract(keys)
        server.playing += Counter()  # those at zero are forgotten


def _play(server: Server, player: str, form: SocketMoveForm) -> str:
    return make_move(server, player, form.game, form).model_dump_json()


# -- watching -------------------------------------------------------------------------------


class WatchForm(forms.Form):
    """What to watch: one agent or two on the same board."""

    level: forms.LevelText
    agents: list[AgentName]
    guess: str | None = None
    seed: forms.Seed | None = None


class MoreForm(forms.Form):
    """How many frames more the client is ready for."""

    side: Annotated[int, Field(ge=0, le=1)] = 0
    more: Annotated[int, Field(ge=0, le=2**31)]


@routes.websocket("/watch")
async def watch(websocket: WebSocket) -> None:
    """Agents at play. The client asks once, then for `more` frames as it shows them.

    ->  {"level": "expert", "agents": ["resolution", "odds"], "seed": 7}
    <-  {"level": ..., "width": ..., "seed": 7}
    <-  {"side": 0, "frame": {...}}  one per decision; {"side": 0, "done": true} after the last
    ->  {"more": 10}
    """
    server: Server = websocket.app.state.server
    address = address_of(websocket)
    server.watching[address] += 1
    try:
        async with conversation(websocket):
            if server.watching[address] > server.limits.watching:
                raise RefusedError(429, "you are watching too many games: close one of them first")
            server.analyses.take(address)
            try:
                wish = await asyncio.wait_for(receive_text(websocket), timeout=20)
            except TimeoutError:
                return  # whoever says nothing wants nothing
            form = WatchForm.model_validate_json(wish)
            level = parse_level(form.level)
            if not 1 <= len(form.agents) <= 2:
                raise SapperError("watch one agent or two")
            seed = secrets.randbelow(2**31) if form.seed is None else form.seed
            head = {"level": str(level), "width": level.width, "height": level.height}
            await say(websocket, json.dumps({**head, "mines": level.mines, "seed": seed}))
            await _show_all(server, websocket, form, level, seed)
    finally:
        server.watching[address] -= 1
        server.watching += Counter()  # those at zero are forgotten


async def _show_all(
    server: Server, websocket: WebSocket, form: WatchForm, level: Level, seed: int
) -> None:
    """Show every agent's game at once, until all have ended or the client goes away."""
    allowance = [Allowance(20) for _ in form.agents]
    listener = asyncio.create_task(_listen(websocket, allowance))
    sides = [
        asyncio.create_task(
            _show(server, websocket, allowance[side], side, agent, level, seed, form.guess)
        )
        for side, agent in enumerate(form.agents)
    ]
    try:
        left = set(sides)
        while left and not listener.done():
            done, _ = await asyncio.wait({listener, *left}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            left -= done
    finally:
        await end(listener, *sides)


async def _listen(websocket: WebSocket, allowance: list[Allowance]) -> None:
    """Count what the client asks for, until it goes away."""
    while True:
        try:
            wish = MoreForm.model_validate_json(await receive_text(websocket))
            allowance[wish.side].add(wish.more)
        except (ValidationError, IndexError):
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

    async def ready(self) -> None:
        """Wait until the client is ready for a frame."""
        while not self._left:
            self._more.clear()
            await self._more.wait()

    @property
    def is_ready(self) -> bool:
        """Whether the client is ready for a frame."""
        return self._left > 0

    def use(self) -> None:
        """Count a frame that was sent."""
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
    if agent in server.agents:
        # Named by whoever started the server; a visitor names no files.
        request: dict[str, Any] = {"agent": server.agents[agent]}
    elif agent in AGENTS:
        request = {"agent": agent, **({} if guess is None else {"guess": guess})}
    else:
        known = ", ".join([*AGENTS, *server.agents])
        raise SapperError("no such agent: use one of {known}", known=known)
    request |= {"task": "watch", "level": str(level), "seed": seed}
    address, sent = address_of(websocket), 0
    while True:
        await credit.ready()
        async with server.stage.worker(address, patient=sent > 0, skip=sent, **request) as (
            lines,
            place,
        ):
            while await _may_go_on(credit, place):
                try:
                    line = await asyncio.wait_for(lines.readline(), server.limits.step_seconds)
                except TimeoutError:
                    raise SapperError(
                        "{agent} takes too long for this board", agent=agent
                    ) from None
                if line.startswith(b'{"frame"') and line.endswith(b"\n"):
                    # The line is JSON already: it only gets its side.
                    await say(websocket, f'{{"side":{side},{line[1:].decode().strip()}')
                    credit.use()
                    sent += 1
                elif not place.taken.is_set():
                    await _say_last(
                        websocket, line, side, f"{agent} failed on {level} with seed {seed}"
                    )
                    return
        if agent in server.agents:
            raise RefusedError(429, "another one came to watch, and takes the place: start again")


async def _may_go_on(credit: Allowance, place: Place) -> bool:
    """Wait until the client is ready for a frame; no, if somebody else has the place then."""
    if not credit.is_ready:
        place.resting_since = time.monotonic()
        waiting = {asyncio.create_task(credit.ready()), asyncio.create_task(place.taken.wait())}
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
        place.resting_since = None
    return not place.taken.is_set()


async def _say_last(websocket: WebSocket, line: bytes, side: int, failed: str) -> None:
    """What a worker says that is no frame, or that it said nothing."""
    match json.loads(line if line.endswith(b"\n") else "{}"):
        case {"last": _}:
            await say(websocket, json.dumps({"side": side, "done": True}))
            return
        case {"refused": words}:
            raise SapperError(words)
        case {"failed": trace}:
            raise WorkerError(f"{failed}\n{trace}")
    raise SapperError(TOO_MUCH)
