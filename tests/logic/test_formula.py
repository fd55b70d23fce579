"""Formulas are read and written back, and error messages point to the mistake."""

from __future__ import annotations

import pytest
from hypothesis import given

from logic.sentences import MODELS, Meant, formulas
from sapper.logic import LogicError
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
    parse_first_order,
    symbols_of,
)

A, B, C, D = map(Symbol, "ABCD")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A", A),
        ("  A ", A),
        ("true", Constant(True)),
        ("False", Constant(False)),
        ("~A & B", And((Not(A), B))),
        ("~(A & B)", Not(And((A, B)))),
        ("~~A", Not(Not(A))),
        ("A | B & C", Or((A, And((B, C))))),
        ("(A | B) & C", And((Or((A, B)), C))),
        ("A & B & C | D", Or((And((A, B, C)), D))),
        ("(A & B) & C", And((And((A, B)), C))),
        ("A | B => C", Implies(Or((A, B)), C)),
        ("A => B => C", Implies(A, Implies(B, C))),
        ("(A => B) => C", Implies(Implies(A, B), C)),
        ("A => B <=> C", Iff(Implies(A, B), C)),
        ("A <=> B <=> C", Iff(A, Iff(B, C))),
        ("A<=>B=>C|D&~A", Iff(A, Implies(B, Or((C, And((D, Not(A)))))))),
        ("¬A ∧ B ∨ C ⇒ D ⇔ A", Iff(Implies(Or((And((Not(A), B)), C)), D), A)),
        ("(¬A ∨ B)", Or((Not(A), B))),
        ("not A and B or C -> D <-> A", Iff(Implies(Or((And((Not(A), B)), C)), D), A)),
        ("!A && B v C → D ↔ A || B", Iff(Implies(Or((And((Not(A), B)), C)), D), Or((A, B)))),
        ("A' v B''", Or((Not(A), Not(Not(B))))),
        ("~A' | (A & B)′", Or((Not(Not(A)), Not(And((A, B)))))),
        ("Not A Or V", Or((Not(A), Symbol("V")))),
        ("nota & order & v1", And((Symbol("nota"), Symbol("order"), Symbol("v1")))),
        ("Wumpus_1_2 | größe", Or((Symbol("Wumpus_1_2"), Symbol("größe")))),
    ],
)
def test_parse(text: str, expected: Formula) -> None:
    """¬ binds tightest, then ∧ ∨ ⇒ ⇔; arrows group to the right. Signs and words are mixed."""
    assert parse(text) == expected
    assert parse(str(expected)) == expected


@given(formulas)
def test_meaning_and_text(meant: Meant) -> None:
    """A formula has the meaning of its text, and str and parse are inverses."""
    formula = parse(meant.text)
    for model in MODELS:
        assert holds(formula, model) == meant.holds(model)
    assert parse(str(formula)) == formula


def test_symbols_of() -> None:
    assert list(symbols_of(parse("~B => (A | true) & B <=> C"))) == ["B", "A", "B", "C"]


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("", 1, "expected a symbol, ¬ or (, but found the end: '▸'"),
        ("   ", 1, "but found the end"),
        ("A &", 4, "but found the end: 'A &▸'"),
        ("A & | B", 5, "expected a symbol, ¬ or (, but found '|': 'A & ▸| B'"),
        ("A B", 3, "expected an operator or the end, but found 'B': 'A ▸B'"),
        ("(A | B", 7, "the ( in column 1 is not closed before the end: '(A | B▸'"),
        ("A | (B => C & D))", 17, "but found ')'"),
        ("A % B", 3, "'%' is not part of a formula: use ¬ ∧ ∨ ⇒ ⇔ (or ~ & | => <=>), ( ) and symb"),
        ("A + B", 3, "expected an operator or the end, but found '+': 'A ▸+ B'"),
        ("A = B", 3, "expected an operator or the end, but found '='"),
        ("A <= B", 3, "expected an operator or the end, but found '<='"),
        ("' A", 1, 'expected a symbol, ¬ or (, but found "\'"'),
        (
            "A & mine(B)",
            5,
            "'mine(' begins a predicate, which only a sentence about a",
        ),
        ("A & for all x", 5, "'for all' is a quantifier, which only a sentence about a position"),
        ("2A", 1, "'2' is not part of a formula"),
        ("A ~ B", 3, "but found '~'"),
        ("A => )", 6, "but found ')'"),
    ],
)
def test_errors_point_to_the_place(text: str, column: int, said: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(text)
    assert caught.value.column == column
    assert str(caught.value).startswith(f"column {column}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_long_text_is_cut_around_the_place() -> None:
    with pytest.raises(FormulaError) as caught:
        parse("A & " * 500 + "\n\x1b[0m")
    assert caught.value.column == 2002
    assert len(str(caught.value)) < 200
    assert "\x1b" not in str(caught.value)


def test_limits() -> None:
    """Text that is too long or too deeply nested is refused, but wide formulas are allowed."""
    with pytest.raises(LogicError, match="the limit is 100,000"):
        parse("A" * 100_001)
    brackets = "(" * 101 + "A" + ")" * 101
    for deep in (brackets, "~" * 101 + "A", "A => " * 101 + "A", "A" + "'" * 101):
        with pytest.raises(FormulaError, match="has more than 100 levels"):
            parse(deep)
    many = "∀" + ", ".join(f"x{i}" for i in range(101)) + ": f(x)"
    for deep in ("1" + "+1" * 101 + "=1", "f(" * 101 + "x" + ")" * 101, "∀x " * 101 + "f(x)", many):
        with pytest.raises(FormulaError, match="has more than 100 levels"):
            parse_first_order(deep)
    assert parse("(" * 100 + "A" + ")" * 100) == A
    deepest = "A | B & ~(" * 50 + "A" + ")" * 50
    assert parse(str(parse(deepest))) == parse(deepest)
    wide = parse(" & ".join(f"x{i}" for i in range(10_000)))
    assert isinstance(wide, And)
    assert len(wide.parts) == 10_000
