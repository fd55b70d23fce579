"""What each rung of the ladder settles, round by round (techniques.py defines the rungs).

    mask       cells as the bits of an int, 2 << cell, as in constraints.py
    round      one rule, used wherever it helps; what it settles is known from the next round on
    remaining  a clue less the known cells: a mask, and the mines left in it

A rung's closure uses the easiest rule that settles anything, round after round, until the hardest
rule of the rung settles nothing more. A round depends on earlier rounds alone, so whatever it
settles can be traced back: see argument.py.

>>> from sapper.view import View
>>> view = View.parse('''
... 4x3x2
... ....
... 1221
... 0000
... ''')
>>> closure = Closure(view, certain=mask_of(range(4)))
>>> str(closure.rung_of(0)), [str(round.rule) for round in closure.rounds]
('subset', ['told', 'subset', 'single clue'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sapper.constraints import cells_of, components, mask_of
from sapper.explain.combine import near_combination
from sapper.explain.limits import settled_by_limits
from sapper.grid import Cell, Grid
from sapper.logic import Literal
from sapper.search import certain_in
from sapper.techniques import Technique
from sapper.view import FLAGGED, HIDDEN, View

# On larger boards, only clues this many rows and columns around a cell are looked at.
_WINDOW = 25
WHOLE = 4_096


class Clue(NamedTuple):
    """A number, and the cells around it that may be mines; a tuple, as there are so many."""

    cell: Cell
    mask: int
    mines: int


@dataclass(frozen=True, slots=True)
class Round:
    """The rule of a round, the rung under way, and what is known after it."""

    rule: Technique
    rung: Technique
    mines: int
    safe: int


class Closure:
    """The rounds up to where they were asked for; mutable: it climbs as it is asked."""

    def __init__(self, view: View, certain: int, near: Cell | None = None) -> None:
        """`certain` are the cells that are certain at all, as the odds have them.

        On a large board only clues around the cell `near` count.
        """
        self.view = view
        self.clues = tuple(_clues(view, near))
        self.rounds = [Round(Technique.TOLD, Technique.TOLD, 0, 0)]
        self._certain = certain
        self._rung = Technique.SINGLE_CLUE
        self._active: Sequence[Clue] = self.clues

    def rung_of(self, cell: Cell) -> Technique | None:
        """The lowest rung that settles a cell, or None if the clues alone do not.

        From the second rung on, only clues that hang together with the cell's are looked at.
        """
        goal = 2 << cell
        while not (self.rounds[-1].mines | self.rounds[-1].safe) & goal:
            if not self.next_round(goal):
                return None
        return self.rounds[self.round_of(cell)].rung

    def climb(self, top: Technique) -> None:
        """Complete the closures up to a rung, on the whole board."""
        while self._rung <= top and self.next_round(0, top):
            pass

    def round_of(self, cell: Cell) -> int:
        """The round that settled a cell, which must be known."""
        goal = 2 << cell
        return next(i for i, one in enumerate(self.rounds) if (one.mines | one.safe) & goal)

    def remaining(self, number: int) -> list[Clue]:
        """The clues that had cells left before a round, with what was left of them."""
        return _left(self.clues, self.rounds[number - 1])

    def next_round(self, goal: int = 0, top: Technique = Technique.CASE_SPLIT) -> bool:
        """One round more; False when no rung up to the top settles anything more.

        With a goal, only clues that hang together with it are looked at beyond single clues.
        """
        last = self.rounds[-1]
        known = last.mines | last.safe
        self._active = [clue for clue in self._active if clue.mask & ~known]
        mines, safe = _single(self._active, last)
        if mines | safe:
            self._add(Technique.SINGLE_CLUE, mines, safe)
            return True
        if not self._certain & ~known:
            return False
        left = _left(self._active, last)
        if goal:
            left = hanging_together(left, goal)
        while self._rung <= top:
            for rule in RULES:
                if rule > self._rung:
                    break
                mines, safe = RULES[rule](left, self._certain & ~known)
                if mines | safe:
                    self._add(rule, mines, safe)
                    return True
            self._rung = Technique(self._rung + 1)
        return False

    def _add(self, rule: Technique, mines: int, safe: int) -> None:
        last = self.rounds[-1]
        self.rounds.append(Round(rule, self._rung, last.mines | mines, last.safe | safe))


def _left(clues: Iterable[Clue], after: Round) -> list[Clue]:
    """The clues that have cells left, with what is left of them."""
    mines = after.mines
    unknown = ~(mines | after.safe)
    return [
        Clue(cell, left, number - (mask & mines).bit_count())
        for cell, mask, number in clues
        if (left := mask & unknown)
    ]


def _clues(view: View, near: Cell | None) -> Iterable[Clue]:
    states, grid = view.states, view.grid
    if grid.size <= WHOLE or near is None:
        cells: Iterable[Cell] = range(grid.size)
    else:
        row, column = divmod(near, grid.width)
        cells = (
            r * grid.width + c
            for r in range(max(0, row - _WINDOW), min(grid.height, row + _WINDOW + 1))
            for c in range(max(0, column - _WINDOW), min(grid.width, column + _WINDOW + 1))
        )
    if grid.size <= WHOLE:
        around = _around(grid.width, grid.height)
        # The bits of the unknown cells, the last cell first; made as text, which is fastest.
        unknown = int(states.translate(_UNKNOWN)[::-1], 2) << 1
        for cell in cells:
            if states[cell] < HIDDEN and (mask := around[cell] & unknown):
                yield Clue(cell, mask, states[cell])
        return
    for cell in cells:
        if states[cell] < HIDDEN:
            near_by = [c for c in grid.neighbours(cell) if states[c] in (HIDDEN, FLAGGED)]
            if near_by:
                yield Clue(cell, mask_of(near_by), states[cell])


_UNKNOWN = bytes(49 if state in (HIDDEN, FLAGGED) else 48 for state in range(256))


@lru_cache(maxsize=32)
def _around(width: int, height: int) -> list[int]:
    grid = Grid(width, height)
    return [mask_of(grid.neighbours(cell)) for cell in range(grid.size)]


def hanging_together(clues: Sequence[Clue], goal: int) -> list[Clue]:
    """The clues whose cells are linked with the goal's by shared cells."""
    reached, before = goal, 0
    while reached != before:
        before = reached
        for clue in clues:
            if clue.mask & reached:
                reached |= clue.mask
    return [clue for clue in clues if clue.mask & reached]


# -- the rules ---------------------------------------------------------------------------------
# What is left of the clues -> the mines and the safe cells that one round settles. Only the last
# two rules need to be told what they may find: they would search long for nothing.


def _single(clues: Iterable[Clue], after: Round) -> tuple[int, int]:
    """The commonest rule by far takes the clues as they are, and what is known."""
    mines = safe = 0
    laid, unknown = after.mines, ~(after.mines | after.safe)
    for _, mask, number in clues:
        missing = number - (mask & laid).bit_count()
        left = mask & unknown
        if missing == 0:
            safe |= left
        elif missing == left.bit_count():
            mines |= left
    return mines, safe


def overlapping(clues: Iterable[Clue]) -> list[tuple[Clue, Clue]]:
    """The pairs of clues that share a cell; clues that say the same count once."""
    different = {(clue.mask, clue.mines): clue for clue in clues}
    pairs = []
    by_cell: dict[Cell, list[Clue]] = {}
    for clue in different.values():
        others: dict[int, Clue] = {}
        for cell in cells_of(clue.mask):
            sharing = by_cell.setdefault(cell, [])
            others.update((other.mask, other) for other in sharing)
            sharing.append(clue)
        pairs += [(other, clue) for other in others.values()]
    return pairs


def _subset(clues: Iterable[Clue], certain: int) -> tuple[int, int]:
    return _compared(clues, within=True)


def _difference(clues: Iterable[Clue], certain: int) -> tuple[int, int]:
    return _compared(clues, within=False)


def _compared(clues: Iterable[Clue], within: bool) -> tuple[int, int]:
    mines = safe = 0
    for (_, a, a_mines), (_, b, b_mines) in overlapping(clues):
        own, other = a & ~b, b & ~a
        if within and own and other:
            continue
        # The cells of their own make the whole difference.
        more = a_mines - b_mines
        if more == own.bit_count():
            mines, safe = mines | own, safe | other
        elif -more == other.bit_count():
            mines, safe = mines | other, safe | own
    return mines, safe


def _chain(clues: Iterable[Clue], certain: int) -> tuple[int, int]:
    return settled_by_limits([(clue.mask, clue.mines) for clue in clues])


def _combination(clues: Iterable[Clue], certain: int) -> tuple[int, int]:
    mines = safe = 0
    equations = list(dict.fromkeys((clue.mask, clue.mines) for clue in clues))
    for literal in _without_count(clues, certain):
        if near_combination(equations, literal) is not None:
            mines, safe = _with(mines, safe, literal)
    return mines, safe


def _case_split(clues: Iterable[Clue], certain: int) -> tuple[int, int]:
    mines = safe = 0
    for literal in _without_count(clues, certain):
        mines, safe = _with(mines, safe, literal)
    return mines, safe


def _without_count(clues: Iterable[Clue], certain: int) -> Iterator[Literal]:
    """The cells that the clues settle, in the components that have cells which may be certain."""
    clues = list(clues)
    while clues:
        together = hanging_together(clues, clues[0].mask)
        clues = [clue for clue in clues if clue not in together]
        if any(clue.mask & certain for clue in together):
            (component,) = components((clue.mask, clue.mines) for clue in together)
            yield from certain_in(component)


def _with(mines: int, safe: int, literal: Literal) -> tuple[int, int]:
    return (mines | 1 << literal, safe) if literal > 0 else (mines, safe | 1 << -literal)


RULES: dict[Technique, Callable[[Iterable[Clue], int], tuple[int, int]]] = {
    Technique.SUBSET: _subset,
    Technique.DIFFERENCE: _difference,
    Technique.CHAIN: _chain,
    Technique.COMBINATION: _combination,
    Technique.CASE_SPLIT: _case_split,
}
