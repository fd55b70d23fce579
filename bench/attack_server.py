"""How long do players wait for their moves while an attacker keeps the server busy?

    python bench/attack_server.py [--seconds 10] [--players 30] [--rate 40]
                                  [--kinds heads frames] [--proxy] [--against OTHER/src]

The server is a separate process on this machine, with SQLite in a temporary folder. The players run
in this process, each with its own address. Half of them send HTTP requests, and half use
websockets. The attackers run in a third process and share one address. The script measures the
waiting times first without an attack, then during each of these attacks:

    analyses    60 slow analyses at once, repeatedly
    reads       60 files at once that are hard to read, or claim to be too large
    watchers    16 websockets that ask to watch two agents each, and then send nothing
    halves      2,100 connections with half a request each, reopened when they are closed
    exports     6 clients that export 2,000 games and read the history, repeatedly
    heads       8 connections that send one endless header, address or trailer each, at 2 MB/s
    bodies      8 connections that keep sending a body after it was refused, at 2 MB/s
    pipelines   8 connections that send GETs at 2 MB/s and read no answer
    frames      8 websockets that send empty continuation frames at 2 MB/s
    pings       8 websockets that send pings at 2 MB/s and read no answer
    wishes      4 websockets that watch an agent and ask for zero more moves, at 2 MB/s
    undos       24 connections of 24 players that move and undo as fast as they are answered

and finally during all attacks together. The goal is that 99% of the moves are answered within 50
ms. Meanwhile, another client watches an agent and asks for analyses. The script also prints the
waiting times of this client, and the server's memory. With --proxy, nginx is in front of the
server, with the configuration that Sapper ships (docs/service/nginx.conf). With --against, the
server runs from another checkout, whose engine must already be built, and the database starts
without games to export.

bench/attack_games.py tries to fake results, and bench/fuzz_server.py sends malformed requests.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
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
from websockets.asyncio.client import connect

from proxy import nginx
from report import machine
from web_load import line

CODE = """
import sys
if len(sys.argv) > 3:
    sys.meta_path[:] = [one for one in sys.meta_path if "Scikit" not in type(one).__name__]
    sys.path.insert(0, sys.argv[3])
from sapper.web.app import serve
serve(port=0, database=sys.argv[1], open_browser=False, proxies=sys.argv[2].split())
"""

ATTACKER = "127.0.0.66"
COOKIE = "attacker-attacker-attacker"
KINDS = (
    *("analyses", "reads", "watchers", "halves", "exports"),
    *("heads", "bodies", "pipelines", "frames", "pings", "wishes", "undos"),
)
RATE = 2_000_000
"""bytes per second of an attacker that sends as fast as allowed"""
HALF = b"POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400\r\n"


def hard_position(side: int = 30) -> str:
    """A position with clues in every second cell and a contradiction that takes seconds to find."""
    mines = {(row, column) for row in range(0, side, 2) for column in range(1, side, 2)}

    def symbol(row: int, column: int) -> str:
        near = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
        return "." if (row + column) % 2 else str(len(near & mines))

    rows = ["".join(symbol(row, column) for column in range(side)) for row in range(side)]
    return "\n".join([f"{side}x{side}x{len(mines) + 1}/any", *rows, ""])


# -- attackers ------------------------------------------------------------------------------


def from_address(
    address: str, url: str, cookies: dict[str, str] | None = None
) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(
        local_address=address, limits=httpx.Limits(max_connections=None)
    )
    return httpx.AsyncClient(base_url=url, timeout=60, transport=transport, cookies=cookies)


async def analyses(url: str) -> None:
    async with from_address(ATTACKER, url) as client:

        async def again() -> None:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    await client.post("/api/analyse", json={"position": hard_position()})
                await asyncio.sleep(0.05)

        await asyncio.gather(*(again() for _ in range(60)))


async def reads(url: str) -> None:
    large = "1000x1000x200000/any\n" + ("1" + "." * 999 + "\n") * 1000
    async with from_address(ATTACKER, url) as client:

        async def again(text: str) -> None:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    await client.post("/api/read", content=text.encode())
                await asyncio.sleep(0.05)

        await asyncio.gather(*(again(text) for text in [hard_position(), large] * 30))


async def watchers(url: str) -> None:
    async def idle() -> None:
        while True:
            # If the connection is refused or closed, try again.
            with contextlib.suppress(Exception):
                async with connect(
                    f"{url.replace('http', 'ws')}/api/watch", local_addr=(ATTACKER, 0)
                ) as socket:
                    await socket.send('{"level": "expert", "agents": ["textbook", "odds"]}')
                    async for _ in socket:
                        pass
            await asyncio.sleep(0.5)

    await asyncio.gather(*(idle() for _ in range(16)))


async def halves(url: str) -> None:
    port = int(url.rpartition(":")[2])

    async def half() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(ATTACKER, 0)
                )
                writer.write(HALF[: random.randrange(1, len(HALF))])
                await reader.read()
                writer.close()
            await asyncio.sleep(1)

    await asyncio.gather(*(half() for _ in range(2100)))


async def exports(url: str) -> None:
    async with from_address(ATTACKER, url, {"sapper_player": COOKIE}) as client:

        async def again(path: str) -> None:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    await client.get(path)
                await asyncio.sleep(0.02)

        await asyncio.gather(*(again(path) for path in ["/api/export", "/api/history"] * 6))


async def pour(url: str, start: bytes, more: bytes, answered: bytes | None = None) -> None:
    """Connect, send `start`, wait for an answer, send `answered`, and then send `more` forever.

    If `answered` is None, do not wait for an answer. If the connection is closed, connect again.
    """
    port = int(url.rpartition(":")[2])
    more *= 2**16 // len(more)
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(ATTACKER, 0), limit=2**10
            )
            try:
                writer.write(start)
                if answered is not None:
                    await reader.readuntil(b"\r\n\r\n")
                    writer.write(answered)
                while not writer.is_closing():
                    writer.write(more)
                    await writer.drain()
                    await asyncio.sleep(len(more) / RATE)
            finally:
                writer.transport.abort()
        await asyncio.sleep(0.05)


HOST = b" HTTP/1.1\r\nHost: localhost\r\n"


async def heads(url: str) -> None:
    trailers = b"POST /api/read" + HOST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n"
    starts = [
        (b"GET /" + HOST + b"X: ", b"x"),
        (b"GET /", b"x"),
        (b"GET /" + HOST, b"X: y\r\n"),
        (trailers, b"X: y\r\n"),
    ]
    await asyncio.gather(*(pour(url, *one) for one in starts * 2))


async def bodies(url: str) -> None:
    endless = b"POST /api/nowhere" + HOST + b"Transfer-Encoding: chunked\r\n\r\n"
    large = b"POST /api/read" + HOST + b"Content-Length: 99999999999\r\n\r\n"
    starts = [(endless, b"400\r\n" + b"x" * 1024 + b"\r\n"), (large, b"x")]
    await asyncio.gather(*(pour(url, *one) for one in starts * 4))


async def pipelines(url: str) -> None:
    get = b"GET /api/about" + HOST + b"\r\n"
    await asyncio.gather(*(pour(url, get, get) for _ in range(8)))


HANDSHAKE = (
    b"GET /api/play" + HOST + b"Connection: upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Cookie: sapper_player=" + COOKIE.encode() + b"\r\n\r\n"
)


async def frames(url: str) -> None:
    text, empty = bytes([1, 0x80, 0, 0, 0, 0]), bytes([0, 0x80, 0, 0, 0, 0])
    await asyncio.gather(*(pour(url, HANDSHAKE, empty, text) for _ in range(8)))


async def pings(url: str) -> None:
    ping = bytes([0x89, 0x80 | 100, 0, 0, 0, 0]) + b"x" * 100
    await asyncio.gather(*(pour(url, HANDSHAKE, ping, b"") for _ in range(8)))


async def wishes(url: str) -> None:
    def said(text: bytes) -> bytes:
        return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text

    shake = HANDSHAKE.replace(b"/api/play", b"/api/watch")
    watch, more = said(b'{"level":"expert","agents":["odds"]}'), said(b'{"more":0}')
    await asyncio.gather(*(pour(url, shake, more, watch) for _ in range(4)))


async def undos(url: str) -> None:
    async def again(number: int) -> None:
        player = {"sapper_player": f"attacker-attacker-undo-{number:02}"}
        async with from_address(ATTACKER, url, player) as client:
            while True:
                with contextlib.suppress(httpx.HTTPError, KeyError):
                    game = (await client.post("/api/games", json={"level": "expert"})).json()["id"]
                    for cell in range(300):  # enough moves to slow down an undo that replays them
                        flag = {"kind": "flag", "cell": cell}
                        await client.post(f"/api/games/{game}/moves", json=flag)
                    while True:
                        await client.post(f"/api/games/{game}/undo")
                        await client.post(f"/api/games/{game}/moves", json=flag)
                await asyncio.sleep(0.05)

    await asyncio.gather(*(again(number) for number in range(24)))


async def attack(kinds: list[str], url: str) -> None:
    await asyncio.gather(*(globals()[kind](url) for kind in kinds))


# -- players --------------------------------------------------------------------------------


class Player:
    """A player with a separate address, who flags cells by HTTP request or over a websocket."""

    def __init__(self, url: str, number: int) -> None:
        self.url, self.address = url, f"127.0.1.{number + 1}"
        self.client = from_address(self.address, url)
        self.rng = random.Random(number)
        self.by_socket = number % 2 == 1
        self.socket: Any = None
        self.seconds: list[float] = []
        self.failed = 0

    async def start(self) -> None:
        game = await self.client.post("/api/games", json={"level": "expert"})
        self.game = game.raise_for_status().json()["id"]
        if self.by_socket:
            cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
            self.socket = await connect(
                f"{self.url.replace('http', 'ws')}/api/play",
                additional_headers={"Cookie": cookie},
                local_addr=(self.address, 0),
            )

    async def play(self, rate: float, until: float) -> None:
        while (wait := self.rng.expovariate(rate)) + time.perf_counter() < until:
            await asyncio.sleep(wait)
            form = {"kind": "flag", "cell": self.rng.randrange(480)}
            before = time.perf_counter()
            try:
                if self.socket is not None:
                    await self.socket.send(json.dumps({"game": self.game, **form}))
                    answer = json.loads(await self.socket.recv())
                else:
                    path = f"/api/games/{self.game}/moves"
                    answer = (await self.client.post(path, json=form)).json()
                self.failed += "cells" not in answer
            except (httpx.HTTPError, OSError):
                self.failed += 1
            self.seconds.append(time.perf_counter() - before)


async def bystander(url: str, until: float) -> dict[str, list[float]]:
    """How long a client waits when it watches an agent and asks for analyses (-1 if refused)."""
    took: dict[str, list[float]] = {"watch": [], "analyse": []}
    async with from_address("127.0.2.1", url) as client:
        while time.perf_counter() < until:
            before = time.perf_counter()
            async with connect(
                f"{url.replace('http', 'ws')}/api/watch", local_addr=("127.0.2.1", 0)
            ) as socket:
                await socket.send('{"level": "easy", "agents": ["rules"]}')
                await socket.recv()
                seen = "frame" in json.loads(await socket.recv())
            took["watch"].append(time.perf_counter() - before if seen else -1)
            before = time.perf_counter()
            answer = await client.post("/api/analyse", json={"position": "4x1x1/any\n.1.."})
            fine = answer.status_code == 200
            took["analyse"].append(time.perf_counter() - before if fine else -1)
            await asyncio.sleep(0.5)
    return took


def memory_of(process: int) -> str:
    """The memory of a process, or "?" if /proc does not exist."""
    with contextlib.suppress(OSError):
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
        found = {key: value for key, _, value in (one.partition(":") for one in status.split("\n"))}
        return f"{int(found['VmRSS'].split()[0]) >> 10} MiB"
    return "?"


async def measure(url: str, process: int, options: argparse.Namespace) -> None:
    players = [Player(url, number) for number in range(options.players)]
    for player in players:
        await player.start()
    all_at_once = [options.kinds] if len(options.kinds) > 1 else []
    for kinds in [[], *([kind] for kind in options.kinds), *all_at_once]:
        attackers = None
        if kinds:
            command = [sys.executable, __file__, "--attack", *kinds, "--url", url]
            attackers = subprocess.Popen(command, stderr=subprocess.DEVNULL)
            await asyncio.sleep(4)  # wait until the attack has begun
        for player in players:
            player.seconds, player.failed = [], 0
        until = time.perf_counter() + options.seconds
        rate = options.rate / options.players
        *_, others = await asyncio.gather(
            *(player.play(rate, until) for player in players), bystander(url, until)
        )
        if attackers is not None:
            attackers.kill()
            attackers.wait()
        name = " + ".join(kinds) or "no attack"
        seconds = [second for player in players for second in player.seconds]
        failed = sum(player.failed for player in players)
        print(f"{line(name, seconds, options.seconds)}; failed {failed}", flush=True)
        print(f"    memory of the server: {memory_of(process)}")
        for way in (False, True):
            some = [s for player in players if player.by_socket == way for s in player.seconds]
            name = "    over websockets" if way else "    by requests"
            print(line(name, some, options.seconds))
        assert others is not None
        for what, took in others.items():
            refused = sum(second < 0 for second in took)
            longest = max((second for second in took if second >= 0), default=0.0)
            print(f"    {what} by another: {len(took)}, refused {refused}, longest {longest:.2f} s")
        await asyncio.sleep(2)


def fill(database: str, games: int) -> None:
    """Add games to the database, so that the attacker has something to export."""
    import sapper.web.app  # noqa: F401  (defines all tables of the database)
    from sapper.web.store import ADD_GAME, ADD_MOVE, GameRow, Store

    store = Store(database)
    for start in range(0, games, 100):
        statements: list[Any] = []
        for number in range(start, min(games, start + 100)):
            name = f"attackers-game-{number}"
            row = GameRow(
                name, name, COOKIE, "30x16x99/open", str(number), None, 1.0, "left", False
            )
            values = {one: getattr(row, one) for one in GameRow.__slots__}
            values |= {"elapsed": 9000, "clicks": 40, "opened": 50, "three_bv": 150}
            statements.append((ADD_GAME, values))
            for move in range(40):
                kind = "flag" if move else "open"
                values = {"game": name, "number": move, "at": 100 * move}
                statements.append((ADD_MOVE, {**values, "kind": kind, "cell": 200 + move}))
        store.write(*statements)
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=30)
    parser.add_argument("--rate", type=float, default=40, help="moves per second, in total")
    parser.add_argument("--seconds", type=float, default=10, help="seconds for each attack")
    parser.add_argument("--games", type=int, default=2000, help="games to export")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--proxy", action="store_true", help="put nginx in front of the server")
    parser.add_argument("--against", help="the folder src of another tree")
    parser.add_argument("--attack", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--url", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack is not None:
        os.nice(10)  # real attackers run on other machines
        asyncio.run(attack(options.attack, options.url))
        return
    print(f"{machine()}; load average {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.db")
        if not options.against:
            fill(database, options.games)
        trusted = "127.0.0.1" if options.proxy else ""
        command = [sys.executable, "-c", CODE, database, trusted]
        command += [options.against] if options.against else []
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+:(\d+)", server.stdout.readline())
            assert found, "the server did not start"
            with nginx(int(found[1])) if options.proxy else contextlib.nullcontext(found[0]) as url:
                asyncio.run(measure(url, server.pid, options))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
