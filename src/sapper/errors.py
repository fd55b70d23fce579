"""The base of all errors for bad input, and how messages quote the input."""

from __future__ import annotations

import copyreg
from typing import Any


class SapperError(ValueError):
    """Bad input. The message is one line that quotes the input and says what is allowed.

    It is a template with parts, so that it can be translated (`words.refusal`):

    >>> str(SapperError("{cell} is open: choose a hidden cell", cell="C4"))
    'C4 is open: choose a hidden cell'
    """

    partial: object = None
    """the part that was read before the fault, such as a game up to there"""

    place: str = ""
    """text before the message, such as the name of a file"""

    def __init__(self, template: str = "", **parts: object) -> None:
        super().__init__(template.format(**parts) if parts else template)
        self.template = template
        self.parts = parts

    def __str__(self) -> str:
        return self.place + super().__str__()

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle the state itself, because the arguments of a subclass are not in `args`.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


def quote(text: str, limit: int = 40) -> str:
    """The text for a one-line message: escaped, and shortened if it is long."""
    return repr(text if len(text) <= limit else text[:limit] + "…")
