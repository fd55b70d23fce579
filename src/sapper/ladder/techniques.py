r"""The ladder of reasoning, in one place: what an argument takes, the easiest first.

    known        a cell that is open, given as safe, or already shown to be safe or a mine
    remaining    of a clue: its cells less the known ones, and its mines less the known ones
    step         one use of a rule; the cells that it settles are known from then on
    closure      all that steps of a rung and of the lower rungs settle, taken as often as they help

The technique of a certain cell is the lowest rung whose closure has it: two steps with a single
clue each are still *single clue*. All clues of the position may be used, and only their remaining
cells and mines matter. The rules, for clues A and B with a and b mines among their remaining cells:

    given         the cell was given as safe before the first move
    single clue   a = 0: A's cells are safe. a = |A|: they are all mines.
    subset        A lies within B: the cells of B\A have b - a mines.
                  If that is 0 they are safe, if it is |B\A| they are all mines.
    difference    A and B overlap and neither lies within the other: if a - b = |A\B|, then all of
                  A\B are mines and all of B\A are safe. (The pattern 1-2 is this.)
    chain         Facts "at least and at most so many mines among these cells" are kept, for these
                  sets: A (both are a), and for A and B that overlap, what they share and what each
                  has of its own. Any two facts X and Y that overlap limit three sets:
                      X & Y   at least  max(0, least X - |X\Y|, least Y - |Y\X|)
                              at most   min(|X & Y|, most X, most Y)
                              (or what is known of X & Y itself, where that is tighter)
                      X\Y     at least  least X - most (X & Y), at most  most X - least (X & Y)
                      Y\X     likewise
                  A limit is kept if its cells are one of the sets. If it makes its cells all safe
                  or all mines, they are known, whether they are one of the sets or not.
    combination   Several clues at once, added and taken away, each a whole number of times: the sum
                  leaves the cell no choice, whichever of 0 and 1 the other cells are.
                  There is such a sum if and only if the equations of the clues (the cells of A add
                  up to a, and so on) have no solution with numbers from 0 to 1, fractions allowed,
                  in which the cell is the opposite (Farkas' lemma).
    case split    whatever else the clues settle: something is supposed, and refuted
    mine count    what the clues settle only together with the number of mines on the board

A closure does not depend on the order of steps: a known cell more takes no step away.
"""

from __future__ import annotations

from enum import IntEnum

from sapper.errors import SapperError, quote


class TechniqueError(SapperError):
    """A name that no technique has."""


class Technique(IntEnum):
    """What an argument takes, the easiest first; the head of this file defines each exactly.

    given         the cell was given as safe
    single clue   one number decides it
    subset        two numbers, all cells of one among those of the other
    difference    two numbers that overlap: one has so many mines more that its own cells are mines
    chain         comparisons of two facts at a time, whose results are carried along
    combination   several numbers at once, added and taken away
    case split    something is supposed, and refuted
    mine count    the number of mines on the board is needed
    """

    GIVEN = 0
    SINGLE_CLUE = 1
    SUBSET = 2
    DIFFERENCE = 3
    CHAIN = 4
    COMBINATION = 5
    CASE_SPLIT = 6
    MINE_COUNT = 7

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    @classmethod
    def parse(cls, text: str) -> Technique:
        """Read a technique by its name; dashes and underlines are blanks.

        >>> Technique.parse("single-clue")
        <Technique.SINGLE_CLUE: 1>
        """
        words = " ".join(text.lower().replace("-", " ").replace("_", " ").split())
        for technique in cls:
            if str(technique) == words:
                return technique
        raise TechniqueError(f"{quote(text)} is not a technique: use {', '.join(map(str, cls))}")
