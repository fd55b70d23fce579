"""Why a cell is certain: the simplest argument in words, a proof, and a certificate.

    claim          the cell is "safe", or it is a "mine"
    technique      the lowest rung of the ladder that settles it; see techniques.py
    steps          the argument for people (argument.py): facts, and a sentence for each
    clues          the open cells whose numbers the argument uses
    known          the cells that it cites: an easier argument settles them, and can be asked for
    evidence       the fewest clues that settle the cell with nothing cited
    proof          the argument for students (proof.py): resolution from the clauses of the evidence
    certificate    the argument for machines: a CNF and a DRAT proof (certificate.py), or sums and a
                   proof by cutting planes (cutting_planes.py)

>>> view = View.parse('''
... 5x3x2
... .....
... 11111
... 00000
... ''')
>>> print(explain(view).words())
C1 is safe (subset, clues A2 and B2).
1. The 1 at A2 has exactly 1 mine among A1 and B1; the 1 at B2 touches them too and has all its
mines there, so C1 is safe (the pattern 1-1).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias
from typing import Literal as OneOf

from typing_extensions import TypedDict

from sapper.constraints import border_mines, cells_of, count_clauses, exactly, mask_of, mine, safe
from sapper.explain.argument import argument, assembled, simplest_arguments
from sapper.explain.certificate import Certificate, certify
from sapper.explain.closure import Closure
from sapper.explain.clues import Clues, ClueSet, reduced, settling_clues, without_mine_count
from sapper.explain.cutting_planes import CountingCertificate, certify_counting
from sapper.explain.facts import Kind, Step, settled
from sapper.explain.guess import leading_words, leads_on
from sapper.explain.patterns import patterns
from sapper.explain.proof import prove
from sapper.explain.split import refutation, total_of
from sapper.explain.words import StepJson, sentence, step_json
from sapper.grid import Cell, Grid, SapperError, a_chance, cell_list
from sapper.knowledge import ProofLineJson, proof_json, proof_text
from sapper.logic import Literal, Proof, sat_solver
from sapper.odds import Odds, odds
from sapper.techniques import Technique
from sapper.view import FLAGGED, HIDDEN, TOLD, View

Claim: TypeAlias = OneOf["safe", "mine"]


class ExplanationJson(TypedDict):
    """An explanation for machines: docs/json.md."""

    cell: str
    claim: Claim
    certain: OneOf[True]
    technique: str
    clues: list[str]
    known: list[str]
    patterns: list[str]
    mine_count: bool
    words: str
    steps: list[StepJson]
    evidence: list[str]
    proof: list[ProofLineJson] | None


class UncertainJson(TypedDict):
    """An uncertain cell for machines: docs/json.md."""

    cell: str
    claim: None
    certain: OneOf[False]
    risk: float
    words: str
    safest: str
    leads_on: float
    with_mine: list[str]
    when_safe: list[str]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a cell is certain. It can be the reason of a decision."""

    view: View = field(repr=False)
    cell: Cell
    claim: Claim
    technique: Technique
    steps: tuple[Step, ...] = field(repr=False)

    @property
    def certain(self) -> bool:
        """Always."""
        return True

    @property
    def literal(self) -> Literal:
        """The claim as a literal."""
        return mine(self.cell) if self.claim == "mine" else safe(self.cell)

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The numbers that the argument uses, ascending."""
        return tuple(sorted({clue for step in self.steps for clue in step.clues}))

    @property
    def known(self) -> tuple[Cell, ...]:
        """The cells that the argument cites, ascending: `explain` each of them to see why."""
        cited = [step for step in self.steps if step.kind is Kind.KNOWN]
        return tuple(sorted(cell for step in cited for cell in step.fact.cells))

    @property
    def known_mines(self) -> tuple[Cell, ...]:
        """Those of the cited cells that are mines, ascending."""
        is_mine = settled(step for step in self.steps if step.kind is Kind.KNOWN)
        return tuple(cell for cell in self.known if is_mine[cell])

    @property
    def mine_count(self) -> bool:
        """Whether the number of mines on the board is needed."""
        return self.technique is Technique.MINE_COUNT

    @property
    def evidence(self) -> ClueSet:
        """The fewest clues that settle the cell by themselves; none can be left out."""
        return _evidence(self.view, self.literal)

    @property
    def proof(self) -> Proof | None:
        """A resolution proof from the evidence.

        None if the mine count is needed and has too many clauses: the certificate still proves it.
        """
        return _proof(self.view, self.literal)

    @property
    def patterns(self) -> tuple[str, ...]:
        """The names that players have for the patterns in it."""
        return patterns(self.steps, self.view)

    @property
    def summary(self) -> str:
        """The claim, the technique, the clues and the patterns, in a line."""
        grid = self.view.grid
        because = [str(self.technique)]
        if self.clues:
            because.append(f"clue{'s' * (len(self.clues) > 1)} {cell_list(self.clues, grid)}")
        because += [f"pattern {name}" for name in self.patterns if name.count("-") > 1]
        is_what = "safe" if self.claim == "safe" else "a mine"
        return f"{grid.name(self.cell)} is {is_what} ({', '.join(because)})."

    @property
    def sentences(self) -> tuple[str, ...]:
        """What each step says."""
        return tuple(sentence(self.steps, i, self.view) for i in range(len(self.steps)))

    def counted(self, index: int) -> tuple[Cell, ...]:
        """The cells that a step counts mines among, besides those that it settles; ascending."""
        step = self.steps[index]
        if step.kind is Kind.MINE_COUNT:
            return ()  # all that are left
        cells = {cell for fact in step.facts if not fact.settles for cell in fact.cells}
        clues = {Kind.SUBSET: step.clues[:1], Kind.LIMIT: step.clues}.get(step.kind, ())
        near = Clues(self.view)
        for clue in clues:
            cells.update(near.constraint(clue).cells)
        # Of a sum, the cells that do not cancel.
        total: Counter[Cell] = Counter()
        for clue, weight in zip(step.clues, step.weights, strict=False):
            total.update(dict.fromkeys(near.constraint(clue).cells, weight))
        cells.update(cell for cell, weight in total.items() if weight)
        done = settled(self.steps[i] for i in step.uses)
        done.update(settled([step]))
        return tuple(sorted(cells - done.keys()))

    def words(self, grid: Grid | None = None) -> str:
        """The summary, then a numbered line per step; a reason may be given the grid again."""
        lines = [f"{number}. {text}" for number, text in enumerate(self.sentences, 1)]
        return "\n".join([self.summary, *lines])

    def proof_text(self) -> str:
        """The proof, a line per clause."""
        if self.proof is None:
            return "The mine count has too many clauses to print: see the certificate."
        return proof_text(self.proof, self.view.grid)

    def certificate(self) -> Certificate:
        """The four files that `verify` checks; a CertificateError if they would be too large."""
        evidence = self.evidence
        clues = Clues(self.view)
        return certify(clues, evidence.clues, evidence.mine_count, self.literal, self.proof)

    def counting_certificate(self) -> CountingCertificate:
        """The three files that `verify_counting` checks: shorter by far where mines are counted."""
        evidence = self.evidence
        clues = Clues(self.view)
        return certify_counting(clues, evidence.clues, evidence.mine_count, self.literal)

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
            "known": [name(cell) for cell in self.known],
            "patterns": list(self.patterns),
            "mine_count": self.mine_count,
            "words": self.summary,
            "steps": [step_json(self.steps, i, self.view) for i in range(len(self.steps))],
            "evidence": [name(clue) for clue in self.evidence.clues],
            "proof": None if self.proof is None else proof_json(self.proof, self.view.grid),
        }


# An explanation is asked for its proof several times, and mostly not at all.
@lru_cache(maxsize=64)
def _evidence(view: View, claim: Literal) -> ClueSet:
    return settling_clues(Clues(view), claim)


@lru_cache(maxsize=64)
def _proof(view: View, claim: Literal) -> Proof | None:
    evidence = _evidence(view, claim)
    return prove(Clues(view), evidence.clues, evidence.mine_count, claim)


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A cell that is not certain: its odds, what it leads to, and a board for either case."""

    view: View = field(repr=False)
    cell: Cell
    odds: float
    safest: Cell = field(repr=False)
    safest_odds: float = field(repr=False)
    leads_on: float = field(repr=False)
    """the chance that it is safe and its number makes another cell certainly safe"""
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
        """How safe it is, against the safest cell, and what its number would tell."""
        name = self.view.grid.name
        risk = f"it has {a_chance(self.odds)} of being a mine"
        if self.safest_odds == 0.0:
            other = f"{name(self.safest)} is certainly safe."
        elif self.safest_odds < self.odds:
            risk_there = f"{a_chance(self.safest_odds)} of being a mine"
            other = f"The safest cell is {name(self.safest)}, with {risk_there}."
        else:
            other = "No cell is safer."
        return f"{name(self.cell)} is not certain: {risk}. {other} {leading_words(self.leads_on)}"

    def to_json(self) -> UncertainJson:
        """All of it for machines, with the names of cells."""
        name = self.view.grid.name
        return {
            "cell": name(self.cell),
            "claim": None,
            "certain": False,
            "risk": self.odds,
            "words": self.words(),
            "safest": name(self.safest),
            "leads_on": self.leads_on,
            "with_mine": [name(cell) for cell in self.with_mine],
            "when_safe": [name(cell) for cell in self.when_safe],
        }


def explain(view: View, cell: Cell | None = None) -> Explanation | Uncertain:
    """Why a cell is safe or a mine; or, if it is neither for certain, its odds.

    Without a cell, the most useful certain one: a safe one if there is any, by the simplest
    argument, and no mine that is flagged already. If none is certain, the one least likely to be a
    mine. A view that no board satisfies is a ContradictionError; before the first move there is
    nothing to explain where the start rule protects whatever is opened.
    """
    chances = odds(view)
    if cell is None:
        unflagged = [c for c in chances.mines if view[c] != FLAGGED]
        useful = simplest(view, chances, chances.safe) or simplest(view, chances, unflagged)
        if useful is not None:
            return useful
        cell = chances.safest
        if cell is None:
            raise SapperError(
                "only flagged mines are hidden: there is nothing left to explain"
                if chances.mines
                else "no cell is hidden: there is nothing to explain"
            )
    name = view.grid.name(cell)
    if view[cell] < HIDDEN:
        raise SapperError(f"{name} is open (a {view[cell]}): choose a hidden cell to explain")
    chance = chances[cell]
    if chance in (0.0, 1.0):
        return _explanation(view, chances, mine(cell) if chance else safe(cell))
    if view.first_is_safe:
        words = view.first_words
        raise SapperError(f"{words[0].lower()}{words[1:-1]}")
    return uncertain(view, cell, chances)


def suppose(view: View, cell: Cell) -> Explanation | None:
    """Why a cell is certain, by supposing the opposite and following it to its dead end.

    What single clues settle is known before. None if the clues alone do not settle the cell, or a
    single one does.
    """
    chances = odds(view)
    if chances[cell] not in (0.0, 1.0) or view[cell] == TOLD:
        return None
    claim = mine(cell) if chances[cell] else safe(cell)
    closure = Closure(view, _certain(chances), cell)
    closure.climb(Technique.SINGLE_CLUE)
    known = closure.rounds[-1]
    mines, clear = cells_of(known.mines), cells_of(known.safe)
    if cell in mines or cell in clear:
        return None
    clues = without_mine_count(Clues(reduced(view, mines, clear)), claim)
    if clues is None:
        return None
    draft = refutation([total_of(view, clue, mines, clear) for clue in clues], claim)
    steps = assembled(draft.all_needs(), [draft], known.mines)
    return _made(view, claim, Technique.CASE_SPLIT, steps)


def _explanation(view: View, chances: Odds, claim: Literal) -> Explanation:
    return _made(view, claim, *argument(view, claim, _certain(chances)))


def _made(view: View, claim: Literal, technique: Technique, steps: tuple[Step, ...]) -> Explanation:
    return Explanation(view, abs(claim) - 1, "mine" if claim > 0 else "safe", technique, steps)


def _certain(chances: Odds) -> int:
    return mask_of((*chances.safe, *chances.mines))


def simplest(view: View, chances: Odds, cells: Iterable[Cell]) -> Explanation | None:
    """Of certain cells, the one with the simplest argument; None if there are no cells.

    The lowest rung of the ladder first, then the fewest steps, clues and cited cells. A cell with a
    flag comes last among equals: a safe cell under a flag is worth knowing, but not at once.
    """
    cells = list(cells)
    unflagged = [cell for cell in cells if view[cell] != FLAGGED] or cells
    claims = [mine(cell) if chances[cell] else safe(cell) for cell in unflagged]
    explanations = [
        _made(view, *one) for one in simplest_arguments(view, claims, _certain(chances))
    ]
    return min(explanations, key=_ease, default=None)


def _ease(one: Explanation) -> tuple[int, int, int, int, Cell]:
    sizes = len(one.steps), len(one.clues), len(one.known)
    return one.technique, *sizes, one.cell


def uncertain(view: View, cell: Cell, chances: Odds) -> Uncertain:
    """Why a cell is not certain: its risk, a board where it is a mine and one where it is safe."""
    clues = Clues(view)
    with_mine, when_safe = (_board(clues, literal) for literal in (mine(cell), safe(cell)))
    assert chances.safest is not None, "the cell itself may be safe"
    safest = chances.safest
    on = leads_on(view, cell)
    return Uncertain(view, cell, chances[cell], safest, chances[safest], on, with_mine, when_safe)


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
