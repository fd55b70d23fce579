"""What `sapper new-agent` writes: an agent that is right in all it does, and does little yet."""

PYTHON = '''\
"""An agent of your own: a function that is shown a position and chooses a cell.

    sapper watch NAME        watch it play
    sapper grade NAME        is what it claims always true, what does it miss, what does it win?

A cell is a number: 0 is the top left, view.level.width begins the second row.
"""

# For a guess: from sapper.adapters import guess


def choose(view):
    """A cell that is surely safe; guess(cell) for one that may be a mine; None when stuck."""
    for cell in view.given:  # cells that are given as safe at the start
        return cell
    for clue in range(view.level.size):
        if view[clue] <= 8:  # open: its number. Else 9 is hidden, 10 flagged, 11 given as safe
            hidden = [near for near in view.grid.neighbours(clue) if view[near] > 8]
            # Your turn: when are all of `hidden` mines? And when is one of them surely safe?
    return None
'''
