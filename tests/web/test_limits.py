"""Limits for one client: rate, size and time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from fastapi.testclient import TestClient

from processes import wait_for
from sapper.core.view import Move
from sapper.errors import SapperError
from sapper.web import process_pool
from sapper.web.app import Limits
from sapper.web.live_games import most_moves
from strategies import checkerboard
from web.asking import BOARD, POSITION, cell, detail, new, play
from web.seats import seat_of
from web.worker_code import running


def test_requests_are_metered(make_client: Callable[..., TestClient]) -> None:
    """A client that sends too many requests learns when to try again."""
    client = make_client(Limits(analyses=(2, 0.001), new_games=(1, 0.001)))
    for _ in range(2):
        assert client.post("/api/analyse", json={"position": POSITION}).status_code == 200
    refused = client.post("/api/analyse", json={"position": POSITION})
    assert detail(refused, 429).startswith("too many requests: try again in ")
    new(client, level="beginner")
    assert client.post("/api/games", json={"level": "beginner"}).status_code == 429


def test_work_is_metered_too(make_client: Callable[..., TestClient]) -> None:
    """Computing time counts towards the rate limit, so a few expensive requests reach it."""
    client = make_client(Limits(analyses=(30, 0.001)))
    server = client.app.state.server  # type: ignore[attr-defined]

    def slow(task: str, charge: Callable[[float], None], **arguments: Any) -> Any:
        charge(9000.0)
        raise SapperError("this was hard")

    server.jobs.ask = slow
    for _ in range(3):
        assert detail(client.post("/api/read", content=b"x"), 422) == "this was hard"
    assert client.post("/api/read", content=b"x").status_code == 429


def test_analyses_under_way_are_limited_by_address(
    make_client: Callable[..., TestClient],
) -> None:
    """A client with too many questions is refused. Other clients and games are not affected."""
    client = make_client(Limits(asking=1))
    server = client.app.state.server  # type: ignore[attr-defined]
    begun, done = threading.Event(), threading.Event()
    ask = server.jobs.ask

    def slow(task: str, charge: Callable[[float], None], **arguments: Any) -> Any:
        begun.set()
        done.wait(60)
        return ask(task, charge, **arguments)

    server.jobs.ask = slow
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.post, "/api/analyse", json={"position": POSITION})
        assert begun.wait(60)
        refused = client.post("/api/analyse", json={"position": POSITION})
        assert detail(refused, 429) == "too many analyses at once: try again in a moment"
        other = TestClient(client.app, client=("192.0.2.7", 50000))
        assert other.post("/api/games", json={"level": "beginner"}).status_code == 201
        server.jobs.ask = ask
        assert other.post("/api/analyse", json={"position": POSITION}).status_code == 200
        done.set()
        assert first.result(60).status_code == 200


# A worker that never ends.
ENDLESS = """
import threading
from sapper.web import worker
worker.TASKS = dict.fromkeys(worker.TASKS, lambda **asked: threading.Event().wait())
"""


def test_what_strangers_send_is_read_by_a_worker_with_limits(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker reads files, positions and boards, within limits. A slow worker is stopped."""
    with monkeypatch.context() as patch:
        patch.setattr(process_pool, "WORK", running(ENDLESS))
        client = make_client(Limits(analysis_seconds=0.3))
        given_up = "the calculation took longer than 0.3 s and was stopped"
        assert detail(client.post("/api/read", content=BOARD.encode()), 422) == given_up
        assert detail(client.post("/api/games", json={"board": BOARD}), 422) == given_up
        position = BOARD.replace("*", ".")
        assert detail(client.post("/api/analyse", json={"position": position}), 422) == given_up
    client = make_client(Limits(analyses=(1, 0.001)))
    assert client.post("/api/read", content=BOARD.encode()).status_code == 200
    assert client.post("/api/read", content=BOARD.encode()).status_code == 429
    assert client.post("/api/games", json={"board": BOARD}).status_code == 429


def test_one_request_does_not_stop_the_page(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games continue during analyses. bench/attack_server.py measures their speed.

    The analyses in this test never end, so all of them run while the games are played.
    """
    monkeypatch.setattr(process_pool, "WORK", running(ENDLESS))
    client = make_client(Limits(analysis_seconds=600))
    server = client.app.state.server  # type: ignore[attr-defined]
    server.jobs.patience = 600
    hard = checkerboard(30, extra_mines=1)
    with ThreadPoolExecutor(4) as pool:
        asked = [
            pool.submit(client.post, "/api/read", content=hard.encode()),
            pool.submit(client.post, "/api/analyse", json={"position": hard}),
            pool.submit(client.post, "/api/games", json={"board": BOARD}),
            pool.submit(client.post, "/api/read", content=BOARD.encode()),
        ]
        try:
            assert wait_for(lambda: server.asking._inside["all"] == len(asked))
            for _ in range(3):
                game = new(client, level="beginner")
                assert play(client, game, "open", 40)["opened"] > 0
                assert client.post(f"/api/games/{game['id']}/leave").status_code == 204
            assert not any(one.done() for one in asked)
        finally:
            server.jobs.close()
        assert {one.result(60).status_code for one in asked} == {503}


def test_an_analysis_has_a_time_limit(make_client: Callable[..., TestClient]) -> None:
    """A slow worker is stopped, and a different worker answers the next question."""
    client = make_client(Limits(analysis_seconds=0.1))
    hard = checkerboard(30, extra_mines=1)
    refused = client.post("/api/analyse", json={"position": hard})
    assert detail(refused, 422) == "the calculation took longer than 0.1 s and was stopped"
    client.app.state.server.jobs.seconds = 60  # type: ignore[attr-defined]
    assert client.post("/api/analyse", json={"position": POSITION}).status_code == 200


def test_large_bodies_are_refused(make_client: Callable[..., TestClient]) -> None:
    """The server checks the declared size of a body, or counts the bytes if no size is declared."""
    client = make_client(Limits(body=2048))
    assert "the limit is 2 KiB" in detail(client.post("/api/read", content=b"x" * 3000), 413)

    def chunks() -> Any:
        for _ in range(10):
            yield b"x" * 1000

    assert "the limit is 2 KiB" in detail(client.post("/api/read", content=chunks()), 413)


def test_flags_end_before_a_game_does(client: TestClient) -> None:
    """Setting and removing flags can't make a game endless. It can still be undone and won."""
    game = new(client, board=BOARD)
    seat = seat_of(client, game["id"])
    games = client.app.state.server.games  # type: ignore[attr-defined]
    most = most_moves(seat.level)
    games.play(seat, *[Move("flag", cell("A1"))] * (most - 1))
    url, mine = f"/api/games/{game['id']}", cell("C3")
    for _ in range(2):
        assert play(client, game, "flag", mine)["moves"] == most
        refused = client.post(f"{url}/moves", json={"kind": "flag", "cell": mine})
        words = "this game has too many moves for more flags: open cells, or undo moves"
        assert detail(refused, 409) == words
        assert client.post(f"{url}/undo").json()["moves"] == most - 1
    play(client, game, "flag", mine)
    assert play(client, game, "open", cell("E1"))["outcome"] is None
    end = play(client, game, "open", cell("A3"))
    assert (end["outcome"], end["moves"]) == ("won", most + 2)


def test_playing_on_costs_as_much_as_it_copies(make_client: Callable[..., TestClient]) -> None:
    """A game that begins with hundreds of moves counts as several games."""
    client = make_client(Limits(new_games=(4, 0.001)))
    game = new(client, board=BOARD)
    seat = seat_of(client, game["id"])
    games = client.app.state.server.games  # type: ignore[attr-defined]
    games.play(seat, *[Move("flag", cell("A1"))] * 120)
    play(client, game, "open", cell("A1"))
    url = f"/api/games/{game['id']}/on"
    for moves, status in ((0, 201), (120, 201), (0, 429)):  # and one for the game itself
        assert client.post(url, json={"moves": moves}).status_code == status


def test_an_address_of_ipv6_counts_with_its_network(
    make_client: Callable[..., TestClient],
) -> None:
    """A /64 network counts as one client, and so does an IPv4 address in either notation."""
    client = make_client(Limits(new_games=(1, 0.001)))

    def new_from(address: str) -> int:
        other = TestClient(client.app, client=(address, 50000))
        status: int = other.post("/api/games", json={"level": "beginner"}).status_code
        return status

    assert [new_from(f"2001:db8:1:2::{end}") for end in ("1", "2", "ffff:1")] == [201, 429, 429]
    assert new_from("2001:db8:1:3::1") == 201
    assert [new_from(one) for one in ("192.0.2.9", "::ffff:192.0.2.9")] == [201, 429]
    assert new_from("::ffff:192.0.2.10") == 201
