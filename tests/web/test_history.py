"""Finished games: the list, the statistics, and the export."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from fastapi.testclient import TestClient

from web.asking import BOARD, new, play, wait_for_reviews
from web.seats import unseen


def test_history_filters_counts_and_exports(make_client: Callable[..., TestClient]) -> None:
    """Finished games can be filtered by level, outcome and help, and are all exported."""
    client = make_client()
    for _ in range(3):
        game = new(client, level="3x3x0/any")
        assert play(client, game, "open", 0)["outcome"] == "won"
    helped = new(client, level="3x3x0/any")
    client.get(f"/api/games/{helped['id']}/odds")
    play(client, helped, "open", 0)
    lost = new(client, board=BOARD)
    play(client, lost, "open", 0)
    looked_at = new(client, level="beginner")
    assert client.get("/api/history").json()["running"] == []
    assert client.get("/api/games").json() == []
    play(client, looked_at, "flag", 0)
    assert [game["id"] for game in client.get("/api/games").json()] == [looked_at["id"]]
    history = client.get("/api/history").json()
    assert (history["total"], len(history["running"])) == (5, 1)
    assert all("share" in game for game in history["games"])
    (level,) = history["levels"]
    assert (level["level"], level["played"], level["won"]) == ("3x3x0/any", 3, 3)
    assert (level["streak"], level["longest_streak"], level["rate"]) == (3, 3, 1.0)
    assert 0.4 < level["low"] < 0.5
    assert client.get("/api/history?outcome=lost").json()["total"] == 1
    assert client.get("/api/history?assisted=false").json()["total"] == 3
    assert client.get("/api/history?level=3x3x0/any").json()["total"] == 4
    assert client.get("/api/history?level=beginner").json()["total"] == 0
    assert len(client.get("/api/history?limit=2&offset=4").json()["games"]) == 1
    export = client.get("/api/export").json()["games"]
    assert [game["record"].splitlines()[0] for game in export][-1].startswith("seed: ")
    assert len(export) == 5


def test_the_survival_of_a_game_comes_from_its_review(
    make_client: Callable[..., TestClient],
) -> None:
    """The chance of survival is 2/3 for the first click times 1/2 for the second guess."""
    client = make_client()
    game = new(client, board="3x1x1/any\n.1*")
    play(client, game, "open", 1)
    assert play(client, game, "open", 0)["outcome"] == "won"
    client.get("/api/history")
    wait_for_reviews(client)
    (past,) = client.get("/api/history").json()["games"]
    assert past["guesses"] == 2
    assert past["survival"] == pytest.approx(2 / 3 * 1 / 2)


def test_on_a_shared_board_only_the_marked_cell_is_no_guess(
    make_client: Callable[..., TestClient],
) -> None:
    """Opening another cell first is a guess, because only the marked cell is known to be safe."""
    client = make_client()
    game = new(client, board="3x1x1/safe\n01*")
    assert game["rows"] == ["+.."]
    assert play(client, game, "open", 2)["outcome"] == "lost"
    client.get("/api/history")
    wait_for_reviews(client)
    (past,) = client.get("/api/history").json()["games"]
    assert (past["guesses"], past["survival"]) == (1, pytest.approx(1 / 2))


def test_games_lost_by_an_error(make_client: Callable[..., TestClient]) -> None:
    """The filter finds a loss by an error, but not a loss on a coin toss."""
    client = make_client()
    games = {}
    for name, board, cells in (
        ("coin toss", "3x1x1/any\n*1.", (1, 0)),
        ("error", "4x1x1/any\n01*1", (0, 2)),
    ):
        games[name] = new(client, board=board)
        for cell in cells:
            end = play(client, games[name], "open", cell)
        assert end["outcome"] == "lost"
    client.get("/api/history")
    wait_for_reviews(client)
    found = client.get("/api/history", params={"by_error": True}).json()
    assert [game["id"] for game in found["games"]] == [games["error"]["id"]]


@pytest.mark.parametrize(
    "filters",
    [
        {"outcome": "lost"},
        {"outcome": "won"},
        {"outcome": "left"},
        {"assisted": "true"},
        {"assisted": "false", "outcome": "lost"},
        {"by_error": "true"},
        {"level": "beginner"},
    ],
    ids=str,
)
def test_the_win_rate_does_not_depend_on_the_filters(
    client: TestClient, filters: dict[str, str]
) -> None:
    """The filters change neither the win rate nor the number of finished games."""
    for board, where in (("*1.", 2), (".1*", 0), ("1*1", 1)):
        with unseen():
            play(client, new(client, board=f"3x1x1/any\n{board}"), "open", where)
    helped = new(client, board="3x1x1/any\n*1.")
    play(client, helped, "open", 0)
    left = new(client, board="3x1x1/any\n*1.")
    play(client, left, "open", 1)
    client.post(f"/api/games/{left['id']}/leave")
    client.get("/api/history")
    wait_for_reviews(client)  # reviews change the statistics
    every, some = (client.get("/api/history", params=f).json() for f in ({}, filters))
    (level,) = every["levels"]
    assert (level["played"], level["won"]) == (3, 2)
    assert some["levels"] == every["levels"]
    assert some["finished"] == every["finished"] == 5
    assert some["total"] < every["total"] == 5


def test_the_history_says_which_boards_needed_no_guess(
    make_client: Callable[..., TestClient],
) -> None:
    """A board is dealt around the first click, or has a start that is given."""
    client = make_client()
    for form in ({"level": "beginner", "no_guess": True}, {"level": "beginner"}):
        game = new(client, **form)
        play(client, game, "open", 40)
        client.post(f"/api/games/{game['id']}/leave")
    daily = new(client, board="3x1x1/safe A1 no-guess\n01*")
    play(client, daily, "open", 0)
    games = client.get("/api/history").json()["games"]
    assert [game["no_guess"] for game in games] == [True, False, True]
