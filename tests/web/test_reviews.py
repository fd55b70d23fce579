"""Looking back by the API: games move by move, playing on, and what reviews amount to."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from mutations import SAMPLES
from processes import wait_for
from sapper.game import Record
from sapper.grid import SapperError
from sapper.review import review
from sapper.review.many import adjusted_rate
from sapper.web.analyst import STOPPING
from sapper.web.app import create_app
from sapper.web.problems import NoWorkerError, RefusedError
from sapper.web.reviews import LEAST, TREND, Kept, summary
from sapper.web.server import Limits
from sapper.web.store import Row, StoreError
from web.asking import BOARD, cell, detail, new, play
from web.servers import patient


def lost_game(client: TestClient) -> dict[str, Any]:
    """A game that is lost by a guess that was not needed."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    play(client, game, "open", cell("A1"))
    return game


def reviewed(client: TestClient) -> dict[str, Any]:
    """The reviews, when no game waits for its own any more."""

    def all_of_them() -> dict[str, Any] | None:
        found: dict[str, Any] = client.get("/api/reviews").json()
        # One after the other: when the thread is free, all that were asked for are done.
        client.app.state.server.after.submit(int).result(timeout=60)  # type: ignore[attr-defined]
        return None if found["waiting"] else found

    found: dict[str, Any] | None = wait_for(all_of_them, 60)
    assert found is not None
    return found


def test_a_game_that_is_over_is_told_move_by_move(client: TestClient) -> None:
    """Positions, labels, chances and the proof of what was missed; not before the end."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    path = f"/api/games/{game['id']}/replay"
    assert "under way" in detail(client.get(path), 409)
    play(client, game, "open", cell("A1"))
    found = client.get(path).json()
    record = Record.parse(client.get(f"/api/games/{game['id']}/files/record.txt").text)
    whole = review(record, 0.1)
    assert [move["label"] for move in found["moves"]] == [str(move.label) for move in whole.moves]
    assert found["outcome"] == found["start"] + found["luck"]["total"] - found["error"] == 0.0
    first, last = found["moves"]
    assert (first["view"], first["proof"]) == ("." * 15, None)
    assert last["view"] == ".1000.2110...10"
    assert last["label"] == "needless guess"
    assert last["proof"]["cell"] in last["safe"]
    assert last["proof"]["steps"]
    assert found["moments"] == [1]
    assert found["end"].count("X") == 1


def test_files_are_told_move_by_move(client: TestClient) -> None:
    """A replay of another program; of one that is cut off what comes before, on request."""
    data = (SAMPLES / "custom.avf").read_bytes()
    whole = client.post("/api/replay", content=data).json()
    assert (whole["result"], whole["outcome"]) == ("won", 1.0)
    short = data[: len(data) // 2]
    assert "cut short" in detail(client.post("/api/replay", content=short), 422)
    part = client.post("/api/replay?partial=true", content=short).json()
    assert part["result"] == "not finished"
    assert 0 < len(part["moves"]) < len(whole["moves"])
    assert "no game" in detail(client.post("/api/replay", content=BOARD.encode()), 422)


def test_playing_on_is_a_game_of_its_own_that_does_not_count(client: TestClient) -> None:
    """The same board with the moves up to there; the old game stays as it was."""
    game = lost_game(client)
    path = f"/api/games/{game['id']}/on"
    other = client.post(path, json={"moves": 1})
    assert other.status_code == 201
    on = other.json()
    assert (on["moves"], on["assisted"], on["outcome"]) == (1, True, None)
    assert on["rows"][0][4] == "0"
    assert client.get(f"/api/games/{game['id']}").json()["outcome"] == "lost"
    assert play(client, on, "open", cell("A2"))["outcome"] is None
    assert "the game has 2 moves, not 3" in detail(client.post(path, json={"moves": 3}), 422)
    running = f"/api/games/{on['id']}/on"
    assert "under way" in detail(client.post(running, json={"moves": 0}), 409)


def test_the_history_reviews_games_that_have_no_review(tmp_path: Path) -> None:
    """To ask is enough: they are reviewed one after the other, and kept over a restart."""
    database = str(tmp_path / "games.db")
    with TestClient(create_app(database, limits=patient(Limits()))) as client:
        game = lost_game(client)
        assert client.get("/api/reviews").json()["waiting"] == 1
        found = reviewed(client)
    (kept,) = found["games"]
    assert (kept["game"], kept["mistakes"]) == (game["id"], 1)
    assert kept["verdict"].startswith("Needless guess at move 2")
    assert kept["account"]["result"] == 0
    # A board that was brought is practice: it is reviewed, and counts nowhere.
    assert found["levels"] == found["trend"] == []
    with TestClient(
        create_app(database, limits=patient(Limits())), cookies=dict(client.cookies)
    ) as again:
        assert again.get("/api/reviews").json() == found
        again.cookies.clear()
        assert again.get("/api/reviews").json()["games"] == []


def test_a_page_of_games_has_their_pictures(client: TestClient) -> None:
    """The board at the end of each game that is reviewed, and of no more games than are listed."""
    first, second = lost_game(client), new(client, board=BOARD)
    play(client, second, "open", cell("E1"))
    client.post(f"/api/games/{second['id']}/leave")
    assert {one["end"] for one in client.get("/api/history").json()["games"]} == {None}
    labels = {one["game"]: one["decisive"] for one in reviewed(client)["games"]}
    assert labels == {first["id"]: "needless guess", second["id"]: "certain"}
    games = client.get("/api/history").json()["games"]
    ends = {one["id"]: one["end"] for one in games}
    # What was not opened stays so; the mine that was is marked.
    assert ends == {first["id"]: "X1000.2110..*10", second["id"]: ".1000.2110...10"}
    (one,) = client.get("/api/history", params={"limit": 1, "offset": 1}).json()["games"]
    assert one == games[1]


def test_a_game_whose_review_fails_is_not_waited_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is listed without a verdict, and can still be looked back at by itself."""
    game = lost_game(client)
    server = client.app.state.server  # type: ignore[attr-defined]

    def too_slow(*_: Any, **__: Any) -> None:
        raise SapperError("this takes too long")

    with monkeypatch.context() as patched:
        patched.setattr(server.analyst, "ask", too_slow)
        assert reviewed(client)["games"] == []
    assert client.get("/api/reviews").json()["waiting"] == 0
    assert client.get(f"/api/games/{game['id']}/replay").status_code == 200
    assert len(client.get("/api/reviews").json()["games"]) == 1


NOT_NOW = [
    RefusedError(429, "too many analyses at once: try again in a moment"),
    RefusedError(503, STOPPING),
    StoreError("can't read the database: it is locked"),
    NoWorkerError("a worker can't start: Too many open files"),
]


@pytest.mark.parametrize("problem", NOT_NOW, ids=lambda problem: str(problem)[:20])
def test_a_game_whose_review_was_refused_is_reviewed_later(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    """It still waits: a server that is busy or stops says nothing about the game."""
    game = lost_game(client)
    server = client.app.state.server  # type: ignore[attr-defined]
    server.after.submit(int).result(timeout=60)  # its survival is measured
    asked = []

    def not_now(*_: Any, **__: Any) -> None:
        asked.append(1)
        raise problem

    with monkeypatch.context() as patched:
        patched.setattr(server.analyst, "ask", not_now)
        for count in (1, 2):
            assert client.get("/api/reviews").json()["waiting"] == 1
            server.after.submit(int).result(timeout=60)
            assert len(asked) == count
    (found,) = reviewed(client)["games"]
    assert found["game"] == game["id"]


def test_the_survival_of_a_game_is_measured_later_if_it_was_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next look at the history asks for it; what has failed is not asked for again."""
    server = client.app.state.server  # type: ignore[attr-defined]
    answer = server.analyst.ask
    asked = []

    def with_problem(problem: Exception) -> Any:
        def ask(task: str, *arguments: Any, **more: Any) -> Any:
            if task != "survival":
                return answer(task, *arguments, **more)
            asked.append(1)
            raise problem

        return ask

    def guesses() -> list[int | None]:
        server.after.submit(int).result(timeout=60)
        games = client.get("/api/history").json()["games"]
        server.after.submit(int).result(timeout=60)
        return [game["guesses"] for game in games]

    with monkeypatch.context() as patched:
        patched.setattr(server.analyst, "ask", with_problem(RefusedError(503, STOPPING)))
        lost_game(client)
        assert guesses() == [None]
        assert len(asked) == 2
    assert (guesses(), guesses()) == ([None], [2])
    asked.clear()
    with monkeypatch.context() as patched:
        patched.setattr(server.analyst, "ask", with_problem(RefusedError(422, "too long")))
        lost_game(client)
        assert guesses() == guesses() == [None, 2]
        assert len(asked) == 1


def test_games_that_were_reviewed_by_an_earlier_version_are_reviewed_again(tmp_path: Path) -> None:
    """Not all that they said was true; format 3 had no pictures."""
    database = tmp_path / "games.db"
    with TestClient(create_app(str(database), limits=patient(Limits()))) as client:
        game = lost_game(client)
        found = reviewed(client)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for statement in (
            "ALTER TABLE verdicts DROP COLUMN decisive",
            "ALTER TABLE verdicts DROP COLUMN picture",
            "UPDATE meta SET version = 3",
        ):
            connection.execute(statement)
        connection.commit()
    with TestClient(
        create_app(str(database), limits=patient(Limits())), cookies=dict(client.cookies)
    ) as again:
        early = again.get("/api/reviews").json()
        assert (early["waiting"], early["games"]) == (1, [])
        assert reviewed(again) == found
        (listed,) = again.get("/api/history").json()["games"]
        assert (listed["id"], listed["end"]) == (game["id"], "X1000.2110..*10")


def test_the_file_of_a_game_as_evf_can_be_read_again(client: TestClient) -> None:
    """What is exported is what was played."""
    game = lost_game(client)
    data = client.get(f"/api/games/{game['id']}/files/replay.evf").content
    told = client.post("/api/replay", content=data).json()
    assert [move["cell"] for move in told["moves"]] == [cell("E1"), cell("A1")]


def test_the_trend_is_the_mean_of_the_games_before() -> None:
    """The latest first in the list, the oldest first in the trend; only games alone that ended."""
    rows, found = [], {}
    for number in range(30):
        outcome = "left" if number == 3 else "won" if number % 2 else "lost"
        rows.append(
            Row(str(number), "", "", "6x4x5/safe", "1", None, float(number), outcome, number == 7)
        )
        found[str(number)] = Kept(0.5, 0.01, number / 100, 10, number, 1, 0, "words", "best")
    told = summary(reversed(rows), found, 0)
    assert [one.game for one in told.games] == [str(number) for number in reversed(range(30))]
    counted = [number for number in range(30) if number not in (3, 7)]
    assert [point.created for point in told.trend] == counted[LEAST - 1 :]
    last = counted[-TREND:]
    rate = adjusted_rate([(0.5 - number / 100, 0.01) for number in last])
    point = told.trend[-1]
    assert point.error == pytest.approx(sum(last) / 100 / TREND)
    assert (point.adjusted, point.low, point.high) == (rate.value, rate.low, rate.high)
    assert point.won == sum(number % 2 for number in last) / TREND
    (level,) = told.levels
    assert (level.games, level.name) == (28, "6x4x5/safe")
