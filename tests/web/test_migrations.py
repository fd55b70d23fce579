"""Databases of earlier formats are upgraded, and nothing in them is lost."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from fastapi.testclient import TestClient

from sapper.web import migrations
from sapper.web.app import create_app
from sapper.web.database_file import DatabaseFile
from sapper.web.schema import StoreError, metadata
from sapper.web.store import Store
from web.servers import Process

SAMPLES = Path(__file__).parents[1] / "samples" / "databases"
"""a database of each earlier format, as SQL"""

PLAYER = "WDc3vtCBavjXGNDCB3BycshGSBWxlOcb"
"""the player of all games of the first format, on the day of `web.servers.NOON`"""

ADDS_A_COLUMN = """
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{latest}"


def upgrade():
    # SQLite can't change a table in this way, so Alembic replaces the table by a changed copy.
    with op.batch_alter_table("games", recreate="always") as games:
        games.add_column(sa.Column("weather", sa.String(8), nullable=False, server_default="fine"))
    {then}
"""


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return list(database.iterdump())


def old(path: Path, sample: str = "0001") -> Path:
    """A database file of an earlier format."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript((SAMPLES / f"{sample}.sql").read_text(encoding="utf-8"))
    return path


def copies(path: Path) -> list[str]:
    return sorted(other.name for other in path.parent.glob(f"{path.name}.*"))


@pytest.fixture(params=sorted(sample.stem for sample in SAMPLES.glob("*.sql")))
def sample(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database file of each earlier format."""
    return old(tmp_path / "games.db", request.param)


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make this version of Sapper a later one, whose format has one more column."""

    def change(then: str = "") -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(migrations.FOLDER, folder, dirs_exist_ok=True)
        text = ADDS_A_COLUMN.format(latest=migrations.latest(), then=then)
        (folder / "versions" / "r9999_weather.py").write_text(text)
        monkeypatch.setattr(migrations, "FOLDER", folder)

    return change


def test_every_format_but_the_latest_has_a_sample() -> None:
    """So a new revision needs a sample of the format before it."""
    samples = {sample.stem for sample in SAMPLES.glob("*.sql")}
    assert samples == set(migrations.formats()[1:])


def test_the_games_of_the_first_format_are_all_there(tmp_path: Path) -> None:
    """Finished and running games, the daily board and Rush go on after the upgrade."""
    path = old(tmp_path / "games.db")
    before = dump(path)
    with TestClient(create_app(str(path)), cookies={"sapper_player": PLAYER}) as client:
        history = client.get("/api/history").json()
        assert sorted(game["outcome"] for game in history["games"]) == ["lost", "won", "won"]
        running = {game["level"]: game["id"] for game in history["running"]}
        assert set(running) == {"7x4x5/safe"}
        game = f"/api/games/{running['7x4x5/safe']}"
        assert client.get(game).json()["rows"][0][0] == "F"
        unflag = {"kind": "flag", "cell": 0}
        assert client.post(f"{game}/moves", json=unflag).status_code == 200
        assert client.get(game).json()["rows"][0][0] == "."
        assert client.get("/api/daily").json()["streak"] == 1
        assert client.get("/api/rush").json()["best_ever"] == 1
    assert copies(path) == ["games.db.format-0001"]
    assert dump(tmp_path / "games.db.format-0001") == before


def test_results_stay_when_the_table_of_a_day_goes(tmp_path: Path) -> None:
    """Of format 0002, games, first tries, streaks and ratings stay. What guessed at people goes."""
    path = old(tmp_path / "games.db", "0002")
    with TestClient(create_app(str(path)), cookies={"sapper_player": PLAYER}) as client:
        today = client.get("/api/daily").json()
        results = {one["level"]: (one["outcome"], one["assisted"]) for one in today["boards"]}
        assert results == {
            "beginner": ("won", False),  # the board might have been known before
            "intermediate": ("won", True),  # with a hint
            "expert": (None, False),
        }
        assert (today["streak"], today["week"][-1]["result"]) == (2, "won")
        marks = client.get("/api/daily/card?level=intermediate").json()["marks"]
        assert marks.count("h") == 1
        history = client.get("/api/history").json()
        assert len(history["games"]) == 6
        assert [game["level"] for game in history["running"]] == ["8x3x3/safe", "7x4x5/safe"]
        assert client.get("/api/rush").json()["best_ever"] == 1
    left = "\n".join(dump(path))
    assert [
        name for name in ("known_boards", "daily_places", "daily_seen", "names") if name in left
    ] == []
    assert "okapi" not in left


def test_games_on_boards_that_were_dealt_before_the_first_click_go_on(tmp_path: Path) -> None:
    """Of format 0005, a no-guess game, a daily one, and one with copied moves."""
    path = old(tmp_path / "games.db", "0005")
    with TestClient(create_app(str(path)), cookies={"sapper_player": PLAYER}) as client:
        running = {game["level"]: game["id"] for game in client.get("/api/games").json()}
        states = {level: client.get(f"/api/games/{game}").json() for level, game in running.items()}
        assert {level: state["no_guess"] for level, state in states.items()} == {
            "7x4x5/open": True,
            "7x5x8/safe": False,
            "9x9x10/open": True,
        }
        assert states["7x5x8/safe"]["moves"] == 4
        for state in states.values():
            assert any("0" in row or "1" in row for row in state["rows"])
            undone = client.post(f"/api/games/{state['id']}/undo").json()
            assert undone["moves"] == state["moves"] - 1


def test_games_of_races_go_on(tmp_path: Path) -> None:
    """Of format 0006, a game against an agent is still running, and a friend's is in History."""
    path = old(tmp_path / "games.db", "0006")
    with TestClient(create_app(str(path)), cookies={"sapper_player": PLAYER}) as client:
        running = client.get("/api/games").json()
        assert [(game["level"], game["room"]) for game in running] == [
            ("8x6x6/safe", None),
            ("8x6x6/open", None),
            ("9x9x10/open", None),
        ]
        (raced,) = [game for game in running if game["level"] == "8x6x6/open"]
        assert client.get(f"/api/games/{raced['id']}/odds").status_code == 200
        made = client.post("/api/rooms", json={"name": "Mira", "level": "beginner"})
        assert made.status_code == 201
        client.cookies.set("sapper_player", "Qm9keS1pbi1hLXJhY2UtMDAwNi1C")
        assert [game["outcome"] for game in client.get("/api/history").json()["games"]] == ["won"]


def test_an_old_database_gets_the_tables_of_a_new_one(sample: Path, tmp_path: Path) -> None:
    """The revisions lead to the tables that the code declares, and keep references whole."""
    Store(str(sample)).close()
    assert differences(f"sqlite:///{sample}") == []
    with closing(sqlite3.connect(sample)) as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    new = tmp_path / "new.db"
    Store(str(new)).close()
    assert differences(f"sqlite:///{new}") == []
    assert copies(new) == []


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE rush_positions; DROP TABLE rush_runs; DROP TABLE daily_seen",
        "DROP TABLE race_entries; DROP TABLE races; DROP TABLE names; DROP TABLE helps",
    ],
)
def test_tables_that_the_first_format_got_later_are_added(tmp_path: Path, change: str) -> None:
    """A database of the first format may be older than some of its tables."""
    path = old(tmp_path / "games.db")
    with closing(sqlite3.connect(path)) as database:
        database.executescript(change)
    store = Store(str(path))
    assert store.count() == 5
    store.close()
    assert differences(f"sqlite:///{path}") == []


FOREIGN = """
CREATE TABLE meta (key TEXT, value TEXT); CREATE TABLE games (id INTEGER, pgn TEXT);
CREATE TABLE moves (game INTEGER, n INTEGER, san TEXT); CREATE TABLE daily (id INTEGER);
CREATE TABLE reviews (id INTEGER); CREATE TABLE writers (id INTEGER);
INSERT INTO games VALUES (1, 'e4');
"""


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    """Its tables may have the names of ours."""
    path = tmp_path / "chess.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(FOREIGN)
    before = dump(path)
    with pytest.raises(StoreError, match="its table daily is from another program"):
        Store(str(path))
    assert dump(path) == before


def test_another_number_of_the_first_format_is_refused(tmp_path: Path) -> None:
    path = old(tmp_path / "games.db")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE meta SET version = 5")
    with pytest.raises(StoreError, match="a much older version"):
        Store(str(path))


@pytest.mark.parametrize(
    "change", ["DELETE FROM sapper_format", "INSERT INTO sapper_format VALUES ('0001')"]
)
def test_a_database_of_no_or_two_formats_is_refused(tmp_path: Path, change: str) -> None:
    path = tmp_path / "games.db"
    Store(str(path)).close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(change)
    with pytest.raises(StoreError, match="doesn't say which format it has"):
        Store(str(path))


def test_a_link_leads_to_the_same_lock(tmp_path: Path) -> None:
    """Two servers can't use one file under two names."""
    path = tmp_path / "games.db"
    store = Store(str(path))
    (tmp_path / "link.db").symlink_to(path)
    with pytest.raises(StoreError, match="another Sapper server"):
        Store(str(tmp_path / "link.db"))
    store.close()


def test_a_uri_of_a_file_leads_to_the_same_lock(tmp_path: Path) -> None:
    """An SQLite URI names a file, too, and its characters may be escaped."""
    path = tmp_path / "my games.db"
    for uri in (f"file:{tmp_path}/my%20games.db", f"file://{path}"):
        store = Store(f"sqlite:///{uri}?uri=true")
        with pytest.raises(StoreError, match="another Sapper server"):
            Store(str(path))
        store.close()
    assert not any(file.name.startswith("file:") for file in tmp_path.iterdir())


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///file:games?mode=memory&uri=true"])
def test_a_database_in_memory_has_no_file(url: str) -> None:
    assert DatabaseFile.of(sqlalchemy.make_url(url)) is None


def test_the_file_of_a_uri_is_copied_before_an_upgrade(tmp_path: Path) -> None:
    path = old(tmp_path / "games.db")
    store = Store(f"sqlite:///file:{path}?uri=true")
    assert store.upgraded is not None
    assert f"{path}.format-{migrations.FIRST}" in store.upgraded
    store.close()
    assert (tmp_path / f"games.db.format-{migrations.FIRST}").exists()


def differences(url: str) -> list[Any]:
    engine = sqlalchemy.create_engine(url)
    with engine.connect() as connection:
        options = {"version_table": migrations.VERSION_TABLE, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        found: list[Any] = compare_metadata(context, metadata)
    engine.dispose()
    return found


def test_a_database_of_today_opens_after_a_column_was_added(
    tmp_path: Path, next_version: Callable[..., None]
) -> None:
    """The table of games is replaced, and its games keep their moves."""
    path = tmp_path / "games.db"
    Store(str(old(path))).close()
    before = dump(path)
    next_version()
    store = Store(str(path))
    of = migrations.formats()[1]
    assert store.upgraded == (
        f"The database was upgraded from format {of} to 9999. "
        f"{path}.format-{of} is a copy of the old one."
    )
    store.close()
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT weather FROM games").fetchall() == [("fine",)] * 5
    kept = [line for line in before if line.startswith("INSERT") and f"'{of}'" not in line]
    assert {line.removesuffix(");") for line in kept} <= {
        line.replace(",'fine'", "").removesuffix(");") for line in dump(path)
    }
    again = Store(str(path))
    assert again.upgraded is None
    again.close()


def test_a_revision_that_fails_changes_nothing(
    tmp_path: Path, next_version: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The upgrade is one transaction. Each attempt makes a copy of its own."""
    path = old(tmp_path / "games.db")
    before = dump(path)
    folder = migrations.FOLDER
    next_version("op.execute('DELETE FROM nowhere')")
    for _ in range(2):
        with pytest.raises(StoreError, match="can't open the database: no such table: nowhere"):
            Store(str(path))
    assert dump(path) == before
    assert copies(path) == ["games.db.format-0001", "games.db.format-0001.2"]
    monkeypatch.setattr(migrations, "FOLDER", folder)
    store = Store(str(path))
    assert store.count() == 5
    store.close()


@pytest.mark.process
def test_a_kill_in_the_middle_loses_nothing(
    tmp_path: Path, next_version: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that is killed during the upgrade leaves the old database."""
    path = old(tmp_path / "games.db")
    before = dump(path)
    folder = migrations.FOLDER
    next_version("import os; os.kill(os.getpid(), 9)")
    code = (
        "import sys; from pathlib import Path; from sapper.web import migrations, store;"
        "migrations.FOLDER = Path(sys.argv[1]); store.Store(sys.argv[2])"
    )
    command = [sys.executable, "-c", code, str(migrations.FOLDER), str(path)]
    assert subprocess.run(command).returncode == -9
    assert dump(path) == before
    monkeypatch.setattr(migrations, "FOLDER", folder)
    store = Store(str(path))
    assert store.count() == 5
    store.close()


def test_a_database_that_can_not_be_copied_is_not_upgraded(tmp_path: Path) -> None:
    """Without a copy there is no way back, so the server does not start."""
    path = old(tmp_path / "games.db")
    before = dump(path)
    (tmp_path / "games.db.format-0001.unfinished").mkdir()
    with pytest.raises(StoreError, match=r"can't copy the database to .*format-0001 ") as caught:
        Store(str(path))
    assert "\n" not in str(caught.value)
    assert dump(path) == before


def test_a_copy_is_for_its_owner_alone(sample: Path) -> None:
    """The copy contains the players' cookies, as the database does."""
    Store(str(sample)).close()
    (copy,) = copies(sample)
    assert sample.with_name(copy).stat().st_mode & 0o777 == 0o600


def test_a_newer_database_is_refused_in_one_line(
    tmp_path: Path, next_version: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older version of Sapper does not touch a database of a newer one."""
    path = tmp_path / "games.db"
    folder, latest = migrations.FOLDER, migrations.latest()
    next_version()
    Store(str(path)).close()
    before = dump(path)
    monkeypatch.setattr(migrations, "FOLDER", folder)
    with pytest.raises(StoreError) as caught:
        Store(str(path))
    assert str(caught.value) == (
        f"the database has format 9999, but this version of Sapper reads formats up to {latest}: "
        "update Sapper, or choose another --database"
    )
    assert dump(path) == before


def opened_together(url: str) -> list[Store | StoreError]:
    """Open a database in two threads at once."""
    found: list[Store | StoreError] = []
    ready = threading.Barrier(2)

    def start() -> None:
        ready.wait()
        try:
            found.append(Store(url))
        except StoreError as problem:
            found.append(problem)

    threads = [threading.Thread(target=start) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_two_servers_that_start_at_once_upgrade_a_file_once(sample: Path) -> None:
    """One server upgrades the file, and the other one is refused while the first one runs."""
    stores = [found for found in opened_together(str(sample)) if isinstance(found, Store)]
    (store,) = stores
    assert store.upgraded is not None
    store.close()
    assert len(copies(sample)) == 1


def on_postgresql(url: str, sample: Path) -> None:
    """Copy a database file to PostgreSQL."""
    source = sqlalchemy.create_engine(f"sqlite:///{sample}")
    target = sqlalchemy.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    tables = sqlalchemy.MetaData()
    tables.reflect(source)
    for table in tables.sorted_tables:
        for column in table.columns:
            column.type = column.type.as_generic()  # PostgreSQL has no type BLOB
    tables.create_all(target)
    with source.connect() as read, target.begin() as write:
        for table in tables.sorted_tables:
            rows = [row._asdict() for row in read.execute(sqlalchemy.select(table))]
            if rows:
                write.execute(table.insert(), rows)
    source.dispose()
    target.dispose()


def test_two_servers_that_start_at_once_upgrade_postgresql_once(
    postgres: str, sample: Path
) -> None:
    """One server upgrades the database while the other one waits, and then both serve it."""
    on_postgresql(postgres, sample)
    with closing(sqlite3.connect(sample)) as database:
        (games,) = database.execute("SELECT count(*) FROM games").fetchone()
    stores = opened_together(postgres)
    notes = []
    for store in stores:
        assert isinstance(store, Store), store
        notes.append(store.upgraded)
        assert store.count() == games > 0
        store.close()
    assert sorted(note is None for note in notes) == [False, True]
    assert differences(postgres.replace("postgresql:", "postgresql+psycopg:")) == []


def test_the_server_says_that_it_upgraded(sample: Path, tmp_path: Path) -> None:
    """The operator reads where the copy is."""
    errors = tmp_path / "errors"
    server = Process(str(sample), errors=str(errors))
    server.stop()
    (copy,) = copies(sample)
    assert f"{sample.with_name(copy)} is a copy of the old one." in errors.read_text()
