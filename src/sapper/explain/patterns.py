"""Names for the patterns that players know, in any orientation.

    1-1        Two neighbouring clues need 1 mine each. All cells of the first clue also belong to
               the second, so the other cells of the second are safe.
    1-2        Two neighbouring clues need 1 and 2 mines. At most one mine is in their common cells,
               so the 2 has a mine in a cell that the 1 does not touch.
    1-2-1      three clues in a line; both 1s form a 1-2 with the 2
    1-2-2-1    four clues in a line; each 1 forms a 1-2 with the 2 next to it
    hole       like 1-1 or 1-2, but the clues are two apart, with an open cell between them
    triangle   like 1-1 or 1-2, but the clues touch at a corner

Known mines are subtracted from the numbers. If this subtraction changes a number, the pattern is
said to hold *after reduction*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sapper.core.grid import Cell
from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.explain.step import ArgumentStep, known_from
from sapper.ladder.finding import Kind
from sapper.words.kinds import Pattern, PatternName, PatternShape

_ROWS: dict[tuple[int, ...], PatternName] = {
    (1, 1): "1-1",
    (1, 2): "1-2",
    (1, 2, 1): "1-2-1",
    (1, 2, 2, 1): "1-2-2-1",
}


def needed(clue: Cell, known: Mapping[Cell, bool], view: View) -> int:
    return view[clue] - sum(known.get(cell, False) for cell in view.grid.neighbours(clue))


def pattern(step: ArgumentStep, known: Mapping[Cell, bool], view: View) -> Pattern | None:
    if step.kind not in (Kind.SUBSET, Kind.DIFFERENCE):
        return None
    first, second = step.clues
    numbers = tuple(sorted(needed(clue, known, view) for clue in step.clues))
    if numbers not in ((1, 1), (1, 2)):
        return None
    width = view.grid.width
    rows = abs(first // width - second // width)
    columns = abs(first % width - second % width)
    between = (first + second) // 2
    shape: PatternShape
    match sorted((rows, columns)):
        case [0, 1]:
            shape = "row"
        case [0, 2] if view[between] < HIDDEN:
            shape = "hole"
        case [1, 1]:
            shape = "triangle"
        case _:
            return None
    reduced = any(needed(clue, known, view) != view[clue] for clue in step.clues)
    return Pattern(numbers, shape, reduced)


def patterns(steps: Sequence[ArgumentStep], view: View) -> tuple[Pattern, ...]:
    short = [pattern(step, known_from(steps[i] for i in step.uses), view) for step in steps]
    clues = {clue for step in steps for clue in step.clues}
    known = known_from(step for step in steps if step.kind is Kind.KNOWN)
    named = dict.fromkeys([_line(clues, known, view), *short])
    return tuple(one for one in named if one is not None)


def page_of(steps: Sequence[ArgumentStep], view: View) -> PatternName | None:
    """The page that teaches the pattern of an argument (`sapper.classroom.patterns`), if any."""
    for one in patterns(steps, view):
        match one.shape:
            case "row":
                return _ROWS[one.numbers]
            case "hole":
                return "hole"
            case "triangle":
                return "corner"
    kinds = {step.kind for step in steps}
    if Kind.MINE_COUNT in kinds:
        return "count"
    return "shared" if Kind.DIFFERENCE in kinds else None


def _line(clues: set[Cell], known: Mapping[Cell, bool], view: View) -> Pattern | None:
    """The pattern 1-2-1 or 1-2-2-1, if all clues of an argument belong to such a line."""
    width = view.grid.width
    for clue in sorted(clues):
        for step in (1, width):
            for numbers in ((1, 2, 2, 1), (1, 2, 1)):
                line = [clue + step * i for i in range(len(numbers))]
                off = clue % width + len(numbers) > width if step == 1 else False
                if off or line[-1] >= view.level.size:
                    continue
                if any(view[cell] >= HIDDEN for cell in line) or len(clues & set(line)) < 2:
                    continue
                if clues - set(line):
                    continue
                if tuple(needed(cell, known, view) for cell in line) != numbers:
                    continue
                # The pattern needs a wall of hidden cells on exactly one side of the line.
                side = width if step == 1 else 1
                sides = [_hidden(line, offset, known, view) for offset in (-side, side)]
                if sides.count(True) == 1:
                    reduced = any(needed(cell, known, view) != view[cell] for cell in line)
                    return Pattern(numbers, "row", reduced)
    return None


def _hidden(line: Sequence[Cell], offset: int, known: Mapping[Cell, bool], view: View) -> bool:
    return all(
        0 <= cell < view.level.size and view[cell] in (HIDDEN, FLAGGED) and cell not in known
        for cell in (one + offset for one in line)
    )
