"""The daily boards and the proof of a board, over the API."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sapper.dealer import deal
from sapper.level import NAMED
from sapper.odds import odds
from sapper.solution import solution
from sapper.techniques import Technique
from sapper.verify.board import verify_board
from sapper.view import View
from sapper.web import daily
from web.seats import seat_of

DAY = date(2026, 11, 16)

NEEDS_A_GUESS = "5x2x1/safe E1\n*1000\n11000\n"


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Let it be another time."""

    def set_time(when: datetime) -> None:
        monkeypatch.setattr(daily, "now", lambda: when)

    set_time(datetime(2026, 11, 16, 9, 30, tzinfo=UTC))
    return set_time


def begin(client: TestClient, level: str = "beginner") -> dict[str, Any]:
    """Today's game of that level."""
    response = client.post("/api/daily", json={"level": level})
    assert response.status_code == 200, response.text
    game: dict[str, Any] = response.json()
    return game


def today(client: TestClient) -> dict[str, Any]:
    """What the server says about today."""
    found: dict[str, Any] = client.get("/api/daily").json()
    return found


def move(client: TestClient, game: dict[str, Any], cell: int) -> dict[str, Any]:
    """Open a cell."""
    form = {"kind": "open", "cell": cell}
    answer: dict[str, Any] = client.post(f"/api/games/{game['id']}/moves", json=form).json()
    return answer


def win(client: TestClient, game: dict[str, Any]) -> None:
    """Open all that is certain, until that is all."""
    while game["outcome"] is None:
        view = View.parse("\n".join([game["level"], *game["rows"]]))
        for cell in odds(view).safe:
            move(client, game, cell)
        game = client.get(f"/api/games/{game['id']}").json()
    assert game["outcome"] == "won"


def lose(client: TestClient, game: dict[str, Any]) -> None:
    """Start where one may, and open a mine."""
    board = seat_of(client, game["id"]).game.board
    assert board is not None
    move(client, game, board.told[0])
    assert move(client, game, min(board.mines))["outcome"] == "lost"


@pytest.mark.parametrize("level", ["beginner", "intermediate", "expert"])
def test_the_board_of_a_day_is_the_same_for_everyone(
    client: TestClient, at: Callable[[datetime], None], level: str
) -> None:
    """Two players get the board that the dealer makes of the day's seed; it needs no guess."""
    boards = []
    for _ in range(2):
        client.cookies.clear()
        boards.append(seat_of(client, begin(client, level)["id"]).game.board)
    expected = deal(NAMED[level], daily.seed_of(DAY, level), no_guess=True)
    assert boards == [expected, expected]
    assert solution(expected).solved
    at(datetime(2026, 11, 17, 0, 0, tzinfo=UTC))
    assert seat_of(client, begin(client, level)["id"]).game.board != expected


def test_only_the_first_try_counts(client: TestClient, at: Callable[[datetime], None]) -> None:
    """A lost board stays lost for the day, however often it is asked for or won afterwards."""
    game = begin(client)
    assert begin(client)["id"] == game["id"], "a game under way goes on"
    assert today(client)["boards"][0]["game"] == game["id"]
    lose(client, game)
    again = begin(client)
    assert (again["id"], again["outcome"]) == (game["id"], "lost")
    practice = client.post("/api/games", json={"share": again["end"]["share"]}).json()
    assert practice["assisted"]
    win(client, practice)
    (beginner, *others), streak = today(client)["boards"], today(client)["streak"]
    assert (beginner["outcome"], beginner["game"], streak) == ("lost", game["id"], 0)
    assert [board["game"] for board in others] == [None, None]


def test_looking_is_not_trying(client: TestClient, at: Callable[[datetime], None]) -> None:
    """A board of which nothing was opened can be left and begun anew."""
    game = begin(client)
    client.post(f"/api/games/{game['id']}/leave")
    assert today(client)["boards"][0]["game"] is None
    other = begin(client)
    assert other["id"] != game["id"]
    win(client, other)
    assert today(client)["boards"][0]["outcome"] == "won"


def test_streaks(client: TestClient, at: Callable[[datetime], None]) -> None:
    """A day with a win goes on with the streak; help, or a day without one, ends it."""
    seen = []
    for day in (16, 17, 18, 20, 21):
        at(datetime(2026, 11, day, 23, 59, 30, tzinfo=UTC))
        game = begin(client)
        if day == 18:
            # Help after the first move: the win is shown, and does not count.
            move(client, game, "".join(game["rows"]).index("+"))
            assert client.get(f"/api/games/{game['id']}/odds").status_code == 200
            game = client.get(f"/api/games/{game['id']}").json()
        win(client, game)
        found = today(client)
        seen.append((found["streak"], found["longest_streak"]))
    assert seen == [(1, 1), (2, 2), (2, 2), (1, 2), (2, 2)]
    assert found["seconds_left"] == 30
    days = {one["date"][-2:]: one["won"] for one in found["days"]}
    assert days == {
        "16": ["beginner"],
        "17": ["beginner"],
        "18": [],
        "20": ["beginner"],
        "21": ["beginner"],
    }
    at(datetime(2026, 11, 23, 0, 0, tzinfo=UTC))
    assert (today(client)["streak"], today(client)["longest_streak"]) == (0, 2)


def test_a_game_over_midnight_belongs_to_its_day(
    client: TestClient, at: Callable[[datetime], None]
) -> None:
    """Begun yesterday and won today, it is yesterday's; today has a board of its own."""
    game = begin(client)
    at(datetime(2026, 11, 17, 0, 1, tzinfo=UTC))
    win(client, game)
    assert today(client)["boards"][0]["game"] is None
    assert today(client)["days"] == [{"date": "2026-11-16", "won": ["beginner"]}]
    assert today(client)["streak"] == 1


def test_a_level_that_has_no_daily_board(client: TestClient) -> None:
    """One line says which have one."""
    response = client.post("/api/daily", json={"level": "easy"})
    assert response.status_code == 422
    assert "'beginner', 'intermediate' or 'expert'" in response.json()["detail"]


# -- the proof of a board -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "allowed"),
    [
        ({"at_most": "single clue"}, {Technique.TOLD, Technique.SINGLE_CLUE}),
        ({"technique": "mine count"}, {Technique.MINE_COUNT}),
    ],
)
def test_a_board_by_technique_and_its_proof(
    client: TestClient, form: dict[str, str], allowed: set[Technique]
) -> None:
    """It is what was asked for; at the end its certificate is there, and another program agrees."""
    game = client.post("/api/games", json={"level": "9x7x12/open", **form}).json()
    base = f"/api/games/{game['id']}"
    for path in ("proof", "files/board.cert"):
        refused = client.get(f"{base}/{path}")
        assert (refused.status_code, "under way" in refused.text) == (409, True)
    win(client, game)
    board = seat_of(client, game["id"]).game.board
    assert board is not None
    assert solution(board).hardest in allowed
    file = client.get(f"{base}/files/board.cert")
    assert file.headers["Content-Disposition"] == 'attachment; filename="sapper-board.cert"'
    assert verify_board(file.text).accepted
    proof = client.get(f"{base}/proof").json()
    assert (proof["certificate"], proof["hardest"]) == (file.text, str(solution(board).hardest))
    # Step after step, what changes makes the board that was won.
    symbols = list("".join(proof["rows"]))
    known: set[str] = set()
    for step in proof["steps"]:
        for cell, symbol in zip(step["changed"], step["symbols"], strict=True):
            symbols[cell] = symbol
        if step["kind"] == "open":
            assert all(
                symbols[board.grid.parse_cell(name)] in "012345678" for name in step["cells"]
            )
        else:
            assert step["clues"] or step["mine_count"]
            known.update(step["cells"] if step["kind"] == "mine" else ())
    assert "".join(symbols).replace("F", "*").replace(".", "*") == "".join(board.rows)
    assert {board.grid.parse_cell(name) for name in known} <= board.mines
    assert any(step["mine_count"] for step in proof["steps"]) == ("technique" in form)


def test_a_board_that_needs_a_guess_has_no_proof(client: TestClient) -> None:
    """One line says so."""
    game = client.post("/api/games", json={"board": NEEDS_A_GUESS}).json()
    move(client, game, 4)
    client.post(f"/api/games/{game['id']}/leave")
    response = client.get(f"/api/games/{game['id']}/proof")
    assert response.status_code == 422
    assert response.json()["detail"] == "there is no certificate: the board needs a guess"


def test_two_wishes_about_technique_are_one_too_many(client: TestClient) -> None:
    """One line says so."""
    form = {"level": "beginner", "at_most": "subset", "technique": "chain"}
    response = client.post("/api/games", json=form)
    assert (response.status_code, "two wishes" in response.text) == (422, True)
