"""Opens a cell next to a clue too early, while one of the clue's mines is still unknown."""

import _rules


def choose(view):
    mines, safe = _rules.known_mines(view)
    for clue, hidden in _rules.rows(view):
        left = [cell for cell in hidden if cell not in mines]
        if not safe and left and len(hidden) - len(left) >= view[clue] - 1:
            return left[0]
    return min(safe, default=None)
