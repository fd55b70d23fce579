"""What all tests share."""

from __future__ import annotations

import gc
import signal

from hypothesis import HealthCheck, settings

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


def pytest_configure() -> None:
    """Tests of Ctrl-C need it, also in the background, where a shell has it ignored.

    And nothing that is collected becomes garbage before the tests begin.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.disable()


def pytest_collection_finish() -> None:
    """Nor while they run: to look through it again and again took a tenth of their time."""
    gc.enable()
    gc.collect()
    gc.freeze()
