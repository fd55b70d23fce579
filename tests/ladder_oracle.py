"""The techniques of the ladder, implemented from their definitions with plain sets.

The definitions are in `sapper.ladder.techniques`. This file shares no code with the engine or with
`sapper.explain`, and it is slow on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from pysat.solvers import Solver
from scipy.optimize import linprog

from reference import around
from sapper.core.view import View
from sapper.ladder.techniques import Technique
from sat_certain import sat_certain

Known = dict[int, bool]
"""maps a cell to whether it is a mine"""
Clue = tuple[frozenset[int], int]
"""the unknown cells of a clue, and the number of mines among them"""


def closures(view: View, most: Technique = Technique.MINE_COUNT) -> dict[int, tuple[bool, int]]:
    """The cells that techniques up to `most` settle: cell -> (is a mine, rung of the technique)."""
    known: Known = {cell: False for cell, state in enumerate(view.states) if state == 11}
    found = dict.fromkeys(known, (False, 0))
    rules = (single_clue, subset, difference, chain, combination, case_split)
    for rung in range(1, most + 1):
        while True:
            new: Known = {}
            for rule in rules[:rung]:
                new = rule(remaining(view, known))
                if new:
                    break
            else:
                if rung == Technique.MINE_COUNT:
                    new = with_mine_count(view, known)
            if not new:
                break
            known |= new
            found |= {cell: (mine, rung) for cell, mine in new.items()}
    return found


def remaining(view: View, known: Known) -> list[Clue]:
    """The clues with unknown cells, reduced to those cells and the mines among them."""
    level = view.level
    clues = []
    for cell, state in enumerate(view.states):
        if state <= 8:
            near = around(level.width, level.height, cell)
            cells = frozenset(c for c in near if view.states[c] > 8 and c not in known)
            if cells:
                clues.append((cells, state - sum(known.get(c, False) for c in near)))
    return clues


def all_or_none(cells: Iterable[int], mines: int) -> Known:
    """Settle the cells if all of them are mines or all are safe."""
    some = list(cells)
    return dict.fromkeys(some, mines > 0) if mines in (0, len(some)) else {}


def single_clue(clues: list[Clue]) -> Known:
    """Cells settled by one clue, which needs no more mines or a mine in every unknown cell."""
    return {c: mine for clue in clues for c, mine in all_or_none(*clue).items()}


def subset(clues: list[Clue]) -> Known:
    """Cells settled by two clues when the cells of one include the cells of the other."""
    new: Known = {}
    for a, m in clues:
        for b, n in clues:
            if a < b:
                new |= all_or_none(b - a, n - m)
    return new


def difference(clues: list[Clue]) -> Known:
    """Cells settled by two overlapping clues if the cells that only the first touches are mines."""
    new: Known = {}
    for a, m in clues:
        for b, n in clues:
            if a & b and not a <= b and not b <= a and m - n == len(a - b):
                new |= dict.fromkeys(a - b, True) | dict.fromkeys(b - a, False)
    return new


def chain(clues: list[Clue]) -> Known:
    """Cells settled by comparing lower and upper limits for sets of cells until nothing changes."""
    sets = {a for a, _ in clues}
    for (a, _), (b, _) in combinations(clues, 2):
        if a & b:
            sets |= {a & b, a - b, b - a} - {frozenset[int]()}
    facts = {s: (0, len(s)) for s in sets}
    for a, m in clues:
        facts[a] = (m, m)
    new: Known = {}

    def limit(cells: frozenset[int], least: int, most: int) -> bool:
        if not cells:
            return False
        if least == len(cells) or most == 0:
            new.update(dict.fromkeys(cells, most > 0))
        if cells not in facts:
            return False
        old = facts[cells]
        facts[cells] = (max(least, old[0]), min(most, old[1]))
        both = facts[cells]
        if both[0] == len(cells) or both[1] == 0:
            new.update(dict.fromkeys(cells, both[1] > 0))
        return both != old

    changed = True
    while changed:
        changed = False
        for x, y in combinations(sorted(facts, key=sorted), 2):
            shared = x & y
            if not shared:
                continue
            (x_least, x_most), (y_least, y_most) = facts[x], facts[y]
            least = max(0, x_least - len(x - y), y_least - len(y - x))
            most = min(len(shared), x_most, y_most)
            changed |= limit(shared, least, most)
            if shared in facts:
                least, most = max(least, facts[shared][0]), min(most, facts[shared][1])
            changed |= limit(x - y, x_least - most, x_most - least)
            changed |= limit(y - x, y_least - most, y_most - least)
    return new


def combination(clues: list[Clue]) -> Known:
    """Cells settled by the clues' equations, even if each cell may hold a fraction of a mine.

    Every board that fits the clues also solves the equations, so only cells that `case_split`
    settles are checked.
    """
    certain = case_split(clues)
    cells = sorted({c for some, _ in clues for c in some})
    place = {cell: i for i, cell in enumerate(cells)}
    new: Known = {}
    for cell, mine in certain.items():
        opposite = 0.0 if mine else 1.0
        bounds = [(opposite, opposite) if c == cell else (0.0, 1.0) for c in cells]
        matrix = [[float(c in some) for c in place] for some, _ in clues]
        sums = [float(mines) for _, mines in clues]
        answer = linprog([0.0] * len(cells), A_eq=matrix, b_eq=sums, bounds=bounds)
        assert answer.status in (0, 2), answer.message
        if answer.status == 2:
            new[cell] = mine
    return new


def case_split(clues: list[Clue]) -> Known:
    """All cells that the clues settle, found by a SAT solver."""
    formula: list[list[int]] = []
    for some, mines in clues:
        near = [c + 1 for c in sorted(some)]
        formula += ([-x for x in few] for few in combinations(near, mines + 1))
        formula += (list(few) for few in combinations(near, len(near) - mines + 1))
    new: Known = {}
    with Solver(name="cadical153", bootstrap_with=formula) as solver:
        for cell in {c for some, _ in clues for c in some}:
            if not solver.solve(assumptions=[cell + 1]):
                new[cell] = False
            elif not solver.solve(assumptions=[-cell - 1]):
                new[cell] = True
    return new


def with_mine_count(view: View, known: Known) -> Known:
    """Provable cells not known yet, found by a SAT solver that also uses the mine count."""
    safe, mines = sat_certain(view)
    every = dict.fromkeys(safe, False) | dict.fromkeys(mines, True)
    return {cell: mine for cell, mine in every.items() if cell not in known}


def play(
    view: View,
    reveal: Callable[[bytearray, int], object],
    safe: int,
    most: Technique,
) -> tuple[int, View]:
    """Open the safe cells that techniques up to `most` find, always using the easiest technique.

    Returns the highest rung used and the last view. If the game gets stuck, the rung is
    len(Technique).
    """
    used = 0
    while sum(state <= 8 for state in view.states) < safe:
        for rung in Technique:
            if rung > most:
                return len(Technique), view
            found = closures(view, rung)
            cells = [cell for cell, (mine, _) in found.items() if not mine]
            if cells:
                used = max(used, rung)
                states = bytearray(view.states)
                for cell in cells:
                    if states[cell] > 8:
                        reveal(states, cell)
                view = View(view.level, bytes(states))
                break
        else:
            return len(Technique), view
    return used, view
