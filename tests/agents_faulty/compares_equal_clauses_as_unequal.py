"""Treats equal clauses as new and searches forever, like programs A and D of the course."""

from _rules import rows


class Clause:
    def __init__(self, cells, mines):
        self.cells, self.mines = cells, mines  # the fault: neither __eq__ nor __hash__ is defined


def choose(view):
    if view.given:
        return view.given[0]
    clauses = {Clause(frozenset(hidden), view[clue]) for clue, hidden in rows(view)}
    new = True
    while new:
        new = {Clause(clause.cells, clause.mines) for clause in list(clauses)[:50]} - clauses
        clauses = new | set(list(clauses)[:50])
    return None
