"""The command `sapper` starts here, so that Ctrl-C works before anything slow is imported.

This is not a part of the package `sapper`, because Python would import that package first. Only
modules that every Python process has are imported here. Ctrl-C still causes a traceback before this
file runs, while Python itself starts.
"""

import _signal  # type: ignore[import-not-found]  # without enum, which `signal` imports
import os


def main() -> None:
    # A shell may start background processes that ignore Ctrl-C. Keep that.
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _end)
    from sapper.cli import main as command

    command()


def _end(_number: int, _frame: object) -> None:
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    try:
        os.write(2, b"sapper: stopped\n")
    finally:  # standard error may be closed
        os._exit(130)
