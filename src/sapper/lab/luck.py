"""Luck taken out of a comparison: the same difference of two players from fewer games.

A game's result is skill and luck. The luck of a step into the unknown is what it brought less what
it could be expected to bring, by the exact odds of all that could have happened; its mean is zero,
however the player chose (native/luck.cpp). What is left when luck is taken out has the same mean as
the result, and varies less.

    survival       the luck of meeting no mine where there could have been one
    information    the luck of what the numbers then told
    shares         how much of each kind is taken out, for each player

Were it known what a position is worth to this player, all luck should be taken out. Our estimate is
that of a player who misses nothing certain; to one who can't use what the numbers tell, they are
worth less. So the shares are learned as the boards come in, starting from 1, by regression of the
difference of results on luck (control variates: Lavenberg and Welch 1981). The shares that are used
on a board come from the boards before it alone: so each adjusted difference has the true difference
as its mean, exactly, given all before.

Two 95% intervals, neither of them before DIFFERING boards on which the players fared differently:

    always    holds at all moments at once from FIRST_LOOK boards on, so that one may stop when one
              likes: the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
              Ramdas (Time-uniform central limit theory, Annals of Statistics 52, 2024), which is
              Robbins' normal mixture (1970) with the variance that was seen
    fixed     Student's, for a number of games that was fixed beforehand

Both are asymptotic: they trust the central limit theorem. An adjusted difference has no known
bounds, so the exact intervals of `compare` for wins are not to be had for it.

>>> luck = Adjusted()
>>> for board in range(1000):
...     a_lives = board % 2 == 0
...     luck.add(a_lives - 0.5, (0.45 if a_lives else -0.45, 0.0), (0.0, 0.0))
>>> abs(luck.difference) < 0.001, luck.times_fewer > 1000
(True, True)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.core.board import MINE, Board
from sapper.core.game import Record, opened_cells
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.errors import SapperError
from sapper.lab.native import RULES, Native
from sapper.lab.statistics import Estimate, mixture_width, student, variance
from sapper.reason.odds import TooWideError

SAMPLES = 16
"""Boards drawn for an expectation; where there are no more than that, it is exact."""

MAX_SAMPLES = 1_000_000

FIRST_LOOK = 200
"""Boards before the first look."""

DIFFERING = 30
"""Boards on which the players fared differently before there is an interval."""

PULL = 1.0
"""How firmly the shares start at 1: like some ten boards."""

METHOD = (
    "asymptotic confidence sequence (Waudby-Smith et al. 2024) from "
    f"{FIRST_LOOK} boards on; fixed: Student"
)


class Adjusted:
    """The difference of two players with luck taken out, so far; mutable."""

    def __init__(self) -> None:
        self.games = self.differing = 0
        self._results = self._results2 = 0.0
        self._adjusted = self._adjusted2 = 0.0
        self._luck = np.zeros(4)
        self._luck2 = PULL * np.eye(4)
        self._both = np.zeros(4)
        self.shares: NDArray[np.float64] = np.ones(4)
        """of A's survival and information, then of B's"""

    def add(self, result: float, a: Sequence[float], b: Sequence[float]) -> None:
        """Take in a board: what A won more than B, and the luck of each by kind."""
        luck = np.array([a[0], a[1], -b[0], -b[1]])
        adjusted = result - float(self.shares @ luck)
        self.games += 1
        self._adjusted += adjusted
        self._adjusted2 += adjusted * adjusted
        self._results += result
        self._results2 += result * result
        self._luck += luck
        self._luck2 += np.outer(luck, luck)
        self._both += result * luck
        # The same luck through other sums differs in its last digits.
        self.differing += bool(result) or max(abs(luck[:2] + luck[2:])) > 1e-12
        # For the boards to come. Luck has mean 0; the result's mean is what it has been so far.
        about = self._both - self._results / self.games * self._luck
        self.shares = np.linalg.solve(self._luck2, about + PULL).astype(np.float64)

    @property
    def difference(self) -> float:
        """The share of boards that A wins more than B, luck taken out."""
        return self._adjusted / self.games if self.games else math.nan

    @property
    def spread(self) -> float:
        """The standard deviation of a board's adjusted difference."""
        return math.sqrt(variance(self._adjusted, self._adjusted2, self.games))

    @property
    def times_fewer(self) -> float:
        """How many times fewer games give an interval as narrow as without luck taken out."""
        left = self.spread**2
        raw = variance(self._results, self._results2, self.games)
        return raw / left if left else math.nan

    def always(self, games: int) -> Estimate | None:
        """The difference with an interval for all moments, narrowest about a quarter of `games`."""
        if self.games < FIRST_LOOK or self.differing < DIFFERING:
            return None
        width = self.spread * mixture_width(self.games, max(games // 4, FIRST_LOOK))
        return Estimate(self.difference, self.difference - width, self.difference + width)

    @property
    def fixed(self) -> Estimate | None:
        """The difference with an interval for this number of games, if it was fixed before."""
        if self.differing < DIFFERING:
            return None
        width = self.spread * student(self.games - 1) / math.sqrt(self.games)
        return Estimate(self.difference, self.difference - width, self.difference + width)


def clicked_cells(board: Board, moves: Iterable[tuple[int, Move]]) -> list[Cell]:
    """The cells that the moves of a game open, in order, less those that open by themselves."""
    record = Record(board, tuple(moves), None)
    return [cell for _, cells in opened_cells(record) for cell in cells]


def game_luck(
    board: Board, moves: Iterable[tuple[int, Move]], seed: int, samples: int = SAMPLES
) -> tuple[bool, float, float, int]:
    """(won, luck of survival, luck of information, uncertain openings) of a game.

    `moves` are those of a Game or a Record; `seed` is that of the boards drawn, another for each
    board.
    """
    level = board.level
    given = list(board.given) if level.start.kind == "given" else []
    try:
        return _engine.luck_of_game(
            level.width,
            level.height,
            level.mines,
            RULES[level.start.kind],
            -1 if board.first is None else board.first,
            given,
            bytes(number == MINE for number in board.numbers),
            clicked_cells(board, moves),
            seed % 2**64,
            _check_samples(samples),
        )
    except _engine.TooWide as error:
        raise TooWideError(str(error)) from None


def native_luck(
    player: Native,
    level: Level,
    boards: NDArray[np.uint32],
    seed: int,
    samples: int = SAMPLES,
    coefficients: Sequence[float] = (),
    first: Cell | None = None,
) -> NDArray[np.float64]:
    """As `game_luck`, for a player of the engine; boards as `deal_many` has them, one row per game.

    `coefficients` replace those of the win estimate (native/win_estimate.cpp); `first` is the first
    cell that the boards were dealt for, where it is not that of the level.
    """
    try:
        return _engine.luck_of_games(
            *_games(level, boards, first),
            seed % 2**64,
            _check_samples(samples),
            list(coefficients),
            player.champion,
        )
    except _engine.TooWide as error:
        raise TooWideError(str(error)) from None


def start_luck(
    level: Level,
    boards: NDArray[np.uint32],
    seed: int,
    samples: int = SAMPLES,
    coefficients: Sequence[float] = (),
    first: Cell | None = None,
) -> NDArray[np.float64]:
    """The luck of what is certain before the first guess, one value per board.

    It is the same for every player, so that it has no part in a comparison; it has in a single
    player's share of games won.
    """
    try:
        rows = _engine.luck_of_starts(
            *_games(level, boards, first),
            seed % 2**64,
            _check_samples(samples),
            list(coefficients),
        )
    except _engine.TooWide as error:
        raise TooWideError(str(error)) from None
    return rows[:, 0]


def _check_samples(samples: int) -> int:
    if not 1 <= samples <= MAX_SAMPLES:
        raise SapperError(f"{samples} samples can't be drawn: use 1 to {MAX_SAMPLES}")
    return samples


def _games(
    level: Level, boards: NDArray[np.uint32], first: Cell | None
) -> tuple[int, int, int, int, int, int, NDArray[np.uint32]]:
    if first is None:
        first = level.first
    return (
        level.width,
        level.height,
        level.mines,
        RULES[level.start.kind],
        -1 if first is None else first,
        level.given,
        boards,
    )
