r"""The terminal: what is printed there is text, whoever wrote it, and wherever it goes.

Names in records, paths and what users type are never read as markup, and their control characters
are shown (\x1b), not sent. A stream that is closed is one that nobody reads.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

# All but tab and newline; and those that turn the direction of writing, to show another order.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""The text with its control characters written out.

    >>> print(visible("red\x1b[31m\ttab"))
    red\x1b[31m	tab
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class Terminal(Console):
    """rich's console for text that strangers may have written: no markup, no control characters."""

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """As rich does, with control characters written out, wherever they come from."""
        for segment in super().render(renderable, options):
            if segment.control:  # rich's own, to move the cursor
                yield segment
            else:
                yield segment._replace(text=visible(segment.text))

    def on_broken_pipe(self) -> None:
        """Leave it to the handler of all commands, as for every other way to print."""
        raise


out = Terminal(soft_wrap=True)


def note(line: str) -> None:
    """A line on standard error."""
    # If that is full or gone, there is nobody left to tell.
    with contextlib.suppress(OSError):
        print(visible(line), file=sys.stderr, flush=True)


def open_streams() -> None:
    """Give every closed stream a place to go, and characters that it lacks a stand-in."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # Opened in this order, they get the numbers 0, 1 and 2, so that no other file does.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            # Of the input too: what is typed need not be text.
            stream.reconfigure(errors="backslashreplace" if name == "stderr" else "replace")


def drop_output() -> None:
    """Send what is still to be written nowhere: the interpreter's last flush must not complain."""
    with contextlib.suppress(OSError, ValueError):  # no file behind it: nothing to do
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def output_fails() -> bool:
    """Whether standard output takes no more: the disk is full, say."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False
