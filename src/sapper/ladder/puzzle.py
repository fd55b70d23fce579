"""Puzzles: positions in which one kind of deduction leads on, and nothing easier does.

    puzzle    a position of a game that was played by certain moves. The easiest technique that
              finds a safe cell is the one asked for, and all that is certain is certain by it.
              Mines that easier techniques show are flagged, so that these are exhausted.
    sheet     puzzles to be printed, 4 to 12 to a page, with their solutions at the end

The puzzles of a seed are the same on every machine: they come from boards that the dealer finds,
in the order of their seeds, the first position of each board that will do. None comes twice.

>>> (puzzle,) = puzzles(Technique.DIFFERENCE, seed=1, count=1, level=Level.parse("7x5x9/open"))
>>> print(puzzle.view, end="")
7x5x9/open
.......
.......
.22133.
..101..
..101..
>>> [puzzle.view.grid.name(cell) for cell in puzzle.safe]
['C2', 'F5']
"""

from __future__ import annotations

import html
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from sapper import picture
from sapper.core.board import SEEDS, Board, deal
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import FLAGGED, GIVEN, View
from sapper.errors import SapperError
from sapper.explain import Explanation, explain
from sapper.ladder.dealer import LIMIT, DealLimitError, Progress, Wanted, deal_wanted
from sapper.ladder.rungs import SettledCell, settled_cells
from sapper.ladder.solution import solution
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds
from sapper.reason.value import value
from sapper.words import language, say
from sapper.words.kinds import (
    GuessAnswer,
    PuzzleAnswer,
    PuzzleCaption,
    PuzzleSheet,
    PuzzleTask,
    Solutions,
    WhichCell,
)

LEVEL = Level.parse("12x9x22/open")
"""small enough to print, as dense as expert"""

PER_PAGE = range(4, 13)
_TRIED = 1000
"""boards that are dealt for each position to guess in, at most"""


@dataclass(frozen=True)
class Puzzle:
    """A position where one technique leads on; the cells that it settles are the answer."""

    view: View
    technique: Technique
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]

    @cached_property
    def explanation(self) -> Explanation:
        """Why the first safe cell of the answer is safe."""
        found = explain(self.view, self.safe[0])
        assert isinstance(found, Explanation), "the engine and the explainer disagree"
        return found

    @property
    def answer(self) -> View:
        """The position with the answer in it: safe cells as told, mines flagged."""
        states = bytearray(self.view.states)
        for cell in self.safe:
            states[cell] = GIVEN
        for cell in self.mines:
            states[cell] = FLAGGED
        return View(self.view.level, bytes(states))

    @property
    def asks(self) -> WhichCell:
        """What a sheet of such puzzles asks."""
        return WhichCell("safe")

    @property
    def task(self) -> PuzzleTask:
        """What is asked, in a line."""
        return PuzzleTask(str(self.technique), self.asks)

    @property
    def caption(self) -> PuzzleCaption:
        """What stands below it on a sheet."""
        return PuzzleCaption(str(self.technique), self.view.level.mines - self.view.flags)

    @property
    def solved(self) -> str:
        """What stands below its solution."""
        return self.explanation.summary

    @property
    def reasons(self) -> tuple[str, ...]:
        """The answer for whoever asks for it: the cells, then why."""
        names = tuple(map(self.view.grid.name, self.safe))
        return (say(PuzzleAnswer(names, None)), *self.explanation.words().splitlines())

    def to_json(self) -> dict[str, Any]:
        """The puzzle and its answer by the names of cells."""
        name = self.view.grid.name
        return {
            "position": str(self.view),
            "technique": str(self.technique),
            "safe": [name(cell) for cell in self.safe],
            "mines": [name(cell) for cell in self.mines],
        }


@dataclass(frozen=True, slots=True)
class GuessPuzzle:
    """A position in which no cell is provably safe; the answer are its safest or its best cells."""

    view: View
    cells: tuple[Cell, ...]
    risks: tuple[float, ...]
    """the chance of each of them to be a mine"""
    win: float | None = None
    """the chance of winning with the best cells; None where the safest are wanted"""

    @property
    def answer(self) -> View:
        """The position with the answer in it, as if it were told."""
        states = bytearray(self.view.states)
        for cell in self.cells:
            states[cell] = GIVEN
        return View(self.view.level, bytes(states))

    @property
    def asks(self) -> WhichCell:
        """What a sheet of such puzzles asks."""
        return WhichCell("safest" if self.win is None else "best")

    @property
    def task(self) -> PuzzleTask:
        """What is asked, in a line."""
        return PuzzleTask(None, self.asks)

    @property
    def caption(self) -> PuzzleCaption:
        """What stands below it on a sheet."""
        return PuzzleCaption(None, self.view.level.mines - self.view.flags)

    @property
    def _answer(self) -> GuessAnswer:
        return GuessAnswer(tuple(map(self.view.grid.name, self.cells)), self.risks, self.win)

    @property
    def solved(self) -> str:
        """What stands below its solution."""
        return say(self._answer)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The answer for whoever asks for it."""
        return (say(PuzzleAnswer((), self._answer)),)

    def to_json(self) -> dict[str, Any]:
        """The puzzle and its answer by the names of cells."""
        cells = [self.view.grid.name(cell) for cell in self.cells]
        if self.win is None:
            return {"position": str(self.view), "safest": cells, "risk": self.risks[0]}
        return {"position": str(self.view), "best": cells, "risks": self.risks, "win": self.win}


Practice: TypeAlias = Puzzle | GuessPuzzle


def guess_puzzles(
    seed: int, count: int, level: Level = LEVEL, *, best: bool = False
) -> list[GuessPuzzle]:
    """So many different positions where certain moves end, from boards dealt in turn.

    The safest cell is wanted, or the `best` one, which wins most often. A SapperError if hardly any
    board has such a position: then the level is too easy, too small, or too large for exact values.
    """
    if count < 0:
        raise SapperError(f"{count} puzzles can't be made: 0 or more")
    found: dict[str, GuessPuzzle] = {}
    for tried in range(_TRIED * count):
        puzzle = _guess_puzzle(deal(level, (seed + tried) % SEEDS), best)
        if puzzle is not None:
            found.setdefault(str(puzzle.view), puzzle)
        if len(found) == count:
            break
    if len(found) < count:
        raise SapperError(
            f"{_TRIED * count} boards of {level} have only {len(found)} positions to guess in: "
            "take a level with more mines"
        )
    return list(found.values())


def _guess_puzzle(board: Board, best: bool) -> GuessPuzzle | None:
    """Where certain moves end on a board, if some cells are better than others there."""
    found = solution(board)
    last = found.waves[-1]
    if found.solved or found.too_wide or last.first_is_safe:
        return None
    chances = odds(last)
    states = bytearray(last.states)
    for cell in chances.mines:
        states[cell] = FLAGGED
    view = View(last.level, bytes(states))
    unsure = [cell for cell in view.hidden if states[cell] != FLAGGED]
    scores = {cell: 1.0 - chances[cell] for cell in unsure}
    if best:
        judged = value(view)
        if not judged.exact:
            return None
        scores = {move.cell: move.win for move in judged.moves}
    most = max(scores.values())
    cells = tuple(cell for cell in unsure if math.isclose(scores.get(cell, 0.0), most))
    if len(cells) == len(unsure):
        return None
    return GuessPuzzle(view, cells, tuple(chances[cell] for cell in cells), most if best else None)


def puzzles(
    technique: Technique,
    seed: int,
    count: int,
    level: Level = LEVEL,
    *,
    limit: float = LIMIT,
    progress: Callable[[Progress], object] | None = None,
) -> list[Puzzle]:
    """So many different puzzles of a technique, from boards of the level.

    A DealLimitError after `limit` seconds; its `puzzles` are those found by then.
    """
    if technique is Technique.GIVEN:
        raise SapperError("what is told is no puzzle: choose a technique from single clue on")
    if count < 0:
        raise SapperError(f"{count} puzzles can't be made: 0 or more")
    wanted = Wanted(technique=technique, to_the_end=False)
    found: dict[str, Puzzle] = {}
    end = time.monotonic() + limit
    while len(found) < count:
        left = max(0.0, end - time.monotonic())
        try:
            dealt = deal_wanted(level, seed, 1, wanted, limit=left, progress=progress)
        except DealLimitError as problem:
            raise PuzzleLimitError(problem, list(found.values())) from None
        puzzle = _first_puzzle(dealt.boards[0], technique)
        if puzzle is not None:
            found.setdefault(str(puzzle.view), puzzle)
        seed = (seed + 1) % SEEDS
    return list(found.values())


class PuzzleLimitError(DealLimitError):
    """Not all puzzles were found before the limit; `puzzles` has those that were."""

    def __init__(self, problem: DealLimitError, made: list[Puzzle]) -> None:
        made_so_far = "{count} puzzles were made: {problem}"
        super().__init__(problem.dealt, made_so_far, count=len(made), problem=problem)
        self.puzzles = made


def _first_puzzle(board: Board, technique: Technique) -> Puzzle | None:
    found = solution(board)
    waves = dict.fromkeys(each.wave for each in found.openings if each.technique is technique)
    for wave in waves:
        puzzle = as_puzzle(found.waves[wave], technique)
        if puzzle is not None:
            return puzzle
    return None


def as_puzzle(view: View, technique: Technique) -> Puzzle | None:
    """The position as a puzzle of that technique; None if it is none."""
    certain = settled_cells(view)
    if {each.technique for each in certain.values() if not each.mine} != {technique}:
        return None
    if max(each.technique for each in certain.values()) is not technique:
        return None

    def cells(wanted: Callable[[SettledCell], bool]) -> tuple[Cell, ...]:
        return tuple(sorted(cell for cell, each in certain.items() if wanted(each)))

    states = bytearray(view.states)
    for cell in cells(lambda each: each.mine and each.technique < technique):
        states[cell] = FLAGGED
    return Puzzle(
        View(view.level, bytes(states)),
        technique,
        cells(lambda each: not each.mine),
        cells(lambda each: each.mine and each.technique is technique),
    )


def sheet_html(made: Sequence[Practice], per_page: int = 6, title: str = "") -> str:
    """Puzzles as an HTML page to be printed: so many to a page, the solutions at the end."""
    _check_page(per_page)
    pages = [
        _page(made, start, per_page, answers, title)
        for answers in (False, True)
        for start in _starts(made, per_page)
    ]
    head = _HTML.replace("LANGUAGE", language()).replace("TITLE", say(PuzzleSheet()))
    return head.replace("COLUMNS", str(_columns(per_page))).replace("PAGES", "\n".join(pages))


def sheet_svgs(made: Sequence[Practice], per_page: int = 6) -> list[str]:
    """The same as one SVG picture per page, A4."""
    _check_page(per_page)
    return [
        _svg_page(made, start, per_page, answers)
        for answers in (False, True)
        for start in _starts(made, per_page)
    ]


def _check_page(per_page: int) -> None:
    if per_page not in PER_PAGE:
        raise SapperError(f"{per_page} puzzles don't go on a page: {PER_PAGE[0]} to {PER_PAGE[-1]}")


def _starts(made: Sequence[Practice], per_page: int) -> range:
    return range(0, len(made), per_page)


def _columns(per_page: int) -> int:
    return 2 if per_page <= 8 else 3


def _page(made: Sequence[Practice], start: int, per_page: int, answers: bool, title: str) -> str:
    figures = []
    for number, puzzle in enumerate(made[start : start + per_page], start + 1):
        view = puzzle.answer if answers else puzzle.view
        said = puzzle.solved if answers else say(puzzle.caption)
        figures.append(
            f"<figure>{picture.svg(view.rows)}"
            f"<figcaption>{number}. {html.escape(said)}</figcaption></figure>"
        )
    head = f"{title}{': ' * bool(title)}{say(Solutions() if answers else made[start].asks)}"
    return f"<section><h1>{html.escape(head)}</h1><div>{''.join(figures)}</div></section>"


_HTML = """<!doctype html>
<html lang="LANGUAGE">
<meta charset="utf-8">
<title>TITLE</title>
<style>
@page { size: A4; margin: 12mm }
body { font: 11pt sans-serif; margin: 0 }
section { break-after: page }
section:last-child { break-after: auto }
h1 { font-size: 14pt; margin: 0 0 6mm }
div { display: grid; grid-template-columns: repeat(COLUMNS, 1fr); gap: 6mm }
figure { margin: 0; break-inside: avoid }
figure svg { width: 100%; height: auto }
</style>
<body>
PAGES
</body>
</html>
"""

_WIDTH, _HEIGHT, _MARGIN, _CAPTION = 210.0, 297.0, 12.0, 8.0


def _svg_page(made: Sequence[Practice], start: int, per_page: int, answers: bool) -> str:
    """A page in millimetres: pictures in a grid, each scaled to its place."""
    columns = _columns(per_page)
    rows = -(-per_page // columns)
    width = (_WIDTH - 2 * _MARGIN) / columns
    height = (_HEIGHT - 2 * _MARGIN - _CAPTION) / rows
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" '
        f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" font-family="sans-serif">',
        f'<text x="{_MARGIN:g}" y="{_MARGIN + 4:g}" font-size="5">'
        f"{say(Solutions() if answers else made[start].asks)}</text>",
    ]
    for place, puzzle in enumerate(made[start : start + per_page]):
        x = _MARGIN + place % columns * width
        y = _MARGIN + _CAPTION + place // columns * height
        view = puzzle.answer if answers else puzzle.view
        said = puzzle.solved if answers else say(puzzle.caption)
        level = view.level
        scale = min(
            (width - 4) / ((level.width + 1) * picture.TILE),
            (height - _CAPTION) / ((level.height + 1) * picture.TILE),
        )
        parts.append(f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.5f})">')
        parts += [picture.svg(view.rows), "</g>"]
        parts.append(
            f'<text x="{x:.2f}" y="{y + height - 3:.2f}" font-size="3">'
            f"{start + place + 1}. {html.escape(said)}</text>"
        )
    return "\n".join([*parts, "</svg>", ""])
