"""Races: ghosts that reveal no cells, the server's times, and results that can't be faked."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sapper.core.board import Board
from sapper.core.game import Record
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.web import live_games, race, rebuilding
from sapper.web.app import Limits, create_app
from sapper.web.race import columns_of, course, progress
from sapper.web.server import COOKIE
from web.asking import cell, detail, new, play
from web.seats import seat_of, unseen
from web.servers import patient
from web.test_faking import Time

BOARD = """
8x6x4/any
*1000000
11000000
00011100
0001*211
110112*1
*1000111
"""
"""the four mines are in different regions"""

LEVEL = "8x6x4/any"


class Players:
    """Players of one server, who take turns."""

    def __init__(self, client: TestClient, key: str = "of-this-restarted-server-") -> None:
        self.client = client
        self.key = key

    def __call__(self, name: str) -> TestClient:
        self.client.cookies.clear()
        self.client.cookies.set(COOKIE, self.key + name)
        return self.client


@pytest.fixture
def players(client: TestClient) -> Players:
    """Players `a`, `b` and so on, who are new to the application."""
    return Players(client, secrets.token_urlsafe(18))


def safe_cells(board: str = BOARD) -> list[int]:
    """The cells without a mine, with the cells that show 0 last."""
    read = Board.parse(board)
    cells = [one for one in range(read.level.size) if one not in read.mines]
    return sorted(cells, key=lambda one: read.numbers[one] == 0)


def finish(client: TestClient, game: dict[str, Any], *, win: bool = True) -> dict[str, Any]:
    """Play a game on BOARD to its end."""
    cells = safe_cells() if win else [cell("H1", 8), cell("A1", 8)]
    for where in cells:
        answer = play(client, game, "open", where)
        if answer["end"]:
            return answer
    raise AssertionError("the game is not over")


def made(client: TestClient, *, win: bool = True) -> dict[str, Any]:
    """A race against a game on BOARD that was played just now, without help."""
    with unseen():
        game = new(client, board=BOARD)
    finish(client, game, win=win)
    response = client.post("/api/races", json={"game": game["id"]})
    assert response.status_code == 201, response.text
    found: dict[str, Any] = response.json()
    return found


def enter(client: TestClient, found: dict[str, Any], again: bool = False) -> dict[str, Any]:
    response = client.post(f"/api/races/{found['id']}/game", json={"again": again})
    assert response.status_code == 200, response.text
    game: dict[str, Any] = response.json()
    return game


def result(client: TestClient, found: dict[str, Any], **query: str) -> dict[str, Any]:
    """The result of a race, with both reviews."""
    response = client.get(f"/api/races/{found['id']}/result", params=query)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


# -- a race ---------------------------------------------------------------------------------------


def test_a_race_is_played_on_the_same_board_and_compared(players: Players) -> None:
    """Both players see both games, and the creator of the race sees everyone who raced."""
    found = made(players("a"))
    assert (found["mine"], found["cells"], found["entries"]) == (True, 44, [])
    again = players("a").post("/api/races", json={"game": result_game(players("a"))})
    assert again.json()["id"] == found["id"], "a game has one race"
    seen = players("b").get(f"/api/races/{found['id']}").json()
    assert (seen["mine"], seen["counts"], seen["entry"]) == (False, True, None)
    game = enter(players("b"), found)
    assert (game["level"], game["assisted"], game["moves"]) == (LEVEL, False, 0)
    assert enter(players("b"), found)["id"] == game["id"]
    end = finish(players("b"), game, win=False)["end"]
    assert "".join(end["answer"]).replace("X", "*").count("*") == 4
    theirs = result(players("b"), found)
    assert (theirs["you"]["outcome"], theirs["ghost"]["outcome"]) == ("lost", "won")
    assert theirs["you"]["game"] == game["id"]
    assert theirs["ghost"]["game"] is None
    assert theirs["ghost"]["course"][-1]["opened"] == 44
    assert theirs["ghost"]["replay"]["outcome"] == "won"
    assert not theirs["practice"]
    ours = result(players("a"), found)
    assert (ours["you"]["outcome"], ours["ghost"]["outcome"]) == ("won", "lost")
    assert [one["outcome"] for one in ours["race"]["entries"]] == ["lost"]
    assert result(players("a"), found, entry=ours["race"]["entries"][0]["id"]) == ours
    assert [one["id"] for one in players("b").get("/api/races").json()] == [found["id"]]


def result_game(client: TestClient) -> str:
    """The id of the player's latest finished game."""
    game: str = client.get("/api/history").json()["games"][0]["id"]
    return game


@pytest.mark.parametrize("agent", ["odds", "champion"])
def test_an_agent_plays_at_the_pace_of_a_person(players: Players, agent: str) -> None:
    """The agent moves every 0.8 to 1.5 s, on a board that the player has not seen."""
    client = players("a")
    form = {"agent": agent, "level": "beginner"}
    found = client.post("/api/races", json=form).json()
    assert (found["agent"], found["mine"], found["counts"]) == (agent, False, True)
    game = enter(client, found)
    assert not game["assisted"]
    rows = "".join(game["rows"])
    play(client, game, "open", rows.index("+"))
    client.post(f"/api/games/{game['id']}/leave")
    ghost = result(client, found)["ghost"]
    times = [one["at"] for one in ghost["course"]]
    assert times[0] == 0
    assert all(800 <= late - early <= 1500 for early, late in pairwise(times))
    assert ghost["elapsed"] == times[-1]


# -- the ghost ------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A clock that stands still."""
    clock = Time()
    monkeypatch.setattr(live_games, "time", clock)
    monkeypatch.setattr(rebuilding, "milliseconds", lambda: clock.monotonic_ns() // 1_000_000)
    return clock


def test_the_ghost_moves_with_the_clock_of_the_server(players: Players, clock: Time) -> None:
    """The ghost's moves are sent from the player's first move on, at most ten seconds ahead."""
    with unseen():
        game = new(players("a"), board=BOARD)
    for where in safe_cells():
        answer = play(players("a"), game, "open", where)
        clock.now += 3
        if answer["end"]:
            break
    found = players("a").post("/api/races", json={"game": game["id"]}).json()
    client = players("b")
    mine = enter(client, found)
    url = f"/api/races/{found['id']}/ghost"

    def ghost(**query: Any) -> Any:
        return client.get(url, params={"game": mine["id"], **query}).json()

    assert ghost()["points"] == []
    play(client, mine, "open", cell("A6", 8) + 1)
    first = ghost()["points"]
    assert [one["at"] for one in first] == [0, 3000, 6000, 9000]
    clock.now += 5
    more = ghost(after=9000)
    assert [one["at"] for one in more["points"]] == [12000, 15000]
    assert (more["over"], more["won"]) == (False, None)
    clock.now += 3600
    rest = ghost()
    assert (rest["over"], rest["won"], rest["points"][-1]["opened"]) == (True, True, 44)
    assert set(rest["points"][-1]["regions"]) == {3}
    assert len(rest["points"][0]["regions"]) == 12


def test_the_ghost_shows_no_single_cell() -> None:
    """The ghost shows how many cells of a region are open, but not which ones."""
    for level, regions in {
        "9x9x10": (4, 4), "16x16x40": (4, 4), "30x16x99": (4, 4), "5x3x2": (2, 1), "1x9x2": (1, 4),
    }.items():  # fmt: skip
        assert columns_of(Level.parse(level)) == regions
    one = Board.parse("4x4x1/any\n*100\n1100\n0000\n0000\n")
    other = Board.parse("4x4x1/any\n0000\n0000\n0011\n001*\n")
    moves = [[(0, Move("open", 1))], [(0, Move("open", 14))]]
    told = [
        course(Record(board, tuple(played), None))[0].opened
        for board, played in zip((one, other), moves, strict=True)
    ]
    assert told == [1, 1]
    thirds = [
        course(Record(board, tuple(played), None))[0].regions
        for board, played in zip((one, other), moves, strict=True)
    ]
    assert thirds == [(0, 0, 0, 0), (0, 0, 0, 0)], "one of four cells is less than a third"


def test_the_ghost_has_at_most_one_point_per_second() -> None:
    """All points but the last are at whole seconds, and no two points have the same time."""
    board = Board.parse(BOARD)
    quick = tuple((250 * number, Move("open", where)) for number, where in enumerate(safe_cells()))
    points = progress(course(Record(board, quick, None)))
    assert all(one.at % 1000 == 0 for one in points[:-1])
    assert len({one.at for one in points}) == len(points)


# -- secrets and cheating -------------------------------------------------------------------------


def test_nothing_tells_the_board_before_the_end(players: Players) -> None:
    """Neither the link nor any answer shows the board, and the ghost's game stays private."""
    found = made(players("a"))
    theirs = result_game(players("a"))
    client = players("b")
    game = enter(client, found)
    play(client, game, "open", cell("H1", 8))
    name = found["id"]
    board = seat_of(client, game["id"]).game.board
    assert board is not None
    answers = [
        client.get(f"/api/races/{name}"),
        client.get(f"/api/races/{name}/ghost", params={"game": game["id"]}),
        client.get("/api/races"),
    ]
    for answer in answers:
        assert answer.status_code == 200
        assert not any(row in answer.text for row in board.rows)
        assert theirs not in answer.text
        assert "cell" not in json.dumps(answer.json()).replace('"cells": 44', "")
    for path in ("replay", "review", "metrics", "proof", "files/record.txt", "files/board.txt"):
        assert client.get(f"/api/games/{theirs}/{path}").status_code == 404
        assert client.get(f"/api/games/{game['id']}/{path}").status_code == 409
    words = "the race is not over yet: finish your game first"
    assert detail(client.get(f"/api/races/{name}/result"), 409) == words
    assert detail(players("c").get(f"/api/races/{name}/result"), 409) == words
    entry = {"entry": "a" * 40}
    assert detail(client.get(f"/api/races/{name}/result", params=entry), 409) == words


def test_a_race_is_made_only_of_a_finished_game_of_ones_own(players: Players) -> None:
    """A running game, an abandoned game and another player's game are refused."""
    client = players("a")
    game = new(client, board=BOARD)
    make = {"game": game["id"]}
    assert "not over yet" in detail(client.post("/api/races", json=make), 409)
    play(client, game, "open", cell("H1", 8))
    assert detail(players("b").post("/api/races", json=make), 404) == "no such game"
    players("a").post(f"/api/games/{game['id']}/leave")
    assert "given up" in detail(client.post("/api/races", json=make), 409)
    for form in ({}, {"game": game["id"], "agent": "odds"}, {"agent": "odds"}):
        assert "either a game, or an agent" in detail(client.post("/api/races", json=form), 422)
    assert client.post("/api/races", json={"agent": "rules", "level": "9x9x10"}).status_code == 422
    assert "no such race" in detail(client.get("/api/races/nothing-like-it"), 404)


def test_other_players_games_are_out_of_reach(players: Players) -> None:
    """A race reveals neither the ids of other players' games nor their cookies."""
    found = made(players("a"))
    game = enter(players("b"), found)
    ghost = f"/api/races/{found['id']}/ghost"
    assert players("c").get(ghost, params={"game": game["id"]}).status_code == 404
    other = new(players("b"), board=BOARD)
    assert players("b").get(ghost, params={"game": other["id"]}).status_code == 404
    finish(players("b"), game)
    for text in (
        players("a").get(f"/api/races/{found['id']}").text,
        players("a").get(f"/api/races/{found['id']}/result").text,
    ):
        assert players.key not in text
        assert game["id"] not in text


def test_a_board_that_was_seen_does_not_count(players: Players) -> None:
    """A race does not count for its creator, or for a player who has seen the board."""
    found = made(players("a"))
    assert enter(players("a"), found)["assisted"]
    first = enter(players("b"), found)
    finish(players("b"), first, win=False)
    assert not result(players("b"), found)["practice"]
    second = enter(players("b"), found, again=True)
    assert second["id"] != first["id"]
    assert second["assisted"]
    finish(players("b"), second)
    assert result(players("b"), found)["practice"]
    entries = players("a").get(f"/api/races/{found['id']}").json()["entries"]
    assert [one["outcome"] for one in entries] == ["lost"], "only the first game counts"
    client = players("c")
    assert client.post(f"/api/races/{found['id']}/look").status_code == 204
    assert result(client, found)["you"] is None
    assert not client.get(f"/api/races/{found['id']}").json()["counts"]
    assert enter(client, found)["assisted"]


def test_a_deleted_game_leaves_no_trace(players: Players) -> None:
    """After a player has deleted the first game, the next one is the first."""
    found = made(players("a"))
    client = players("b")
    game = enter(client, found)
    play(client, game, "open", cell("H1", 8))
    assert client.delete(f"/api/games/{game['id']}").status_code == 204
    assert client.get(f"/api/races/{found['id']}").json()["counts"]
    assert not enter(client, found)["assisted"]


def test_help_is_known(players: Players) -> None:
    """A hint or a look at the other game marks the player's game as assisted."""
    found = made(players("a"))
    for name, way in {"b": "hint", "c": "look"}.items():
        client = players(name)
        game = enter(client, found)
        play(client, game, "open", cell("H1", 8))
        if way == "hint":
            client.post(f"/api/games/{game['id']}/hint", json={"tier": 1})
        else:
            client.post(f"/api/races/{found['id']}/look")
        finish(client, game)
        assert result(client, found)["you"]["assisted"]
    entries = players("a").get(f"/api/races/{found['id']}").json()["entries"]
    assert [one["assisted"] for one in entries] == [True, True]


def test_a_game_with_help_is_a_marked_ghost(players: Players) -> None:
    """If a race is made from an assisted game, here one on an uploaded board, `helped` is true."""
    game = new(players("a"), board=BOARD)
    finish(players("a"), game)
    found = players("a").post("/api/races", json={"game": game["id"]}).json()
    assert players("b").get(f"/api/races/{found['id']}").json()["helped"]


def test_two_tabs_begin_one_first_game(players: Players, monkeypatch: pytest.MonkeyPatch) -> None:
    """If two tabs enter a race at the same time, both get the same game."""
    found = made(players("a"))
    client = players("b")
    first = enter(client, found)
    races = client.app.state.server.races  # type: ignore[attr-defined]
    look = races._latest
    answers: Iterator[Any] = iter([None])
    monkeypatch.setattr(races, "counts", lambda *_: True)
    monkeypatch.setattr(races, "_latest", lambda *asked: next(answers, look(*asked)))
    assert enter(client, found)["id"] == first["id"]


def test_races_are_limited_like_games(make_client: Callable[..., TestClient]) -> None:
    """New races and games in a race count towards the address's limit for new games."""
    client = make_client(Limits(new_games=(3, 0.001)))
    found = made(client)
    assert client.post(f"/api/races/{found['id']}/game", json={}).status_code == 200
    assert client.post("/api/races", json={"agent": "odds", "level": "9x9x10"}).status_code == 429
    assert client.post(f"/api/races/{found['id']}/game", json={}).status_code == 429


# -- storage --------------------------------------------------------------------------------------


def race_after_restart(url: str) -> None:
    """Create and enter a race, restart the server, and finish the race."""

    def server() -> TestClient:
        return TestClient(create_app(url, limits=patient(Limits())))

    with server() as client:
        found = made(Players(client)("a"))
        game = enter(Players(client)("b"), found)
        play(client, game, "open", cell("H1", 8))
    with server() as client:
        Players(client)("b")
        assert enter(client, found)["id"] == game["id"]
        assert client.get(f"/api/races/{found['id']}/ghost", params={"game": game["id"]}).json()
        finish(client, game)
        assert result(client, found)["you"]["outcome"] == "won"
        assert Players(client)("a").delete("/api/me").status_code == 204
        assert Players(client)("b").get(f"/api/races/{found['id']}").status_code == 404
        assert client.get(f"/api/games/{game['id']}/replay").status_code == 200


def test_a_race_survives_a_restart_and_a_game_survives_its_race(tmp_path: Path) -> None:
    """If the creator of a race deletes everything, the other player's game stays."""
    race_after_restart(str(tmp_path / "games.db"))


def test_a_race_survives_a_restart_on_postgresql(postgres: str) -> None:
    race_after_restart(postgres)


def test_unused_races_against_agents_are_swept(make_client: Callable[..., TestClient]) -> None:
    """A sweep keeps races against people and races that someone has entered."""
    client = make_client()
    form = {"agent": "odds", "level": "9x9x10"}
    used, unused = (client.post("/api/races", json=form).json() for _ in range(2))
    enter(client, used)
    own = made(client)
    client.app.state.server.races.sweep(-1)  # type: ignore[attr-defined]
    kept = [one["id"] for one in client.get("/api/races").json()]
    assert sorted(kept) == sorted([used["id"], own["id"]])
    assert unused["id"] not in kept
    assert race.LISTED >= 20
