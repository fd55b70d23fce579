"""Rooms survive a server that is killed between Ready and the first moves."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest

from processes import wait_for
from sapper.core.view import View
from sapper.reason.odds import odds
from web.servers import Process

pytestmark = pytest.mark.process

LEVEL = "8x8x10/open"


class Guest:
    """Somebody in a room, with a page."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=f"{url}/api", timeout=60)
        self.code = ""

    def ask(self, path: str = "", form: Any = None) -> Any:
        url = f"/rooms/{self.code}{path}"
        answer = self.client.get(url) if form is None else self.client.post(url, json=form)
        assert answer.is_success, answer.text
        return answer.json()

    def is_in(self, state: str, board: int) -> bool:
        form = self.ask()
        return bool(form["state"] == state and form["board"]["number"] == board)

    def game(self, board: int) -> Any:
        return self.ask("/game", {"board": board})

    def finish(self, game: Any) -> None:
        while not game["outcome"]:
            chances = odds(View.parse("\n".join([game["level"], *game["rows"], ""])))
            cell = min(chances.view.hidden, key=lambda cell: chances[cell])
            url = f"/games/{game['id']}"
            move = {"kind": "open", "cell": cell}
            self.client.post(f"{url}/moves", json=move).raise_for_status()
            game = self.client.get(url).raise_for_status().json()


def test_a_race_goes_on_wherever_the_server_was_killed(served: Process) -> None:
    """While the board is dealt, in the countdown, and after none, one or both have begun."""
    mira, jonas = people = Guest(served.url), Guest(served.url)
    form = {"name": "Mira", "level": LEVEL, "no_guess": False}
    mira.code = jonas.code = mira.client.post("/rooms", json=form).raise_for_status().json()["code"]
    jonas.ask("/join", {"name": "Jonas"})

    def restart() -> None:
        served.kill()
        served.start()

    for board, moment in enumerate(("dealing", "counting", "none", "one", "both"), 1):
        mira.ask("/ready", {"board": board})
        if moment == "dealing":
            with ThreadPoolExecutor(1) as pool:
                asking = pool.submit(jonas.ask, "/ready", {"board": board})
                restart()
                problem = asking.exception()
            assert problem is None or isinstance(problem, httpx.TransportError), problem
            if jonas.ask()["next_board"] == board:  # the first race has not been dealt
                jonas.ask("/ready", {"board": board})
        else:
            assert jonas.ask("/ready", {"board": board})["state"] == "counting"
        if moment == "counting":
            restart()
            assert mira.ask()["state"] == jonas.ask()["state"] == "counting"
        for one in people:
            assert wait_for(partial(one.is_in, "racing", board)), moment
        begun = people[: {"one": 1, "both": 2}.get(moment, 0)]
        before = [one.game(board) for one in begun]
        if moment in ("none", "one", "both"):
            restart()
        assert [one.ask()["board"]["game"] for one in begun] == [one["id"] for one in before]
        games = [one.game(board) for one in people]
        assert games[0]["rows"] == games[1]["rows"], moment
        assert [game["id"] for game in games[: len(begun)]] == [game["id"] for game in before]
        assert [game["id"] for game in (mira.game(board), jonas.game(board))] == [
            game["id"] for game in games
        ], "there is one game for each"
        for one, game in zip(people, games, strict=True):
            one.finish(game)
        for one in people:
            assert wait_for(partial(one.is_in, "over", board)), moment
        tables = [one.ask()["board"]["results"] for one in people]
        results = [[row["elapsed"] for row in table] for table in tables]
        assert results[0] == results[1]
        assert len(results[0]) == 2
    for one in people:
        one.client.close()
