"""Rooms: the same board for all, its start, its table, and who may see what."""

from __future__ import annotations

import time
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sapper.core.board import Board
from sapper.web import live_games, rooms
from sapper.web.server import COOKIE, Server
from web.asking import play, wait_for_reviews

LEVEL = "8x6x4/open"


class Room:
    """A room of a server, as several people see it.

    `now` is the time on the server, in seconds. It stands still until a test changes it.
    """

    def __init__(self, client: TestClient, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
        self.client = client
        self.key = key
        self.now = time.time()
        self.code = ""
        monkeypatch.setattr(rooms, "time", self)
        monkeypatch.setattr(live_games, "time", self)
        monkeypatch.setattr("sapper.web.routes.rooms.time", self)
        monkeypatch.setattr("sapper.web.rebuilding.milliseconds", lambda: int(1000 * self.now))
        monkeypatch.setattr(rooms, "FRESH", 0.0)

    def time(self) -> float:
        return self.now

    @property
    def server(self) -> Server:
        server: Server = self.client.app.state.server  # type: ignore[attr-defined]
        return server

    def as_(self, name: str) -> TestClient:
        self.client.cookies.clear()
        self.client.cookies.set(COOKIE, self.key + name)
        return self.client

    def ask(self, name: str, path: str = "", form: Any = None, status: int = 200) -> Any:
        url = f"/api/rooms/{self.code}{path}"
        client = self.as_(name)
        answer = client.get(url) if form is None else client.post(url, json=form)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    def make(self, name: str, **form: Any) -> Any:
        form = {"name": name, "level": LEVEL, **form}
        answer = self.as_(name).post("/api/rooms", json=form)
        assert answer.status_code == 201, answer.text
        self.code = answer.json()["code"]
        return answer.json()

    def join(self, *names: str) -> None:
        for name in names:
            self.ask(name, "/join", {"name": name})

    def ready(self, *names: str, board: int = 1) -> Any:
        for name in names:
            form = self.ask(name, "/ready", {"board": board})
        return form

    def game(self, name: str, board: int = 1) -> Any:
        return self.ask(name, "/game", {"board": board})

    def begin(self, *names: str, board: int = 1) -> list[Any]:
        """Start a race, and let these people begin."""
        assert self.ready(*names, board=board)["state"] == "counting"
        self.now += rooms.COUNTDOWN
        return [self.game(name, board) for name in names]

    def board(self, number: int = 1) -> Board:
        room = self.server.rooms.room(self.code)
        return self.server.rooms.board(room, number).parsed()

    def finish(self, name: str, game: Any, *, win: bool = True, number: int = 1) -> Any:
        """Play a game to its end."""
        board, client = self.board(number), self.as_(name)
        if not win:
            return play(client, game, "open", min(board.mines))
        for cell in range(board.level.size):
            state = client.get(f"/api/games/{game['id']}").json()
            if state["end"]:
                break
            if cell not in board.mines and "".join(state["rows"])[cell] in ".+":
                answer = play(client, game, "open", cell)
        return answer


@pytest.fixture
def room(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room of the shared server, with players who are new to it."""
    return Room(client, monkeypatch, f"in-a-room-of-its-own-{time.monotonic_ns()}-")


def test_two_people_race_on_the_same_board_and_see_the_same_table(room: Room) -> None:
    """From the link to the table, and on to the next board."""
    made = room.make("Mira")
    assert [one["words"] for one in made["said"]] == ["Send this link to your friends."]
    room.join("Jonas")
    room.ready("Mira")
    assert room.ask("Jonas")["said"][0]["words"] == "Mira is ready. Are you?"
    assert room.ask("Mira")["said"][0]["words"] == "Waiting for Jonas."
    (mira, jonas) = room.begin("Mira", "Jonas")
    assert mira["rows"] == jonas["rows"]
    assert mira["id"] != jonas["id"]
    assert mira["moves"] == 1
    room.now += 10
    room.finish("Jonas", jonas)
    assert room.ask("Mira")["said"][0]["words"] == "Jonas is done."
    assert room.ask("Mira")["board"]["results"] is None
    early = room.ask("Jonas")
    assert early["said"][0]["words"] == "You are first so far. One still plays."
    assert [row["state"] for row in early["board"]["results"]] == ["won", "playing"]
    room.now += 2.5
    room.finish("Mira", mira)
    assert room.ask("Mira")["said"][0]["words"] == "Jonas won by 2.5 seconds."
    wait_for_reviews(room.client)
    one, other = room.ask("Mira"), room.ask("Jonas")
    assert one["state"] == other["state"] == "over"
    for row in (*one["board"]["results"], *other["board"]["results"]):
        del row["you"], row["game"]
    assert one["board"]["results"] == other["board"]["results"]
    table = one["board"]["results"]
    assert [(row["name"], row["place"], row["elapsed"]) for row in table] == [
        ("Jonas", 1, 10_000),
        ("Mira", 2, 12_500),
    ]
    assert one["said"][0]["words"] == "Jonas won by 2.5 seconds. Nobody made an error."
    assert other["said"][0]["words"] == "You won by 2.5 seconds. Nobody made an error."
    again = room.begin("Mira", "Jonas", board=2)
    assert room.board(1) != room.board(2)
    assert again[0]["id"] not in (mira["id"], jonas["id"])
