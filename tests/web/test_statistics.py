"""Statistics: rates with intervals, streaks, and best times."""

from __future__ import annotations

import pytest

from sapper.lab.statistics import wilson
from sapper.review.summary import ReviewSummary
from sapper.web.statistics import by_level, past
from sapper.web.store import GameRow


def over(created: float, outcome: str, elapsed: int = 10_000, assisted: bool = False) -> GameRow:
    """A finished expert game."""
    return GameRow(
        f"g{created}", "s", "p", "30x16x99/open", "1", None, created, outcome, assisted,
        elapsed=elapsed, clicks=200, opened=381, three_bv=150,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (50, 100, 0.4038, 0.5962)],
)
def test_wilson_interval(won: int, played: int, low: float, high: float) -> None:
    """The intervals agree with published examples of the formula."""
    assert wilson(won, played) == pytest.approx((low, high), abs=1e-4)


def test_a_level_is_summed_up() -> None:
    """Streaks follow the chronological order of the games, and games with help don't count."""
    rows = [
        over(5, "won", 8000),
        over(1, "won", 30_000),
        over(2, "won", 20_000),
        over(3, "lost"),
        over(4, "left"),
        over(6, "won", 1000, assisted=True),
    ]
    review = ReviewSummary(2, 0.5, 0.4, 0.0, 0.1, 0.1, 60, 10, 2, 1, (), "best")
    failed = rows[3].id
    (level,) = by_level(rows, {row.id: review for row in rows} | {failed: None})
    assert (level.name, level.played, level.won) == ("expert", 5, 3)
    assert (level.streak, level.longest_streak) == (1, 2)
    assert (level.best, level.times) == (8000, [30_000, 20_000, 8000])
    assert level.best_three_bv_per_second == 150 / 8
    assert (level.guesses, level.expected_survival) == (8, 0.5)


def test_a_running_game_is_listed_without_a_link() -> None:
    """A running game has no link, because its board can't be shared yet."""
    row = GameRow("g", "share", "p", "9x9x10/open", "1", None, 0, None, False)
    assert past(row).share is None
