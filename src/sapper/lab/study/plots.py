"""The plots of a study, readable by colour-blind people and in print.

    outcomes   bars of won, stuck and lost games, one panel per level
    times      a metric on a logarithmic axis, one row per player
    trade      wins against time, one panel per level
    curve      a metric against mines, given cells or start rule (x), one line per player
    setting    a metric by player, one line per level; if the players have an order, x names it
    binned     a metric against a property of the board (x: three_bv, ...), in bins of equal size
    growth     the length of KB or KB0 during the game
    duels      the difference in wins between each pair of players, with McNemar's test
    stuck      the number of unmarked cells when a player got stuck

The colours are those of Okabe and Ito (2008).
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.extras import install
from sapper.lab.play import OUTCOMES
from sapper.lab.statistics import Estimate, bootstrap, share
from sapper.lab.study.plan import Plot
from sapper.lab.study.summary import METRICS, Summary, level_words

if TYPE_CHECKING:
    import polars

INK = "#222222"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F")
MARKERS = "osD^vPX*<>h"
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (5, 1, 1, 1)), (0, (8, 2)))

BARS = {
    "won": ("#0072B2", ""),
    "stuck": ("#E6E6E6", "////"),
    "lost": ("#E69F00", "...."),
    "wrong": ("#000000", ""),
    "crashed": ("#7F7F7F", "xxxx"),
}


def import_figure() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise SapperError(f"plots need matplotlib: {install('lab')}") from None
    return Figure


STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9,
    "axes.edgecolor": "#666666",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "hatch.linewidth": 0.6,
    "lines.linewidth": 1.6,
    "lines.markersize": 5,
    "figure.dpi": 100,
    "svg.hashsalt": "sapper",
    "text.color": INK,
}


def draw(plot: Plot, summary: Summary, frame: polars.DataFrame) -> tuple[bytes, bytes, str]:
    import_figure()
    from matplotlib import rc_context

    with rc_context(STYLE):
        figure = KINDS[plot.kind](plot, _only(plot, summary), frame)
        if plot.title:
            figure.suptitle(plot.title, x=0.01, ha="left", fontsize=11, fontweight="bold")
        png, svg = io.BytesIO(), io.BytesIO()
        figure.savefig(png, format="png", dpi=160, metadata={"Software": "Sapper"})
        figure.set_layout_engine("none")  # the SVG should have the same layout as the PNG
        figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": "Sapper"})
    return png.getvalue(), svg.getvalue(), caption(plot)


def caption(plot: Plot) -> str:
    y = METRICS[plot.y].title if plot.y in METRICS else plot.y.upper()
    match plot.kind:
        case "outcomes":
            return "Games won, stuck and lost, by level and player. The number is the share won."
        case "times":
            return f"{y.capitalize()} by player and level, with 95% intervals."
        case "trade":
            return "Share of games won against time per game. Up is stronger, left is faster."
        case "curve" | "binned":
            return f"{y.capitalize()} against {AXES.get(plot.x, plot.x)}, with 95% intervals."
        case "setting":
            return f"{y.capitalize()} by player, one line per level, with 95% intervals."
        case "growth":
            return f"Mean length of {y} during the game, with 95% intervals."
        case "duels":
            return (
                "Wins of the row's player minus wins of the column's, in percentage points. Bold "
                "differences have p < 5% in the exact McNemar test, corrected by Holm's method."
            )
        case "stuck":
            return "Stuck games, by the number of unmarked cells. Left is near the end of the game."
    return plot.title or plot.kind


AXES = {
    "mines": "mines on the board",
    "given": "given cells",
    "rule": "start rule",
    "three_bv": "3BV of the board",
    "openings": "openings of the board",
    "islands": "islands of the board",
}


def _only(plot: Plot, summary: Summary) -> Summary:
    s = summary.study
    levels = tuple(x for x in s.levels if not plot.levels or x in plot.levels) or s.levels
    kept = [p for p in s.players if not plot.players or p.name in plot.players]
    players = tuple(kept) or s.players
    names = {p.name for p in players}
    return Summary(
        replace(s, levels=levels, players=players),
        tuple(x for x in summary.lines if x.level in levels and x.player.name in names),
        tuple(d for d in summary.duels if d.level in levels and {d.a, d.b} <= names),
    )


def _panels(
    count: int, width: float, height: float, columns: int = 4, **shared: Any
) -> tuple[Any, list[Any]]:
    figure_type = import_figure()
    across = min(columns, count)
    down = math.ceil(count / across)
    figure = figure_type(figsize=(width * across, height * down), layout="constrained")
    grid = figure.subplots(down, across, squeeze=False, **shared)
    panels = list(grid.flat)
    for spare in panels[count:]:
        spare.remove()
    return figure, panels[:count]


def _style(index: int) -> dict[str, Any]:
    return {
        "color": COLOURS[index % len(COLOURS)],
        "marker": MARKERS[index % len(MARKERS)],
        "linestyle": DASHES[index % len(DASHES)],
    }


def _is_share(metric: str) -> bool:
    return metric in METRICS and METRICS[metric].unit == "%"


def _scaled(metric: str, estimate: Estimate) -> tuple[float, float, float]:
    scale = 100 if _is_share(metric) else 1
    return estimate.value * scale, estimate.low * scale, estimate.high * scale


def _error_bars(metric: str, *estimates: Estimate) -> tuple[Any, list[Any]]:
    middle, low, high = np.array([_scaled(metric, estimate) for estimate in estimates]).T
    return middle, [np.maximum(middle - low, 0), np.maximum(high - middle, 0)]


def _axis(metric: str) -> str:
    return METRICS[metric].axis if metric in METRICS else metric


def _series(
    ax: Any, xs: Sequence[float], estimates: Sequence[Estimate], metric: str, name: str, index: int
) -> None:
    values = [_scaled(metric, f) for f in estimates]
    style = _style(index)
    middle, low, high = zip(*values, strict=True) if values else ((), (), ())
    markers = {"markevery": max(1, len(xs) // 12), "markerfacecolor": "white"}
    ax.plot(xs, middle, label=name, **style, **markers)
    ax.fill_between(xs, low, high, color=style["color"], alpha=0.15, linewidth=0)


def _legend_above(figure: Any, ax: Any, across: int) -> None:
    handles, labels = ax.get_legend_handles_labels()
    if len(labels) > 1:
        columns = min(len(labels), across)
        figure.legend(handles, labels, loc="outside upper left", ncols=columns, fontsize=8.5)


def _outcomes(plot: Plot, summary: Summary, frame: polars.DataFrame) -> Any:
    from matplotlib.patches import Patch

    study = summary.study
    names = [p.name for p in study.players]
    tall = 0.26 * len(names) + 0.9
    across = min(4, len(study.levels))
    figure, panels = _panels(len(study.levels), 10 / across + 0.2, tall, across, sharey=True)
    used = [o for o in OUTCOMES if any(line.counts[o] for line in summary.lines)]
    for ax, level in zip(panels, study.levels, strict=True):
        for row, name in enumerate(names):
            line = summary.line(level, name)
            if line is None:
                continue
            at = 0.0
            for outcome in used:
                wide = 100 * line.counts[outcome] / line.games
                colour, hatch = BARS[outcome]
                bar = {"color": colour, "hatch": hatch, "edgecolor": INK, "linewidth": 0.5}
                if wide:
                    ax.barh(row, wide, left=at, height=0.74, **bar)
                at += wide
            won = 100 * line.counts["won"] / line.games
            inside = won >= 25
            ax.text(
                won - 1.5 if inside else won + 1.5,
                row,
                f"{won:.0f}%" if won >= 1 or not won else f"{won:.1f}%",
                ha="right" if inside else "left",
                va="center",
                fontsize=8,
                color="white" if inside else INK,
                bbox=None if inside else {"facecolor": "white", "edgecolor": "none", "pad": 0.8},
            )
        ax.set(xlim=(0, 100), ylim=(len(names) - 0.4, -0.6), title=level_words(level))
        ax.set_yticks(range(len(names)), names)
        ax.grid(False, axis="y")
        ax.tick_params(axis="y", length=0)
        ax.set_xticks([0, 25, 50, 75, 100], ["0", "25", "50", "75", "100%"])
    handles = [
        Patch(facecolor=BARS[o][0], hatch=BARS[o][1], edgecolor=INK, linewidth=0.5, label=o)
        for o in used
    ]
    figure.legend(handles=handles, loc="outside upper left", ncols=len(used))
    return figure


def _times(plot: Plot, summary: Summary, frame: polars.DataFrame) -> Any:
    study = summary.study
    names = [p.name for p in study.players]
    figure, (ax,) = _panels(1, 9, 0.34 * len(names) + 1.3)
    offset = 0.5 / max(1, len(study.levels))
    for index, level in enumerate(study.levels):
        rows, estimates = [], []
        for row, name in enumerate(names):
            line = summary.line(level, name)
            if line is not None and plot.y in line.metrics:
                rows.append(row + (index - (len(study.levels) - 1) / 2) * offset)
                estimates.append(line.metrics[plot.y])
        if estimates:
            middle, spread = _error_bars(plot.y, *estimates)
            style = _style(index) | {"linestyle": "none"}
            ax.errorbar(middle, rows, xerr=spread, label=level_words(level), capsize=2, **style)
    ax.set_yticks(range(len(names)), names)
    ax.set(ylim=(len(names) - 0.5, -0.5), xlabel=_axis(plot.y))
    _log(ax, "x")
    _legend_above(figure, ax, 5)
    return figure


def _log(ax: Any, which: str) -> None:
    # If the axis includes 0, keep it linear.
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    limits = ax.dataLim.intervalx if which == "x" else ax.dataLim.intervaly
    if not limits[0] > 0:
        return
    (ax.set_xscale if which == "x" else ax.set_yscale)("log")
    low, high = ax.get_xlim() if which == "x" else ax.get_ylim()
    axis = ax.xaxis if which == "x" else ax.yaxis
    if low > 0:
        decades = math.log10(high / low)
        subs = (1.0,) if decades > 3.5 else (1.0, 2.0, 5.0) if decades > 0.8 else range(1, 10)
        axis.set_major_locator(LogLocator(subs=tuple(subs), numticks=15))
    axis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,g}"))
    axis.set_minor_formatter(NullFormatter())


def _trade(plot: Plot, summary: Summary, frame: polars.DataFrame) -> Any:
    study = summary.study
    count = len(study.levels)
    across = min(2, count)
    figure, panels = _panels(count, 9.5 / across, 3.9, across)
    for ax, level in zip(panels, study.levels, strict=True):
        for index, player in enumerate(study.players):
            line = summary.line(level, player.name)
            if line is None or "ms" not in line.metrics:
                continue
            x, xerr = _error_bars("ms", line.metrics["ms"])
            y, yerr = _error_bars("won", line.metrics["won"])
            style = _style(index) | {"linestyle": "none", "markersize": 7}
            style |= {"markeredgecolor": "white", "markeredgewidth": 0.6}
            ax.errorbar(x, y, xerr=xerr, yerr=yerr, elinewidth=0.8, label=player.name, **style)
        ax.set(title=level_words(level), xlabel=_axis("ms"), ylabel=_axis("won"))
        _log(ax, "x")
    _legend_above(figure, panels[0], 5)
    return figure


def _x_of(level: str, axis: str) -> float:
    rule = Level.parse(level)
    return rule.mines if axis == "mines" else rule.given


def _curve(plot: Plot, summary: Summary, frame: polars.DataFrame) -> Any:
    study = summary.study
    boards: dict[str, list[str]] = {}
    for level in study.levels:
        rule = Level.parse(level)
        size = f"{rule.width}x{rule.height}"
        name = level.partition("/")[0]
        boards.setdefault(size if plot.x == "mines" else name, []).append(level)
    panels_of = {k: _distinct(levels, plot.x) for k, levels in boards.items()}
    across = min(3, len(panels_of))
    figure, panels = _panels(len(panels_of), 10 / across if across > 1 else 8, 3.4, across)
    for ax, (name, levels) in zip(panels, panels_of.items(), strict=True):
        for index, player in enumerate(study.players):
            xs, estimates = [], []
            for place, level in enumerate(levels):
                line = summary.line(level, player.name)
                if line is not None and plot.y in line.metrics:
                    xs.append(place if plot.x == "rule" else _x_of(level, plot.x))
                    estimates.append(line.metrics[plot.y])
            _series(ax, xs, estimates, plot.y, player.name, index)
        ax.set(title=name, xlabel=AXES.get(plot.x, plot.x))
        if plot.x == "given":
            _log(ax, "x")
        elif plot.x == "rule":
            ax.set_xticks(range(len(levels)), [level.partition("/")[2] for level in levels])
        _y_axis(ax, plot.y)
    panels[0].set_ylabel(_axis(plot.y))
    _legend_above(figure, panels[0], 4)
    return figure


def _distinct(levels: list[str], axis: str) -> list[str]:
    if axis == "rule":
        return levels
    level_at: dict[float, str] = {}
    for level in levels:
        level_at.setdefault(_x_of(level, axis), level)
    return [level_at[x] for x in sorted(level_at)]


def _y_axis(ax: Any, metric: str) -> None:
    if metric == "won":
        ax.set_ylim(-3, 103)
    else:
        ax.set_ylim(bottom=0)


def _setting(plot: Plot, summary: Summary, frame: polars.DataFrame) -> Any:
    study = summary.study
    names = [p.name for p in study.players]
    figure, (ax,) = _panels(1, max(6.0, 0.95 * len(names) + 1.5), 3.6)
    smallest, zero = math.inf, False
    for index, level in enumerate(study.levels):
        lines = [summary.line(level, name) for name in names]
        at = [i for i, x in enumerate(lines) if x is not None and plot.y in x.metrics]
        estimates = [line.metrics[plot.y] for line in lines if line and plot.y in line.metrics]
        if not estimates:
            continue
        middle, spread = _error_bars(plot.y, *estimates)
        smallest = min([smallest, *middle[middle > 0]])
        zero |= any(estimate.low <= 0 for estimate in estimates)
        shift = np.array(at) + (index - (len(study.levels) - 1) / 2) * 0.06
        # If the axis has no name, the players have no order, so no line connects them.
        style = _style(index) | ({} if plot.x else {"linestyle": "none"})
        ax.errorbar(shift, middle, yerr=spread, capsize=2, label=level_words(level), **style)
    slant = {"rotation": 20, "ha": "right", "rotation_mode": "anchor"}
    ax.set_xticks(range(len(names)), names, **(slant if max(map(len, names)) > 12 else {}))
    ax.set(ylabel=_axis(plot.y), xlabel=plot.x)
    if _is_share(plot.y):
        _y_axis(ax, plot.y)
    elif smallest < math.inf and ax.get_ylim()[1] > 20 * smallest:
        if zero:
            from matplotlib.ticker import FuncFormatter

            ax.set_yscale("symlog", linthresh=_power_below(smallest), linscale=0.4)
            ax.set_ylim(bottom=0)
            ax.yaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,g}"))
        else:
            _log(ax, "y")
    else:
        ax.set_ylim(bottom=0)
    _legend_above(figure, ax, 5)
    return figure


def _power_below(x: float) -> float:
    return float(10 ** math.floor(math.log10(x)))


def _binned(plot: Plot, summary: Summary, frame: polars.DataFrame) -> Any:
    study = summary.study
    across = min(3, len(study.levels))
    figure, panels = _panels(len(study.levels), 10 / across, 3.4, across)
    for ax, level in zip(panels, study.levels, strict=True):
        for index, player in enumerate(study.players):
            rows = frame.filter(level=level, player=player.name)
            if plot.x not in rows.columns or not len(rows):
                continue
            xs, estimates = _bins(rows[plot.x].to_numpy(), rows, plot.y)
            _series(ax, xs, estimates, plot.y, player.name, index)
        ax.set(title=level_words(level), xlabel=AXES.get(plot.x, plot.x))
        _y_axis(ax, plot.y)
    panels[0].set_ylabel(_axis(plot.y))
    _legend_above(figure, panels[0], 4)
    return figure


def _bins(
    values: Any, rows: polars.DataFrame, metric: str, most: int = 12
) -> tuple[list[float], list[Estimate]]:
    # Games with equal values are in the same bin.
    order = np.argsort(values, kind="stable")
    edges = np.unique(np.quantile(values, np.linspace(0, 1, most + 1)))
    which = np.searchsorted(edges[1:-1], values[order], side="left")
    outcomes = rows["outcome"].to_numpy()[order]
    numbers = None if metric in OUTCOMES else rows[metric].to_numpy().astype(float)[order]
    xs, estimates = [], []
    for one in np.unique(which):
        inside = which == one
        xs.append(float(values[order][inside].mean()))
        if numbers is None:
            estimates.append(share(int((outcomes[inside] == metric).sum()), int(inside.sum())))
        else:
            estimates.append(bootstrap(numbers[inside]))
    return xs, estimates


def _growth(plot: Plot, summary: Summary, frame: polars.DataFrame) -> Any:
    study = summary.study
    across = min(3, len(study.levels))
    figure, panels = _panels(len(study.levels), 10 / across, 3.4, across)
    at = np.linspace(0, 1, 41)
    for ax, level in zip(panels, study.levels, strict=True):
        for index, player in enumerate(study.players):
            rows = frame.filter(level=level, player=player.name)
            lengths = rows[plot.y].to_list() if plot.y in rows.columns else []
            games = [np.interp(at, np.linspace(0, 1, len(n)), n) for n in lengths if n]
            if not games:
                continue
            lengths_at = np.array(games)
            means = lengths_at.mean(axis=0)
            widths = 1.959964 * lengths_at.std(axis=0) / math.sqrt(len(games))
            ends = zip(means, np.maximum(means - widths, 0), means + widths, strict=True)
            estimates = [Estimate(*map(float, point)) for point in ends]
            _series(ax, (100 * at).tolist(), estimates, plot.y, player.name, index)
        ax.set(title=level_words(level), xlabel="steps of the game (%)")
        ax.set_ylim(bottom=0)
    panels[0].set_ylabel("clauses in KB" if plot.y == "kb" else "facts in KB0")
    _legend_above(figure, panels[0], 4)
    return figure


def _duels(plot: Plot, summary: Summary, frame: polars.DataFrame) -> Any:
    study = summary.study
    names = [p.name for p in study.players]
    count = len(study.levels)
    side = 0.62 * len(names) + 1.6
    figure, panels = _panels(count, side + 0.8, side * 0.8, 1)
    for ax, level in zip(panels, study.levels, strict=True):
        here = [d for d in summary.duels if d.level == level]
        table = np.full((len(names), len(names)), np.nan)
        sure = _holm([d.p for d in here])
        bold = set()
        for duel, significant in zip(here, sure, strict=True):
            i, j = names.index(duel.a), names.index(duel.b)
            table[i, j] = 100 * duel.difference.value
            table[j, i] = -table[i, j]
            if significant:
                bold |= {(i, j), (j, i)}
        limit = max(1.0, float(np.nanmax(np.abs(table)))) if here else 1.0
        ax.imshow(table, cmap="PuOr", vmin=-limit, vmax=limit, aspect="auto")
        for i in range(len(names)):
            for j in range(len(names)):
                if i != j and not np.isnan(table[i, j]):
                    dark = abs(table[i, j]) > 0.5 * limit
                    ax.text(
                        j,
                        i,
                        f"{table[i, j]:+.0f}" if abs(table[i, j]) >= 0.5 else "0",
                        ha="center",
                        va="center",
                        fontsize=8.5,
                        fontweight="bold" if (i, j) in bold else "normal",
                        color="white" if dark else INK,
                    )
        ax.set_xticks(range(len(names)), names, rotation=35, ha="right", rotation_mode="anchor")
        ax.set_yticks(range(len(names)), names)
        ax.grid(False)
        ax.tick_params(length=0)
        ax.set_title(f"{level_words(level)}: wins, row minus column, in percentage points")
    return figure


def _holm(ps: list[float], alpha: float = 0.05) -> list[bool]:
    """Whether each test is significant, with a correction for the number of tests (Holm 1979).

    >>> _holm([0.001, 0.04, 0.03])
    [True, False, False]
    """
    rejected = [False] * len(ps)
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        if ps[i] > alpha / (len(ps) - rank):
            break
        rejected[i] = True
    return rejected


def _stuck(plot: Plot, summary: Summary, frame: polars.DataFrame) -> Any:
    study = summary.study
    count = len(study.levels)
    across = min(2, count)
    figure, panels = _panels(count, 9 / across if across > 1 else 8, 4.0, across)
    for ax, level in zip(panels, study.levels, strict=True):
        for index, player in enumerate(study.players):
            rows = frame.filter(level=level, player=player.name, outcome="stuck")
            if not len(rows) or rows["left"].null_count():
                continue
            left = np.sort(rows["left"].to_numpy())
            line = summary.line(level, player.name)
            games = line.games if line is not None else len(rows)
            shares = np.arange(1, len(left) + 1) / games * 100
            style = _style(index) | {"drawstyle": "steps-post", "markerfacecolor": "white"}
            every = max(1, len(left) // 8)
            ax.plot(left, shares, label=player.name, markevery=every, **style)
        ax.set(
            title=level_words(level),
            xlabel="unmarked cells",
            ylabel="games stuck with at most that many (%)",
        )
        _log(ax, "x")
        ax.set_ylim(bottom=0)
    _legend_above(figure, panels[0], 4)
    return figure


KINDS: dict[str, Callable[[Plot, Summary, Any], Any]] = {
    "outcomes": _outcomes,
    "times": _times,
    "trade": _trade,
    "curve": _curve,
    "setting": _setting,
    "binned": _binned,
    "growth": _growth,
    "duels": _duels,
    "stuck": _stuck,
}
