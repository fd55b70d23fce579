"""Findings: the results of rules, with the clues and the known cells they used.

    fact          the smallest and the largest number of mines among some cells
    finding       a fact, with the clues that show it, the known cells they need, and the
                  findings it follows from
    settled       a cell that a fact shows to be safe or a mine

Kinds of findings, and of the steps of an argument made from them:

    given         a cell was given as safe
    known         cells settled by an easier argument, which is cited and not repeated
    clue          one number
    rest          one number, minus the settled cells
    subset        two numbers; the cells of one are among those of the other
    difference    two overlapping numbers; the cells that only one of them has account for the
                  whole difference
    limit         at least or at most n mines among some cells, from one or two numbers or limits
    combination   numbers added and subtracted, each a number of times
    suppose       a claim is supposed, to be refuted
    impossible    facts that contradict each other, so the last supposition is refuted
    mine count    the number of mines on the board, minus the known ones
    total         facts about separate cells, subtracted from the mine count, leave n for the rest
    ways          every way to satisfy these facts has this many mines among their cells

A finding claims only this: its fact holds if the facts and numbers it uses and its suppositions
hold. So a solver can replay an argument, and the tests do so.
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
    """The kind of a finding, as listed at the head of this file."""

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
        """Whether each of its cells is shown to be safe or a mine."""
        return self.most == 0 or self.least == len(self.cells)


def fact_of(literal: Literal) -> Fact:
    """The fact that a cell is a mine or safe."""
    number = 1 if literal > 0 else 0
    return Fact((abs(literal) - 1,), number, number)


def safe_fact(mask: int) -> Fact:
    """The fact that these cells are safe."""
    return Fact(tuple(cells_of(mask)), 0, 0)


def mines_fact(mask: int) -> Fact:
    """The fact that these cells are mines."""
    cells = tuple(cells_of(mask))
    return Fact(cells, len(cells), len(cells))


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """A fact and its reasons: clues, known cells (`needs`) and earlier findings (`parts`)."""

    kind: Kind
    fact: Fact
    clues: tuple[Cell, ...]
    needs: Cells
    parts: tuple[Finding, ...] = ()
    also: Fact | None = None
    """a second fact, because a difference settles the cells of both clues"""
    weights: tuple[int, ...] = ()
    """how often a combination adds each clue"""
    under: tuple[Literal, ...] = ()
    """the suppositions it depends on"""

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (self.fact,) if self.also is None else (self.fact, self.also)

    def settles(self, cell: Cell) -> bool:
        return any(cell in fact.cells for fact in self.facts)

    def is_mine(self, cell: Cell) -> bool:
        return any(fact.most and cell in fact.cells for fact in self.facts)

    def all_needs(self) -> Cells:
        """The known cells needed by it and by all findings it follows from."""
        return self.needs.union(*(part.all_needs() for part in self.parts))

    def size(self) -> int:
        """The number of findings it is made from, including itself."""
        return 1 + sum(part.size() for part in self.parts)
