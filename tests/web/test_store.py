"""Changes to the store are atomic and durable, whichever database is used."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from platformdirs import user_data_path
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from sapper.core.view import Move
from sapper.web.app import create_app
from sapper.web.database import Database, default_file
from sapper.web.schema import StoreError
from sapper.web.store import ADD_GAME, ADD_MOVE, GameRow, Store, removal_of


def row(name: str, player: str = "p", created: float = 0.0) -> GameRow:
    return GameRow(name, name, player, "9x9x10/open", "1", None, created, None, False)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(str(tmp_path / "games.db"))
    yield store
    store.close()


def test_games_and_moves_come_back(store: Store) -> None:
    """Stored moves are read back in the order in which they were made."""
    store.add_game(row("a"))
    store.add_moves("a", 0, [(0, Move("open", 4))])
    store.add_moves("a", 1, [(250, Move("flag", 5))], outcome="lost", elapsed=250)
    assert store.moves("a") == [(0, Move("open", 4)), (250, Move("flag", 5))]
    found = store.game("a")
    assert found is not None
    assert (found.outcome, found.elapsed, found.seed) == ("lost", 250, "1")
    store.take_back("a", 1)
    assert store.moves("a") == [(0, Move("open", 4))]


def test_many_writers_share_a_commit_and_none_is_lost(store: Store) -> None:
    """Forty threads write at once. One bad change fails, and all others are saved."""
    store.add_game(row("a"))
    problems: list[str] = []

    def write(number: int) -> None:
        try:
            store.add_moves("a", number % 39, [(0, Move("open", number))])
        except StoreError as problem:
            problems.append(str(problem))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.moves("a")) == 39
    assert len(problems) == 1
    assert problems[0].startswith("can't save: ")


def test_what_would_break_the_store_is_refused_whole(store: Store) -> None:
    """A duplicate share id, a repeated move and a move without a game are refused."""
    for name in ("a", "b"):
        store.add_game(row(name))
        store.add_moves(name, 0, [(0, Move("open", 1))])  # moves are numbered within their game
    taken = replace(row("c"), share="a")
    writes: list[Callable[[], None]] = [
        lambda: store.add_game(taken),
        lambda: store.add_moves("a", 0, [(5, Move("flag", 2))], assisted=True),
        lambda: store.add_moves("nobody", 0, [(0, Move("open", 1))]),
    ]
    for write in writes:
        with pytest.raises(StoreError, match="can't save: ") as problem:
            write()
        assert "\n" not in str(problem.value)
        # Nothing in the refused change is saved, but the next change is saved.
        assert store.game("c") is None
        found = store.game("a")
        assert found is not None
        assert not found.assisted
        assert store.moves("a") == [(0, Move("open", 1))]
    store.add_moves("a", 1, [(9, Move("flag", 3))])
    assert store.moves("a") == [(0, Move("open", 1)), (9, Move("flag", 3))]
    assert store.moves("nobody") == []


def test_a_change_that_fails_halfway_leaves_nothing(store: Store) -> None:
    """The first statement is accepted and the second is refused, so neither is saved."""
    store.add_game(row("a"))
    move = {"game": "a", "number": 0, "at": 0, "kind": "open", "cell": 4}
    taken = {name: getattr(row("a"), name) for name in GameRow.__slots__}
    with pytest.raises(StoreError, match="can't save: "):
        store.write((ADD_MOVE, move), (ADD_GAME, taken))
    assert store.moves("a") == []
    store.change("a", assisted=True)
    assert store.moves("a") == []


def test_no_room_is_one_line(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full, the error message is a single line."""

    def full() -> None:
        raise SQLAlchemyError("disk full\nand more")

    monkeypatch.setattr(store._engine, "connect", full)
    with pytest.raises(StoreError, match=r"can't write to the database: disk full$"):
        Database.make_room(store)


def test_games_are_found_by_player_and_share(store: Store) -> None:
    """Running games are counted. The history lists the latest game first."""
    for name, player, created in (
        ("a", "p", 1.0),
        ("b", "p", 3.0),
        ("c", "p", 2.0),
        ("d", "q", 4.0),
    ):
        store.add_game(row(name, player, created))
    assert (store.running("p"), store.running("q"), store.running("nobody")) == (3, 1, 0)
    shared = store.shared("d")
    assert shared is not None
    assert (shared.id, shared.player) == ("d", "q")
    assert store.shared("nothing") is None
    assert store.history("p", 10) == store.under_way("p") == []
    store.change("a", outcome="won", elapsed=7)
    store.change("b", outcome="lost")
    store.add_moves("c", 0, [(0, Move("open", 1))])
    assert store.running("p") == 1
    assert [game.id for game in store.history("p", 10)] == ["b", "a"]
    assert [game.id for game in store.under_way("p")] == ["c"]
    assert [game.id for game in store.history("p", 1)] == ["b"]
    store.write(*removal_of("c", None))
    assert store.game("c") is None
    assert store.moves("c") == []
    assert store.under_way("p") == []


def test_the_database_filters_the_history(store: Store) -> None:
    """The history can be filtered by whether games had help. The limit applies after the filter."""
    for number, (level, outcome, assisted) in enumerate(
        (
            ("9x9x10/open", "won", False),
            ("9x9x10/open", "lost", False),
            ("9x9x10/open", "won", True),
            ("7x4x5/safe", "left", False),
            ("7x4x5/safe", "won", True),
        )
    ):
        game = row(str(number), created=float(number))
        store.add_game(replace(game, level=level, outcome=outcome, assisted=assisted))

    def numbers(limit: int = 10, **filters: Any) -> list[int]:
        return [int(game.id) for game in store.history("p", limit, **filters)]

    assert numbers() == [4, 3, 2, 1, 0]
    assert numbers(assisted=False) == [3, 1, 0]
    assert numbers(assisted=True) == [4, 2]
    assert numbers(1, assisted=False) == [3]


def test_the_file_of_a_user_is_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The data folder is created if necessary. If that fails, the error names the folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = user_data_path("sapper", appauthor=False)
    for _ in range(2):
        assert default_file() == str(path / "sapper.db")
        assert path.is_dir()
    if sys.platform == "linux":
        assert path == tmp_path / "data" / "sapper"
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
        with pytest.raises(StoreError, match=r"can't make .*sapper: Not a directory"):
            default_file()


def test_the_path_of_a_file_is_no_url(tmp_path: Path) -> None:
    """A path may contain characters that have a meaning in a URL."""
    path = tmp_path / "100%41?mode=ro&uri=true"
    Store(str(path)).close()
    assert path.is_file()


def test_games_that_nobody_started_are_swept(store: Store) -> None:
    """Old games without a move are deleted. New games and games with a move are kept."""
    store.add_game(row("old"))
    store.add_game(row("played"))
    store.add_moves("played", 0, [(0, Move("flag", 1))])
    store.add_game(row("new", created=time.time()))
    store.sweep(3600)
    assert store.game("old") is None
    assert store.game("played") is not None
    assert store.game("new") is not None


def test_a_database_that_can_not_be_opened_is_an_error_in_one_line() -> None:
    """Bad URLs and missing folders each give a one-line error."""
    for url in ("sqlite:////nowhere/at/all.db", "nonsense://x", "postgresql://127.0.0.1:1/x"):
        with pytest.raises(StoreError, match="can't open the database") as caught:
            Store(url)
        assert "\n" not in str(caught.value)


@pytest.mark.process
def test_postgresql_holds_games(postgres: str) -> None:
    """A game is played, the application ends, and a new application continues the game."""
    with TestClient(create_app(postgres)) as client:
        game = client.post("/api/games", json={"level": "beginner"}).json()["id"]
        url = f"/api/games/{game}"
        assert client.post(f"{url}/moves", json={"kind": "open", "cell": 40}).status_code == 200
        assert client.post(f"{url}/moves", json={"kind": "flag", "cell": 40}).status_code == 200
        before = client.get(url).json()
        cookies = dict(client.cookies)
        server = client.app.state.server  # type: ignore[attr-defined]
        assert server.store.dialect == "postgresql"
    with TestClient(create_app(postgres), cookies=cookies) as client:
        after = client.get(url).json()
        assert after["rows"] == before["rows"]
        assert client.post(f"{url}/undo").json()["assisted"]
        assert client.get("/api/history").json()["running"] == []  # the game no longer has a move
        assert client.post(f"{url}/moves", json={"kind": "flag", "cell": 0}).status_code == 200
        assert client.get("/api/history").json()["running"][0]["id"] == game
        assert client.post(f"{url}/leave").status_code == 204


@pytest.mark.usefixtures("flushing")
def test_sqlite_flushes_every_commit(tmp_path: Path) -> None:
    """WAL with synchronous=FULL means that a finished commit is on the disk."""
    with (
        closing(Store(str(tmp_path / "games.db"))) as store,
        store._engine.connect() as connection,
    ):
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"


def test_the_log_of_sqlite_does_not_grow_with_the_moves(store: Store, tmp_path: Path) -> None:
    """The log file starts at its full length, because flushing a growing file is slower."""
    store.add_game(row("a"))
    Database.make_room(store)
    log = tmp_path / "games.db-wal"
    length = log.stat().st_size
    assert length > 4_000_000
    for number in range(600):
        store.add_moves("a", number, [(number, Move("flag", number % 81))])
    Database.make_room(store)
    assert log.stat().st_size == pytest.approx(length, rel=0.3)
    assert len(store.moves("a")) == 600
    with store._engine.connect() as connection:
        tables = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'"))
        assert "room" not in {name for (name,) in tables}
    assert (tmp_path / "games.db").stat().st_size < 3_000_000
