"""Conjunctive normal form: converts a formula to clauses, step by step.

>>> from sapper.logic.clause import clause_text
>>> from sapper.logic.formula import parse
>>> conversion = to_cnf(parse("B <=> P | Q"))
>>> print(conversion)
B ⇔ P ∨ Q                            the formula
(B ⇒ P ∨ Q) ∧ (P ∨ Q ⇒ B)            a ⇔ b is (a ⇒ b) ∧ (b ⇒ a)
(¬B ∨ (P ∨ Q)) ∧ (¬(P ∨ Q) ∨ B)      a ⇒ b is ¬a ∨ b
(¬B ∨ P ∨ Q) ∧ (¬P ∧ ¬Q ∨ B)         ¬ moved to the symbols
(¬B ∨ P ∨ Q) ∧ (¬P ∨ B) ∧ (¬Q ∨ B)   ∨ distributed over ∧
>>> [clause_text(clause, conversion.symbols.name) for clause in conversion.clauses]
['(¬B ∨ P ∨ Q)', '(B ∨ ¬P)', '(B ∨ ¬Q)']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod

from sapper.logic.clause import Clause, Literal
from sapper.logic.errors import LimitError, LogicError
from sapper.logic.formula import (
    And,
    Constant,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Symbol,
    parts_of,
    symbols_of,
)

CLAUSES = 10_000
"""the maximum number of clauses that a formula may be converted to"""
_PARTS = 100_000


@dataclass(slots=True)
class Symbols:
    """Numbers the symbols in the order in which their names first occur.

    >>> symbols = Symbols()
    >>> symbols.number("A"), symbols.number("B"), symbols.number("A"), symbols.name(2)
    (1, 2, 1, 'B')
    """

    _numbers: dict[str, int] = field(default_factory=dict)
    _names: list[str] = field(default_factory=list)

    def number(self, name: str) -> int:
        number = self._numbers.setdefault(name, len(self._names) + 1)
        if number > len(self._names):
            self._names.append(name)
        return number

    def name(self, variable: int) -> str:
        if not 1 <= variable <= len(self._names):
            raise LogicError(f"there is no symbol {variable}: use 1 to {len(self._names)}")
        return self._names[variable - 1]

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __contains__(self, name: str) -> bool:
        return name in self._numbers


@dataclass(frozen=True, slots=True)
class CnfStep:
    formula: Formula
    rule: str


@dataclass(frozen=True, slots=True)
class Conversion:
    steps: tuple[CnfStep, ...]
    clauses: tuple[Clause, ...]
    """the clauses, without tautologies or duplicates"""
    symbols: Symbols

    def __str__(self) -> str:
        lines = [str(step.formula) for step in self.steps]
        width = max(map(len, lines))
        rules = [step.rule for step in self.steps]
        return "\n".join(f"{a:<{width}}   {b}" for a, b in zip(lines, rules, strict=True))


def to_cnf(formula: Formula, symbols: Symbols | None = None) -> Conversion:
    """Convert a formula to clauses. Raises a LimitError if there would be too many clauses."""
    symbols = Symbols() if symbols is None else symbols
    for name in symbols_of(formula):
        symbols.number(name)
    if _size(formula) > _PARTS:
        raise LimitError(
            f"a formula with many nested ⇔ is too large: it has {_size(formula):,} parts, but "
            f"at most {_PARTS:,} are allowed; use symbols for its parts"
        )
    steps = [CnfStep(formula, "the formula")]

    def then(changed: Formula, rule: str) -> None:
        if changed != steps[-1].formula:
            steps.append(CnfStep(changed, rule))

    then(_without_iff(formula), "a ⇔ b is (a ⇒ b) ∧ (b ⇒ a)")
    then(_without_implies(steps[-1].formula), "a ⇒ b is ¬a ∨ b")
    then(_push_negations(steps[-1].formula, True), "¬ moved to the symbols")
    then(_without_constants(steps[-1].formula), "true and false dropped")
    many = _clause_count(steps[-1].formula)
    if many > CLAUSES:
        raise LimitError(
            f"the formula has {many:,} clauses, but at most {CLAUSES:,} are allowed: use symbols "
            "for its parts, as in D ⇔ A ∧ B"
        )
    rows = _distribute(steps[-1].formula)
    then(_join(And, [_join(Or, row) for row in rows]), "∨ distributed over ∧")
    clauses = dict.fromkeys(Clause.of(*(_literal(x, symbols) for x in row)) for row in rows)
    return Conversion(tuple(steps), tuple(c for c in clauses if not c.tautology), symbols)


def clause_formula(clause: Clause, name: Callable[[int], str]) -> Formula:
    """Convert a clause to a formula.

    >>> print(clause_formula(Clause.of(-1, 2), "?AB".__getitem__))
    ¬A ∨ B
    """
    symbols = [(Symbol(name(abs(x))), x > 0) for x in clause]
    return _join(Or, [symbol if positive else Not(symbol) for symbol, positive in symbols])


def _size(formula: Formula) -> int:
    """The number of parts that the formula has after every ⇔ is replaced."""
    inside = sum(map(_size, parts_of(formula)))
    if isinstance(formula, Iff):
        return 5 + 2 * inside
    return inside + (2 if isinstance(formula, Implies) else 1)


def _rebuilt(formula: Formula, change: Callable[[Formula], Formula]) -> Formula:
    parts = tuple(map(change, parts_of(formula)))
    match formula:
        case And() | Or():
            return type(formula)(parts)
        case Not() | Implies() | Iff():
            return type(formula)(*parts)
    return formula


def _without_iff(formula: Formula) -> Formula:
    if not isinstance(formula, Iff):
        return _rebuilt(formula, _without_iff)
    a, b = _without_iff(formula.left), _without_iff(formula.right)
    return And((Implies(a, b), Implies(b, a)))


def _without_implies(formula: Formula) -> Formula:
    if not isinstance(formula, Implies):
        return _rebuilt(formula, _without_implies)
    return Or((Not(_without_implies(formula.left)), _without_implies(formula.right)))


def _push_negations(formula: Formula, positive: bool) -> Formula:
    """Negate the formula unless `positive` is true. In the result, ¬ stands only before symbols."""
    match formula:
        case Constant(value):
            return Constant(value == positive)
        case Not(part):
            return _push_negations(part, not positive)
        case And(parts) | Or(parts):
            kind = And if isinstance(formula, And) == positive else Or
            flat: list[Formula] = []
            for part in parts:
                changed = _push_negations(part, positive)
                flat += changed.parts if isinstance(changed, kind) else [changed]
            return kind(tuple(flat))
    assert isinstance(formula, Symbol)
    return formula if positive else Not(formula)


def _without_constants(formula: Formula) -> Formula:
    if not isinstance(formula, And | Or):
        return formula
    parts = [_without_constants(part) for part in formula.parts]
    # A true part makes an Or true, and a false part makes an And false.
    decides = Constant(isinstance(formula, Or))
    if decides in parts:
        return decides
    return _join(type(formula), [part for part in parts if not isinstance(part, Constant)])


def _clause_count(formula: Formula) -> int:
    match formula:
        case And(parts):
            return sum(_clause_count(part) for part in parts)
        case Or(parts):
            return prod(_clause_count(part) for part in parts)
    return 1


def _distribute(formula: Formula) -> list[list[Formula]]:
    match formula:
        case Constant(value):
            return [] if value else [[]]
        case And(parts):
            return [row for part in parts for row in _distribute(part)]
        case Or(parts):
            choices = product(*(_distribute(part) for part in parts))
            return [[x for row in chosen for x in row] for chosen in choices]
    return [[formula]]


def _join(kind: type[And] | type[Or], parts: list[Formula]) -> Formula:
    """Join formulas by And or Or. An empty And is true, and an empty Or is false."""
    if not parts:
        return Constant(kind is And)
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def _literal(formula: Formula, symbols: Symbols) -> Literal:
    if isinstance(formula, Not):
        assert isinstance(formula.part, Symbol)
        return -symbols.number(formula.part.name)
    assert isinstance(formula, Symbol)
    return symbols.number(formula.name)
