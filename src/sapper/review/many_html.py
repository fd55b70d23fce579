"""Many reviewed games as one self-contained HTML file with graphs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import Markup

from sapper.core.game import Outcome
from sapper.core.level import NAMED
from sapper.report import render
from sapper.report.charts import Axes, Axis, Bar, bars
from sapper.review.facts import signed
from sapper.review.label import Label
from sapper.review.many import ReviewedGame, ReviewedGames, adjusted_rate
from sapper.review.review_json import OUTCOMES
from sapper.words import caption, decimal, language, percent, say
from sapper.words.kinds import BoardSize, LabelName, ManyGames, TechniqueName

SHOWN = 500
"""the maximum number of games in the table; earlier games are left out"""

POINTS = 60
"""the maximum number of points on a line"""


def report(found: ReviewedGames) -> str:
    finished = len(found.finished)
    headline, between = say(ManyGames(found.games, None, None)), ""
    if finished:
        rate = found.adjusted
        headline = say(ManyGames(finished, found.won.value, rate.value))
        if not found.is_few:
            interval = caption("95% interval: {} to {}.")
            between = interval.format(percent(rate.low), percent(rate.high))
    shown = found.reviewed[-SHOWN:]
    left_out = caption("The last {} of {} games.").format(len(shown), found.games)
    return render(
        "games.html",
        language(),
        title=caption("Review of {:game|games}", found.games),
        headline=headline,
        interval=between,
        records=[
            (caption("accuracy"), percent(found.accuracy)),
            (caption("points lost per decision"), decimal(found.error_per_decision / 10, 2)),
            (caption("points lost per game"), decimal(100 * found.error)),
            (caption("needless guesses"), str(_count(found, Label.NEEDLESS))),
            (caption("blunders"), str(_count(found, Label.BLUNDER))),
        ],
        charts=_charts(found),
        left_out=left_out if len(shown) < found.games else "",
        games=list(map(_row, shown)),
    )


def _count(found: ReviewedGames, label: Label) -> int:
    return found.by_label().get(str(label), (0, 0.0))[0]


def _row(game: ReviewedGame) -> dict[str, object]:
    account, seconds = game.review.account, game.ms // 1000
    return {
        "level": level_name(str(game.level)),
        "verdict": say(*game.review.verdict[:1]),
        "source": game.source,
        "result": f"{caption(OUTCOMES[game.outcome])} {seconds // 60}:{seconds % 60:02}",
        "error": error_points(game.review.mistakes, account.error),
        "is_bad": account.error >= 2,
        "luck": signed(account.luck),
    }


Chart = tuple[str, str, Markup]
"""a title, what the chart shows, and the chart"""


def _charts(found: ReviewedGames) -> list[Chart]:
    charts = []
    if len(found.finished) > 1:
        charts.append(_rate_chart(found.finished))
    if found.games > 1:
        charts.append(_error_chart(found.reviewed))
    if found.finished:
        charts.append(_rivals(found))
    if labels := found.by_label():
        title, words = caption("Errors by kind of move"), caption("Their cost in points per game.")
        sums = [(say(LabelName(name)), *each) for name, each in labels.items()]
        charts.append((title, words, _costs(title, sums, found.games)))
    if techniques := found.by_technique():
        title = caption("Techniques to practise")
        words = caption(
            "The cost of needless guesses in points per game, by the technique that proves a "
            "safe cell."
        )
        sums = [(say(TechniqueName(name)), *each) for name, each in techniques.items()]
        charts.append((title, words, _costs(title, sums, found.games)))
    return charts


def _rate_chart(games: Sequence[ReviewedGame]) -> Chart:
    title = caption("Luck-adjusted win rate")
    words = caption(
        "Solid: your win rate with average luck so far, with its 95% interval. Dashed: your "
        "actual win rate."
    )
    count, reviews = len(games), [game.review for game in games]
    numbers = [index + 1 for index in _indexes(count, min(count - 1, 4))]
    rates = [adjusted_rate(reviews[:number]) for number in numbers]
    won = [
        sum(game.outcome is Outcome.WON for game in games[:number]) / number for number in numbers
    ]
    axes = _axes(1, count, [(part / 100, caption("{}%").format(part)) for part in (0, 50, 100)])
    last = rates[-1].value
    chart = axes.svg(
        title,
        axes.band(
            [(place, rate.high) for place, rate in zip(numbers, rates, strict=True)],
            [(place, rate.low) for place, rate in zip(numbers, rates, strict=True)],
        ),
        axes.line(zip(numbers, won, strict=True), "dash"),
        axes.line((place, rate.value) for place, rate in zip(numbers, rates, strict=True)),
        axes.label((count, last), percent(last)),
    )
    return title, words, chart


def _error_chart(games: Sequence[ReviewedGame]) -> Chart:
    count = len(games)
    window = max(2, min(20, count // 4))
    title = caption("Error per game")
    words = caption("The chance of winning that your moves lost, in points. Mean of {} games.")
    errors = [game.review.estimated_error for game in games]
    numbers = [index + 1 for index in _indexes(count, min(count, window) - 1)]
    means = [100 * sum(errors[number - window : number]) / window for number in numbers]
    most = next(m for m in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if m >= max(means))
    axes = _axes(most, count, [(value, tick(value)) for value in (0, most / 2, most)])
    chart = axes.svg(
        title,
        axes.line(zip(numbers, means, strict=True)),
        axes.label((count, means[-1]), decimal(means[-1])),
    )
    return title, words.format(window), chart


def tick(value: float) -> str:
    """A number with as many decimals as it needs.

    >>> tick(5), tick(2.5)
    ('5', '2.5')
    """
    return f"{value:g}" if value == int(value) else decimal(value)


def _axes(most: float, games: int, ticks: Sequence[tuple[float, str]]) -> Axes:
    first = f"{caption('game')} 1"
    return Axes(Axis(1, games, [(1, first), (games, str(games))]), Axis(0, most, ticks))


def _indexes(count: int, first: int) -> list[int]:
    step = max(1, math.ceil((count - first) / POINTS))
    found = list(range(first, count, step))
    return found if found and found[-1] == count - 1 else [*found, count - 1]


def _rivals(found: ReviewedGames) -> Chart:
    title = caption("The same boards")
    words = caption(
        "Games won by you and by two agents with the same first cells. Odds opens the safest "
        "cell, Champion the cell with the best chance of winning."
    )
    shares = [
        (caption("you"), found.won.value),
        (caption("you, average luck"), found.adjusted.value),
        *((rival.name, rival.won / len(found.finished)) for rival in found.rivals),
    ]
    rows = [Bar(name, share, percent(share)) for name, share in shares]
    return title, words, bars(title, rows, Axis(0, 1))


def _costs(title: str, sums: Sequence[tuple[str, int, float]], games: int) -> Markup:
    costs = [(f"{name} ({count})", max(0.0, 100 * lost / games)) for name, count, lost in sums]
    rows = [Bar(name, cost, decimal(cost, 2)) for name, cost in costs]
    return bars(title, rows, Axis(0, max(cost for _, cost in costs)))


def level_name(level: str) -> str:
    """The name of a level as players see it. The start rule is added unless it is the default.

    >>> level_name("30x16x99/open"), level_name("30x16x99/safe"), level_name("8x8x10/any")
    ('Expert', 'Expert, safe', '8x8, 10 mines')
    """
    size, _, rule = level.partition("/")
    for name, named in reversed(NAMED.items()):
        if str(named) == level:
            return caption(name.capitalize())
        if str(named).partition("/")[0] == size:
            return f"{caption(name.capitalize())}, {rule}"
    return say(BoardSize(*map(int, size.split("x"))))


def error_points(errors: int, cost: int) -> str:
    return "< 1" if errors and not cost else signed(-cost)
