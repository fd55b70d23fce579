"""Searches forever when there is nothing new, like programs D and E of the course."""

import _rules


def choose(view):
    while True:
        cell = _rules.choose(view)
        if cell is not None:
            return cell
