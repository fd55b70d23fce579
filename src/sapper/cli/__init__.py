"""The command line: parse, call, print. No logic of the game lives here.

overview.py  which file has which command, and the list of them in --help
common.py    the app, its options
terminal.py  how all of them print

A file of commands is imported when one of its commands is called, so that a small one starts soon.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import NoReturn

import typer

from sapper.cli.common import app
from sapper.cli.overview import FILES
from sapper.cli.terminal import drop_output, note, open_streams, output_fails
from sapper.grid import SapperError
from sapper.interrupt import CODE, heard, is_command, say_stopped

__all__ = ["main", "whole_app"]

NO_THREAD = "can't start new thread"
"""all that Python says when the system refuses a thread"""


def whole_app() -> typer.Typer:
    """The app with all of its commands."""
    _add(FILES)
    return app


def _add(files: Iterable[str]) -> None:
    for file in files:
        import_module(f"sapper.cli.{file}")  # which adds its commands to the app


def _add_called(arguments: Sequence[str]) -> None:
    """Add the command that is called; all of them where the list of them may be shown."""
    name = next((word for word in arguments if not word.startswith("-")), None)
    called = [file for file, names in FILES.items() if name in names]
    _add(called or ([] if "--version" in arguments else FILES))


def main() -> NoReturn:
    """Run the command line: whatever happens is at most one line on standard error.

    Exit code 2 for bad input and for files or output that can't be written, 130 for Ctrl-C; 0 also
    when whoever reads the output has seen enough.
    """
    open_streams()
    try:
        _add_called(sys.argv[1:])
        with heard():
            code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
            sys.stdout.flush()
    except typer.TyperException as problem:
        _fail(" ".join(problem.format_message().split()))
    except SapperError as problem:
        _fail(str(problem))
    except (KeyboardInterrupt, typer.Abort):
        _stop()
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
    except RuntimeError as problem:
        if str(problem) != NO_THREAD:
            raise
        _fail("can't start a thread: the system allows no more of them")
    if code == CODE:  # typer's own answer to Ctrl-C
        _stop()
    sys.exit(code if isinstance(code, int) else 0)


def _stop() -> NoReturn:
    """The end after Ctrl-C; the process may be ended before all is tidied up."""
    if not is_command():
        _fail("stopped", CODE)
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    say_stopped()
    sys.exit(CODE)


def _seen_enough() -> NoReturn:
    """The reader of our output is gone: nothing is wrong."""
    drop_output()
    sys.exit(0)


def _fail(message: str, code: int = 2) -> NoReturn:
    note(f"sapper: {message}")
    sys.exit(code)
