"""Finds the provable cells of a view with a SAT solver, without any of the engine's code."""

from __future__ import annotations

from itertools import combinations

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from reference_bigint import around_fast
from sapper.core.view import View


def sat_certain(view: View) -> tuple[frozenset[int], frozenset[int]]:
    """The hidden cells that are safe on every board, and those that are mines on every board.

    If the board has M mines, the cells around clues hold at most M mines, and at least M minus the
    number of other hidden cells.
    """
    width, height, mines = view.level.width, view.level.height, view.level.mines
    unknown = {cell for cell, state in enumerate(view.states) if state in (9, 10)}
    clauses: list[list[int]] = []
    border: set[int] = set()
    for cell, number in enumerate(view.states):
        if number > 8:
            continue
        near = [c + 1 for c in around_fast(width, height, cell) if c in unknown]
        border.update(v - 1 for v in near)
        clauses += [list(some) for some in combinations(near, len(near) - number + 1)]
        clauses += [[-v for v in some] for some in combinations(near, number + 1)]
    inside = unknown - border

    def with_count(least: int, most: int) -> list[list[int]] | None:
        """The clauses for `least` to `most` mines around clues, or None if that is impossible."""
        cells = [cell + 1 for cell in sorted(border)]
        if least > len(cells) or most < 0:
            return None
        formula = list(clauses)
        top = width * height
        for bound, active, make in (
            (most, most < len(cells), CardEnc.atmost),
            (least, least > 0, CardEnc.atleast),
        ):
            if active:
                count = make(cells, bound, top_id=top, encoding=EncType.seqcounter)
                top = max(top, count.nv)
                formula += count.clauses
        return formula

    def possible(least: int, most: int) -> bool:
        formula = with_count(least, most)
        if formula is None:
            return False
        with Solver(name="cadical153", bootstrap_with=formula) as solver:
            return bool(solver.solve())

    safe = {cell for cell, state in enumerate(view.states) if state == 11}
    certain_mines: set[int] = set()
    formula = with_count(mines - len(inside), mines)
    assert formula is not None
    with Solver(name="cadical153", bootstrap_with=formula) as solver:
        assert solver.solve(), "the view has a board"
        held = set(solver.get_model() or ())
        # The literals that hold in every model found so far.
        left = {x for cell in border for x in (cell + 1, -cell - 1) if x in held}
        left |= {-cell - 1 for cell in border if not {cell + 1, -cell - 1} & held}
        while left:
            literal = left.pop()
            if solver.solve(assumptions=[-literal]):
                held = set(solver.get_model() or ())
                left = {x for x in left if -x not in held}
            elif literal < 0:
                safe.add(-literal - 1)
            else:
                certain_mines.add(literal - 1)
    # The hidden cells away from clues are all alike. All of them are safe if no board has a mine
    # there. All of them are mines if no board has a safe cell there.
    if inside and not possible(mines - len(inside), mines - 1):
        safe |= inside
    elif inside and not possible(mines - len(inside) + 1, mines):
        certain_mines |= inside
    return frozenset(safe), frozenset(certain_mines)
