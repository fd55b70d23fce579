"""Still uses the facts of one game in the next game."""

import _rules

mines, safe = set(), set()


def choose(view):
    found = _rules.known_mines(view)
    mines.update(found[0])
    safe.update(found[1])
    return min((cell for cell in safe - mines if view[cell] > 8), default=None)
