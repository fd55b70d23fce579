"""Finds programs and packages that some tests need but a machine may lack.

If a program or package is missing, the tests that need it are skipped, and one line after the tests
says how to install it. With SAPPER_SKIP_NOTHING=1, as in CI, those tests fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest

MISSING = "missing on this machine: "


def program(*names: str, package: str, folders: str = "") -> str:
    """The path of the first of these programs that is installed.

    `package` is the Debian package with the program. `folders` is a glob pattern for more folders
    to search.
    """
    more = sorted(map(str, Path("/").glob(folders.lstrip("/"))), reverse=True) if folders else []
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *more])
    for name in names:
        if found := shutil.which(name, path=path):
            return found
    lack(f"apt-get install {package}")


def module(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        lack(f"pip install {name.split('.')[0].replace('_', '-')}")


def lack(remedy: str) -> NoReturn:
    """Skip or fail a test because a program or package is missing.

    `remedy` says how to install it: the installer and the package.
    """
    if os.environ.get("SAPPER_SKIP_NOTHING"):
        pytest.fail(MISSING + remedy)
    pytest.skip(MISSING + remedy, allow_module_level=True)


def remedies(reasons: Iterable[str]) -> str:
    """One line that says how many tests were skipped for lack of what, or nothing.

    `reasons` are the reasons of all skipped tests.
    """
    lacking = [reason.partition(MISSING)[2] for reason in reasons if MISSING in reason]
    if not lacking:
        return ""
    packages: dict[str, list[str]] = {}
    for remedy in sorted(set(lacking)):
        installer, _, package = remedy.rpartition(" ")
        packages.setdefault(installer, []).append(package)
    commands = [" ".join([installer, *names]) for installer, names in packages.items()]
    tests = "1 test was" if len(lacking) == 1 else f"{len(lacking)} tests were"
    return f"{tests} skipped. To run all: {' and '.join(commands)}"
