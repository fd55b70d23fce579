"""Runs the tests on the oldest and the newest Python of this machine that Sapper supports.

    python tests/pythons.py [PYTEST OPTION...]

Searches PATH and pyenv for interpreters. Each chosen one gets an environment in build/, such as
build/python3.13, with the package and what its tests need. The Python that runs this script is left
out, because `make test-all` runs its tests anyway. The exit code is 1 if a test failed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = {"httpx", "hypothesis", "playwright", "pytest", "pytest-xdist", "scipy"}
"""the packages of the extra `dev` that tests need. The others check style, or test the page"""

# An interpreter without `ensurepip` can't create an environment.
PROBE = "import ensurepip, sys, venv; print(*sys.version_info[:2], sys.version_info.releaselevel)"

Version = tuple[int, int]


def version_of(python: Path) -> Version | None:
    """The version of an interpreter, or None if it can't be used.

    A shim of pyenv may refuse to run, and a version before the final release may lack packages.
    """
    try:
        done = subprocess.run([python, "-c", PROBE], capture_output=True, text=True, check=False)
    except OSError:
        return None
    match done.stdout.split():
        case [major, minor, "final"] if done.returncode == 0:
            return int(major), int(minor)
    return None


def folders() -> list[Path]:
    """The folders that may contain interpreters: those in PATH, then those of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    path = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return [*(Path(name) for name in path if name), *sorted(pyenv.glob("versions/*/bin"))]


def interpreters(places: Iterable[Path], oldest: Version) -> dict[Version, Path]:
    """One interpreter for each version from `oldest` on."""
    found: dict[Version, Path] = {}
    for place in places:
        for python in sorted(place.glob("python3.*")):
            name = re.fullmatch(r"python3\.(\d+)", python.name)
            if name is None or (3, int(name[1])) < oldest or (3, int(name[1])) in found:
                continue
            version = version_of(python)
            if version == (3, int(name[1])):
                found[version] = python
    return found


def chosen(found: dict[Version, Path], own: Version) -> list[tuple[Version, Path]]:
    """The oldest and the newest version, unless it is the version of this script's Python."""
    ends = {min([*found, own]), max([*found, own])} - {own}
    return [(version, found[version]) for version in sorted(ends)]


def run(*words: str | Path) -> bool:
    return subprocess.run(list(map(str, words)), cwd=ROOT, check=False).returncode == 0


def tested(name: str, python: Path, packages: list[str], options: list[str]) -> bool:
    """Whether an environment could be made with this interpreter, and its tests passed."""
    place = ROOT / "build" / name
    own = place / "bin" / "python"
    pip = (own, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    if version_of(own) != version_of(python) or not (place / "bin" / "pytest").exists():
        print(f"sapper: creating build/{name} with {python} (minutes)", flush=True)
        if not run(python, "-m", "venv", "--clear", place):
            return False
    engine = f"build-dir=build/{name}/engine"
    if not run(*pip, "-C", engine, "--editable", ".[all]", *packages):
        return False
    print(f"sapper: running the tests without the page on {name}", flush=True)
    return run(own, "-m", "pytest", *options)


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = re.fullmatch(r">=3\.(\d+)", project["requires-python"])
    assert oldest is not None, project["requires-python"]
    packages = [
        line
        for line in project["optional-dependencies"]["dev"]
        if re.split(r"\W*[<>=]", line)[0] in TOOLS
    ]
    own = sys.version_info[:2]
    others = chosen(interpreters(folders(), (3, int(oldest[1]))), own)
    if not others:
        print(f"sapper: no other Python than 3.{own[1]} to test on this machine")
    failed = [
        f"3.{minor}"
        for (_, minor), python in others
        if not tested(f"python3.{minor}", python, packages, sys.argv[1:])
    ]
    if failed:
        sys.exit(f"sapper: the tests failed on Python {' and '.join(failed)}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("pythons: stopped")
