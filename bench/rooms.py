"""Do moves stay fast while a room of 32 people races and their pages ask once a second?

    python bench/rooms.py [--people 32] [--players 40] [--rate 20] [--seconds 15]

The people race on expert: each page asks for the room once a second, and each person makes a move
every two seconds. Other players, who are in no room, move at random times on websockets. The script
prints the time to answer the other players' moves, without the room and then with it, and the time
to answer the pages of the room. The server is a separate process on this machine, with SQLite in a
temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from report import machine
from web_load import CODE, Player, cpu_seconds, line


class Guest:
    """A person in the room, with a page."""

    def __init__(self, url: str, number: int) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=f"127.2.0.{number}")
        self.client = httpx.AsyncClient(base_url=f"{url}/api", timeout=30, transport=transport)
        self.name = f"p{number}"
        self.rng = random.Random(number)
        self.version = ""
        self.news = 0
        self.seconds: list[float] = []

    async def look(self, room: str) -> None:
        before = time.perf_counter()
        answer = await self.client.get(f"{room}?version={self.version}")
        self.seconds.append(time.perf_counter() - before)
        if answer.raise_for_status().status_code == 200:
            self.version = answer.json()["version"]
            self.news += 1

    async def race(self, room: str, until: float) -> None:
        game = (await self.client.post(f"{room}/game", json={"board": 1})).raise_for_status().json()
        is_over, second = False, 0
        await asyncio.sleep(self.rng.random())  # pages ask at different times
        while time.perf_counter() < until:
            await self.look(room)
            if not is_over and second % 2 == 0:
                move = {
                    "kind": self.rng.choice(("flag", "flag", "open")),
                    "cell": self.rng.randrange(480),
                }
                answer = await self.client.post(f"/games/{game['id']}/moves", json=move)
                is_over = answer.raise_for_status().json()["outcome"] is not None
            second += 1
            await asyncio.sleep(1)


async def others(players: list[Player], options: argparse.Namespace, name: str) -> None:
    start = time.perf_counter()
    rate = options.rate / len(players)
    await asyncio.gather(*(one.play(rate, start + options.seconds) for one in players))
    seconds = [second for one in players for second in one.seconds]
    print(line(name, seconds, time.perf_counter() - start), flush=True)
    for one in players:
        one.seconds = []


async def measure(url: str, process: int, options: argparse.Namespace) -> None:
    players = [Player(url, seed, websocket=True) for seed in range(options.players)]
    for one in players:
        await one.start()
    await others(players, options, "no room")
    guests = [Guest(url, number) for number in range(1, options.people + 1)]
    form = {"name": guests[0].name, "level": "expert"}
    code = (await guests[0].client.post("/rooms", json=form)).raise_for_status().json()["code"]
    room = f"/rooms/{code}"
    for guest in guests[1:]:
        (await guest.client.post(f"{room}/join", json={"name": guest.name})).raise_for_status()
    for guest in guests:
        answer = await guest.client.post(f"{room}/ready", json={"board": 1})
    board = answer.raise_for_status().json()["board"]
    await asyncio.sleep(board["begins"] - time.time() + 0.1)
    used, until = cpu_seconds(process), time.perf_counter() + options.seconds
    await asyncio.gather(
        others(players, options, f"a room of {len(guests)}"),
        *(one.race(room, until) for one in guests),
    )
    looks = [second for one in guests for second in one.seconds]
    print(line("the room's pages", looks, options.seconds).replace("moves", "requests"))
    print(f"with news: {sum(one.news for one in guests)}")
    print(f"the server's CPU time: {(cpu_seconds(process) - used) / options.seconds:.2f} of a core")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=32)
    parser.add_argument("--players", type=int, default=40)
    parser.add_argument("--rate", type=float, default=20, help="others' moves per second, in total")
    parser.add_argument("--seconds", type=float, default=15)
    options = parser.parse_args()
    print(f"{machine()}; load average {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", CODE, str(Path(folder) / "games.db"), "1"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            match = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert match, "the server did not start"
            asyncio.run(measure(match[0], server.pid, options))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
