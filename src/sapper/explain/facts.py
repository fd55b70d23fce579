"""The nouns of an argument for a certain cell: facts, and the steps that lead to them.

    fact          so many mines, at least and at most, among these cells
    step          a fact, with the earlier steps that it uses and the suppositions it stands under
    settled       a cell of which a step says that it is a mine, or safe

Kinds of steps:

    clue          what a number says
    mine count    what the number of mines on the board says
    told          a cell that was told safe
    rest          a fact, less the cells that are settled
    compare       two facts that share cells: one limits the shared cells, so the other's rest
    suppose       a claim is supposed, to be refuted
    impossible    facts that cannot all be: the last supposition is refuted
    total         facts about separate cells, taken from the mine count, leave so many for the rest
    ways          every way to satisfy these facts has so many mines among their cells

A step claims no more than: if the facts that it uses hold, and its suppositions, then so does its
own fact. So a solver can replay an argument, and does in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from sapper.grid import Cell, Grid, cell_list
from sapper.logic import Literal

Cells: TypeAlias = frozenset[Cell]


class Kind(StrEnum):
    """How a step is made; see the head of this file."""

    CLUE = "clue"
    MINE_COUNT = "mine count"
    TOLD = "told"
    REST = "rest"
    COMPARE = "compare"
    SUPPOSE = "suppose"
    IMPOSSIBLE = "impossible"
    TOTAL = "total"
    WAYS = "ways"


@dataclass(frozen=True, slots=True)
class Fact:
    """At least `least` and at most `most` mines among `cells`."""

    cells: tuple[Cell, ...]
    least: int
    most: int

    @property
    def settles(self) -> bool:
        """Whether it says of each of its cells what it is."""
        return self.most == 0 or self.least == len(self.cells)

    def words(self, grid: Grid) -> str:
        """The fact as a sentence without its full stop.

        >>> Fact((0, 1), 1, 1).words(Grid(3, 1)), Fact((2,), 0, 0).words(Grid(3, 1))
        ('exactly 1 mine is among A1 and B1', 'C1 is safe')
        """
        names = cell_list(self.cells, grid)
        if self.most == 0:
            return f"{names} {'is' if len(self.cells) == 1 else 'are'} safe"
        if self.least == len(self.cells):
            return f"{names} {'is a mine' if len(self.cells) == 1 else 'are mines'}"
        return f"{self.amount} {'is' if self._one else 'are'} among {names}"

    @property
    def amount(self) -> str:
        """How many mines.

        >>> Fact((0, 1, 2), 2, 3).amount, Fact((0, 1, 2), 0, 1).amount
        ('at least 2 mines', 'at most 1 mine')
        """
        return f"{self.number} mine{'s' * (not self._one)}"

    @property
    def number(self) -> str:
        """How many, without the word for what."""
        if self.least == self.most:
            return f"exactly {self.least}"
        if self.most >= len(self.cells):
            return f"at least {self.least}"
        if self.least == 0:
            return f"at most {self.most}"
        return f"{self.least} to {self.most}"

    @property
    def _one(self) -> bool:
        return (self.least if self.most >= len(self.cells) else self.most) == 1


def fact_of(literal: Literal) -> Fact:
    """The fact that a cell is a mine, or safe."""
    number = 1 if literal > 0 else 0
    return Fact((abs(literal) - 1,), number, number)


@dataclass(frozen=True, slots=True)
class Step:
    """A fact and where it comes from; `uses` are the indexes of earlier steps, `under` literals."""

    kind: Kind
    fact: Fact
    uses: tuple[int, ...] = ()
    under: tuple[Literal, ...] = ()
    clue: Cell | None = None


def accounted(facts: Iterable[Fact]) -> tuple[set[Cell], int, int]:
    """The cells of facts, and how many mines they have at least and at most.

    Facts that settle their cells may share them; the others are about cells of their own.
    """
    laid: set[Cell] = set()
    cells: set[Cell] = set()
    least = most = 0
    for fact in facts:
        cells.update(fact.cells)
        if fact.most == 0:
            continue
        if fact.least == len(fact.cells):
            laid.update(fact.cells)
        else:
            least += fact.least
            most += fact.most
    return cells, least + len(laid), most + len(laid)


def trimmed(steps: list[Step], last: int, claim: Literal) -> tuple[Step, ...]:
    """The steps that the last one needs, each clue just before it is first used."""
    needed = {last}
    for i in range(last, -1, -1):
        if i in needed:
            needed.update(steps[i].uses)
    order: list[int] = []
    first = (Kind.CLUE, Kind.MINE_COUNT)
    for i in sorted(needed):
        if steps[i].kind not in first:
            new = [u for u in steps[i].uses if steps[u].kind in first and u not in order]
            # What limits comes before what is limited.
            order += reversed(new)
            order.append(i)
    if not order:
        order = [last]
    place = {i: place for place, i in enumerate(order)}
    found = [replace(steps[i], uses=tuple(place[u] for u in steps[i].uses)) for i in order]
    assert abs(claim) - 1 in found[-1].fact.cells
    return tuple(found)
