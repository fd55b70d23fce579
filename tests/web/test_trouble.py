"""The store in trouble: foreign and damaged files, full disks, and two servers."""

from __future__ import annotations

import errno
import itertools
import logging
import os
import random
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import Pool

from command import sapper
from sapper.core.board import MINE, deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Move, MoveKind
from sapper.web import live_games, rebuilding
from sapper.web.app import create_app
from sapper.web.database import StaleError
from sapper.web.live_games import LiveGames
from sapper.web.migrations import latest
from sapper.web.problems import DAMAGED, NO_DATABASE
from sapper.web.schema import StoreError
from sapper.web.server import Limits
from sapper.web.store import GameRow, Store, removal_of
from web.servers import patient
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
    (foreign, "Sapper can't read this database: its table games is from another program"),
    (foreign_reviews, "Sapper can't read this database: its table reviews is from another program"),
    (
        newer,
        f"the database has format 9999, but this version of Sapper reads formats up to {latest()}: "
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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="sets a limit as only Unix can")
def test_no_room_for_the_lock_file_is_a_problem_of_the_database(tmp_path: Path) -> None:
    """The error is not about the output of the command."""
    import resource

    path, usual = tmp_path / "games.db", resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, usual[1]))
        with pytest.raises(StoreError) as refused:
            Store(str(path))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert str(refused.value) == f"can't open the database {path}: {os.strerror(errno.EFBIG)}"


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


def test_a_file_is_locked_under_every_name(tmp_path: Path) -> None:
    """A symbolic link to a database in use is refused like the database itself."""
    path, link, folder = tmp_path / "games.db", tmp_path / "link.db", tmp_path / "folder"
    link.symlink_to(path)
    folder.symlink_to(tmp_path)
    with closing(Store(str(link))):
        for name in (path, link, folder / "games.db"):
            with pytest.raises(StoreError, match=f"has {re.escape(str(path))} open"):
                Store(str(name))


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


@contextmanager
def serving(url: str, player: TestClient | None = None) -> Iterator[TestClient]:
    """A server with this database, and a client with the cookies of this player."""
    cookies = None if player is None else dict(player.cookies)
    app = create_app(url, limits=patient(Limits()))
    with TestClient(app, base_url="http://localhost", cookies=cookies) as client:
        yield client


def begun(client: TestClient) -> str:
    """The id of a new game."""
    game: str = client.post("/api/games", json={"level": "9x5x8/any"}).json()["id"]
    return game


def flag(client: TestClient, game: str, cell: int, **more: int) -> Any:
    move = {"kind": "flag", "cell": cell, **more}
    return client.post(f"/api/games/{game}/moves", json=move)


def flags(client: TestClient, game: str) -> list[int]:
    """The flagged cells."""
    rows = client.get(f"/api/games/{game}").json()["rows"]
    return [cell for cell, symbol in enumerate("".join(rows)) if symbol == "F"]


class Line:
    """The connection to the database, which the test can cut before or after a commit."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self._commit, self._connect = Connection.commit, Engine.connect

    def cut(self, before: Callable[[Connection], None] | None = None, dead: bool = False) -> None:
        """Cut the line at the next commit, which is made unless `before` is given."""

        def commit(connection: Connection) -> None:
            self.mend()
            (before or self._commit)(connection)
            if dead:
                self._patch.setattr(Engine, "connect", gone)
            gone()

        def gone(*_: Any) -> NoReturn:
            raise OperationalError("COMMIT", {}, Exception("the line is cut"))

        self._patch.setattr(Connection, "commit", commit)

    def mend(self) -> None:
        self._patch.setattr(Connection, "commit", self._commit)
        self._patch.setattr(Engine, "connect", self._connect)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(monkeypatch)


@contextmanager
def waiting_for_locks(milliseconds: int) -> Iterator[None]:
    """How long SQLite waits for a lock in servers that start in this block. Usually 5 seconds."""

    def change(connection: Any, *_: Any) -> None:
        connection.execute(f"PRAGMA busy_timeout={milliseconds}")

    event.listen(Pool, "checkout", change)
    yield
    event.remove(Pool, "checkout", change)


@contextmanager
def locking(path: Path) -> Iterator[None]:
    """Another program that locks an SQLite file during the block."""
    with closing(sqlite3.connect(path, 60, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_write_that_was_refused_is_not_made_later(tmp_path: Path) -> None:
    """A write that waited too long is refused. A write that has begun is completed."""
    path = tmp_path / "games.db"
    with waiting_for_locks(600_000), serving(str(path)) as client, ThreadPoolExecutor(2) as pool:
        games = [begun(client) for _ in range(2)]
        client.app.state.server.store.patience = 0.05  # type: ignore[attr-defined]
        with locking(path):
            moves = {pool.submit(flag, client, game, 3): game for game in games}
            # One move waits for the lock, and the other one waits for the first.
            (late,) = wait(moves, 60, FIRST_COMPLETED).done
        assert late.result().status_code == 503
        (first,) = set(moves) - {late}
        assert first.result(60).status_code == 200
        assert flag(client, moves[late], 4, after=0).status_code == 200
    with serving(str(path), client) as again:
        assert flags(again, moves[first]) == [3]
        assert flags(again, moves[late]) == [4]


class Impatient:
    """A lock for which one thread stops waiting only after another has begun to commit."""

    def __init__(self, lock: threading.Lock) -> None:
        self.lock = lock
        self.waiting, self.committing = threading.Event(), threading.Event()
        self.thread = 0

    def acquire(self, **patience: Any) -> bool:
        if threading.get_ident() != self.thread:
            return self.lock.acquire(**patience)
        self.waiting.set()
        assert self.committing.wait(60)
        return False

    def release(self) -> None:
        self.lock.release()


def test_a_write_that_another_thread_has_begun_is_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that runs out of patience may find its change in a commit that has begun."""
    commit = Connection.commit
    with closing(Store(str(tmp_path / "games.db"))) as store, ThreadPoolExecutor(1) as pool:
        lock: Any = Impatient(store._writing)
        monkeypatch.setattr(store, "_writing", lock)

        def committing(connection: Connection) -> None:
            lock.committing.set()
            commit(connection)

        def write() -> None:
            lock.thread = threading.get_ident()
            store.add_game(row("late"))

        monkeypatch.setattr(Connection, "commit", committing)
        late = pool.submit(write)
        assert lock.waiting.wait(60)
        store.add_game(row("first"))  # which also writes the change that waits
        late.result(60)
        assert store.game("late") is not None
        monkeypatch.setattr(store, "_writing", lock.lock)


def test_a_locked_database_is_a_503_and_the_move_is_not_made(tmp_path: Path) -> None:
    """While another program holds SQLite's lock, a move is refused and not saved."""
    path = tmp_path / "games.db"
    with waiting_for_locks(50), serving(str(path)) as client:
        game = begun(client)
        with locking(path):
            answer = flag(client, game, 3)
        assert (answer.status_code, answer.json()["detail"]) == (503, NO_DATABASE)
        assert client.get(f"/api/games/{game}").json()["moves"] == 0
        assert flag(client, game, 4, after=0).json()["moves"] == 1


def test_a_deleted_file_is_noticed(
    make_client: Callable[..., TestClient], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Moves would be lost in a deleted file, so they get a 503 until the file is back."""
    client = make_client()
    game = client.post("/api/games", json={"level": "9x5x8/any"}).json()["id"]
    url, path = f"/api/games/{game}/moves", tmp_path / "games.db"
    path.rename(tmp_path / "away.db")
    answer = client.post(url, json={"kind": "flag", "cell": 3})
    assert (answer.status_code, answer.json()["detail"]) == (503, NO_DATABASE)
    assert "the database file was moved or replaced" in caplog.text
    shutil.copy(tmp_path / "away.db", path)  # a different file with the same name
    assert client.post(url, json={"kind": "flag", "cell": 3}).status_code == 503
    (tmp_path / "away.db").rename(path)
    assert client.post(url, json={"kind": "flag", "cell": 3, "after": 0}).status_code == 200


def test_a_full_disk_is_a_sick_server(tmp_path: Path, line: Line) -> None:
    """Monitoring gets a 503 when moves do."""
    with serving(str(tmp_path / "games.db")) as client:
        assert client.get("/api/health").json() == {"database": "sqlite", "games": 0}
        line.cut()
        answer = client.get("/api/health")
        assert (answer.status_code, answer.json()["detail"]) == (503, NO_DATABASE)
        assert client.get("/api/health").status_code == 200


READS = ["/api/history", "/api/export", "/api/daily", "/api/games/{}", "/api/games/{}/odds"]


def test_what_can_not_be_read_is_a_503_without_a_players_name(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """If the database can't be read, the client gets a 503, and the log gets one warning."""
    path = tmp_path / "games.db"
    with serving(str(path)) as client:
        flag(client, game := begun(client), 3)
    cookie = client.cookies["sapper_player"]
    with serving(str(path), client) as again:  # which has no game in its memory
        with closing(sqlite3.connect(path)) as database:
            database.execute("ALTER TABLE games RENAME TO other")
        for address in READS:
            caplog.clear()
            with caplog.at_level(logging.DEBUG):
                answer = again.get(address.format(game))
            assert (answer.status_code, answer.json()["detail"]) == (503, NO_DATABASE), address
            said = [record for record in caplog.records if record.levelno >= logging.WARNING]
            assert len(said) == 1
            assert said[0].getMessage().startswith("can't read the database: "), address
            assert said[0].exc_info is None
            assert cookie not in caplog.text + answer.text
        answer = again.post("/api/games", json={"level": "9x5x8/any"})
        assert (answer.status_code, cookie in answer.text + caplog.text) == (503, False)


def test_a_damaged_game_is_not_the_clients_fault(tmp_path: Path) -> None:
    """A request for a game with an invalid row gets a 503. Another game can still be read."""
    path = tmp_path / "games.db"
    with serving(str(path)) as client:
        games = [begun(client) for _ in range(2)]
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games SET level = 'nonsense' WHERE id = ?", (games[0],))
    with serving(str(path), client) as again:
        answer = again.get(f"/api/games/{games[0]}")
        assert (answer.status_code, answer.json()["detail"]) == (503, DAMAGED)
        assert again.get(f"/api/games/{games[1]}").status_code == 200


# -- PostgreSQL -----------------------------------------------------------------------------


ROUNDED = 5
"""milliseconds by which two clocks may differ, because one is read from the database"""


def test_a_server_makes_only_the_moves_that_it_has_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers play and undo in one game, and neither replays it from the start."""
    monkeypatch.setattr(Store, "is_shared", True)
    # Time passes with every look at the clock.
    monkeypatch.setattr(rebuilding, "milliseconds", itertools.count().__next__)
    rng = random.Random(20)
    with closing(Store(str(tmp_path / "games.db"))) as store:
        servers = [LiveGames(store) for _ in range(2)]
        board = deal(Level.parse("7x5x3/any"), seed=1)
        old = [(0, Move("flag", 3)), (9, Move("flag", 4)), (10, Move("flag", 5))]
        game = servers[0].start("p", board.level, board, moves=old).row.id
        servers[1].seat("p", game)
        monkeypatch.setattr(live_games, "rebuild", lambda *_: pytest.fail("the game is replayed"))
        for _ in range(300):
            server = rng.choice(servers)
            seat = server.seat("p", game)
            assert [*seat.game.moves] == store.moves(game)
            whole = Game(board)
            for _, move in seat.game.moves:
                whole.play(move)
            assert seat.game.view.rows == whole.view.rows
            assert all(at <= seat.game.elapsed for at, _ in seat.game.moves)
            if seat.game.move_count and rng.random() < 0.45:
                server.undo(seat)
            elif rng.random() < 0.2:
                server.assist(seat)
            else:
                safe = [cell for cell in range(35) if board.numbers[cell] != MINE]
                kinds: list[MoveKind] = ["flag", "flag", "open"]
                server.play(seat, Move(rng.choice(kinds), rng.choice(safe[:-9])))


@contextmanager
def two_servers(url: str) -> Iterator[tuple[TestClient, TestClient]]:
    """The same player on two servers that share a database."""
    with serving(url) as one:
        one.get("/api/daily")
        with serving(url, one) as two:
            yield one, two


def test_two_servers_on_postgresql_work_together(postgres: str) -> None:
    """Two servers can continue the same game, but a change to an outdated state is refused."""
    with two_servers(postgres) as (one, two):
        game = begun(one)
        flag(one, game, 3)
        assert flag(two, game, 4, after=1).status_code == 200
        assert flags(one, game) == [3, 4]
        assert one.post(f"/api/games/{game}/undo").status_code == 200
        # The second server had the position before the undo in memory.
        assert flags(two, game) == [3]
        flag(one, game, 5)
        refused = flag(two, game, 6, after=1)
        assert (refused.status_code, refused.json()["detail"]) == (
            412,
            "the game has 2 moves, not 1: reload it",
        )
        assert flags(two, game) == [3, 5]
        clocks = [each.get(f"/api/games/{game}").json()["elapsed"] for each in (one, two, one)]
        assert clocks[0] - ROUNDED <= clocks[1] <= clocks[2] + ROUNDED
        assert two.post(f"/api/games/{game}/leave").status_code == 204
        assert flag(one, game, 6).status_code == 404, "a game without an open cell is not kept"


def test_many_moves_on_two_servers_are_all_there_once(postgres: str) -> None:
    """Two servers with eight threads play one game, and every answered move is saved once."""
    with two_servers(postgres) as servers, ThreadPoolExecutor(8) as pool:
        game = begun(servers[0])

        def play(number: int) -> list[int]:
            client, made = servers[number % 2], []
            for cell in range(number, 45, 8):
                # Another thread may be quicker, and then nothing was changed.
                while (answer := flag(client, game, cell)).status_code != 200:
                    assert answer.status_code == 412, answer.text
                made.append(cell)
            return made

        made = [cell for cells in pool.map(play, range(8)) for cell in cells]
        assert sorted(made) == list(range(45))
        for client in servers:
            found = client.get(f"/api/games/{game}").json()
            assert (found["moves"], flags(client, game)) == (45, list(range(45)))


def test_a_commit_whose_answer_was_lost_is_looked_up(
    postgres: str, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    """A move is saved if the connection breaks after the commit, but not if it breaks before."""
    with serving(postgres) as client:
        game = begun(client)
        line.cut()
        assert flag(client, game, 1).status_code == 200
        line.cut(before=lambda _: None)
        refused = flag(client, game, 2)
        assert (refused.status_code, refused.json()["detail"]) == (503, NO_DATABASE)
        assert "the line is cut" in caplog.text
        assert flags(client, game) == [1]
        assert flag(client, game, 3, after=1).status_code == 200
    with serving(postgres, client) as again:
        assert flags(again, game) == [1, 3]


def test_a_commit_that_a_crash_lost_is_not_taken_for_another_one(
    postgres: str, cluster: Any, line: Line
) -> None:
    """PostgreSQL crashes before the commit, and another server reuses the transaction's number."""
    import psycopg

    number = "SELECT txid_current()"
    with serving(postgres) as client:
        game = begun(client)

        def crash(connection: Connection) -> None:
            lost = connection.exec_driver_sql(number).scalar_one()
            cluster.crash()
            with psycopg.connect(postgres, autocommit=True) as other:
                while True:
                    (found,) = other.execute(number).fetchone() or (0,)
                    if found >= lost:
                        break

        line.cut(before=crash)
        refused = flag(client, game, 1)
        assert (refused.status_code, refused.json()["detail"]) == (503, NO_DATABASE)
        assert flags(client, game) == []
        assert flag(client, game, 2).status_code == 200
    with serving(postgres, client) as again:
        assert flags(again, game) == [2]


def test_what_nobody_knows_is_not_called_refused(postgres: str, line: Line) -> None:
    """If the connection stays broken after a commit, the error says that the outcome is unknown."""
    with serving(postgres) as client:
        game = begun(client)
        client.app.state.server.store.doubt = 0.0  # type: ignore[attr-defined]
        line.cut(dead=True)
        unknown = flag(client, game, 1)
        assert unknown.status_code == 504
        assert "reload to see whether this was saved" in unknown.json()["detail"]
        line.mend()
        assert flags(client, game) == [1]


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
    assert isinstance(found, GameRow)
    assert (found.revision, found.outcome, store.moves("a")) == (1, None, [])
    store.close()


def test_a_level_that_postgresql_does_not_take_is_no_trouble(postgres: str) -> None:
    """PostgreSQL can't store NUL characters, so filtering by a level with NUL finds no games."""
    with serving(postgres) as client:
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
