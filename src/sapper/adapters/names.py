"""The names of third-party agents: mine.py, mine.py:Name, exec:./agent --fast."""

from __future__ import annotations

import shlex
from pathlib import Path

from sapper.errors import SapperError, quote

EXEC = "exec:"


def foreign(name: str) -> bool:
    return name.startswith(EXEC) or name.endswith(".py") or ".py:" in name


def split(name: str) -> tuple[Path, str]:
    """Split the name of an agent into its file and the name after the colon ("" if there is none).

    >>> split("path/mine.py:Careful")[1], split("mine.py")[1]
    ('Careful', '')
    """
    file, _, inside = name.partition(".py:")
    return Path(file + ".py" if inside else name), inside


def command(name: str) -> list[str]:
    try:
        words = shlex.split(name.removeprefix(EXEC))
    except ValueError as problem:
        raise SapperError(f"{quote(name)} is not a command: {problem}") from None
    if not words:
        raise SapperError("exec: needs a program: write exec:./agent")
    return words


def agent_file(name: str) -> Path | None:
    path = Path(command(name)[0]) if name.startswith(EXEC) else split(name)[0]
    return path if path.is_file() else None
