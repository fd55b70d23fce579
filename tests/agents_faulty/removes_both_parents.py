"""Removes both parents of a resolution and loses knowledge, like programs A and C of the course."""

from _rules import rows


class Loses:
    def __init__(self):
        self.clauses, self.seen = [], set()
        self.safe, self.mines = set(), set()

    def choose(self, view):
        for clue, hidden in rows(view):
            if clue not in self.seen:
                self.seen.add(clue)
                self.clauses.append((frozenset(hidden), view[clue]))
        self.safe.update(view.given)
        while not (left := self.safe & set(view.hidden)) and self.match():
            pass
        return min(left, default=None)

    def match(self):
        for a in self.clauses:
            for b in self.clauses:
                if a is not b and a[0] & b[0]:
                    self.clauses.remove(a)
                    self.clauses.remove(b)  # the fault: both parents are gone
                    small, large = sorted((a, b), key=lambda clause: len(clause[0]))
                    if small[0] <= large[0]:
                        self.add(large[0] - small[0], large[1] - small[1])
                    return True
        return False

    def add(self, cells, mines):
        if mines == 0:
            self.safe |= cells
        elif mines < len(cells):
            self.clauses.append((cells, mines))
