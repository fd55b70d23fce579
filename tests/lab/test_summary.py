"""The tables of a study agree with its games."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from lab.small import SMALL
from sapper.lab.statistics import Estimate
from sapper.lab.study.plan import Figure
from sapper.lab.study.results import Results
from sapper.lab.study.run import run_study
from sapper.lab.study.summary import course_rows, duel_rows, number, summarize, summary_rows


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.00234, "0.0023"), (9.96, "10.0"), (168.49, "168"), (1e4, "10,000")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(Estimate(value, value, value)) == f"{text} [{text}, {text}]"


def test_a_summary_counts_what_was_played(tmp_path: Path) -> None:
    from dataclasses import replace

    level, someone = SMALL.levels[0], SMALL.players[0]
    figures = (
        Figure("A", level, someone.name, (3, 5), 0.5, rounds=1, won_steps=7, left=4),
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
