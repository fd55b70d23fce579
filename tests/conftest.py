"""What all tests share."""

from __future__ import annotations

import gc
import os
import random
import secrets
import signal

import pytest
from hypothesis import HealthCheck, settings

from sapper.words import speak

# How fast the machine is says nothing about Sapper. A run tries the same examples every time: a new
# find would stop somebody else's change. `pytest --hypothesis-profile=search` looks for new ones.
for _profile, _examples, _same in (
    ("quick", 50, True),
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

_luck = random.Random()


def pytest_configure() -> None:
    """Tests of Ctrl-C need it, also in the background, where a shell has it ignored.

    And nothing that is collected becomes garbage before the tests begin.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ["LC_ALL"] = "C.UTF-8"  # commands speak English, whatever the machine's language is
    gc.disable()
    patch = pytest.MonkeyPatch()
    patch.setattr(secrets, "randbelow", _luck.randrange)
    patch.setattr(secrets, "randbits", _luck.getrandbits)


def pytest_runtest_setup() -> None:
    """Every test has the same luck: one board in eighty has no hint to give after a move.

    And it begins in English, though a command called in this process spoke German before.
    """
    _luck.seed(7)
    speak("en")


def pytest_collection_finish() -> None:
    """Nor while they run: to look through it again and again took a tenth of their time."""
    gc.enable()
    gc.collect()
    gc.freeze()
