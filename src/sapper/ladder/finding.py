"""Findings: the results of rules, with the clues and the known cells that the rules used.

    fact          the least and the most mines among some cells
    finding       a fact with its reasons: clues, known cells and earlier findings
    settled       a cell that a fact shows to be safe or a mine

Findings and steps have these kinds:

    given         A cell was given as safe.
    known         Easier arguments, which are not repeated, settle these cells.
    clue          A number settles its cells.
    rest          A number settles its remaining cells.
    subset        Two numbers are compared. All cells of one number also belong to the other.
    difference    Two overlapping numbers are compared. Neither number has all cells of the other.
    limit         One or two numbers or limits show that some cells have at least n mines, or at
                  most n.
    combination   Several numbers are added and subtracted, each a whole number of times.
    suppose       A claim is assumed in order to refute it.
    impossible    Facts contradict each other, so the last supposition is refuted.
    mine count    The known mines are subtracted from the number of mines on the board.
    total         Facts about separate cells are subtracted from the mine count. n mines are left
                  for the other cells.
    ways          All ways to satisfy some facts have a number of mines within these limits.
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
    cells: tuple[Cell, ...]
    least: int
    most: int

    @property
    def settles(self) -> bool:
        return self.most == 0 or self.least == len(self.cells)


def fact_of(literal: Literal) -> Fact:
    number = 1 if literal > 0 else 0
    return Fact((abs(literal) - 1,), number, number)


def safe_fact(mask: int) -> Fact:
    return Fact(tuple(cells_of(mask)), 0, 0)


def mines_fact(mask: int) -> Fact:
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
    """a second fact: a difference settles cells of both clues"""
    weights: tuple[int, ...] = ()
    """how many times a combination adds each clue (or subtracts it, if negative)"""
    under: tuple[Literal, ...] = ()
    """the suppositions that the fact depends on"""

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (self.fact,) if self.also is None else (self.fact, self.also)

    def settles(self, cell: Cell) -> bool:
        return any(cell in fact.cells for fact in self.facts)

    def is_mine(self, cell: Cell) -> bool:
        return any(fact.most and cell in fact.cells for fact in self.facts)

    def all_needs(self) -> Cells:
        return self.needs.union(*(part.all_needs() for part in self.parts))

    def size(self) -> int:
        return 1 + sum(part.size() for part in self.parts)
