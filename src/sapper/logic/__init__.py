"""Propositional logic: clauses, a knowledge base that resolves, formulas by name, proofs.

This folder knows no mines. For clauses that grow and shrink, as in a game:

    clause.py           literals and clauses, and what matching two of them gives
    proof.py            steps and proofs
    trace.py            what happens in a knowledge base, as events: text, JSON, replay
    store.py            KB and KB0 with their indexes: insert, subsume, propagate
    match.py            pairwise matching
    refute.py           refutation, by elimination and splitting
    knowledge_base.py   all of it behind one class; entailment

For sentences, as in a textbook:

    formula.py          symbols and connectives: parse, print, evaluate
    cnf.py, dimacs.py   a formula as clauses, step by step; clauses as a file for SAT solvers
    table.py            truth tables
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
from sapper.logic.cnf import Conversion, Symbols, to_cnf
from sapper.logic.dimacs import Cnf, dimacs_text, parse_dimacs
from sapper.logic.dpll import Exactly, Search, dpll
from sapper.logic.errors import LimitError, LogicError
from sapper.logic.formula import (
    And,
    Constant,
    Formula,
    FormulaError,
    Iff,
    Implies,
    Not,
    Or,
    Symbol,
    holds,
    parse,
)
from sapper.logic.horn import Rule, backward, forward, rules
from sapper.logic.knowledge_base import KnowledgeBase, entails
from sapper.logic.models import count_by_size, count_models
from sapper.logic.proof import InconsistentError, Proof, Step
from sapper.logic.prove import refutation
from sapper.logic.solver import sat_solver, solve
from sapper.logic.store import Counters
from sapper.logic.table import TruthTable, truth_table
from sapper.logic.theory import Answer, Theory, parse_theory
from sapper.logic.trace import Event, event_json, event_text, parse_event, replay, story

__all__ = [
    "EMPTY",
    "NOT",
    "OR",
    "And",
    "Answer",
    "Clause",
    "Cnf",
    "Constant",
    "Conversion",
    "Counters",
    "Event",
    "Exactly",
    "Formula",
    "FormulaError",
    "Iff",
    "Implies",
    "InconsistentError",
    "KnowledgeBase",
    "LimitError",
    "Literal",
    "LogicError",
    "Not",
    "Or",
    "Proof",
    "Rule",
    "Search",
    "Step",
    "Symbol",
    "Symbols",
    "Theory",
    "TruthTable",
    "backward",
    "clause_text",
    "count_by_size",
    "count_models",
    "dimacs_text",
    "dpll",
    "entails",
    "event_json",
    "event_text",
    "forward",
    "holds",
    "literal_text",
    "matching",
    "parse",
    "parse_dimacs",
    "parse_event",
    "parse_theory",
    "refutation",
    "replay",
    "resolve",
    "rules",
    "sat_solver",
    "solve",
    "story",
    "to_cnf",
    "truth_table",
]
