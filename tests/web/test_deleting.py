"""Deleting a game, or everything about a player, leaves other players' data alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import Boolean, Float, Integer, Table, func, insert, select

from sapper.web.app import create_app
from sapper.web.schema import metadata
from sapper.web.server import COOKIE
from sapper.web.store import Store
from web.asking import BOARD, new, play, wait_for_reviews

SERVERS_OWN = {"writers", "daily_boards"}
"""tables without data about players"""


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
