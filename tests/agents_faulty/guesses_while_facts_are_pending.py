"""Guesses without odds while facts are pending, like program D of the course."""

import _rules

from sapper.adapters import guess


class Hasty:
    turn = 0

    def choose(self, view):
        self.turn += 1
        if view.given or self.turn % 4 or not _rules.unknown(view):
            return _rules.choose(view)
        return guess(_rules.unknown(view)[0])
