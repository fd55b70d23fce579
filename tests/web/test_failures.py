"""Failures of the server: the client gets a short message, and the log contains the details."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocket

from sapper.web import process_pool, sockets
from sapper.web.problems import NO_WORKER, OURS
from sapper.web.process_pool import TOO_MUCH
from web.asking import wait_for_reviews
from web.worker_code import running

POSITION = "5x3x2/any\n.1000\n.2110\n.....\n"

# A worker with a bug in two tasks and in the stream for watching games.
BUG = """
from sapper.web.tasks import STREAMS, TASKS
def bug(**_):
    yield {}
    raise ZeroDivisionError("a bug in the worker")
STREAMS.update(watch=bug)
TASKS.update(analyse=lambda **_: list(bug()), review=lambda **_: list(bug()))
"""

# A process that ends without an exception, as when memory runs out.
DEATH = """
import os
from sapper.web.tasks import STREAMS, TASKS
def die(**_):
    os._exit(9)
    yield
STREAMS.update(watch=die)
TASKS.update(analyse=lambda **_: list(die()))
"""


@pytest.fixture
def broken(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], TestClient]:
    """A client of a server whose workers run the given code."""

    def make(code: str) -> TestClient:
        monkeypatch.setattr(process_pool, "WORK", running(code))
        return make_client()

    return make


def watched(client: TestClient) -> dict[str, Any]:
    """The last message about a watched game."""
    with client.websocket_connect("/api/watch") as socket:
        socket.send_json({"level": "7x4x5", "agents": ["rules"], "seed": 1})
        while True:
            message: dict[str, Any] = socket.receive_json()
            if "problem" in message or "done" in message:
                return message


def test_a_bug_in_a_worker_is_a_500_with_its_trace_in_the_log(
    broken: Callable[[str], TestClient], caplog: pytest.LogCaptureFixture
) -> None:
    """The client gets a 500 without a traceback, and a later request is answered."""
    client = broken(BUG)
    for _ in range(2):
        caplog.clear()
        answer = client.post("/api/analyse", json={"position": POSITION})
        assert (answer.status_code, answer.json()) == (500, {"detail": OURS})
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "ZeroDivisionError: a bug in the worker" in caplog.text
        assert 'raise ZeroDivisionError("a bug' not in answer.text
    assert client.post("/api/hint", json={"position": POSITION, "tier": 1}).status_code == 200
    caplog.clear()
    assert watched(client) == {"problem": OURS, "status": 500}
    assert "rules failed on 7x4x5/safe with seed 1" in caplog.text
    assert "ZeroDivisionError: a bug in the worker" in caplog.text


def test_a_bug_after_the_end_of_a_game_is_logged_too(
    broken: Callable[[str], TestClient], caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits for a background review, so its errors must be in the log."""
    client = broken(BUG)
    game = client.post("/api/games", json={"board": "3x1x1/any\n.1*"}).json()["id"]
    client.post(f"/api/games/{game}/moves", json={"kind": "open", "cell": 2})
    client.get("/api/history")
    wait_for_reviews(client)
    assert "ZeroDivisionError: a bug in the worker" in caplog.text


def test_a_worker_that_dies_is_no_end_of_a_game(
    broken: Callable[[str], TestClient], caplog: pytest.LogCaptureFixture
) -> None:
    """The client gets the same answer as when memory runs out. The log states the exit status."""
    client = broken(DEATH)
    answer = client.post("/api/analyse", json={"position": POSITION})
    assert (answer.status_code, answer.json()) == (422, {"detail": TOO_MUCH})
    assert "a worker ended with status 9 during analyse" in caplog.text
    assert watched(client) == {"problem": TOO_MUCH, "status": 422}


def test_a_worker_that_does_not_start_is_not_the_clients_fault(
    broken: Callable[[str], TestClient], caplog: pytest.LogCaptureFixture
) -> None:
    """A valid request gets a 503, not a 4xx, if no worker starts."""
    client = broken("raise SystemExit(3)")
    for _ in range(3):
        caplog.clear()
        answer = client.post("/api/analyse", json={"position": POSITION})
        assert (answer.status_code, answer.json()) == (503, {"detail": NO_WORKER})
        assert "a worker can't start: it ended with status 3" in caplog.text


def test_a_bug_in_the_server_is_a_500_in_words(
    make_client: Callable[..., TestClient],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The client gets a message over HTTP and over the websocket, and the log has the traceback."""
    client = make_client()
    game = client.post("/api/games", json={"level": "7x4x5"}).json()["id"]
    table = client.app.state.server.games  # type: ignore[attr-defined]

    def bug(*_: Any, **__: Any) -> None:
        raise RuntimeError("a bug in the server")

    monkeypatch.setattr(table, "play", bug)
    form = {"kind": "open", "cell": 1}
    answer = client.post(f"/api/games/{game}/moves", json=form)
    assert (answer.status_code, answer.json()) == (500, {"detail": OURS})
    assert answer.headers["Cache-Control"] == "no-store"
    assert "RuntimeError: a bug in the server" in caplog.text
    caplog.clear()
    with client.websocket_connect("/api/play") as socket:
        socket.send_json({"game": game, **form})
        assert socket.receive_json() == {"problem": OURS, "status": 500}
    assert "RuntimeError: a bug in the server" in caplog.text


def test_who_goes_away_is_no_bug(
    make_client: Callable[..., TestClient], caplog: pytest.LogCaptureFixture
) -> None:
    """Some servers raise a RuntimeError for a lost client. The error is not logged."""
    client = make_client()
    game = client.post("/api/games", json={"level": "7x4x5"}).json()["id"]
    cookie = client.cookies["sapper_player"]
    said: list[str] = []

    async def receive() -> dict[str, Any]:
        text = f'{{"game": "{game}", "kind": "open", "cell": 1}}'
        return (
            {"type": "websocket.receive", "text": text} if said else {"type": "websocket.connect"}
        )

    async def send(message: Any) -> None:
        said.append(message["type"])
        if message["type"] == "websocket.send":
            raise RuntimeError("Unexpected ASGI message 'websocket.send'")

    scope = {
        "type": "websocket",
        "app": client.app,
        "headers": [(b"cookie", f"sapper_player={cookie}".encode())],
        "client": ("203.0.113.5", 1),
    }
    asyncio.run(sockets.play(WebSocket(scope, receive, send)))
    assert said == ["websocket.accept", "websocket.send"]
    assert not [record for record in caplog.records if record.name.startswith("sapper")]
    assert not client.app.state.server.playing  # type: ignore[attr-defined]
