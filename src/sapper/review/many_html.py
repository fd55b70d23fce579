"""Many reviewed games as one self-contained HTML file with graphs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

from sapper.core.game import Outcome
from sapper.lab.statistics import Estimate
from sapper.review.game_html import document, error_points, level_name, marked_up, signed
from sapper.review.label import Label
from sapper.review.many import ReviewedGame, ReviewedGames, adjusted_rate
from sapper.review.review_json import RESULTS
from sapper.words import caption, decimal, percent, say
from sapper.words.kinds import LabelName, ManyGames, TechniqueName

WIDTH, HEIGHT = 480, 190
LEFT, RIGHT, TOP, BOTTOM = 40, 470, 10, 160
SHOWN = 500
"""the maximum number of games in the table; earlier games are left out"""

POINTS = 60
"""the maximum number of points on a line"""


def report(found: ReviewedGames) -> str:
    body = f'<main class="hist">{_lede(found)}{_plots(found)}{_table(found.reviewed)}</main>'
    return document(caption("Review of {:game|games}", found.games), body, "report.css")


def _lede(found: ReviewedGames) -> str:
    finished = len(found.finished)
    headline, between = say(ManyGames(found.games, None, None)), ""
    if finished:
        rate = found.adjusted
        headline = say(ManyGames(finished, found.won.value, rate.value))
        if finished >= 10:  # for fewer than 10 games, show no interval
            interval = caption("95% interval: {} to {}.")
            between = interval.format(percent(rate.low), percent(rate.high))
    records = [
        (percent(found.accuracy), "accuracy"),
        (decimal(found.error_per_decision / 10, 2), "points lost per decision"),
        (decimal(100 * found.error), "points lost per game"),
        (str(_count(found, Label.NEEDLESS)), "needless guesses"),
        (str(_count(found, Label.BLUNDER)), "blunders"),
    ]
    facts = "".join(
        f"<div><dd>{escape(value)}</dd><dt>{escape(caption(name))}</dt></div>"
        for value, name in records
    )
    return (
        f'<div class="lede"><div><h1 class="voice">{escape(headline)}</h1>'
        f'<p class="muted">{escape(between)}</p></div><dl class="records">{facts}</dl></div>'
    )


def _count(found: ReviewedGames, label: Label) -> int:
    return found.by_label().get(str(label), (0, 0.0))[0]


def _plots(found: ReviewedGames) -> str:
    plots = []
    if len(found.finished) > 1:
        plots.append(
            _plot(
                "Luck-adjusted win rate",
                "Solid: your win rate with average luck so far, with its 95% interval. Dashed: "
                "your actual win rate.",
                _rate_chart(found.finished),
            )
        )
    if found.games > 1:
        window = _window(found.games)
        plots.append(
            _plot(
                "Error per game",
                "The chance of winning that your moves lost, in points. Mean of {} games.",
                _error_chart(found.reviewed, window),
                window,
            )
        )
    if found.finished:
        rows = [
            (caption("you"), found.won.value),
            (caption("you, average luck"), found.adjusted.value),
        ]
        rows += [(rival.name, rival.won / len(found.finished)) for rival in found.rivals]
        plots.append(
            _plot(
                "The same boards",
                "Games won by you and by two agents with the same first cells. Odds opens the "
                "safest cell, Champion the cell with the best chance of winning.",
                _bars([(name, share, percent(share)) for name, share in rows], 1.0),
            )
        )
    labels = {say(LabelName(name)): sums for name, sums in found.by_label().items()}
    techniques = {say(TechniqueName(name)): sums for name, sums in found.by_technique().items()}
    for title, text, sums in (
        ("Errors by kind of move", "Their cost in points per game.", labels),
        (
            "Techniques to practise",
            "The cost of needless guesses in points per game, by the technique that proves a "
            "safe cell.",
            techniques,
        ),
    ):
        costs = [
            (f"{name} ({count})", max(0.0, 100 * lost / found.games))
            for name, (count, lost) in sums.items()
        ]
        if costs:
            most = max(cost for _, cost in costs) or 1.0
            bars = _bars([(name, cost, decimal(cost, 2)) for name, cost in costs], most)
            plots.append(_plot(title, text, bars))
    return f'<div class="plots">{"".join(plots)}</div>'


def _plot(title: str, text: str, svg: str, *parts: int) -> str:
    title, text = caption(title), caption(text).format(*parts)
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
        number = f"{most * part:g}"
        digits = len(number.partition(".")[2])
        text = unit.format(decimal(most * part, digits) if digits else number)
        parts.append(f'<path class="axis" d="M{LEFT} {y:.1f}H{RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{text}</text>')
    parts.append(f'<text x="{LEFT}" y="{BOTTOM + 18}">{caption("game")} 1</text>')
    parts.append(f'<text x="{RIGHT}" y="{BOTTOM + 18}" text-anchor="end">{games}</text>')
    return parts


def _indexes(count: int, first: int) -> list[int]:
    step = max(1, math.ceil((count - first) / POINTS))
    found = list(range(first, count, step))
    return found if found and found[-1] == count - 1 else [*found, count - 1]


def _rate_chart(games: Sequence[ReviewedGame]) -> str:
    count, reviews = len(games), [game.review for game in games]
    shown = _indexes(count, min(count - 1, 4))
    rates: list[Estimate] = [adjusted_rate(reviews[: index + 1]) for index in shown]
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
            *_axes(100, caption("{}%"), count),
            f'<path class="band" d="{_path([*upper, *reversed(lower)])}z"/>',
            f'<path class="dash" d="{_path(zip(xs, map(_y, won), strict=True))}"/>',
            f'<path class="line" d="{_path(middle)}"/>',
            f'<text class="value" x="{RIGHT}" y="{_y(value) - 8:.1f}" text-anchor="end">'
            f"{percent(value)}</text>",
        ]
    )


def _error_chart(games: Sequence[ReviewedGame], window: int) -> str:
    count = len(games)
    shown = _indexes(count, min(count, window) - 1)
    errors = [game.review.estimated_error for game in games]
    means = [100 * sum(errors[index + 1 - window : index + 1]) / window for index in shown]
    most = next(m for m in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if m >= max(means))
    line = _path(
        (_x(index, count), _y(mean / most)) for index, mean in zip(shown, means, strict=True)
    )
    y = _y(means[-1] / most) - 8
    return _svg(
        [
            *_axes(most, "{}", count),
            f'<path class="line" d="{line}"/>',
            f'<text class="value" x="{RIGHT}" y="{y:.1f}" text-anchor="end">'
            f"{decimal(means[-1])}</text>",
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


def _table(games: Sequence[ReviewedGame]) -> str:
    rows = []
    for game in games[-SHOWN:]:
        seconds = game.ms // 1000
        result = caption(RESULTS[game.outcome])
        verdict = say(*game.review.verdict[:1])
        account = game.review.account
        rows.append(
            f"<tr><td>{escape(level_name(str(game.level)))}</td>"
            f"<td>{marked_up(verdict)}<br><small>{escape(game.source)}</small></td>"
            f'<td class="num">{result} {seconds // 60}:{seconds % 60:02}</td>'
            f'<td class="num{" down" if account.error >= 2 else ""}">'
            f"{escape(error_points(game.review.mistakes, account.error))}</td>"
            f'<td class="num wide-only">{signed(account.luck)}</td></tr>'
        )
    left = len(games) - len(rows)
    shown = caption("The last {} of {} games.").format(len(rows), len(games))
    note = f'<p class="muted">{shown}</p>' if left > 0 else ""
    heads = ("Level", "What decided it", "Result", "Error", "Luck")
    level, decided, result, error, luck = map(caption, heads)
    head = (
        f'<tr><th>{level}</th><th>{decided}</th><th class="num">{result}</th>'
        f'<th class="num">{error}</th><th class="num wide-only">{luck}</th></tr>'
    )
    return f"<section>{note}<table>{head}{''.join(rows)}</table></section>"
