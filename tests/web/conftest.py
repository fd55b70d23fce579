"""Fixtures for the web tests: servers, clients, databases, and a browser."""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import secrets
import shutil
import sqlite3
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Container, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool

with warnings.catch_warnings():
    # Newer versions of starlette warn that httpx has a successor.
    warnings.simplefilter("ignore")
    from fastapi.testclient import TestClient

from needs import lack, program
from sapper.web import daily
from sapper.web.app import Limits, create_app
from sapper.web.store import Store
from web.servers import GENEROUS, NOON, Process, patient

LOOP = pytest.StashKey[asyncio.AbstractEventLoop]()
"""playwright's event loop, kept from the first browser test until the process ends"""

SEEDS = itertools.count(1)
"""seeds of daily boards"""

AWAY = re.compile(
    "net::ERR_(CONNECTION|SOCKET|EMPTY|FAILED|NETWORK|CONTENT_LENGTH|INCOMPLETE)"
    "|WebSocket connection"
)
"""the browser's messages when a server does not answer or is killed while answering"""


@event.listens_for(Pool, "checkout")
def hurry(connection: Any, *_: Any) -> None:
    """Don't let SQLite wait for the disk, because no test cuts the power."""
    if isinstance(connection, sqlite3.Connection):
        connection.execute("PRAGMA synchronous=OFF")


@pytest.fixture
def flushing() -> Iterator[None]:
    """Let the databases of a test wait for the disk, as they usually do."""
    event.remove(Pool, "checkout", hurry)
    yield
    event.listen(Pool, "checkout", hurry)


@pytest.fixture(autouse=True)
def small_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't write 4 MB for each database. The tests of the log use `Database.make_room`."""
    monkeypatch.setattr(Store, "make_room", lambda _: None)


@pytest.fixture(autouse=True)
def same_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix the date, because daily boards change and midnight may pass during a test."""
    monkeypatch.setattr(daily, "now", lambda: NOON)
    # Never repeat a seed, because many tests share a database of daily boards.
    monkeypatch.setattr(daily, "new_seed", SEEDS.__next__)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Process]:
    """A server in another process."""
    process = Process(str(tmp_path / "games.db"))
    yield process
    process.stop()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One server for all tests in a process, except tests that stop their server."""
    process = Process(str(tmp_path_factory.mktemp("web") / "games.db"), **GENEROUS)
    yield process
    process.stop()


@pytest.fixture
def make_client(tmp_path: Path) -> Iterator[Callable[..., TestClient]]:
    """A function that makes clients, each for an application with its own limits and database."""
    opened: list[TestClient] = []

    def make(limits: Limits | None = None, hosts: Container[str] | None = None) -> TestClient:
        database = str(tmp_path / f"games{len(opened) or ''}.db")
        app = create_app(database, limits=patient(limits or Limits()), hosts=hosts)
        client = TestClient(app)
        client.__enter__()
        opened.append(client)
        return client

    yield make
    for client in opened:
        client.__exit__(None, None, None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that use PostgreSQL, because they start processes."""
    for item in items:
        if isinstance(item, pytest.Function) and "postgres" in item.fixturenames:
            item.add_marker("process")


@dataclass(frozen=True, slots=True)
class Cluster:
    """A PostgreSQL server with its data in a folder."""

    folder: str
    crash: Callable[[], None]
    """kills the server and starts it again"""

    def __call__(self, database: str) -> str:
        return f"postgresql://sapper@/{database}?host={self.folder}"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """One PostgreSQL server shared by all tests in a process."""
    # Debian keeps PostgreSQL's programs in one folder per version, which is not on the path.
    found = program("postgres", package="postgresql", folders="/usr/lib/postgresql/*/bin")
    programs = Path(found).resolve().parent
    # PostgreSQL refuses to run as root, so run it as the user that its package created.
    run: list[str] = []
    if os.geteuid() == 0:
        if "postgres:" not in Path("/etc/passwd").read_text() or not shutil.which("runuser"):
            lack("apt-get install postgresql")
        run = ["runuser", "-u", "postgres", "--"]
    with tempfile.TemporaryDirectory(prefix="sapper-") as name:
        if run:
            shutil.chown(name, "postgres")

        def do(task: str, *arguments: str) -> None:
            command = [*run, str(programs / task), "-D", f"{name}/data", *arguments]
            # Don't pipe the output, because the server would keep the pipe open.
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=name)

        do("initdb", "-A", "trust", "-U", "sapper", "--no-sync")
        # Turn fsync off, because no test cuts the power.
        settings = f"-k {name} -h '' -c fsync=off"
        do("pg_ctl", "start", "-w", "-t", "60", "-l", f"{name}/log", "-o", settings)
        try:
            again = ("restart", "-w", "-t", "60", "-m", "immediate", "-l", f"{name}/log")
            yield Cluster(name, lambda: do("pg_ctl", *again, "-o", settings))
        finally:
            # Stop the server immediately, because otherwise it would wait for open connections.
            do("pg_ctl", "stop", "-w", "-t", "60", "-m", "immediate")


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    import psycopg

    name = f"test_{secrets.token_hex(8)}"
    with psycopg.connect(cluster("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return cluster(name)


@pytest.fixture(scope="module")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One application shared by all tests in a module, however many rooms they make."""
    database = str(tmp_path_factory.mktemp("web") / "games.db")
    app = create_app(database, limits=patient(Limits()))
    with TestClient(app) as client:
        yield client


@pytest.fixture
def client(application: TestClient) -> TestClient:
    """A client without cookies, so the application takes it for a new player."""
    application.cookies.clear()
    return application


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Show playwright's event loop, which always runs, only to tests that use a browser.

    In other tests asyncio.run would fail, because it refuses to run inside another loop.
    """
    loop = item.config.stash.get(LOOP, None)
    if "browser" in getattr(item, "fixturenames", ()):
        asyncio._set_running_loop(loop)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def browser(pytestconfig: pytest.Config) -> Iterator[Any]:
    """One browser shared by all tests in a process."""
    from web import browsing

    browsing.playwright.expect.set_options(timeout=browsing.LIMIT)
    chromium = program("chromium", "chromium-browser", "google-chrome", package="chromium")
    with browsing.playwright.sync_playwright() as running:
        pytestconfig.stash[LOOP] = asyncio.get_running_loop()
        browser = running.chromium.launch(
            executable_path=chromium, args=browsing.ARGUMENTS, timeout=browsing.LIMIT
        )
        yield browser
        # If the last test did not use a browser, playwright's event loop is still hidden.
        asyncio._set_running_loop(pytestconfig.stash[LOOP])
        browser.close()


@pytest.fixture
def open_page(browser: Any, shared_server: Any) -> Iterator[Callable[..., Any]]:
    """Open pages as new players. Fails at the end if any page reported an error."""
    from web import browsing

    contexts = []
    problems: list[str] = []

    def make(path: str = "/", url: str = "", refused: int = 4, **settings: Any) -> Any:
        # Block service workers unless they are tested, because they bypass intercepted requests.
        usual = {"viewport": {"width": 1280, "height": 860}, "service_workers": "block"}
        context = browser.new_context(**{**usual, **settings})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(browsing.LIMIT)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console",
            lambda said: (
                problems.append(said.text)
                # Errors about refused requests and about servers killed by a test are expected.
                if said.type == "error"
                and f"status of {refused}" not in said.text
                and not AWAY.search(said.text)
                else None
            ),
        )
        page.goto((url or shared_server.url) + path)
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def picture() -> Callable[[Any, str], None]:
    """A function that takes screenshots if SAPPER_SCREENSHOTS names a folder for them."""
    folder = os.environ.get("SAPPER_SCREENSHOTS")

    def take(page: Any, name: str) -> None:
        if folder:
            page.evaluate("document.querySelector('.toast')?.remove()")
            page.screenshot(path=Path(folder) / f"{name}.png", animations="disabled")

    return take
