"""Errors of the logic."""

from __future__ import annotations

from sapper.errors import SapperError


class LogicError(SapperError):
    """Raised for invalid input."""


class LimitError(LogicError):
    """Raised if a question needs more work than the limit allows."""
