"""Converting a formula to CNF keeps its meaning at every step."""

from __future__ import annotations

import pytest
from hypothesis import given

from logic.sentences import MODELS, Meant, formulas
from sapper.logic import Clause, LimitError, LogicError, clause_text
from sapper.logic.cnf import Symbols, to_cnf
from sapper.logic.formula import And, Iff, Implies, Not, Or, Symbol, holds, parse


@given(formulas)
def test_every_step_means_the_same(meant: Meant) -> None:
    symbols = Symbols()
    for name in MODELS[0]:
        symbols.number(name)
    conversion = to_cnf(parse(meant.text), symbols)
    for model in MODELS:
        expected = meant.holds(model)
        for step in conversion.steps:
            assert holds(step.formula, model) == expected
        true = {symbols.number(name) * (1 if value else -1) for name, value in model.items()}
        assert all(true & set(clause) for clause in conversion.clauses) == expected
    assert not any(clause.tautology for clause in conversion.clauses)
    assert len(set(conversion.clauses)) == len(conversion.clauses)


@given(formulas)
def test_every_step_does_what_it_says(meant: Meant) -> None:
    """The steps come in a fixed order, and the last step leaves only clauses."""
    conversion = to_cnf(parse(meant.text))
    order = [
        "the formula",
        "a ⇔ b is (a ⇒ b) ∧ (b ⇒ a)",
        "a ⇒ b is ¬a ∨ b",
        "¬ moved to the symbols",
        "true and false dropped",
        "∨ distributed over ∧",
    ]
    rules = [order.index(step.rule) for step in conversion.steps]
    assert rules == sorted(set(rules))
    last = conversion.steps[-1].formula
    for clause in last.parts if isinstance(last, And) else [last]:
        for part in clause.parts if isinstance(clause, Or) else [clause]:
            assert not isinstance(part, And | Or | Implies | Iff)
            assert not isinstance(part, Not) or isinstance(part.part, Symbol)


def test_steps_of_a_textbook_formula() -> None:
    """The textbook's "a breeze means a pit next door" is converted step by step."""
    conversion = to_cnf(parse("B11 <=> P12 | P21"))
    assert [str(step.formula) for step in conversion.steps] == [
        "B11 ⇔ P12 ∨ P21",
        "(B11 ⇒ P12 ∨ P21) ∧ (P12 ∨ P21 ⇒ B11)",
        "(¬B11 ∨ (P12 ∨ P21)) ∧ (¬(P12 ∨ P21) ∨ B11)",
        "(¬B11 ∨ P12 ∨ P21) ∧ (¬P12 ∧ ¬P21 ∨ B11)",
        "(¬B11 ∨ P12 ∨ P21) ∧ (¬P12 ∨ B11) ∧ (¬P21 ∨ B11)",
    ]
    assert [clause_text(c, conversion.symbols.name) for c in conversion.clauses] == [
        "(¬B11 ∨ P12 ∨ P21)",
        "(B11 ∨ ¬P12)",
        "(B11 ∨ ¬P21)",
    ]


def test_constants() -> None:
    """A formula that is always true has no clauses.

    A formula that is never true has the empty clause.
    """
    assert to_cnf(parse("A | true")).clauses == ()
    assert to_cnf(parse("A & false")).clauses == (Clause(),)
    assert to_cnf(parse("(A | false) & true")).clauses == (Clause.of(1),)
    assert to_cnf(parse("A | ~A")).clauses == ()


def test_too_many_clauses_are_refused_at_once() -> None:
    pairs = " | ".join(f"a{i} & b{i}" for i in range(14))
    with pytest.raises(LimitError, match=r"has 16,384 clauses, but at most 10,000 are allowed"):
        to_cnf(parse(pairs))
    with pytest.raises(LimitError, match=r"nested ⇔ is too large"):
        to_cnf(parse(" <=> ".join(f"a{i}" for i in range(90))))


def test_symbols() -> None:
    symbols = Symbols()
    assert [symbols.number(name) for name in "BAB"] == [1, 2, 1]
    assert list(symbols) == ["B", "A"]
    assert "A" in symbols
    assert "C" not in symbols
    for bad in (0, 3, -1):
        with pytest.raises(LogicError, match="no symbol"):
            symbols.name(bad)
