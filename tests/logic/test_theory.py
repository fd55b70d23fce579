"""A theory's answers agree with brute force, and error messages about a file give the line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logic.sentences import MODELS, NAMES, Meant, formulas
from sapper.logic import LimitError, LogicError
from sapper.logic.dimacs import dimacs_text, parse_dimacs
from sapper.logic.formula import FormulaError
from sapper.logic.theory import Theory, parse_theory


@given(st.lists(formulas, max_size=4), formulas)
def test_answers(told: list[Meant], question: Meant) -> None:
    theory = Theory()
    # This makes every name a symbol of the theory.
    theory.tell(" & ".join(f"({name} | ~{name})" for name in NAMES))
    theory.tell(*(each.text for each in told))
    fitting = [model for model in MODELS if all(each.holds(model) for each in told)]
    holds = [question.holds(model) for model in fitting]
    if not fitting:
        verdict = "anything"
    else:
        verdict = "entailed" if all(holds) else "open" if any(holds) else "denied"
    answer = theory.answer(question.text)
    assert answer.verdict == verdict
    assert answer.entailed == theory.ask(question.text) == all(holds)
    assert theory.consistent == bool(fitting)
    assert theory.count() == len(fitting)
    assert theory.count(question.text) == sum(holds)
    assert [model for model in MODELS if model in list(theory.models())] == fitting
    assert len(list(theory.models())) == len(fitting)
    proof = theory.prove(question.text)
    assert (proof is not None) == all(holds)
    assert (theory.proof_text(question.text) is not None) == all(holds)
    search = theory.dpll(question.text)
    assert (search.model is None) == all(holds)
    assert bool(theory.conflict()) == (not fitting)


def test_questions_about_new_symbols() -> None:
    """The answer about a new symbol is `open`, and asking does not change the number of models."""
    theory = Theory()
    theory.tell("A | B")
    assert theory.answer("C").verdict == "open"
    assert (theory.count(), theory.count("C")) == (3, 3)
    assert theory.answer("C | ~C").verdict == "entailed"
    theory.tell("D")
    assert theory.count() == 3
    assert dimacs_text(theory.cnf()).splitlines() == [
        "c symbol 1 A",
        "c symbol 2 B",
        "c symbol 3 D",
        "p cnf 3 2",
        "1 2 0",
        "3 0",
    ]


def test_chaining_by_name() -> None:
    """Chaining works only with Horn clauses and with a single symbol as its goal."""
    theory = Theory()
    theory.tell("A & B => C", "A", "A => B")
    assert theory.forward("C").entailed
    assert theory.backward("C").entailed
    assert not theory.backward("D").entailed
    assert [rule.text(theory.symbols.name) for rule in theory.forward().fired] == [
        "A",
        "A ⇒ B",
        "A ∧ B ⇒ C",
    ]
    with pytest.raises(LogicError, match=r"a single symbol as its goal, not '¬A'"):
        theory.forward("~A")
    theory.tell("D | E")
    with pytest.raises(LogicError, match=r"\(D ∨ E\) is not a Horn clause"):
        theory.backward("C")


def test_conflict_names_whole_sentences() -> None:
    """A conflict lists only the sentences that contradict each other, in their original form."""
    theory = Theory()
    theory.tell("A & B", "C", "B => D & E", "E => ~A")
    assert [str(formula) for formula in theory.conflict()] == ["A ∧ B", "B ⇒ D ∧ E", "E ⇒ ¬A"]


FILE = """
# what is known
A => B      # a rule

  A
? B
  ? ~C & B
"""


def test_file() -> None:
    theory, questions = parse_theory(FILE)
    assert [str(sentence.formula) for sentence in theory.sentences] == ["A ⇒ B", "A"]
    assert [str(question) for question in questions] == ["B", "¬C ∧ B"]


def test_dimacs_file() -> None:
    """The clauses of a DIMACS file are sentences too, and are written back unchanged."""
    text = "c symbol 1 A\np cnf 3 2\n1 -2 0\n-1 3 0\n"
    theory, questions = parse_theory(text)
    assert questions == []
    assert [str(sentence.formula) for sentence in theory.sentences] == ["A ∨ ¬x2", "¬A ∨ x3"]
    assert theory.ask("x2 => x3")
    proof = theory.proof_text("x2 => x3")
    assert proof is not None
    assert "clause 2" in proof
    assert theory.cnf().clauses == parse_dimacs(text).clauses
    with pytest.raises(LogicError, match="two variables have the name x2"):
        parse_theory("c symbol 1 x2\np cnf 2 0\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A\nB &\n", "line 2, column 4: expected a symbol, ¬ or (, but found the end: 'B &▸'"),
        ("# fine\n\n? A )\n", "line 3, column 5: expected an operator or the end, but found ')'"),
        ("?\n", "line 1, column 1: expected a symbol"),
        ("A => B\nA ? B\n", "line 2, column 3: '?' is not part of a formula"),
        ("p cnf 1 1\n2 0\n", "line 2 uses variable 2"),
    ],
)
def test_bad_files(text: str, said: str) -> None:
    with pytest.raises(LogicError) as caught:
        parse_theory(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_errors_keep_their_column() -> None:
    with pytest.raises(FormulaError) as caught:
        parse_theory("  ? (A\n")
    assert caught.value.column == 7


def test_limits() -> None:
    many = " | ".join(f"a{i} & b{i}" for i in range(13))
    theory = Theory()
    theory.tell(*[many] * 6)
    with pytest.raises(LimitError, match="too many clauses: the limit is 50,000"):
        theory.tell(many)
    theory.tell("A")  # the refused formula has not added any symbols
    assert theory.ask("A")
    with pytest.raises(LimitError, match="too many symbols: the limit is 2,000"):
        Theory().tell(" | ".join(f"x{i}" for i in range(2001)))
    with pytest.raises(LimitError, match="101 questions, but at most 100"):
        parse_theory("? A\n" * 101)
    with pytest.raises(LimitError, match="line 2, the formula has 16,384 clauses"):
        parse_theory("A\n" + " | ".join(f"a{i} & b{i}" for i in range(14)))
    with pytest.raises(LimitError, match="5,000,001 characters is too many"):
        parse_theory("#" * 5_000_001)
