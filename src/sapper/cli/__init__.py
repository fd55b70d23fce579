"""The command line: parse, call, print. No logic of the game lives here.

games.py     play, watch, replay
dealer.py    deal, rate, puzzle
files.py     show, stats, convert, formats
reason.py    analyze, explain, hint, verify
review.py    review
measure.py   agents, bench, compare, study
optimum.py   optimal
logic.py     logic
classroom.py new-agent, grade
lessons.py   lesson, exercise
prove.py     prove
page.py      serve
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import typer

# Importing a file of commands adds them to the app.
from sapper.cli import (
    classroom,
    dealer,
    files,
    games,
    lessons,
    logic,
    measure,
    optimum,
    page,
    prove,
    reason,
    review,
)
from sapper.cli.common import app
from sapper.grid import SapperError

__all__ = [
    "classroom",
    "dealer",
    "files",
    "games",
    "lessons",
    "logic",
    "main",
    "measure",
    "optimum",
    "page",
    "prove",
    "reason",
    "review",
]


def main() -> NoReturn:
    """Run the command line; bad input is one line on standard error and exit code 2."""
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as problem:
        _fail(" ".join(problem.format_message().split()))
    except SapperError as problem:
        _fail(str(problem))
    except (KeyboardInterrupt, typer.Abort):
        _fail("stopped", 130)
    except BrokenPipeError:
        # The reader of our output is gone; the interpreter's last flush must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as problem:
        # A SAT solver that is interrupted says so in its own way.
        if str(problem) != "Caught keyboard interrupt":
            raise
        _fail("stopped", 130)
    if code == 130:  # typer's own answer to Ctrl-C
        _fail("stopped", 130)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int = 2) -> NoReturn:
    print(f"sapper: {message}", file=sys.stderr)
    sys.exit(code)
