"""Labels: what a move was. docs/review.md says when a move has which."""

from __future__ import annotations

from enum import StrEnum

from sapper.core.grid import Cell
from sapper.reason.value import Judgement

GOOD, INACCURACY = 0.005, 0.05
"""The most that a move of that label gives away for sure; beyond the last is a mistake."""

ONLY_LEAD = 0.05
"""An only move is better than any other by more than this."""

SURE = 2.0
"""A loss is sure but for this number of its standard errors."""


class Label(StrEnum):
    """What a move was."""

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
"""Moves that took a risk."""


def grade(judged: Judgement, cell: Cell) -> Label:
    """The label of a guess where no cell was provably safe, by what it lost for sure."""
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
    """What a choice gave away for sure."""
    return judged.lost - SURE * judged.lost_error
