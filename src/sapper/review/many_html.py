"""Many reviewed games as one HTML file that needs nothing else, with its graphs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from sapper.game import Outcome
from sapper.grid import percent
from sapper.lab.statistics import Estimate
from sapper.review.many import Game, Many, adjusted
from sapper.review.page import document, level_name, signed, split_verdict
from sapper.review.review import Label

WIDTH, HEIGHT = 480, 190
LEFT, RIGHT, TOP, BOTTOM = 40, 470, 10, 160
SHOWN = 500
"""games in the table, the last ones"""

POINTS = 60
"""points of a line, at most"""


def report(found: Many) -> str:
    """The review of many games as an HTML file."""
    body = f'<main class="hist">{_lede(found)}{_plots(found)}{_table(found.reviewed)}</main>'
    return document(f"Review of {found.games} games", body, "report.css")


def _lede(found: Many) -> str:
    finished = len(found.finished)
    if finished:
        rate = found.adjusted
        headline = (
            f"You won {percent(found.won.value)} of {finished} game{'s' * (finished != 1)}. "
            f"With average luck it would be {percent(rate.value)}."
        )
        between = f"95% interval: {percent(rate.low)} to {percent(rate.high)}."
    else:
        headline, between = f"{found.games} games, none of them finished.", ""
    records = [
        (percent(found.accuracy), "accuracy"),
        (f"{found.error_per_decision:.1f}", "lost per decision, in thousandths"),
        (f"{100 * found.error:.1f}", "points lost per game"),
        (str(_count(found, Label.NEEDLESS)), "needless guesses"),
        (str(_count(found, Label.BLUNDER)), "blunders"),
    ]
    facts = "".join(f"<div><dd>{escape(v)}</dd><dt>{escape(k)}</dt></div>" for v, k in records)
    return (
        f'<div class="lede"><div><h1 class="voice">{escape(headline)}</h1>'
        f'<p class="muted">{escape(between)}</p></div><dl class="records">{facts}</dl></div>'
    )


def _count(found: Many, label: Label) -> int:
    return found.by_label().get(str(label), (0, 0.0))[0]


def _plots(found: Many) -> str:
    plots = []
    if len(found.finished) > 1:
        plots.append(
            _plot(
                "Luck-adjusted win rate",
                "What you would win with average luck, as the games came in; the band is 95%. "
                "Dashed: what you did win.",
                _rate_chart(found.finished),
            )
        )
    if found.games > 1:
        window = _window(found.games)
        plots.append(
            _plot(
                "Error per game",
                f"The chance to win that your own moves gave away, in points; mean of {window} "
                "games.",
                _error_chart(found.reviewed, window),
            )
        )
    if found.finished:
        rows = [("you", found.won.value), ("you, average luck", found.adjusted.value)]
        rows += [(rival.name, rival.won / len(found.finished)) for rival in found.rivals]
        plots.append(
            _plot(
                "The same boards",
                "Games won by you and by two agents, from the same first cells: odds opens the "
                "safest cell, champion the one that wins most.",
                _bars([(name, share, percent(share)) for name, share in rows], 1.0),
            )
        )
    for title, text, sums in (
        ("Errors by kind of move", "What they cost, in points per game.", found.by_label()),
        (
            "What you do not see yet",
            "Needless guesses, by the technique that would have shown a safe cell; points per "
            "game.",
            found.by_technique(),
        ),
    ):
        costs = [
            (f"{name} ({count})", max(0.0, 100 * lost / found.games))
            for name, (count, lost) in sums.items()
        ]
        if costs:
            most = max(cost for _, cost in costs) or 1.0
            bars = _bars([(name, cost, f"{cost:.2f}") for name, cost in costs], most)
            plots.append(_plot(title, text, bars))
    return f'<div class="plots">{"".join(plots)}</div>'


def _plot(title: str, text: str, svg: str) -> str:
    # The heading and the text say what the drawing shows.
    return (
        f"<section><h2>{escape(title)}</h2><p>{escape(text)}</p>"
        f'<figure aria-label="{escape(title)}">{svg}</figure></section>'
    )


def _window(games: int) -> int:
    return max(2, min(20, games // 4))


def _x(index: float, count: int) -> float:
    return LEFT + (RIGHT - LEFT) * (index / (count - 1) if count > 1 else 0.0)


def _y(share: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * min(1.0, max(0.0, share))


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _svg(parts: Iterable[str], height: int = HEIGHT) -> str:
    return f'<svg class="chart" role="img" viewBox="0 0 {WIDTH} {height}">{"".join(parts)}</svg>'


def _axes(most: float, unit: str, games: int) -> list[str]:
    parts = []
    for part in (0.0, 0.5, 1.0):
        y = _y(part)
        text = f"{most * part:g}{unit}"
        parts.append(f'<path class="axis" d="M{LEFT} {y:.1f}H{RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>')
    parts.append(f'<text x="{LEFT}" y="{BOTTOM + 18}">game 1</text>')
    parts.append(f'<text x="{RIGHT}" y="{BOTTOM + 18}" text-anchor="end">{games}</text>')
    return parts


def _indexes(count: int, first: int) -> list[int]:
    """Up to POINTS numbers of games, from `first` to the last."""
    step = max(1, math.ceil((count - first) / POINTS))
    found = list(range(first, count, step))
    return found if found and found[-1] == count - 1 else [*found, count - 1]


def _rate_chart(games: Sequence[Game]) -> str:
    count = len(games)
    shown = _indexes(count, min(count - 1, 4))
    rates: list[Estimate] = [adjusted(games[: index + 1]) for index in shown]
    won = [
        sum(game.outcome is Outcome.WON for game in games[: index + 1]) / (index + 1)
        for index in shown
    ]
    xs = [_x(index, count) for index in shown]
    upper = [(x, _y(rate.high)) for x, rate in zip(xs, rates, strict=True)]
    lower = [(x, _y(rate.low)) for x, rate in zip(xs, rates, strict=True)]
    middle = [(x, _y(rate.value)) for x, rate in zip(xs, rates, strict=True)]
    value = rates[-1].value
    return _svg(
        [
            *_axes(100, "%", count),
            f'<path class="band" d="{_path([*upper, *reversed(lower)])}z"/>',
            f'<path class="dash" d="{_path(zip(xs, map(_y, won), strict=True))}"/>',
            f'<path class="line" d="{_path(middle)}"/>',
            f'<text class="value" x="{RIGHT}" y="{_y(value) - 8:.1f}" text-anchor="end">'
            f"{percent(value)}</text>",
        ]
    )


def _error_chart(games: Sequence[Game], window: int) -> str:
    count = len(games)
    shown = _indexes(count, min(count, window) - 1)
    means = [
        100 * sum(game.estimated_error for game in games[index + 1 - window : index + 1]) / window
        for index in shown
    ]
    most = next(m for m in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if m >= max(means))
    line = _path(
        (_x(index, count), _y(mean / most)) for index, mean in zip(shown, means, strict=True)
    )
    y = _y(means[-1] / most) - 8
    return _svg(
        [
            *_axes(most, "", count),
            f'<path class="line" d="{line}"/>',
            f'<text class="value" x="{RIGHT}" y="{y:.1f}" text-anchor="end">{means[-1]:.1f}</text>',
        ]
    )


def _bars(rows: Sequence[tuple[str, float, str]], most: float) -> str:
    parts = []
    for number, (name, value, text) in enumerate(rows):
        y = 6 + 28 * number
        width = 250 * max(0.0, value) / most
        parts.append(f'<text x="0" y="{y + 14}">{escape(name)}</text>')
        parts.append(f'<rect class="bar" x="150" y="{y}" width="{width:.1f}" height="18" rx="2"/>')
        parts.append(f'<text class="value" x="{158 + width:.1f}" y="{y + 14}">{text}</text>')
    return _svg(parts, 12 + 28 * len(rows))


def _table(games: Sequence[Game]) -> str:
    rows = []
    for game in games[-SHOWN:]:
        seconds = game.ms // 1000
        result = game.outcome.value if game.outcome else "not finished"
        verdict, _ = split_verdict(game.verdict)
        account = game.account
        rows.append(
            f"<tr><td>{escape(level_name(str(game.level)))}</td>"
            f"<td>{escape(verdict)}<br><small>{escape(game.source)}</small></td>"
            f'<td class="num">{result} {seconds // 60}:{seconds % 60:02}</td>'
            f'<td class="num{" down" if account.error >= 2 else ""}">{signed(-account.error)}</td>'
            f'<td class="num wide-only">{signed(account.luck)}</td></tr>'
        )
    left = len(games) - len(rows)
    note = f'<p class="muted">The last {len(rows)} of {len(games)} games.</p>' if left > 0 else ""
    head = (
        '<tr><th>Level</th><th>What decided it</th><th class="num">Result</th>'
        '<th class="num">Error</th><th class="num wide-only">Luck</th></tr>'
    )
    return f"<section>{note}<table>{head}{''.join(rows)}</table></section>"
