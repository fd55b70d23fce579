"""Sentences of logic, which can be read from text and printed.

    A, P_1_2      a symbol: a letter or _, then letters, digits and _
    true, false   the constants
    ¬A            not                          also ~A, !A, not A and A'
    A ∧ B         and                          also &, and
    A ∨ B         or                           also |, v, or
    A ⇒ B         implies; A ⇒ B ⇒ C means A ⇒ (B ⇒ C)        also =>, ->
    A ⇔ B         if and only if               also <=>, <->

¬ binds tightest, then ∧, ∨, ⇒ and ⇔, unless parentheses change the order.

>>> formula = parse("~(A & B) <=> ~A | ~B")
>>> print(formula)
¬(A ∧ B) ⇔ ¬A ∨ ¬B
>>> formula.left
Not(part=And(parts=(Symbol(name='A'), Symbol(name='B'))))
>>> parse("A => & B")
Traceback (most recent call last):
sapper.logic.formula.FormulaError: column 6: expected a symbol, ¬ or (, but found '&': 'A => ▸& B'

A first-order sentence speaks of all things, or of some, and of numbers:

    ∀x, y: F      F is true of all x and y     also forall, for all
    ∃x: F         F is true of some x          also exists, there is
    mine(x)       a predicate
    hint(x) = 2   a comparison of terms, with = ≠ < ≤ > ≥; a term may have + and -

A quantifier reaches to the end of the sentence, or to the closing parenthesis.

>>> print(parse_first_order("for all x there is a y such that (near(x, y) and not mine(y))"))
∀x: ∃y: near(x, y) ∧ ¬mine(y)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from sapper.errors import quote
from sapper.logic.clause import NOT, OR
from sapper.logic.errors import LogicError

LENGTH = 100_000
"""the maximum number of characters in a formula"""
DEPTH = 100
"""the maximum number of nested operators and parentheses"""

AND, IMPLIES, IFF = "∧", "⇒", "⇔"


class FormulaError(LogicError):
    """A malformed formula. `column` is the column of the mistake, counted from 1."""

    def __init__(self, text: str, column: int, problem: str) -> None:
        before, after = text[: column - 1], text[column - 1 :]
        before = before if len(before) <= 20 else "…" + before[-20:]
        super().__init__(f"column {column}: {problem}: {quote(f'{before}▸{after}', 60)}")
        self.column = column


class _Printed:
    __slots__ = ()

    def __str__(self) -> str:
        return formula_text(self)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, or the name of a thing."""

    name: str
    column: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Number:
    value: int
    column: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Addition:
    left: Term
    sign: int
    right: Term

    def __str__(self) -> str:
        return f"{self.left} {'+' if self.sign > 0 else '-'} {self.right}"


@dataclass(frozen=True, slots=True)
class Apply:
    """A function or predicate and its arguments, such as `hint(x)` or `adjacent(x, y)`."""

    name: str
    arguments: tuple[Term, ...]
    column: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})"


Term: TypeAlias = Name | Number | Addition | Apply


@dataclass(frozen=True, slots=True)
class Constant(_Printed):
    value: bool


@dataclass(frozen=True, slots=True)
class Symbol(_Printed):
    name: str


@dataclass(frozen=True, slots=True)
class Not(_Printed):
    part: Formula


@dataclass(frozen=True, slots=True)
class And(_Printed):
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or(_Printed):
    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Implies(_Printed):
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Iff(_Printed):
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Compare(_Printed):
    left: Term
    operator: str
    right: Term


@dataclass(frozen=True, slots=True)
class Quantified(_Printed):
    every: bool
    variables: tuple[str, ...]
    part: Formula


Formula: TypeAlias = (
    Constant | Symbol | Not | And | Or | Implies | Iff | Apply | Compare | Quantified
)
"""Formulas of propositional logic have no Apply, Compare and Quantified."""

_BINDING: dict[type, int] = {Quantified: 0, Iff: 1, Implies: 2, Or: 3, And: 4, Not: 5}


def formula_text(formula: Formula) -> str:
    """Write a formula with as few parentheses as possible.

    >>> print(Implies(Implies(Symbol("A"), Symbol("B")), Or((Symbol("C"), Not(Symbol("D"))))))
    (A ⇒ B) ⇒ C ∨ ¬D
    """
    match formula:
        case Constant(value):
            return "true" if value else "false"
        case Symbol(name):
            return name
        case Not(part):
            return NOT + (f"({part})" if isinstance(part, Compare) else _within(part, 5))
        case And(parts):
            return f" {AND} ".join(_within(part, 5) for part in parts)
        case Or(parts):
            return OR.join(_within(part, 4) for part in parts)
        case Implies(left, right):
            return f"{_within(left, 3)} {IMPLIES} {_within(right, 2)}"
        case Iff(left, right):
            return f"{_within(left, 2)} {IFF} {_within(right, 1)}"
        case Compare(one, operator, other):
            return f"{one} {operator} {other}"
        case Quantified(every, variables, part):
            return f"{'∀' if every else '∃'}{', '.join(variables)}: {formula_text(part)}"
        case Apply():
            return str(formula)


def _within(part: Formula, binding: int) -> str:
    text = formula_text(part)
    return text if _BINDING.get(type(part), 6) >= binding else f"({text})"


def symbols_of(formula: Formula) -> Iterator[str]:
    if isinstance(formula, Symbol):
        yield formula.name
    for part in parts_of(formula):
        yield from symbols_of(part)


def parts_of(formula: Formula) -> tuple[Formula, ...]:
    match formula:
        case Not(part) | Quantified(_, _, part):
            return (part,)
        case And(parts) | Or(parts):
            return parts
        case Implies(left, right) | Iff(left, right):
            return left, right
    return ()


def has_quantifier(formula: Formula) -> bool:
    return isinstance(formula, Quantified) or any(map(has_quantifier, parts_of(formula)))


def holds(formula: Formula, model: Mapping[str, bool]) -> bool:
    """Whether a formula is true in a model.

    >>> holds(parse("A => B"), {"A": True, "B": False})
    False
    """
    match formula:
        case Constant(value):
            return value
        case Symbol(name):
            return model[name]
        case Not(part):
            return not holds(part, model)
        case And(parts):
            return all(holds(part, model) for part in parts)
        case Or(parts):
            return any(holds(part, model) for part in parts)
        case Implies(left, right):
            return holds(right, model) or not holds(left, model)
        case Iff(left, right):
            return holds(left, model) == holds(right, model)
    raise LogicError("a first-order sentence has no value in a model of symbols")


NOT_SIGN = r"[~¬]|!(?!=)|(?i:\bnot\b)"
OR_SIGN = r"∨|\|\|?|\bv\b|(?i:\bor\b)"
PRIME = "['′’]"
"""after a literal, this negates it: A1'"""

_KINDS = {
    "iff": r"<=>|<->|⇔|↔",
    "implies": r"=>|->|⇒|→",
    "compare": r"<=|>=|!=|[=≠<>≤≥]",
    "or": OR_SIGN,
    "and": r"∧|&&?|(?i:\band\b)",
    "not": NOT_SIGN,
    "all": r"∀|(?i:\bfor\s*all\b)",
    "some": r"∃|(?i:\bexists\b|\bthere\s+(?:is|exists)\b(?:\s+an?\b)?)",
    "colon": r":|(?i:\bsuch\s+that\b)",
    "prime": PRIME,
    "sign": "[+-]",
    "number": r"\d+(?!\w)",
    "symbol": r"[^\W\d]\w*",
    "mark": "[(),]",
}
_TOKEN = re.compile(r"\s*(?:" + "|".join(f"(?P<{k}>{sign})" for k, sign in _KINDS.items()) + ")")
_FIRST_ORDER = "which only a sentence about a position may have (--position)"
_COMPARISONS = {"<=": "≤", ">=": "≥", "!=": "≠"}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    column: int


def _tokens(text: str) -> list[_Token]:
    tokens = []
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            problem = (
                f"{quote(text[at])} is not part of a formula: use ¬ ∧ ∨ ⇒ ⇔ (or ~ & | => <=>), "
                "( ) and symbols"
            )
            raise FormulaError(text, at + 1, problem)
        kind = match.lastgroup or ""
        found = match[kind]
        tokens.append(_Token(found if kind == "mark" else kind, found, match.start(kind) + 1))
        at = match.end()
    tokens.append(_Token("end", "the end", len(text.rstrip()) + 1))
    return tokens


def parse(text: str) -> Formula:
    """Read a sentence of propositional logic."""
    return _parsed(_Parser(text))


def parse_first_order(text: str) -> Formula:
    """Read a first-order sentence."""
    return _parsed(_FirstOrderParser(text))


def _parsed(parser: _Parser) -> Formula:
    formula = parser.iff()
    parser.finish()
    return formula


class _Parser:
    def __init__(self, text: str) -> None:
        if len(text) > LENGTH:
            raise LogicError(
                f"a formula of {len(text):,} characters is too long: the limit is {LENGTH:,}"
            )
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0

    def fail(self, problem: str) -> FormulaError:
        return FormulaError(self.text, self.tokens[self.at].column, problem)

    def next_is(self, kind: str) -> bool:
        if self.tokens[self.at].kind != kind:
            return False
        self.at += 1
        return True

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEPTH:
            raise self.fail(f"the formula has more than {DEPTH} levels")

    def iff(self) -> Formula:
        left = self.implies()
        if not self.next_is("iff"):
            return left
        self.deeper()
        right = self.iff()
        self.depth -= 1
        return Iff(left, right)

    def implies(self) -> Formula:
        left = self.either()
        if not self.next_is("implies"):
            return left
        self.deeper()
        right = self.implies()
        self.depth -= 1
        return Implies(left, right)

    def either(self) -> Formula:
        parts = [self.both()]
        while self.next_is("or"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def both(self) -> Formula:
        parts = [self.negation()]
        while self.next_is("and"):
            parts.append(self.negation())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def negation(self) -> Formula:
        if self.next_is("not"):
            self.deeper()
            part = self.negation()
            self.depth -= 1
            return Not(part)
        part, depth = self.atom(), self.depth
        while self.next_is("prime"):
            self.deeper()
            part = Not(part)
        self.depth = depth
        return part

    def atom(self) -> Formula:
        token = self.tokens[self.at]
        if self.next_is("symbol"):
            if token.text.lower() in ("true", "false"):
                return Constant(token.text.lower() == "true")
            return self.named(token)
        if self.next_is("("):
            self.deeper()
            inside = self.iff()
            self.close(token)
            self.depth -= 1
            return inside
        return self.other()

    def named(self, token: _Token) -> Formula:
        if self.tokens[self.at].kind == "(":
            self.at -= 1
            raise self.fail(f"{quote(token.text + '(')} begins a predicate, {_FIRST_ORDER}")
        return Symbol(token.text)

    def other(self) -> Formula:
        if self.tokens[self.at].kind in ("all", "some"):
            raise self.fail(f"{self.here()} is a quantifier, {_FIRST_ORDER}")
        raise self.fail(f"expected a symbol, ¬ or (, but found {self.here()}")

    def close(self, bracket: _Token) -> None:
        if not self.next_is(")"):
            raise self.fail(f"the ( in column {bracket.column} is not closed before {self.here()}")

    def here(self) -> str:
        token = self.tokens[self.at]
        return token.text if token.kind == "end" else quote(token.text)

    def finish(self) -> None:
        if self.tokens[self.at].kind != "end":
            raise self.fail(f"expected an operator or the end, but found {self.here()}")


class _FirstOrderParser(_Parser):
    def named(self, token: _Token) -> Formula:
        self.at -= 1
        return self.other()

    def other(self) -> Formula:
        if self.tokens[self.at].kind in ("all", "some"):
            return self.quantified()
        if self.tokens[self.at].kind not in ("symbol", "number"):
            raise self.fail(
                f"expected a quantifier, a predicate, a number, ¬ or (, but found {self.here()}"
            )
        place = self.at
        term = self.term()
        operator = self.tokens[self.at].text
        if self.next_is("compare"):
            return Compare(term, _COMPARISONS.get(operator, operator), self.term())
        if isinstance(term, Apply):
            return term
        self.at = place
        raise self.fail(
            f"{quote(str(term))} is not true or false by itself: compare it, or write "
            f"mine({term}) or safe({term})"
        )

    def quantified(self) -> Formula:
        every = self.tokens[self.at].kind == "all"
        self.at += 1
        variables: list[str] = []
        while self.tokens[self.at].kind == "symbol" and (
            self.tokens[self.at + 1].kind not in ("(", "compare", "sign") or not variables
        ):
            self.deeper()
            variables.append(self.tokens[self.at].text)
            self.at += 1
            self.next_is(",")
        if not variables:
            raise self.fail(f"expected a variable after the quantifier, but found {self.here()}")
        self.next_is("colon")
        part = self.iff()
        self.depth -= len(variables)
        return Quantified(every, tuple(variables), part)

    def term(self) -> Term:
        left, depth = self.factor(), self.depth
        while self.tokens[self.at].kind == "sign":
            self.deeper()
            sign = 1 if self.tokens[self.at].text == "+" else -1
            self.at += 1
            left = Addition(left, sign, self.factor())
        self.depth = depth
        return left

    def factor(self) -> Term:
        token = self.tokens[self.at]
        if self.next_is("number"):
            if len(token.text) > 9:
                self.at -= 1
                raise self.fail("the number is too large")
            return Number(int(token.text), token.column)
        if not self.next_is("symbol"):
            raise self.fail(f"expected a name or a number, but found {self.here()}")
        bracket = self.tokens[self.at]
        if not self.next_is("("):
            return Name(token.text, token.column)
        self.deeper()
        arguments = [self.term()]
        while self.next_is(","):
            arguments.append(self.term())
        self.close(bracket)
        self.depth -= 1
        return Apply(token.text, tuple(arguments), token.column)
