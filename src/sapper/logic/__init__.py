"""Propositional logic: clauses, a knowledge base that resolves, formulas by name, proofs.

This folder knows no mines. For clauses that grow and shrink, as in a game:

    clause.py           literals and clauses, and what matching two of them gives
    proof.py            steps and proofs
    trace.py            what happens in a knowledge base, as events: text, JSON, replay
    clause_store.py     KB and KB0 with their indexes: insert, subsume, propagate
    match.py            pairwise matching
    refute.py           refutation, by elimination and splitting
    knowledge_base.py   all of it behind one class; entailment

For sentences, as in a textbook (imported from their own files: agents do without them):

    formula.py          symbols and connectives: parse, print, evaluate
    cnf.py, dimacs.py   a formula as clauses, step by step; clauses as a file for SAT solvers
    truth_table.py      truth tables
    dpll.py             a search for a model, with every step shown
    models.py           how many models there are
    horn.py             rules: forward and backward chaining
    solver.py           python-sat, where speed matters
    prove.py            proofs by contradiction
    theory.py           tell and ask; sentences and questions from a file

A legend, then an example:

    literal        a signed int, as in DIMACS: +3 "three holds", -3 "three does not"
    clause         literals of which at least one holds; stored as two bit masks (pos, neg)
    KB             the clauses under work, each of two literals or more
    KB0            the facts: clauses of a single literal, settled for good
    origin         why an axiom is believed: any label that the caller attaches
    step           a clause with its id and its parents; resolving the parents from left to right
                   gives the clause (a chain of resolutions; a fact removes one literal each time)
    proof          the steps that a clause needs, parents first
    matching       of two clauses: keep the stricter one if one subsumes the other; else resolve
                   them if exactly one literal is complementary

Three clues in a row, `1 1 1` over hidden x y z (1 2 3 here): x+y=1, x+y+z=1, y+z=1.

>>> kb = KnowledgeBase()
>>> for literals in [(1, 2), (-1, -2), (1, 2, 3), (-1, -3), (-2, -3), (2, 3)]:
...     kb.insert(Clause.of(*literals))
>>> kb.match(k=2)
True
>>> sorted(kb.facts, key=abs)
[-1, 2, -3]
>>> print(kb.proof(-3))
1. (1 ∨ 2)              given
2. (¬1 ∨ ¬2)            given
3. (¬1 ∨ ¬3)            given
4. (¬2 ∨ ¬3)            given
5. (2 ∨ 3)              given
6. (¬1 ∨ 2)             from 3 5
7. ¬1                   from 2 6
8. 2                    from 1 7
9. ¬3                   from 4 8

The rule is Robinson's resolution (1965, "A machine-oriented logic based on the resolution
principle").
"""

from sapper.logic.clause import (
    EMPTY,
    NOT,
    OR,
    Clause,
    Literal,
    clause_text,
    literal_text,
    matching,
    resolve,
)
from sapper.logic.clause_store import Counters
from sapper.logic.errors import LimitError, LogicError
from sapper.logic.knowledge_base import KnowledgeBase, entails
from sapper.logic.proof import InconsistentError, Proof, ProofStep
from sapper.logic.solver import sat_solver
from sapper.logic.trace import Event, Listener, event_json, event_text, parse_event, replay, story

__all__ = [
    "EMPTY",
    "NOT",
    "OR",
    "Clause",
    "Counters",
    "Event",
    "InconsistentError",
    "KnowledgeBase",
    "LimitError",
    "Listener",
    "Literal",
    "LogicError",
    "Proof",
    "ProofStep",
    "clause_text",
    "entails",
    "event_json",
    "event_text",
    "literal_text",
    "matching",
    "parse_event",
    "replay",
    "resolve",
    "sat_solver",
    "story",
]
