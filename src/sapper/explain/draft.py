"""A draft: a step before it has its place in an argument.

It names the cells that it needs to be known, and the drafts that come before it, instead of the
indexes of the steps that show them.
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.explain.facts import Fact, Kind
from sapper.grid import Cell
from sapper.logic import Literal


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A step to be; `needs` are the known cells that it uses, `parts` the drafts before it."""

    kind: Kind
    fact: Fact
    clues: tuple[Cell, ...]
    needs: frozenset[Cell]
    parts: tuple[Draft, ...] = ()
    also: Fact | None = None
    weights: tuple[int, ...] = ()
    under: tuple[Literal, ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The fact, and what follows as well."""
        return (self.fact,) if self.also is None else (self.fact, self.also)

    def all_needs(self) -> frozenset[Cell]:
        """Also those of the drafts before it."""
        return self.needs.union(*(part.all_needs() for part in self.parts))
