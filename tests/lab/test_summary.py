"""Intervals and tables: known values, and coverage on made-up games."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest

from lab.small import SMALL
from sapper.lab.results import Results
from sapper.lab.run import run_study
from sapper.lab.study import Figure
from sapper.lab.summary import (
    Estimate,
    bootstrap,
    course_rows,
    duel_rows,
    mcnemar,
    number,
    paired_difference,
    ratio,
    summarize,
    summary_rows,
)


def test_bootstrap_covers_the_mean_of_skewed_times() -> None:
    """About 95 of 100 intervals hold the true mean, for times as skewed as ours."""
    rng = np.random.default_rng(1)
    inside = 0
    for _ in range(200):
        found = bootstrap(rng.exponential(3.0, 100))
        inside += found.low <= 3.0 <= found.high
    assert 178 <= inside <= 198


def test_bootstrap_of_very_many_games_is_as_wide_as_it_should_be() -> None:
    """Means of groups stand for the games: the interval is that of the normal approximation."""
    values = np.random.default_rng(2).exponential(1.0, 100_000)
    found = bootstrap(values)
    assert found.value == pytest.approx(values.mean())
    assert found.high - found.low == pytest.approx(2 * 1.96 / 100_000**0.5, rel=0.1)


def test_a_share_of_time_is_of_the_sums() -> None:
    """A long game counts more than a short one."""
    found = ratio(np.array([1.0, 0.0]), np.array([2.0, 8.0]))
    assert found.value == 0.1
    assert found.low <= 0.1 <= found.high


@pytest.mark.parametrize(
    ("a", "b", "p"), [(0, 0, 1.0), (1, 0, 1.0), (0, 6, 0.03125), (10, 10, 1.0), (8, 1, 0.0390625)]
)
def test_mcnemar_is_the_exact_binomial_test(a: int, b: int, p: float) -> None:
    """Values worked out by hand, both ways round."""
    assert mcnemar(a, b) == pytest.approx(p)
    assert mcnemar(b, a) == pytest.approx(p)


def test_mcnemar_copes_with_thousands_of_boards() -> None:
    """No underflow: 2**-n is no float there."""
    assert mcnemar(5000, 5000) == 1.0
    assert mcnemar(4000, 6000) < 1e-11


def test_the_interval_for_pairs_covers_the_difference() -> None:
    """About 95 of 100, for a small difference and few discordant boards."""
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(400):
        only_a, only_b, _ = rng.multinomial(150, [0.10, 0.05, 0.85])
        found = paired_difference(int(only_a), int(only_b), 150)
        inside += found.low <= 0.05 <= found.high
    assert 370 <= inside <= 396


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.00234, "0.0023"), (9.96, "10.0"), (168.49, "168"), (1e4, "10,000")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    """Two digits or more, never powers of ten."""
    assert number(Estimate(value, value, value)) == f"{text} [{text}, {text}]"


def test_a_summary_counts_what_was_played(tmp_path: Path) -> None:
    """Counts, shares and the file agree; course figures stand beside ours, or beside nothing."""
    from dataclasses import replace

    level, someone = SMALL.levels[0], SMALL.players[0]
    figures = (
        Figure("A", level, someone.name, (3, 5), 0.5, rounds=1, steps=7, left=4),
        Figure("B", "hard", "nobody", (1, 2), note="not played"),
    )
    study = replace(SMALL, games=20, course=figures)
    results = run_study(study, tmp_path / "out")
    frame = results.frame(study)
    summary = summarize(study, frame)
    for line in summary.lines:
        mine = frame.filter((frame["level"] == line.level) & (frame["player"] == line.player.name))
        assert line.games == 20 == sum(line.counts.values())
        assert line.counts["won"] == (mine["outcome"] == "won").sum()
        assert line.metrics["won"].value == line.counts["won"] / 20
        assert line.metrics["ms"].value == pytest.approx(mine["ms"].mean())
    written = list(csv.DictReader(io.StringIO(summary.csv())))
    assert [row["player"] for row in written] == [p.name for p in study.players] * 2
    assert {"won_share", "won_share_low", "ms", "ms_low", "ms_high"} <= set(written[0])
    head, first, second = course_rows(summary)
    assert head[:4] == ["course", "level", "our player", "note"]
    assert first[4] == "3 of 5"
    assert first[5].startswith(f"{summary.lines[0].metrics['won'].value:.1%}")
    assert second == ["B", "hard", "nobody", "not played", "1 of 2", "-", *[""] * 8]
    assert len(summary_rows(summary)) == 7
    assert len(duel_rows(summary)) == 7
    assert Results(tmp_path / "out").frame(study).equals(frame)
