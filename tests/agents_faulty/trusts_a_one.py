"""Opens a random cell next to a 1 with four hidden cells, and calls it certain."""

import random

import _rules


def choose(view):
    """A cell that the rules show to be safe, or a random one of four."""
    cell = _rules.choose(view)
    if cell is not None:
        return cell
    fours = [hidden for clue, hidden in _rules.rows(view) if view[clue] == 1 and len(hidden) == 4]
    return random.choice(fours[0]) if fours else None
