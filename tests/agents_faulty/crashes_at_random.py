"""Crashes now and then."""

import _rules


def choose(view):
    if len(view.hidden) % 13 == 5:
        raise KeyError(len(view.hidden))
    return _rules.choose(view)
