"""The intervals and statistical tests of the lab, with their sources.

    Estimate             a value with its 95% interval
    wilson, share        a share of games with Wilson's interval, which is accurate near 0 and 1
    bootstrap, spread,   means, standard deviations and ratios of skewed numbers, by resampling
    ratio
    minus, over          the difference and the ratio of two estimates from different games
    mcnemar,             two players on the same boards, for a number of boards fixed beforehand
    paired_difference
    BettingTest,         two players on the same boards; valid at any time, so you may check
    always_interval,     after every board and stop
    always_difference
    student              means of unbounded numbers, for a number of values fixed beforehand
    mixture_width        means of unbounded numbers, valid at any time

The module needs only numpy, so that `bench` and `compare` work without extra packages.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Estimate:
    value: float
    low: float
    high: float


def wilson(count: int, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95% interval of a share (Wilson 1927), which is accurate near 0 and 1 and for few games.

    >>> [round(x, 3) for x in wilson(97, 100)]
    [0.915, 0.99]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not games:
        return 0.0, 1.0
    share = count / games
    middle = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # Despite rounding errors, the interval must contain the share and stay within 0 to 1.
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return max(0.0, min(share, low)), min(1.0, max(share, high))


def share(count: int, games: int) -> Estimate:
    return Estimate(count / games if games else math.nan, *wilson(count, games))


RESAMPLES = 1000
GROUPS = 2000


def bootstrap(values: NDArray[np.float64], seed: int = 0) -> Estimate:
    """The mean with its percentile bootstrap interval.

    >>> bootstrap(np.array([1.0, 1.0, 1.0]))
    Estimate(value=1.0, low=1.0, high=1.0)
    """
    return ratio(values, np.ones(len(values)), seed)


def spread(values: NDArray[np.float64], seed: int = 0) -> Estimate:
    """The standard deviation with its percentile bootstrap interval.

    >>> spread(np.array([1.0, 1.0, 1.0]))
    Estimate(value=0.0, low=0.0, high=0.0)
    """
    return resample(lambda picked: float(values[picked].std()), len(values), seed, resamples=200)


def resample(
    statistic: Callable[[NDArray[np.int64]], float], n: int, seed: int = 0, resamples: int = 500
) -> Estimate:
    """A statistic of n games, with its percentile bootstrap interval.

    The function `statistic` gets the indices of the games to use.
    """
    rng = np.random.default_rng(seed)
    values = [statistic(rng.integers(0, n, n)) for _ in range(resamples)]
    low, high = np.nanquantile(values, [0.025, 0.975])
    return Estimate(statistic(np.arange(n)), float(low), float(high))


def minus(a: Estimate, b: Estimate) -> Estimate:
    """The difference of two independent estimates (Zou and Donner 2008).

    >>> difference = minus(share(56, 70), share(48, 80))
    >>> [round(x, 4) for x in (difference.value, difference.low, difference.high)]
    [0.2, 0.0524, 0.3339]
    """
    value = a.value - b.value
    low = value - math.hypot(a.value - a.low, b.high - b.value)
    return Estimate(value, low, value + math.hypot(a.high - a.value, b.value - b.low))


def over(a: Estimate, b: Estimate) -> Estimate:
    """The ratio of two positive independent estimates, from the difference of their logarithms.

    >>> over(Estimate(4.0, 4.0, 4.0), Estimate(2.0, 2.0, 2.0))
    Estimate(value=2.0, low=2.0, high=2.0)
    """
    if min(b.value, b.low) <= 0:
        return Estimate(a.value / b.value if b.value > 0 else math.nan, 0.0, math.inf)
    if min(a.value, a.low) <= 0:
        return Estimate(a.value / b.value, 0.0, a.high / b.low)
    logs = minus(*(Estimate(*map(math.log, (x.value, x.low, x.high))) for x in (a, b)))
    low, high = (math.exp(x) for x in (logs.low, logs.high))
    value = a.value / b.value
    return Estimate(value, min(value, low), max(value, high))


def ratio(part: NDArray[np.float64], whole: NDArray[np.float64], seed: int = 0) -> Estimate:
    """The ratio of two sums over the same games, with its percentile bootstrap interval."""
    part, whole = _grouped(part), _grouped(whole)
    picked = np.random.default_rng(seed).integers(0, len(whole), (RESAMPLES, len(whole)))
    sums = whole[picked].sum(axis=1)
    ratios = np.divide(part[picked].sum(axis=1), sums, out=np.zeros(len(sums)), where=sums > 0)
    low, high = np.quantile(ratios, [0.025, 0.975])
    total = float(whole.sum())
    return Estimate(float(part.sum()) / total if total else 0.0, float(low), float(high))


def _grouped(values: NDArray[np.float64]) -> NDArray[np.float64]:
    # Resampling the sums of groups is faster than resampling single values, and as good for a ratio
    # of sums.
    if len(values) < 2 * GROUPS:
        return values
    starts = np.arange(GROUPS) * len(values) // GROUPS
    sums: NDArray[np.float64] = np.add.reduceat(values, starts)
    return sums


def mcnemar(only_a: int, only_b: int) -> float:
    """The p-value of McNemar's test (1947), two-sided and exact.

    >>> mcnemar(0, 0), round(mcnemar(5, 15), 4)
    (1.0, 0.0414)
    """
    n, k = only_a + only_b, min(only_a, only_b)
    if n == 0:
        return 1.0
    # Use logarithms, because 2**-n underflows for thousands of boards.
    logs = [math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in range(k + 1)]
    top = max(logs)
    tail = math.exp(top - n * math.log(2)) * sum(math.exp(x - top) for x in logs)
    return min(1.0, round(2 * tail, 12))


def paired_difference(only_a: int, only_b: int, games: int) -> Estimate:
    """The difference of two paired shares, with Agresti and Min's interval (2005).

    This is Wald's interval after adding half a game to each of the four counts.

    >>> difference = paired_difference(12, 3, 100)
    >>> [round(x, 3) for x in (difference.value, difference.low, difference.high)]
    [0.09, 0.013, 0.163]
    """
    if not games:
        return Estimate(math.nan, -1.0, 1.0)
    n, a, b = games + 2, only_a + 0.5, only_b + 0.5
    middle = (a - b) / n
    spread = 1.959964 * math.sqrt(max(0.0, (a + b) - (a - b) ** 2 / n)) / n
    return Estimate(
        (only_a - only_b) / games, max(-1.0, middle - spread), min(1.0, middle + spread)
    )


ALPHA_SIDE = 0.04
ALPHA_DISCORDANT = 0.01


class BettingTest:
    """Tests whether two players are equally good.

    The test uses the boards that only one of the players won. If A has won x of these n boards,
    betting against a fair coin has turned a wealth of 1 into

        B(x + 1/2, n - x + 1/2) / B(1/2, 1/2) * 2^n

    This is a mixture of the likelihood ratios of all coins (Robbins 1970). If the coin is fair, the
    probability that the wealth ever reaches 1/alpha is at most alpha (Ville 1939).

    >>> test = BettingTest()
    >>> for _ in range(10):
    ...     test.add(won_by_a=True)
    >>> round(test.wealth, 1), test.settled
    (180.4, True)
    """

    def __init__(self) -> None:
        self.a = self.b = 0
        self._log_wealth = 0.0

    def add(self, won_by_a: bool) -> None:
        side = self.a if won_by_a else self.b
        self._log_wealth += math.log(2 * (side + 0.5) / (self.a + self.b + 1))
        if won_by_a:
            self.a += 1
        else:
            self.b += 1

    @property
    def wealth(self) -> float:
        return math.exp(min(self._log_wealth, 700.0))

    @property
    def settled(self) -> bool:
        """Whether the test shows that one player is better.

        The error probability is at most 0.04.
        """
        return self._log_wealth >= -math.log(ALPHA_SIDE)


def always_interval(count: int, n: int, alpha: float) -> tuple[float, float]:
    """An interval for a share after `count` successes in n tries, valid whenever you stop.

    >>> [round(x, 3) for x in always_interval(50, 100, 0.05)]
    [0.338, 0.662]
    """
    if n == 0:
        return 0.0, 1.0
    mixture = _log_beta(count + 0.5, n - count + 0.5) - _log_beta(0.5, 0.5)

    def refuted(p: float) -> bool:
        if p <= 0 or p >= 1:
            return (count > 0) if p <= 0 else (count < n)
        likelihood = count * math.log(p) + (n - count) * math.log1p(-p)
        return mixture - likelihood >= -math.log(alpha)

    share = count / n
    return _edge(refuted, share, 0.0), _edge(refuted, share, 1.0)


def _log_beta(a: float, b: float) -> float:
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


def _edge(refuted: Callable[[float], bool], inside: float, outside: float) -> float:
    if not refuted(outside):
        return outside
    for _ in range(60):
        middle = (inside + outside) / 2
        if refuted(middle):
            outside = middle
        else:
            inside = middle
    return outside


def always_difference(only_a: int, only_b: int, games: int) -> Estimate:
    """A's share of wins minus B's, with a 95% interval that stays valid whenever you stop."""
    if not games:
        return Estimate(math.nan, -1.0, 1.0)
    n = only_a + only_b
    few, many = always_interval(n, games, ALPHA_DISCORDANT)
    low, high = (2 * side - 1 for side in always_interval(only_a, n, ALPHA_SIDE))
    return Estimate(
        (only_a - only_b) / games,
        low * (few if low > 0 else many),
        high * (few if high < 0 else many),
    )


def variance(total: float, squares: float, n: int) -> float:
    return max(0.0, squares - total * total / n) / (n - 1) if n > 1 else 0.0


def mixture_width(n: int, best: int, alpha: float = ALPHA) -> float:
    """Half the width of an interval for the mean of n values with standard deviation 1.

    The interval stays valid whenever you stop, and is tuned to be narrow for n = `best`.

    >>> round(mixture_width(1000, 1000), 4), round(1.96 / 1000**0.5, 4)
    (0.096, 0.062)
    """
    log = -2 * math.log(alpha)
    rho2 = (log + math.log1p(log)) / best
    return math.sqrt(
        2 * (n * rho2 + 1) / (n * n * rho2) * math.log(math.sqrt(n * rho2 + 1) / alpha)
    )


def student(freedom: int, alpha: float = ALPHA) -> float:
    """The two-sided quantile of Student's distribution, correct to three digits.

    >>> round(student(1), 3), round(student(10), 3), round(student(100), 3)
    (12.706, 2.228, 1.984)
    """
    if freedom < 300:
        turn = math.pi / 2e9
        angle = turn * bisect_left(
            range(10**9), 1 - alpha, key=lambda n: _within(n * turn, freedom)
        )
        return math.sqrt(freedom) * math.tan(angle)
    z = NormalDist().inv_cdf(1 - alpha / 2)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def _within(angle: float, freedom: int) -> float:
    # Formulas 26.7.3 and 26.7.4 of Abramowitz and Stegun.
    odd = freedom % 2
    total, term = 0.0, math.cos(angle) if odd else 1.0
    for power in range(2 + odd, freedom + 1, 2):
        total += term
        term *= math.cos(angle) ** 2 * (power - 1) / power
    total *= math.sin(angle)
    return (angle + total) * 2 / math.pi if odd else total


def percent(estimate: Estimate, digits: int = 1) -> str:
    """A share or a difference of shares as text, with its interval.

    >>> percent(share(97, 100)), percent(Estimate(0.0312, 0.0104, 0.0519), 2)
    ('97.0% [91.5, 99.0]', '3.12% [1.04, 5.19]')
    """
    low, high = estimate.low * 100, estimate.high * 100
    return f"{estimate.value:.{digits}%} [{low:.{digits}f}, {high:.{digits}f}]"
