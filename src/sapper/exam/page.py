"""The report of an exam as a self-contained HTML page, in light or dark colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.exam.grading import Graded, chances, claim_of, counterexample, verdicts, wins
from sapper.exam.items import PARTS
from sapper.exam.reading import MINES
from sapper.exam.report import notes, points, rung_rows, scored, total_rows
from sapper.exam.scores import Bin, Scores
from sapper.explain import Explanation, explain
from sapper.explain.pictures import sheet
from sapper.lab.statistics import Estimate
from sapper.lab.study.report import document, table
from sapper.picture import svg
from sapper.words import how_many, plural
from sapper.words.en import percent  # the report is English

WORST = 5
ALMOST = 0.995
"""the lowest number of points that is shown as 1.00"""
MEANING = {
    "total": "the mean of the parts that were taken",
    "deduce": "tell which cells are safe, mines or undetermined",
    "prove": "name the clues that prove a claim",
    "estimate": "estimate the chance of a mine",
    "choose": "choose the best cell for a guess",
    "play": "play whole games, with luck removed",
    "consistency": "the share of positions whose copies were answered alike",
}
WRONG, RIGHT, NAMED = "#d01040", "#0a7a3c", "#1d5fd0"
"""the colours of frames around cells: wrong, right, and named or cited"""


def report_html(all_scores: Sequence[Scores]) -> str:
    ordered = sorted(all_scores, key=lambda scores: -scores.total.value)
    parts = [
        "<h1>Exam</h1>",
        "<p>Scores have 95% intervals. 0 means ignorance, and 1 is the best possible score. Bars "
        "are cut off at -1.</p>",
        "<ul>",
        *(f"<li><b>{name}</b>: {meaning}</li>" for name, meaning in MEANING.items()),
        "</ul>",
    ]
    if len(ordered) > 1:
        parts.append(table(total_rows(ordered), 1))
    for scores in ordered:
        parts += _examinee(scores)
    title = ", ".join(scores.name for scores in ordered)
    return document(f"Exam: {title}", parts, _CSS)


def _examinee(scores: Scores) -> Iterator[str]:
    yield f"<h2>{escape(scores.name)}</h2>"
    yield f'<p class="total">{points(scores.total)}</p>'
    bars = [("total", scores.total, points(scores.total))]
    for part in PARTS:
        if part in scores.parts:
            found = scores.parts[part].score
            bars.append((part, found.points, scored(found)))
    if scores.consistency is not None:
        bars.append(("consistency", scores.consistency, points(scores.consistency)))
    yield f"<figure>{_bars(bars)}</figure>"
    yield f"<ul>{''.join(f'<li>{escape(note)}</li>' for note in notes(scores))}</ul>"
    if rows := rung_rows(scores):
        yield "<h3>By technique</h3>"
        yield table(rows, 1)
    if scores.calibration:
        yield "<h3>Calibration</h3>"
        yield (
            f"<figure>{_curve(scores.calibration)}<figcaption>Cells grouped by stated chance. "
            "A dot on the diagonal means that the chances are right on average. Larger dots stand "
            "for more cells.</figcaption></figure>"
        )
    if shown := worst(scores.graded):
        yield "<h3>The worst answers</h3>"
        for one in shown:
            yield _answer(one)


def _bars(bars: Sequence[tuple[str, Estimate, str]]) -> str:
    """A chart of scores from -1 to 1, with their intervals."""
    row, left, wide = 30, 96, 180

    def x(value: float) -> float:
        return round(left + (min(max(value, -1.0), 1.0) + 1) / 2 * wide, 1)

    height = row * len(bars) + 24
    parts = [
        f'<svg viewBox="0 0 440 {height}" width="440" height="{height}" role="img" '
        'aria-label="Scores with intervals" class="chart">'
    ]
    for value in (-1, -0.5, 0, 0.5, 1):
        kind = "axis" if value == 0 else "grid"
        parts.append(f'<path class="{kind}" d="M{x(value)} 0V{height - 20}"/>')
        parts.append(f'<text x="{x(value)}" y="{height - 5}" text-anchor="middle">{value:g}</text>')
    for number, (name, estimate, label) in enumerate(bars):
        y = row * number + row // 2
        start, end = sorted((x(0), x(estimate.value)))
        parts += [
            f'<text x="{left - 10}" y="{y + 5}" text-anchor="end">{escape(name)}</text>',
            f'<rect class="bar" x="{start}" y="{y - 7}" width="{round(end - start, 1)}" '
            'height="14"/>',
            f'<path class="range" d="M{x(estimate.low)} {y}H{x(estimate.high)}"/>',
            f'<text x="{left + wide + 14}" y="{y + 5}">{label}</text>',
        ]
    return "\n".join([*parts, "</svg>"])


def _curve(bins: Sequence[Bin]) -> str:
    """A plot of the mean exact odds against the stated chances."""
    left, top, side = 50, 10, 280

    def place(said: float, exact: float) -> tuple[float, float]:
        return round(left + said * side, 1), round(top + (1 - exact) * side, 1)

    parts = [
        f'<svg viewBox="0 0 350 {side + 60}" width="350" height="{side + 60}" role="img" '
        'aria-label="Calibration curve" class="chart">'
    ]
    for value in (0, 0.25, 0.5, 0.75, 1):
        x, y = place(value, value)
        parts += [
            f'<path class="grid" d="M{x} {top}V{top + side}M{left} {y}H{left + side}"/>',
            f'<text x="{x}" y="{top + side + 18}" text-anchor="middle">{value:g}</text>',
            f'<text x="{left - 8}" y="{y + 5}" text-anchor="end">{value:g}</text>',
        ]
    parts.append(f'<path class="axis" d="M{left} {top + side}L{left + side} {top}"/>')
    dots = [(*place(one.said, one.exact), one) for one in bins]
    line = "L".join(f"{x} {y}" for x, y, _ in dots)
    parts.append(f'<path class="line" d="M{line}"/>')
    most = max(one.count for one in bins)
    for x, y, one in dots:
        radius = round(3 + 5 * (one.count / most) ** 0.5, 1)
        told = f"{how_many(one.count, 'cell')}: said {percent(one.said)}, "
        told += f"exact {percent(one.exact)}"
        parts.append(
            f'<circle class="dot" cx="{x}" cy="{y}" r="{radius}"><title>{told}</title></circle>'
        )
    parts += [
        f'<text x="{left + side / 2}" y="{top + side + 38}" text-anchor="middle">stated</text>',
        f'<text transform="translate(14 {top + side / 2}) rotate(-90)" text-anchor="middle">'
        "exact odds</text>",
        "</svg>",
    ]
    return "\n".join(parts)


def worst(graded: Sequence[Graded]) -> list[Graded]:
    """The worst readable answers. The worst answer of each part comes first."""
    wrong = [o for o in graded if o.state == "read" and not o.best and o.points < ALMOST]
    wrong.sort(key=lambda one: (one.points, -one.false_claims))
    first: dict[str, Graded] = {}
    for one in wrong:
        first.setdefault(one.item.part, one)
    groups = {one.item.group for one in first.values()}
    others = [one for one in wrong if one.item.group not in groups]
    return [*first.values(), *others][:WORST]


def _answer(one: Graded) -> str:
    """An answer in HTML, with the reason why it is wrong."""
    item = one.item
    head = f"<h4>{escape(item.id)}: {one.points:.2f} points</h4>"
    shown = {
        "deduce": _deduced,
        "prove": _proved,
        "estimate": _estimated,
        "choose": _chosen,
        "play": _played,
    }[item.part](one)
    return f"<section>{head}{shown}</section>"


def _figure(rows: Sequence[str], outlines: dict[Cell, str], words: str) -> str:
    return (
        f"<figure>{svg(rows, 'classic', outlines=outlines)}"
        f"<figcaption>{escape(words)}</figcaption></figure>"
    )


def _refuted(view: View, cell: Cell, said: str) -> str:
    """HTML that shows why an answer's verdict on a cell is wrong."""
    name = view.grid.name(cell)
    found = explain(view, cell)
    if isinstance(found, Explanation):
        return (
            f"<p>The answer says that {name} is {_named(said)}.</p>"
            f"<figure>{sheet(found, 'classic')}</figure>"
        )
    mines, other = (found.with_mine, "mine") if said == "safe" else (found.when_safe, "safe")
    words = (
        f"The answer says that {name} is {_named(said)}. This board fits the position, and {name} "
        f"is {_named(other)} there. The exact chance of a mine is {percent(found.odds)}."
    )
    return _figure(found.rows(mines), {cell: WRONG}, words)


def _named(said: str) -> str:
    return "a mine" if said == "mine" else said


def _deduced(one: Graded) -> str:
    item, truth = one.item, verdicts(one.item)
    wrong = [name for name in truth if one.answer[name] != truth[name]]
    wrong.sort(key=lambda name: item.named[name] not in one.false)  # false claims first
    return _refuted(item.view, item.named[wrong[0]], one.answer[wrong[0]])


def _proved(one: Graded) -> str:
    item, answer = one.item, one.answer
    view, claim = item.view, claim_of(item)
    words = f"{item.cells[0]} is {'a mine' if claim > 0 else 'safe'}"
    cell = abs(claim) - 1
    if "proof" in answer:
        return _figure(
            view.rows, {cell: NAMED}, f"The derivation of “{words}” is rejected: {one.problem}"
        )
    cited = [view.grid.parse_cell(name) for name in answer["clues"] if name != MINES]
    listed = ", ".join(answer["clues"]) or "no clue"
    outlines = {**dict.fromkeys(cited, NAMED), cell: WRONG}
    mines = counterexample(view, cited, MINES in answer["clues"], claim)
    if mines is None:
        said = f"“{words}” follows from {listed}, but {one.problem}."
        return _figure(view.rows, {**outlines, cell: RIGHT}, said)
    # Show an open cell as safe, without its number, if the answer does not cite the number.
    symbols = [
        "*" if other in mines else "." if state >= HIDDEN else str(state) if other in cited else "+"
        for other, state in enumerate(view.states)
    ]
    width = view.level.width
    rows = ["".join(symbols[i : i + width]) for i in range(0, len(symbols), width)]
    said = (
        f"The answer cites {listed} for “{words}”. These mines agree with the cited numbers, but "
        "the claim is false."
    )
    return _figure(rows, outlines, said)


def _estimated(one: Graded) -> str:
    item = one.item
    exact = chances(item.view)
    rows = [["cell", "stated", "exact"]]
    for name, cell in item.named.items():
        rows.append([name, percent(one.answer[name]), percent(exact[cell])])
    outlines = dict.fromkeys(item.named.values(), NAMED)
    return _figure(item.view.rows, outlines, "The named cells have blue frames.") + table(rows, 1)


def _chosen(one: Graded) -> str:
    view = one.item.view
    found = wins(view)
    best = max(found, key=found.__getitem__)
    cell = view.grid.parse_cell(one.answer["cell"])
    words = (
        f"{view.grid.name(cell)} (red) wins {percent(found[cell])} of the time. "
        f"{view.grid.name(best)} (green) would win {percent(found[best])}."
    )
    return _figure(view.rows, {best: RIGHT, cell: WRONG}, words)


def _played(one: Graded) -> str:
    game = one.played
    assert game is not None
    if game.false_claims:
        first = game.false_claims[0]
        return _refuted(first.view, first.cell, "mine" if first.mine else "safe")
    view = game.game.view
    outcome = "won" if game.result.won else "not won"
    words = (
        f"The game was {outcome}. {game.needless} of {how_many(game.guesses, 'guess', 'guesses')} "
        f"{plural(game.needless, 'was', 'were')} needless. The points compare it "
        "with the champion's game on the same board, with luck removed."
    )
    return _figure(view.rows, {}, words)


_CSS = """
:root { color-scheme: light dark; --ink: #1c2024; --soft: #5b6470; --line: #d5dae0;
  --page: #ffffff; --card: #f4f6f8; --bar: #2f6fd6; --range: #10243f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #a3adb8; --line: #3a424c;
  --page: #15181c; --card: #1e2328; --bar: #5c93ea; --range: #f2f5f9; } }
.total { font-size: 1.6rem; margin: .25rem 0 1rem; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; }
figure svg { max-width: 100%; height: auto; }
figcaption { max-width: 44rem; white-space: pre-line; }
section { background: var(--card); border-radius: .5rem; padding: .25rem 1rem; margin: 1rem 0; }
table { font-size: .9rem; }
.chart text { fill: var(--ink); font: 14px system-ui, sans-serif; }
.chart path { fill: none; }
.grid { stroke: var(--line); }
.axis { stroke: var(--soft); stroke-dasharray: 4 3; }
.bar, .dot { fill: var(--bar); }
.line { stroke: var(--bar); stroke-width: 2; }
.range { stroke: var(--range); stroke-width: 2; }
@media print { section { break-inside: avoid; } }
"""
