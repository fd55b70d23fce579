"""What the faulty agents have in common: the two rules for a single number, done right."""


def rows(view):
    """Each clue with the hidden cells around it."""
    for clue in range(view.level.size):
        if view[clue] <= 8:
            yield clue, [near for near in view.grid.neighbours(clue) if view[near] > 8]


def known_mines(view):
    """The cells that one number after the other shows to be mines, and those that are safe."""
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
    """The hidden cells that the rules say nothing about."""
    mines, safe = known_mines(view)
    return [cell for cell in view.hidden if cell not in mines | safe]


def choose(view):
    """A cell that the rules show to be safe, or None."""
    return min(known_mines(view)[1], default=None)
