"""The ladder of reasoning, in one place: what an argument takes, the easiest first."""

from __future__ import annotations

from enum import IntEnum


class Technique(IntEnum):
    """What an argument takes, the easiest first.

    told          the cell was told safe
    single clue   one number decides it
    subset        two numbers whose cells overlap (the patterns 1-1 and 1-2 among them)
    chain         three numbers or more, each step from two facts
    case split    something is supposed, and refuted
    mine count    the number of mines on the board is needed
    """

    TOLD = 0
    SINGLE_CLUE = 1
    SUBSET = 2
    CHAIN = 3
    CASE_SPLIT = 4
    MINE_COUNT = 5

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")
