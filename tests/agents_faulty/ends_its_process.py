"""Ends its process when no cell is provably safe."""

import os

import _rules


def choose(view):
    cell = _rules.choose(view)
    if cell is None:
        os._exit(1)
    return cell
