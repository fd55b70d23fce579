"""The store in trouble: foreign and damaged files, full disks, and two servers."""

from __future__ import annotations

import logging
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from command import sapper
from sapper.core.view import Move
from sapper.web.app import create_app
from sapper.web.database import Job, StaleError, UnknownError
from sapper.web.live_games import LiveGames
from sapper.web.problems import RefusedError, answer_of
from sapper.web.schema import StoreError
from sapper.web.store import ADD_MOVE, Row, Store, removal_of
from web.test_store import row

SERVE = ("serve", "--no-browser", "--port", "0", "--database")


def refusal(database: str) -> tuple[int, str]:
    """The status and output of a `sapper serve` that can't start."""
    done = sapper(*SERVE, database)
    assert done.stdout == ""
    return done.returncode, done.stderr


def full_disk() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (2**16, 2**16))


def foreign(path: Path) -> None:
    """A database file from another program."""
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE games (id INTEGER, title TEXT)")
    file.close()


def foreign_reviews(path: Path) -> None:
    """A database file from another program, with a table that has the name of one of ours."""
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE reviews (id INTEGER, stars INTEGER)")
    file.close()


def newer(path: Path) -> None:
    """A database file from a later version of Sapper."""
    Store(str(path)).close()
    with sqlite3.connect(path) as file:
        file.execute("UPDATE sapper_format SET version_num = '9999'")
    file.close()


def damaged(path: Path) -> None:
    """A database file that was overwritten."""
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)


def a_folder(path: Path) -> None:
    path.mkdir()


STARTS: list[tuple[Callable[[Path], None], str]] = [
    (foreign, "this is not a Sapper database: another program made its table games"),
    (foreign_reviews, "this is not a Sapper database: another program made its table reviews"),
    (
        newer,
        "the database has format 9999, but this version of Sapper reads formats up to 0002: "
        "update Sapper, or choose another --database",
    ),
    (damaged, "can't open the database: "),
    (a_folder, "can't open the database"),
]


@pytest.mark.parametrize(("make", "words"), STARTS, ids=[make.__name__ for make, _ in STARTS])
def test_a_server_that_can_not_start_says_why_in_one_line(
    tmp_path: Path, make: Callable[[Path], None], words: str
) -> None:
    """If the database file is unusable, the server prints a one-line error and exits with 2."""
    path = tmp_path / "games.db"
    make(path)
    status, said = refusal(str(path))
    assert (status, said.count("\n")) == (2, 1)
    assert words in said


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "fork"), reason="sets a limit as only Unix can")
def test_a_full_disk_is_noticed_at_the_start(tmp_path: Path) -> None:
    """The server checks at the start, not at the first move, whether there is space for the log."""
    done = subprocess.run(
        [sys.executable, "-m", "sapper", *SERVE, str(tmp_path / "games.db")],
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=full_disk,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert re.search("can't (write to|open) the database: ", done.stderr)


def test_a_file_that_can_not_be_written_is_noticed_at_the_start(tmp_path: Path) -> None:
    """If the database file can't be written, the server prints a one-line error and exits."""
    path = tmp_path / "games.db"
    Store(str(path)).close()
    status, said = refusal(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert (status, said.count("\n")) == (2, 1)
    assert "attempt to write a readonly database" in said


def test_the_second_server_on_a_file_refuses_to_start(tmp_path: Path, served: Any) -> None:
    """The error names the running server. Once that server has ended, another can use the file."""
    status, said = refusal(served.database)
    assert (status, said.count("\n")) == (2, 1)
    assert f"another Sapper server (process {served.pid}) has {served.database}" in said
    served.kill()
    served.start()


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    """The database, its log and its lock are private, because the database contains cookies."""
    path = tmp_path / "games.db"
    old = os.umask(0)
    try:
        store = Store(str(path))
        store.add_game(row("a"))
        modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(old)
    assert set(modes) == {"games.db", "games.db-wal", "games.db-shm", "games.db-lock"}
    assert set(modes.values()) == {0o600}
    path.chmod(0o644)
    Store(str(path)).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# -- while the server runs ------------------------------------------------------------------


def test_a_write_that_was_refused_is_not_made_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that waited too long is refused. A write that has begun is completed."""
    store = Store(str(tmp_path / "games.db"))
    store.add_game(row("a"))
    store.patience = 0.05
    with store._writing, pytest.raises(StoreError, match="did not answer in time"):
        store.add_moves("a", 0, [(0, Move("open", 1))])
    store.add_moves("a", 0, [(0, Move("flag", 2))])
    assert store.moves("a") == [(0, Move("flag", 2))]
    # Another thread has taken the change from the queue. That thread is slow but succeeds.
    taken: SimpleQueue[Job] = SimpleQueue()
    withdraw = store._withdraw

    def too_late(job: Job) -> bool:
        store._waiting.remove(job)
        taken.put(job)
        return withdraw(job)

    monkeypatch.setattr(store, "_withdraw", too_late)
    with ThreadPoolExecutor(1) as pool:
        with store._writing:
            asked = pool.submit(store.add_moves, "a", 1, [(0, Move("open", 3))])
            job = taken.get(timeout=60)
            assert not asked.done()
            assert store._commit(job.statements) is None
            job.done.set_result(None)
        asked.result(60)
    assert [move.cell for _, move in store.moves("a")] == [2, 3]
    store.close()


def test_a_locked_database_is_a_503_and_the_move_is_not_made(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    """While another program holds SQLite's lock, a move is refused and not saved."""
    client = make_client()
    game = client.post("/api/games", json={"level": "9x5x8/any"}).json()["id"]
    client.app.state.server.store._connection.exec_driver_sql(  # type: ignore[attr-defined]
        "PRAGMA busy_timeout=50"  # 50 ms instead of 5 s
    )
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer = client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": 3})
    assert answer.status_code == 503
    assert answer.json()["detail"].startswith("can't save: ")
    other.execute("ROLLBACK")
    other.close()
    assert client.get(f"/api/games/{game}").json()["moves"] == 0
    move = {"kind": "flag", "cell": 4, "after": 0}
    assert client.post(f"/api/games/{game}/moves", json=move).json()["moves"] == 1


def test_a_deleted_file_is_noticed(make_client: Callable[..., TestClient], tmp_path: Path) -> None:
    """Moves would be lost in a deleted file, so they get a 503 until the file is back."""
    client = make_client()
    game = client.post("/api/games", json={"level": "9x5x8/any"}).json()["id"]
    url, path = f"/api/games/{game}/moves", tmp_path / "games.db"
    path.rename(tmp_path / "away.db")
    answer = client.post(url, json={"kind": "flag", "cell": 3})
    assert answer.status_code == 503
    words = answer.json()["detail"]
    assert "the database file was moved or replaced" in words
    assert str(path) not in words, "paths are not for players"
    shutil.copy(tmp_path / "away.db", path)  # a different file with the same name
    assert client.post(url, json={"kind": "flag", "cell": 3}).status_code == 503
    (tmp_path / "away.db").rename(path)
    assert client.post(url, json={"kind": "flag", "cell": 3, "after": 0}).status_code == 200


READS = ["/api/history", "/api/export", "/api/daily", "/api/games/{}", "/api/games/{}/odds"]


def test_what_can_not_be_read_is_a_503_without_a_players_name(
    make_client: Callable[..., TestClient], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """If the database can't be read, the client gets a 503, and the log gets one warning."""
    client = make_client()
    game = client.post("/api/games", json={"level": "9x5x8/any"}).json()["id"]
    client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": 3})
    cookie = client.cookies["sapper_player"]
    server = client.app.state.server  # type: ignore[attr-defined]
    with server.store._engine.connect() as connection:
        connection.exec_driver_sql("ALTER TABLE games RENAME TO other")
        connection.commit()
    for path in READS:
        server.games._seats.clear()
        caplog.clear()
        with caplog.at_level(logging.DEBUG):
            answer = client.get(path.format(game))
        assert answer.status_code == 503, path
        assert answer.json()["detail"].startswith("can't read the database: "), path
        said = [record for record in caplog.records if record.levelno >= logging.WARNING]
        assert len(said) == 1
        assert said[0].exc_info is None
        assert cookie not in caplog.text + answer.text
    answer = client.post("/api/games", json={"level": "9x5x8/any"})
    assert (answer.status_code, cookie in answer.text + caplog.text) == (503, False)


def test_a_damaged_game_is_not_the_clients_fault(
    make_client: Callable[..., TestClient], tmp_path: Path
) -> None:
    """A request for a game with an invalid row gets a 503. Another game can still be read."""
    client = make_client()
    games = [client.post("/api/games", json={"level": "9x5x8/any"}).json()["id"] for _ in range(2)]
    server = client.app.state.server  # type: ignore[attr-defined]
    server.store.change(games[0], level="nonsense")
    server.games._seats.clear()
    answer = client.get(f"/api/games/{games[0]}")
    assert answer.status_code == 503
    assert answer.json()["detail"].startswith("this game is damaged in the database")
    assert client.get(f"/api/games/{games[1]}").status_code == 200


# -- PostgreSQL -----------------------------------------------------------------------------


ROUNDED = 5
"""milliseconds by which two clocks may differ, because one is read from the database"""


def two_servers(url: str) -> tuple[LiveGames, LiveGames]:
    """The live games of two servers that share a database."""
    return LiveGames(Store(url)), LiveGames(Store(url))


def test_two_servers_on_postgresql_work_together(postgres: str) -> None:
    """Two servers can continue the same game, but a change to an outdated state is refused."""
    one, two = two_servers(postgres)
    seat = one.start("p", _level())
    name = seat.row.id
    one.play(seat, Move("flag", 3))
    two.play(two.seat("p", name), Move("flag", 4))
    assert one.seat("p", name).game.view.flags == 2
    one.undo(one.seat("p", name))
    # `two` still has the position before the undo in memory, and updates it on the next read.
    assert two.seat("p", name).game.view.flags == 1
    stale = two.seat("p", name)
    one.play(one.seat("p", name), Move("flag", 5))
    changes: list[Callable[[], object]] = [
        lambda: two.play(stale, Move("flag", 6)),
        lambda: two.undo(stale),
        lambda: two.leave(stale),
    ]
    for change in changes:
        with pytest.raises(RefusedError, match="the game has changed in the meantime") as refused:
            change()
        assert refused.value.status == 412
    assert [move.cell for _, move in two.store.moves(name)] == [3, 5]
    clocks = [table.seat("p", name).game.elapsed for table in (one, two, one)]
    assert clocks[0] - ROUNDED <= clocks[1] <= clocks[2] + ROUNDED
    two.store.write()  # an empty change is allowed
    for table in (one, two):
        table.store.close()


def test_many_moves_on_two_servers_are_all_there_once(postgres: str) -> None:
    """Two servers with eight threads play one game, and every answered move is saved once."""
    tables = two_servers(postgres)
    name = tables[0].start("p", _level()).row.id
    made: list[int] = []

    def flag(number: int) -> None:
        table = tables[number % 2]
        for cell in range(number, 45, 8):
            for _ in range(200):
                try:
                    table.play(table.seat("p", name), Move("flag", cell))
                except RefusedError:
                    continue  # the other thread was quicker
                made.append(cell)
                break

    threads = [threading.Thread(target=flag, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    moves = [move.cell for _, move in tables[0].store.moves(name)]
    assert sorted(moves) == sorted(made) == list(range(45))
    assert all(table.seat("p", name).game.view.flags == 45 for table in tables)
    for table in tables:
        table.store.close()


def test_a_commit_whose_answer_was_lost_is_looked_up(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move is saved if the connection breaks after the commit, but not if it breaks before."""
    store = Store(postgres)
    store.add_game(row("a"))
    from sqlalchemy import Connection

    commit = Connection.commit

    def broken(done: bool) -> Callable[[Connection], None]:
        def lose(connection: Connection) -> None:
            if done:
                commit(connection)
            raise OperationalError("COMMIT", {}, Exception("the line is cut"))

        return lose

    with monkeypatch.context() as patch:
        patch.setattr(Connection, "commit", broken(True))
        store.add_moves("a", 0, [(0, Move("flag", 1))])
    with monkeypatch.context() as patch:
        patch.setattr(Connection, "commit", broken(False))
        with pytest.raises(StoreError, match="the line is cut"):
            store.add_moves("a", 1, [(0, Move("flag", 2))])
    assert store.moves("a") == [(0, Move("flag", 1))]
    store.add_moves("a", 1, [(0, Move("flag", 3))])
    assert [move.cell for _, move in store.moves("a")] == [1, 3]
    store.close()


def test_a_commit_that_a_crash_lost_is_not_taken_for_another_one(
    postgres: str, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL crashes before the commit, and another server reuses the transaction's number."""
    store, other = Store(postgres), Store(postgres)
    store.add_game(row("a"))
    other.add_game(row("b"))
    from sqlalchemy import Connection

    commit = Connection.commit
    numbers: list[int] = []

    def crash(connection: Connection) -> None:
        monkeypatch.setattr(Connection, "commit", commit)
        lost = connection.exec_driver_sql("SELECT txid_current()").scalar_one()
        cluster.crash()
        while not numbers or numbers[-1] < lost:
            with other._engine.begin() as another:
                query = "SELECT txid_current()"
                numbers.append(another.exec_driver_sql(query).scalar_one())
        commit(connection)

    monkeypatch.setattr(Connection, "commit", crash)
    with pytest.raises(StoreError, match="can't save: ") as problem:
        store.add_moves("a", 0, [(0, Move("flag", 1))])
    assert not isinstance(problem.value, UnknownError)
    assert store.moves("a") == []
    store.add_moves("a", 0, [(0, Move("flag", 2))])
    assert [move.cell for _, move in store.moves("a")] == [2]
    for each in (store, other):
        each.close()


def test_what_nobody_knows_is_not_called_refused(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the connection stays broken after a commit, the error says that the outcome is unknown."""
    store = Store(postgres)
    store.add_game(row("a"))
    store.doubt = 0.0
    from sqlalchemy import Connection, Engine

    commit, connect = Connection.commit, Engine.connect

    def lose(connection: Connection) -> None:
        commit(connection)
        monkeypatch.setattr(Engine, "connect", gone)
        raise gone()

    def gone(*_: Any) -> Any:
        raise OperationalError("COMMIT", {}, Exception("the line is cut"))

    monkeypatch.setattr(Connection, "commit", lose)
    jobs = [Job([(ADD_MOVE, _move(number))], Future()) for number in range(2)]
    store._waiting.extend(jobs)
    with store._writing:
        store._write_waiting()
    problems = [job.done.exception() for job in jobs]
    assert [type(problem) for problem in problems] == [UnknownError, UnknownError]
    assert answer_of(problems[0]) == (504, str(problems[0]))  # type: ignore[arg-type]
    monkeypatch.setattr(Engine, "connect", connect)
    monkeypatch.setattr(Connection, "commit", commit)
    assert [move.cell for _, move in store.moves("a")] == [0, 1]
    store.close()


def _move(number: int) -> dict[str, Any]:
    return {"game": "a", "number": number, "at": 0, "kind": "flag", "cell": number}


def test_what_one_has_not_seen_one_can_not_change(tmp_path: Path) -> None:
    """A change names the revision it is based on, and is refused if that revision is outdated."""
    store = Store(str(tmp_path / "games.db"))
    store.add_game(row("a"))
    store.change("a", 0, assisted=True, revision=1)
    changes: list[Callable[[], None]] = [
        lambda: store.add_moves("a", 0, [(0, Move("flag", 1))], 0, revision=1),
        lambda: store.change("a", 0, outcome="left", revision=1),
        lambda: store.write(*removal_of("a", 0)),
    ]
    for change in changes:
        with pytest.raises(StaleError):
            change()
    found = store.game("a")
    assert isinstance(found, Row)
    assert (found.revision, found.outcome, store.moves("a")) == (1, None, [])
    store.close()


def _level() -> Any:
    from sapper.core.level import Level

    return Level.parse("9x5x8/any")


def test_a_level_that_postgresql_does_not_take_is_no_trouble(postgres: str) -> None:
    """PostgreSQL can't store NUL characters, so filtering by a level with NUL finds no games."""
    with TestClient(create_app(postgres), base_url="http://localhost") as client:
        for path in ("history", "reviews"):
            answer = client.get(f"/api/{path}", params={"level": "a\0b"})
            assert (answer.status_code, answer.json()["games"]) == (200, [])


def test_the_application_starts_where_another_one_runs(postgres: str) -> None:
    """Several servers can start at the same time on an empty PostgreSQL database."""
    problems: list[BaseException] = []

    def start() -> None:
        try:
            create_app(postgres).state.server.store.close()
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
