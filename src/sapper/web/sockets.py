"""The websockets for moves in quick succession and for watching agents. Messages are JSON.

Messages to a client that has disconnected are dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, WebSocket
from pydantic import Field, StringConstraints, ValidationError
from starlette.websockets import WebSocketDisconnect

from sapper.agents import AGENTS
from sapper.errors import SapperError
from sapper.web import forms
from sapper.web.guard import Concurrency
from sapper.web.job_queue import WatchPlace
from sapper.web.problems import RefusedError, answer_of, worker_problem
from sapper.web.reading import parse_level
from sapper.web.routes.play import make_move
from sapper.web.server import Server, address_of, known_player

routes = APIRouter()

AgentName: TypeAlias = Annotated[str, StringConstraints(max_length=40)]

FIRST_SECONDS = 20.0
"""time for a client to say what it wants to watch or to measure"""


async def converse(
    websocket: WebSocket,
    talk: Callable[[], Awaitable[None]],
    concurrency: Concurrency,
    *limits: tuple[str, int, RefusedError],
) -> None:
    """Run `talk` until it ends or fails, or the client disconnects. Send errors to the client.

    `concurrency` counts the open websockets. If there are too many websockets, `talk` is not run.
    """
    await websocket.accept()
    with contextlib.suppress(WebSocketDisconnect):
        try:
            with concurrency.one(*limits):
                await talk()
        except WebSocketDisconnect:
            return
        except Exception as problem:
            await _say_problem(websocket, problem)
        with contextlib.suppress(RuntimeError):  # the websocket is already closed
            await websocket.close()


async def receive_text(websocket: WebSocket, seconds: float = math.inf) -> str:
    """The next message, which must be text. If no message arrives in time, close the websocket."""
    server: Server = websocket.app.state.server
    try:
        async with asyncio.timeout(min(seconds, server.limits.idle_seconds)):
            message = await websocket.receive()
    except TimeoutError:
        with contextlib.suppress(RuntimeError):  # the websocket is already closed
            await websocket.close(1001)
        raise WebSocketDisconnect(1001) from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    await asyncio.sleep(server.messages.pace(address_of(websocket)))
    text = message.get("text")
    if not isinstance(text, str):
        raise SapperError("send text frames that contain JSON")
    return text


async def say(websocket: WebSocket, text: str) -> None:
    try:
        await websocket.send_text(text)
    except RuntimeError as gone:
        # Some servers raise RuntimeError when the client has disconnected.
        raise WebSocketDisconnect(1006) from gone


async def end(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks, and wait until they have ended.

    With `asyncio.gather`, we could not tell whether the caller or one of the tasks was cancelled.
    """
    for task in tasks:
        task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        task.cancel()
    await asyncio.wait(tasks)


async def _say_problem(websocket: WebSocket, problem: Exception) -> None:
    status, words = answer_of(problem)
    await say(websocket, json.dumps({"problem": words, "status": status}))


class SocketMoveForm(forms.MoveForm):
    game: forms.IdText


@routes.websocket("/play")
async def play(websocket: WebSocket) -> None:
    """Make moves in the player's games. This is faster than a separate request for each move.

        ->  {"game": ID, "kind": "open", "cell": 40, "after": 3}
        <-  the answer of POST /api/games/ID/moves, or {"problem": "...", "status": 409}

    A malformed message ends the conversation, but a refused move does not.
    """
    server: Server = websocket.app.state.server
    player, address = known_player(websocket), address_of(websocket)

    async def talk() -> None:
        if player is None:
            raise RefusedError(
                403, "the player cookie is missing: load the page or start a game first"
            )
        while True:
            form = SocketMoveForm.model_validate_json(await receive_text(websocket))
            try:
                server.count_move(player, address)
                answer = await server.at_table(make_move, server, player, form.game, form)
            except SapperError as problem:
                await _say_problem(websocket, problem)
            else:
                await say(websocket, answer.model_dump_json())

    limits = server.limits
    full = RefusedError(429, "too many game pages are open: close one of them")
    await converse(
        websocket,
        talk,
        server.playing,
        (f"address {address}", limits.playing_together, full),
        (f"player {player}", limits.playing, full),
        ("all", limits.playing_all, full),
    )


class WatchForm(forms.Form):
    """A request to watch one agent, or two agents on the same board."""

    level: forms.LevelText
    agents: list[AgentName]
    guess: str | None = None
    seed: forms.Seed | None = None


class MoreForm(forms.Form):
    """The number of additional frames that the client can receive."""

    side: Annotated[int, Field(ge=0, le=1)] = 0
    more: Annotated[int, Field(ge=0, le=2**31)]


@routes.websocket("/watch")
async def watch(websocket: WebSocket) -> None:
    """Show how agents play. The client names a game once, and then asks repeatedly for frames.

        ->  {"level": "expert", "agents": ["resolution", "odds"], "seed": 7}
        <-  {"level": ..., "width": ..., "seed": 7, "kb": [true, false]}
        <-  {"side": 0, "frame": {...}}  one per opened cell; at the end {"side": 0, "done": true}
        ->  {"more": 10}

    `kb` says which agents have a knowledge base of clauses. The agents wait while the client does
    not ask for more frames.
    """
    server: Server = websocket.app.state.server
    address = address_of(websocket)

    async def talk() -> None:
        server.analyses.take(address)
        form = WatchForm.model_validate_json(await receive_text(websocket, FIRST_SECONDS))
        level = parse_level(form.level)
        if not 1 <= len(form.agents) <= 2:
            raise SapperError("choose one or two agents")
        seed = secrets.randbelow(2**31) if form.seed is None else form.seed
        head = {"level": str(level), "width": level.width, "height": level.height}
        kb = [agent in AGENTS and AGENTS[agent].clauses for agent in form.agents]
        await say(websocket, json.dumps({**head, "mines": level.mines, "seed": seed, "kb": kb}))
        game = {"level": str(level), "seed": seed, "guess": form.guess}
        await _show_all(server, websocket, form.agents, game)

    full = RefusedError(429, "you are watching too many games: close one of them")
    await converse(websocket, talk, server.watching, (address, server.limits.watching, full))


async def _show_all(
    server: Server, websocket: WebSocket, agents: list[str], game: dict[str, Any]
) -> None:
    allowance = [Allowance(20) for _ in agents]
    listener = asyncio.create_task(_listen(websocket, allowance))
    sides = [
        asyncio.create_task(_show(server, websocket, allowance[side], side, agent, game))
        for side, agent in enumerate(agents)
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
    while True:
        try:
            wish = MoreForm.model_validate_json(await receive_text(websocket))
            allowance[wish.side].add(wish.more)
        except (ValidationError, IndexError):
            raise SapperError('send {"side": 0, "more": 10}') from None


class Allowance:
    MOST = 200

    def __init__(self, frames: int) -> None:
        self._left = frames
        self._more = asyncio.Event()

    def add(self, frames: int) -> None:
        self._left = min(self.MOST, self._left + max(0, frames))
        self._more.set()

    async def ready(self) -> None:
        while not self._left:
            self._more.clear()
            await self._more.wait()

    @property
    def is_ready(self) -> bool:
        return self._left > 0

    def use(self) -> None:
        self._left -= 1


async def _show(
    server: Server,
    websocket: WebSocket,
    credit: Allowance,
    side: int,
    agent: str,
    game: dict[str, Any],
) -> None:
    """Send a worker's frames, but no faster than the client asks for them.

    If the worker is given to another viewer, a built-in agent's game continues in a later worker.
    """
    request = {"task": "watch", "agent": server.agent(agent), **game}
    address, sent = address_of(websocket), 0
    while True:
        await credit.ready()
        watching = server.watch_places.worker(address, patient=sent > 0, skip=sent, **request)
        async with watching as (lines, place):
            while await _may_go_on(credit, place):
                try:
                    line = await asyncio.wait_for(lines.readline(), server.limits.step_seconds)
                except TimeoutError:
                    raise SapperError(
                        "{agent} took too long: choose a smaller board or another agent",
                        agent=agent,
                    ) from None
                if line.startswith(b'{"frame"') and line.endswith(b"\n"):
                    await say(websocket, f'{{"side":{side},{line[1:].decode().strip()}')
                    credit.use()
                    sent += 1
                elif line.startswith(b'{"last"'):
                    await say(websocket, json.dumps({"side": side, "done": True}))
                    return
                elif not place.taken.is_set():
                    what = f"{agent} failed on {game['level']} with seed {game['seed']}"
                    raise worker_problem(line, what)
        if agent in server.agents:
            raise RefusedError(429, "your seat went to another viewer: start again")


async def _may_go_on(credit: Allowance, place: WatchPlace) -> bool:
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
