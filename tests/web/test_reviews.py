"""Reviews over the API: games move by move, playing on, and summaries of reviews."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
import zlib
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import literal_column, select, update

from mutations import SAMPLES
from processes import wait_for
from sapper.core.game import Record
from sapper.core.view import Move
from sapper.errors import SapperError
from sapper.review import review
from sapper.review.many import adjusted_rate
from sapper.review.summary import ReviewSummary
from sapper.web.app import create_app
from sapper.web.job_queue import STOPPING
from sapper.web.live_games import LiveGames
from sapper.web.problems import RefusedError
from sapper.web.process_pool import NoWorkerError
from sapper.web.reviewer import Reviewer
from sapper.web.reviews import LEAST, TREND, keep, misses, of_games, overview, table
from sapper.web.schema import StoreError, moves
from sapper.web.server import Limits
from sapper.web.store import DAY, GameRow
from sapper.words.kinds import NoError
from web.asking import BOARD, cell, detail, new, play, wait_for_reviews
from web.seats import seat_of
from web.servers import patient


def lost_game(client: TestClient) -> dict[str, Any]:
    """A game lost by a needless guess."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    play(client, game, "open", cell("A1"))
    return game


def reviewed(client: TestClient) -> dict[str, Any]:
    """All reviews, once no game is waiting for its review."""

    def all_of_them() -> dict[str, Any] | None:
        found: dict[str, Any] = client.get("/api/reviews").json()
        wait_for_reviews(client)
        return None if found["waiting"] else found

    found: dict[str, Any] | None = wait_for(all_of_them, 60)
    assert found is not None
    return found


def test_a_game_that_is_over_is_reviewed_move_by_move(client: TestClient) -> None:
    """After the game, each move has its position and label, and a missed safe cell has a proof."""
    game = new(client, board=BOARD)
    play(client, game, "open", cell("E1"))
    path = f"/api/games/{game['id']}/replay"
    assert "secret until the game is over" in detail(client.get(path), 409)
    play(client, game, "open", cell("A1"))
    found = client.get(path).json()
    record = Record.parse(client.get(f"/api/games/{game['id']}/files/record.txt").text)
    whole = review(record, 0.1)
    assert [move["label"] for move in found["moves"]] == [str(move.label) for move in whole.moves]
    assert found["end"] == found["start"] + found["luck"]["total"] - found["error"] == 0.0
    first, last = found["moves"]
    assert (first["view"], first["proof"]) == ("." * 15, None)
    assert last["view"] == ".1000.2110...10"
    assert last["label"] == "needless guess"
    assert last["proof"]["cell"] in last["safe"]
    assert last["proof"]["steps"]
    assert found["moments"] == [1]
    assert found["last_view"].count("X") == 1


def test_replay_files_are_shown_move_by_move(client: TestClient) -> None:
    """A third-party replay is shown move by move. A truncated replay is shown on request."""
    data = (SAMPLES / "custom.avf").read_bytes()
    whole = client.post("/api/replay", content=data).json()["replay"]
    assert (whole["outcome"], whole["end"]) == ("won", 1.0)
    short = data[: len(data) // 2]
    broken = client.post("/api/replay", content=short).json()
    assert "is truncated" in broken["problem"]
    assert (broken["replay"], broken["has_part"]) == (None, True)
    part = client.post("/api/replay?partial=true", content=short).json()["replay"]
    assert part["outcome"] == "unfinished"
    assert 0 < len(part["moves"]) < len(whole["moves"])
    other = client.post("/api/replay", content=BOARD.encode()).json()
    assert ("not a game" in other["problem"], other["has_part"]) == (True, False)


def test_playing_on_is_a_game_of_its_own_that_does_not_count(client: TestClient) -> None:
    """The new game has the same board and the moves so far. The old game does not change."""
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
    assert "secret until the game is over" in detail(client.post(running, json={"moves": 0}), 409)


def test_playing_on_continues_the_clock(client: TestClient) -> None:
    """The clock starts at the time of the last kept move."""
    row = seat_of(client, lost_game(client)["id"]).row
    games: LiveGames = client.app.state.server.games  # type: ignore[attr-defined]
    moves = [(0, Move("open", cell("E1"))), (60_000, Move("flag", cell("A1")))]
    seat = games.again(row.player, row.share, moves=moves)
    assert seat.game.elapsed >= 60_000
    assert client.get(f"/api/games/{seat.row.id}").json()["elapsed"] >= 60_000


def test_the_moves_of_a_game_are_copied_into_one_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They can be undone, replaced and copied again. Days later, they and the clock go on."""
    path = str(tmp_path / "games.db")
    with TestClient(create_app(path, limits=patient(Limits()))) as client:
        game = new(client, board=BOARD)
        for name in ("A3", "C3", "E3"):
            play(client, game, "flag", cell(name))
        play(client, game, "open", cell("A1"))
        on = client.post(f"/api/games/{game['id']}/on", json={"moves": 3}).json()
        copied = client.post(f"/api/games/{game['id']}/on", json={"moves": 2}).json()["id"]
        cookies = dict(client.cookies)
        rows = client.app.state.server.store.select(select(moves.c.game))  # type: ignore[attr-defined]
        assert rows == [(game["id"],)] * 4
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 2 * DAY)
    with TestClient(create_app(path, limits=patient(Limits())), cookies=cookies) as client:
        assert {one["id"] for one in client.get("/api/games").json()} == {on["id"], copied}
        found = client.get(f"/api/games/{copied}").json()
        assert found["rows"] == ["....."] * 2 + ["F.F.."]
        assert found["elapsed"] < 1000 * DAY
        for _ in range(2):
            client.post(f"/api/games/{on['id']}/undo")
        play(client, on, "flag", cell("B3"))
        play(client, on, "open", cell("A1"))
        again = client.post(f"/api/games/{on['id']}/on", json={"moves": 2}).json()["id"]
        assert client.delete(f"/api/games/{game['id']}").status_code == 204
    with TestClient(create_app(path, limits=patient(Limits())), cookies=cookies) as client:
        for one in (on["id"], again):
            bottom = client.get(f"/api/games/{one}").json()["rows"][2]
            assert bottom.startswith("FF")
        records = {one["id"]: one["record"] for one in client.get("/api/export").json()["games"]}
        made = [move.split()[1:] for move in records[on["id"]].splitlines()[-3:]]
        assert made == [["flag", "A3"], ["flag", "B3"], ["open", "A1"]]


def test_the_history_reviews_games_that_have_no_review(tmp_path: Path) -> None:
    """One request starts all missing reviews. The reviews are still there after a restart."""
    database = str(tmp_path / "games.db")
    with TestClient(create_app(database, limits=patient(Limits()))) as client:
        game = lost_game(client)
        assert client.get("/api/reviews").json()["waiting"] == 1
        found = reviewed(client)
    (kept,) = found["games"]
    assert (kept["game"], kept["mistakes"]) == (game["id"], 1)
    assert kept["verdict"].startswith("Needless guess at move 2")
    assert kept["account"]["end"] == 0
    # A game on an uploaded board is practice: it is reviewed, but does not count.
    assert found["levels"] == found["trend"] == []
    with TestClient(
        create_app(database, limits=patient(Limits())), cookies=dict(client.cookies)
    ) as again:
        assert again.get("/api/reviews").json() == found
        # A verdict is stored as messages, not as a finished sentence.
        (german,) = again.get("/api/reviews?language=de").json()["games"]
        assert german["verdict"].startswith("Unnötig geraten bei Zug 2: ")
        assert german["headline"]["runs"][1:] == [kept["headline"]["runs"][1], " war sicher."]
        assert (kept["decisive_name"], german["decisive_name"]) == (
            "needless guess",
            "unnötig geraten",
        )
        again.cookies.clear()
        assert again.get("/api/reviews").json()["games"] == []


def test_a_page_of_games_has_their_pictures(client: TestClient) -> None:
    """Each listed game has a picture of its final board once it is reviewed."""
    first, second = lost_game(client), new(client, board=BOARD)
    play(client, second, "open", cell("E1"))
    client.post(f"/api/games/{second['id']}/leave")
    assert {one["end"] for one in client.get("/api/history").json()["games"]} == {None}
    labels = {one["game"]: one["decisive"] for one in reviewed(client)["games"]}
    assert labels == {first["id"]: "needless guess", second["id"]: "certain"}
    games = client.get("/api/history").json()["games"]
    ends = {one["id"]: one["end"] for one in games}
    # Unopened cells stay hidden, and the exploded mine is marked.
    assert ends == {first["id"]: "X1000.2110..*10", second["id"]: ".1000.2110...10"}
    (one,) = client.get("/api/history", params={"limit": 1, "offset": 1}).json()["games"]
    assert one == games[1]


def test_a_list_of_games_shows_one_moment(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review that ends while the list is being made appears only in the next list."""
    later = Reviewer.review_later

    def at_once(self: Reviewer, player: str, some: Sequence[str]) -> list[Future[None]]:
        made = later(self, player, some)
        wait(made)
        return made

    monkeypatch.setattr(Reviewer, "review_later", at_once)
    lost_game(client)
    seen = [client.get("/api/history").json()["games"][0] for _ in range(2)]
    assert [(one["end"], one["guesses"]) for one in seen] == [(None, None), ("X1000.2110..*10", 2)]


def test_a_game_whose_review_fails_is_not_waited_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game whose review fails stays in the list without a verdict, and can be opened."""
    game = lost_game(client)
    server = client.app.state.server  # type: ignore[attr-defined]

    def too_slow(*_: Any, **__: Any) -> None:
        raise SapperError("this takes too long")

    with monkeypatch.context() as patched:
        patched.setattr(server.jobs, "ask", too_slow)
        assert reviewed(client)["games"] == []
    (past,) = client.get("/api/history").json()["games"]
    assert (past["guesses"], past["survival"], past["end"]) == (None, None, None)
    nothing = {"games": [], "levels": [], "trend": [], "no_error_streak": 0, "waiting": 0}
    assert reviewed(client) == nothing
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
    """A game still waits for its review if the server was busy or stopping."""
    game = lost_game(client)
    server = client.app.state.server  # type: ignore[attr-defined]
    asked = []

    def not_now(*_: Any, **__: Any) -> None:
        asked.append(1)
        raise problem

    with monkeypatch.context() as patched:
        patched.setattr(server.jobs, "ask", not_now)
        for count in (1, 2):
            assert client.get("/api/reviews").json()["waiting"] == 1
            wait_for_reviews(client)
            assert len(asked) == count
    (found,) = reviewed(client)["games"]
    assert found["game"] == game["id"]


def test_questions_while_a_game_is_reviewed_get_the_same_review(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If two requests for a review overlap, the second one gets the review made for the first."""
    game = lost_game(client)
    server = client.app.state.server  # type: ignore[attr-defined]
    seat = server.games.seat(client.cookies["sapper_player"], game["id"])
    asked, waiting, go_on = threading.Event(), threading.Event(), threading.Event()

    class Noted(Future[Any]):
        def result(self, timeout: float | None = None) -> Any:
            waiting.set()
            return super().result(timeout)

    def ask(task: str, **question: str) -> Any:
        asked.set()
        assert go_on.wait(60)
        return server.jobs.ask(task, **question)

    monkeypatch.setattr("sapper.web.reviewer.Future", Noted)
    with ThreadPoolExecutor(2) as tabs:
        first = tabs.submit(server.reviewer.review, seat, ask)
        assert asked.wait(60)
        second = tabs.submit(server.reviewer.review, seat, lambda *_, **__: pytest.fail("twice"))
        assert waiting.wait(60)
        go_on.set()
        assert first.result(60) is second.result(60)
    assert len(client.get("/api/reviews").json()["games"]) == 1


def test_a_review_is_made_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening a review again, or in another form, asks no worker. Another language asks one."""
    game = lost_game(client)["id"]
    server = client.app.state.server  # type: ignore[attr-defined]
    asked, ask = [], server.jobs.ask

    def noted(task: str, *charge: Any, **question: Any) -> Any:
        asked.append(task)
        return ask(task, *charge, **question)

    monkeypatch.setattr(server.jobs, "ask", noted)
    first = client.get(f"/api/games/{game}/replay").json()
    assert [client.get(f"/api/games/{game}/replay").json() for _ in range(2)] == [first] * 2
    short = client.get(f"/api/games/{game}/review").json()
    assert short["verdict"] == first["verdict"]
    assert asked == ["review"]
    german = client.get(f"/api/games/{game}/replay", headers={"Accept-Language": "de"}).json()
    assert german["verdict"] != first["verdict"]
    assert asked == ["review"] * 2


def test_an_opened_review_outlives_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a restart, the stored answer is shown. It goes with the game."""
    path = tmp_path / "games.db"
    with TestClient(create_app(str(path))) as client:
        _, opened = lost_game(client), lost_game(client)["id"]
        assert len(reviewed(client)["games"]) == 2
        assert stored_answers(path) == []
        first = client.get(f"/api/games/{opened}/replay").json()
        assert stored_answers(path) == [opened]
        cookies = dict(client.cookies)
    with TestClient(create_app(str(path)), cookies=cookies) as client:
        server = client.app.state.server  # type: ignore[attr-defined]
        monkeypatch.setattr(server.jobs, "ask", lambda *_, **__: pytest.fail("asked again"))
        assert client.get(f"/api/games/{opened}/replay").json() == first
        assert client.delete("/api/me").status_code == 204
    assert stored_answers(path) == []


def test_an_answer_that_cannot_be_read_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with TestClient(create_app(str(path))) as client:
        address = f"/api/games/{lost_game(client)['id']}/replay"
        first = client.get(address).json()
        for damaged in (b"", zlib.compress(b"{")):
            with closing(sqlite3.connect(path)) as database, database:
                database.execute("UPDATE answers SET answer = ?", [damaged])
            assert client.get(address).json() == first
            with closing(sqlite3.connect(path)) as database:
                ((packed,),) = database.execute("SELECT answer FROM answers")
            assert "replay" in json.loads(zlib.decompress(packed))


def stored_answers(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [game for (game,) in database.execute("SELECT game FROM answers")]


def test_an_answer_of_another_version_is_made_anew(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lost_game(client)["id"]
    first = client.get(f"/api/games/{game}/replay").json()
    server = client.app.state.server  # type: ignore[attr-defined]
    asked, ask = [], server.jobs.ask

    def noted(task: str, *charge: Any, **question: Any) -> Any:
        asked.append(task)
        return ask(task, *charge, **question)

    monkeypatch.setattr(server.jobs, "ask", noted)
    monkeypatch.setattr("sapper.web.reviews.version", lambda _: "99.0")
    assert client.get(f"/api/games/{game}/replay").json() == first
    assert asked == ["review"]


def test_a_game_that_was_looked_at_while_it_waited_is_not_reviewed_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that was reviewed when someone opened it is not reviewed again."""
    game = lost_game(client)["id"]
    client.get(f"/api/games/{game}/replay")
    server = client.app.state.server  # type: ignore[attr-defined]
    monkeypatch.setattr(server.jobs, "ask", lambda *_, **__: pytest.fail("asked again"))
    (turn,) = server.reviewer.review_later(client.cookies["sapper_player"], [game])
    turn.result(60)
    assert len(client.get("/api/reviews").json()["games"]) == 1


UNREADABLE = [
    '[{"kind": "WonByMagic", "cell": "A1"}]',
    '[{"kind": "GameWon", "charm": 3}]',
    '[{"kind": ["GameWon"]}]',
    '["won"]',
    "3",
    "",
    None,
]


@pytest.mark.parametrize("verdict", UNREADABLE)
def test_a_verdict_of_another_version_is_made_again(
    client: TestClient, verdict: str | None
) -> None:
    """A game whose verdict can't be read counts as not reviewed."""
    game = lost_game(client)["id"]
    (first,) = reviewed(client)["games"]
    store = client.app.state.server.store  # type: ignore[attr-defined]
    store.write((update(table).where(table.c.game == game).values(verdict=verdict), {}))
    (past,) = client.get("/api/history").json()["games"]
    assert (past["id"], past["guesses"]) == (game, None)
    assert reviewed(client)["games"] == [first]


def test_figures_are_made_again_from_a_stored_answer(client: TestClient) -> None:
    game = lost_game(client)["id"]
    client.get(f"/api/games/{game}/replay")
    (first,) = reviewed(client)["games"]
    store = client.app.state.server.store  # type: ignore[attr-defined]
    store.write((update(table).where(table.c.game == game).values(verdict="3"), {}))
    assert reviewed(client)["games"] == [first]


WRONG = {
    "guesses": "'many'",
    "survival": "'likely'",
    "start": "NULL",
    "error": "9e999",
    "luck": "0.5",
    "verdict": "x'00ff'",
    "misses": """'[{"move": "first"}]'""",
    "picture": "x'00ff'",
}


@pytest.mark.parametrize("column", WRONG)
def test_values_of_a_wrong_type_are_no_review(client: TestClient, column: str) -> None:
    """SQLite accepts values of a wrong type. The server still answers requests about the game."""
    game = lost_game(client)["id"]
    reviewed(client)
    store = client.app.state.server.store  # type: ignore[attr-defined]
    wrong: dict[str, Any] = {column: literal_column(WRONG[column])}
    store.write((update(table).where(table.c.game == game).values(wrong), {}))
    for path in ("/api/history", "/api/misses?seconds=0", "/api/reviews"):
        assert client.get(path).status_code == 200, path
    # Practice uses only misses from games without help, and this game had help.
    assert (misses(store, [game]) == {}) is (column == "misses")
    assert len(reviewed(client)["games"]) == 1


def test_two_servers_may_review_a_game_at_once(postgres: str) -> None:
    """The second server waits for the first server's transaction, then stores its own review."""
    import psycopg

    figures = ReviewSummary(2, 0.5, 0.5, 0.01, 0.0, 0.0, 10, 0, 1, 0, (NoError(True),), "best")
    answer = {"summary": figures.to_row(), "replay": {"last_view": "1*"}, "misses": [], "marks": ""}
    with TestClient(create_app(postgres)) as client:
        game = lost_game(client)["id"]
        store = client.app.state.server.store  # type: ignore[attr-defined]
        with psycopg.connect(postgres) as other, ThreadPoolExecutor(1) as thread:
            other.execute("INSERT INTO reviews (game) VALUES (%s)", [game])
            keeping = thread.submit(keep, store, game, answer)
            waits = "SELECT 1 FROM pg_locks WHERE NOT granted"
            wait_for(lambda: keeping.done() or other.execute(waits).fetchone(), 60)
            other.commit()
            keeping.result(60)
        assert of_games(store, [game]) == {game: figures}


def test_the_file_of_a_game_as_evf_can_be_read_again(client: TestClient) -> None:
    """The exported file contains the played game."""
    game = lost_game(client)
    data = client.get(f"/api/games/{game['id']}/files/replay.evf").content
    told = client.post("/api/replay", content=data).json()["replay"]
    assert [move["cell"] for move in told["moves"]] == [cell("E1"), cell("A1")]


def test_the_trend_is_the_mean_of_the_games_before() -> None:
    """The list starts with the latest game, the trend with the oldest."""
    rows, found = [], {}
    for number in range(30):
        outcome = "left" if number == 3 else "won" if number % 2 else "lost"
        rows.append(
            GameRow(
                str(number), "", "", "6x4x5/safe", "1", None, float(number), outcome, number == 7
            )
        )
        found[str(number)] = ReviewSummary(
            *(2, 0.5, 0.5, 0.01, 0.0, number / 100, 10, number, 1),
            int(number == 2),
            (NoError(True),),
            "best",
        )
    told = overview(rows[::-1], found)
    assert [one.game for one in told.games] == [str(number) for number in reversed(range(30))]
    counted = [number for number in range(30) if number not in (3, 7)]
    assert [point.created for point in told.trend] == counted[LEAST - 1 :]
    last = counted[-TREND:]
    rate = adjusted_rate([found[str(number)] for number in last])
    point = told.trend[-1]
    assert point.error == pytest.approx(sum(last) / 100 / TREND)
    assert (point.adjusted, point.low, point.high) == (rate.value, rate.low, rate.high)
    assert point.won == sum(number % 2 for number in last) / TREND
    assert told.no_error_streak == 25, "from game 4 on, without game 7"
    (level,) = told.levels
    assert (level.games, level.name) == (28, "6x4x5/safe")
