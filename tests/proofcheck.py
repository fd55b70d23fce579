"""An independent proof checker that shares no code with the logic.

A clause is a frozenset of signed integers here. An axiom must follow by counting from a single
clue, from the mine count, or from a cell that is open or given as safe. Any other step must be the
result of resolving its parents from left to right.
"""

from __future__ import annotations

from reference import around
from sapper.core.view import View
from sapper.logic import Proof

OPEN_STATES = range(9)
GIVEN = 11


class BadStepError(Exception):
    pass


def check(proof: Proof, view: View) -> frozenset[int]:
    """Check every step, and return the clause that is proved."""
    clauses: dict[int, frozenset[int]] = {}
    for step in proof.steps:
        clause = frozenset(step.clause.literals)
        if step.id in clauses:
            raise BadStepError(f"step {step.id} is there twice")
        if step.parents:
            if any(parent not in clauses for parent in step.parents):
                raise BadStepError(f"step {step.id} comes before a parent")
            result = clauses[step.parents[0]]
            for parent in step.parents[1:]:
                result = _resolve(result, clauses[parent], step.id)
            if len(step.parents) < 2 or result != clause:
                raise BadStepError(f"step {step.id} is {sorted(clause)}, its parents give {result}")
        elif not _follows(clause, step.origin, view):
            raise BadStepError(f"axiom {sorted(clause)} does not follow from {step.origin}")
        clauses[step.id] = clause
    return clauses[proof.steps[-1].id]


def _resolve(a: frozenset[int], b: frozenset[int], where: int) -> frozenset[int]:
    pivots = [literal for literal in a if -literal in b]
    if len(pivots) != 1:
        raise BadStepError(f"step {where} resolves {sorted(a)} and {sorted(b)} on {pivots}")
    return (a - {pivots[0]}) | (b - {-pivots[0]})


def _follows(clause: frozenset[int], origin: object, view: View) -> bool:
    cells = {abs(literal) - 1 for literal in clause}
    is_open = {cell for cell, state in enumerate(view.states) if state in OPEN_STATES}
    if origin == "open":
        return len(clause) == 1 and max(clause) < 0 and cells <= is_open
    if origin == "given as safe":
        told = is_open | {cell for cell, state in enumerate(view.states) if state == GIVEN}
        return len(clause) == 1 and max(clause) < 0 and cells <= told
    if origin == "mine count":
        region, number = set(range(view.level.size)), view.level.mines
    elif isinstance(origin, int) and origin in is_open:
        region = set(around(view.level.width, view.level.height, origin))
        number = view.states[origin]
    else:
        return False
    if not cells <= region:
        return False
    if all(literal < 0 for literal in clause):
        return len(cells) > number  # more cells than mines, so one or more cells are safe
    if all(literal > 0 for literal in clause):
        return number > len(region - cells - is_open)  # the other cells can't hold all the mines
    return False
