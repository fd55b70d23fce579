"""Errors in input to the logic."""

from __future__ import annotations

from sapper.errors import SapperError


class LogicError(SapperError):
    """Bad input to the logic."""


class LimitError(LogicError):
    """A question that needs more work than allowed."""
