"""Cheating players: can a result be faked, and does a refused request change anything?

    python bench/attack_games.py [--database postgresql://...]

The server is a separate process on this machine, with its usual limits. Each attack behaves like a
normal client, and prints what it achieved. `HELD` means that the server kept its promises
(SECURITY.md).

    refused     refused requests for a new game: does the running game continue?
    clock       2,000 other games push one out of memory: does its clock stop?
    daily       the day's board is solved with odds, undone and left: is there a second first try?
    undone      the same for every start rule: does a game vanish after a cell was opened?
    together    90 games are begun at once: are there more than the server allows?
    help        does refused help mark the game as assisted? Does real help fail to?
    undo        a player undoes as fast as the server answers: is it limited like moves?
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from report import machine

CODE = """
import sys
from sapper.web.app import serve
serve(port=0, database=sys.argv[1], open_browser=False)
"""
BOARD = "5x3x2/any\n*1000\n12110\n01*10\n"
RUNNING = 30
LEVELS = ("9x5x8/any", "9x5x8/safe", "9x5x8/open", "9x5x8/given")


class Cheat:
    """A player who cheats. Each attack uses a new player with its own address."""

    def __init__(self, url: str, number: int) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.3.{number + 1}")
        self.client = httpx.AsyncClient(base_url=url, timeout=60, transport=transport)

    async def new(self, **form: Any) -> dict[str, Any]:
        game: dict[str, Any] = (await self.client.post("/api/games", json=form)).json()
        return game

    async def move(self, game: str, kind: str, cell: int) -> dict[str, Any]:
        form = {"kind": kind, "cell": cell}
        answer = await self.client.post(f"/api/games/{game}/moves", json=form)
        found: dict[str, Any] = answer.json()
        return found

    async def get(self, game: str) -> dict[str, Any]:
        found: dict[str, Any] = (await self.client.get(f"/api/games/{game}")).json()
        return found

    async def do(self, game: str, what: str) -> int:
        """Undo a move or leave a game."""
        return (await self.client.post(f"/api/games/{game}/{what}")).status_code


async def refused(cheat: Cheat) -> str:
    game = (await cheat.new(board=BOARD))["id"]
    await cheat.move(game, "open", 4)
    forms: list[dict[str, Any]] = [
        {},
        {"level": "bogus"},
        {"level": "9x9x99"},
        {"level": "beginner", "board": BOARD},
        {"board": "4x1x1/any\n...."},
        {"share": "nothing-like-it"},
        {"level": "beginner", "technique": "nonsense"},
        {"level": "100x100x9000/open", "no_guess": True},
        {"level": "beginner", "extra": 1},
    ]
    for form in forms:
        answer = await cheat.client.post("/api/games", json={**form, "replace": game})
        after = await cheat.get(game)
        if answer.status_code < 400 or after["outcome"] is not None:
            return f"{form} got {answer.status_code}, and the game is {after['outcome']}"
    return ""


async def clock(cheat: Cheat) -> str:
    game = (await cheat.new(level="expert"))["id"]
    await cheat.move(game, "open", 200)
    begun = time.monotonic()
    others: list[str] = []
    while len(others) < 2050:
        # Each new player may start a few games. Requests to see a game are not limited.
        other = Cheat.__new__(Cheat)
        other.client = httpx.AsyncClient(
            base_url=cheat.client.base_url,
            timeout=60,
            transport=httpx.AsyncHTTPTransport(local_address=f"127.0.4.{len(others) // 500 + 1}"),
        )
        async with other.client:
            for _ in range(25):
                one = await other.new(level="9x5x8/any")
                if "id" not in one:
                    return f"no more games: {one}"
                others.append(one["id"])
    passed = 1000 * (time.monotonic() - begun)
    said = (await cheat.get(game))["elapsed"]
    return "" if said > passed - 100 else f"{said} ms after {passed:.0f} ms"


async def daily(cheat: Cheat) -> str:
    game = (await cheat.client.post("/api/daily", json={"level": "beginner"})).json()
    first = "".join(game["rows"]).index("+")
    await cheat.move(game["id"], "open", first)
    for _ in range(100):
        odds = (await cheat.client.get(f"/api/games/{game['id']}/odds")).json()
        safe = odds.get("safe", [])
        if not safe or len(odds.get("hidden", safe)) < 2:
            break
        column, row = ord(safe[0][0]) - ord("A"), int(safe[0][1:]) - 1
        answer = await cheat.move(game["id"], "open", 9 * row + column)
        if answer.get("outcome"):
            break
    while await cheat.do(game["id"], "undo") == 200:
        pass
    await cheat.do(game["id"], "leave")
    again = (await cheat.client.post("/api/daily", json={"level": "beginner"})).json()
    fine = again["id"] == game["id"] and again["assisted"]
    return "" if fine else f"a second first try, assisted: {again['assisted']}"


async def undone(cheat: Cheat) -> str:
    for level in LEVELS:
        answer, game = {"outcome": "lost"}, ""
        while answer["outcome"]:  # the first cell can be a mine under the rule `any`
            game = (await cheat.new(level=level))["id"]
            answer = await cheat.move(game, "open", 20)
        await cheat.do(game, "undo")
        await cheat.do(game, "leave")
        if (await cheat.get(game)).get("outcome") != "left":
            return f"{level}: the game has disappeared"
    return ""


async def together(cheat: Cheat) -> str:
    await cheat.client.get("/")
    answers = await asyncio.gather(*(cheat.new(level="beginner") for _ in range(90)))
    begun = sum("id" in one for one in answers)
    return "" if begun <= RUNNING else f"{begun} games under way, {RUNNING} are allowed"


async def help_(cheat: Cheat) -> str:
    game = (await cheat.new(level="9x5x8/any"))["id"]
    answers = await asyncio.gather(
        *(cheat.client.get(f"/api/games/{game}/odds") for _ in range(200))
    )
    given = any(one.status_code == 200 for one in answers)
    other = (await cheat.new(level="9x5x8/any"))["id"]
    refused = (await cheat.client.get(f"/api/games/{other}/odds")).status_code != 200
    wrong = [
        name
        for name, expected in ((game, given), (other, not refused))
        if (await cheat.get(name))["assisted"] != expected
    ]
    return "" if not wrong else "assisted without help, or helped without being assisted"


async def undo(cheat: Cheat) -> str:
    game = (await cheat.new(level="expert"))["id"]
    statuses: list[int] = []

    async def again() -> None:
        for _ in range(250):
            await cheat.move(game, "flag", 7)
            statuses.append(await cheat.do(game, "undo"))

    await asyncio.gather(*(again() for _ in range(8)))
    return "" if 429 in statuses else "no request was limited"


ATTACKS: tuple[Callable[[Cheat], Awaitable[str]], ...] = (
    refused,
    clock,
    daily,
    undone,
    together,
    help_,
    undo,
)


async def attack(url: str) -> int:
    """Run all attacks, and return the number of attacks that succeeded."""
    broken = 0
    for number, one in enumerate(ATTACKS):
        cheat = Cheat(url, number)
        async with cheat.client:
            got = await one(cheat)
        broken += bool(got)
        print(f"{one.__name__.strip('_'):9} {got or 'HELD'}", flush=True)
    return broken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", help="a PostgreSQL URL, instead of an SQLite file")
    options = parser.parse_args()
    print(f"{machine()}; load average {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or str(Path(folder) / "games.db")
        server = subprocess.Popen(
            [sys.executable, "-c", CODE, database], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert found, "the server did not start"
            broken = asyncio.run(attack(found[0]))
        finally:
            server.terminate()
            server.wait()
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
