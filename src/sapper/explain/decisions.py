"""Why an agent opens a cell, or why it has no move."""

from __future__ import annotations

from dataclasses import replace

from sapper.agents.odds import Chance
from sapper.core.constraints import safe
from sapper.core.grid import Cell, CellJson
from sapper.core.view import Decision, View, reason_messages
from sapper.explain.explanation import Explanation, ExplanationJson, Uncertain, explain, suppose
from sapper.explain.hints import hint
from sapper.logic import Proof
from sapper.reason.odds import TooWideError, odds
from sapper.reason.reasons import Deduction, ProofLineJson, clues_of, oracles_of, proof_json
from sapper.words import SaidJson, said
from sapper.words.kinds import ButNotCertain, CannotProve, MustGuess

PROOF_LIMIT = 200

SEARCH = "backtracking"
"""the oracle whose results are explained by supposing the opposite"""


class DecisionJson(SaidJson):
    """Why an agent opens a cell: the `decision` field in a frame of `/api/watch`.

    The first frame of each decision also has the field `watched`: the decision with all events in
    the knowledge base, in order, with their clauses and rounds (`sapper.explain.kb_events`).
    """

    cell: CellJson
    clues: list[CellJson]
    certain: bool
    """false for a guess"""
    steps: int
    """the number of lines in the agent's proof"""
    proof: list[ProofLineJson]
    """the first 200 of these lines. If a line cites an earlier fact, `cites` in the frame maps the
    line to the step before which the fact was settled
    """
    explanation: ExplanationJson | None
    """why the cell is safe, if the agent claims this without a proof"""


class StuckJson(SaidJson):
    """Why an agent has no move: the `stuck` field in the last frame of `/api/watch`."""

    clues: list[CellJson]
    provable: bool
    """whether a cell was provably safe"""
    cell: CellJson | None
    """the safe cell with the easiest proof, or the safest guess"""


def decision_json(
    decision: Decision, cell: Cell, view: View, proof: Proof | None = None
) -> DecisionJson:
    """Why a decision opens this cell: the agent's proof, or an explanation if it has no proof.

    If `proof` is given, it is shown instead of the full derivation.
    """
    grid, why = view.grid, decision.reason
    if isinstance(why, Deduction):
        why = Deduction(why.kb, safe(cell))
        shown = proof = proof or why.proof
        messages = why.messages(grid, lambda _: shown)
    else:
        if isinstance(why, Chance):
            why = replace(why, cells=(cell,))
        messages = reason_messages(why, grid)
    answer: DecisionJson = {
        "cell": grid.name(cell),
        "certain": why.certain,
        **said(*messages),
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
        try:
            explanation = as_found(view, cell, proof)
        except TooWideError:
            return answer  # a SAT solver can handle a wider border than `explain` can
        if not isinstance(explanation, Explanation):
            # Only third-party agents claim to be certain of cells that are not provable.
            not_certain, *rest = explanation.messages
            return {**answer, **said(*messages, ButNotCertain(not_certain), *rest)}
        answer["explanation"] = found = explanation.to_json()
        answer["clues"] = found["evidence"]
    return answer


def as_found(view: View, cell: Cell, proof: Proof | None) -> Explanation | Uncertain:
    """Explain a cell that an oracle settled, preferably by contradiction if the oracle searched."""
    searched = proof is not None and SEARCH in {oracle.method for oracle in oracles_of(proof)}
    return (suppose(view, cell) if searched else None) or explain(view, cell)


def stuck_json(view: View) -> StuckJson:
    """Why an agent has no move: no cell is provably safe, or the agent lacks a technique."""
    chances = odds(view)
    name = view.grid.name
    if not chances.safe:
        safest, cell, risk = chances.safest, None, None
        if safest is not None:
            cell, risk = name(safest), chances[safest]
        why = said(MustGuess(risk, cell))
        return {**why, "provable": False, "cell": cell, "clues": []}
    easiest = explain(view, hint(view, 4).cells[0])
    assert isinstance(easiest, Explanation)
    steps = None if easiest.proof is None else len(easiest.proof)
    cell, clues = name(easiest.cell), easiest.clues
    missing = CannotProve(cell, str(easiest.technique), len(clues), easiest.mine_count, steps)
    return {**said(missing), "provable": True, "cell": cell, "clues": list(map(name, clues))}
