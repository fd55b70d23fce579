"""The file that `sapper new-agent` writes: a simple agent that never makes a false claim."""

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
