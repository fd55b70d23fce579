"""Run a command: every failure becomes an exit code and at most one line on standard error."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Sequence
from contextvars import copy_context
from importlib import import_module
from itertools import pairwise
from typing import NoReturn

import typer

from sapper.cli.overview import FILES, app, dress_commands, environment_language
from sapper.cli.terminal import drop_output, note, open_streams, output_fails
from sapper.errors import SapperError
from sapper.interrupt import CODE, catch_interrupt
from sapper.words import speak

COMPLETE = "_SAPPER_COMPLETE"
"""the variable with which a shell asks for completions"""

NO_THREAD = "can't start new thread"
"""Python's message when the system refuses to start a thread"""


def whole_app() -> typer.Typer:
    _add(FILES)
    return app


def _add(files: Iterable[str]) -> None:
    for file in files:
        import_module(f"sapper.cli.{file}")  # importing a file adds its commands to the app
    dress_commands()


def _add_called(arguments: Sequence[str]) -> None:
    # Of the options before a command, only --language takes a value.
    before = ["", *arguments]
    words = [word for last, word in pairwise(before) if last != "--language"]
    name = next((word for word in words if not word.startswith("-")), None)
    if name is not None:
        _add([file for file, names in FILES.items() if name in names] or FILES)


def _add_completed() -> None:
    """Add the command whose options a shell completes, or all commands to complete its name."""
    typed = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS", "")
    names = {name for some in FILES.values() for name in some}
    words = typed.split()[1:]
    _add_called(words) if names & set(words) else _add(FILES)


def run() -> NoReturn:
    """Run the command line and exit, without changing the caller's language."""
    copy_context().run(_run)


def _run() -> NoReturn:
    """Run the command line and exit.

    The exit code is 2 for bad input and for files or output that can't be written. The exit code is
    0 if the program that reads the output closes the pipe.
    """
    open_streams()
    speak(environment_language())
    arguments = sys.argv[1:] or ["--help"]
    if arguments[0] == "help":
        arguments = [*arguments[1:], "--help"]
    try:
        _add_completed() if COMPLETE in os.environ else _add_called(arguments)
        with catch_interrupt():
            code = app(arguments, prog_name="sapper", standalone_mode=False)
            sys.stdout.flush()
    except typer.TyperException as problem:
        _fail(" ".join(problem.format_message().replace("Value error, ", "").split()))
    except SapperError as problem:
        _fail(str(problem))
    except typer.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        _seen_enough()
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # typer exits on a broken pipe
            _seen_enough()
        raise
    except OSError as problem:
        # A second attempt to write to a full disk may seem to succeed, and output without a buffer
        # (PYTHONUNBUFFERED) has nothing left to write.
        can_not_write = problem.errno in (errno.ENOSPC, errno.EBADF) and problem.filename is None
        if output_fails() or can_not_write:
            drop_output()
            closed = "standard output is not open for writing"
            reason = closed if problem.errno == errno.EBADF else problem.strerror
            _fail(f"can't write the output: {reason}")
        named = f"{problem.filename}: " if problem.filename else ""
        _fail(f"{named}{problem.strerror or problem}")
    except RuntimeError as problem:
        if str(problem) != NO_THREAD:
            raise
        _fail("can't start a thread: the system allows no more threads")
    if code == CODE:  # typer returns this code on Ctrl-C
        raise KeyboardInterrupt
    sys.exit(code if isinstance(code, int) else 0)


def _seen_enough() -> NoReturn:
    drop_output()
    sys.exit(0)


def _fail(message: str) -> NoReturn:
    note(f"sapper: {' '.join(message.splitlines())}")  # a file name may contain newlines
    if output_fails():
        drop_output()  # otherwise Python complains about it again, in two lines
    sys.exit(2)
