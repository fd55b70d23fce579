"""Programs and packages that some tests need and a machine may lack.

Without one its tests are skipped, and say why. Where the environment says CI=true they fail: there
nothing may be left out unnoticed.
"""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from typing import Any, NoReturn

import pytest


def program(*names: str) -> str:
    """The path of the first of these programs that is installed."""
    for name in names:
        if found := shutil.which(name):
            return found
    lack(f"no {names[0]} on this machine")


def module(name: str) -> Any:
    """A Python module."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        lack(f"{name} is not installed")


def lack(reason: str) -> NoReturn:
    """End a test for want of something."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)
