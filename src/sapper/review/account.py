"""The account of a game: result = chance of winning at the start + luck - errors."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import TypedDict

from sapper.words.text import half_up


class LuckJson(TypedDict):
    """The luck of a game as JSON (docs/json.md)."""

    start: float
    numbers: float
    survival: float
    total: float


class AccountJson(TypedDict):
    """A review's account as JSON (docs/json.md)."""

    start: int
    luck: int
    error: int
    result: int


@dataclass(frozen=True, slots=True)
class Luck:
    start: float
    numbers: float
    survival: float

    @property
    def total(self) -> float:
        return self.start + self.numbers + self.survival

    def points(self, total: int) -> tuple[int, int, int]:
        """The three parts of luck in points, rounded to whole numbers that add up to `total`.

        >>> Luck(0.004, 0.004, 0.004).points(1), Luck(0.1, -0.256, 0.0).points(-15)
        ((1, 0, 0), (10, -25, 0))
        """
        shares = (self.start, self.numbers, self.survival)
        points = [whole(share) for share in shares]
        while missing := total - sum(points):
            step = 1 if missing > 0 else -1
            points[max(range(3), key=lambda i: step * (100 * shares[i] - points[i]))] += step
        start, numbers, survival = points
        return start, numbers, survival

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
    """The start, the luck and the error as whole points, with result = start + luck - error.

    `error` is at most the highest chance of winning in the game. `luck` includes rounding errors.
    """

    start: int
    luck: int
    error: int

    @property
    def result(self) -> int:
        """100 points for a win, 0 for a loss, otherwise the last chance of winning in points."""
        return self.start + self.luck - self.error

    def to_json(self) -> AccountJson:
        return {
            "start": self.start,
            "luck": self.luck,
            "error": self.error,
            "result": self.result,
        }
