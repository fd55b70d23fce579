"""How many processes run the tests."""

from __future__ import annotations

import os


def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`, two per core: many tests wait for a browser as long as they work."""
    return 2 * (os.cpu_count() or 1)
