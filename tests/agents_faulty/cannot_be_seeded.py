"""The random choices can't be seeded, so a game can't be repeated, as in the course's programs."""

import random

import _rules

from sapper.adapters import guess

dice = random.SystemRandom()


def choose(view):
    mines, safe = _rules.known_mines(view)
    if safe:
        return dice.choice(sorted(safe))
    free = [cell for cell in view.hidden if cell not in mines]
    return guess(dice.choice(free)) if not any(_rules.rows(view)) and free else None
