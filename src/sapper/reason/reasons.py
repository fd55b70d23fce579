"""Reasons: messages about the board that say why a fact of a knowledge base holds.

The origin of an axiom is its source: a clue, the mine count, the board or an oracle. An oracle is a
method that settles facts without deriving them. A deduction is the reason for a provably safe move:
one or more facts, each with its derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from typing_extensions import TypedDict

from sapper.core.grid import Cell, CellJson, Grid
from sapper.core.view import SpokenReason
from sapper.logic import Clause, KnowledgeBase, Literal, Proof, ProofStep, clause_text
from sapper.words import Message, Runs, how_many, say
from sapper.words.kinds import (
    BoardSource,
    CitedFact,
    ClauseName,
    ClueHasAll,
    ClueNeedsAll,
    ClueSource,
    CountHasAll,
    CountNeedsAll,
    FactsHold,
    FactsHoldToo,
    Fits,
    FollowsFrom,
    LinesSource,
    LiteralName,
    OracleSays,
    OracleSource,
)

Origin: TypeAlias = Hashable
"""The source of an axiom: the cell of a clue (an int), an Oracle, or one of the words below."""

OPEN = "open"
GIVEN_SAFE = "given as safe"
MINE_COUNT = "mine count"


@dataclass(frozen=True, slots=True)
class Oracle:
    """A method that settles facts without deriving them, by examining all boards that fit.

    >>> say(Oracle("exact odds").why(-1))
    'no board that fits has a mine there (exact odds)'
    >>> say(Oracle("SAT solving", "clues").why(+1))
    'every board that fits the clues has a mine there (SAT solving)'
    """

    method: str
    fits: Fits = "all"

    def why(self, literal: Literal) -> OracleSays:
        return OracleSays(self.method, self.fits, literal > 0)

    def __str__(self) -> str:
        return f"from {self.method}"


@dataclass(frozen=True, slots=True)
class Cited:
    fact: Literal
    decision: int


_REASONS = 3


@dataclass(frozen=True, slots=True)
class Deduction(SpokenReason):
    """`proof`, `clues` and `text` are about `literal` only, but `messages` covers all facts."""

    kb: KnowledgeBase
    literal: Literal
    also: tuple[Literal, ...] = ()
    """other facts used by the same decision"""

    @property
    def certain(self) -> bool:
        return True

    @property
    def proof(self) -> Proof:
        return _proof(self.kb, self.literal)

    @property
    def derived(self) -> bool:
        return not oracles_of(self.proof)

    @property
    def clues(self) -> tuple[Cell, ...]:
        return clues_of(self.proof)

    def messages(
        self, grid: Grid, shown: Callable[[Literal], Proof] | None = None
    ) -> tuple[Message, ...]:
        """The facts and their reasons, with one message for facts that share a reason.

        If `shown` is given, the messages describe the derivation that `shown` returns for each
        fact.
        """
        groups: dict[tuple[bool, Message], list[Cell]] = {}
        for literal in (self.literal, *self.also):
            if shown is None:
                why = _because(_proof(self.kb, literal), grid)
            else:
                why = _because(shown(literal), grid, whole=True)
            groups.setdefault((literal > 0, why), []).append(abs(literal) - 1)
        # Safe cells come first, because the agent opens them.
        ordered = sorted(groups.items(), key=lambda group: group[0][0])
        messages: list[Message] = [
            FactsHold(grid.names(cells), is_mine, why)
            for (is_mine, why), cells in ordered[:_REASONS]
        ]
        for wanted in (False, True):
            rest = [
                c for (is_mine, _), cells in ordered[_REASONS:] if is_mine is wanted for c in cells
            ]
            if rest:
                messages.append(FactsHoldToo(grid.names(rest), wanted))
        return tuple(messages)

    def text(self, grid: Grid) -> str:
        return proof_text(self.proof, grid)


def _proof(kb: KnowledgeBase, literal: Literal) -> Proof:
    proof = kb.proof(literal)
    assert proof is not None
    return proof


def clues_of(proof: Proof) -> tuple[Cell, ...]:
    return tuple(sorted({step.origin for step in proof.axioms if isinstance(step.origin, int)}))


def oracles_of(proof: Proof) -> set[Oracle]:
    return {step.origin for step in proof.axioms if isinstance(step.origin, Oracle)}


def _because(proof: Proof, grid: Grid, whole: bool = False) -> Message:
    """The reason for a fact: a single source, such as a clue, or the whole proof."""
    last = proof.steps[-1]
    by_id = {step.id: step for step in proof.steps}
    first, *facts = [by_id[parent] for parent in last.parents] or [last]
    known = all(len(step.clause) == 1 for step in facts)
    if whole:
        given = (OPEN, GIVEN_SAFE)
        known = known and all(isinstance(s.origin, Cited) or s.origin in given for s in facts)
    if not first.parents and not isinstance(first.origin, Cited) and known:
        return _because_of_one(first, last.clause.literals[0], grid)
    origins = {step.origin for step in proof.axioms}
    return FollowsFrom(
        grid.names(clues_of(proof)),
        MINE_COUNT in origins,
        any(isinstance(origin, Cited) for origin in origins),
        tuple(sorted({oracle.method for oracle in oracles_of(proof)})),
        len(proof),
    )


def _because_of_one(axiom: ProofStep, literal: Literal, grid: Grid) -> Message:
    if isinstance(axiom.origin, Oracle):
        return axiom.origin.why(literal)
    if axiom.origin == GIVEN_SAFE:
        return BoardSource(GIVEN_SAFE)
    if axiom.origin == OPEN:
        return BoardSource(OPEN)
    known = [abs(x) - 1 for x in axiom.clause if x != literal]
    if axiom.origin == MINE_COUNT:
        return CountNeedsAll() if literal > 0 else CountHasAll(len(known))
    assert isinstance(axiom.origin, int), axiom.origin
    says = ClueNeedsAll if literal > 0 else ClueHasAll
    return says(grid.name(axiom.origin), grid.names(known))


def literal_name(literal: Literal, grid: Grid) -> LiteralName:
    return LiteralName(grid.name(abs(literal) - 1), literal > 0)


def clause_name(clause: Clause, grid: Grid) -> ClauseName:
    return tuple(literal_name(literal, grid) for literal in clause.literals)


@dataclass(frozen=True, slots=True, repr=False)
class NamedProof(Proof):
    """A proof that is printed with the names of cells.

    This is a class of its own because `sapper.logic` knows nothing about cells.
    """

    grid: Grid

    def __str__(self) -> str:
        return proof_text(self, self.grid)

    def __repr__(self) -> str:
        claim = clause_text(self.claim, lambda v: self.grid.name(v - 1))
        return f"<Proof of {claim} in {how_many(len(self), 'step')}>"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def proof_text(proof: Proof, grid: Grid) -> str:
    return proof.text(
        lambda v: grid.name(v - 1),
        lambda origin: say(source(origin, grid)),
        derived=lambda numbers: say(LinesSource(tuple(numbers))),
    )


class ProofLineJson(TypedDict):
    """A clause of a proof, which comes from a source or is resolved from earlier lines."""

    number: int
    """the number of the line, from 1"""
    clause: str
    """`(C4 ∨ ¬D4)` means that C4 is a mine or D4 is safe"""
    parents: list[int]
    """the lines that this clause is resolved from, in order"""
    source: str | None
    """such as `clue C4` or `given as safe`; null if the clause has parents"""
    source_runs: Runs | None
    cells: list[CellJson]
    """the cells in the clause"""
    clue: CellJson | None
    """the cell whose number gives the clause"""


def proof_json(proof: Proof, grid: Grid) -> list[ProofLineJson]:
    """A derivation as JSON, with one entry per step, numbered from 1 as in `proof_text`."""
    number = {step.id: i for i, step in enumerate(proof.steps, 1)}
    lines: list[ProofLineJson] = []
    for step in proof.steps:
        text = None if step.parents else say(source(step.origin, grid))
        lines.append(
            {
                "number": number[step.id],
                "clause": clause_text(step.clause, lambda v: grid.name(v - 1)),
                "parents": [number[parent] for parent in step.parents],
                "source": text,
                "source_runs": None if text is None else text.to_json(),
                "cells": [grid.name(abs(literal) - 1) for literal in step.clause.literals],
                "clue": grid.name(step.origin) if isinstance(step.origin, int) else None,
            }
        )
    return lines


def source(origin: Origin, grid: Grid) -> ClueSource | BoardSource | OracleSource | CitedFact:
    match origin:
        case int():
            return ClueSource(grid.name(origin))
        case Oracle():
            return OracleSource(origin.method)
        case Cited():
            return CitedFact(literal_name(origin.fact, grid), origin.decision)
    assert isinstance(origin, str), origin
    return BoardSource(origin)
