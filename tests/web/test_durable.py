"""Answered moves survive crashes."""

from __future__ import annotations

import random
import threading
import time
from functools import partial
from typing import Any

import httpx

from processes import wait_for
from sapper.web.store import Store


def test_a_killed_server_loses_no_answered_move(served: Any) -> None:
    """The server is killed repeatedly during play. Every answered move is saved."""
    rng = random.Random(1)
    with httpx.Client(base_url=served.url, timeout=60) as client:
        game = client.post("/api/games", json={"level": "30x16x99/open"}).json()["id"]
        client.post(f"/api/games/{game}/moves", json={"kind": "open", "cell": 200})
        answered: dict[int, str] = {}
        answers: list[int] = []

        def are_answered(moves: int) -> bool:
            return len(answers) >= moves

        def flag_until_killed() -> None:
            """Set flags, which can't end the game, and record the server's answers."""
            for cell in rng.sample(range(480), 480):
                move = {"kind": "flag", "cell": cell}
                try:
                    response = client.post(f"/api/games/{game}/moves", json=move)
                except httpx.HTTPError:
                    return
                answer = response.json()
                answers.append(cell)
                for changed, symbol in zip(answer["cells"], answer["symbols"], strict=True):
                    answered[changed] = symbol

        for _ in range(3):
            before = client.get(f"/api/games/{game}").json()["moves"]
            player = threading.Thread(target=flag_until_killed)
            player.start()
            assert wait_for(partial(are_answered, len(answers) + rng.randrange(20, 60)))
            served.kill()
            player.join()
            served.start()
            seen = client.get(f"/api/games/{game}").json()
            text = "".join(seen["rows"])
            assert seen["moves"] > before
            # The last move may be saved without an answer, but no answered move is lost.
            wrong = [cell for cell, symbol in answered.items() if text[cell] != symbol]
            assert len(wrong) <= 1
            for cell in wrong:
                answered[cell] = text[cell]
            move = {"kind": "flag", "cell": text.index(".")}
            assert client.post(f"/api/games/{game}/moves", json=move).status_code == 200
            answered[move["cell"]] = "F"  # type: ignore[index]


def test_a_game_outlives_its_server(served: Any) -> None:
    """After a restart, the game and its clock continue.

    The only move was made at 0 on the clock, so the clock continues from 0 after the restart.
    """
    with httpx.Client(base_url=served.url, timeout=60) as client:
        game = client.post("/api/games", json={"level": "beginner"}).json()["id"]
        client.post(f"/api/games/{game}/moves", json={"kind": "open", "cell": 40})
        before = client.get(f"/api/games/{game}").json()
        served.stop()
        again = time.monotonic()
        served.start()
        after = client.get(f"/api/games/{game}").json()
        since = 1000 * (time.monotonic() - again)
    assert after["rows"] == before["rows"]
    assert 0 <= after["elapsed"] <= since + 1


def test_the_database_is_one_file_that_can_be_read(served: Any) -> None:
    with httpx.Client(base_url=served.url, timeout=60) as client:
        game = client.post("/api/games", json={"level": "beginner"}).json()["id"]
        client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": 7})
    served.stop()
    store = Store(served.database)
    assert [(move.kind, move.cell) for _, move in store.moves(game)] == [("flag", 7)]
    store.close()
