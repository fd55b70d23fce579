"""The files that `sapper agent new` writes: simple agents that never make a false claim."""

PYTHON = '''\
"""An agent of your own: a function that gets a position and chooses a cell.

    sapper watch NAME        watch it play
    sapper grade NAME        are its claims true, what does it miss, how often does it win?

A cell is a number: 0 is the top left, and view.level.width is the first of the second row.
"""

# For a guess: from sapper import guess


def choose(view):
    """Return a provably safe cell, guess(cell) for a cell that may be a mine, or None if stuck."""
    for cell in view.given:  # cells that are given as safe at the start
        return cell
    for clue in range(view.level.size):
        if view[clue] <= 8:  # the number in an open cell; 9 is hidden, 10 flagged, 11 given as safe
            hidden = [near for near in view.grid.neighbours(clue) if view[near] > 8]
            # Your turn: when are all of `hidden` mines? And when is one of them provably safe?
    return None
'''

WITH_KB = '''\
"""An agent of your own with a knowledge base, which Sapper checks.

    sapper watch NAME --check-kb    is every clause true, and which facts are missing?
    sapper grade NAME               the same in 100 games, with a mark

A cell is a number: 0 is the top left, and view.level.width is the first of the second row. A
literal is cell + 1 (the cell is a mine) or -(cell + 1) (the cell is safe). A clause is a set of
literals, at least one of which is true.
"""

from itertools import combinations


class Agent:
    def __init__(self):
        self.kb = set()  # the clauses; Sapper reads this attribute after each decision
        self.told = set()  # the numbers that are in kb

    def choose(self, view):
        """Return a provably safe cell, or None if stuck."""
        for clue in range(view.level.size):
            if view[clue] <= 8 and clue not in self.told:  # the number in an open cell
                self.told.add(clue)
                self.tell(view, clue)
        self.kb |= {frozenset([-(cell + 1)]) for cell in view.given}
        self.propagate()
        # Your turn: match pairs of clauses to find more facts.
        for cell in (*view.given, *view.hidden):
            if frozenset([-(cell + 1)]) in self.kb:
                return cell
        return None

    def tell(self, view, clue):
        """Add the clauses of a number, which counts the mines around it."""
        number = view[clue]
        hidden = [near + 1 for near in view.grid.neighbours(clue) if view[near] > 8]
        self.kb.add(frozenset([-(clue + 1)]))
        for some in combinations(hidden, number + 1):  # one of them is safe
            self.kb.add(frozenset(-literal for literal in some))
        for some in combinations(hidden, len(hidden) - number + 1):  # one of them is a mine
            self.kb.add(frozenset(some))

    def propagate(self):
        """Use the facts: a clause with a true literal can go, and false literals drop out."""
        while True:
            facts = {next(iter(clause)) for clause in self.kb if len(clause) == 1}
            kb = {clause for clause in self.kb if len(clause) == 1}
            for clause in self.kb:
                if not clause & facts:
                    kb.add(frozenset(literal for literal in clause if -literal not in facts))
            if kb == self.kb:
                return
            self.kb = kb
'''
