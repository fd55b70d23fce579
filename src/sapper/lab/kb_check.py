r"""Checks the knowledge base that an agent shows: which clauses are wrong, which facts are missing?

    wrong      A clause that is false on some board that fits the position in which it came in. Such
               a board refutes it.
    missing    A fact that holds on all boards that fit the position, but is not a clause of a
               single literal. It is `implied` if it follows from the agent's own clauses.

Each clause is checked once, when it comes in. If it is true then, it stays true.

>>> from sapper.adapters.clauses import parse_clauses
>>> view = View.parse("3x2x1/any\n1..\n...")
>>> shown = ShownKb(tuple(parse_clauses("(B1 ∨ A2 ∨ B2) (A2 ∨ B2)", view.grid)))
>>> step = KbCheck().see(1, view, shown)
>>> [wrong.words for wrong in step.wrong], step.wrong[0].board
(['(A2 ∨ B2) is false on a board that fits'], ('1*.', '...'))
>>> [missing.words for missing in step.missing]
['C1 is safe', 'C2 is safe']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from typing_extensions import TypedDict

from sapper.adapters.clauses import ShownKb, text_of
from sapper.core.constraints import count_clauses, exactly, mine, safe
from sapper.core.grid import Cell, Grid, RowsJson
from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.logic import Clause, Literal, literal_text, sat_solver
from sapper.reason.odds import TooWideError, odds


class WrongClauseJson(TypedDict):
    """A false clause in an agent's knowledge base."""

    clause: str
    literals: list[int]
    """cell + 1 for a mine, -(cell + 1) for a safe cell"""
    decision: int
    """the decision with which the clause came in"""
    position: str
    board: RowsJson
    """a board that fits the position and refutes the clause"""


class MissingFactJson(TypedDict):
    """A fact about a hidden cell that is not in an agent's knowledge base."""

    fact: str
    """such as `¬B2`"""
    literal: int
    """as in a WrongClause"""
    implied: bool
    """whether the fact follows from the agent's own clauses"""


class KbStepJson(TypedDict):
    """An agent's knowledge base at one decision, checked.

    `sapper watch mine.py --check-kb --json` has a list of these in the field `kb`, and a frame of
    `/api/watch` has one in the field `kb`. Clauses are texts such as `(A1 ∨ ¬B2)`.
    """

    decision: int
    clauses: list[str]
    """all clauses that the agent showed"""
    literals: list[list[int]]
    """the literals of each clause: cell + 1 for a mine, -(cell + 1) for a safe cell"""
    new: list[str]
    """those that it showed for the first time in this game"""
    wrong: list[WrongClauseJson]
    """the new clauses that are false"""
    missing: list[MissingFactJson]
    """the facts about hidden cells that hold on all boards, but are not in `clauses`"""
    problem: str
    """why the knowledge base could not be read, or empty"""


@dataclass(frozen=True, slots=True)
class WrongClause:
    """A false clause, the decision with which it came in, and a board that refutes it."""

    clause: Clause
    decision: int
    view: View
    mines: tuple[Cell, ...]

    @property
    def board(self) -> tuple[str, ...]:
        """The rows of the position, with the mines of the board."""
        symbols, width = list("".join(self.view.rows)), self.view.level.width
        for cell in self.mines:
            symbols[cell] = "*"
        return tuple(
            "".join(symbols[start : start + width]) for start in range(0, len(symbols), width)
        )

    @property
    def text(self) -> str:
        return text_of(self.clause, self.view.grid)

    @property
    def words(self) -> str:
        return f"{self.text} is false on a board that fits"

    def to_json(self) -> WrongClauseJson:
        return {
            "clause": self.text,
            "literals": list(self.clause.literals),
            "decision": self.decision,
            "position": str(self.view),
            "board": list(self.board),
        }


@dataclass(frozen=True, slots=True)
class MissingFact:
    literal: Literal
    implied: bool
    grid: Grid

    @property
    def cell(self) -> Cell:
        return abs(self.literal) - 1

    @property
    def words(self) -> str:
        what = "a mine" if self.literal > 0 else "safe"
        why = ", which follows from its clauses" if self.implied else ""
        return f"{self.grid.name(self.cell)} is {what}{why}"

    def to_json(self) -> MissingFactJson:
        return {
            "fact": literal_text(self.literal, lambda variable: self.grid.name(variable - 1)),
            "literal": self.literal,
            "implied": self.implied,
        }


@dataclass(frozen=True, slots=True)
class KbStep:
    """The knowledge base at one decision. `problem` says why it could not be read."""

    decision: int
    grid: Grid
    clauses: tuple[Clause, ...]
    new: tuple[Clause, ...]
    wrong: tuple[WrongClause, ...]
    """new clauses that are false"""
    missing: tuple[MissingFact, ...]
    problem: str = ""

    def to_json(self) -> KbStepJson:
        return {
            "decision": self.decision,
            "clauses": [text_of(clause, self.grid) for clause in self.clauses],
            "literals": [list(clause.literals) for clause in self.clauses],
            "new": [text_of(clause, self.grid) for clause in self.new],
            "wrong": [wrong.to_json() for wrong in self.wrong],
            "missing": [missing.to_json() for missing in self.missing],
            "problem": self.problem,
        }


class KbCheck:
    """Follows the knowledge base of an agent through one game."""

    def __init__(self) -> None:
        self._seen: set[Clause] = set()

    def see(
        self, decision: int, view: View, shown: ShownKb, *, find_missing: bool = True
    ) -> KbStep:
        new = tuple(clause for clause in shown.clauses if clause not in self._seen)
        self._seen.update(new)
        wrong = tuple(
            WrongClause(clause, decision, view, mines) for clause, mines in refuted(view, new)
        )
        is_read = find_missing and not shown.problem
        missing = tuple(missing_facts(view, shown.clauses)) if is_read else ()
        return KbStep(decision, view.grid, shown.clauses, new, wrong, missing, shown.problem)


def refuted(view: View, clauses: Iterable[Clause]) -> Iterator[tuple[Clause, tuple[Cell, ...]]]:
    """The clauses that are false on some board that fits, each with the mines of such a board."""
    asked = [clause for clause in clauses if not clause.tautology]
    if not asked:
        return
    states = view.with_promises().states
    hidden = {cell for cell, state in enumerate(states) if state in (HIDDEN, FLAGGED)}
    lists = [[safe(cell)] for cell in range(len(states)) if cell not in hidden]
    near_clues: set[Cell] = set()
    for clue, number in enumerate(states):
        if number < HIDDEN:
            near = [cell for cell in view.grid.neighbours(clue) if cell in hidden]
            near_clues.update(near)
            lists += exactly([mine(cell) for cell in near], number)
    named = {abs(literal) - 1 for clause in asked for literal in clause}
    inside = sorted(near_clues | (named & hidden))
    outside = sorted(hidden - set(inside))
    # The cells outside hold the rest of the mines, so these are the bounds for the cells inside.
    least, most = view.level.mines - len(outside), view.level.mines
    variables = [mine(cell) for cell in inside]
    # The mine count is added as soon as it could matter. Then, the clues alone are not asked again.
    with sat_solver(bootstrap_with=lists) as solver:
        for clause in asked:
            false = [-literal for literal in clause]
            if not solver.solve(assumptions=false):
                continue
            mines = _mines(solver.get_model(), inside, false)
            if not least <= len(mines) <= most:
                for each in count_clauses(variables, least, most, len(states)):
                    solver.add_clause(each)
                if not solver.solve(assumptions=false):
                    continue
                mines = _mines(solver.get_model(), inside, false)
            yield clause, (*mines, *outside[: view.level.mines - len(mines)])


def _mines(model: list[Literal], inside: list[Cell], assumed: list[Literal]) -> list[Cell]:
    true = {literal for literal in (*model, *assumed) if literal > 0}
    return [cell for cell in inside if mine(cell) in true]


def missing_facts(view: View, clauses: Iterable[Clause]) -> Iterator[MissingFact]:
    """The facts about cells that are not open which hold on all boards and are not in the KB."""
    try:
        chances = odds(view.with_promises())
    except TooWideError:
        return
    shown = list(clauses)
    known = {clause.literals[0] for clause in shown if len(clause) == 1}
    facts = [*map(safe, chances.safe), *map(mine, chances.mines)]
    wanted = [literal for literal in facts if literal not in known]
    if not wanted:
        return
    is_open = [[safe(cell)] for cell, state in enumerate(view.states) if state < HIDDEN]
    lists = [clause.literals for clause in shown if len(clause)]
    with sat_solver(bootstrap_with=[*is_open, *map(list, lists)]) as solver:
        consistent = len(lists) == len(shown) and solver.solve()
        for literal in wanted:
            implied = consistent and not solver.solve(assumptions=[-literal])
            yield MissingFact(literal, implied, view.grid)
