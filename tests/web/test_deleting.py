"""Deleting a game, or everything about a player, leaves other players' data alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Boolean, Float, Integer, LargeBinary, Table, func, insert, select

from processes import wait_for
from sapper.core.view import Move
from sapper.web import rush, store
from sapper.web.app import create_app
from sapper.web.problems import RefusedError
from sapper.web.schema import metadata
from sapper.web.server import COOKIE, Limits
from sapper.web.store import Store
from web.asking import BOARD, new, play, wait_for_reviews

SERVERS_OWN = {"writers", "daily_boards"}
"""tables without data about players"""
SHARED = {"rooms", "room_boards"}
"""tables of what several players share, which stay when one of them is deleted"""


def counts(made: Store) -> dict[str, int]:
    """The number of rows in every table."""
    tables = metadata.sorted_tables
    return {one.name: made.select(select(func.count()).select_from(one))[0][0] for one in tables}


def test_a_deleted_game_is_gone_and_only_that_one(make_client: Callable[..., TestClient]) -> None:
    """Players can delete their own games, with moves, review and shared board, but not others'."""
    client = make_client()
    kept, game = new(client, board=BOARD), new(client, board=BOARD)
    for one in (kept, game):
        play(client, one, "open", 0)
    share = client.get(f"/api/games/{game['id']}").json()["end"]["share"]
    client.get("/api/history")
    wait_for_reviews(client)
    own = client.cookies.get(COOKIE)
    client.cookies.clear()
    assert client.delete(f"/api/games/{game['id']}").status_code == 404
    client.cookies.set(COOKIE, own or "")
    assert client.delete(f"/api/games/{game['id']}").status_code == 204
    assert client.get(f"/api/games/{game['id']}").status_code == 404
    assert client.delete(f"/api/games/{game['id']}").status_code == 404
    assert client.post("/api/games", json={"share": share}).status_code == 404
    assert [one["id"] for one in client.get("/api/history").json()["games"]] == [kept["id"]]
    assert [one["game"] for one in client.get("/api/reviews").json()["games"]] == [kept["id"]]
    found = counts(client.app.state.server.store)  # type: ignore[attr-defined]
    assert (found["games"], found["moves"], found["reviews"]) == (1, 1, 1)


def test_a_running_game_ends_when_it_is_deleted(client: TestClient) -> None:
    """A later move is refused, although the game was still in memory."""
    game = new(client, level="beginner")
    play(client, game, "open", 0)
    assert client.delete("/api/me").status_code == 204
    late = client.post(f"/api/games/{game['id']}/moves", json={"kind": "open", "cell": 80})
    assert late.status_code == 404
    assert client.get("/api/games").json() == []


def filled(made: Store, table: Table, player: str, rows: dict[str, dict[str, Any]]) -> None:
    """Add a row about this player to a table, whatever columns the table has."""
    row: dict[str, Any] = {}
    for number, column in enumerate(table.columns):
        if column.foreign_keys:
            (key,) = column.foreign_keys
            row[column.name] = rows[key.column.table.name][key.column.name]
        elif column.name == "player":
            row[column.name] = player
        elif isinstance(column.type, Boolean):
            row[column.name] = False
        elif isinstance(column.type, Integer | Float):
            row[column.name] = 0
        elif isinstance(column.type, LargeBinary):
            row[column.name] = b""
        else:
            row[column.name] = f"{player}{number}"
    made.write((insert(table), row))
    rows[table.name] = row


def test_everything_about_a_player_is_deleted_and_nothing_else(tmp_path: Path) -> None:
    """A player's rows are deleted in every table, including tables that will be added later."""
    create_app(str(tmp_path / "first.db")).state.server.store.close()  # creates all tables
    tables = [table for table in metadata.sorted_tables if table.name not in SERVERS_OWN]
    about = {table.name for table in tables if "player" in table.c}
    for table in tables:
        if table.name in SHARED:
            continue
        owners = {key.column.table.name for key in table.foreign_keys if key.ondelete == "CASCADE"}
        assert owners & about or table.name in about, f"whose rows are in {table.name}?"
        about.add(table.name)
    with closing(Store(str(tmp_path / "games.db"))) as made:
        for player in ("p", "q"):
            rows: dict[str, dict[str, Any]] = {}
            for table in tables:
                filled(made, table, player, rows)
        assert {counts(made)[name] for name in about} == {2}
        made.forget("p")
        assert {counts(made)[name] for name in about} == {1}
        for table in tables:
            if "player" in table.c:
                assert [row.player for row in made.select(select(table))] == ["q"]


def bytes_of(path: Path) -> bytes:
    """Everything in the files of a database."""
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


@pytest.mark.parametrize("address", ["/api/games/{id}", "/api/me"])
def test_nothing_of_what_is_deleted_stays_in_the_files(tmp_path: Path, address: str) -> None:
    """Neither the database file nor SQLite's log contains deleted games and cookies."""
    path = tmp_path / "games.db"
    with TestClient(create_app(str(path))) as client:
        game = new(client, board=BOARD)
        play(client, game, "open", 0)
        share = client.get(f"/api/games/{game['id']}").json()["end"]["share"]
        texts = [text.encode() for text in (game["id"], share, client.cookies[COOKIE])]
        assert all(text in bytes_of(path) for text in texts)
        assert client.delete(address.format(**game)).status_code == 204
        assert [text for text in texts if text in bytes_of(path)] == []


def test_games_that_nobody_begins_are_deleted_while_the_server_runs(
    make_client: Callable[..., TestClient],
) -> None:
    """A game without moves is deleted after a day. Later and begun games stay."""
    client = make_client(Limits(sweep_seconds=0.01))
    made: Store = client.app.state.server.store  # type: ignore[attr-defined]
    unused, flagged, fresh = (new(client, level="beginner")["id"] for _ in range(3))
    play(client, {"id": flagged}, "flag", 0)
    for game in (unused, flagged):
        made.change(game, created=time.time() - 2 * store.DAY)
    assert wait_for(lambda: made.game(unused) is None)
    assert made.game(flagged) is not None
    assert made.game(fresh) is not None


def test_a_game_that_is_being_loaded_is_deleted_too(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request that has read the game before it is deleted does not bring it back."""
    game = new(client, level="beginner")
    play(client, game, "open", 0)
    games = client.app.state.server.games  # type: ignore[attr-defined]
    games._seats.clear()
    look = Store.moves

    def moves(made: Store, game: str) -> Any:
        found = look(made, game)
        games.forget(client.cookies[COOKIE])
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Store, "moves", moves)
        client.get(f"/api/games/{game['id']}")
    assert client.get(f"/api/games/{game['id']}").status_code == 404


def test_a_move_that_comes_late_saves_nothing(make_client: Callable[..., TestClient]) -> None:
    """A move on a first try that was deleted meanwhile is refused, so there is no second try."""
    client = make_client()
    game = client.post("/api/daily", json={"level": "beginner"}).json()
    games = client.app.state.server.games  # type: ignore[attr-defined]
    seat = games.seat(client.cookies[COOKIE], game["id"])  # the move has found its game
    assert client.delete("/api/me").status_code == 204
    with pytest.raises(RefusedError) as refused:
        games.play(seat, Move("open", seat.game.view.given[0]))
    assert refused.value.status == 412
    found = counts(games.store)
    assert (found["games"], found["moves"], found["daily"]) == (0, 0, 0)


def test_a_rating_that_another_server_adds_is_deleted_with_its_run(postgres: str) -> None:
    """A change that another server is making is deleted too, once it is complete."""
    with closing(Store(postgres)) as made, psycopg.connect(postgres) as other:
        rows: dict[str, dict[str, Any]] = {}
        filled(made, rush.runs, "p", rows)
        other.execute("UPDATE rush_runs SET solved = 1 WHERE player = 'p'")
        other.execute("INSERT INTO rush_ratings VALUES ('p', 'subset', 1500, 100, 1, 0)")
        with ThreadPoolExecutor(1) as threads, psycopg.connect(postgres) as watching:
            deleting = threads.submit(made.forget, "p")
            waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            assert wait_for(lambda: watching.execute(waits).fetchone())
            other.commit()
            deleting.result()
        found = counts(made)
        assert (found["rush_runs"], found["rush_ratings"]) == (0, 0)
