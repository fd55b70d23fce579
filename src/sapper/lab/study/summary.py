"""The results of a study as tables.

    estimate    a value with its 95% interval
    line        the counts and metrics of one player on one level
    duel        two players on the same boards of a level, with the exact McNemar test

Shares get Wilson's interval. Means get a percentile bootstrap interval (Efron 1979) with a fixed
seed.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sapper.core.level import Level
from sapper.lab.play import OUTCOMES
from sapper.lab.player import Player
from sapper.lab.statistics import (
    Estimate,
    bootstrap,
    mcnemar,
    paired_difference,
    percent,
    ratio,
    share,
    spread,
)
from sapper.lab.study.claims import ClaimVerdict, judge
from sapper.lab.study.plan import Study
from sapper.words import how_many

if TYPE_CHECKING:
    import polars
    from rich.console import JustifyMethod
    from rich.table import Table


@dataclass(frozen=True, slots=True)
class Metric:
    title: str
    unit: str = ""

    @property
    def axis(self) -> str:
        return f"{self.title} ({self.unit})" if self.unit else self.title


METRICS = {
    "won": Metric("games won", "%"),
    "stuck": Metric("games stuck", "%"),
    "lost": Metric("games lost", "%"),
    "wrong": Metric("wrong claims", "%"),
    "crashed": Metric("games crashed", "%"),
    "ms": Metric("time per game", "ms of CPU"),
    "sd_ms": Metric("standard deviation of time", "ms of CPU"),
    "most_ms": Metric("longest game", "ms of CPU"),
    "won_ms": Metric("time of a won game", "ms of CPU"),
    "steps": Metric("steps per game"),
    "won_steps": Metric("steps per won game"),
    "guesses": Metric("guesses per game"),
    "matched": Metric("matched pairs per game"),
    "rounds": Metric("rounds of matching per game"),
    "match_share": Metric("time spent on matching", "%"),
    "tried": Metric("rules tried per game"),
    "per_proof": Metric("rules tried per cell proved safe"),
    "left": Metric("unmarked cells when stuck"),
    "fail": Metric("stuck games with KB empty (fail)", "%"),
    "missed_clues": Metric("stuck games in which the clues prove a safe cell", "%"),
    "missed_count": Metric("stuck games in which only the mine count proves one", "%"),
}


@dataclass(frozen=True, slots=True)
class SummaryLine:
    level: str
    player: Player
    games: int
    counts: dict[str, int]
    metrics: dict[str, Estimate]


@dataclass(frozen=True, slots=True)
class Duel:
    """A comparison of two players on the same boards.

    >>> Duel("hard", "a", "b", 100, 3, 12).p
    0.03515625
    """

    level: str
    a: str
    b: str
    games: int
    only_a: int
    only_b: int

    @property
    def difference(self) -> Estimate:
        return paired_difference(self.only_a, self.only_b, self.games)

    @property
    def p(self) -> float:
        return mcnemar(self.only_a, self.only_b)


@dataclass(frozen=True, slots=True)
class Summary:
    study: Study
    lines: tuple[SummaryLine, ...]
    duels: tuple[Duel, ...]
    verdicts: tuple[ClaimVerdict, ...] = ()

    def line(self, level: str, player: str) -> SummaryLine | None:
        for line in self.lines:
            if line.level == level and line.player.name == player:
                return line
        return None

    @property
    def shown(self) -> list[str]:
        """The metrics that were measured, except those that are always 0."""
        return [
            name
            for name in METRICS
            if any(name in line.metrics and line.metrics[name].value for line in self.lines)
        ]

    def to_json(self) -> list[dict[str, Any]]:
        rows = []
        for line in self.lines:
            row: dict[str, Any] = {
                "level": line.level,
                "player": line.player.name,
                "settings": str(replace(line.player, label="")),
                "games": line.games,
                **line.counts,
            }
            for name, estimate in line.metrics.items():
                key = f"{name}_share" if name in OUTCOMES else name
                row[key], row[f"{key}_low"], row[f"{key}_high"] = (
                    float(f"{x:.6g}") for x in (estimate.value, estimate.low, estimate.high)
                )
            rows.append(row)
        return rows

    def csv(self) -> str:
        rows = self.to_json()
        names = list(dict.fromkeys(name for row in rows for name in row))
        file = io.StringIO()
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return file.getvalue()


def summarize(study: Study, frame: polars.DataFrame) -> Summary:
    groups = {
        (str(level), str(name)): group
        for (level, name), group in frame.partition_by(
            ["level", "player"], as_dict=True, maintain_order=True
        ).items()
    }
    lines = [
        _line(level, player, groups[level, player.name])
        for level in study.levels
        for player in study.players
        if (level, player.name) in groups
    ]
    verdicts = judge(study.claims, groups)
    return Summary(study, tuple(lines), tuple(_duels(study, groups)), verdicts)


def _line(level: str, player: Player, rows: polars.DataFrame) -> SummaryLine:
    outcomes = rows["outcome"].to_list()
    counts = {outcome: outcomes.count(outcome) for outcome in OUTCOMES}
    metrics = {outcome: share(counts[outcome], len(outcomes)) for outcome in OUTCOMES}
    outcome = np.array(outcomes)

    def mean(column: str, which: NDArray[np.bool_] | None = None) -> Estimate | None:
        if column not in rows.columns or rows[column].null_count() == len(rows):
            return None
        values = rows[column].to_numpy().astype(float)
        values = values if which is None else values[which]
        values = values[~np.isnan(values)]
        return bootstrap(values) if len(values) else None

    times = rows["ms"].to_numpy()
    longest = float(times.max())
    measured = {
        "ms": mean("ms"),
        "sd_ms": spread(times),
        "most_ms": Estimate(longest, longest, longest),
        "won_ms": mean("ms", outcome == "won"),
        "won_steps": mean("steps", outcome == "won"),
        **{name: mean(name) for name in ("steps", "guesses", "matched", "rounds")},
        **{name: mean(name) for name in ("tried", "per_proof")},
        "left": mean("left", outcome == "stuck"),
    }
    metrics |= {name: value for name, value in measured.items() if value is not None}
    if rows["match_ms"].null_count() == 0:
        metrics["match_share"] = ratio(rows["match_ms"].to_numpy(), rows["ms"].to_numpy())
    if "fail" in rows.columns and counts["stuck"]:
        metrics["fail"] = share(rows["fail"].to_list().count(True), counts["stuck"])
    if "missed" in rows.columns and counts["stuck"]:
        missed = [m for m, o in zip(rows["missed"], outcomes, strict=True) if o == "stuck"]
        metrics["missed_clues"] = share(missed.count("clues"), counts["stuck"])
        metrics["missed_count"] = share(missed.count("mine count"), counts["stuck"])
    return SummaryLine(level, player, len(outcomes), counts, metrics)


def _duels(study: Study, groups: dict[tuple[str, str], polars.DataFrame]) -> Iterable[Duel]:
    for level in study.levels:
        won = {
            p.name: (groups[level, p.name]["outcome"] == "won").to_numpy()
            for p in study.players
            if (level, p.name) in groups
        }
        for a, b in combinations(won, 2):
            only_a, only_b = (won[a] & ~won[b]).sum(), (won[b] & ~won[a]).sum()
            yield Duel(level, a, b, len(won[a]), int(only_a), int(only_b))


def number(estimate: Estimate) -> str:
    """A mean and its interval, with at least two significant digits.

    >>> number(Estimate(0.01234, 0.0119, 0.0131)), number(Estimate(12345.6, 12000, 13000.0))
    ('0.012 [0.012, 0.013]', '12,346 [12,000, 13,000]')
    """
    return f"{_digits(estimate.value)} [{_digits(estimate.low)}, {_digits(estimate.high)}]"


def _digits(value: float) -> str:
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "-"
    places = max(0, 1 - math.floor(math.log10(abs(value))))
    return f"{value:,.{places}f}"


def words(metric: str, estimate: Estimate) -> str:
    if metric == "most_ms":
        return _digits(estimate.value)  # a maximum has no interval
    return percent(estimate) if METRICS[metric].unit == "%" else number(estimate)


def level_words(level: str) -> str:
    """The name of a level in tables. The number of given cells is added if the name lacks it.

    >>> level_words("hard"), level_words("medium/given(8)"), level_words("easy/given*2")
    ('hard', 'medium/given(8)', 'easy/given*2 (18 cells)')
    """
    rule = Level.parse(level)
    return f"{level} ({how_many(rule.given, 'cell')})" if "*" in level or "all" in level else level


FIGURES = {
    "won": "won",
    "seconds": "seconds per game",
    "sd": "standard deviation of seconds",
    "most": "longest game in seconds",
    "rounds": "rounds of matching",
    "won_steps": "steps per won game",
    "left": "unmarked cells when stuck",
}


def course_rows(summary: Summary, most: int = len(FIGURES)) -> list[list[str]]:
    figures = summary.study.course
    shown = [k for k in FIGURES if any(getattr(x, k) is not None for x in figures)][:most]
    figures = tuple(x for x in figures if any(getattr(x, k) is not None for k in shown))
    head = ["course", "level", "our player", "note"]
    rows = [[*head, *(f"{FIGURES[k]}: {who}" for k in shown for who in ("course", "ours"))]]
    for figure in figures:
        row = [figure.course, level_words(figure.level), figure.player, figure.note]
        ours = summary.line(figure.level, figure.player)
        for key in shown:
            theirs = getattr(figure, key)
            if theirs is None:
                row += ["", ""]
            elif key == "won":
                row += [f"{theirs[0]} of {theirs[1]}", _ours(ours, key)]
            else:
                row += [f"{theirs:g}", _ours(ours, key)]
        rows.append(row)
    if not any(x.note for x in figures):
        rows = [row[:3] + row[4:] for row in rows]
    return rows


TIMES = {"seconds": "ms", "sd": "sd_ms", "most": "most_ms"}
"""The metric in ms that corresponds to each of the course's figures in seconds."""


def _ours(line: SummaryLine | None, key: str) -> str:
    metric = TIMES.get(key, key)
    estimate = None if line is None else line.metrics.get(metric)
    if estimate is None:
        return "-"
    if key in TIMES:
        estimate = Estimate(estimate.value / 1000, estimate.low / 1000, estimate.high / 1000)
    return words(metric, estimate)


def claim_rows(summary: Summary) -> list[list[str]]:
    rows = [["course", "claim", "measured", "found", "holds if", "verdict"]]
    for verdict in summary.verdicts:
        claim = verdict.claim
        given = [claim.course, claim.said, claim.measured]
        rows.append([*given, verdict.value, claim.holds_if, verdict.word])
    return rows


def summary_rows(summary: Summary) -> list[list[str]]:
    shown = [name for name in summary.shown if name not in ("won_ms", "won_steps")]
    rows = [["level", "player", "games", *(METRICS[name].axis for name in shown)]]
    for line in summary.lines:
        cells = [words(n, line.metrics[n]) if n in line.metrics else "-" for n in shown]
        rows.append([level_words(line.level), line.player.name, f"{line.games:,}", *cells])
    return rows


def duel_rows(summary: Summary) -> list[list[str]]:
    rows = [["level", "a", "b", "only a wins", "only b wins", "a - b", "McNemar p"]]
    for d in summary.duels:
        p = f"{d.p:.3f}" if d.p >= 0.0005 else "< 0.001"
        difference = percent(d.difference)
        only = [str(d.only_a), str(d.only_b)]
        rows.append([level_words(d.level), d.a, d.b, *only, difference, p])
    return rows


TERMINAL = ("won", "stuck", "lost", "wrong", "crashed", "ms", "guesses")
BRIEF = ("stuck", "lost", "wrong", "crashed", "guesses")


def terminal_tables(summary: Summary) -> list[Table]:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    shown = [name for name in TERMINAL if name in summary.shown]
    heads = {"ms": "ms of CPU per game"}
    rows = [["level", "player", *(heads.get(name, name) for name in shown)]]
    for line in summary.lines:
        cells = [_brief(n, line.metrics[n]) if n in line.metrics else "-" for n in shown]
        rows.append([level_words(line.level), line.player.name, *cells])
    tables = []
    for title, some, left in (
        (summary.study.question, rows, 2),
        ("The course's figures next to ours", course_rows(summary, most=2), 3),
        (
            "The reports' claims, and whether they hold",
            [row[:2] + row[3:] for row in claim_rows(summary)],
            1,
        ),
    ):
        if len(some) > 1:
            table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
            for i, head in enumerate(some[0]):
                wordy = head in ("note", "claim", "holds if", "verdict")
                justify: JustifyMethod = "left" if i < left or wordy else "right"
                # In a narrow terminal, values may wrap, but names must not.
                table.add_column(head, justify=justify, overflow="fold", no_wrap=i < left)
            for row in some[1:]:
                table.add_row(*row)
            tables.append(table)
    return tables


def _brief(metric: str, estimate: Estimate) -> str:
    text = words(metric, estimate)
    return text.partition(" ")[0] if metric in BRIEF else text
