"""Formulas of symbols and connectives, which can be read from text and printed.

    A, P_1_2      a symbol: a letter or _, then letters, digits and _
    true, false   the constants
    ~A            not                          also ¬
    A & B         and                          also ∧
    A | B         or                           also ∨
    A => B        implies; A => B => C means A => (B => C)        also ⇒
    A <=> B       if and only if               also ⇔

`~` binds tightest, then `&`, `|`, `=>` and `<=>`, unless parentheses change the order.

>>> formula = parse("~(A & B) <=> ~A | ~B")
>>> print(formula)
~(A & B) <=> ~A | ~B
>>> formula.left
Not(part=And(parts=(Symbol(name='A'), Symbol(name='B'))))
>>> parse("A => & B")
Traceback (most recent call last):
sapper.logic.formula.FormulaError: column 6: expected a symbol, ~ or (, but found '&': 'A => ▸& B'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sapper.errors import quote
from sapper.logic.errors import LogicError

LENGTH = 100_000
"""the maximum number of characters in a formula"""
DEPTH = 100
"""the maximum number of nested operators and parentheses"""


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


Formula: TypeAlias = Constant | Symbol | Not | And | Or | Implies | Iff

_BINDING: dict[type[Formula], int] = {Iff: 1, Implies: 2, Or: 3, And: 4, Not: 5}


def formula_text(formula: Formula) -> str:
    """Write a formula with as few parentheses as possible.

    >>> print(Implies(Implies(Symbol("A"), Symbol("B")), Or((Symbol("C"), Not(Symbol("D"))))))
    (A => B) => C | ~D
    """
    match formula:
        case Constant(value):
            return "true" if value else "false"
        case Symbol(name):
            return name
        case Not(part):
            return "~" + _within(part, 5)
        case And(parts):
            return " & ".join(_within(part, 5) for part in parts)
        case Or(parts):
            return " | ".join(_within(part, 4) for part in parts)
        case Implies(left, right):
            return f"{_within(left, 3)} => {_within(right, 2)}"
        case Iff(left, right):
            return f"{_within(left, 2)} <=> {_within(right, 1)}"


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
        case Not(part):
            return (part,)
        case And(parts) | Or(parts):
            return parts
        case Implies(left, right) | Iff(left, right):
            return left, right
    return ()


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


_TOKEN = re.compile(r"\s*(?:(<=>|⇔)|(=>|⇒)|([|∨])|([&∧])|([~¬])|([()])|([^\W\d]\w*))")
_KINDS = ("<=>", "=>", "|", "&", "~", "", "symbol")


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
                f"{quote(text[at])} is not part of a formula: use ~ & | => <=> ( ) and symbols"
            )
            raise FormulaError(text, at + 1, problem)
        group = match.lastindex or 0
        kind = _KINDS[group - 1] or match[group]
        tokens.append(_Token(kind, match[group], match.start(group) + 1))
        at = match.end()
    tokens.append(_Token("end", "the end", len(text.rstrip()) + 1))
    return tokens


def parse(text: str) -> Formula:
    if len(text) > LENGTH:
        raise LogicError(
            f"a formula of {len(text):,} characters is too long: the limit is {LENGTH:,}"
        )
    parser = _Parser(text)
    formula = parser.iff()
    parser.finish()
    return formula


class _Parser:
    def __init__(self, text: str) -> None:
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
        if not self.next_is("<=>"):
            return left
        self.deeper()
        right = self.iff()
        self.depth -= 1
        return Iff(left, right)

    def implies(self) -> Formula:
        left = self.either()
        if not self.next_is("=>"):
            return left
        self.deeper()
        right = self.implies()
        self.depth -= 1
        return Implies(left, right)

    def either(self) -> Formula:
        parts = [self.both()]
        while self.next_is("|"):
            parts.append(self.both())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def both(self) -> Formula:
        parts = [self.negation()]
        while self.next_is("&"):
            parts.append(self.negation())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def negation(self) -> Formula:
        if self.next_is("~"):
            self.deeper()
            part = self.negation()
            self.depth -= 1
            return Not(part)
        return self.atom()

    def atom(self) -> Formula:
        token = self.tokens[self.at]
        if self.next_is("symbol"):
            if token.text.lower() in ("true", "false"):
                return Constant(token.text.lower() == "true")
            return Symbol(token.text)
        if self.next_is("("):
            self.deeper()
            inside = self.iff()
            if not self.next_is(")"):
                raise self.fail(
                    f"the ( in column {token.column} is not closed before {self.here()}"
                )
            self.depth -= 1
            return inside
        raise self.fail(f"expected a symbol, ~ or (, but found {self.here()}")

    def here(self) -> str:
        token = self.tokens[self.at]
        return token.text if token.kind == "end" else quote(token.text)

    def finish(self) -> None:
        if self.tokens[self.at].kind != "end":
            raise self.fail(f"expected an operator or the end, but found {self.here()}")
