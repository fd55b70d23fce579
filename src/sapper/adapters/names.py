"""The names of third-party agents: mine.py, mine.py:Name, mine/run.sh, exec:./agent --fast.

A shell or Node.js script, or a program named `agent`, runs in its own folder.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from sapper.errors import SapperError, quote

EXEC = "exec:"
PROGRAM = "agent"
RUNNERS = {".sh": "sh", ".js": "node"}


def foreign(name: str) -> bool:
    return name.endswith(".py") or ".py:" in name or is_program(name)


def is_program(name: str) -> bool:
    """Whether an agent is a program that speaks the protocol, and not a Python file.

    >>> is_program("exec:./agent --fast"), is_program("mine/run.sh"), is_program("./agent")
    (True, True, True)
    >>> is_program("agent"), is_program("mine.py")
    (False, False)
    """
    path = Path(name)
    is_script = path.suffix in RUNNERS or (path.name == PROGRAM and name != PROGRAM)
    return name.startswith(EXEC) or is_script


def split(name: str) -> tuple[Path, str]:
    """Split the name of an agent into its file and the name after the colon ("" if there is none).

    >>> split("path/mine.py:Careful")[1], split("mine.py")[1]
    ('Careful', '')
    """
    file, _, inside = name.partition(".py:")
    return Path(file + ".py" if inside else name), inside


def command(name: str) -> tuple[list[str], Path | None]:
    """The command that starts a program, and the folder to start it in (None: the current folder).

    >>> words, folder = command("mine/run.sh")
    >>> words, folder == Path("mine")
    (['sh', './run.sh'], True)
    """
    if not name.startswith(EXEC):
        path = Path(name)
        runner = RUNNERS.get(path.suffix)
        return [*([runner] if runner else []), f"./{path.name}"], path.parent
    try:
        words = shlex.split(name.removeprefix(EXEC))
    except ValueError as problem:
        raise SapperError(f"{quote(name)} is not a command: {problem}") from None
    if not words:
        raise SapperError("exec: needs a program: write exec:./agent")
    return words, None


def agent_file(name: str) -> Path | None:
    path = Path(command(name)[0][0]) if name.startswith(EXEC) else split(name)[0]
    return path if path.is_file() else None
