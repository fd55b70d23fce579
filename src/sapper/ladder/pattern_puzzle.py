"""Puzzles for a pattern that players know by name (`sapper.explain.patterns`).

The puzzle is one for the technique of the pattern: easier techniques find no safe cell. Some safe
cell follows from the pattern, with the numbers as they are on the board. `explanation` is that
argument. Patterns that are rare on beginner boards are found on larger ones.

>>> (puzzle,) = pattern_puzzles("1-2-1", seed=1, count=1)
>>> puzzle.explanation.pattern_page
'1-2-1'
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import get_args

from sapper.core.board import deal
from sapper.core.level import Level
from sapper.core.symmetry import TURNS, turned
from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.errors import SapperError, quote
from sapper.explain import Explanation, explain
from sapper.explain.step import ArgumentStep
from sapper.ladder.dealer import LIMIT, DealProgress
from sapper.ladder.finding import Fact, Kind
from sapper.ladder.puzzle import (
    LEVEL,
    Practice,
    Puzzle,
    as_puzzle,
    check_size,
    collect,
    guess_puzzles,
    spread,
)
from sapper.ladder.solution import solution
from sapper.ladder.techniques import Technique
from sapper.words.kinds import PatternName

PATTERNS: tuple[PatternName, ...] = get_args(PatternName)

_TECHNIQUES: dict[PatternName, Technique] = {
    "1-1": Technique.SUBSET,
    "1-2": Technique.DIFFERENCE,
    "1-2-1": Technique.DIFFERENCE,
    "1-2-2-1": Technique.DIFFERENCE,
    "hole": Technique.SUBSET,
    "corner": Technique.SUBSET,
    "shared": Technique.DIFFERENCE,
    "count": Technique.MINE_COUNT,
}
_LINES: dict[PatternName, str] = {"1-2-1": "121", "1-2-2-1": "1221"}
_RARE: tuple[PatternName, ...] = ("1-2-2-1", "shared")
_CORNER_LEVEL = Level.parse("7x7x9/open")
_CORNERS = (
    157, 6548, 9969, 16711, 23353, 23598, 27030, 27836, 32030, 32189, 33516, 38281, 38950, 42007,
    45620, 51987, 52879, 60993, 67770, 69495, 70012, 72194, 73286, 74145
)  # fmt: skip
"""seeds of boards with a corner: only about one board in 3,000 has one"""
_EXPLAINED = 6
"""the maximum number of safe cells of a puzzle whose arguments are compared"""


def _level_for(pattern: PatternName) -> Level:
    if pattern == "corner":
        return _CORNER_LEVEL
    return LEVEL if pattern in _RARE else Level.of("beginner")


def parse_pattern(text: str) -> PatternName:
    for name in PATTERNS:
        if name == text:
            return name
    raise SapperError(
        "{text} is not a pattern: use {names}", text=quote(text), names=", ".join(PATTERNS)
    )


def pattern_puzzles(
    pattern: PatternName,
    seed: int,
    count: int,
    level: Level | None = None,
    *,
    limit: float = LIMIT,
    progress: Callable[[DealProgress], object] | None = None,
) -> list[Practice]:
    """`count` different puzzles for a pattern. `guess` gives positions in which to guess.

    After `limit` seconds, this raises a PuzzleLimitError with the puzzles found so far.
    """
    is_listed = pattern == "corner" and level is None
    level = _level_for(pattern) if level is None else level
    if pattern == "guess":
        return list(guess_puzzles(seed, count, level, best=True, limit=limit, progress=progress))
    check_size(count, level)

    def attempt(number: int, _: object) -> tuple[int, Puzzle | None]:
        chosen, turn = spread(seed, number), 0
        if is_listed:
            turn, place = divmod(chosen % (TURNS * len(_CORNERS)), len(_CORNERS))
            chosen = _CORNERS[place]
        found = solution(deal(level, chosen))
        technique = _TECHNIQUES[pattern]
        waves = dict.fromkeys(one.wave for one in found.openings if one.technique is technique)
        for wave in waves:
            puzzle = as_puzzle(turned(found.waves[wave], turn), technique)
            if puzzle is not None and (why := _why(puzzle, pattern)) is not None:
                return 1, replace(puzzle, why=why)
        return 1, None

    return list(collect(count, limit, time.monotonic() + limit, attempt, progress))


def _why(puzzle: Puzzle, pattern: PatternName) -> Explanation | None:
    """An argument for a safe cell of the puzzle that uses the pattern, or None."""
    if pattern in ("hole", "corner"):
        # A row of two clues often shows the same cell, so `explain` might prefer the row.
        return next((one for one in _pairs(puzzle.view) if one.pattern_page == pattern), None)
    if pattern in _LINES and not _has_row(puzzle.view, _LINES[pattern]):
        return None
    for cell in puzzle.safe[:_EXPLAINED]:
        found = explain(puzzle.view, cell)
        assert isinstance(found, Explanation), "the engine and the explainer disagree"
        if found.pattern_page == pattern and _is_plain(found, pattern):
            return replace(found, flags_are_known=True)
    return None


def _is_plain(found: Explanation, pattern: PatternName) -> bool:
    """Whether the argument is the pattern alone, with the numbers as they are on the board."""
    if pattern == "count":
        return True
    near = {cell for clue in found.clues for cell in found.view.grid.neighbours(clue)}
    has_flags = any(found.view[cell] == FLAGGED for cell in near)
    return not has_flags and (pattern in _LINES or len(found.steps) == 1)


def _has_row(view: View, numbers: str) -> bool:
    columns = ("".join(column) for column in zip(*view.rows, strict=True))
    return any(numbers in line for line in (*view.rows, *columns))


def _pairs(view: View) -> Iterator[Explanation]:
    """Arguments from two 1s that touch no flag."""
    ones = {}
    for clue, number in enumerate(view.states):
        near = [cell for cell in view.grid.neighbours(clue) if view[cell] >= HIDDEN]
        if number == 1 and not any(view[cell] == FLAGGED for cell in near):
            ones[clue] = frozenset(near)
    for inner, some in ones.items():
        for outer, more in ones.items():
            if some < more:
                fact = Fact(tuple(sorted(more - some)), 0, 0)
                step = ArgumentStep(Kind.SUBSET, fact, clues=(inner, outer))
                yield Explanation(view, fact.cells[0], "safe", Technique.SUBSET, (step,), True)
