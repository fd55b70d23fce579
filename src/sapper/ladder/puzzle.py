"""Puzzles: positions in which you need one particular technique, and easier ones do not help.

    puzzle    a position that arises when a board is solved without guessing. The wanted technique
              is the easiest one that finds a safe cell, and no provable cell needs a harder one.
              Mines that easier techniques find are flagged, so these techniques find no more cells.
    sheet     puzzles to print, 4 to 12 per page, with their solutions at the end

A seed gives the same puzzles on every machine. Each puzzle is the first suitable position of a
different board. The seeds of the boards are hashes, so that neighbouring seeds give different
puzzles. No two puzzles need the same reasoning, not even turned or mirrored. Any two puzzles
differ in the clues that decide the first safe cell, or in the hidden cells next to these clues.
Guessing puzzles differ in their positions.

>>> (puzzle,) = puzzles(Technique.DIFFERENCE, seed=1, count=1, level=Level.parse("7x5x9/open"))
>>> print(puzzle.view, end="")
7x5x9/open
.......
2.3222.
111001.
1.1013.
1.101F.
>>> [puzzle.view.grid.name(cell) for cell in puzzle.safe]
['G2']
"""

from __future__ import annotations

import hashlib
import html
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, TypeAlias, TypeVar
from unicodedata import normalize

from typing_extensions import TypedDict

from sapper import picture
from sapper.core.board import Board, deal, random_seed
from sapper.core.grid import Cell, CellJson
from sapper.core.level import Level
from sapper.core.view import FLAGGED, GIVEN, View
from sapper.errors import SapperError
from sapper.explain import Explanation, explain
from sapper.ladder.dealer import (
    LIMIT,
    NO_CASE_SPLIT,
    DealLimitError,
    DealProgress,
    Wanted,
    deal_wanted,
)
from sapper.ladder.rungs import SettledCell, settled_cells
from sapper.ladder.solution import solution
from sapper.ladder.techniques import Technique
from sapper.reason.champion import BOARDS_PER_SECOND
from sapper.reason.odds import odds
from sapper.reason.value import value
from sapper.report import render
from sapper.words import how_many, language, say
from sapper.words.kinds import (
    GuessAnswer,
    PageLabel,
    PuzzleAnswer,
    PuzzleCaption,
    PuzzleTask,
    WhichCell,
)

LEVEL = Level.parse("12x9x22/open")
"""a level that is small enough to print, and about as dense as expert"""

PUZZLE_TECHNIQUES = tuple(t for t in Technique if t not in (Technique.GIVEN, Technique.CASE_SPLIT))
"""the techniques that have puzzles"""

PER_PAGE = range(4, 13)
_CELLS = 10_000
"""the most cells of a level, so that the work on each board is short"""
_ANY_BUDGET = 2 / BOARDS_PER_SECOND
"""the least budget that `value` accepts; whether a value is exact doesn't depend on the budget"""
_TRIED = 1000
"""the maximum number of boards that are dealt for each guessing puzzle"""
_REPEATS = 200
"""if this many puzzles in a row have no new argument, the level has hardly any others"""
_SAMPLE = 100
"""the number of random boards to try first; usually one of them needs the technique"""
_FEW = 20_000
"""if a level has at most this many boards, all of them can be tried"""


class PuzzleJson(TypedDict):
    """A position with its solution: `sapper puzzle --json` (a list), `Puzzle.to_json()`.

    With `--guess`, the fields are `position`, `safest` (the safest cells) and `risk`. With
    `--best`, they are `position`, `best` (the best cells), `risks` and `win` (their chance of
    winning).
    """

    position: str
    technique: str
    safe: list[CellJson]
    mines: list[CellJson]
    """the provably safe cells, which are the answer, and the provable mines"""


@dataclass(frozen=True)
class Puzzle:
    view: View
    technique: Technique
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    why: Explanation | None = field(default=None, repr=False)
    """the explanation that the puzzle is about, or None for the simplest one"""

    is_position: ClassVar[bool] = True  # `sapper.write` writes it

    def __str__(self) -> str:
        return f"{self.view}{say(self.task)}"

    def _repr_html_(self) -> str:
        return f"{picture.svg(self.view.rows)}<p>{html.escape(say(self.task))}</p>"

    @cached_property
    def explanation(self) -> Explanation:
        found = self.why or explain(self.view, self.safe[0])
        assert isinstance(found, Explanation), "the engine and the explainer disagree"
        return replace(found, flags_are_known=True)

    @property
    def answer(self) -> View:
        return _marked(_marked(self.view, self.safe, GIVEN), self.mines, FLAGGED)

    @property
    def asks(self) -> WhichCell:
        return WhichCell("safe")

    @property
    def task(self) -> PuzzleTask:
        return PuzzleTask(str(self.technique), self.asks)

    @property
    def caption(self) -> PuzzleCaption:
        return PuzzleCaption(str(self.technique), self.view.level.mines - self.view.flags)

    @property
    def solved(self) -> str:
        return self.explanation.summary

    @property
    def reasons(self) -> tuple[str, ...]:
        names = tuple(map(self.view.grid.name, self.safe))
        return (say(PuzzleAnswer(names, None)), *self.explanation.words().splitlines())

    @property
    def shape(self) -> Shape:
        """The clues of an argument, the hidden cells next to them, and the cell they decide."""
        view, clues = self.view, self.explanation.clues
        near = {cell for clue in clues for cell in view.grid.neighbours(clue)}
        drawn = "".join(view.rows)
        seen = {cell: drawn[cell] for cell in near if not drawn[cell].isdigit()}
        seen |= {clue: drawn[clue] for clue in clues}
        return _shape({**seen, self.explanation.cell: "+"}, view.level.width)

    def to_json(self) -> PuzzleJson:
        name = self.view.grid.name
        return {
            "position": str(self.view),
            "technique": str(self.technique),
            "safe": [name(cell) for cell in self.safe],
            "mines": [name(cell) for cell in self.mines],
        }


@dataclass(frozen=True, slots=True)
class GuessPuzzle:
    view: View
    cells: tuple[Cell, ...]
    risks: tuple[float, ...]
    """the risk of each cell"""
    win: float | None = None
    """the chance of winning with the best cells, or None if the answer is the safest cells"""

    is_position: ClassVar[bool] = True

    @property
    def answer(self) -> View:
        return _marked(self.view, self.cells, GIVEN)

    @property
    def asks(self) -> WhichCell:
        return WhichCell("safest" if self.win is None else "best")

    @property
    def task(self) -> PuzzleTask:
        return PuzzleTask(None, self.asks)

    @property
    def caption(self) -> PuzzleCaption:
        return PuzzleCaption(None, self.view.level.mines - self.view.flags)

    @property
    def chances(self) -> GuessAnswer:
        return GuessAnswer(tuple(map(self.view.grid.name, self.cells)), self.risks, self.win)

    @property
    def solved(self) -> str:
        return say(self.chances)

    @property
    def reasons(self) -> tuple[str, ...]:
        return (say(PuzzleAnswer((), self.chances)),)

    @property
    def shape(self) -> Shape:
        return _shape(dict(enumerate("".join(self.view.rows))), self.view.level.width)

    def to_json(self) -> dict[str, Any]:
        cells = [self.view.grid.name(cell) for cell in self.cells]
        if self.win is None:
            return {"position": str(self.view), "safest": cells, "risk": self.risks[0]}
        return {"position": str(self.view), "best": cells, "risks": self.risks, "win": self.win}


Practice: TypeAlias = Puzzle | GuessPuzzle
P = TypeVar("P", Puzzle, GuessPuzzle)
Shape: TypeAlias = tuple[tuple[int, int, str], ...]
"""symbols with their rows and columns"""


def _shape(symbols: dict[Cell, str], width: int) -> Shape:
    """The shape of a drawing, which stays the same if the drawing is moved, turned or mirrored."""
    places = [(*divmod(cell, width), symbol) for cell, symbol in symbols.items()]
    found = []
    for _ in range(4):
        places = [(column, -row, symbol) for row, column, symbol in places]
        for turned in (places, [(row, -column, symbol) for row, column, symbol in places]):
            top, left = min(row for row, _, _ in turned), min(col for _, col, _ in turned)
            found.append(tuple(sorted((row - top, col - left, at) for row, col, at in turned)))
    return min(found)


def spread(seed: int, part: int | str) -> int:
    """Derive the seed for one part, such as one board on a worksheet or one pupil in a class.

    >>> spread(1, 2) != spread(2, 1)
    True
    """
    return int.from_bytes(hashlib.sha256(f"{seed} {part}".encode()).digest()[:8], "big")


def seed_for(name: str, seed: int | None = None) -> int:
    """The seed of a pupil's puzzles. If the name is empty, the seed is `seed` or else random."""
    # An umlaut may be written as one character or as two.
    named = normalize("NFC", name).strip().casefold()
    if named:
        return spread(seed or 0, named)
    return random_seed() if seed is None else seed


def _marked(view: View, cells: Iterable[Cell], state: int) -> View:
    states = bytearray(view.states)
    for cell in cells:
        states[cell] = state
    return View(view.level, bytes(states))


def guess_puzzles(
    seed: int,
    count: int,
    level: Level = LEVEL,
    *,
    best: bool = False,
    limit: float = LIMIT,
    progress: Callable[[DealProgress], object] | None = None,
) -> list[GuessPuzzle]:
    """`count` different positions in which a guess is needed.

    If `best` is true, the answer is the cell with the best chance of winning, otherwise the safest
    cell. After `limit` seconds, or if hardly any board has such a position, because the level is
    too easy, too small, or too large for exact values, this raises a PuzzleLimitError with the
    puzzles found so far.
    """
    check_size(count, level)

    def attempt(number: int, _: object) -> tuple[int, GuessPuzzle | None] | None:
        if number == _TRIED * count:
            return None
        return 1, _guess_puzzle(deal(level, spread(seed, number)), best)

    return collect(count, limit, time.monotonic() + limit, attempt, progress)


def check_size(count: int, level: Level) -> None:
    if count < 0:
        raise SapperError(f"can't make {count} puzzles: use 0 or more")
    if level.size > _CELLS:
        raise SapperError(
            "can't make puzzles of level {level}: use at most {most} cells",
            level=level,
            most=_CELLS,
        )


def collect(
    count: int,
    limit: float,
    end: float,
    attempt: Callable[[int, Callable[[int], None]], tuple[int, P | None] | None],
    progress: Callable[[DealProgress], object] | None,
) -> list[P]:
    """Collect puzzles until `count` of them differ in their shapes.

    An attempt gets its number, and a function to which it may report the number of boards dealt so
    far. It returns the number of boards dealt and the puzzle found, if any. It returns None if
    there were too many attempts.
    """
    found: dict[Shape, P] = {}
    dealt = repeats = 0

    def report(more: int) -> None:
        if progress is not None:
            passed = time.monotonic() - end + limit
            progress(DealProgress(len(found), count, dealt + more, passed))

    for number in itertools.count():
        if len(found) == count:
            break
        if time.monotonic() >= end:
            raise PuzzleLimitError(list(found.values()), _late(len(found), count, limit, dealt))
        report(0)
        tried = attempt(number, report)
        if tried is None:
            raise PuzzleLimitError(
                list(found.values()),
                f"found {_puzzles(len(found))} on {how_many(dealt, 'board')}: use a level with "
                f"more mines{', or ask for fewer' if found else ''}",
            )
        boards, puzzle = tried
        dealt += boards
        if puzzle is not None:
            shape = puzzle.shape
            repeats = repeats + 1 if shape in found else 0
            found.setdefault(shape, puzzle)
        if repeats == _REPEATS:
            raise PuzzleLimitError(
                list(found.values()),
                f"found {_puzzles(len(found))}: almost all other boards of this level need the "
                "same reasoning, so use a larger level or ask for fewer",
            )
    return list(found.values())


def _late(found: int, count: int, limit: float, dealt: int) -> str:
    if found:
        return f"{found} of {_puzzles(count)} in {limit:g} s: raise the limit, or ask for fewer"
    if not dealt:
        return f"no puzzle in {limit:g} s: raise the limit"
    none = f"none of {dealt:,} boards has one" if dealt > 1 else "the only board tried has none"
    return f"no puzzle in {limit:g} s: {none}. Raise the limit, or use another level"


def _puzzles(count: int) -> str:
    return how_many(count, "puzzle")


def _guess_puzzle(board: Board, best: bool) -> GuessPuzzle | None:
    found = solution(board)
    last = found.waves[-1]
    if found.solved or found.too_wide or last.first_is_safe:
        return None
    chances = odds(last)
    view = _marked(last, chances.mines, FLAGGED)
    unsure = [cell for cell in view.hidden if view[cell] != FLAGGED]
    scores = {cell: 1.0 - chances[cell] for cell in unsure}
    if best:
        judged = value(view, _ANY_BUDGET)
        if not judged.exact:
            return None
        scores = {move.cell: move.win for move in judged.moves}
    most = max(scores.values())
    cells = view.grid.named(cell for cell in unsure if math.isclose(scores.get(cell, 0.0), most))
    if len(cells) == len(unsure):
        return None
    return GuessPuzzle(view, cells, tuple(chances[cell] for cell in cells), most if best else None)


def puzzle(
    technique: Technique | str,
    seed: int | None = None,
    level: Level | str = str(LEVEL),
    *,
    limit: float = LIMIT,
) -> Puzzle:
    """A position in which one technique helps, such as "subset", and easier ones don't.

        technique  single clue, subset, difference, chain, combination or mine count
        seed       by default random
        level      the level of the board from which the position is taken
        limit      after this number of seconds of search, raise a PuzzleLimitError

    `print` shows the position and the task, `safe` contains the safe cells, and `explanation` says
    why they are safe.

    >>> found = puzzle("subset", seed=1)
    >>> str(found.explanation.technique)
    'subset'
    """
    seed = random_seed() if seed is None else seed
    wanted = Technique.of(technique, PUZZLE_TECHNIQUES)
    return puzzles(wanted, seed, 1, Level.of(level), limit=limit)[0]


def puzzles(
    technique: Technique,
    seed: int,
    count: int,
    level: Level = LEVEL,
    *,
    limit: float = LIMIT,
    progress: Callable[[DealProgress], object] | None = None,
) -> list[Puzzle]:
    """`count` puzzles for a technique, from boards of the level, each with different reasoning.

    After `limit` seconds, or if new puzzles are too rare, this raises a PuzzleLimitError with the
    puzzles found so far. If it is clear from the start that no board has such a position,
    this raises a SapperError immediately.
    """
    if technique is Technique.GIVEN:
        raise SapperError(
            "there are no puzzles for the technique 'given': use 'single clue' or a harder one"
        )
    if technique is Technique.CASE_SPLIT:
        raise SapperError(NO_CASE_SPLIT)
    check_size(count, level)
    end = time.monotonic() + limit
    if not _may_be_needed(technique, level, end):
        raise SapperError(
            "no board of {level} has a position in which only {technique} helps: use a larger "
            "level, or one with more mines",
            level=level,
            technique=technique,
        )
    wanted = Wanted(technique=technique, to_the_end=False)

    def attempt(number: int, report: Callable[[int], None]) -> tuple[int, Puzzle | None]:
        try:
            dealt = deal_wanted(
                level,
                spread(seed, number),
                1,
                wanted,
                limit=max(0.0, end - time.monotonic()),
                progress=lambda now: report(now.candidates),
            )
        except DealLimitError as problem:
            return problem.dealt.candidates, None
        return dealt.candidates, _first_puzzle(dealt.boards[0], technique)

    return collect(count, limit, end, attempt, progress)


class PuzzleLimitError(SapperError):
    """Raised if too few puzzles are found. `puzzles` contains those found before the error."""

    def __init__(self, made: Sequence[Practice], template: str, **parts: object) -> None:
        super().__init__(template, **parts)
        self.puzzles = made


def _may_be_needed(technique: Technique, level: Level, end: float) -> bool:
    """Whether some board of the level may have a puzzle for this technique.

    The answer is True if there are too many boards to try, or if `end` comes first.
    """
    first = level.first
    if first is None:
        return True
    free = sorted(set(range(level.size)) - level.clear_cells(first))
    if math.comb(len(free), level.mines) > _FEW:
        return True
    some = (deal(level, seed) for seed in range(_SAMPLE))
    every = (Board.of_row(level, mines, first) for mines in combinations(free, level.mines))
    return any(
        time.monotonic() >= end or _first_puzzle(board, technique)
        for board in itertools.chain(some, every)
    )


def _first_puzzle(board: Board, technique: Technique) -> Puzzle | None:
    found = solution(board)
    waves = dict.fromkeys(each.wave for each in found.openings if each.technique is technique)
    for wave in waves:
        puzzle = as_puzzle(found.waves[wave], technique)
        if puzzle is not None:
            return puzzle
    return None


def as_puzzle(view: View, technique: Technique) -> Puzzle | None:
    certain = settled_cells(view)
    if {each.technique for each in certain.values() if not each.mine} != {technique}:
        return None
    if max(each.technique for each in certain.values()) is not technique:
        return None

    def cells(wanted: Callable[[SettledCell], bool]) -> tuple[Cell, ...]:
        return view.grid.named(sorted(cell for cell, each in certain.items() if wanted(each)))

    return Puzzle(
        _marked(view, cells(lambda each: each.mine and each.technique < technique), FLAGGED),
        technique,
        cells(lambda each: not each.mine),
        cells(lambda each: each.mine and each.technique is technique),
    )


def sheet_html(made: Sequence[Practice], per_page: int = 6, title: str = "") -> str:
    pages = list(_pages(made, per_page, title))
    name, columns = say(PageLabel("puzzles")), _columns(per_page)
    return render("puzzles.html", language(), title=name, columns=columns, pages=pages)


def sheet_svgs(made: Sequence[Practice], per_page: int = 6, title: str = "") -> list[str]:
    return [_svg_page(heading, shown, per_page) for heading, shown in _pages(made, per_page, title)]


_Drawn: TypeAlias = list[tuple[View, str]]


def _pages(made: Sequence[Practice], per_page: int, title: str) -> Iterator[tuple[str, _Drawn]]:
    if per_page not in PER_PAGE:
        raise SapperError(
            f"can't print {per_page} puzzles per page: use {PER_PAGE[0]} to {PER_PAGE[-1]}"
        )
    for answers in (False, True):
        for start in range(0, len(made), per_page):
            shown = []
            for number, puzzle in enumerate(made[start : start + per_page], start + 1):
                said = puzzle.solved if answers else say(puzzle.caption)
                view = puzzle.answer if answers else puzzle.view
                shown.append((view, f"{number}. {said}"))
            heading = say(PageLabel("solutions") if answers else made[start].asks)
            yield ": ".join(filter(None, (title, heading))), shown


def _columns(per_page: int) -> int:
    return 2 if per_page <= 8 else 3


_WIDTH, _HEIGHT, _MARGIN, _CAPTION = 210.0, 297.0, 12.0, 8.0


def _svg_page(heading: str, shown: _Drawn, per_page: int) -> str:
    columns = _columns(per_page)
    rows = -(-per_page // columns)
    width = (_WIDTH - 2 * _MARGIN) / columns
    height = (_HEIGHT - 2 * _MARGIN - _CAPTION) / rows
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" '
        f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" font-family="sans-serif">',
        f'<text x="{_MARGIN:g}" y="{_MARGIN + 4:g}" font-size="5">{html.escape(heading)}</text>',
    ]
    for place, (view, caption) in enumerate(shown):
        x = _MARGIN + place % columns * width
        y = _MARGIN + _CAPTION + place // columns * height
        scale = min(
            (width - 4) / ((view.level.width + 1) * picture.TILE),
            (height - _CAPTION) / ((view.level.height + 1) * picture.TILE),
        )
        parts += [
            f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.5f})">',
            picture.svg(view.rows),
            "</g>",
            f'<text x="{x:.2f}" y="{y + height - 3:.2f}" font-size="3">',
            html.escape(caption) + "</text>",
        ]
    return "\n".join([*parts, "</svg>", ""])
