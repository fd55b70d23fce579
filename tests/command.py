"""Runs commands inside the test process, because starting Python for each one takes a second."""

from __future__ import annotations

import io
import sys
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import typer.testing

from sapper.cli.run import run, whole_app
from sapper.interrupt import CODE

app = whole_app()

# Build the parser of all commands once. Typer builds it for every call, which takes longer than
# most commands.
for _module, _name in ((typer.main, "get_command"), (typer.testing, "_get_command")):
    setattr(_module, _name, cache(getattr(_module, _name)))


@dataclass(frozen=True, slots=True)
class Result:
    returncode: int
    output: bytes
    stderr: str

    @property
    def stdout(self) -> str:
        return self.output.decode()


def sapper(*arguments: str, stdin: str | bytes = "", cwd: Path | None = None) -> Result:
    """Run a command, and return its result even if it fails or is interrupted."""
    written = io.BytesIO()
    stdout, stderr = io.TextIOWrapper(written, "utf-8", newline=""), io.StringIO()
    given = stdin.encode() if isinstance(stdin, str) else stdin
    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(stdout))
        stack.enter_context(redirect_stderr(stderr))
        stack.enter_context(chdir(cwd or Path.cwd()))
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(sys, "argv", ["sapper", *arguments])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        with pytest.raises((SystemExit, KeyboardInterrupt)) as ended:
            run()
    stdout.flush()
    code = ended.value.code if isinstance(ended.value, SystemExit) else CODE
    return Result(int(code or 0), written.getvalue(), stderr.getvalue())
