"""The steps of an argument.

    step     a fact, with the earlier steps it uses and the suppositions it depends on
    settled  a cell that a step shows to be safe or a mine

`sapper.ladder.finding` lists the kinds of steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sapper.core.grid import Cell
from sapper.ladder.finding import Fact, Kind
from sapper.logic import Literal


@dataclass(frozen=True, slots=True)
class ArgumentStep:
    """A fact and its reasons: clues, and the indexes of earlier steps (`uses`)."""

    kind: Kind
    fact: Fact
    uses: tuple[int, ...] = ()
    under: tuple[Literal, ...] = ()
    clues: tuple[Cell, ...] = ()
    also: Fact | None = None
    """a second fact, because a difference may settle cells of both clues"""
    weights: tuple[int, ...] = ()
    """how many times a combination adds each clue (or subtracts it, if negative)"""

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (self.fact,) if self.also is None else (self.fact, self.also)


def known_from(steps: Iterable[ArgumentStep]) -> dict[Cell, bool]:
    return {
        cell: fact.most > 0
        for step in steps
        for fact in step.facts
        if fact.settles
        for cell in fact.cells
    }


def needed_steps(steps: Sequence[ArgumentStep], last: int) -> tuple[ArgumentStep, ...]:
    needed = {last}
    for i in range(last, -1, -1):
        if i in needed:
            needed.update(steps[i].uses)
    place = {i: place for place, i in enumerate(sorted(needed))}
    return tuple(
        replace(steps[i], uses=tuple(sorted(place[u] for u in steps[i].uses))) for i in place
    )
