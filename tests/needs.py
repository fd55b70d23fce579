"""Finds programs and packages that some tests need but a machine may lack.

If a program or package is missing, the tests that need it are skipped. With SAPPER_SKIP_NOTHING=1,
as in CI, those tests fail instead.
"""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest


def program(*names: str, folders: str = "") -> str:
    """The path of the first of these programs that is installed.

    `folders` is a glob pattern for more folders to search.
    """
    more = sorted(map(str, Path("/").glob(folders.lstrip("/"))), reverse=True) if folders else []
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *more])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    lack(f"no {names[0]} on this machine")


def module(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        lack(f"{name} is not installed")


def lack(reason: str) -> NoReturn:
    """Skip or fail a test because a program or package is missing."""
    if os.environ.get("SAPPER_SKIP_NOTHING"):
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)
