"""The sentences of an argument: one for each step, made from the facts that it uses.

Tests parse every sentence back and check what it claims.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from typing_extensions import TypedDict

from sapper.explain.facts import Fact, Kind, Step, accounted
from sapper.grid import Cell, Grid, cell_list
from sapper.view import TOLD, View


def mines(count: int) -> str:
    """A number of mines, in words."""
    return f"{count} mine{'s' * (count != 1)}"


def sentence(steps: Sequence[Step], index: int, view: View) -> str:
    """What a step of an argument says, for a person."""
    step = steps[index]
    used = [steps[i] for i in step.uses]
    if step.kind in (Kind.SUPPOSE, Kind.IMPOSSIBLE):
        # How many suppositions are open before this step.
        kinds = [before.kind for before in steps[:index]]
        depth = kinds.count(Kind.SUPPOSE) - kinds.count(Kind.IMPOSSIBLE)
        if step.kind is Kind.SUPPOSE:
            return _suppose(step, depth, view)
        return _impossible(step, used, depth, view)
    return _SENTENCES[step.kind](step, used, view)


def _clue(step: Step, used: list[Step], view: View) -> str:
    grid, fact = view.grid, step.fact
    assert step.clue is not None
    count, number = len(fact.cells), fact.least
    told = [cell for cell in grid.neighbours(step.clue) if view[cell] == TOLD]
    aside = " not told safe" if told else ""
    head = f"The {number} at {grid.name(step.clue)} touches"
    if number == 0:
        return f"{head} no mine, so {fact.words(grid)}."
    head += f" only {cell_list(fact.cells, grid)} among hidden cells{aside}, so"
    if number == count:
        every = {1: "it is a mine", 2: "both are mines"}.get(count, "all are mines")
        return f"{head} {every}."
    some = "one of them is a mine" if number == 1 else f"{number} of them are mines"
    return f"{head} exactly {some}."


def _mine_count(step: Step, used: list[Step], view: View) -> str:
    count = len(step.fact.cells)
    cells = "its one hidden cell" if count == 1 else f"its {count} hidden cells"
    aside = " not told safe" if TOLD in view.states else ""
    verb = "is" if step.fact.least == 1 else "are"
    if step.fact.least == 0:
        return f"The board has no mines, so none {verb} among {cells}{aside}."
    return f"The board has {mines(step.fact.least)}, which {verb} among {cells}{aside}."


def _told(step: Step, used: list[Step], view: View) -> str:
    return f"{view.grid.name(step.fact.cells[0])} was told safe before the first move."


def _rest(step: Step, used: list[Step], view: View) -> str:
    grid, fact = view.grid, step.fact
    whole, settled = used[0], used[1:]
    known = _settled(settled, set(whole.fact.cells), grid)
    if whole.clue is None:
        return f"As {whole.fact.words(grid)}, with {known}, {fact.words(grid)}."
    clue = _source(whole, grid)
    if fact.most == 0:
        return f"With {known}, {clue} has all its mines, so {fact.words(grid)}."
    if fact.least == len(fact.cells):
        return f"With {known}, {clue} needs a mine in every other cell, so {fact.words(grid)}."
    return f"With {known}, {clue} leaves {fact.amount} for {cell_list(fact.cells, grid)}."


def _compare(step: Step, used: list[Step], view: View) -> str:
    grid, fact = view.grid, step.fact
    first, second = used
    shared = set(first.fact.cells) & set(second.fact.cells)
    so = f"so {fact.words(grid)}."
    if set(fact.cells) == shared:
        one, two = (_limit(step, shared, None, grid) for step in used)
        return f"{one}; {_lower(two)}, {so}"
    limit = _limit(second, shared, fact, grid)
    if first.clue is None:
        return f"{limit}; {first.fact.words(grid)}, {so}"
    them = "it" if len(shared) == 1 else "them"
    whole = f"{_source(first, grid)}, which touches {them} too, has {first.fact.amount}"
    return f"{limit}, and {whole}, {so}"


def _limit(step: Step, shared: set[Cell], conclusion: Fact | None, grid: Grid) -> str:
    """What a fact says about the cells that it shares, as far as the conclusion needs it."""
    part = _part(step.fact, shared)
    if conclusion is None or len(shared) == len(step.fact.cells):
        pass
    elif conclusion.least == 0:
        part = replace(part, most=len(shared))  # only what the others need at least
    elif conclusion.most == len(conclusion.cells):
        part = replace(part, least=0)
    names = cell_list(shared, grid)
    if step.clue is not None:
        amount = part.amount if part.least else f"at most {mines(part.most)}"
        return f"{_capital(_source(step, grid))} has {amount} among {names}"
    if len(shared) == len(step.fact.cells):
        return _capital(step.fact.words(grid))
    return f"As {step.fact.words(grid)}, {part.words(grid)}"


def _suppose(step: Step, depth: int, view: View) -> str:
    name = view.grid.name(step.fact.cells[0])
    also = " also that" if depth else ""
    return f"Suppose{also} {name} were {'a mine' if step.fact.least else 'safe'}."


def _impossible(step: Step, used: list[Step], depth: int, view: View) -> str:
    grid = view.grid
    whole, others = used[0], used[1:]
    so = f"So{' then' * (depth > 1)} {step.fact.words(grid)}."
    if whole.kind is Kind.MINE_COUNT:
        taken, least, most = accounted(other.fact for other in others)
        if least > whole.fact.most:
            return f"{_sum(whole, others, grid)}: {least} in all, which is too many. {so}"
        room = len(whole.fact.cells) - len(taken) + most
        return f"{_sum(whole, others, grid)}: there is room for {room}, which is too few. {so}"
    known = _settled(others, set(whole.fact.cells), grid)
    if whole.clue is None:
        return f"But with {known} it cannot be that {whole.fact.words(grid)}. {so}"
    return f"But with {known}, {_source(whole, grid)} cannot have {whole.fact.amount}. {so}"


def _total(step: Step, used: list[Step], view: View) -> str:
    grid, fact = view.grid, step.fact
    head = _sum(used[0], used[1:], grid)
    count = len(fact.cells)
    if fact.most == 0:
        return f"{head}. No mine remains for the other hidden cells, so {fact.words(grid)}."
    if fact.least == count:
        these, them = ("this cell", "it") if count == 1 else (f"these {count} cells", "them")
        remain = f"{mines(count)} {'remains' if count == 1 else 'remain'}"
        return f"{head}. So {remain} and {these} must hold {them}: {fact.words(grid)}."
    remain = "remains" if fact._one else "remain"
    return f"{head}. So {fact.amount} {remain} for {cell_list(fact.cells, grid)}."


def _ways(step: Step, used: list[Step], view: View) -> str:
    grid = view.grid
    sources = [_source(one, grid) for one in used]
    listed = sources[0] if len(sources) == 1 else ", ".join(sources[:-1]) + " and " + sources[-1]
    return f"In every way to satisfy {listed}, {step.fact.words(grid)}."


_SENTENCES: dict[Kind, Callable[[Step, list[Step], View], str]] = {
    Kind.CLUE: _clue,
    Kind.MINE_COUNT: _mine_count,
    Kind.TOLD: _told,
    Kind.REST: _rest,
    Kind.COMPARE: _compare,
    Kind.TOTAL: _total,
    Kind.WAYS: _ways,
}


def _source(step: Step, grid: Grid) -> str:
    """How a later sentence refers to a step."""
    if step.clue is not None:
        number = step.fact.least if step.kind is Kind.CLUE else "number"
        return f"the {number} at {grid.name(step.clue)}"
    if step.kind is Kind.MINE_COUNT:
        return "the mine count"
    return f"the fact that {step.fact.words(grid)}"


def _settled(steps: Iterable[Step], among: set[Cell], grid: Grid) -> str:
    """The settled cells of steps: `B4 a mine`, `B4 and C4 mines`, `B4 a mine and C5 safe`."""
    laid: set[Cell] = set()
    clear: set[Cell] = set()
    for step in steps:
        (clear if step.fact.most == 0 else laid).update(set(step.fact.cells) & among)
    words = []
    if laid:
        words.append(f"{cell_list(laid, grid)} {'a mine' if len(laid) == 1 else 'mines'}")
    if clear:
        words.append(f"{cell_list(clear, grid)} safe")
    return " and ".join(words)


def _sum(count: Step, groups: list[Step], grid: Grid) -> str:
    """What the mine count is made of: known cells, and facts about others."""
    facts = [one.fact for one in groups]
    laid = {cell for fact in facts if fact.least == len(fact.cells) for cell in fact.cells}
    clear = {cell for fact in facts if fact.most == 0 for cell in fact.cells}
    words = []
    if laid:
        words.append(f"{len(laid)} {'is' if len(laid) == 1 else 'are'} at {cell_list(laid, grid)}")
    for fact in facts:
        if not fact.settles:
            verb = "is" if fact._one else "are"
            words.append(f"{fact.number} {verb} among {cell_list(fact.cells, grid)}")
    if clear:
        words.append(f"none {'is' if len(clear) == 1 else 'are'} at {cell_list(clear, grid)}")
    if not words:
        return f"The board has {mines(count.fact.least)}"
    return f"Of the {mines(count.fact.least)} on the board, {'; '.join(words)}"


def _part(fact: Fact, cells: set[Cell]) -> Fact:
    """What a fact says about some of its cells."""
    others = len(fact.cells) - len(cells)
    return Fact(tuple(sorted(cells)), max(0, fact.least - others), min(len(cells), fact.most))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _lower(text: str) -> str:
    # A sentence may also start with the name of a cell.
    return text if text[1:2].isupper() or text[1:2].isdigit() else text[0].lower() + text[1:]


class FactJson(TypedDict):
    """At least and at most so many mines among cells: docs/json.md."""

    cells: list[str]
    least: int
    most: int


class SuppositionJson(TypedDict):
    """What is supposed of a cell, "mine" or "safe": docs/json.md."""

    cell: str
    supposed: str


class StepJson(TypedDict):
    """A step of an argument for machines: docs/json.md."""

    kind: str
    words: str
    fact: FactJson
    uses: list[int]
    suppositions: list[SuppositionJson]
    clue: str | None
    clues: list[str]


def step_json(steps: Sequence[Step], index: int, view: View) -> StepJson:
    """A step for machines: names instead of numbers, and its sentence; steps count from 1."""
    name = view.grid.name
    step = steps[index]
    used = (step, *(steps[i] for i in step.uses))
    return {
        "kind": step.kind.value,
        "words": sentence(steps, index, view),
        "fact": {
            "cells": [name(cell) for cell in step.fact.cells],
            "least": step.fact.least,
            "most": step.fact.most,
        },
        "uses": [i + 1 for i in step.uses],
        "suppositions": [
            {"cell": name(abs(x) - 1), "supposed": "mine" if x > 0 else "safe"} for x in step.under
        ],
        "clue": None if step.clue is None else name(step.clue),
        # Its own and those of the steps that it uses: what to look at while reading it.
        "clues": [name(c) for c in sorted({s.clue for s in used if s.clue is not None})],
    }
