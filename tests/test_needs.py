"""A machine without Chromium or PostgreSQL skips tests, and says in one line what to install."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import conftest
from needs import lack, module, program, remedies


def reason_of(why: Any, *arguments: Any, **settings: Any) -> str:
    """The reason for which a test that makes this call is skipped."""
    with pytest.raises(pytest.skip.Exception) as skipped:
        why(*arguments, **settings)
    return str(skipped.value)


@pytest.fixture
def reasons(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The reasons of five skipped tests, of which one test would never run on this machine."""
    monkeypatch.delenv("SAPPER_SKIP_NOTHING", raising=False)
    return [
        reason_of(program, "no-such-browser", "nor-this-one", package="chromium"),
        reason_of(program, "no-such-database", package="postgresql"),
        "signals of POSIX",
        reason_of(module, "no_such_package.module"),
        reason_of(program, "no-such-browser", package="chromium"),
    ]


def test_one_line_says_what_to_install(reasons: list[str]) -> None:
    """Each installer and package is named once. Skips for other reasons are not counted."""
    assert remedies(reasons) == (
        "4 tests were skipped. To run all: apt-get install chromium postgresql"
        " and pip install no-such-package"
    )
    assert remedies(reasons[:1]) == "1 test was skipped. To run all: apt-get install chromium"
    assert remedies(reasons[2:3]) == ""


def test_the_line_comes_after_the_tests(reasons: list[str]) -> None:
    written: list[str] = []
    skipped = [SimpleNamespace(longrepr=("test.py", 3, f"Skipped: {one}")) for one in reasons]
    reporter: Any = SimpleNamespace(stats={"skipped": skipped}, write_line=written.append)
    conftest.pytest_terminal_summary(reporter)
    reporter.stats = {}
    conftest.pytest_terminal_summary(reporter)
    assert written == [remedies(reasons)]


def test_nothing_is_skipped_where_all_tests_must_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAPPER_SKIP_NOTHING", "1")
    with pytest.raises(pytest.fail.Exception, match="apt-get install firefox-esr"):
        lack("apt-get install firefox-esr")
