"""Refutation proves every literal that follows, and no other."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from logic.brute import VARIABLES, check, clause_lists, consequences, models
from sapper.logic import Clause, InconsistentError, KnowledgeBase, LimitError, entails


@given(clause_lists, st.sampled_from([0, 1, 5, 1000]))
def test_refutation_is_complete(some: list[Clause], limit: int) -> None:
    """Refutation proves exactly the literals that follow, whether it eliminates or splits."""
    kb = KnowledgeBase()
    try:
        for clause in some:
            kb.insert(clause)
        for v in range(1, VARIABLES + 1):
            kb.refute(v, limit)
            kb.refute(-v, limit)
    except InconsistentError as found:
        assert models(some) == set()
        check(found.proof, some)
        return
    # A contradiction may stay unnoticed if none of the claims involve it, although every literal
    # follows from contradictory clauses.
    if models(some):
        assert kb.facts == consequences(some)
    for fact in kb.facts:
        proof = kb.proof(fact)
        assert proof is not None
        check(proof, some)


def test_entails() -> None:
    """A literal follows if its complement is impossible, which may need a split into cases."""
    pigeons = [Clause.of(1, 2), Clause.of(3, 4), Clause.of(5, 6)]
    pigeons += [Clause.of(-a, -b) for a, b in combinations((1, 3, 5), 2)]
    assert not entails(pigeons, 1)
    pigeons += [Clause.of(-2, -4)]
    assert entails(pigeons, 6)


def random_cnf(rng: random.Random) -> tuple[int, list[tuple[int, ...]]]:
    """A random CNF of up to twelve variables, sometimes in two independent parts."""
    variables = rng.randint(1, 12)
    width = rng.choice((2, 3, 3, 4))
    ratio = {2: 1.2, 3: 4.5, 4: 9.0}[width]
    count = round(variables * ratio * rng.uniform(0.3, 0.9))
    clauses = []
    for _ in range(count):
        part = rng.randint(0, 1) * (variables // 2)
        pool = range(1 + part, variables + 1) if rng.random() < 0.2 else range(1, variables + 1)
        chosen = rng.sample(pool, min(len(pool), rng.randint(1, 2 * width - 1)))
        clauses.append(tuple(rng.choice((v, -v)) for v in chosen))
    return variables, clauses


@pytest.mark.parametrize("count", [1_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_entailment_agrees_with_a_sat_solver(count: int) -> None:
    rng = random.Random(2024)
    verdicts = {(consistent, follows): 0 for consistent in (0, 1) for follows in (0, 1)}
    for number in range(count):
        variables, clauses = random_cnf(rng)
        some = [Clause.of(*clause) for clause in clauses]
        width = 1 if number % 2 else rng.randint(0, 3)
        # One more variable is added, because a claim may be about a variable that is in no clause.
        pool = rng.sample(range(1, variables + 2), min(width, variables + 1))
        claim = [rng.choice((v, -v)) for v in pool]
        with Solver(name="minisat22", bootstrap_with=clauses) as solver:
            consistent = solver.solve()
            follows = not solver.solve(assumptions=[-x for x in claim])
        found = entails(some, claim[0] if number % 2 else Clause.of(*claim))
        assert found == follows, (clauses, claim)
        verdicts[consistent, follows] += 1
    # Contradictory clauses entail everything, so `verdicts[0, 0]` must be 0. The other three
    # entries must be large.
    assert verdicts[0, 0] == 0
    assert min(verdicts[0, 1], verdicts[1, 0], verdicts[1, 1]) > count / 10


def test_contradictory_clauses_entail_everything() -> None:
    """The contradiction may be obvious, hidden, or unrelated to the claim."""
    square = [(5, 6), (5, -6), (-5, 6), (-5, -6)]
    for clauses in ([(1,), (-1,)], square, [(1, 2), *square], [(-1,), *square], [()]):
        some = [Clause.of(*clause) for clause in clauses]
        for claim in (1, -1, 9, Clause.of(), Clause.of(1, 2)):
            assert entails(some, claim)


def test_zero_is_no_claim() -> None:
    kb = KnowledgeBase()
    for question in (kb.ask, kb.refute, lambda x: entails([Clause.of(1, 2)], x)):
        with pytest.raises(ValueError, match="0 is not a literal"):
            question(0)


def pigeons(holes: int) -> list[Clause]:
    """More pigeons than holes is a contradiction that is hard for resolution (Haken 1985)."""
    name = {(p, h): p * holes + h + 1 for p in range(holes + 1) for h in range(holes)}
    some = [Clause.of(*(name[p, h] for h in range(holes))) for p in range(holes + 1)]
    for h in range(holes):
        some += [Clause.of(-name[p, h], -name[q, h]) for p, q in combinations(range(holes + 1), 2)]
    return some


def test_satisfiable_has_a_proof_or_a_limit() -> None:
    """A contradiction is proved, unless the proof would take too much work."""
    kb = KnowledgeBase()
    for clause in pigeons(3):
        kb.insert(clause)
    assert not kb.satisfiable()
    assert not kb.satisfiable()
    assert kb.contradiction is not None
    assert len(kb.contradiction.claim) == 0
    check(kb.contradiction, pigeons(3))
    kb = KnowledgeBase()
    for clause in pigeons(9):
        kb.insert(clause)
    with pytest.raises(LimitError, match="gave up after handling 20,000 clauses"):
        kb.satisfiable(budget=20_000)
