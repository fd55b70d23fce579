"""Moves over the websocket: the same games, limits and guarantees as over HTTP."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from processes import wait_for
from sapper.core.view import Move
from sapper.reason.odds import odds
from sapper.web.app import Limits
from sapper.web.guard import Meter
from sapper.web.problems import NO_DATABASE
from sapper.web.schema import StoreError
from web.seats import dealing, seat_of

# A1 and C3 are mines.
BOARD = "5x3x2/any\n*1000\n12110\n01*10\n"


def new(client: TestClient, **form: Any) -> str:
    answer = client.post("/api/games", json=form)
    assert answer.status_code == 201, answer.text
    game: str = answer.json()["id"]
    return game


def ask(socket: Any, game: str, kind: str, cell: int, **more: Any) -> dict[str, Any]:
    socket.send_json({"game": game, "kind": kind, "cell": cell, **more})
    answer: dict[str, Any] = socket.receive_json()
    return answer


def test_both_ways_answer_the_same(client: TestClient) -> None:
    """The same moves on the same board get the same answers over the websocket and over HTTP."""
    first, second = (new(client, board=BOARD) for _ in range(2))
    with client.websocket_connect("/api/play") as socket:
        for kind, cell in (("open", 4), ("flag", 0), ("flag", 4), ("chord", 1), ("open", 10)):
            here = ask(socket, first, kind, cell)
            form = {"kind": kind, "cell": cell}
            there = client.post(f"/api/games/{second}/moves", json=form).json()
            for answer in (here, there):
                answer.pop("elapsed")
                if answer["end"]:
                    answer["end"].pop("share")
                    answer["end"].pop("three_bv_per_second")
            assert here == there
        assert here["outcome"] == "won"
        assert ask(socket, first, "open", 0) == {
            "problem": "the game is over: start a new one",
            "status": 409,
        }


def test_messages_of_an_address_wait_for_their_turn(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every message on either websocket counts towards the rate limit of its address."""
    asked: list[str] = []

    def pace(address: str) -> float:
        asked.append(address)
        return 0.0

    game = new(client, board=BOARD)
    monkeypatch.setattr(client.app.state.server.messages, "pace", pace)  # type: ignore[attr-defined]
    with client.websocket_connect("/api/play") as socket:
        ask(socket, game, "flag", 0)
        ask(socket, game, "flag", 0)
    with client.websocket_connect("/api/watch") as socket:
        socket.send_json({"level": "9x5x8/any", "agents": ["nobody"]})
        while "problem" not in socket.receive_json():
            pass
    assert len(asked) == 3
    assert len(set(asked)) == 1


def test_the_pace_of_one_does_not_slow_others() -> None:
    """After a burst, each message waits longer than the last, but other clients don't wait."""
    meter = Meter(2, 0.001)
    waits = [meter.pace("one") for _ in range(4)]
    assert waits[:2] == [0, 0]
    assert 0 < waits[2] < waits[3]
    assert meter.pace("another") == 0


def test_a_move_sent_twice_is_made_once(client: TestClient) -> None:
    """A move that carries the expected move count is made only once, even if it is sent twice."""
    game = new(client, board=BOARD)
    with client.websocket_connect("/api/play") as socket:
        assert ask(socket, game, "flag", 0, after=0)["symbols"] == "F"
        problem = {"problem": "the game has 1 move, not 0: reload it", "status": 412}
        assert ask(socket, game, "flag", 0, after=0) == problem
        form = {"kind": "flag", "cell": 0, "after": 0}
        again = client.post(f"/api/games/{game}/moves", json=form)
        assert (again.status_code, again.json()) == (412, {"detail": problem["problem"]})
        assert ask(socket, game, "flag", 0, after=1)["symbols"] == "."


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "null",
        "[]",
        "open A1",
        '{"kind": "open", "cell": 1}',
        '{"game": "GAME", "kind": "open"}',
        '{"game": "GAME", "kind": "dig", "cell": 1}',
        '{"game": "GAME", "kind": "open", "cell": -1}',
        '{"game": "GAME", "kind": "open", "cell": 10000}',
        '{"game": "GAME", "kind": "open", "cell": "x"}',
        '{"game": "GAME", "kind": "open", "cell": 1, "after": -1}',
        '{"game": "GAME", "kind": "open", "cell": 1, "mines": true}',
        '{"game": "../../etc", "kind": "open", "cell": 1}',
        '{"game": ' + "[" * 5000,
        b'{"game": "GAME", "kind": "open", "cell": 1}',
    ],
)
def test_what_is_no_move_gets_one_line_and_ends_it(client: TestClient, frame: str | bytes) -> None:
    """An invalid message gets a one-line error and closes the websocket without a move."""
    game = new(client, board=BOARD)
    with client.websocket_connect("/api/play") as socket:
        if isinstance(frame, bytes):
            socket.send_bytes(frame.replace(b"GAME", game.encode()))
        else:
            socket.send_text(frame.replace("GAME", game))
        answer = socket.receive_json()
        assert set(answer) == {"problem", "status"}
        assert answer["status"] == 422
        assert 0 < len(answer["problem"].splitlines()) == 1
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    assert client.get(f"/api/games/{game}").json()["moves"] == 0


def test_a_binary_wish_is_refused_in_words(client: TestClient) -> None:
    """The websocket for watching accepts only text."""
    with client.websocket_connect("/api/watch") as socket:
        socket.send_bytes(b"\x00\xff")
        assert socket.receive_json()["problem"] == "send text frames that contain JSON"


def test_a_refused_move_does_not_end_it(make_client: Callable[..., TestClient]) -> None:
    """Cells off the board and other players' games are refused, but the next move is answered."""
    client = make_client()
    foreign = new(client, level="beginner")
    client.cookies.clear()
    game = new(client, board=BOARD)
    with client.websocket_connect("/api/play") as socket:
        assert ask(socket, game, "open", 15)["status"] == 422
        assert ask(socket, foreign, "open", 1) == {"problem": "no such game", "status": 404}
        assert ask(socket, "nobodys-game-at-all", "open", 1)["status"] == 404
        assert ask(socket, game, "open", 4)["opened"] > 1


def test_a_stranger_plays_nothing(make_client: Callable[..., TestClient]) -> None:
    """A client without a player's cookie can't move, and other sites get no answer."""
    client = make_client()
    with client.websocket_connect("/api/play") as socket:
        assert socket.receive_json()["status"] == 403
    with (
        pytest.raises(WebSocketDisconnect) as refusal,
        client.websocket_connect("/api/play", headers={"Origin": "http://evil.example"}),
    ):
        raise AssertionError("it was accepted")
    assert refusal.value.code == 1008


def test_limits_hold_on_the_websocket(make_client: Callable[..., TestClient]) -> None:
    """Moves over the websocket and HTTP share a limit, and a player's websockets are limited."""
    client = make_client(Limits(moves=(3, 0.001), playing=2))
    game = new(client, board=BOARD)
    assert client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": 0}).is_success
    with client.websocket_connect("/api/play") as first:
        for _ in range(2):
            assert "problem" not in ask(first, game, "flag", 0)
        refused = ask(first, game, "flag", 0)
        assert refused["status"] == 429
        assert refused["problem"].startswith("too many requests")
        with (
            client.websocket_connect("/api/play"),
            client.websocket_connect("/api/play") as third,
        ):
            assert third.receive_json()["status"] == 429
    # Closed websockets no longer count.
    with client.websocket_connect("/api/play") as socket:
        assert ask(socket, game, "flag", 0)["problem"].startswith("too many requests")


def test_a_move_that_can_not_be_saved_is_not_made(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a move can't be saved, the player gets an error and can make the move again."""
    game = new(client, board=BOARD)
    store = client.app.state.server.store  # type: ignore[attr-defined]

    def full(*_: Any) -> None:
        raise StoreError("can't save: disk full")

    with client.websocket_connect("/api/play") as socket:
        with monkeypatch.context() as patch:
            patch.setattr(store, "write", full)
            answer = ask(socket, game, "open", 4, after=0)
        assert answer == {"problem": NO_DATABASE, "status": 503}
        assert ask(socket, game, "open", 4, after=0)["moves"] == 1


def test_two_pages_on_one_game(client: TestClient) -> None:
    """Moves from two pages are made one after the other. A page that is behind has to reload."""
    game = new(client, board=BOARD)
    with (
        client.websocket_connect("/api/play") as left,
        client.websocket_connect("/api/play") as right,
    ):
        assert ask(left, game, "flag", 0, after=0)["moves"] == 1
        assert ask(right, game, "open", 4, after=0)["status"] == 412
        assert ask(right, game, "open", 4, after=1)["moves"] == 2
        assert ask(left, game, "flag", 12)["moves"] == 3
    assert [move for _, move in seat_of(client, game).game.moves] == [
        Move("flag", 0),
        Move("open", 4),
        Move("flag", 12),
    ]


@pytest.mark.parametrize("level", ["9x8x10/open", "7x9x9/safe", "9x8x10/given(30)"])
def test_nothing_secret_is_said(client: TestClient, level: str) -> None:
    """During a game, no message contains the seed, the share id, a mine or a board statistic."""
    seed = 1234567890123400028
    with dealing(seed):
        game = new(client, level=level)
    seat = seat_of(client, game)
    assert seat.row.seed == str(seed)
    said: list[str] = []
    with client.websocket_connect("/api/play") as socket:

        def say(kind: str, cell: int, **more: Any) -> None:
            socket.send_json({"game": game, "kind": kind, "cell": cell, **more})
            said.append(socket.receive_text())

        say("open", seat.game.view.given[0] if seat.game.view.given else 40)
        for _ in range(4):
            safe = odds(seat.game.view).safe
            assert safe, "choose a seed with which the game goes on"
            say("flag", safe[0])
            say("open", safe[0])
            say("flag", safe[0])
            say("open", 9999, after=0)
            say("open", safe[0], after=0)
            say("open", safe[0])
            assert not seat.over
    assert len(said) == 25
    for text in said:
        assert str(seed) not in text
        assert seat.row.share not in text
        assert "*" not in text
        assert "three_bv" not in text
        answer = json.loads(text)
        assert answer.get("end") is None
        assert not set(answer.get("symbols", "")) - set("012345678F.+")


@pytest.mark.process
def test_a_killed_server_loses_no_move_answered_on_the_websocket(served: Any) -> None:
    """The server is killed repeatedly. Answered moves are saved, and no move is made twice."""
    rng = random.Random(2)
    answered: list[int] = []  # the number of moves in each answer

    def are_answered(moves: int) -> bool:
        return len(answered) >= moves

    def flag_until_killed(url: str, game: str, cookie: str, moves: int) -> None:
        with connect(url, additional_headers={"Cookie": cookie}) as socket:
            while True:
                form = {"game": game, "kind": "flag", "cell": rng.randrange(480)}
                try:
                    socket.send(json.dumps({**form, "after": moves}))
                    moves = json.loads(socket.recv())["moves"]
                except ConnectionClosed:
                    return
                answered.append(moves)

    with httpx.Client(base_url=served.url, timeout=60) as client, ThreadPoolExecutor(1) as pool:
        game = client.post("/api/games", json={"level": "30x16x99/open"}).json()["id"]
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        url = f"{served.url.replace('http', 'ws')}/api/play"
        for _ in range(3):
            moves = client.get(f"/api/games/{game}").json()["moves"]
            answered.clear()
            player = pool.submit(flag_until_killed, url, game, cookie, moves)
            enough = rng.randrange(20, 60)
            wait_for(partial(are_answered, enough))
            served.kill()
            player.result(60)
            served.start()
            seen = client.get(f"/api/games/{game}").json()["moves"]
            # The last move may be saved without an answer, but no answered move is lost.
            assert len(answered) >= enough
            assert seen in (answered[-1], answered[-1] + 1)
