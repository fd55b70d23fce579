"""The labels of moves. docs/review.md explains them."""

from __future__ import annotations

from enum import StrEnum

from sapper.core.grid import Cell
from sapper.reason.value import Judgement

GOOD, INACCURACY = 0.005, 0.05
"""The maximum loss (`least_lost`) for these labels."""

ONLY_LEAD = 0.05
"""An "only move" leads every other move by more than this chance of winning."""

SURE = 2.0
"""The number of standard errors that are subtracted from an estimated loss."""


class Label(StrEnum):
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


def grade(judged: Judgement, cell: Cell) -> Label:
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
    return judged.lost - SURE * judged.lost_error
