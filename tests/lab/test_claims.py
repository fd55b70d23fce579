"""Estimates follow their definitions, and each verdict follows from the interval."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
from scipy import stats

from sapper.lab.statistics import Estimate, minus, over, share, spread
from sapper.lab.study.claims import (
    Bend,
    ClaimVerdict,
    CourseClaim,
    Estimator,
    Mean,
    Minus,
    Over,
    Paired,
    Ranks,
    Separates,
    Split,
    judge,
)


def games(seed: int, n: int = 300, harder: float = 0.0) -> pl.DataFrame:
    """Make up random games. A larger x means a longer game and fewer wins."""
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 20, n)
    won = rng.random(n) > 0.2 + 0.02 * x + harder
    return pl.DataFrame(
        {
            "outcome": ["won" if w else "stuck" for w in won],
            "ms": 1 + x + rng.random(n),
            "x": x,
            "high": x > 9,
            "kb": [[int(v), int(v) + 2] for v in x],
            "none": pl.Series([None] * n, dtype=pl.Float64),
        }
    )


ROWS = {("l", "a"): games(1), ("l", "b"): games(2, harder=0.2), ("m", "a"): games(3, harder=0.1)}


def found(test: Estimator) -> Estimate:
    estimate = test.estimate(ROWS)
    assert estimate is not None
    assert estimate.low <= estimate.value <= estimate.high
    return estimate


def test_means_shares_and_lists() -> None:
    frame = ROWS["l", "a"]
    won = (frame["outcome"] == "won").to_numpy()
    assert found(Mean("won", "l", "a")) == share(int(won.sum()), 300)
    assert found(Mean("ms", "l", "a")).value == pytest.approx(frame["ms"].mean())
    assert found(Mean("kb", "l", "a")).value == pytest.approx(frame["x"].to_numpy().mean() + 1)
    assert Mean("none", "l", "a").estimate(ROWS) is None
    half = {("l", "a"): frame.with_columns(pl.when(frame["high"]).then(frame["ms"]).alias("some"))}
    noted = Mean("some", "l", "a").estimate(half)
    assert noted is not None
    assert noted.value == pytest.approx(frame.filter("high")["ms"].mean())
    only = found(Mean("ms", "l", "a", only="won")).value
    assert only == pytest.approx(frame["ms"].to_numpy()[won].mean())


def test_two_players_on_the_same_boards_and_on_others() -> None:
    """`Paired` is the difference on the same boards. `Minus` and `Over` combine two estimates."""
    a, b = ((ROWS["l", name]["outcome"] == "won").to_numpy() for name in "ab")
    assert found(Paired("l", "a", "b")).value == pytest.approx(a.mean() - b.mean())
    first, second = Mean("won", "l", "a"), Mean("won", "m", "a")
    assert found(Minus(first, second)) == minus(found(first), found(second))
    assert found(Over(first, second)) == over(found(first), found(second))


def test_ranks_and_areas_are_those_of_scipy() -> None:
    frame = ROWS["l", "a"]
    expected = stats.spearmanr(frame["x"], frame["ms"]).statistic
    assert found(Ranks("x", "ms", "l", "a")).value == pytest.approx(expected)
    won = (frame["outcome"] == "won").to_numpy()
    x = frame["x"].to_numpy()
    u = stats.mannwhitneyu(x[~won], x[won]).statistic
    area = found(Separates("x", "l", "a"))
    assert area.value == pytest.approx(u / (won.sum() * (~won).sum()))
    assert area.low > 0.5


def test_a_split_and_its_absence() -> None:
    """`Split` compares games with and without a property, and needs games of both kinds."""
    frame = ROWS["l", "a"]
    high = frame["high"].to_numpy()
    ms = frame["ms"].to_numpy()
    expected = ms[high].mean() - ms[~high].mean()
    assert found(Split("ms", "high", "l", "a")).value == pytest.approx(expected)
    never = {("l", "a"): frame.with_columns(pl.lit(False).alias("high"))}
    assert Split("ms", "high", "l", "a").estimate(never) is None
    assert Separates("x", "l", "a").estimate({("l", "a"): frame.filter(outcome="won")}) is None


@pytest.mark.parametrize(("power", "bend"), [(1.0, 0.0), (2.0, 0.5), (0.5, None), (0.0, 0.0)])
def test_a_bend_tells_lines_from_curves(power: float, bend: float | None) -> None:
    """The bend is 0 for a line, 0.5 for a parabola, and negative for a flattening curve."""
    levels = tuple((float(x), str(x)) for x in range(41))
    rows = {
        (name, "a"): pl.DataFrame({"outcome": ["won"] * 3, "ms": [x**power] * 3})
        for x, name in levels
    }
    estimate = Bend("ms", levels, "a").estimate(rows)
    assert estimate is not None
    if bend is None:
        assert estimate.high < -0.1
    elif power:
        assert estimate.value == pytest.approx(bend, abs=1e-6)
    assert Bend("ms", levels[:2], "a").estimate(rows) is None


def test_a_claim_of_games_that_were_not_played_is_said_to_be() -> None:
    tests: list[Estimator] = [
        Mean("won", "l", "nobody"),
        Paired("l", "a", "nobody"),
        Minus(Mean("won", "l", "a"), Mean("won", "l", "nobody")),
        Over(Mean("won", "l", "nobody"), Mean("won", "l", "a")),
        Split("ms", "high", "l", "nobody"),
        Ranks("x", "ms", "l", "nobody"),
        Separates("x", "l", "nobody"),
        Bend("ms", ((1.0, "l"), (2.0, "m")), "nobody"),
    ]
    claims = tuple(CourseClaim("B", "said", "measured", test, above=0) for test in tests)
    verdicts = judge(claims, ROWS)
    assert {verdict.word for verdict in verdicts} == {"not played"}
    assert verdicts[0].to_json()["value"] is None
    assert verdicts[0].value == "-"


def test_the_interval_decides() -> None:
    """The verdict depends on whether the interval lies inside or outside the claimed range."""
    claim = CourseClaim("E", "one in ten", "", Mean("won", "l", "a"), 0.05, 0.15, "%")
    assert claim.holds_if == "5% to 15%"
    words = [
        ClaimVerdict(claim, Estimate(value, value - 0.02, value + 0.02)).word
        for value in (0.01, 0.06, 0.1, 0.14, 0.2)
    ]
    assert words == ["does not hold", "undecided", "holds", "undecided", "does not hold"]
    assert ClaimVerdict(claim, Estimate(0.1, 0.08, 0.12)).value == "10.0% [8.0, 12.0]"
    assert ClaimVerdict(claim, Estimate(0.1, 0.0, math.inf)).to_json()["value"] == [0.1, 0.0, None]


def test_spreads_and_ratios() -> None:
    values = np.random.default_rng(5).exponential(size=500)
    found_spread = spread(values)
    assert found_spread.value == pytest.approx(values.std())
    assert found_spread.low < found_spread.value < found_spread.high
    positive, none = Estimate(2.0, 1.0, 3.0), Estimate(0.0, 0.0, 0.1)
    assert over(none, positive) == Estimate(0.0, 0.0, 0.1)
    assert over(positive, Estimate(1.0, 0.0, 2.0)) == Estimate(2.0, 0.0, math.inf)
