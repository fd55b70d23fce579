"""Forgets a region behind mines, like programs A, C, D and E of the course.

The agent opens only cells next to the region that it has reached from the first given cell.
"""

import _rules


class Walled:
    def __init__(self):
        self.reached = None

    def choose(self, view):
        if self.reached is None:
            self.reached = {view.given[0]}
            return view.given[0]
        grown = True
        while grown:
            near = {n for cell in self.reached for n in view.grid.neighbours(cell)}
            grown = {cell for cell in near if view[cell] <= 8} - self.reached
            self.reached |= grown
        safe = _rules.known_mines(view)[1]
        near = {n for cell in self.reached for n in view.grid.neighbours(cell)}
        return min(safe & near, default=None)
