"""Every request that reads a game holds the game's lock, so that no move can be made meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from processes import wait_for
from sapper.core import game as referee
from sapper.core.view import View
from sapper.web import live_games
from sapper.web.live_games import Seat

BOARD = "5x3x2/any\n*1000\n12110\n01*10\n"

FORMS: dict[str, dict[str, Any]] = {
    "moves": {"kind": "open", "cell": 4},
    "hint": {"tier": 1},
    "on": {"moves": 1},
}
"""the request body for an address with this ending"""


def requests(client: TestClient, game: str) -> Iterator[tuple[str, str]]:
    """The method and path of every request about a game, as listed in the OpenAPI document.

    The last two requests make a move and leave the game.
    """
    paths = client.get("/api/openapi.json").json()["paths"]
    about = [(path, methods) for path, methods in paths.items() if "{game}" in path]
    last = ["moves", "leave"]
    about.sort(key=lambda one: [one[0].endswith(end) for end in reversed(last)])
    for path, methods in about:
        for method, described in methods.items():
            names = [
                name
                for parameter in described.get("parameters", [])
                for name in parameter["schema"].get("enum", [""])
                if parameter["in"] == "path"
            ]
            for name in sorted(set(names)):
                if name or "{name}" not in path:
                    yield method, path.format(game=game, name=name)


def test_every_request_holds_the_lock(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock is held for running and finished games, and for moves over the websocket."""
    broken: list[str] = []
    now = ""

    class Watched(Seat):
        def __getattribute__(self, name: str) -> Any:
            if name == "game" and not super().__getattribute__("lock")._is_owned():
                broken.append(now)
            return super().__getattribute__(name)

    monkeypatch.setattr(live_games, "Seat", Watched)
    client = make_client()
    game = client.post("/api/games", json={"board": BOARD}).json()["id"]
    client.post(f"/api/games/{game}/moves", json=FORMS["moves"])
    asked = list(requests(client, game))
    deleting = [one for one in asked if one[0] == "delete"]
    asked = 2 * [one for one in asked if one not in deleting]
    assert len(asked) >= 40
    for method, path in [*asked, *deleting]:
        if (method, path) == deleting[0]:
            assert client.get(f"/api/games/{game}").json()["outcome"] == "left"
        now = f"{method} {path}"
        form = FORMS.get(path.rpartition("/")[2], {}) if method == "post" else None
        assert client.request(method, path, json=form).status_code < 500, now
    assert client.get(f"/api/games/{game}").status_code == 404
    game = client.post("/api/games", json={"board": BOARD}).json()["id"]
    with client.websocket_connect("/api/play") as socket:
        now = "play"
        socket.send_json({"game": game, **FORMS["moves"]})
        assert socket.receive_json()["moves"] == 1
    assert broken == []


class Lock:
    """A lock that records when a thread has to wait for it."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.awaited = threading.Event()

    def __enter__(self) -> None:
        if not self.lock.acquire(blocking=False):
            self.awaited.set()
            self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()


def test_a_position_that_is_read_during_a_move_does_not_stay(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move arrives while the server is creating a file. The next request sees the move."""
    client = make_client()
    game = client.post("/api/games", json={"level": "5x3x2/any"}).json()["id"]
    path = f"/api/games/{game}"
    client.post(f"{path}/moves", json={"kind": "flag", "cell": 0})
    tables = client.app.state.server.games  # type: ignore[attr-defined]
    tables._seats.clear()  # as after a restart, before any request has read the game
    lock = tables.seat(client.cookies["sapper_player"], game).lock = Lock()
    move = threading.Thread(
        target=client.post, args=(f"{path}/moves",), kwargs={"json": {"kind": "flag", "cell": 1}}
    )

    def slow(*arguments: Any) -> View:
        found = View(*arguments)
        if move.ident is None:
            move.start()
            assert wait_for(lambda: lock.awaited.is_set() or not move.is_alive(), 60)
        return found

    monkeypatch.setattr(referee, "View", slow)
    assert client.get(f"{path}/files/position.txt").text.splitlines()[1] == "F...."
    move.join(60)
    assert client.get(path).json()["rows"][0] == "FF..."
