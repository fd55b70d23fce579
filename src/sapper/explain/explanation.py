"""Why a cell is certain: the fewest clues, the steps in words, a proof, and a certificate.

    claim          the cell is "safe", or it is a "mine"
    clues          the open cells whose numbers the argument needs; none can be left out
    technique      how hard the argument is; see `Technique`
    steps          the argument for people (argument.py): facts, and a sentence for each
    proof          the argument for students (proof.py): resolution from the clauses of the clues
    certificate    the argument for machines (certificate.py): a CNF and a DRAT proof

>>> view = View.parse('''
... 5x3x2
... .....
... 11111
... 00000
... ''')
>>> print(explain(view).words())
C1 is safe (subset, clues A2 and B2).
1. The 1 at A2 touches only A1 and B1 among hidden cells, so exactly one of them is a mine.
2. The 1 at B2 touches only A1, B1 and C1 among hidden cells, so exactly one of them is a mine.
3. The 1 at A2 has exactly 1 mine among A1 and B1, and the 1 at B2, which touches them too, has
exactly 1 mine, so C1 is safe.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from typing import Literal as OneOf

from typing_extensions import TypedDict

from sapper.constraints import border_mines, count_clauses, exactly, mine, safe
from sapper.explain.argument import argument
from sapper.explain.certificate import Certificate, certify
from sapper.explain.clues import Clues, ClueSet, by_one, by_two, settling_clues, without_mine_count
from sapper.explain.facts import Kind, Step
from sapper.explain.proof import prove
from sapper.explain.words import StepJson, sentence, step_json
from sapper.grid import Cell, Grid, SapperError, cell_list, percent
from sapper.knowledge import ProofLineJson, proof_json, proof_text
from sapper.logic import Literal, Proof, sat_solver
from sapper.odds import Odds, odds
from sapper.techniques import Technique
from sapper.view import HIDDEN, TOLD, View

Claim: TypeAlias = OneOf["safe", "mine"]


class ExplanationJson(TypedDict):
    """An explanation for machines: docs/json.md."""

    cell: str
    claim: Claim
    certain: OneOf[True]
    technique: str
    clues: list[str]
    mine_count: bool
    words: str
    steps: list[StepJson]
    proof: list[ProofLineJson] | None


class UncertainJson(TypedDict):
    """An uncertain cell for machines: docs/json.md."""

    cell: str
    claim: None
    certain: OneOf[False]
    risk: float
    words: str
    with_mine: list[str]
    when_safe: list[str]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a cell is certain. It can be the reason of a decision."""

    view: View = field(repr=False)
    cell: Cell
    claim: Claim
    clues: tuple[Cell, ...]
    mine_count: bool
    technique: Technique
    steps: tuple[Step, ...] = field(repr=False)
    proof: Proof | None = field(repr=False)
    """None if the mine count is needed and has too many clauses: the certificate still proves it"""

    @property
    def certain(self) -> bool:
        """Always."""
        return True

    @property
    def literal(self) -> Literal:
        """The claim as a literal."""
        return mine(self.cell) if self.claim == "mine" else safe(self.cell)

    @property
    def summary(self) -> str:
        """The claim, the technique and the clues, in a line."""
        grid = self.view.grid
        because = [str(self.technique)]
        if self.clues:
            because.append(f"clue{'s' * (len(self.clues) > 1)} {cell_list(self.clues, grid)}")
        is_what = "safe" if self.claim == "safe" else "a mine"
        return f"{grid.name(self.cell)} is {is_what} ({', '.join(because)})."

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence a step."""
        return tuple(sentence(self.steps, i, self.view) for i in range(len(self.steps)))

    def words(self, grid: Grid | None = None) -> str:
        """The summary, then a numbered line a step; a reason may be given the grid again."""
        lines = [f"{number}. {text}" for number, text in enumerate(self.sentences, 1)]
        return "\n".join([self.summary, *lines])

    def proof_text(self) -> str:
        """The proof, a line a clause."""
        if self.proof is None:
            return "The mine count has too many clauses to print: see the certificate."
        return proof_text(self.proof, self.view.grid)

    def certificate(self) -> Certificate:
        """The four files that `verify` checks; a CertificateError if they would be too large."""
        clues = Clues(self.view)
        return certify(clues, self.clues, self.mine_count, self.literal, self.proof)

    def _repr_html_(self) -> str:
        """A notebook shows the steps one by one, with buttons."""
        from sapper.explain.pictures import stepper  # which draws explanations

        return stepper(self)

    def to_json(self) -> ExplanationJson:
        """All of it for machines, with the names of cells."""
        name = self.view.grid.name
        return {
            "cell": name(self.cell),
            "claim": self.claim,
            "certain": True,
            "technique": str(self.technique),
            "clues": [name(clue) for clue in self.clues],
            "mine_count": self.mine_count,
            "words": self.summary,
            "steps": [step_json(self.steps, i, self.view) for i in range(len(self.steps))],
            "proof": None if self.proof is None else proof_json(self.proof, self.view.grid),
        }


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A cell that is not certain: its odds, and a board for either case."""

    view: View = field(repr=False)
    cell: Cell
    odds: float
    with_mine: tuple[Cell, ...] = field(repr=False)
    """the mines of a board that agrees with the view and has a mine in the cell"""
    when_safe: tuple[Cell, ...] = field(repr=False)
    """the mines of a board that agrees with the view and has none there"""

    @property
    def certain(self) -> bool:
        """Never."""
        return False

    def rows(self, mines: Iterable[Cell]) -> list[str]:
        """The position with these mines, to be drawn."""
        width = self.view.level.width
        symbols = list("".join(self.view.rows))
        for cell in mines:
            symbols[cell] = "*"
        text = "".join(symbols)
        return [text[start : start + width] for start in range(0, len(text), width)]

    def words(self, grid: Grid | None = None) -> str:
        """The odds in a sentence."""
        name = self.view.grid.name(self.cell)
        return (
            f"{name} is not certain: it is a mine with a chance of {percent(self.odds)}. "
            "Some boards that fit have a mine there, and others have none."
        )

    def to_json(self) -> UncertainJson:
        """All of it for machines, with the names of cells."""
        name = self.view.grid.name
        return {
            "cell": name(self.cell),
            "claim": None,
            "certain": False,
            "risk": self.odds,
            "words": self.words(),
            "with_mine": [name(cell) for cell in self.with_mine],
            "when_safe": [name(cell) for cell in self.when_safe],
        }


def explain(view: View, cell: Cell | None = None) -> Explanation | Uncertain:
    """Why a cell is safe or a mine; or, if it is neither for certain, its odds.

    Without a cell, the easiest certain one: by technique, then the fewest clues, then the shortest
    proof, then the lowest cell. If none is certain, the one least likely to be a mine. A view that
    no board satisfies is a ContradictionError; before the first move there is nothing to explain
    where the start rule protects whatever is opened.
    """
    chances = odds(view)
    if cell is None:
        claims = [*map(safe, chances.safe), *map(mine, chances.mines)]
        found = easiest(view, claims)
        if found is not None:
            return found
        cell = chances.safest
        if cell is None:
            raise SapperError("no cell is hidden: there is nothing to explain")
    name = view.grid.name(cell)
    if view[cell] < HIDDEN:
        raise SapperError(f"{name} is open (a {view[cell]}): choose a hidden cell to explain")
    chance = chances[cell]
    if chance in (0.0, 1.0):
        clues = Clues(view)
        claim = mine(cell) if chance else safe(cell)
        return _explanation(clues, claim, settling_clues(clues, claim))
    if view.first_is_safe:
        words = view.first_words
        raise SapperError(f"{words[0].lower()}{words[1:-1]}")
    return uncertain(view, cell, chances)


def _explanation(clues: Clues, claim: Literal, chosen: ClueSet) -> Explanation:
    steps = argument(clues, chosen.clues, chosen.mine_count, claim)
    return Explanation(
        clues.view,
        abs(claim) - 1,
        "mine" if claim > 0 else "safe",
        chosen.clues,
        chosen.mine_count,
        _technique(clues, chosen, steps),
        steps,
        prove(clues, chosen.clues, chosen.mine_count, claim),
    )


def _technique(clues: Clues, chosen: ClueSet, steps: Sequence[Step]) -> Technique:
    kinds = {step.kind for step in steps}
    if Kind.TOLD in kinds:
        return Technique.TOLD
    if chosen.mine_count:
        return Technique.MINE_COUNT
    if Kind.SUPPOSE in kinds:
        return Technique.CASE_SPLIT
    if len(chosen.clues) != 2:
        return Technique.CHAIN if chosen.clues[1:] else Technique.SINGLE_CLUE
    one, two = (set(clues.constraint(clue).cells) for clue in chosen.clues)
    return Technique.SUBSET if one <= two or two <= one else Technique.DIFFERENCE


def easiest(view: View, claims: Iterable[Literal]) -> Explanation | None:
    """The easiest of claims that all hold; each technique is tried on all before the next."""
    clues = Clues(view)
    left = sorted(claims, key=abs)
    for claim in left:
        if view[abs(claim) - 1] == TOLD:
            return _explanation(clues, claim, ClueSet(()))
    for claim in left:
        if one := by_one(clues, claim):
            return _explanation(clues, claim, ClueSet(one))
    found = []
    for claim in left:
        if two := by_two(clues, claim):
            found.append(_explanation(clues, claim, ClueSet(two)))
    if not found:
        for claim in left:
            if more := without_mine_count(clues, claim):
                found.append(_explanation(clues, claim, ClueSet(more)))
    if not found:
        # Clues that settle one cell with the mine count mostly settle many: these are skipped.
        settled: set[Cell] = set()
        for claim in left:
            if abs(claim) - 1 not in settled:
                chosen = settling_clues(clues, claim)
                found.append(_explanation(clues, claim, chosen))
                also = odds(clues.only(chosen.clues))
                settled.update(also.safe, also.mines)
    return min(found, key=_ease, default=None)


def _ease(found: Explanation) -> tuple[int, int, float, Cell]:
    length = float("inf") if found.proof is None else len(found.proof)
    return found.technique, len(found.clues), length, found.cell


def uncertain(view: View, cell: Cell, chances: Odds) -> Uncertain:
    """Why a cell is not certain: its risk, a board where it is a mine and one where it is safe."""
    clues = Clues(view)
    with_mine, when_safe = (_board(clues, literal) for literal in (mine(cell), safe(cell)))
    return Uncertain(view, cell, chances[cell], with_mine, when_safe)


def _board(clues: Clues, literal: Literal) -> tuple[Cell, ...]:
    """The mines of some board that agrees with the view and with the literal."""
    cell = abs(literal) - 1
    chosen = clues.all()
    border = sorted({cell, *(c for clue in chosen for c in clues.constraint(clue).cells)})
    variable = {c: index for index, c in enumerate(border, 1)}
    inside = [c for c in clues.unknown if c not in variable]
    mines = clues.view.level.mines
    with sat_solver("cadical153") as solver:
        for clue in chosen:
            constraint = clues.constraint(clue)
            solver.append_formula(
                exactly([variable[c] for c in constraint.cells], constraint.mines)
            )
        solver.add_clause([variable[cell] if literal > 0 else -variable[cell]])
        least, most = border_mines(mines, len(inside))
        cells = list(variable.values())
        solver.append_formula(count_clauses(cells, least, most, top=len(cells)))
        possible: Any = solver.solve()
        assert possible, "the odds say that such a board exists"
        model = solver.get_model()
    laid = [c for c in border if model[variable[c] - 1] > 0]
    # The cells that no clue touches are all alike: any of them take the mines that are left.
    rest = random.Random(0).sample(inside, mines - len(laid))
    return tuple(sorted(laid + rest))
