"""The message of each step of an argument.

Tests read the English sentences and check that their claims are true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from typing_extensions import TypedDict

from sapper.core.grid import Cell, CellJson
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, View
from sapper.explain.patterns import pattern
from sapper.explain.step import ArgumentStep, known_from
from sapper.ladder.finding import Fact, Kind
from sapper.words import CellName, ClueName, Message, SaidJson, said
from sapper.words.kinds import (
    Apart,
    ClueFails,
    ClueHolds,
    ClueLimits,
    ClueStep,
    CombinationStep,
    CountFails,
    DifferenceStep,
    GivenStep,
    ImpossibleStep,
    KnownCells,
    KnownStep,
    LimitStep,
    MineCountStep,
    MinesAmong,
    MineShares,
    RestStep,
    SubsetStep,
    SumSide,
    SupposeStep,
    TotalStep,
    WaysStep,
)


def step_message(
    steps: Sequence[ArgumentStep], index: int, view: View, flags_are_known: bool = False
) -> Message:
    """The message of a step, without a list of flagged mines if `flags_are_known` is true."""
    step = steps[index]
    kinds = [before.kind for before in steps[:index]]
    depth = kinds.count(Kind.SUPPOSE) - kinds.count(Kind.IMPOSSIBLE)
    used = [steps[i] for i in step.uses]
    shown = known_from(before for before in steps[:index] if set(before.under) <= set(step.under))
    cited = [before for before in steps[:index] if before.kind is Kind.KNOWN]
    just_said = known_from(cited) if len(cited) == index else {}
    context = _Context(step, used, depth, view, shown, flags_are_known, frozenset(just_said))
    return _MESSAGES[step.kind](context)


class _Context:
    def __init__(
        self,
        step: ArgumentStep,
        used: Sequence[ArgumentStep],
        depth: int,
        view: View,
        shown: Mapping[Cell, bool],
        flags_are_known: bool,
        just_said: frozenset[Cell],
    ) -> None:
        self.step, self.used, self.depth, self.view = step, used, depth, view
        self.flags_are_known = flags_are_known
        self.just_said = (
            just_said  # the cells that the sentences before this step say, if no others
        )
        self.shown = shown  # all cells known before this step, not only those it uses
        self.settled = known_from(used)
        if step.kind is not Kind.IMPOSSIBLE:  # a refutation also uses the cell that it settles
            for cell in (cell for fact in step.facts for cell in fact.cells):
                self.settled.pop(cell, None)

    @property
    def fact(self) -> MinesAmong:
        return self.among(self.step.fact)

    def among(self, fact: Fact) -> MinesAmong:
        return MinesAmong(self.names(fact.cells), fact.least, fact.most)

    def names(self, cells: Iterable[Cell]) -> tuple[CellName, ...]:
        return tuple(map(self.view.grid.name, sorted(cells)))

    def clue(self, clue: Cell) -> ClueName:
        return ClueName(self.view.grid.name(clue), self.view[clue])

    def cells(self, *clues: Cell) -> set[Cell]:
        near = {cell for clue in clues for cell in self.view.grid.neighbours(clue)}
        return {cell for cell in near if self.view[cell] in (HIDDEN, FLAGGED)}

    def left(self, clue: Cell) -> tuple[set[Cell], int]:
        cells = self.cells(clue)
        laid = sum(self.settled.get(cell, False) for cell in cells)
        return cells - self.settled.keys(), self.view[clue] - laid

    def known(self, cells: Iterable[Cell]) -> KnownCells | None:
        among = [cell for cell in cells if cell in self.settled]
        laid = self.names(cell for cell in among if self.settled[cell])
        clear = self.names(cell for cell in among if not self.settled[cell])
        return KnownCells(laid, clear) if among else None

    def news(self, cells: Iterable[Cell]) -> KnownCells | None:
        """The known cells to mention, without flagged cells if `flags_are_known` is true.

        If the sentences just before are about exactly these cells, they are not mentioned again.
        """
        flagged = FLAGGED if self.flags_are_known else None
        among = {cell for cell in cells if self.view[cell] != flagged} & self.settled.keys()
        return None if among == self.just_said else self.known(sorted(among))

    def facts_of(self, kind: Kind) -> list[Fact]:
        return [one.fact for one in self.used if one.kind is kind]

    def takes(self) -> tuple[tuple[ClueName, int], ...]:
        return tuple((self.clue(clue), self.left(clue)[1]) for clue in self.step.clues)


def _told(c: _Context) -> GivenStep:
    (cell,) = c.fact.cells
    return GivenStep(cell)


def _known(c: _Context) -> KnownStep:
    return KnownStep(c.fact)


def _clue(c: _Context) -> ClueStep:
    (clue,) = c.step.clues
    given = any(c.view[cell] == GIVEN for cell in c.view.grid.neighbours(clue))
    return ClueStep(c.clue(clue), c.fact, given)


def _rest(c: _Context) -> RestStep:
    clues, is_safe = c.step.clues, c.step.fact.most == 0
    whole = c.cells(*clues) if clues else {cell for one in c.used for cell in one.fact.cells}
    known = c.known(cell for cell in whole if c.settled.get(cell) is is_safe)
    if not clues:
        return RestStep(known, None, c.fact)
    only = whole - c.shown.keys() | set(c.step.fact.cells)
    return RestStep(known, c.clue(clues[0]), c.fact, len(only) == 1)


def _subset(c: _Context) -> SubsetStep:
    inner, outer = c.step.clues
    cells, count = c.left(inner)
    shared = MinesAmong(c.names(cells & c.cells(outer)), count, count)
    known = c.news(c.cells(inner, outer))
    name = pattern(c.step, c.settled, c.view)
    return SubsetStep(known, c.clue(inner), shared, c.clue(outer), c.fact, name)


def _difference(c: _Context) -> DifferenceStep:
    more, less = c.step.clues
    mines, safe = map(c.among, sorted(c.step.facts, key=lambda fact: fact.most == 0))
    shared = c.left(more)[0] & c.left(less)[0]
    return DifferenceStep(
        c.news(c.cells(more, less)),
        c.clue(more),
        c.clue(less),
        MinesAmong(c.names(shared), 0, c.left(less)[1]),
        mines,
        safe,
        pattern(c.step, c.settled, c.view),
    )


def _limit(c: _Context) -> LimitStep:
    fact = c.step.fact
    rest, at_least = set(fact.cells), fact.least > 0
    limits = [one for one in c.facts_of(Kind.LIMIT) if not one.settles]
    clues = list(c.step.clues)
    # One fact is about the cells of the conclusion and some other cells. The second fact limits the
    # number of mines among these other cells.
    whole = next((one for one in limits if rest <= set(one.cells)), None)
    about: MinesAmong | ClueHolds
    given: set[Cell] = set()
    if whole is not None:
        limits.remove(whole)
        about = c.among(whole)
        cells, number = set(whole.cells), whole.least if at_least else whole.most
    else:
        clue = next(clue for clue in clues if rest <= c.left(clue)[0])
        clues.remove(clue)
        cells, number = c.left(clue)
        given = c.cells(clue)
        about = ClueHolds(c.known(given), c.clue(clue), number, c.names(cells))
    shared = cells - rest
    taken = number - (fact.least if at_least else fact.most)
    if limits:
        other = limits[0]
        shared &= set(other.cells)
        bounds = (0, taken) if at_least else (taken, len(shared))
        part = None if len(shared) == len(other.cells) else MinesAmong(c.names(shared), *bounds)
        return LimitStep(about, c.fact, but=c.among(other), part=part)
    if clues:
        near = c.cells(clues[0])
        names = c.names(shared & near)
        limit = ClueLimits(c.known(near - given), c.clue(clues[0]), at_least, taken, names)
        return LimitStep(about, c.fact, limit=limit)
    return LimitStep(about, c.fact, room=c.names(shared) if at_least else ())


def _combination(c: _Context) -> CombinationStep:
    weights = dict(sorted(zip(c.step.clues, c.step.weights, strict=True)))
    total: Counter[Cell] = Counter()
    for clue, weight in weights.items():
        for cell in c.cells(clue):
            total[cell] += weight
    laid = sum(weight for cell, weight in total.items() if c.settled.get(cell))
    right = sum(weight * c.view[clue] for clue, weight in weights.items()) - laid
    left = {cell: weight for cell, weight in total.items() if weight and cell not in c.settled}
    sides = _sides(left, right, c)
    facts = tuple(map(c.among, c.step.facts))
    counted = {cell for cell, weight in total.items() if weight}  # the others cancel out

    def mines_left(clue: Cell) -> int:
        return c.view[clue] - sum(c.settled.get(cell, False) for cell in c.cells(clue) & counted)

    return CombinationStep(
        c.news(counted),
        tuple((weight, c.clue(clue), mines_left(clue)) for clue, weight in weights.items()),
        *sides,
        facts,
        _otherwise(*sides, facts),
    )


def _otherwise(
    left: SumSide, right: SumSide, facts: Iterable[MinesAmong]
) -> Literal["larger", "smaller", ""]:
    """Whether a false fact would make the left side of the equation larger or smaller.

    Return "" if the answer is obvious or not the same for all facts.
    """
    if not right.cells and all(times == 1 for times, _ in left.cells):
        return ""
    on_left = {name for _, name in left.cells}
    grows = {(name in on_left) == (not fact.all_mines) for fact in facts for name in fact.cells}
    return "" if len(grows) > 1 else "larger" if True in grows else "smaller"


def _sides(total: dict[Cell, int], right: int, c: _Context) -> tuple[SumSide, SumSide]:
    """The two sides of an equation without minus signs, such as `A4 + 2 times B1 = C1 + 1`."""

    def side(sign: int) -> SumSide:
        terms = [(sign * total[cell], cell) for cell in sorted(total) if sign * total[cell] > 0]
        names = tuple((times, c.view.grid.name(cell)) for times, cell in terms)
        return SumSide(names, max(0, -sign * right))

    sides = side(1), side(-1)
    return sides if sides[0].cells else sides[::-1]  # cells first


def _suppose(c: _Context) -> SupposeStep:
    (cell,) = c.fact.cells
    return SupposeStep(cell, c.fact.all_mines, c.depth > 0)


def _impossible(c: _Context) -> ImpossibleStep:
    count = next(iter(c.facts_of(Kind.MINE_COUNT)), None)
    why = _clue_fails(c) if count is None else _count_fails(c, count)
    return ImpossibleStep(why, c.fact, c.depth > 1)


def _clue_fails(c: _Context) -> ClueFails:
    (clue,) = c.step.clues
    known = c.known(c.cells(clue))
    assert known is not None, "a single clue does not contradict itself"
    too_many = len(known.mines) > c.view[clue]
    against = KnownCells(known.mines, ()) if too_many else KnownCells((), known.safe)
    return ClueFails(against, c.clue(clue))


def _count_fails(c: _Context, count: Fact) -> CountFails:
    among = set(count.cells)
    laid = {cell for cell in among if c.settled.get(cell) is True}
    clear = {cell for cell in among if c.settled.get(cell) is False}
    ways = c.facts_of(Kind.WAYS)
    needs = [c.left(clue) for clue in c.step.clues]
    certain = len(laid) + sum(number for _, number in needs)
    taken = laid.union(clear, *(cells for cells, _ in needs), *(fact.cells for fact in ways))
    least = certain + sum(fact.least for fact in ways)
    room = certain + sum(fact.most for fact in ways) + len(among - taken)
    too_many = least > count.least
    shares = MineShares(
        c.names(laid), c.takes(), tuple(map(c.among, ways)), () if too_many else c.names(clear)
    )
    return CountFails(count.least, shares, least if too_many else room)


def _mine_count(c: _Context) -> MineCountStep:
    known, cells = sum(c.settled.values()), len(c.step.fact.cells)
    apart: Apart = "given" if GIVEN in c.view.states else "none"
    if known + cells < sum(state in (HIDDEN, FLAGGED) for state in c.view.states):
        apart = "known"
    return MineCountStep(c.view.level.mines, known, cells, apart)


def _total(c: _Context) -> TotalStep:
    (count,) = c.facts_of(Kind.MINE_COUNT)
    shares = MineShares((), c.takes(), tuple(map(c.among, c.facts_of(Kind.WAYS))))
    return TotalStep(count.least, shares, c.fact)


def _ways(c: _Context) -> WaysStep:
    clues = c.step.clues
    mine_count = bool(c.facts_of(Kind.MINE_COUNT))
    return WaysStep(c.known(c.cells(*clues)), tuple(map(c.clue, clues)), mine_count, c.fact)


_MESSAGES: dict[Kind, Callable[[_Context], Message]] = {
    Kind.GIVEN: _told,
    Kind.KNOWN: _known,
    Kind.CLUE: _clue,
    Kind.REST: _rest,
    Kind.SUBSET: _subset,
    Kind.DIFFERENCE: _difference,
    Kind.LIMIT: _limit,
    Kind.COMBINATION: _combination,
    Kind.SUPPOSE: _suppose,
    Kind.IMPOSSIBLE: _impossible,
    Kind.MINE_COUNT: _mine_count,
    Kind.TOTAL: _total,
    Kind.WAYS: _ways,
}


class FactJson(TypedDict):
    """At least `least` and at most `most` of the cells are mines."""

    cells: list[CellJson]
    least: int
    most: int


class SuppositionJson(TypedDict):
    """The supposition that a cell is a mine or safe."""

    cell: CellJson
    supposed: str
    """`mine` or `safe`"""


class StepJson(SaidJson):
    """A step of an argument."""

    clues: list[CellJson]
    kind: str
    """the kind of reasoning: `clue`, `given`, `subset`, ..."""
    fact: FactJson
    """the conclusion"""
    also: FactJson | None
    """a second conclusion, if comparing two clues settles cells of both"""
    uses: list[int]
    """the steps that this step follows from; the first step is 1"""
    suppositions: list[SuppositionJson]
    """the suppositions under which this step holds"""
    weights: list[int]
    """in a combination, how many times each clue is added; negative if subtracted"""


def step_json(steps: Sequence[ArgumentStep], index: int, view: View) -> StepJson:
    """A step as JSON, with its sentence. `uses` contains step numbers, starting at 1."""
    name = view.grid.name
    step = steps[index]

    def fact_json(fact: Fact) -> FactJson:
        return {
            "cells": [name(cell) for cell in fact.cells],
            "least": fact.least,
            "most": fact.most,
        }

    return {
        "kind": step.kind.value,
        **said(step_message(steps, index, view)),
        "fact": fact_json(step.fact),
        "also": None if step.also is None else fact_json(step.also),
        "uses": [i + 1 for i in step.uses],
        "suppositions": [
            {"cell": name(abs(x) - 1), "supposed": "mine" if x > 0 else "safe"} for x in step.under
        ],
        "clues": [name(clue) for clue in step.clues],
        "weights": list(step.weights),
    }
