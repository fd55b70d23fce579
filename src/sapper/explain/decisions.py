"""Decisions: why an agent opens a cell, or has no move, with a proof of its own or of ours."""

from __future__ import annotations

from dataclasses import replace

from typing_extensions import TypedDict

from sapper.agents.odds import Chance
from sapper.constraints import safe
from sapper.explain.explanation import Explanation, ExplanationJson, Uncertain, explain, suppose
from sapper.explain.hints import hint
from sapper.grid import Cell, a_chance
from sapper.knowledge import (
    Deduction,
    ProofLineJson,
    clues_of,
    oracles_of,
    proof_json,
)
from sapper.logic import Proof
from sapper.odds import TooWideError, odds
from sapper.view import Decision, View

# A proof longer than this is not read by anyone; its length is still told.
PROOF_LIMIT = 200

SEARCH = "backtracking"
"""the method of the oracle that supposes and runs into dead ends: that is how it is explained"""


class DecisionJson(TypedDict):
    """Why a cell is opened, for machines: docs/json.md."""

    cell: str
    certain: bool
    words: str
    clues: list[str]
    steps: int
    proof: list[ProofLineJson]
    explanation: ExplanationJson | None


class StuckJson(TypedDict):
    """Why an agent has no move, for machines: docs/json.md."""

    words: str
    provable: bool
    cell: str | None
    clues: list[str]


def decision_json(
    decision: Decision, cell: Cell, view: View, proof: Proof | None = None
) -> DecisionJson:
    """Why this cell of a decision is opened: the agent's own proof, or else an explanation.

    A decision opens every cell known to be safe; each of them has a reason of its own. `proof` is
    the derivation to show in place of the whole one; words, clues and steps are then its own.
    """
    grid, why = view.grid, decision.reason
    if isinstance(why, Deduction):
        why = Deduction(why.kb, safe(cell))
        shown = proof = proof or why.proof
        words = why.words(grid, lambda _: shown)
    else:
        if isinstance(why, Chance):
            why = replace(why, cells=(cell,))
        words = why.words(grid)
    answer: DecisionJson = {
        "cell": grid.name(cell),
        "certain": why.certain,
        "words": words + ".",
        "clues": [],
        "steps": 0,
        "proof": [],
        "explanation": None,
    }
    if proof is not None and not oracles_of(proof):
        answer["clues"] = [grid.name(clue) for clue in clues_of(proof)]
        answer["steps"] = len(proof)
        answer["proof"] = proof_json(proof, grid)[:PROOF_LIMIT]
    elif why.certain:
        # The agent has an oracle's word and no proof; the explanation has one for every such cell.
        try:
            explanation = as_found(view, cell, proof)
        except TooWideError:
            return answer  # a SAT solver may go on where the border is too wide to explain
        if not isinstance(explanation, Explanation):
            # Ours are never sure of what is not so; an agent of others may be.
            answer["words"] += f" But {explanation.words()}"
            return answer
        answer["explanation"] = told = explanation.to_json()
        answer["clues"] = told["evidence"]
    return answer


def as_found(view: View, cell: Cell, proof: Proof | None) -> Explanation | Uncertain:
    """Why a cell is certain that an oracle vouches for; a search is told as a search."""
    searched = proof is not None and SEARCH in {oracle.method for oracle in oracles_of(proof)}
    return (suppose(view, cell) if searched else None) or explain(view, cell)


def stuck_json(view: View) -> StuckJson:
    """Why an agent has no move: whether there is one, and what it would have needed."""
    chances = odds(view)
    name = view.grid.name
    if not chances.safe:
        words = "No hidden cell is provably safe: any move is a guess."
        safest = chances.safest
        if safest is not None:
            risk = a_chance(chances[safest])
            words += f" The safest one is {name(safest)}, with {risk} of being a mine."
        cell = None if safest is None else name(safest)
        return {"words": words, "provable": False, "cell": cell, "clues": []}
    easiest = explain(view, hint(view, 4).cells[0])
    assert isinstance(easiest, Explanation)
    words = f"{name(easiest.cell)} is safe, but this agent can't prove it"
    length = "" if easiest.proof is None else f" (a proof of {len(easiest.proof)} steps)"
    if easiest.mine_count:
        words += f": it takes the mine count{length}."
    else:
        clues = f"{len(easiest.clues)} clues" if len(easiest.clues) > 1 else "one clue"
        words += f": it takes {clues} together, by {easiest.technique}{length}."
    named = [name(clue) for clue in easiest.clues]
    return {"words": words, "provable": True, "cell": name(easiest.cell), "clues": named}
