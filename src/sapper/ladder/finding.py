"""Findings: what a rule of the ladder says, with the clues and the known cells that it used.

    fact          so many mines, at least and at most, among these cells
    finding       a fact, with the clues that show it, the known cells that they need, and the
                  findings that come before it
    settled       a cell of which a fact says that it is a mine, or safe

Kinds of findings, and of the steps of an argument that are made from them:

    given         a cell that was given as safe
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

A finding claims no more than: if the facts and the numbers that it uses hold, and its suppositions,
then so does its own fact. So a solver can replay an argument, and does in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from sapper.core.constraints import cells_of
from sapper.core.grid import Cell
from sapper.logic import Literal

Cells: TypeAlias = frozenset[Cell]


class Kind(StrEnum):
    """How a finding is made; see the head of this file."""

    GIVEN = "given"
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


def fact_of(literal: Literal) -> Fact:
    """The fact that a cell is a mine, or safe."""
    number = 1 if literal > 0 else 0
    return Fact((abs(literal) - 1,), number, number)


def safe_fact(mask: int) -> Fact:
    """That these cells are safe."""
    return Fact(tuple(cells_of(mask)), 0, 0)


def mines_fact(mask: int) -> Fact:
    """That these cells are mines."""
    cells = tuple(cells_of(mask))
    return Fact(cells, len(cells), len(cells))


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """A fact and what shows it; `needs` are known cells, `parts` the findings before it."""

    kind: Kind
    fact: Fact
    clues: tuple[Cell, ...]
    needs: Cells
    parts: tuple[Finding, ...] = ()
    also: Fact | None = None
    """what follows as well: a difference settles the cells of both clues"""
    weights: tuple[int, ...] = ()
    """of a combination: how often each clue is added"""
    under: tuple[Literal, ...] = ()
    """the suppositions that it stands under"""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The fact, and what follows as well."""
        return (self.fact,) if self.also is None else (self.fact, self.also)

    def settles(self, cell: Cell) -> bool:
        """Whether it says what a cell is."""
        return any(cell in fact.cells for fact in self.facts)

    def all_needs(self) -> Cells:
        """Also those of the findings before it."""
        return self.needs.union(*(part.all_needs() for part in self.parts))

    def size(self) -> int:
        """How many findings it is made from, itself included."""
        return 1 + sum(part.size() for part in self.parts)
