"""Honesty: a game on a board that someone has seen before does not count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi.testclient import TestClient


def begin(client: TestClient, **form: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json=form)
    assert answer.status_code == 201, answer.text
    game: dict[str, Any] = answer.json()
    return game


def finish(client: TestClient, game: dict[str, Any], cell: int) -> dict[str, Any]:
    """Open a cell, leave the game, and return the finished game."""
    url = f"/api/games/{game['id']}"
    client.post(f"{url}/moves", json={"kind": "open", "cell": cell})
    client.post(f"{url}/leave")
    end: dict[str, Any] = client.get(url).json()["end"]
    return end


def counted(client: TestClient) -> int:
    """The number of games in a player's statistics."""
    return sum(level["played"] for level in client.get("/api/history").json()["levels"])


def test_a_board_that_was_seen_is_practice(make_client: Callable[..., TestClient]) -> None:
    """Games on a board that was uploaded, seen before, or copied from such a board don't count."""
    mine = make_client()
    other, third = TestClient(mine.app), TestClient(mine.app)
    game = begin(mine, level="6x4x3/safe")
    assert not game["assisted"]
    end = finish(mine, game, 7)
    copy = begin(other, share=end["share"])  # another player's board
    own_copy = begin(mine, share=end["share"])  # the player's own board
    again = begin(mine, share=finish(other, copy, 7)["share"])  # via the other player's copy
    second_name = begin(third, share=finish(mine, again, 7)["share"])  # with a new cookie
    board = mine.get(f"/api/games/{game['id']}/files/board.txt").text
    upload = begin(third, board=board)
    for one in (copy, own_copy, again, second_name, upload):
        assert one["assisted"]
    finish(mine, own_copy, 7)
    finish(third, second_name, 7)
    assert (counted(mine), counted(other), counted(third)) == (1, 0, 0)


def test_what_the_dealer_finds_is_fresh(make_client: Callable[..., TestClient]) -> None:
    """Nobody has seen a no-guess board before it is played."""
    client = make_client()
    game = begin(client, level="9x6x8/open", no_guess=True)
    assert not game["assisted"]
    finish(client, game, 0)
    assert counted(client) == 1


def test_a_daily_board_that_was_seen_does_not_count(
    make_client: Callable[..., TestClient],
) -> None:
    """A player who knows the daily board from a link can play it, but not as a first try."""
    mine = make_client()
    other, third = TestClient(mine.app), TestClient(mine.app)
    daily = {"level": "beginner"}
    first = mine.post("/api/daily", json=daily).json()
    assert not first["assisted"]
    cell = "".join(first["rows"]).index("+")
    end = finish(mine, first, cell)
    begin(other, share=end["share"])
    assert other.post("/api/daily", json=daily).json()["assisted"]
    assert not third.post("/api/daily", json=daily).json()["assisted"]
    (board,) = [
        one for one in other.get("/api/daily").json()["boards"] if one["level"] == "beginner"
    ]
    assert board["assisted"]
