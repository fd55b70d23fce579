"""Settings and fixtures for all tests."""

from __future__ import annotations

import gc
import os
import random
import secrets
import signal

import pytest
from hypothesis import HealthCheck, settings

from needs import remedies
from sapper.words import speak

# There is no deadline, because slow tests may only mean a slow machine. Every run tries the same
# examples, so that a newly found bug does not block an unrelated change. To look for new bugs, use
# `pytest --hypothesis-profile=search`.
for _profile, _examples, _same in (
    ("quick", 25, True),
    ("all", 300, True),
    ("search", 3000, False),
):
    settings.register_profile(
        _profile,
        deadline=None,
        max_examples=_examples,
        derandomize=_same,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("quick")

OUTPUT = (
    *("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "PY_COLORS", "GITHUB_ACTIONS"),
    *("TTY_COMPATIBLE", "TTY_INTERACTIVE", "PYTHONWARNINGS"),
)
"""environment variables that change what a command prints"""

_luck = random.Random()


def pytest_configure() -> None:
    """Enable Ctrl-C, English and predictable output, and disable the garbage collector.

    A shell makes background processes ignore Ctrl-C, but the tests may run in the background.
    While pytest imports the tests, hardly anything becomes garbage.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["LC_ALL"] = "C.UTF-8"  # commands use English, even on a German machine
    os.environ["TERM"] = "xterm"
    os.environ["no_proxy"] = os.environ["NO_PROXY"] = "*"  # the servers are on this machine
    for name in OUTPUT:
        os.environ.pop(name, None)
    gc.disable()
    patch = pytest.MonkeyPatch()
    patch.setattr(secrets, "randbelow", _luck.randrange)
    patch.setattr(secrets, "randbits", _luck.getrandbits)


def pytest_runtest_setup() -> None:
    """Before every test, reset the random numbers and switch to English.

    With other random numbers a test could fail, because one board in eighty has no hint after a
    move. An earlier test may have switched the language to German.
    """
    _luck.seed(7)
    speak("en")


def pytest_collection_finish() -> None:
    """Exclude collected tests from garbage collection, which would take 10% of the test time."""
    gc.enable()
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what to install, so that no test is skipped for lack of it."""
    skipped = terminalreporter.stats.get("skipped", [])
    if line := remedies(report.longrepr[2] for report in skipped):
        terminalreporter.write_line(line)
