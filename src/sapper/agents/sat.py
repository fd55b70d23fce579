"""The sat agent, which finds every provable cell with an incremental SAT solver.

    model      an arrangement of the mines that agrees with all clues and facts
    backbone   the literals that hold in every model, which are exactly the provable cells

A claim is proved if the solver finds no model in which the claim is false. A cell is not provable
if two models disagree about it, so the solver examines only the cells on which all models so far
agree (the iterative backbone algorithm of Marques-Silva, Janota and Lynce 2010). During a game,
clues are added but never removed, so the agent uses one solver for the whole game, which keeps its
learnt clauses.

The mine count is used only if the clues prove nothing, and only if the count could prove something.
The border is the set of hidden cells that touch a clue. If M mines are left and U hidden cells
touch no clue, the border has between M - U and M mines. A totalizer (Bailleux and Boufkhad 2003)
encodes these bounds. The clauses of the totalizer hold only while a switch variable is assumed to
be true, so they can be turned off afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.agents.guess import Strategy
from sapper.agents.ladder import LadderAgent
from sapper.core.constraints import (
    border_mines,
    cells_of,
    count_clauses,
    exactly,
    mine,
    mine_bounds,
    safe,
)
from sapper.core.grid import Cell
from sapper.core.view import View
from sapper.logic import InconsistentError, Literal, sat_solver
from sapper.reason.knowledge import Knowledge
from sapper.reason.reasons import Oracle

BY_CLUES = Oracle("SAT solving", "clues")
BY_COUNT = Oracle("SAT solving", "clues and mine count")


class Entailment:
    """A technique that settles each cell that the clues prove to be safe or a mine.

    If the clues prove nothing and `mine_count` is true, the technique also uses the mine count.
    """

    def __init__(self, mine_count: bool = True) -> None:
        self.mine_count = mine_count
        self._solver: Any = None
        self._kb: object = None

    def __call__(self, knowledge: Knowledge) -> bool:
        if self._kb is not knowledge.kb:
            self._restart(knowledge)
        border = self._add_clues(knowledge)
        literals = self._backbone(border, [])
        if literals:
            # The facts in the solver may depend on cells that the mine count settled earlier.
            oracle = BY_COUNT if self._counted else BY_CLUES
            for literal in literals:
                knowledge.believe(literal, oracle)
            return True
        if not self.mine_count:
            return False
        literals = self._by_count(knowledge, border)
        for literal in literals:
            knowledge.believe(literal, BY_COUNT)
        self._counted |= bool(literals)
        return bool(literals)

    def _restart(self, knowledge: Knowledge) -> None:
        self.close()
        self._solver = sat_solver("glucose4", incr=False)
        self._kb = knowledge.kb
        self._added: set[Cell] = set()
        self._facts = 0
        self._counted = False
        # Variables 1 to size stand for the cells. Encodings of the mine count use higher variables.
        self._top = knowledge.level.size

    def close(self) -> None:
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    def __del__(self) -> None:
        self.close()

    def _add_clues(self, knowledge: Knowledge) -> list[Cell]:
        solver = self._solver
        for literal in knowledge.kb.settled[self._facts :]:
            solver.add_clause([literal])
        self._facts = len(knowledge.kb.settled)
        touched = 0
        for clue, mask, left in knowledge.constraints():
            touched |= mask
            if clue not in self._added:
                self._added.add(clue)
                for clause in exactly([mine(cell) for cell in cells_of(mask)], left):
                    solver.add_clause(clause)
        return cells_of(touched)

    def _backbone(self, cells: list[Cell], assumptions: list[Literal]) -> list[Literal]:
        solver = self._solver
        if not cells:
            return []
        possible = solver.solve(assumptions=assumptions)
        assert possible, "Knowledge refuses contradictory views"
        model = solver.get_model()
        left = {model[cell] for cell in cells}
        entailed: list[Literal] = []
        while left:
            literal = min(left, key=abs)
            if solver.solve(assumptions=[*assumptions, -literal]):
                model = solver.get_model()
                left = {x for x in left if model[abs(x) - 1] == x}
            else:
                left.discard(literal)
                entailed.append(literal)
                if not assumptions:
                    solver.add_clause([literal])
        return entailed

    def _by_count(self, knowledge: Knowledge, border: list[Cell]) -> list[Literal]:
        left = knowledge.mines_left
        touched = set(border)
        inside = [cell for cell in knowledge.unknown if cell not in touched]
        least, most = border_mines(left, len(inside))
        low, high = mine_bounds((mask, n) for _, mask, n in knowledge.constraints())
        if low > least and high < most:
            return []  # the mine count can't help
        solver = self._solver
        self._top += 1
        switch = self._top
        cells = [mine(cell) for cell in border]
        self._encode(cells, least, most, switch)
        entailed = self._backbone(border, [switch])
        # If all remaining mines must be in the border, the cells outside the border are safe. If
        # the border can't have more than `least` mines, the cells outside the border are mines.
        if inside and high >= most and not self._possible(cells, 0, most - 1):
            entailed += [safe(cell) for cell in inside]
        elif inside and low <= least and not self._possible(cells, least + 1, len(cells)):
            entailed += [mine(cell) for cell in inside]
        solver.add_clause([-switch])
        return entailed

    def _possible(self, cells: list[int], least: int, most: int) -> bool:
        self._top += 1
        switch = self._top
        self._encode(cells, least, most, switch)
        possible = bool(self._solver.solve(assumptions=[switch]))
        self._solver.add_clause([-switch])
        return possible

    def _encode(self, cells: list[int], least: int, most: int, switch: int) -> None:
        for clause in count_clauses(cells, least, most, self._top):
            self._top = max(self._top, *map(abs, clause), 0)
            self._solver.add_clause([-switch, *clause])


def sat_agent(name: str = "sat", guess: Strategy | None = None, flags: bool = False) -> LadderAgent:
    return LadderAgent(name, (Entailment(),), guess, flags)


@dataclass(frozen=True, slots=True)
class Certain:
    safe: frozenset[Cell]
    mines: frozenset[Cell]


def certain(view: View, mine_count: bool = True) -> Certain:
    """All provable hidden cells.

    >>> view = View.parse('''
    ... 4x3x2
    ... ....
    ... 1111
    ... 0000
    ... ''')
    >>> sorted(certain(view).mines), sorted(certain(view).safe)
    ([0, 3], [1, 2])
    """
    knowledge = Knowledge(view.level)
    technique = Entailment(mine_count)
    try:
        knowledge.see(view)
        knowledge.settle()
        while technique(knowledge):
            knowledge.settle()
    except InconsistentError as problem:
        raise knowledge.contradiction(problem) from None
    finally:
        technique.close()
    return Certain(frozenset(knowledge.safe_hidden), frozenset(knowledge.mines))
