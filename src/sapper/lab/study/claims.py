"""Claims from the reports of the course, and the estimates that decide whether the claims hold.

    Mean       a mean over one player's games on one level: won (1 or 0), ms, guesses, kb, ...
    Paired     the difference in wins between two players on the same boards
    Minus      the difference of two estimates from different games
    Over       the ratio of two estimates from different games
    Split      a mean in games with a property minus the mean in the other games
    Ranks      the rank correlation of two columns
    Separates  the chance that a column is larger in a game not won than in a won game
    Bend       how the slope of a mean changes with the level, from -1 to 1; 0 is a straight line

A claim holds if the whole 95% interval lies in the range of the claim, and fails if the whole
interval lies outside.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.lab.play import OUTCOMES
from sapper.lab.statistics import (
    Estimate,
    bootstrap,
    minus,
    over,
    paired_difference,
    percent,
    resample,
    share,
)

if TYPE_CHECKING:
    import polars

GameTables: TypeAlias = "Mapping[tuple[str, str], polars.DataFrame]"
"""The games of a study, by level and player."""

Values: TypeAlias = NDArray[np.float64]


class Estimator(Protocol):
    def estimate(self, rows: GameTables) -> Estimate | None:
        """The estimate, or None if the games that it needs were not played."""


@dataclass(frozen=True, slots=True)
class CourseClaim:
    """A sentence from a report.

    The claim holds if the estimate lies between `above` and `below`.
    """

    course: str
    said: str
    measured: str
    test: Estimator
    above: float = -math.inf
    below: float = math.inf
    unit: str = ""
    """"%" for shares and differences of shares"""

    @property
    def holds_if(self) -> str:
        """The range in which the claim holds.

        >>> test = Mean("won", "hard", "k=2")
        >>> CourseClaim("B", "k = 2 is enough", "", test, below=0.05, unit="%").holds_if
        'below 5%'
        """
        ends = [
            f"{x * 100:g}%" if self.unit == "%" else f"{x:.2g}" for x in (self.above, self.below)
        ]
        if math.isinf(self.below):
            return f"above {ends[0]}"
        return f"below {ends[1]}" if math.isinf(self.above) else f"{ends[0]} to {ends[1]}"


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    claim: CourseClaim
    found: Estimate | None

    @property
    def word(self) -> str:
        """Whether the claim holds.

        >>> claim = CourseClaim("B", "", "", Mean("won", "easy", "rules"), above=0.5)
        >>> [ClaimVerdict(claim, Estimate(0.6, low, 0.7)).word for low in (0.55, 0.45)]
        ['holds', 'undecided']
        >>> ClaimVerdict(claim, Estimate(0.4, 0.3, 0.45)).word, ClaimVerdict(claim, None).word
        ('does not hold', 'not played')
        """
        claim, found = self.claim, self.found
        if found is None:
            return "not played"
        if claim.above <= found.low and found.high <= claim.below:
            return "holds"
        if found.high < claim.above or found.low > claim.below:
            return "does not hold"
        return "undecided"

    @property
    def value(self) -> str:
        if self.found is None:
            return "-"
        if self.claim.unit == "%":
            return percent(self.found)
        return f"{self.found.value:.3g} [{self.found.low:.3g}, {self.found.high:.3g}]"

    def to_json(self) -> dict[str, Any]:
        found = self.found
        return {
            "course": self.claim.course,
            "claim": self.claim.said,
            "measured": self.claim.measured,
            "value": None
            if found is None
            else [_finite(x) for x in (found.value, found.low, found.high)],
            "holds_if": self.claim.holds_if,
            "verdict": self.word,
        }


def _finite(x: float) -> float | None:
    return x if math.isfinite(x) else None


def judge(claims: tuple[CourseClaim, ...], rows: GameTables) -> tuple[ClaimVerdict, ...]:
    return tuple(ClaimVerdict(claim, claim.test.estimate(rows)) for claim in claims)


def values(games: polars.DataFrame, column: str) -> Values:
    """A column as numbers. Outcomes become 1 or 0, and lists are replaced by their means."""
    if column in OUTCOMES:
        return np.array([float(outcome == column) for outcome in games["outcome"]])
    some = games[column].to_list()
    if any(isinstance(x, list) for x in some):
        some = [float(np.mean(x)) if x else 0.0 for x in some]
    return np.array(some, dtype=float)


def _mean(numbers: Values) -> Estimate | None:
    numbers = numbers[~np.isnan(numbers)]
    if not len(numbers):
        return None
    if np.isin(numbers, (0.0, 1.0)).all():
        return share(int(numbers.sum()), len(numbers))
    return bootstrap(numbers)


@dataclass(frozen=True, slots=True)
class Mean:
    column: str
    level: str
    player: str
    only: str = ""

    def estimate(self, rows: GameTables) -> Estimate | None:
        if (games := rows.get((self.level, self.player))) is None:
            return None
        numbers = values(games, self.column)
        return _mean(numbers[values(games, self.only) == 1] if self.only else numbers)


@dataclass(frozen=True, slots=True)
class Paired:
    level: str
    a: str
    b: str

    def estimate(self, rows: GameTables) -> Estimate | None:
        a, b = rows.get((self.level, self.a)), rows.get((self.level, self.b))
        if a is None or b is None:
            return None
        won_a, won_b = values(a, "won") == 1, values(b, "won") == 1
        only_a, only_b = int((won_a & ~won_b).sum()), int((won_b & ~won_a).sum())
        return paired_difference(only_a, only_b, len(won_a))


def _both(
    a: Estimator, b: Estimator, rows: GameTables, combine: Callable[[Estimate, Estimate], Estimate]
) -> Estimate | None:
    sides = a.estimate(rows), b.estimate(rows)
    return None if sides[0] is None or sides[1] is None else combine(sides[0], sides[1])


@dataclass(frozen=True, slots=True)
class Minus:
    a: Estimator
    b: Estimator

    def estimate(self, rows: GameTables) -> Estimate | None:
        return _both(self.a, self.b, rows, minus)


@dataclass(frozen=True, slots=True)
class Over:
    """The ratio of two estimates from different games, with its interval."""

    a: Estimator
    b: Estimator

    def estimate(self, rows: GameTables) -> Estimate | None:
        return _both(self.a, self.b, rows, over)


@dataclass(frozen=True, slots=True)
class Split:
    column: str
    by: str
    level: str
    player: str

    def estimate(self, rows: GameTables) -> Estimate | None:
        if (games := rows.get((self.level, self.player))) is None:
            return None
        has, numbers = values(games, self.by) == 1, values(games, self.column)
        a, b = _mean(numbers[has]), _mean(numbers[~has])
        return None if a is None or b is None else minus(a, b)


@dataclass(frozen=True, slots=True)
class Ranks:
    x: str
    y: str
    level: str
    player: str

    def estimate(self, rows: GameTables) -> Estimate | None:
        if (games := rows.get((self.level, self.player))) is None:
            return None
        x, y = ranks(values(games, self.x)), ranks(values(games, self.y))
        if not (x.std() and y.std()):
            return None

        def correlation(picked: NDArray[np.int64]) -> float:
            some_x, some_y = x[picked], y[picked]
            spread = some_x.std() * some_y.std()
            together = ((some_x - some_x.mean()) * (some_y - some_y.mean())).mean()
            return float(together / spread) if spread else math.nan

        return resample(correlation, len(x))


def ranks(numbers: Values) -> Values:
    """The ranks of numbers, counted from 1.

    >>> ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist()
    [3.5, 1.0, 3.5, 2.0]
    """
    _, where, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    means: Values = (last - (counts - 1) / 2)[where]
    return means


@dataclass(frozen=True, slots=True)
class Separates:
    """The chance that a column is larger in a random game that was not won than in a random win."""

    column: str
    level: str
    player: str

    def estimate(self, rows: GameTables) -> Estimate | None:
        if (games := rows.get((self.level, self.player))) is None:
            return None
        numbers, won = values(games, self.column), values(games, "won") == 1
        if won.all() or not won.any():
            return None

        def area(picked: NDArray[np.int64]) -> float:
            some, was_won = ranks(numbers[picked]), won[picked]
            losses, wins = int((~was_won).sum()), int(was_won.sum())
            if not (losses and wins):
                return math.nan
            # Mann and Whitney's U for the games not won.
            u = some[~was_won].sum() - losses * (losses + 1) / 2
            return float(u / (losses * wins))

        return resample(area, len(won))


@dataclass(frozen=True, slots=True)
class Bend:
    """How strongly a plot of the means over the levels is bent. A straight line has bend 0.

    A parabola is fitted to the means. If s and t are its slopes at a quarter and at three quarters
    of the range, the bend is (t - s) / (|s| + |t|).
    """

    column: str
    levels: tuple[tuple[float, str], ...]
    """(position on the axis, level)"""
    player: str
    only: str = ""

    def estimate(self, rows: GameTables) -> Estimate | None:
        places, games = [], []
        for place, level in self.levels:
            some = rows.get((level, self.player))
            if some is None:
                continue
            numbers = values(some, self.column)
            numbers = numbers[values(some, self.only) == 1] if self.only else numbers
            if len(numbers):
                places.append(place)
                games.append(numbers)
        if len(places) < 3:
            return None
        x = np.array(places)
        low, high = x.min(), x.max()

        def bend(means: list[float]) -> float:
            twice, once, _ = np.polyfit(x, np.array(means), 2)
            early, late = (2 * twice * (low + q * (high - low)) + once for q in (0.25, 0.75))
            steep = abs(early) + abs(late)
            return float((late - early) / steep) if steep else 0.0

        rng = np.random.default_rng(0)
        resampled = [
            bend([float(some[rng.integers(0, len(some), len(some))].mean()) for some in games])
            for _ in range(500)
        ]
        ends = np.quantile(resampled, [0.025, 0.975])
        return Estimate(
            bend([float(some.mean()) for some in games]), float(ends[0]), float(ends[1])
        )
