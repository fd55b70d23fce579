"""The nouns of an argument for a certain cell: facts, and the steps that lead to them.

    fact          so many mines, at least and at most, among these cells
    step          a fact, with the earlier steps that it uses and the suppositions it stands under
    settled       a cell of which a step says that it is a mine, or safe

Kinds of steps:

    told          a cell that was told safe
    known         cells that an easier argument settles: cited, not shown again
    clue          what a number says by itself
    rest          a number, less the cells that are settled
    subset        two numbers, the cells of one among those of the other: what is left for the rest
    difference    two numbers that overlap: the cells of their own make the whole difference
    limit         at least or at most so many among some cells, from one or two numbers or limits
    combination   numbers added and taken away, so many times each
    suppose       a claim is supposed, to be refuted
    impossible    facts that cannot all be: the last supposition is refuted
    mine count    what the number of mines on the board says, less the known ones
    total         facts about separate cells, taken from the mine count, leave so many for the rest
    ways          every way to satisfy these facts has so many mines among their cells

A step claims no more than: if the facts and the numbers that it uses hold, and its suppositions,
then so does its own fact. So a solver can replay an argument, and does in the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from sapper.grid import Cell, Grid, cell_list
from sapper.logic import Literal

Cells: TypeAlias = frozenset[Cell]


class Kind(StrEnum):
    """How a step is made; see the head of this file."""

    TOLD = "told"
    KNOWN = "known"
    CLUE = "clue"
    REST = "rest"
    SUBSET = "subset"
    DIFFERENCE = "difference"
    LIMIT = "limit"
    COMBINATION = "combination"
    SUPPOSE = "suppose"
    IMPOSSIBLE = "impossible"
    MINE_COUNT = "mine count"
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
        return f"{self.amount} {'is' if self.is_one else 'are'} among {names}"

    @property
    def amount(self) -> str:
        """How many mines.

        >>> Fact((0, 1, 2), 2, 3).amount, Fact((0, 1, 2), 0, 1).amount
        ('at least 2 mines', 'at most 1 mine')
        """
        return f"{self.number} mine{'s' * (not self.is_one)}"

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
    def is_one(self) -> bool:
        """Whether its number is one, for the verb of a sentence."""
        return (self.least if self.most >= len(self.cells) else self.most) == 1


def fact_of(literal: Literal) -> Fact:
    """The fact that a cell is a mine, or safe."""
    number = 1 if literal > 0 else 0
    return Fact((abs(literal) - 1,), number, number)


@dataclass(frozen=True, slots=True)
class Step:
    """A fact and where it comes from: the indexes of earlier steps, and numbers on the board."""

    kind: Kind
    fact: Fact
    uses: tuple[int, ...] = ()
    under: tuple[Literal, ...] = ()
    clues: tuple[Cell, ...] = ()
    also: Fact | None = None
    """what follows as well: a difference settles the cells of both clues"""
    weights: tuple[int, ...] = ()
    """of a combination: how often each clue is added"""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The fact, and what follows as well."""
        return (self.fact,) if self.also is None else (self.fact, self.also)


def settled(steps: Iterable[Step]) -> dict[Cell, bool]:
    """The cells of which these steps say what they are: whether each is a mine."""
    return {
        cell: fact.most > 0
        for step in steps
        for fact in step.facts
        if fact.settles
        for cell in fact.cells
    }


def trimmed(steps: Sequence[Step], last: int) -> tuple[Step, ...]:
    """The steps that the last one needs, in the same order."""
    needed = {last}
    for i in range(last, -1, -1):
        if i in needed:
            needed.update(steps[i].uses)
    place = {i: place for place, i in enumerate(sorted(needed))}
    return tuple(
        replace(steps[i], uses=tuple(sorted(place[u] for u in steps[i].uses))) for i in place
    )
