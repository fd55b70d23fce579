"""Fairness: one client's requests don't stop other clients from playing, watching and asking."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from processes import wait_for
from sapper.web import guard
from sapper.web.app import Limits
from sapper.web.guard import Turns
from sapper.web.job_queue import Place, Stage
from sapper.web.problems import RefusedError

POSITION = "5x3x2/any\n.1000\n.2110\n.....\n"


class Clock:
    """A fake `time` module whose clock the test sets."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


def test_the_client_that_used_least_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client's first question is answered before the five that another client has waiting."""
    clock = Clock()
    monkeypatch.setattr(guard, "time", clock)
    turns = Turns(1)
    order: list[str] = []

    def ask(client: str) -> None:
        with turns.one(client, 60):
            order.append(client)

    with ThreadPoolExecutor(8) as pool:
        with turns.one("many", 1):
            asked = [pool.submit(ask, "many") for _ in range(5)]
            assert wait_for(lambda: len(turns._waiting) == 5)
            asked.append(pool.submit(ask, "one"))
            assert wait_for(lambda: len(turns._waiting) == 6)
            clock.now += 0.05  # the client "many" has used 50 ms
        for one in asked:
            one.result(60)
    assert order == ["one", *["many"] * 5]


def test_a_client_that_waits_too_long_is_refused_and_forgotten() -> None:
    """A client that waits too long is refused, and its place in the queue becomes free."""
    turns = Turns(1)
    with (
        turns.one("a", 1),
        pytest.raises(RefusedError, match="too many analyses"),
        turns.one("b", 0.05),
    ):
        pass
    with turns.one("c", 0.5):
        pass


def test_moves_have_threads_of_their_own(make_client: Callable[..., TestClient]) -> None:
    """A move is answered even if analyses use all the threads for requests."""
    client = make_client(Limits(asking=80, asking_together=80, analyses=(1e6, 1e6)))
    game = client.post("/api/games", json={"level": "9x5x8/any"}).json()["id"]
    server = client.app.state.server  # type: ignore[attr-defined]
    begun, done = threading.Semaphore(0), threading.Event()

    def slow(*_: Any, **__: Any) -> Any:
        begun.release()
        done.wait(60)
        raise RefusedError(422, "given up")

    server.jobs.ask = slow
    with ThreadPoolExecutor(62) as pool:
        asked = [
            pool.submit(client.post, "/api/analyse", json={"position": POSITION}) for _ in range(60)
        ]
        try:
            for _ in range(40):  # the number of threads for requests
                assert begun.acquire(timeout=60)
            move = {"kind": "flag", "cell": 3}
            path = f"/api/games/{game}/moves"
            assert pool.submit(client.post, path, json=move).result(60).json()["moves"] == 1
            with client.websocket_connect("/api/play") as socket:
                socket.send_json({"game": game, **move})
                assert pool.submit(socket.receive_json).result(60)["moves"] == 2
        finally:
            done.set()
        assert {one.result(60).status_code for one in asked} == {422}


def test_histories_and_exports_are_metered(make_client: Callable[..., TestClient]) -> None:
    """Histories and exports have separate limits, and other addresses are not affected."""
    client = make_client(Limits(looking_back=(2.5, 0.001), exports=(1, 0.001)))
    other = TestClient(client.app, client=("192.0.2.7", 50000))
    for path, most in (("/api/history", 2), ("/api/export", 1)):
        answers = [client.get(path).status_code for _ in range(most + 1)]
        assert answers == [200] * most + [429]
        assert other.get(path).status_code == 200


def test_an_export_is_made_by_a_worker(make_client: Callable[..., TestClient]) -> None:
    """A worker replays the games, so the export loads no games into the server's memory."""
    client = make_client(Limits(exports=(9, 9), analysis_seconds=60))
    server = client.app.state.server  # type: ignore[attr-defined]
    for number in range(3):
        game = client.post("/api/games", json={"level": "5x3x4/safe"}).json()["id"]
        client.post(f"/api/games/{game}/moves", json={"kind": "open", "cell": number})
        client.post(f"/api/games/{game}/leave")
        record = client.get(f"/api/games/{game}/files/record.txt").text
    server.games._seats.clear()
    asked: list[str] = []
    ask = server.jobs.ask

    def noted(task: str, *arguments: Any, **settings: Any) -> Any:
        asked.append(task)
        return ask(task, *arguments, **settings)

    server.jobs.ask = noted
    answer = client.get("/api/export")
    assert asked == ["records"]
    assert not server.games._seats
    assert answer.json()["games"][0]["record"] == record
    assert answer.headers["Content-Disposition"] == 'attachment; filename="sapper-games.json"'


# -- watching -------------------------------------------------------------------------------


@contextmanager
def watching(client: TestClient, seed: int = 3) -> Iterator[Any]:
    """A websocket that watches a game with more frames than the server sends at first."""
    with client.websocket_connect("/api/watch") as socket:
        socket.send_json({"level": "16x9x20/given", "agents": ["rules"], "seed": seed})
        assert socket.receive_json()["seed"] == seed
        yield socket


def frames(socket: Any, count: int) -> list[Any]:
    """The next frames, without timestamps."""
    found = []
    for _ in range(count):
        message = socket.receive_json()
        assert "frame" in message, message
        message["frame"].pop("ms", None)
        found.append(message)
    return found


def test_idle_watchers_give_way_and_go_on_where_they_were(
    make_client: Callable[..., TestClient],
) -> None:
    """Two idle viewers hold all seats. A third viewer gets a seat, and the first can continue."""
    client = make_client(Limits(watched=2, step_seconds=300))
    with watching(client) as socket:
        socket.send_json({"more": 10})
        whole = frames(socket, 30)
    with watching(client) as first, watching(client, 4) as second:
        begun = frames(first, 20)
        frames(second, 20)
        server = client.app.state.server  # type: ignore[attr-defined]
        assert wait_for(lambda: all(place.resting_since for place in server.stage._places))
        # The next viewer comes from a different address.
        transport: Any = client._transport
        transport.client = ("192.0.2.7", 50000)
        with watching(client, 5) as third:
            assert len(frames(third, 20)) == 20
            first.send_json({"more": 10})
            assert begun + frames(first, 10) == whole


def test_places_are_shared_out_by_address() -> None:
    """If no viewer is idle, a newcomer takes a seat from the address with the most seats.

    The address that loses a seat must have at least two more than the newcomer's address.
    """
    stage = Stage(most=4)
    stage._places = [Place("a"), Place("a"), Place("a"), Place("b")]
    assert stage._victim("c") is stage._places[2]
    assert stage._victim("b") is stage._places[2]
    assert stage._victim("a") is None
    stage._places = [Place("a"), Place("a"), Place("b"), Place("b")]
    assert stage._victim("c") is stage._places[1]
    assert stage._victim("b") is None
    stage._places[3].resting_since = 5.0
    stage._places[2].resting_since = 7.0
    assert stage._victim("b") is stage._places[3]


def test_silent_websockets_are_closed(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An idle websocket is closed. The page reconnects when necessary."""
    monkeypatch.setattr("sapper.web.sockets.FIRST_SECONDS", 0.2)
    client = make_client(Limits(idle_seconds=0.2))
    client.post("/api/games", json={"level": "easy"})
    for path in ("/api/play", "/api/watch"):
        with client.websocket_connect(path) as socket, pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_websockets_of_all_are_limited(make_client: Callable[..., TestClient]) -> None:
    """Above the limit a websocket is refused, but moves can still be sent over HTTP."""
    client = make_client(Limits(playing_all=1))
    game = client.post("/api/games", json={"level": "easy"}).json()["id"]
    with client.websocket_connect("/api/play"), client.websocket_connect("/api/play") as second:
        assert second.receive_json()["status"] == 429
    answer = client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": 3})
    assert answer.status_code == 200
