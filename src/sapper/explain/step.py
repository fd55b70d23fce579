"""The steps of an argument for a certain cell; finding.py lists their kinds.

step     a fact, with the earlier steps that it uses and the suppositions that it stands under
settled  a cell of which a step says that it is a mine, or safe
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sapper.core.grid import Cell
from sapper.ladder.finding import Fact, Kind
from sapper.logic import Literal


@dataclass(frozen=True, slots=True)
class ArgumentStep:
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


def known_from(steps: Iterable[ArgumentStep]) -> dict[Cell, bool]:
    """The cells of which these steps say what they are: whether each is a mine."""
    return {
        cell: fact.most > 0
        for step in steps
        for fact in step.facts
        if fact.settles
        for cell in fact.cells
    }


def needed_steps(steps: Sequence[ArgumentStep], last: int) -> tuple[ArgumentStep, ...]:
    """The steps that the last one needs, in the same order."""
    needed = {last}
    for i in range(last, -1, -1):
        if i in needed:
            needed.update(steps[i].uses)
    place = {i: place for place, i in enumerate(sorted(needed))}
    return tuple(
        replace(steps[i], uses=tuple(sorted(place[u] for u in steps[i].uses))) for i in place
    )
