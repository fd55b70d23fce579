"""Removes luck from the results, so that fewer games can show which of two players is better.

A game's result depends on skill and luck. When a player opens a cell that may be a mine, the luck
of this move is the estimated chance of winning after the move, minus the mean of that chance over
all boards that fit the position. So luck is zero on average, whichever cell the player chose
(native/luck.cpp). The result minus the luck has the same mean as the result, but varies less.

    survival       the luck of not hitting a mine
    information    the luck of the numbers that appeared
    shares         what part of each kind of luck is removed, for each player

If the estimated chance of winning were exact for this player, removing all luck would be best. But
the estimate is for a player who finds every provable cell, and a number is worth less to a player
who can't use it. So the shares of luck that are removed start at 1 and are updated after each
board, by a regression that uses the luck to predict the difference between the results (control
variates: Lavenberg and Welch 1981). The shares for a board depend only on earlier boards, so the
adjusted difference is unbiased.

There are two 95% intervals. Each interval needs at least DIFFERING boards on which the players'
results or luck differ.

    always    is valid at any time from FIRST_LOOK boards on, so you may stop after any board. It
              is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and
              Ramdas (Time-uniform central limit theory, Annals of Statistics 52, 2024), which is
              Robbins' normal mixture (1970) with the observed variance.
    fixed     is Student's interval, for a number of games fixed beforehand.

Both intervals rely on the central limit theorem. The intervals that `compare` computes for wins are
exact. Exact intervals are impossible here, because the adjusted difference has no known bounds.

>>> luck = Adjusted()
>>> for board in range(1000):
...     a_lives = board % 2 == 0
...     luck.add(a_lives - 0.5, (0.45 if a_lives else -0.45, 0.0), (0.0, 0.0))
>>> abs(luck.difference) < 0.001, luck.times_fewer > 1000
(True, True)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper import _engine
from sapper.core.board import MINE, Board, engine_rule
from sapper.core.game import Record, opened_cells
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.errors import SapperError
from sapper.lab.native import Native
from sapper.lab.statistics import Estimate, mixture_width, student, variance
from sapper.reason.odds import TooWideError

SAMPLES = 16
"""The number of boards drawn to estimate a mean. If fewer boards fit, all of them are used."""

MAX_SAMPLES = 1_000_000

FIRST_LOOK = 200
"""`always` needs at least this many boards."""

DIFFERING = 30
"""An interval needs at least this many boards with different results or different luck."""

PULL = 1.0
"""The weight of the initial shares in the regression, which equals that of about ten boards."""

METHOD = (
    "asymptotic confidence sequence (Waudby-Smith et al. 2024) from "
    f"{FIRST_LOOK} boards on; fixed: Student"
)


class Adjusted:
    """The current difference between two players, with luck removed."""

    def __init__(self) -> None:
        self.games = self.differing = 0
        self._results = self._results2 = 0.0
        self._adjusted = self._adjusted2 = 0.0
        self._luck = np.zeros(4)
        self._luck2 = PULL * np.eye(4)
        self._both = np.zeros(4)
        self.shares: NDArray[np.float64] = np.ones(4)
        """in this order: A's survival, A's information, B's survival, B's information"""

    def add(self, result: float, a: Sequence[float], b: Sequence[float]) -> None:
        """Add a board.

        `result` is A's result minus B's; `a` and `b` are (survival, information).
        """
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
        # Luck may be summed in different orders, so equal amounts of luck may differ in the last
        # digits.
        self.differing += bool(result) or max(abs(luck[:2] + luck[2:])) > 1e-12
        # Compute the shares for the next board.
        about = self._both - self._results / self.games * self._luck
        self.shares = np.linalg.solve(self._luck2, about + PULL).astype(np.float64)

    @property
    def difference(self) -> float:
        return self._adjusted / self.games if self.games else math.nan

    @property
    def spread(self) -> float:
        return math.sqrt(variance(self._adjusted, self._adjusted2, self.games))

    @property
    def times_fewer(self) -> float:
        """The factor by which removing luck reduces the number of games needed."""
        left = self.spread**2
        raw = variance(self._results, self._results2, self.games)
        return raw / left if left else math.nan

    def always(self, games: int) -> Estimate | None:
        """The difference with an interval that stays valid whenever you stop.

        Return None if there are too few boards.
        """
        if self.games < FIRST_LOOK or self.differing < DIFFERING:
            return None
        width = self.spread * mixture_width(self.games, max(games // 4, FIRST_LOOK))
        return Estimate(self.difference, self.difference - width, self.difference + width)

    @property
    def fixed(self) -> Estimate | None:
        if self.differing < DIFFERING:
            return None
        width = self.spread * student(self.games - 1) / math.sqrt(self.games)
        return Estimate(self.difference, self.difference - width, self.difference + width)


def clicked_cells(board: Board, moves: Iterable[tuple[int, Move]]) -> list[Cell]:
    """The cells that the player opened, in order, without those opened automatically by a 0."""
    record = Record(board, tuple(moves), None)
    return [cell for _, cells in opened_cells(record) for cell in cells]


def game_luck(
    board: Board, moves: Iterable[tuple[int, Move]], seed: int, samples: int = SAMPLES
) -> tuple[bool, float, float, int]:
    """The luck of a game: (won, luck of survival, luck of information, uncertain openings).

    `seed` determines the random boards in the estimates, so use a different one for each game.
    """
    given = list(board.given) if board.level.start.kind == "given" else []
    result: tuple[bool, float, float, int] = _measure(
        _engine.luck_of_game,
        *_rules(board.level, board.first),
        given,
        bytes(number == MINE for number in board.numbers),
        clicked_cells(board, moves),
        seed % 2**64,
        _check_samples(samples),
    )
    return result


def native_luck(
    player: Native,
    level: Level,
    boards: NDArray[np.uint32],
    seed: int,
    samples: int = SAMPLES,
    coefficients: Sequence[float] = (),
    first: Cell | None = None,
) -> NDArray[np.float64]:
    """Let the engine play boards (rows of `deal_many`). Return a row per board, as in `game_luck`.

    `coefficients` replace the coefficients in native/win_estimate.cpp. The boards were dealt
    for a first click on `first`, or on the level's default first cell if `first` is None.
    """
    rows: NDArray[np.float64] = _measure(
        _engine.luck_of_games,
        *_rules(level, level.first if first is None else first),
        level.given,
        boards,
        seed % 2**64,
        _check_samples(samples),
        list(coefficients),
        player.champion,
    )
    return rows


def start_luck(
    level: Level,
    boards: NDArray[np.uint32],
    seed: int,
    samples: int = SAMPLES,
    coefficients: Sequence[float] = (),
    first: Cell | None = None,
) -> NDArray[np.float64]:
    """The luck of the moves before the first guess. This luck is the same for every player."""
    rows: NDArray[np.float64] = _measure(
        _engine.luck_of_starts,
        *_rules(level, level.first if first is None else first),
        level.given,
        boards,
        seed % 2**64,
        _check_samples(samples),
        list(coefficients),
    )
    return rows[:, 0]


def _check_samples(samples: int) -> int:
    if not 1 <= samples <= MAX_SAMPLES:
        raise SapperError(f"can't draw {samples} samples: use 1 to {MAX_SAMPLES}")
    return samples


def _rules(level: Level, first: Cell | None) -> tuple[int, int, int, int, int]:
    rule = engine_rule(level)
    return level.width, level.height, level.mines, rule, -1 if first is None else first


def _measure(measure: Callable[..., Any], *args: Any) -> Any:
    try:
        return measure(*args)
    except _engine.TooWide as error:
        raise TooWideError(str(error)) from None
