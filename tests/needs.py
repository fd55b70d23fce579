"""What some tests need of the machine: a browser, a database server.

Without it they are skipped and say so. Where SAPPER_SKIP_NOTHING is set, as in CI, they fail.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest


def program(*names: str, folders: str = "") -> str | None:
    """The path of the first of these programs that is there; `folders` is a pattern of more places."""
    more = sorted(map(str, Path("/").glob(folders.lstrip("/"))), reverse=True) if folders else []
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *more])
    return next(filter(None, (shutil.which(name, path=path) for name in names)), None)


def need(thing: object, what: str) -> None:
    """Skip a test that lacks something, or fail it where nothing may be skipped."""
    if not thing:
        lacking = pytest.fail if os.environ.get("SAPPER_SKIP_NOTHING") else pytest.skip
        lacking(f"no {what} on this machine")
