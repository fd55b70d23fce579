"""Intervals and tests agree with known values and scipy, and simulations confirm their coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from sapper.lab.statistics import (
    BettingTest,
    Estimate,
    always_difference,
    always_interval,
    bootstrap,
    mcnemar,
    mixture_width,
    paired_difference,
    ratio,
    share,
    student,
    variance,
    wilson,
)


def test_a_share_stays_a_share() -> None:
    """Wilson's interval is the same as in scipy and stays between 0 and 1."""
    for games in (1, 3, 10, 97, 1000, 12_345):
        for count in {0, 1, games // 3, games - 1, games}:
            low, high = wilson(count, games)
            theirs = stats.binomtest(count, games).proportion_ci(method="wilson")
            assert 0.0 <= low <= count / games <= high <= 1.0
            assert (low, high) == pytest.approx((theirs.low, theirs.high), abs=1e-7)
    # Without a correction, rounding errors would put some of these limits below 0 or above 1.
    for games in range(1, 300):
        assert wilson(0, games)[0] == 0.0
        assert wilson(games, games)[1] == 1.0


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 8, 29, 298, 299, 300, 301, 10_000])
def test_students_quantile_is_that_of_scipy(freedom: int) -> None:
    for alpha in (0.05, 0.01):
        expected = stats.t.ppf(1 - alpha / 2, freedom)
        assert student(freedom, alpha) == pytest.approx(expected, rel=1e-6)


def test_mcnemars_test_is_the_binomial_test_of_scipy() -> None:
    for a, b in ((0, 5), (3, 12), (40, 41), (700, 800)):
        assert mcnemar(a, b) == pytest.approx(stats.binomtest(a, a + b).pvalue, abs=1e-9)


@pytest.mark.parametrize("games", [1, 3999, 4000, 4001, 5999, 12_345])
def test_every_game_counts(games: int) -> None:
    """The mean and the ratio include the last games, even if those do not fill a group."""
    rng = np.random.default_rng(games)
    times = rng.exponential(size=games)
    times[-1] += 20.0
    whole = times + rng.exponential(size=games)
    mean = math.fsum(times) / games
    found = bootstrap(times)
    assert found.value == pytest.approx(mean)
    assert found.low <= found.value <= found.high
    part = ratio(times, whole)
    assert part.value == pytest.approx(math.fsum(times) / math.fsum(whole))
    assert part.low <= part.value <= part.high
    if games > 1:
        width = 2 * stats.norm.ppf(0.975) * stats.sem(times)
        assert found.high - found.low == pytest.approx(width, rel=0.15)


def test_bootstrap_covers_the_mean_of_skewed_times() -> None:
    """About 95 of 100 intervals contain the true mean, even though game times are skewed."""
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(200):
        found = bootstrap(rng.exponential(3.0, 100))
        inside += found.low <= 3.0 <= found.high
    assert 178 <= inside <= 198


def test_bootstrap_of_very_many_games_is_as_wide_as_it_should_be() -> None:
    """Many games are bootstrapped in groups, and the interval is as wide as a normal interval."""
    values = np.random.default_rng(2).exponential(1.0, 100_000)
    found = bootstrap(values)
    assert found.value == pytest.approx(values.mean())
    assert found.high - found.low == pytest.approx(2 * 1.96 / 100_000**0.5, rel=0.1)


def test_every_value_is_drawn_by_the_bootstrap() -> None:
    for place in range(3):
        values = np.zeros(3)
        values[place] = 3.0
        found = bootstrap(values)
        # With probability 8/27 the value 3 is never drawn, and with 1/27 it is drawn three times.
        assert (found.value, found.low, found.high) == (1.0, 0.0, 3.0)
        share_of = ratio(values, np.ones(3))
        assert (share_of.value, share_of.low, share_of.high) == (1.0, 0.0, 3.0)
    assert ratio(np.zeros(3), np.zeros(3)) == Estimate(0.0, 0.0, 0.0)


def test_a_share_of_time_is_of_the_sums() -> None:
    """The ratio of two sums gives a long game more weight than a short one."""
    found = ratio(np.array([1.0, 0.0]), np.array([2.0, 8.0]))
    assert found.value == 0.1
    assert found.low <= 0.1 <= found.high


@pytest.mark.parametrize(
    ("a", "b", "p"), [(0, 0, 1.0), (1, 0, 1.0), (0, 6, 0.03125), (10, 10, 1.0), (8, 1, 0.0390625)]
)
def test_mcnemar_is_the_exact_binomial_test(a: int, b: int, p: float) -> None:
    assert mcnemar(a, b) == pytest.approx(p)
    assert mcnemar(b, a) == pytest.approx(p)


def test_mcnemar_copes_with_thousands_of_boards() -> None:
    """Large counts do not underflow, although 2**-n is too small for a float."""
    assert mcnemar(5000, 5000) == 1.0
    assert mcnemar(4000, 6000) < 1e-11


def test_the_interval_for_pairs_covers_the_difference() -> None:
    """About 95% of intervals contain a small difference, with few discordant boards."""
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(400):
        only_a, only_b, _ = rng.multinomial(150, [0.10, 0.05, 0.85])
        found = paired_difference(int(only_a), int(only_b), 150)
        inside += found.low <= 0.05 <= found.high
    assert 370 <= inside <= 396


def test_wilson_covers_the_share() -> None:
    """The interval contains the share, stays between 0 and 1, and narrows with more games."""
    for games in (1, 10, 1000):
        for count in {0, games // 3, games}:
            low, high = wilson(count, games)
            assert 0 <= low <= count / games <= high <= 1
    assert wilson(300, 1000)[1] - wilson(300, 1000)[0] < wilson(3, 10)[1] - wilson(3, 10)[0]


def test_the_test_keeps_its_error_over_thousands_of_looks() -> None:
    """A fair coin is called unfair in at most 4% of trials, even after 2,000 looks."""
    rng = np.random.default_rng(4)
    settled = 0
    for _ in range(300):
        sides = BettingTest()
        for toss in rng.random(2000) < 0.5:
            sides.add(bool(toss))
            if sides.settled:
                settled += 1
                break
    assert settled <= 20  # 0.04 * 300 = 12, plus two standard deviations


def test_mcnemars_test_would_not() -> None:
    """With the same number of looks, McNemar's test is wrong in far more than 5% of trials."""
    rng = np.random.default_rng(4)
    steps = np.where(rng.random((300, 2000)) < 0.5, 1, -1).cumsum(axis=1)
    looks = np.arange(20, 2001)
    crossed = (np.abs(steps[:, 19:]) > 1.96 * np.sqrt(looks)).any(axis=1)
    assert crossed.mean() > 0.3


def test_wealth_is_the_mixture_of_likelihood_ratios() -> None:
    sides = BettingTest()
    for won_by_a in (True, True, False, True, True, True):
        sides.add(won_by_a)
    beta = math.gamma(5.5) * math.gamma(1.5) / math.gamma(7)
    assert sides.wealth == pytest.approx(beta / math.pi * 2**6)


def test_the_interval_leaves_out_0_exactly_when_it_is_settled() -> None:
    rng = np.random.default_rng(5)
    for chance in (0.5, 0.65, 0.9):
        sides = BettingTest()
        for toss in rng.random(150) < chance:
            sides.add(bool(toss))
            gap = always_difference(sides.a, sides.b, 1000)
            assert (gap.low > 0 or gap.high < 0) == sides.settled


def test_the_interval_holds_at_all_moments() -> None:
    """In about 95% of random walks, the interval contains the true difference at every look."""
    rng = np.random.default_rng(6)
    held = 0
    for _ in range(60):
        ups, downs = 0, 0
        inside = True
        for n, side in enumerate(rng.choice(3, 240, p=[0.2, 0.1, 0.7]), 1):
            ups, downs = ups + (side == 0), downs + (side == 1)
            if n % 20 == 0:
                gap = always_difference(ups, downs, n)
                inside &= gap.low <= 0.1 <= gap.high
        held += inside
    assert held >= 55


def test_intervals_of_nothing_and_of_one_side() -> None:
    """Without boards any share is possible. 0 and 1 stay possible until a board refutes them."""
    assert always_interval(0, 0, 0.05) == (0.0, 1.0)
    assert always_interval(0, 50, 0.05)[0] == 0.0
    assert always_interval(50, 50, 0.05)[1] == 1.0


def test_the_confidence_sequence_is_robbins_mixture() -> None:
    """At the interval's edge, the mixture of likelihood ratios over normal means is 1/alpha."""
    for n, best in ((200, 200), (1000, 300), (50, 4000)):
        log = -2 * math.log(0.05)
        rho2 = (log + math.log(log + 1)) / best
        total = n * mixture_width(n, best)
        mixture = math.exp(total**2 * rho2 / (2 * (n * rho2 + 1))) / math.sqrt(n * rho2 + 1)
        assert mixture == pytest.approx(20)


@pytest.mark.parametrize(("a", "b", "games"), [(5, 3, 40), (30, 2, 100), (2, 30, 100), (0, 0, 9)])
def test_the_interval_at_all_moments_is_made_of_two(a: int, b: int, games: int) -> None:
    """The interval depends on who wins discordant boards, and on how many boards are discordant."""
    found = always_difference(a, b, games)
    few, many = always_interval(a + b, games, 0.01)
    left, right = (2 * side - 1 for side in always_interval(a, a + b, 0.04))
    ends = [left * (few if left > 0 else many), right * (few if right < 0 else many)]
    assert found.value == (a - b) / games
    assert [found.low, found.high] == pytest.approx(ends)
    assert found.low < found.value < found.high


def test_nothing_played_says_nothing() -> None:
    for found in (paired_difference(0, 0, 0), always_difference(0, 0, 0)):
        assert math.isnan(found.value)
        assert (found.low, found.high) == (-1.0, 1.0)
    assert math.isnan(share(0, 0).value)
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)
    assert share(1, 4).value == 0.25


def test_the_interval_for_pairs_stays_a_difference() -> None:
    """If one player wins all boards and the other none, the interval stays between -1 and 1."""
    for a, b in ((1, 0), (0, 1), (3, 0), (0, 3)):
        found = paired_difference(a, b, a + b)
        assert -1.0 <= found.low < found.high <= 1.0
        assert found.value == (a - b) / (a + b)
    assert paired_difference(1, 0, 1).high == 1.0
    assert paired_difference(0, 1, 1).low == -1.0


def test_variance_is_that_of_a_sample() -> None:
    values = np.array([1.0, 4.0, 4.0, 7.5])
    sums = values.sum(), (values**2).sum()
    assert variance(*sums, len(values)) == pytest.approx(values.var(ddof=1))
    assert variance(3.0, 5.0, 2) == pytest.approx(0.5)
    assert variance(3.0, 9.0, 1) == 0.0
    assert variance(0.3, 0.03, 3) == 0.0  # rounding would make the variance negative
