"""The report of an exam as a self-contained HTML page, in light or dark colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.exam.grading import Graded, chances, claim_of, counterexample, verdicts, wins
from sapper.exam.items import PARTS
from sapper.exam.reading import MINES
from sapper.exam.report import best_first, notes, points, rung_rows, scored, total_rows
from sapper.exam.scores import Bin, Scores
from sapper.explain import Explanation, explain
from sapper.explain.pictures import sheet
from sapper.picture import svg
from sapper.report import render
from sapper.report.charts import Axes, Axis, Bar, bars
from sapper.words import how_many, plural
from sapper.words.en import percent  # the report is English

WORST = 5
ALMOST = 0.995
"""the lowest number of points that is shown as 1.00"""
MEANING = {
    "total": "the mean of all parts",
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
    ordered = best_first(all_scores)
    return render(
        "exam.html",
        title=f"Exam: {', '.join(scores.name for scores in ordered)}",
        meanings=MEANING,
        totals=total_rows(ordered),
        examinees=list(map(_examinee, ordered)),
    )


def _examinee(scores: Scores) -> dict[str, object]:
    shown = []
    if scores.total is not None:
        shown.append(("total", scores.total, points(scores.total)))
    for part in PARTS:
        if part in scores.parts:
            found = scores.parts[part].score
            shown.append((part, found.points, scored(found)))
    if scores.consistency is not None:
        shown.append(("consistency", scores.consistency, points(scores.consistency)))
    rows = [Bar(name, one.value, label, (one.low, one.high)) for name, one, label in shown]
    scale = Axis(-1, 1, [(value, f"{value:g}") for value in (-1, -0.5, 0, 0.5, 1)])
    return {
        "name": scores.name,
        "total": "" if scores.total is None else points(scores.total),
        "bars": bars("Scores with intervals", rows, scale),
        "notes": notes(scores),
        "rungs": rung_rows(scores),
        "calibration": scores.calibration and _calibration(scores.calibration),
        "worst": list(map(_answer, worst(scores.graded))),
    }


def _calibration(bins: Sequence[Bin]) -> Markup:
    """A plot of the mean exact odds against the stated chances."""
    ticks = [(value, f"{value:g}") for value in (0, 0.25, 0.5, 0.75, 1)]
    axes = Axes(Axis(0, 1, ticks, "stated"), Axis(0, 1, ticks, "exact odds"), 280, 280)
    most = max(one.count for one in bins)
    dots = []
    for one in bins:
        told = f"{how_many(one.count, 'cell')}: said {percent(one.said)}, "
        told += f"exact {percent(one.exact)}"
        dots.append(axes.dot((one.said, one.exact), 3 + 5 * (one.count / most) ** 0.5, told))
    line = axes.line([(one.said, one.exact) for one in bins])
    return axes.svg("Calibration curve", axes.line([(0, 0), (1, 1)], "dash"), line, *dots)


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


@dataclass(frozen=True, slots=True)
class Evidence:
    """A picture and words, perhaps with a table, that show what is wrong with an answer."""

    picture: Markup
    words: str
    rows: list[list[str]] = field(default_factory=list)


def _answer(one: Graded) -> dict[str, object]:
    item = one.item
    shown = {
        "deduce": _deduced,
        "prove": _proved,
        "estimate": _estimated,
        "choose": _chosen,
        "play": _played,
    }[item.part](one)
    return {"title": f"{item.id}: {one.points:.2f} points", "evidence": shown}


def _drawn(rows: Sequence[str], outlines: dict[Cell, str]) -> Markup:
    return Markup(svg(rows, "classic", outlines=outlines))


def _refuted(view: View, cell: Cell, said: str) -> Evidence:
    """Why an answer's verdict on a cell is wrong."""
    name = view.grid.name(cell)
    found = explain(view, cell)
    words = f"The answer says that {name} is {_named(said)}."
    if isinstance(found, Explanation):
        return Evidence(Markup(sheet(found, "classic")), words)
    mines, other = (found.with_mine, "mine") if said == "safe" else (found.when_safe, "safe")
    words += (
        f" This board fits the position, and {name} is {_named(other)} there. The exact chance of "
        f"a mine is {percent(found.odds)}."
    )
    return Evidence(_drawn(found.rows(mines), {cell: WRONG}), words)


def _named(said: str) -> str:
    return "a mine" if said == "mine" else said


def _deduced(one: Graded) -> Evidence:
    item, truth = one.item, verdicts(one.item)
    wrong = [name for name in truth if one.answer[name] != truth[name]]
    wrong.sort(key=lambda name: item.named[name] not in one.false)  # false claims first
    return _refuted(item.view, item.named[wrong[0]], one.answer[wrong[0]])


def _proved(one: Graded) -> Evidence:
    item, answer = one.item, one.answer
    view, claim = item.view, claim_of(item)
    words = f"{item.cells[0]} is {'a mine' if claim > 0 else 'safe'}"
    cell = abs(claim) - 1
    if "proof" in answer:
        said = f"The derivation of “{words}” is rejected: {one.problem}"
        return Evidence(_drawn(view.rows, {cell: NAMED}), said)
    cited = [view.grid.parse_cell(name) for name in answer["clues"] if name != MINES]
    listed = ", ".join(answer["clues"]) or "no clue"
    outlines = {**dict.fromkeys(cited, NAMED), cell: WRONG}
    mines = counterexample(view, cited, MINES in answer["clues"], claim)
    if mines is None:
        said = f"“{words}” follows from {listed}, but {one.problem}."
        return Evidence(_drawn(view.rows, {**outlines, cell: RIGHT}), said)
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
    return Evidence(_drawn(rows, outlines), said)


def _estimated(one: Graded) -> Evidence:
    item = one.item
    exact = chances(item.view)
    rows = [["cell", "stated", "exact"]]
    for name, cell in item.named.items():
        rows.append([name, percent(one.answer[name]), percent(exact[cell])])
    outlines = dict.fromkeys(item.named.values(), NAMED)
    return Evidence(_drawn(item.view.rows, outlines), "The named cells have blue frames.", rows)


def _chosen(one: Graded) -> Evidence:
    view = one.item.view
    found = wins(view)
    best = max(found, key=found.__getitem__)
    cell = view.grid.parse_cell(one.answer["cell"])
    words = (
        f"{view.grid.name(cell)} (red) wins {percent(found[cell])} of the time. "
        f"{view.grid.name(best)} (green) would win {percent(found[best])}."
    )
    return Evidence(_drawn(view.rows, {best: RIGHT, cell: WRONG}), words)


def _played(one: Graded) -> Evidence:
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
    return Evidence(_drawn(view.rows, {}), words)
