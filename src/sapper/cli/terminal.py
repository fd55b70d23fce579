r"""Printing to the terminal, safe for text from any source.

Names in records, paths and user input are never read as markup, and their control characters are
shown (\x1b), not sent. A closed stream is replaced with /dev/null.
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

# All control characters but tab and newline, and those that change the direction of text.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""The text with its control characters written out.

    >>> print(visible("red\x1b[31m\ttab"))
    red\x1b[31m	tab
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class Terminal(Console):
    """rich's console for untrusted text: no markup, no control characters."""

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control:  # rich's own, to move the cursor
                yield segment
            else:
                yield segment._replace(text=visible(segment.text))

    def on_broken_pipe(self) -> None:
        raise  # `run` handles it, as for every other way of printing


out = Terminal(soft_wrap=True)


def note(line: str) -> None:
    # If standard error is full or closed, the line is lost.
    with contextlib.suppress(OSError):
        print(visible(line), file=sys.stderr, flush=True)


def open_streams() -> None:
    """Replace closed streams with /dev/null. Let streams replace characters they can't encode."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # Opened in this order, the streams get the numbers 0, 1 and 2, and no other file does.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            # This includes the input, which may not be valid text.
            stream.reconfigure(errors="backslashreplace" if name == "stderr" else "replace")


def drop_output() -> None:
    """Discard unwritten output, so that the interpreter's last flush does not fail."""
    with contextlib.suppress(OSError, ValueError):  # there may be no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def output_fails() -> bool:
    """Whether writing to standard output fails, for example because the disk is full."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False
