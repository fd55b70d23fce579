"""It ends its process when it does not know what to do."""

import os

import _rules


def choose(view):
    cell = _rules.choose(view)
    if cell is None:
        os._exit(1)
    return cell
