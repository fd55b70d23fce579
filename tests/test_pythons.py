"""The script pythons.py finds the interpreters of a machine, and chooses the oldest and newest."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pythons import chosen, folders, interpreters

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the interpreters here are shell scripts")


def install(folder: Path, name: str, answer: str) -> Path:
    """An interpreter that gives this answer when it is asked for its version."""
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / name
    python.write_text(f"#!/bin/sh\n{answer}\n")
    python.chmod(0o755)
    return python


def test_interpreters_are_found_in_path_and_in_pyenv(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first interpreter of each version is used, and one that does not work is ignored."""
    path, pyenv = tmp_path / "bin", tmp_path / "pyenv"
    monkeypatch.setenv("PATH", f"{path}:{tmp_path / 'missing'}::{os.environ['PATH']}")
    monkeypatch.setenv("PYENV_ROOT", str(pyenv))
    refuses = "echo 'python3.12: command not found' >&2; exit 127"
    install(path, "python3.12", refuses)
    install(path, "python3.13", "echo 3 13 final; exit 1")  # without ensurepip
    install(path, "python3.14", "echo 3 14 final").chmod(0o644)
    (path / "python3.15").symlink_to(tmp_path / "removed")
    first = install(path, "python3.11", "echo 3 11 final")
    install(path, "python3.11-config", "echo 3 11 final")
    install(path, "python3.10", "echo 3 10 final")
    install(path, "python3.16", "echo 3 16 candidate")
    install(path, "python3", "echo 3 17 final")
    install(pyenv / "versions" / "3.11.9" / "bin", "python3.11", "echo 3 11 final")
    other = install(pyenv / "versions" / "3.12.1" / "bin", "python3.12", "echo 3 12 final")
    places = [place for place in folders() if tmp_path in place.parents]
    assert interpreters(places, (3, 11)) == {(3, 11): first, (3, 12): other}


@pytest.mark.parametrize(
    ("versions", "own", "expected"),
    [
        ((11, 12, 13), 11, [13]),
        ((11, 12, 13), 12, [11, 13]),
        ((11, 12, 13), 13, [11]),
        ((12,), 13, [12]),
        ((9, 10), 9, [10]),
        ((13,), 13, []),
        ((), 13, []),
    ],
)
def test_the_oldest_and_the_newest_are_chosen(
    versions: tuple[int, ...], own: int, expected: list[int]
) -> None:
    """The Python that runs the script is left out."""
    found = {(3, minor): Path(f"python3.{minor}") for minor in versions}
    assert chosen(found, (3, own)) == [((3, minor), Path(f"python3.{minor}")) for minor in expected]
