"""Trust: a result is assisted if help was used in the game, or if the board is played again."""

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


def test_a_board_that_is_played_again_is_practice(make_client: Callable[..., TestClient]) -> None:
    """Games on a board that the player uploaded or has played before don't count."""
    mine = make_client()
    game = begin(mine, level="6x4x3/safe")
    assert not game["assisted"]
    end = finish(mine, game, 7)
    upload = begin(mine, board=mine.get(f"/api/games/{game['id']}/files/board.txt").text)
    for one in (begin(mine, share=end["share"]), upload):
        assert one["assisted"]
        finish(mine, one, 7)
    assert counted(mine) == 1


def test_a_board_from_someone_else_counts_once(make_client: Callable[..., TestClient]) -> None:
    """The first game on a shared board counts, wherever its player may have seen the board."""
    mine = make_client()
    other = TestClient(mine.app)
    share = finish(mine, begin(mine, level="6x4x3/safe"), 7)["share"]
    first = begin(other, share=share)
    assert not first["assisted"]
    finish(other, first, 7)
    assert begin(other, share=share)["assisted"]
    assert counted(other) == 1


def test_what_the_dealer_finds_is_fresh(make_client: Callable[..., TestClient]) -> None:
    """Nobody has seen a no-guess board before it is played."""
    client = make_client()
    game = begin(client, level="9x6x8/open", no_guess=True)
    assert not game["assisted"]
    finish(client, game, 0)
    assert counted(client) == 1


def test_what_happens_outside_a_first_try_is_not_help(
    make_client: Callable[..., TestClient],
) -> None:
    """A link to the daily board and an analysis of its position leave first tries alone."""
    mine = make_client()
    other = TestClient(mine.app)
    daily = {"level": "beginner"}
    first = mine.post("/api/daily", json=daily).json()
    cell = "".join(first["rows"]).index("+")
    share = finish(mine, first, cell)["share"]
    begin(other, share=share)
    game = other.post("/api/daily", json=daily).json()
    assert not game["assisted"]
    url = f"/api/games/{game['id']}"
    other.post(f"{url}/moves", json={"kind": "open", "cell": cell})
    rows = other.get(url).json()["rows"]
    position = "\n".join([game["level"], *rows, ""])
    assert other.post("/api/analyse", json={"position": position}).status_code == 200
    assert not other.get(url).json()["assisted"]
    assert other.post(f"{url}/hint", json={"tier": 1}).status_code == 200
    assert other.get(url).json()["assisted"]
