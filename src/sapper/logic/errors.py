"""What may be wrong with input to the logic: one line that quotes it."""

from __future__ import annotations

from sapper.errors import SapperError


class LogicError(SapperError):
    """Input that the logic can't take."""


class LimitError(LogicError):
    """A question that would take more work than its limit allows."""
