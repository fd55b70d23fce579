"""Why a cell is safe or a mine: the simplest argument in words, a proof, and a certificate.

    claim          "safe" or "mine"
    technique      the easiest technique that settles the cell (techniques.py)
    steps          the argument in words (argument.py): facts, each with a sentence
    clues          the open cells whose numbers the argument uses
    known          the cells that the argument cites; `explain` says why they are settled
    evidence       the fewest clues that settle the cell without citing other cells
    proof          a proof by resolution from the evidence (proof.py)
    certificate    the proof as files for proof checkers, with clauses (certificate.py) or with sums
                   (cutting_planes.py)

>>> view = View.parse('''
... 5x3x2
... .....
... 11111
... 00000
... ''')
>>> print(explain(view).words())
C1 is safe (subset, clues A2 and B2).
1. The 1 at A2 has its mine in A1 or B1. The 1 at B2 touches both, so that is its only mine: C1 is
safe. (The 1-1 pattern.)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias
from typing import Literal as OneOf

from sapper.core.constraints import (
    border_mines,
    count_clauses,
    exactly,
    mask_of,
    mine,
    safe,
)
from sapper.core.grid import AnyCell, Cell, CellJson, Grid
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, Position, View
from sapper.errors import SapperError
from sapper.explain.argument import argument, assemble, refute, simplest_arguments
from sapper.explain.certificate import Certificate, certify
from sapper.explain.clues import Clues, ClueSet, settling_clues
from sapper.explain.cutting_planes import CountingCertificate, certify_counting
from sapper.explain.guess import leads_on
from sapper.explain.patterns import page_of, patterns
from sapper.explain.proof import prove
from sapper.explain.step import ArgumentStep, known_from
from sapper.explain.step_message import StepJson, step_json, step_message
from sapper.ladder.closure import Closure
from sapper.ladder.finding import Kind
from sapper.ladder.techniques import Technique
from sapper.logic import Literal, Proof, sat_solver
from sapper.reason.odds import Odds, odds
from sapper.reason.reasons import NamedProof, ProofLineJson, proof_json, proof_text
from sapper.words import Message, SaidJson, Text, said, say
from sapper.words.kinds import (
    Argument,
    CellSettled,
    LeadsOn,
    PatternName,
    ProofNotShown,
    RiskOfCell,
)

Claim: TypeAlias = OneOf["safe", "mine"]


class ExplanationJson(SaidJson):
    """Why a cell is safe or a mine. If it is uncertain, the answer is an [Uncertain](#uncertain).

    `sapper explain POSITION [CELL] --json`, `POST /api/explain`,
    `sapper.explain.explain(view, cell).to_json()`.
    """

    cell: CellJson
    technique: str
    clues: list[CellJson]
    mine_count: bool
    claim: Claim
    certain: OneOf[True]
    known: list[CellJson]
    """cells settled by an easier argument, which this argument uses"""
    patterns: list[str]
    """players' names for the pattern, such as `1-2`"""
    pattern_page: str | None
    """the page of the pattern in Learn, such as `1-2-1`"""
    steps: list[StepJson]
    """the argument"""
    evidence: list[CellJson]
    """a smallest set of numbers that proves the claim without `known`"""
    proof: list[ProofLineJson] | None
    """a resolution proof; null if the mine count would need too many clauses"""


class UncertainJson(SaidJson):
    """The answer for a cell that is neither provably safe nor provably a mine."""

    cell: CellJson
    risk: float
    claim: None
    certain: OneOf[False]
    safest: CellJson
    """the cell with the lowest risk in the position"""
    leads_on: float
    """the probability that `cell` is safe and its number makes another cell provably safe"""
    with_mine: list[CellJson]
    when_safe: list[CellJson]
    """the mines of two boards that fit: one with a mine in this cell, and one without"""


@dataclass(frozen=True, slots=True)
class Explanation:
    view: View = field(repr=False)
    cell: Cell
    claim: Claim
    technique: Technique
    steps: tuple[ArgumentStep, ...] = field(repr=False)
    flags_are_known: bool = field(default=False, repr=False)
    """whether the reader knows that all flagged cells are mines, as in a puzzle"""

    certain: ClassVar[bool] = True

    def __str__(self) -> str:
        return self.words()

    @property
    def literal(self) -> Literal:
        return mine(self.cell) if self.claim == "mine" else safe(self.cell)

    @property
    def clues(self) -> tuple[Cell, ...]:
        return self.view.grid.named(sorted({clue for step in self.steps for clue in step.clues}))

    @property
    def known(self) -> tuple[Cell, ...]:
        cited = [step for step in self.steps if step.kind is Kind.KNOWN]
        return self.view.grid.named(sorted(cell for step in cited for cell in step.fact.cells))

    @property
    def known_mines(self) -> tuple[Cell, ...]:
        is_mine = known_from(step for step in self.steps if step.kind is Kind.KNOWN)
        return tuple(cell for cell in self.known if is_mine[cell])

    @property
    def mine_count(self) -> bool:
        return self.technique is Technique.MINE_COUNT

    @property
    def evidence(self) -> ClueSet:
        """The smallest set of clues that settles the cell without citing other cells."""
        return _evidence(self.view, self.literal)

    @property
    def proof(self) -> Proof | None:
        """A resolution proof, or None if the mine count needs too many clauses."""
        return _proof(self.view, self.literal)

    @property
    def patterns(self) -> tuple[str, ...]:
        return tuple(map(say, patterns(self.steps, self.view)))

    @property
    def pattern_page(self) -> PatternName | None:
        """The page that teaches the pattern of this argument, or None."""
        return page_of(self.steps, self.view)

    @property
    def settled(self) -> CellSettled:
        name = self.view.grid.name
        long = [one for one in patterns(self.steps, self.view) if len(one.numbers) > 2]
        clues = tuple(map(name, self.clues))
        is_mine = self.claim == "mine"
        return CellSettled(name(self.cell), is_mine, str(self.technique), clues, tuple(long))

    @property
    def messages(self) -> tuple[Argument]:
        steps = zip(self.steps, self._step_messages, strict=True)
        return (Argument(self.settled, tuple(said for step, said in steps if self.tells(step))),)

    def tells(self, step: ArgumentStep) -> bool:
        """Whether the step tells the reader something new."""
        return not (self.flags_are_known and step.kind is Kind.KNOWN)

    @property
    def _step_messages(self) -> tuple[Message, ...]:
        known = self.flags_are_known
        return tuple(step_message(self.steps, i, self.view, known) for i in range(len(self.steps)))

    @property
    def summary(self) -> Text:
        return say(self.settled)

    @property
    def sentences(self) -> tuple[Text, ...]:
        """A sentence for each step."""
        return tuple(map(say, self._step_messages))

    def counted(self, index: int) -> tuple[Cell, ...]:
        step = self.steps[index]
        if step.kind is Kind.MINE_COUNT:
            return ()  # the mine count covers all unknown cells
        cells = {cell for fact in step.facts if not fact.settles for cell in fact.cells}
        clues = {Kind.SUBSET: step.clues[:1], Kind.LIMIT: step.clues}.get(step.kind, ())
        near = Clues(self.view)
        for clue in clues:
            cells.update(near.constraint(clue).cells)
        # If a step adds or subtracts clues, include the cells that do not cancel out.
        total: Counter[Cell] = Counter()
        for clue, weight in zip(step.clues, step.weights, strict=False):
            total.update(dict.fromkeys(near.constraint(clue).cells, weight))
        cells.update(cell for cell, weight in total.items() if weight)
        done = known_from(self.steps[i] for i in step.uses)
        done.update(known_from([step]))
        return tuple(sorted(cells - done.keys()))

    def words(self, grid: Grid | None = None) -> str:
        return say(*self.messages)

    def proof_text(self) -> str:
        if self.proof is None:
            return say(ProofNotShown())
        return proof_text(self.proof, self.view.grid)

    def certificate(self) -> Certificate:
        """The four files that `verify` checks."""
        evidence, clues = self.evidence, Clues(self.view)
        return certify(clues, evidence.clues, evidence.mine_count, self.literal, self.proof)

    def counting_certificate(self) -> CountingCertificate:
        """The three files that `verify_counting` checks."""
        evidence, clues = self.evidence, Clues(self.view)
        return certify_counting(clues, evidence.clues, evidence.mine_count, self.literal)

    def _repr_html_(self) -> str:
        from sapper.explain.pictures import stepper  # pictures.py imports this file

        return stepper(self)

    def to_json(self) -> ExplanationJson:
        name = self.view.grid.name
        return {
            "cell": name(self.cell),
            "claim": self.claim,
            "certain": True,
            "technique": str(self.technique),
            "clues": [name(clue) for clue in self.clues],
            "known": [name(cell) for cell in self.known],
            "patterns": list(self.patterns),
            "pattern_page": self.pattern_page,
            "mine_count": self.mine_count,
            **said(self.settled),
            "steps": [step_json(self.steps, i, self.view) for i in range(len(self.steps))],
            "evidence": [name(clue) for clue in self.evidence.clues],
            "proof": None if self.proof is None else proof_json(self.proof, self.view.grid),
        }


@lru_cache(maxsize=64)
def _evidence(view: View, claim: Literal) -> ClueSet:
    return settling_clues(Clues(view), claim)


@lru_cache(maxsize=64)
def _proof(view: View, claim: Literal) -> Proof | None:
    evidence = _evidence(view, claim)
    proof = prove(Clues(view), evidence.clues, evidence.mine_count, claim)
    return None if proof is None else NamedProof(proof.steps, view.grid)


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A cell that may be safe or a mine, with its odds and an example board for each case."""

    view: View = field(repr=False)
    cell: Cell
    odds: float
    safest: Cell = field(repr=False)
    safest_odds: float = field(repr=False)
    leads_on: float = field(repr=False)
    """the chance that the cell is safe and its number makes another cell provably safe"""
    with_mine: tuple[Cell, ...] = field(repr=False)
    """the mines of a board that fits the view and has a mine in the cell"""
    when_safe: tuple[Cell, ...] = field(repr=False)
    """the mines of a board that fits the view and has no mine in the cell"""

    certain: ClassVar[bool] = False

    def __str__(self) -> str:
        return self.words()

    def proof_text(self) -> str:
        raise self._no_proof()

    def certificate(self) -> Certificate:
        raise self._no_proof()

    def _no_proof(self) -> SapperError:
        cell = self.view.grid.name(self.cell)
        return SapperError("there is no proof: {cell} may be safe or a mine", cell=cell)

    def rows(self, mines: Iterable[Cell]) -> list[str]:
        width = self.view.level.width
        symbols = list("".join(self.view.rows))
        for cell in mines:
            symbols[cell] = "*"
        text = "".join(symbols)
        return [text[start : start + width] for start in range(0, len(text), width)]

    def words(self, grid: Grid | None = None) -> str:
        return say(*self.messages)

    @property
    def messages(self) -> tuple[RiskOfCell, LeadsOn]:
        name, is_safer = self.view.grid.name, self.safest_odds < self.odds
        safest = name(self.safest) if is_safer else None
        least = self.safest_odds if is_safer else None
        cell = name(self.cell)
        return RiskOfCell(cell, self.odds, safest, least), LeadsOn(cell, self.leads_on)

    def to_json(self) -> UncertainJson:
        name = self.view.grid.name
        return {
            "cell": name(self.cell),
            "claim": None,
            "certain": False,
            "risk": self.odds,
            **said(*self.messages),
            "safest": name(self.safest),
            "leads_on": self.leads_on,
            "with_mine": [name(cell) for cell in self.with_mine],
            "when_safe": [name(cell) for cell in self.when_safe],
        }


def explain(view: Position, cell: AnyCell | None = None) -> Explanation | Uncertain:
    """Explain why a cell is safe or a mine. If neither can be proved, give the odds of the cell.

        view  a position or a game
        cell  by default the safe cell with the simplest argument. If no cell is provably safe, an
              unflagged mine, or else the safest cell

    If no board fits the view, this raises a ContradictionError. Before the first move, this raises
    a SapperError if the start rule makes every first cell safe.

    >>> explain(View.parse("5x3x2 ..... 11111 00000".replace(" ", chr(10))), "C1").claim
    'safe'
    """
    view = View.of(view)
    chances = odds(view)
    if cell is None:
        unflagged = [c for c in chances.mines if view[c] != FLAGGED]
        useful = simplest(view, chances, chances.safe) or simplest(view, chances, unflagged)
        if useful is not None:
            return useful
        cell = chances.safest
        if cell is None:
            if chances.mines:
                raise SapperError("only flagged mines are hidden: there is nothing left to explain")
            raise SapperError("no cell is hidden: there is nothing to explain")
    (cell,) = view.grid.named([view.grid.cell(cell)])
    name = view.grid.name(cell)
    if view[cell] < HIDDEN:
        raise SapperError(
            "{cell} is open (a {number}): choose a hidden cell to explain",
            cell=name,
            number=view[cell],
        )
    chance = chances[cell]
    if chance in (0.0, 1.0):
        claim = mine(cell) if chance else safe(cell)
        return _explanation(view, claim, *argument(view, claim, _certain(chances)))
    if view.first_is_safe:
        words = say(view.promise)
        raise SapperError(f"{words[0].lower()}{words[1:-1]}")
    return uncertain(view, cell, chances)


def suppose(view: View, cell: Cell) -> Explanation | None:
    """Explain a cell: suppose the opposite and derive a contradiction.

    Return None if single clues settle the cell, or if it is not provable without the mine count.
    """
    chances = odds(view)
    if view[cell] < HIDDEN or view[cell] == GIVEN or chances[cell] not in (0.0, 1.0):
        return None
    claim = mine(cell) if chances[cell] else safe(cell)
    closure = Closure(view, _certain(chances), cell)
    while closure.next_round(top=Technique.SINGLE_CLUE):
        pass
    known = closure.rounds[-1]
    if (known.mines | known.safe) & 2 << cell:
        return None
    refuted = refute(view, claim, known)
    if refuted is None:
        return None
    steps = assemble(refuted.all_needs(), [refuted], known.mines)
    return _explanation(view, claim, Technique.CASE_SPLIT, steps)


def _explanation(
    view: View, claim: Literal, technique: Technique, steps: tuple[ArgumentStep, ...]
) -> Explanation:
    (cell,) = view.grid.named([abs(claim) - 1])
    return Explanation(view, cell, "mine" if claim > 0 else "safe", technique, steps)


def _certain(chances: Odds) -> int:
    return mask_of((*chances.safe, *chances.mines))


def simplest(view: View, chances: Odds, cells: Iterable[Cell]) -> Explanation | None:
    """The simplest explanation for one of the cells, or None if `cells` is empty.

    A flagged cell is explained only if all the cells are flagged.
    """
    cells = list(cells)
    unflagged = [cell for cell in cells if view[cell] != FLAGGED] or cells
    claims = [mine(cell) if chances[cell] else safe(cell) for cell in unflagged]
    explanations = [
        _explanation(view, *one) for one in simplest_arguments(view, claims, _certain(chances))
    ]
    return min(explanations, key=_ease, default=None)


def _ease(one: Explanation) -> tuple[int, int, int, int, Cell]:
    sizes = len(one.steps), len(one.clues), len(one.known)
    return one.technique, *sizes, one.cell


def uncertain(view: View, cell: Cell, chances: Odds) -> Uncertain:
    clues = Clues(view)
    with_mine, when_safe = (
        view.grid.named(_board(clues, literal)) for literal in (mine(cell), safe(cell))
    )
    assert chances.safest is not None, "the cell itself may be safe"
    safest = chances.safest
    on = leads_on(view, cell)
    return Uncertain(view, cell, chances[cell], safest, chances[safest], on, with_mine, when_safe)


def _board(clues: Clues, literal: Literal) -> tuple[Cell, ...]:
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
    rest = random.Random(0).sample(inside, mines - len(laid))
    return tuple(sorted(laid + rest))
