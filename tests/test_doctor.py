"""The doctor finds missing and broken parts, and says how to fix them."""

from __future__ import annotations

import json
import re
import sqlite3
import tomllib
import webbrowser
from contextlib import closing
from pathlib import Path

import pytest

from command import sapper
from jsoncheck import Checker
from sapper.cli import doctor
from sapper.cli.doctor import EXTRAS, NEEDED, examine
from sapper.extras import install

DATABASES = Path(__file__).with_name("samples") / "databases"


def by_part() -> dict[str, doctor.PartCheck]:
    return {check.part: check for check in examine()}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    data = tmp_path / "50% of data?x=1"
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = pytest.importorskip("platformdirs").user_data_path("sapper", appauthor=False)
    assert isinstance(folder, Path)
    folder.mkdir(parents=True)
    return folder


def test_the_packages_are_those_of_the_project() -> None:
    text = Path(__file__).parent.parent.joinpath("pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]

    def names(lines: list[str]) -> set[str]:
        return {line.split(">")[0].split("[")[0] for line in lines} - {"sapper"}

    assert names(project["dependencies"]) == set(NEEDED)
    extras = project["optional-dependencies"]
    assert set(EXTRAS) | {"all", "docs", "dev"} == set(extras)
    for extra, (_, packages) in EXTRAS.items():
        assert names(extras[extra]) == set(packages)


def test_a_whole_installation(home: Path) -> None:
    told = sapper("doctor")
    assert told.returncode == 0, told.stdout
    parts = by_part()
    for line in (f"{name:<9} " for name in parts):
        assert line in told.stdout
    for needed in ("sapper", "python", "system", "engine", "needs", "web", "lab", "database"):
        assert parts[needed].state == "ok", parts[needed]
    assert "serve will create" in parts["database"].found
    assert not (home / "sapper.db").exists()
    for form in json.loads(sapper("doctor", "--json").stdout):
        Checker().noun("PartCheck", form)


@pytest.mark.usefixtures("home")
def test_a_missing_part_is_named_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An optional part may be missing, but a required part may not."""
    monkeypatch.setitem(EXTRAS, "lab", ("experiments", ("nosuch-package", "polars")))
    check = by_part()["lab"]
    assert (check.state, check.found) == ("missing", "experiments: needs nosuch-package")
    assert check.fix == f"get it with: {install('lab')}"
    assert sapper("doctor").returncode == 0
    monkeypatch.setattr(doctor, "NEEDED", ("nosuch-package",))
    assert by_part()["needs"].state == "broken"
    assert sapper("doctor").returncode == 1


@pytest.mark.usefixtures("home")
def test_a_package_that_can_not_be_imported_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package may be broken because it was installed for another version of Python."""
    monkeypatch.setitem(doctor._MODULES, "numpy", "nosuch.module")
    check = by_part()["needs"]
    assert check.state == "broken"
    assert "numpy can't be imported: ModuleNotFoundError: No module named 'nosuch'" in check.found


@pytest.mark.usefixtures("home")
def test_an_engine_that_counts_wrong_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The doctor tests the engine with a question whose answer is known."""
    monkeypatch.setattr(doctor, "odds", lambda view: type("Odds", (), {"solutions": 3}))
    assert by_part()["engine"].state == "broken"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            "create table sapper_format (version_num text);"
            "insert into sapper_format values ('9999')",
            "has format 9999, but this version of Sapper reads formats up to 0",
        ),
        ("create table games (x)", "its table games is from another program"),
        ("", "can't be read: file is not a database"),
    ],
)
def test_a_database_of_something_else_is_broken(script: str, said: str, home: Path) -> None:
    """The doctor reports a damaged database or one with a later format, and does not change it."""
    file = home / "sapper.db"
    if script:
        connection = sqlite3.connect(file)
        connection.executescript(script)
        connection.close()
    else:
        file.write_bytes(b"not a database" * 100)
    before = file.read_bytes()
    check = by_part()["database"]
    assert check.state == "broken"
    assert said in check.found
    assert check.fix
    assert file.read_bytes() == before
    assert sapper("doctor").returncode == 1


def test_the_page_s_own_database_is_fine(home: Path) -> None:
    pytest.importorskip("sapper.web.store").Store(str(home / "sapper.db")).close()
    check = by_part()["database"]
    assert (check.state, check.found) == ("ok", f"{home / 'sapper.db'}, 0 games")


def test_a_database_of_an_earlier_format_is_fine(home: Path) -> None:
    """The doctor says that the server will upgrade it, and leaves it as it is."""
    file = home / "sapper.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((DATABASES / "0001.sql").read_text(encoding="utf-8"))
    before = file.read_bytes()
    check = by_part()["database"]
    assert check.state == "ok", check
    assert re.search(r"sapper\.db, [1-9]\d* games; sapper serve will upgrade it to ", check.found)
    assert file.read_bytes() == before


def test_a_machine_without_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a browser, the page can still be served."""

    def none() -> object:
        raise webbrowser.Error("could not locate runnable browser")

    assert doctor._browser(none).state == "missing"
    assert doctor._browser(lambda: type("B", (), {"name": "firefox"})()).found == "firefox"
