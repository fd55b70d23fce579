r"""Exact definitions of the techniques of reasoning, the easiest first.

    known        a cell that is open, given as safe, or already shown to be safe or a mine
    remaining    the unknown cells of a clue, and the number of mines among them
    step         one use of a rule; the cells it settles are known from then on
    closure      all cells that steps of a technique and of the easier ones settle when they are
                 repeated until no step settles another cell

The technique of a cell is the easiest one whose closure contains the cell. So two steps with a
single clue each are still *single clue*. All clues of the position may be used, and only their
remaining cells and mines matter. A and B are clues with a and b mines among their remaining cells:

    given         The cell was given as safe before the first move.
    single clue   If a = 0, the cells of A are safe. If a = |A|, they are all mines.
    subset        If A lies within B, the cells of B\A have b - a mines.
                  If that is 0 they are safe, and if it is |B\A| they are all mines.
    difference    A and B overlap, and neither lies within the other. If a - b = |A\B|, all of
                  A\B are mines and all of B\A are safe. (The 1-2 pattern is an example.)
    chain         Keep the smallest and the largest possible number of mines for these sets: A
                  (both are a), and, for A and B that overlap, A & B, A\B and B\A.
                  Any two of these sets X and Y that overlap limit three sets:
                      X & Y   at least  max(0, least X - |X\Y|, least Y - |Y\X|)
                              at most   min(|X & Y|, most X, most Y)
                              (or the limits of X & Y itself, if they are tighter)
                      X\Y     at least  least X - most (X & Y), at most  most X - least (X & Y)
                      Y\X     likewise
                  A limit is kept if its cells are one of the sets. If it makes its cells all safe
                  or all mines, they are known, even if they are not one of the sets.
    combination   Several clues are added and subtracted, each a whole number of times. The sum
                  leaves the cell no choice, whether the other cells are 0 or 1.
                  There is such a sum if and only if the equations of the clues (the cells of A add
                  up to a, and so on) have no solution in numbers from 0 to 1, including fractions,
                  in which the cell has the opposite value (Farkas' lemma).
    case split    Any other cell that the clues settle: its opposite is supposed and refuted.
    mine count    A cell that the clues settle only together with the mine count.

A closure does not depend on the order of steps, because a new known cell never prevents a step.
"""

from __future__ import annotations

from enum import IntEnum

from sapper.errors import SapperError, quote


class TechniqueError(SapperError):
    """The name of a technique is wrong."""


class Technique(IntEnum):
    """How a cell can be settled, the easiest way first.

    given         the cell was given as safe
    single clue   one number settles it
    subset        two numbers, and all cells of one are cells of the other
    difference    two overlapping numbers, whose difference makes the cells of only one all mines
    chain         facts are compared two at a time, and the results are used again
    combination   several numbers are added and subtracted
    case split    its opposite is supposed and refuted
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
        """Read the name of a technique; dashes and underscores count as spaces.

        >>> Technique.parse("single-clue")
        <Technique.SINGLE_CLUE: 1>
        """
        words = " ".join(text.lower().replace("-", " ").replace("_", " ").split())
        for technique in cls:
            if str(technique) == words:
                return technique
        raise TechniqueError(f"{quote(text)} is not a technique: use {', '.join(map(str, cls))}")
