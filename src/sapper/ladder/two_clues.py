"""The techniques *subset* and *difference*, which compare two clues that share cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sapper.core.constraints import cells_of
from sapper.core.grid import Grid
from sapper.ladder.clue import Remaining, overlapping
from sapper.ladder.finding import Finding, Kind, mines_fact, safe_fact
from sapper.logic import Literal


class TwoClues(NamedTuple):
    """Two clues which together settle the cells that only one of them touches.

    The clue `more` needs n more mines than `less`, where n is the number of cells that only `more`
    touches, so all of these cells are mines.
    """

    mines: int
    safe: int
    more: Remaining
    less: Remaining

    def findings(self, claim: Literal, mines: int, safe: int, grid: Grid) -> Iterator[Finding]:
        known = mines | safe
        for more in self.more.clues:
            for less in self.less.clues:
                own, other = more.mask & ~less.mask, less.mask & ~more.mask
                if self.mines and self.safe:
                    used = own & safe | other & mines
                    facts = [mines_fact(own & ~safe), safe_fact(other & ~mines)]
                    fact, also = facts if claim > 0 else facts[::-1]
                    needs = frozenset(cells_of(used))
                    clues = more.cell, less.cell
                    yield Finding(Kind.DIFFERENCE, fact, clues, needs, also=also)
                elif self.mines:
                    needs = frozenset(cells_of(own & safe | other & known))
                    fact = mines_fact(own & ~safe)
                    yield Finding(Kind.SUBSET, fact, (less.cell, more.cell), needs)
                else:
                    needs = frozenset(cells_of(other & mines | own & known))
                    fact = safe_fact(other & ~known)
                    yield Finding(Kind.SUBSET, fact, (more.cell, less.cell), needs)


def subset(left: Sequence[Remaining], certain: int, grid: Grid) -> list[TwoClues]:
    return [one for one in _comparisons(left) if not (one.mines and one.safe)]


def difference(left: Sequence[Remaining], certain: int, grid: Grid) -> list[TwoClues]:
    # The technique subset was tried first and found nothing, so all of these comparisons are
    # differences.
    return list(_comparisons(left))


def _comparisons(left: Sequence[Remaining]) -> Iterator[TwoClues]:
    by_mask = {one.mask: one for one in left}
    for a, b in overlapping(by_mask):
        own, other = a & ~b, b & ~a
        one, two = by_mask[a], by_mask[b]
        more = one.mines - two.mines
        if more == own.bit_count():
            yield TwoClues(own, other, one, two)
        elif -more == other.bit_count():
            yield TwoClues(other, own, two, one)
