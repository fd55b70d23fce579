"""The two rules for a single number, implemented correctly for all faulty agents."""


def rows(view):
    """Each clue with the hidden cells around it."""
    for clue in range(view.level.size):
        if view[clue] <= 8:
            yield clue, [near for near in view.grid.neighbours(clue) if view[near] > 8]


def known_mines(view):
    """The mines and the safe cells that follow from one number at a time."""
    mines, safe = set(), set(view.given)
    while True:
        before = len(mines) + len(safe)
        for clue, hidden in rows(view):
            left = [cell for cell in hidden if cell not in mines | safe]
            count = view[clue] - len(mines.intersection(hidden))
            if count == len(left):
                mines.update(left)
            elif count == 0:
                safe.update(left)
        if len(mines) + len(safe) == before:
            return mines, safe


def unknown(view):
    mines, safe = known_mines(view)
    return [cell for cell in view.hidden if cell not in mines | safe]


def choose(view):
    return min(known_mines(view)[1], default=None)
