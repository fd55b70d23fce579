"""The command line: parse, call, print. No logic of the game lives here.

run.py       runs a command, whatever happens
overview.py  the app, which file has which command, and the list of them in --help
common.py    their options
terminal.py  how all of them print

A file of commands is imported when one of its commands is called, so that a small one starts soon.
"""

from __future__ import annotations

from importlib import import_module
from typing import NoReturn

from sapper.interrupt import stop, take_over

__all__ = ["main"]


def main() -> NoReturn:
    """The command `sapper`, in a process of its own, which ends."""
    take_over()  # before anything else is imported, which takes a while
    try:
        import_module("sapper.cli.run").run()
    except KeyboardInterrupt:
        stop()
    raise AssertionError("a command ends by SystemExit")
