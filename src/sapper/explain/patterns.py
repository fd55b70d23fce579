"""The names that players have for patterns, as a gloss on a step; in any orientation.

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

from sapper.explain.facts import Kind, Step, settled
from sapper.grid import Cell
from sapper.view import FLAGGED, HIDDEN, View


def needed(clue: Cell, known: Mapping[Cell, bool], view: View) -> int:
    """How many mines a clue still needs when these cells are known."""
    return view[clue] - sum(known.get(cell, False) for cell in view.grid.neighbours(clue))


def pattern(step: Step, known: Mapping[Cell, bool], view: View) -> str | None:
    """The name of the pattern of a step that compares two clues, if players have one for it."""
    if step.kind not in (Kind.SUBSET, Kind.DIFFERENCE):
        return None
    first, second = step.clues
    numbers = sorted(needed(clue, known, view) for clue in step.clues)
    if numbers not in ([1, 1], [1, 2]):
        return None
    width = view.grid.width
    rows = abs(first // width - second // width)
    columns = abs(first % width - second % width)
    between = (first + second) // 2
    apart = (rows, columns) in ((0, 2), (2, 0)) and view[between] < HIDDEN
    shapes = {(0, 1): "", (1, 0): "", (1, 1): " in a triangle"}
    if apart:
        shape = " with a hole"
    elif (rows, columns) in shapes:
        shape = shapes[rows, columns]
    else:
        return None
    reduction = any(needed(clue, known, view) != view[clue] for clue in step.clues)
    return f"{numbers[0]}-{numbers[1]}{shape}{' after reduction' * reduction}"


def patterns(steps: Sequence[Step], view: View) -> tuple[str, ...]:
    """The names of all patterns in an argument; one that spans three or four clues first."""
    short = []
    for step in steps:
        name = pattern(step, settled(steps[i] for i in step.uses), view)
        if name is not None:
            short.append(name)
    clues = {clue for step in steps for clue in step.clues}
    known = settled(step for step in steps if step.kind is Kind.KNOWN)
    long = [name for name in (_line(clues, known, view),) if name is not None]
    return tuple(dict.fromkeys([*long, *short]))


def _line(clues: set[Cell], known: Mapping[Cell, bool], view: View) -> str | None:
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
                    reduction = any(needed(cell, known, view) != view[cell] for cell in line)
                    name = "-".join(map(str, numbers))
                    return f"{name}{' after reduction' * reduction}"
    return None


def _hidden(line: Sequence[Cell], offset: int, known: Mapping[Cell, bool], view: View) -> bool:
    """Whether all cells beside a line are hidden and not known."""
    beside = [cell + offset for cell in line]
    inside = all(0 <= cell < view.level.size for cell in beside)
    return inside and all(view[cell] in (HIDDEN, FLAGGED) and cell not in known for cell in beside)
