"""Bad input: an error of one line, and how it quotes what it was given."""

from __future__ import annotations

import copyreg
from typing import Any


class SapperError(ValueError):
    """Bad input: one line that quotes it and says what is allowed. Base of all our input errors.

    The line is a template and its parts, so that other languages can say it (`words.refusal`):

    >>> str(SapperError("{cell} is open: choose a hidden cell", cell="C4"))
    'C4 is open: choose a hidden cell'
    """

    partial: object = None
    """what could be read before the fault, where that is of use: a game up to there"""

    place: str = ""
    """where it is, said before it: the name of a file"""

    def __init__(self, template: str = "", **parts: object) -> None:
        super().__init__(template.format(**parts) if parts else template)
        self.template = template
        self.parts = parts

    def __str__(self) -> str:
        return self.place + super().__str__()

    def __reduce__(self) -> tuple[Any, ...]:
        # As it is, also in another process: what a subclass was made of is not in `args`.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


def quote(text: str, limit: int = 40) -> str:
    """The text as it may appear in a one-line message: escaped, and cut when it is long."""
    return repr(text if len(text) <= limit else text[:limit] + "…")
