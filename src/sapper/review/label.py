"""The labels of moves. docs/review.md explains them."""

from __future__ import annotations

from enum import StrEnum

from sapper.core.grid import Cell
from sapper.reason.value import Judgement

GOOD, INACCURACY = 0.005, 0.05
"""The largest loss for these labels, after allowing for its error. A mistake loses more."""

ONLY_LEAD = 0.05
"""An only move is better than any other by more than this."""

SURE = 2.0
"""The number of standard errors to subtract from an estimated loss."""


class Label(StrEnum):
    """The label of a move."""

    START = "start"
    CERTAIN = "certain"
    CHORD = "chord"
    FLAG = "flag"
    FLAG_REMOVED = "flag removed"
    WRONG_FLAG = "wrong flag"
    UNPROVEN_FLAG = "unproven flag"
    NEEDLESS = "needless guess"
    COIN_TOSS = "forced coin toss"
    ONLY = "only move"
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


ERRORS = frozenset({Label.BLUNDER, Label.NEEDLESS, Label.INACCURACY, Label.MISTAKE})

GUESSES = ERRORS | {Label.COIN_TOSS, Label.ONLY, Label.BEST, Label.GOOD}
"""Risky moves."""


def grade(judged: Judgement, cell: Cell) -> Label:
    """The label of a guess in a position without a provably safe cell."""
    if judged.forced and judged.lost <= 1e-12:
        return Label.COIN_TOSS
    least = least_lost(judged)
    if least <= 0.0:
        if judged.best != cell and judged.lost > 0.0:
            return Label.GOOD
        if judged.other_win is None:
            return Label.BEST
        lead = judged.best_win - judged.other_win - SURE * judged.other_error
        return Label.ONLY if lead > ONLY_LEAD else Label.BEST
    if least <= GOOD:
        return Label.GOOD
    return Label.INACCURACY if least <= INACCURACY else Label.MISTAKE


def least_lost(judged: Judgement) -> float:
    """The loss of a choice, after allowing for its error."""
    return judged.lost - SURE * judged.lost_error
