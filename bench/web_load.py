"""How fast are moves answered when many people play, if each move is stored first?

    python bench/web_load.py [--players 200] [--rate 40] [--seconds 20] [--websocket]
    python bench/web_load.py --websocket --database postgresql://user@/games
                             --workers 1 2 4 --clients 2

Every player has a separate cookie, address and expert game, and moves at random times. Together,
the players make `rate` moves per second. They send HTTP requests or, with --websocket, use one
websocket each, as the page does. The server is a separate process on this machine, with SQLite in a
temporary folder. After that, a few players move as fast as the server answers, for --rush seconds.

The second command measures the highest number of moves per second that several server processes can
answer on one database. Several processes (--clients) each run several players (--eager), who move
as fast as the server answers. For each number of workers, the script prints the speed and its ratio
to the first speed. With --server-cores, the server runs only on these cores (`taskset -c`). The
players and the database may run on these cores too, unless you start them on others.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from report import machine

CODE = """
import sys
from sapper.web.app import serve
serve(port=0, database=sys.argv[1], open_browser=False, workers=int(sys.argv[2]))
"""


class Player:
    """A player who opens and flags cells, and starts a new game when a game is over."""

    def __init__(self, url: str, seed: int, websocket: bool) -> None:
        self.url, self.websocket = url, websocket
        self.socket: ClientConnection | None = None
        self.address = f"127.1.{seed // 250 % 250}.{seed % 250 + 1}"
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        self.client = httpx.AsyncClient(base_url=url, timeout=30, transport=transport)
        self.rng = random.Random(seed)
        self.game = ""
        self.seconds: list[float] = []
        self.hidden: list[int] = []

    async def start(self) -> None:
        """Start a new game and make the first move."""
        game = (await self.client.post("/api/games", json={"level": "expert"})).json()
        self.game, self.hidden = game["id"], list(range(480))
        await self.move("open", self.rng.randrange(480), timed=False)

    async def move(self, kind: str, cell: int, timed: bool = True) -> Any:
        """Make a move, and measure the time from the request to the answer."""
        if self.websocket and self.socket is None:
            cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
            address = f"{self.url.replace('http', 'ws')}/api/play"
            self.socket = await connect(
                address, additional_headers={"Cookie": cookie}, local_addr=(self.address, 0)
            )
        form = {"kind": kind, "cell": cell}
        before = time.perf_counter()
        if self.socket is not None:
            await self.socket.send(json.dumps({"game": self.game, **form}))
            answer = json.loads(await self.socket.recv())
        else:
            path = f"/api/games/{self.game}/moves"
            answer = (await self.client.post(path, json=form)).raise_for_status().json()
        if timed:
            self.seconds.append(time.perf_counter() - before)
        opened = {c for c, s in zip(answer["cells"], answer["symbols"], strict=True) if s.isdigit()}
        self.hidden = [c for c in self.hidden if c not in opened]
        return answer

    async def play(self, rate: float, until: float) -> None:
        """Move at random times, on average `rate` times per second."""
        while (wait := self.rng.expovariate(rate)) + time.perf_counter() < until:
            await asyncio.sleep(wait)
            kind = "open" if self.rng.random() < 0.3 else "flag"
            answer = await self.move(kind, self.rng.choice(self.hidden))
            if answer["outcome"] is not None:
                await self.start()


def line(name: str, seconds: list[float], took: float) -> str:
    ordered = sorted(seconds)

    def at(share: float) -> str:
        return f"{1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.1f}"

    rate = len(ordered) / took
    return (
        f"{name}: {len(ordered)} moves, {rate:.1f} per second; ms: least {at(0)}, "
        f"median {at(0.5)}, p95 {at(0.95)}, p99 {at(0.99)}, most {1000 * ordered[-1]:.1f}"
    )


def cpu_seconds(process: int) -> float:
    """The server's CPU seconds so far, without its workers, or 0 if /proc does not exist."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def load(url: str, process: int, options: argparse.Namespace) -> None:
    players = [Player(url, seed, options.websocket) for seed in range(options.players)]
    for player in players:
        await player.start()
    start, used = time.perf_counter(), cpu_seconds(process)
    rate = options.rate / options.players
    await asyncio.gather(*(player.play(rate, start + options.seconds) for player in players))
    seconds = [second for player in players for second in player.seconds]
    print(line(f"{options.players} players", seconds, time.perf_counter() - start))
    each = (cpu_seconds(process) - used) / len(seconds)
    print(f"the server's CPU time: {1000 * each:.1f} ms per move, new games included")
    for player in players:
        player.seconds = []
    start = time.perf_counter()
    eager = players[: options.eager]
    await asyncio.gather(*(player.play(1e9, start + options.rush) for player in eager))
    seconds = [second for player in eager for second in player.seconds]
    print(line(f"{options.eager} eager players", seconds, time.perf_counter() - start))
    for player in players:
        await player.client.aclose()
        if player.socket is not None:
            await player.socket.close()


async def rush_only(url: str, options: argparse.Namespace) -> None:
    """Run only eager players, and print the number of moves that they made per second."""
    seeds = range(1000 * os.getpid(), 1000 * os.getpid() + options.eager)
    players = [Player(url, seed, options.websocket) for seed in seeds]
    for player in players:
        await player.start()
    start = time.perf_counter()
    await asyncio.gather(*(player.play(1e9, start + options.rush) for player in players))
    print(sum(len(player.seconds) for player in players) / (time.perf_counter() - start))


def scale(options: argparse.Namespace) -> None:
    """Print the highest number of moves per second for each number of server processes."""
    first = 0.0
    for workers in options.workers:
        pinned = ["taskset", "-c", options.server_cores] if options.server_cores else []
        command = [*pinned, sys.executable, "-c", CODE, options.database, str(workers)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            match = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert match, "the server did not start"
            client = [sys.executable, __file__, "--rush-only", match[0]]
            client += ["--eager", str(options.eager), "--rush", str(options.rush)]
            client += ["--websocket"] if options.websocket else []
            rushing = [
                subprocess.Popen(client, stdout=subprocess.PIPE, text=True)
                for _ in range(options.clients)
            ]
            rate = sum(float(one.communicate()[0]) for one in rushing)
        finally:
            server.terminate()
            server.wait()
        first = first or rate
        print(f"{workers} workers: {rate:.0f} moves per second ({rate / first:.2f}x)", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rate", type=float, default=40, help="moves per second, in total")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--eager", type=int, default=8)
    parser.add_argument("--rush", type=float, default=5)
    parser.add_argument("--websocket", action="store_true", help="moves as the page sends them")
    parser.add_argument("--database", help="a URL (default: SQLite in a temporary folder)")
    parser.add_argument("--workers", type=int, nargs="+", help="server processes, one rush each")
    parser.add_argument("--clients", type=int, default=2, help="processes that play")
    parser.add_argument("--server-cores", help="cores for the server, as for taskset")
    parser.add_argument("--rush-only", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.rush_only:
        asyncio.run(rush_only(options.rush_only, options))
        return
    print(f"{machine()}; load average {os.getloadavg()[0]:.1f}")
    if options.workers:
        scale(options)
        return
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.db")
        server = subprocess.Popen(
            [sys.executable, "-c", CODE, options.database or database, "1"],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            match = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert match, "the server did not start"
            asyncio.run(load(match[0], server.pid, options))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
