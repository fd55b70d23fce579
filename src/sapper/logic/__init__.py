"""Propositional logic: clauses, a knowledge base that uses resolution, formulas and proofs.

Nothing here is specific to Minesweeper. These files are for knowledge bases whose clauses change,
as during a game:

    clause.py           literals and clauses, and the result of matching two clauses
    proof.py            steps and proofs
    trace.py            the events in a knowledge base: text, JSON, replay
    clause_store.py     KB and KB0 with their indexes: insert, subsume, propagate
    refute.py           refutation, by elimination and splitting
    knowledge_base.py   all of this in one class, pairwise matching, and entailment

The other files work with logical sentences, as in a textbook. `sapper.logic` does not import these
files, because agents don't need them:

    formula.py          symbols and connectives: parse, print, evaluate
    cnf.py, dimacs.py   a formula as clauses, step by step; clauses as a file for SAT solvers
    truth_table.py      truth tables
    dpll.py             a search for a model that shows every step
    models.py           model counting
    horn.py             rules: forward and backward chaining
    solver.py           python-sat, for speed
    prove.py            proofs by contradiction
    theory.py           tell and ask; sentences and questions from a file

Both groups of files use the exceptions in errors.py.

Terms:

    literal        a signed int, as in DIMACS: +3 means that variable 3 is true, -3 that it is false
    clause         literals of which at least one is true; stored as two bit masks (pos, neg)
    KB             the clauses of two or more literals
    KB0            the facts: the clauses of a single literal
    origin         the source of an axiom: any label that the caller attaches
    step           a clause with its id and the ids of its parents. Resolving the parents from left
                   to right gives the clause. An axiom has no parents.
    proof          the steps that lead to a clause, parents first
    matching       comparing two clauses. If one subsumes the other, the stricter clause is the
                   result. Otherwise they are resolved if exactly one literal clashes.

For example, take a row of three clues, `1 1 1`, below three hidden cells x, y and z. The clues say
that x+y=1, x+y+z=1 and y+z=1. Variables 1, 2 and 3 mean that x, y and z are mines.

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
from sapper.logic.trace import (
    Event,
    Listener,
    event_json,
    event_text,
    number_rounds,
    parse_event,
    replay,
    story,
)

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
    "number_rounds",
    "parse_event",
    "replay",
    "resolve",
    "sat_solver",
    "story",
]
