"""The patterns that players have names for, as a gloss on a step; in any orientation.

    1-1        neighbours that both need 1: all cells of one are the other's, so its others are safe
    1-2        neighbours that need 1 and 2: the 2 has a mine that the 1 can't have
    1-2-1      1-2 from both sides of a 2, in a straight line
    1-2-2-1    1-2 from both ends of two 2s, in a straight line
    hole       as 1-1 or 1-2, but the clues are two apart, with an open cell between them
    triangle   as 1-1 or 1-2, but the clues touch at a corner

Numbers count as what they still need when known mines are taken away; where that changes any of
them, the pattern is there *after reduction*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sapper.core.grid import Cell
from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.explain.step import ArgumentStep, known_from
from sapper.ladder.finding import Kind
from sapper.words.kinds import Pattern, Shape


def needed(clue: Cell, known: Mapping[Cell, bool], view: View) -> int:
    """How many mines a clue still needs when these cells are known."""
    return view[clue] - sum(known.get(cell, False) for cell in view.grid.neighbours(clue))


def pattern(step: ArgumentStep, known: Mapping[Cell, bool], view: View) -> Pattern | None:
    """The pattern of a step that compares two clues, if players have a name for it."""
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
    shape: Shape
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
    """All patterns in an argument; one that spans three or four clues first."""
    short = [pattern(step, known_from(steps[i] for i in step.uses), view) for step in steps]
    clues = {clue for step in steps for clue in step.clues}
    known = known_from(step for step in steps if step.kind is Kind.KNOWN)
    named = dict.fromkeys([_line(clues, known, view), *short])
    return tuple(one for one in named if one is not None)


def _line(clues: set[Cell], known: Mapping[Cell, bool], view: View) -> Pattern | None:
    """1-2-1 or 1-2-2-1, if the clues of an argument lie in a straight line that reads so."""
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
                # Only one side of the line is hidden: the wall of the pattern.
                side = width if step == 1 else 1
                sides = [_hidden(line, offset, known, view) for offset in (-side, side)]
                if sides.count(True) == 1:
                    reduced = any(needed(cell, known, view) != view[cell] for cell in line)
                    return Pattern(numbers, "row", reduced)
    return None


def _hidden(line: Sequence[Cell], offset: int, known: Mapping[Cell, bool], view: View) -> bool:
    """Whether all cells beside a line are hidden and not known."""
    beside = [cell + offset for cell in line]
    inside = all(0 <= cell < view.level.size for cell in beside)
    return inside and all(view[cell] in (HIDDEN, FLAGGED) and cell not in known for cell in beside)
