"""A short resolution proof that a cell is safe or a mine.

A knowledge base proves the claim from the clauses of the clues. If unit propagation is not enough,
two proofs are tried. The first resolves only clauses with two literals, and the second refutes the
opposite of the claim with clauses of any length. The shorter proof is used. (With the mine count,
only the second proof is tried.) Then the proof is shortened, unless it is very long: a derived
clause is left out if this does not increase the number of resolutions.

>>> from sapper.reason.reasons import proof_text
>>> from sapper.core.view import View
>>> view = View.parse('''
... 3x2x1
... ...
... 111
... ''')
>>> print(proof_text(prove(Clues(view), (3, 4), False, -3), view.grid))
1. (A1 ∨ B1)            clue A2
2. (¬A1 ∨ ¬C1)          clue B2
3. (¬B1 ∨ ¬C1)          clue B2
4. ¬C1                  from 1 2 3
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.core.constraints import components, mask_of, mine, safe
from sapper.core.grid import Cell
from sapper.core.view import GIVEN
from sapper.explain.clues import Clues
from sapper.logic import Clause, KnowledgeBase, Literal, Proof, ProofStep, sat_solver
from sapper.reason.reasons import GIVEN_SAFE, MINE_COUNT
from sapper.reason.search import certain_in

# If the mine count needs more clauses than this, only the certificate proves the claim.
_COUNT_CLAUSES = 60
# Longer proofs are not shortened, because the time is cubic in the number of steps.
_SHORTENED = 80


def prove(clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal) -> Proof | None:
    """A proof of the claim, or None if the mine count would need too many clauses."""
    if clues.view[abs(claim) - 1] == GIVEN:
        return Proof((ProofStep(0, Clause.of(claim), (), GIVEN_SAFE),))
    kb = _clauses(clues, chosen)
    if mine_count and not _count(kb, clues, chosen, claim):
        return None
    proof = kb.proof(claim)
    if proof is None:
        refuted = kb.refute(claim)
        assert refuted, "the clues settle the claim"
        proof = kb.proof(claim)
        assert proof is not None
        if not mine_count:
            other = _matched(_clauses(clues, chosen), claim)
            if other is not None and len(other) < len(proof):
                proof = other
    return shortened(proof)


def _clauses(clues: Clues, chosen: Iterable[Cell]) -> KnowledgeBase:
    kb = KnowledgeBase()
    for clue in chosen:
        # The clauses of a clue also contain its given cells, to be removed by resolution.
        given = [near for near in clues.view.grid.neighbours(clue) if clues.view[near] == GIVEN]
        for near in given:
            kb.post(0, mask_of([near]), GIVEN_SAFE)
        for clause in clues.constraint(clue).clauses():
            kb.post(clause.pos | mask_of(given) if clause.pos else 0, clause.neg, clue)
    kb.propagate()
    return kb


def _matched(kb: KnowledgeBase, claim: Literal) -> Proof | None:
    while kb.ask(claim) is None:
        if not kb.match(2, 2):
            return None
    return kb.proof(claim)


def _count(kb: KnowledgeBase, clues: Clues, chosen: Sequence[Cell], claim: Literal) -> bool:
    """Post the clauses of the mine count that the claim needs.

    Return False if there are too many clauses.

    First, prove the cells that the clues settle. Then look for an arrangement of mines that agrees
    with the clues but not with the claim. Such an arrangement must have too many or too few mines.
    Post the clause of the mine count that rules out this arrangement, and repeat until no such
    arrangement is left. Each clause also contains settled cells, to be removed by resolution.
    """
    constraints = [clues.constraint(clue) for clue in chosen]
    for component in components([(mask_of(c.cells), c.mines) for c in constraints]):
        for literal in certain_in(component):
            kb.refute(literal)
    for cell in clues.view.given:
        kb.post(0, mask_of([cell]), GIVEN_SAFE)
    cells = clues.unknown
    laid = [cell for cell in cells if kb.ask(mine(cell))]
    clear = [*clues.view.given, *(cell for cell in cells if kb.ask(safe(cell)))]
    touched = {abs(claim) - 1, *(cell for c in constraints for cell in c.cells)}
    rest = sorted(cell for cell in touched if kb.ask(mine(cell)) is None)
    # The cell of the claim comes first, so that it is in every clause.
    rest.sort(key=lambda cell: cell != abs(claim) - 1)
    variable = {cell: index for index, cell in enumerate(rest, 1)}
    most = clues.view.level.mines - len(laid)
    least = most - sum(cell not in touched for cell in cells)
    with sat_solver() as solver:
        for clause in kb.clauses():
            solver.add_clause([variable[abs(x) - 1] * (1 if x > 0 else -1) for x in clause])
        for _ in range(_COUNT_CLAUSES):
            if not solver.solve(assumptions=[-1 if claim > 0 else 1]):
                kb.propagate()
                return True
            model = set(solver.get_model())
            mines = [cell for cell in rest if variable[cell] in model]
            if len(mines) > most:
                some = mines[: most + 1]
                kb.post(0, mask_of((*some, *laid)), MINE_COUNT)
                solver.add_clause([-variable[cell] for cell in some])
            else:
                some = [cell for cell in rest if variable[cell] not in model]
                some = some[: len(rest) - least + 1]
                kb.post(mask_of((*some, *clear)), 0, MINE_COUNT)
                solver.add_clause([variable[cell] for cell in some])
    return False


def shortened(proof: Proof) -> Proof:
    if len(proof) > _SHORTENED:
        return proof
    literals = {step.id: frozenset(step.clause.literals) for step in proof.steps}
    parents = {step.id: step.parents for step in proof.steps}
    last = proof.steps[-1].id
    for step in reversed(proof.steps[:-1]):
        if not step.parents:
            continue
        children = [i for i in parents if step.id in parents[i]]
        without = {}
        for child in children:
            earlier = [i for i in parents if i < child and i != step.id]
            chain = _chain(literals[child], earlier, literals)
            if chain is None:
                break
            without[child] = chain
        else:
            before = len(step.parents) + sum(len(parents[child]) for child in children)
            if sum(map(len, without.values())) <= before:
                parents.update(without)
                del parents[step.id]
    needed = {last}
    for i in reversed(parents):
        if i in needed:
            needed.update(parents[i])
    kept = [step for step in proof.steps if step.id in needed]
    return Proof(tuple(ProofStep(s.id, s.clause, parents[s.id], s.origin) for s in kept))


def _chain(
    target: frozenset[Literal], earlier: Sequence[int], literals: dict[int, frozenset[Literal]]
) -> tuple[int, ...] | None:
    """The steps that yield the target when resolved from left to right, or None if none are found.

    The steps are the reasons for the conflict that unit propagation finds if the target is false.
    """
    false = set(target)
    forced: list[tuple[Literal, int]] = []
    news = True
    while news:
        news = False
        for i in earlier:
            left = [x for x in literals[i] if x not in false]
            if len(left) > 1 or (left and -left[0] in false):
                continue
            if left:
                false.add(-left[0])
                forced.append((left[0], i))
                news = True
                continue
            result, chain = set(literals[i]), [i]
            for x, reason in reversed(forced):
                if -x in result:
                    result = (result - {-x}) | (literals[reason] - {x})
                    chain.append(reason)
            return tuple(chain) if result == target and len(chain) > 1 else None
    return None
