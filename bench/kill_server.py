"""Kill the server repeatedly while people play: is every answered move stored?

    python bench/kill_server.py [--kills 100] [--players 6] [--seed 1]
                                [--database postgresql://...]

Players open and flag cells as fast as the server answers, half of them by HTTP request and half
over websockets. After a random number of answers, the server is killed with SIGKILL. While the
server is down, the script reads the games directly from the database. Each game must contain
exactly the answered moves in their original order, plus at most one move that was still in
progress. Then the server starts again, and the players continue the same games.

To save time, one process imports all modules and forks a server for each run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from report import machine

ZYGOTE = """
import os, sys
from sapper.web import app
from sapper.web import server_processes
app.prepare = lambda: None  # there are no viewers here
for _ in sys.stdin:
    child = os.fork()
    if not child:
        sys.stdin.close()
        app.serve(port=int(sys.argv[2]), database=sys.argv[1], open_browser=False)
        os._exit(0)
    print(child, flush=True)
    os.waitpid(child, 0)
    print("gone", flush=True)
"""

LEVEL = "16x12x30/safe"
CELLS = 16 * 12


class Game:
    """A player's game, with the answered moves and the move in progress."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = ""
        self.answered: list[tuple[str, int]] = []
        self.under_way: tuple[str, int] | None = None
        self.over = False
        self.is_checked = False


class Player:
    """A client that plays until the server is killed."""

    def __init__(self, url: str, number: int, rng: random.Random) -> None:
        self.url, self.rng, self.by_socket = url, rng, number % 2 == 1
        self.cookies = httpx.Cookies()
        self.games: list[Game] = []

    async def play(self) -> None:
        try:
            async with httpx.AsyncClient(
                base_url=self.url, timeout=60, cookies=self.cookies
            ) as client:
                await self._play(client)
        except (httpx.HTTPError, OSError, WebSocketException):
            pass  # the server was killed

    async def _play(self, client: httpx.AsyncClient) -> None:
        socket: Any = None
        while True:
            if not self.games or self.games[-1].over or len(self.games[-1].answered) > 150:
                begun = (await client.post("/api/games", json={"level": LEVEL})).json()
                self.cookies = client.cookies
                self.games.append(Game(self))
                self.games[-1].name = begun["id"]
            if self.by_socket and socket is None:
                cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
                address = f"{self.url.replace('http', 'ws')}/api/play"
                socket = await connect(address, additional_headers={"Cookie": cookie})
            await self._move(client, socket, self.games[-1])

    async def _move(self, client: httpx.AsyncClient, socket: Any, game: Game) -> None:
        kind = "flag" if self.rng.random() < 0.9 else "open"
        cell = self.rng.randrange(CELLS)
        form = {"kind": kind, "cell": cell, "after": len(game.answered)}
        game.under_way = (kind, cell)
        if socket is not None:
            await socket.send(json.dumps({"game": game.name, **form}))
            answer = json.loads(await socket.recv())
        else:
            reply = await client.post(f"/api/games/{game.name}/moves", json=form)
            answer = reply.json()
        if "over" in str(answer.get("detail", answer.get("problem", ""))):
            # The last move of the game was stored, but the server was killed before it answered.
            game.over, game.under_way = True, None
            return
        assert "cells" in answer, answer
        if answer["moves"] > len(game.answered):
            game.answered.append((kind, cell))
        game.under_way = None
        game.over = answer["outcome"] is not None


def stored(database: str, game: str) -> list[tuple[str, int]]:
    """The moves of a game that are stored in the database."""
    import sqlalchemy

    url = database if "://" in database else f"sqlite:///{database}"
    engine = sqlalchemy.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    query = sqlalchemy.text("SELECT kind, cell FROM moves WHERE game = :game ORDER BY number")
    with engine.connect() as connection:
        found = [(kind, cell) for kind, cell in connection.execute(query, {"game": game})]
    engine.dispose()
    return found


def check(database: str, players: list[Player]) -> Counter[str]:
    """Compare the stored moves with the answered ones. A move in progress may be stored or not."""
    counts: Counter[str] = Counter()
    for player in players:
        for game in player.games:
            if game.is_checked:
                continue
            found = stored(database, game.name)
            extra = found[len(game.answered) :]
            counts["answered"] += len(game.answered)
            if found[: len(game.answered)] != game.answered:
                counts["lost"] += 1
                print(f"LOST in {game.name}: {game.answered[-3:]} but {found[-3:]}")
            if extra and (len(extra) > 1 or extra[0] != game.under_way):
                counts["invented"] += 1
                print(f"INVENTED in {game.name}: {extra}, in progress {game.under_way}")
            if extra:
                counts["made, and not answered"] += 1
            game.answered, game.under_way = found, None
            game.is_checked = game is not player.games[-1]
    return counts


def answered(players: list[Player]) -> int:
    return sum(len(game.answered) for player in players for game in player.games)


async def wait_for(url: str) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        for _ in range(3000):
            try:
                if (await client.get("/api/health")).status_code == 200:
                    return
            except httpx.HTTPError:
                await asyncio.sleep(0.02)
    raise SystemExit("the server did not start")


async def life(url: str, pid: int, players: list[Player], rng: random.Random) -> None:
    await wait_for(url)
    before, enough = answered(players), rng.randint(0, 60)
    playing = [asyncio.create_task(player.play()) for player in players]
    until = time.perf_counter() + 20
    while answered(players) - before < enough and time.perf_counter() < until:
        await asyncio.sleep(0.001)
    os.kill(pid, signal.SIGKILL)
    await asyncio.gather(*playing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--database", help="a URL (default: SQLite in a temporary folder)")
    options = parser.parse_args()
    print(f"{machine()}; load average {os.getloadavg()[0]:.1f}")
    rng = random.Random(options.seed)
    url = f"http://127.0.0.1:{options.port}"
    players = [Player(url, number, rng) for number in range(options.players)]
    counts: Counter[str] = Counter()
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or str(Path(folder) / "games.db")
        zygote = subprocess.Popen(
            [sys.executable, "-c", ZYGOTE, database, str(options.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert zygote.stdin is not None
        assert zygote.stdout is not None
        start = time.perf_counter()
        for number in range(options.kills):
            zygote.stdin.write("go\n")
            zygote.stdin.flush()
            lines = iter(zygote.stdout.readline, "")
            pid = int(next(line for line in lines if line.strip().isdigit()))
            before = answered(players)
            asyncio.run(life(url, pid, players, rng))
            next(line for line in lines if line.strip() == "gone")
            total += answered(players) - before
            counts += check(database, players)
            if number % 10 == 9:
                took = time.perf_counter() - start
                print(f"{number + 1} kills, {total} moves answered, {took:.0f} s", flush=True)
        zygote.stdin.close()
        zygote.wait()
    games = sum(len(player.games) for player in players)
    print(
        f"{options.kills} kills, {games} games, {total} moves answered: lost {counts['lost']}, "
        f"invented {counts['invented']}; {counts['made, and not answered']} were made and not "
        "answered"
    )


if __name__ == "__main__":
    main()
