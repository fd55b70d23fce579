"""What all tests share."""

from __future__ import annotations

import gc


def pytest_configure() -> None:
    """Nothing that is collected becomes garbage before the tests begin."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Nor while they run: to look through it again and again took a tenth of their time."""
    gc.enable()
    gc.collect()
    gc.freeze()
