"""The command that checks the installation: doctor."""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

import typer

from sapper.cli.common import JsonOption, app, out, print_json
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.extras import install
from sapper.reason.odds import engine_build, odds
from sapper.words import how_many

NEEDED = (
    "babel",
    "dratify",
    "jinja2",
    "numpy",
    "pillow",
    "python-sat",
    "rich",
    "typer",
    "typing_extensions",
)
EXTRAS = {
    "web": ("the page", ("alembic", "fastapi", "platformdirs", "sqlalchemy", "uvicorn")),
    "lab": ("experiments", ("matplotlib", "polars")),
    "cluster": ("experiments on many machines", ("distributed",)),
    "postgresql": ("a database that several servers share", ("psycopg",)),
    "env": ("Gymnasium environments", ("gymnasium",)),
    "mcp": ("tools for language models", ("mcp",)),
    "formats": ("MVF replays", ("ms-toollib",)),
}
"""the optional parts with their purposes and packages, as in pyproject.toml"""

_MODULES = {"ms-toollib": "ms_toollib", "pillow": "PIL", "python-sat": "pysat"}


@dataclass(frozen=True, slots=True)
class PartCheck:
    """A part of the installation: `sapper doctor --json` (a list)."""

    part: str
    state: Literal["ok", "missing", "broken"]
    found: str
    """versions and paths, or the problem"""
    fix: str = ""
    """how to fix it"""


@app.command("doctor")
def doctor_command(as_json: JsonOption = False) -> None:
    """Check the installation: versions, engine, optional parts, database, browser.

    Missing packages are listed with the command that installs them. The exit code is 1 if a part is
    broken. Optional parts may be missing.
    """
    checks = list(examine())
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        for check in checks:
            state = "" if check.state == "ok" else f"{check.state}: "
            out.print(f"{check.part:<10} {state}{check.found}", style=_STYLES[check.state])
            if check.fix:
                out.print(f"{'':<10} {check.fix}")
    if any(check.state == "broken" for check in checks):
        raise typer.Exit(1)


_STYLES = {"ok": "", "missing": "yellow", "broken": "bold red"}


def examine() -> Iterator[PartCheck]:
    yield PartCheck("sapper", "ok", f"{version('sapper')} in {Path(__file__).parents[1]}")
    yield PartCheck(
        "python",
        "ok",
        f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}",
    )
    yield PartCheck(
        "system",
        "ok",
        f"{platform.system()} {platform.release()}, {platform.machine()}, "
        f"{how_many(os.cpu_count() or 1, 'core')}",
    )
    yield _engine_check()
    yield _packages("needs", "", NEEDED, f"{install()} --force-reinstall")
    for extra, (purpose, names) in EXTRAS.items():
        yield _packages(extra, purpose, names, install(extra))
    yield _database()
    yield _browser()


def _engine_check() -> PartCheck:
    """Check that the engine counts two boards for a 1 between two hidden cells."""
    view = View.parse("3x1x1/any\n.1.\n")
    if odds(view).solutions != 2:
        words = f"{engine_build()}: the engine counts boards wrongly"
        return PartCheck("engine", "broken", words, "install Sapper again")
    return PartCheck("engine", "ok", engine_build())


def _packages(part: str, purpose: str, names: Iterable[str], fix: str) -> PartCheck:
    found, missing, broken = [], [], []
    for name in names:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
            continue
        if problem := _import_problem(_MODULES.get(name, name)):
            broken.append(f"{name} {problem}")
    about = f"{purpose}: " if purpose else ""
    if broken:
        return PartCheck(part, "broken", about + "; ".join(broken), f"get it with: {fix}")
    if missing:
        state: Literal["missing", "broken"] = "missing" if purpose else "broken"
        needs = f"{about}needs {', '.join(missing)}"
        return PartCheck(part, state, needs, f"get it with: {fix}")
    return PartCheck(part, "ok", about + ", ".join(found))


def _import_problem(module: str) -> str:
    try:
        import_module(module)
    except Exception as problem:  # a broken package may raise anything
        return f"can't be imported: {type(problem).__name__}: {' '.join(str(problem).split())}"
    return ""


def _database() -> PartCheck:
    try:
        folder: Path = import_module("platformdirs").user_data_path("sapper", appauthor=False)
        sqlalchemy = import_module("sqlalchemy")
        migrations = import_module("sapper.web.migrations")
    except ImportError:
        return PartCheck("database", "missing", "none, because the page is not installed")
    file = folder / "sapper.db"
    if not file.exists():
        return PartCheck("database", "ok", f"sapper serve will create {file}")
    fix = f"move {file} to another folder: sapper serve will then create a new database"
    # SQLAlchemy would misread a path that contains a question mark.
    engine = sqlalchemy.create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
    )
    try:
        with engine.connect() as connection:
            whole = connection.exec_driver_sql("pragma quick_check(1)").scalar()
            known = migrations.format_of(connection)
            count = "select count(*) from games"
            games = connection.exec_driver_sql(count).scalar() if known else 0
    except SapperError as problem:
        return PartCheck("database", "broken", f"{file}: {problem}", fix)
    except sqlalchemy.exc.SQLAlchemyError as problem:
        found = getattr(problem, "orig", problem)
        return PartCheck("database", "broken", f"{file} can't be read: {found}", fix)
    finally:
        engine.dispose()
    if whole != "ok":
        return PartCheck("database", "broken", f"{file} is damaged: {whole}", fix)
    writable = os.access(file, os.W_OK) and os.access(folder, os.W_OK)
    if not writable:
        return PartCheck("database", "broken", f"can't write {file}", "change its owner or mode")
    about = f"{file}, {how_many(games, 'game')}"
    if known != migrations.latest():
        about += f"; sapper serve will upgrade it to format {migrations.latest()}"
    return PartCheck("database", "ok", about)


def _browser(find: Callable[[], object] = webbrowser.get) -> PartCheck:
    try:
        found = find()
    except webbrowser.Error:
        return PartCheck(
            "browser",
            "missing",
            "none that Sapper can start",
            "sapper serve prints the page's address: open it in any browser",
        )
    return PartCheck("browser", "ok", str(getattr(found, "name", None) or type(found).__name__))
