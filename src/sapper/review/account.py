"""The account of a game: end = chance of winning at the start + luck - errors."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import TypedDict

from sapper.words.text import half_up


class LuckJson(TypedDict):
    """The luck of a game."""

    start: float
    """before the first guess"""
    numbers: float
    """with the numbers after guesses"""
    survival: float
    """in surviving guesses"""
    total: float
    """the sum"""


class AccountJson(TypedDict):
    """The account of a game in whole hundredths: `end` = `start` + `luck` - `error`."""

    start: int
    luck: int
    error: int
    end: int


@dataclass(frozen=True, slots=True)
class Luck:
    start: float
    numbers: float
    survival: float

    @property
    def total(self) -> float:
        return self.start + self.numbers + self.survival

    def to_json(self) -> LuckJson:
        return {
            "start": self.start,
            "numbers": self.numbers,
            "survival": self.survival,
            "total": self.total,
        }


def whole(share: float) -> int:
    """Convert a chance of winning to points. A win is worth 100 points."""
    return half_up(100 * share)


@dataclass(frozen=True, slots=True)
class Account:
    """The start, the luck and the error as whole points, with end = start + luck - error.

    `error` is at most the highest chance of winning in the game. `luck` includes rounding errors.
    """

    start: int
    luck: int
    error: int

    @property
    def end(self) -> int:
        """100 points for a win, 0 for a loss, otherwise the last chance of winning in points."""
        return self.start + self.luck - self.error

    def to_json(self) -> AccountJson:
        return {
            "start": self.start,
            "luck": self.luck,
            "error": self.error,
            "end": self.end,
        }
