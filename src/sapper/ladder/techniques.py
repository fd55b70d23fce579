r"""Exact definitions of the reasoning techniques, easiest first.

    known        a cell that is open, given as safe, or already shown to be safe or a mine
    remaining    the unknown cells of a clue, and the number of mines among them
    step         one use of a technique; the cells it settles are known from then on
    closure      of a technique: all cells that are settled if steps of this technique and of easier
                 ones are repeated until no step settles another cell

The technique of a cell is the easiest one whose closure contains the cell. A step may use any clue
of the position, but it considers only the clue's remaining cells and mines. Below, A and B are the
remaining cells of two clues, and a and b are the numbers of mines among them:

    given         The cell was given as safe before the first move.
    single clue   If a = 0, the cells of A are safe. If a = |A|, they are all mines.
    subset        If A lies within B, the cells of B\A have b - a mines.
                  If that is 0 they are safe, and if it is |B\A| they are all mines.
    difference    A and B overlap, and neither lies within the other. If a - b = |A\B|, all of
                  A\B are mines and all of B\A are safe. (The 1-2 pattern is an example.)
    chain         Keep two limits, the least and the most mines, for these sets of cells: each A
                  (both limits are a), and A & B, A\B and B\A for each A and B that overlap.
                  If two of these sets X and Y overlap, limits for three sets follow:
                      X & Y   at least  max(0, least X - |X\Y|, least Y - |Y\X|)
                              at most   min(|X & Y|, most X, most Y)
                              (or the limits of X & Y itself, if they are tighter)
                      X\Y     at least  least X - most (X & Y), at most  most X - least (X & Y)
                      Y\X     likewise
                  A limit is kept if its cells are one of the sets. If it shows that its cells are
                  all safe or all mines, they are known, even if they don't form one of the sets.
    combination   Several clues are added and subtracted, each a whole number of times. The sum
                  determines the cell, whatever values (0 or 1) the other cells have. There is such
                  a sum if and only if the equations of the clues (the cells of A add up to a, and
                  so on) have no solution in numbers from 0 to 1, including fractions, in which the
                  cell has the opposite value (Farkas' lemma).
    case split    The clues settle the cell in another way: the opposite is assumed and refuted.
    mine count    The clues settle the cell only together with the mine count.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from sapper.errors import SapperError, shown


class TechniqueError(SapperError):
    """Raised if a string is not the name of a technique."""


class Technique(IntEnum):
    """A way to settle a cell, such as `Technique("chain")`.

    Easier techniques have lower numbers.
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
    def of(cls, technique: Technique | str, offered: Iterable[Technique] = ()) -> Technique:
        """Read a technique from a string, or return a technique unchanged."""
        if isinstance(technique, Technique):
            return technique
        return cls.parse(technique, offered)

    @classmethod
    def _missing_(cls, value: object) -> Technique:
        return cls.parse(value)  # type: ignore[arg-type]

    @classmethod
    def parse(cls, text: str, offered: Iterable[Technique | str] = ()) -> Technique:
        """Read the name of a technique. Dashes and underscores count as spaces.

        The error message lists the `offered` techniques, or all techniques by default.

        >>> Technique.parse("single-clue")
        <Technique.SINGLE_CLUE: 1>
        """
        if isinstance(text, str):
            words = " ".join(text.lower().replace("-", " ").replace("_", " ").split())
            for technique in cls:
                if str(technique) == words:
                    return technique
        raise TechniqueError(
            "{text} is not a technique: use {names}",
            text=shown(text),
            names=", ".join(map(str, tuple(offered) or cls)),
        )
