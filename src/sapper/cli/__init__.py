"""The command line: it parses arguments, calls the library and prints. It contains no game logic.

run.py       runs a command and turns every failure into an exit code
overview.py  the app, the file of each command, and the list of commands in --help
common.py    options and helpers that several commands share
terminal.py  printing

A file is imported only when one of its commands is called, so that commands start quickly.
"""

from __future__ import annotations

from importlib import import_module
from typing import NoReturn

from sapper.interrupt import stop, take_over

__all__ = ["main"]


def main() -> NoReturn:
    take_over()  # before the slow imports, so that Ctrl-C works during them
    try:
        import_module("sapper.cli.run").run()
    except KeyboardInterrupt:
        stop()
    raise AssertionError("every command must end with SystemExit")
