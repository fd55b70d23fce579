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
doctor.py    doctor
overview.py  the list of commands in --help
terminal.py  how all of them print
"""

from __future__ import annotations

import sys
from typing import NoReturn

import typer

# Importing a file of commands adds them to the app.
from sapper.cli import (
    classroom,
    dealer,
    doctor,
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
from sapper.cli.terminal import drop_output, note, open_streams, output_fails
from sapper.grid import SapperError
from sapper.interrupt import CODE, heard

__all__ = [
    "classroom",
    "dealer",
    "doctor",
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
    """Run the command line: whatever happens is at most one line on standard error.

    Exit code 2 for bad input and for files or output that can't be written, 130 for Ctrl-C; 0 also
    when whoever reads the output has seen enough.
    """
    open_streams()
    try:
        with heard():
            code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
            sys.stdout.flush()
    except typer.TyperException as problem:
        _fail(" ".join(problem.format_message().split()))
    except SapperError as problem:
        _fail(str(problem))
    except (KeyboardInterrupt, typer.Abort):
        _fail("stopped", CODE)
    except BrokenPipeError:
        _seen_enough()
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # typer's own answer to it
            _seen_enough()
        raise
    except OSError as problem:
        if output_fails():
            drop_output()
            _fail(f"can't write the output: {problem.strerror}")
        named = f"{problem.filename}: " if problem.filename else ""
        _fail(f"{named}{problem.strerror or problem}")
    except Exception as problem:
        # A SAT solver that is interrupted says so in its own way.
        if str(problem) != "Caught keyboard interrupt":
            raise
        _fail("stopped", CODE)
    if code == CODE:  # typer's own answer to Ctrl-C
        _fail("stopped", CODE)
    sys.exit(code if isinstance(code, int) else 0)


def _seen_enough() -> NoReturn:
    """The reader of our output is gone: nothing is wrong."""
    drop_output()
    sys.exit(0)


def _fail(message: str, code: int = 2) -> NoReturn:
    note(f"sapper: {message}")
    sys.exit(code)
