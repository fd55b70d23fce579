r"""Prints text from any source safely to the terminal.

Names in records, paths and user input are never read as markup, and control characters in them are
escaped (\x1b).
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

from sapper.errors import displayable

# Characters that change the direction of text, and control characters except tab and newline.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""The displayable text, with its control characters escaped.

    >>> print(visible("red\x1b[31m\ttab"))
    red\x1b[31m	tab
    """
    text = displayable(text)
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class Terminal(Console):
    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, highlight=False, emoji=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            if segment.control:  # rich adds these segments to move the cursor
                yield segment
            else:
                yield segment._replace(text=visible(segment.text))

    def on_broken_pipe(self) -> None:
        raise  # `run` handles broken pipes


out = Terminal(soft_wrap=True)


def note(line: str) -> None:
    # If standard error is full or closed, the line is lost.
    with contextlib.suppress(OSError):
        print(visible(line), file=sys.stderr, flush=True)


def answer(prompt: str) -> str:
    """Return the line that the user types, or "q" if the input has ended."""
    try:
        return input(prompt).strip().lower()
    except EOFError:
        return "q"


def open_streams() -> None:
    """Replace closed streams, and replace characters that can't be encoded.

    A closed standard input is empty, and a closed standard error loses what is written. A closed
    standard output fails when something is written, like a full disk.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            # Opened in this order, the streams get the file descriptors 0, 1 and 2, so no other
            # file can.
            number = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            # Standard input is included, because it may not be valid text.
            stream.reconfigure(errors="backslashreplace" if name == "stderr" else "replace")


def drop_output() -> None:
    with contextlib.suppress(OSError, ValueError):  # standard output may not be a real file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def output_fails() -> bool:
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False
