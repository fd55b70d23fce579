"""An independent checker of explanations, by a SAT solver: shares no code with what makes them.

And positions to check them on.

A variable is a cell + 1, true if the cell is a mine.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from reference import around
from sapper.board import deal
from sapper.explain import Explanation
from sapper.explain.facts import Fact, Step
from sapper.game import Game
from sapper.level import Level
from sapper.odds import odds
from sapper.view import FLAGGED, HIDDEN, TOLD, Move, View

UNKNOWN = (9, 10)


def unknown(view: View) -> list[int]:
    """The cells that may be mines."""
    return [cell for cell, state in enumerate(view.states) if state in UNKNOWN]


def clue_cells(view: View, clue: int) -> list[int]:
    """The cells around a clue that may be mines."""
    near = around_table(view)[clue]
    return [cell for cell in near if view.states[cell] in UNKNOWN]


_TABLES: dict[tuple[int, int], list[list[int]]] = {}


def around_table(view: View) -> list[list[int]]:
    """The neighbours of every cell; the oracle's way is too slow to repeat."""
    size = view.level.width, view.level.height
    if size not in _TABLES:
        _TABLES[size] = [sorted(around(*size, cell)) for cell in range(view.level.size)]
    return _TABLES[size]


class Oracle:
    """Asks which clues, with or without the mine count, settle a claim."""

    def __init__(self, view: View, mine_count: bool, clues: Iterable[int]) -> None:
        self.solver: Any = Solver(name="cadical153")
        self.switch: dict[int, int] = {}
        self.top = view.level.size
        for clue in clues:
            self.top += 1
            self.switch[clue] = self.top
            cells = [cell + 1 for cell in clue_cells(view, clue)]
            number = view.states[clue]
            for some in combinations(cells, number + 1):
                self.solver.add_clause([-self.top, *(-v for v in some)])
            for some in combinations(cells, len(cells) - number + 1):
                self.solver.add_clause([-self.top, *some])
        if mine_count:
            cells = [cell + 1 for cell in unknown(view)]
            for clause in between(cells, view.level.mines, view.level.mines, self.top):
                self.solver.add_clause(clause)

    def settles(self, chosen: Iterable[int], literal: int) -> bool:
        """Whether no board agrees with these clues and denies the literal."""
        return not self.solver.solve(assumptions=[-literal, *(self.switch[c] for c in chosen)])

    def close(self) -> None:
        """Free the solver."""
        self.solver.delete()


def between(cells: Sequence[int], least: int, most: int, top: int) -> list[list[int]]:
    """Clauses: at least and at most so many of these variables."""
    if most < 0 or least > len(cells):
        return [[]]
    clauses: list[list[int]] = []
    if least > 0:
        formula = CardEnc.atleast(list(cells), least, top_id=top, encoding=EncType.seqcounter)
        clauses += formula.clauses
        top = max(top, formula.nv)
    if most < len(cells):
        formula = CardEnc.atmost(list(cells), most, top_id=top, encoding=EncType.seqcounter)
        clauses += formula.clauses
    return clauses


def check_minimal(found: Explanation) -> None:
    """The clues suffice, none can be left out, and the mine count is used only if it must be."""
    view, literal = found.view, found.literal
    if view.states[found.cell] == 11:
        assert literal < 0
        assert (found.clues, found.mine_count) == ((), False)
        return
    oracle = Oracle(view, found.mine_count, found.clues)
    assert oracle.settles(found.clues, literal)
    for clue in found.clues:
        assert not oracle.settles([c for c in found.clues if c != clue], literal), clue
    oracle.close()
    if found.mine_count:
        every = [c for c, state in enumerate(view.states) if state <= 8]
        oracle = Oracle(view, False, every)
        assert not oracle.settles(every, literal)
        oracle.close()


def check_steps(found: Explanation) -> None:
    """Every step follows from what it uses, the clues are the view's, and the end is the claim."""
    view, steps = found.view, found.steps
    used: set[int] = set()
    for index, step in enumerate(steps):
        assert all(i < index for i in step.uses)
        check_step(view, steps, step)
        if step.clue is not None:
            used.add(step.clue)
        check_sentence(found, index)
    assert used == set(found.clues)
    last = steps[-1]
    assert not last.under
    assert found.cell in last.fact.cells
    number = len(last.fact.cells) if found.claim == "mine" else 0
    assert (last.fact.least, last.fact.most) == (number, number)


def check_step(view: View, steps: Sequence[Step], step: Step) -> None:
    """The fact of a step follows from the facts that it uses, under its suppositions."""
    fact = step.fact
    if step.kind == "clue":
        assert step.clue is not None
        number = view.states[step.clue]
        expected = (clue_cells(view, step.clue), number, number)
        assert (sorted(fact.cells), fact.least, fact.most) == expected
    elif step.kind == "mine count":
        assert fact == Fact(tuple(unknown(view)), view.level.mines, view.level.mines)
    elif step.kind == "told":
        assert fact == Fact(fact.cells, 0, 0)
        assert all(view.states[cell] == 11 for cell in fact.cells)
    else:
        used = [steps[i] for i in step.uses]
        assert follows(fact, used, step.under, view.level.size), step


def follows(fact: Fact, used: Iterable[Step], under: Iterable[int], top: int) -> bool:
    """Whether the facts of these steps, each under its suppositions, leave the fact no choice."""
    with Solver(name="cadical153") as solver:
        for literal in under:
            solver.add_clause([literal])
        for step in used:
            cells = [cell + 1 for cell in step.fact.cells]
            clauses = between(cells, step.fact.least, step.fact.most, top)
            top = max([top, *(abs(v) for clause in clauses for v in clause)])
            for clause in clauses:
                solver.add_clause([*clause, *(-literal for literal in step.under)])
        cells = [cell + 1 for cell in fact.cells]
        # Fewer than it says, and more than it says, must both be impossible.
        for least, most in ((0, fact.least - 1), (fact.most + 1, len(cells))):
            clauses = between(cells, least, most, top)
            if [] in clauses:
                continue
            switch = max([top, *(abs(v) for clause in clauses for v in clause)]) + 1
            top = switch
            for clause in clauses:
                solver.add_clause([-switch, *clause])
            if solver.solve(assumptions=[switch]):
                return False
    return True


NAME = r"[A-Z]{1,3}[0-9]+"
CELLS = rf"((?>{NAME}(?:, {NAME})*(?: and {NAME})?))(?!,? (?:and )?[0-9]+ other)"
COUNT = r"(exactly|at least|at most|[0-9]+ to) ([0-9]+)"


def said(text: str, view: View) -> list[Fact]:
    """The facts that a sentence states, read from its words alone.

    Lists of cells that are cut short ("and 9 other cells") are passed over.
    """
    found = []

    def cells(names: str) -> tuple[int, ...]:
        return tuple(sorted(view.grid.parse_cell(name) for name in re.findall(NAME, names)))

    for kind, number, names in re.findall(
        rf"{COUNT}(?: mines?)?(?: is| are| remains?)? (?:among|for) {CELLS}", text, re.IGNORECASE
    ):
        among, n = cells(names), int(number)
        bounds = {"exactly": (n, n), "at least": (n, len(among)), "at most": (0, n)}
        least, most = bounds.get(kind.lower()) or (int(kind.split()[0]), n)
        found.append(Fact(among, least, most))
    for names, verdict in re.findall(
        rf"{CELLS},? (?:is |are |were |was told )?(safe|a mine|mines)\b", text
    ):
        among = cells(names)
        number = 0 if verdict == "safe" else len(among)
        found.append(Fact(among, number, number))
    for number, names in re.findall(rf"([0-9]+|none) (?:is|are) at {CELLS}", text):
        count = 0 if number == "none" else int(number)
        assert count in (0, len(cells(names)))
        found.append(Fact(cells(names), count, count))
    clue = re.findall(
        rf"The ([0-8]) at ({NAME}) touches (?:only |no mine, so ){CELLS}.*?"
        r"(?:so (?:exactly )?(it|both|all|one|[0-9]+)|(safe)\.)",
        text,
    )
    for number, name, names, some, _ in clue:
        among = cells(names)
        said_number = {"it": 1, "both": 2, "all": len(among), "one": 1, "": 0}.get(some)
        count = int(some) if said_number is None else said_number
        assert count == int(number) == view.states[view.grid.parse_cell(name)]
        found.append(Fact(among, count, count))
    for number, name in re.findall(rf"[Tt]he ([0-8]) at ({NAME})", text):
        assert view.states[view.grid.parse_cell(name)] == int(number), text
    return found


def check_sentence(found: Explanation, index: int) -> None:
    """A sentence names only cells that its step is about, and states only facts that follow."""
    view, step, text = found.view, found.steps[index], found.sentences[index]
    used = [found.steps[i] for i in step.uses]
    cells = {cell for one in (step, *used) for cell in one.fact.cells}
    cells.update(one.clue for one in (step, *used) if one.clue is not None)
    assert text.endswith(".")
    named = {view.grid.parse_cell(name) for name in re.findall(rf"\b{NAME}\b", text)}
    assert named <= cells, text
    facts = said(text, view)
    short = len(step.fact.cells) <= 12 and step.kind != "mine count"
    assert not short or any(set(fact.cells) == set(step.fact.cells) for fact in facts), text
    # A step that ends a supposition speaks of facts that stand under it.
    under = {literal for one in (step, *used) for literal in one.under}
    for fact in facts:
        held = fact == Fact(tuple(sorted(step.fact.cells)), step.fact.least, step.fact.most)
        assert held or follows(fact, used, under, view.level.size), (text, fact)


def positions(level: Level, seed: int) -> Iterator[View]:
    """The positions of a game that opens all safe cells at once, or else the best odds."""
    game = Game(deal(level, seed))
    while game.outcome is None:
        yield game.view
        chances = odds(game.view)
        for cell in chances.safe or (chances.safest,):
            if cell is not None and game.outcome is None and game.view[cell] >= HIDDEN:
                game.play(Move("open", cell))


def random_view(level: Level, seed: int) -> View:
    """A position with half of the safe cells open, some of the others told, and some flags."""
    draw = random.Random(seed)
    cells = draw.sample(range(level.size), level.size)
    mines, opened = set(cells[: level.mines]), cells[level.mines : level.mines + level.safe // 2]
    states = bytearray([HIDDEN]) * level.size
    for cell in range(level.size):
        if draw.random() < 0.15:
            states[cell] = FLAGGED if cell in mines or draw.random() < 0.5 else TOLD
    for cell in opened:
        states[cell] = sum(near in mines for near in around(level.width, level.height, cell))
    return View(level, bytes(states))
