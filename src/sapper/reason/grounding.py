"""Grounding: turns first-order sentences about a position into clauses about its cells.

Cells are *marked* once they are known. At first these are the open cells and the given cells, but
not the flagged ones, because a flag may be wrong.

    mine(x), safe(x)    what the clauses are about; the truth value of a marked cell is known
    unmarked(x)         nothing is known about x yet
    open(x)             the number of x is shown
    adjacent(x, y)      x and y are neighbours
    hint(x)             the number of x; a comparison with the number of a hidden cell is false
    mines(x)            how many neighbours of x are mines, known or not
    known_mines(x)      how many neighbours of x are marked as mines
    known_safe(x)       how many neighbours of x are open or marked as safe
    unknown(x)          how many neighbours of x are unmarked
    neighbours(x)       how many neighbours x has

A quantifier ranges over the cells, or over the numbers 0 to 8 if its variable is compared with a
number. A ground clause has two variables for each cell: cell + 1 says that the cell is a mine, and
size + cell + 1 that it is safe. So rules can be chained forwards and backwards: both are facts.
`about_mines` says the same with one variable for each cell, as in the rest of Sapper.

>>> from sapper.logic import clause_text
>>> view = View.parse('''
... 3x2x1
... .1.
... .1.
... ''')
>>> marks = Marks(view)
>>> marks.mark(-1)
>>> rule = Rule.parse(
...     "forall x, y: hint(x) = 1 and unknown(x) = 3 and adjacent(x, y) and mine(y) => safe(C1)",
...     view, 1)
>>> for found in Grounding(marks).clauses([rule]):
...     print(clause_text(found.clause, marks.name), "by", found)
(¬mine(C1) ∨ safe(C1)) by sentence 1 with x = B1, y = C1
(¬mine(A2) ∨ safe(C1)) by sentence 1 with x = B1, y = A2
(¬mine(C2) ∨ safe(C1)) by sentence 1 with x = B1, y = C2
(¬mine(C1) ∨ safe(C1)) by sentence 1 with x = B2, y = C1
(¬mine(A2) ∨ safe(C1)) by sentence 1 with x = B2, y = A2
(¬mine(C2) ∨ safe(C1)) by sentence 1 with x = B2, y = C2
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

from sapper.core.constraints import mine, safe
from sapper.core.grid import Cell, CellError
from sapper.core.view import GIVEN, HIDDEN, View
from sapper.errors import quote
from sapper.logic import Clause, LimitError, Literal
from sapper.logic.cnf import CLAUSES, Symbols, to_cnf
from sapper.logic.formula import (
    Addition,
    And,
    Apply,
    Compare,
    Constant,
    Formula,
    FormulaError,
    Iff,
    Implies,
    Name,
    Not,
    Number,
    Or,
    Quantified,
    Symbol,
    Term,
    parse_first_order,
    parts_of,
)

INSTANCES = 1_000_000
"""the maximum number of instances of quantified sentences, reached after a few seconds"""
SYMBOLS = 400_000
"""the maximum number of times that the instances of one round speak of an unmarked cell"""
GROUND = 50_000
"""the maximum number of clauses of one round"""

PREDICATES = {"mine": 1, "safe": 1, "unmarked": 1, "open": 1, "adjacent": 2}
FUNCTIONS = ("hint", "mines", "known_mines", "known_safe", "unknown", "neighbours")
DEPENDS_ON_MARKS = frozenset(
    ("mine", "safe", "unmarked", "mines", "known_mines", "known_safe", "unknown")
)
_OPPOSITE = {"mine": "safe", "safe": "mine"}
_OPERATORS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "≠": operator.ne, "<": operator.lt, "≤": operator.le, ">": operator.gt,
    "≥": operator.ge,
}  # fmt: skip
_MIRRORED = {"<": ">", "≤": "≥", ">": "<", "≥": "≤"}

Env: TypeAlias = dict[str, int]
"""the values of variables: cells or numbers"""
Ground: TypeAlias = bool | Formula
"""True, False, or a formula of the symbols mine(...) and safe(...), without ⇒ and ⇔"""
_Truth: TypeAlias = Callable[[Env], Ground]
_Value: TypeAlias = Callable[[Env], int | None]
_Sorts: TypeAlias = Mapping[str, bool]
"""for each variable that is bound, whether it is a number"""


@dataclass(frozen=True, slots=True)
class Rule:
    """A sentence, with the number by which proofs name it."""

    number: int
    formula: Formula
    text: str

    @classmethod
    def parse(cls, text: str, view: View, number: int) -> Rule:
        """Read a sentence. A FormulaError names the column of a word that means nothing here."""
        rule = cls(number, parse_first_order(text), text)
        Grounding(Marks(view)).check(rule)
        return rule

    @property
    def variables(self) -> tuple[str, ...]:
        return _prefix(self.formula)[0]

    @property
    def matrix(self) -> Formula:
        """The sentence without the universal quantifiers at its beginning."""
        return _prefix(self.formula)[1]

    def __str__(self) -> str:
        return str(self.formula)


def _prefix(formula: Formula, every: bool = True) -> tuple[tuple[str, ...], Formula]:
    if isinstance(formula, Quantified) and formula.every == every:
        variables, matrix = _prefix(formula.part, every)
        # An inner variable of the same name hides the outer one.
        if not set(variables) & set(formula.variables):
            return (*formula.variables, *variables), matrix
        return formula.variables, formula.part
    return (), formula


class Marks:
    """What is known about each cell at some moment: True (a mine), False (safe) or None."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.grid = view.grid
        self.known: list[bool | None] = [
            False if state < HIDDEN or state == GIVEN else None for state in view.states
        ]
        self.first = [value is not None for value in self.known]
        """whether each cell is known from the start"""

    def mark(self, literal: Literal) -> None:
        self.known[abs(literal) - 1] = literal > 0

    def holds(self, literal: Literal) -> bool:
        return self.known[abs(literal) - 1] is (literal > 0)

    def name(self, variable: int) -> str:
        """The name of a variable of a ground clause."""
        size = self.grid.size
        kind = "safe" if variable > size else "mine"
        return f"{kind}({self.grid.name((variable - 1) % size)})"

    def fact(self, variable: int) -> Literal:
        size = self.grid.size
        return safe(variable - size - 1) if variable > size else mine(variable - 1)

    def variable(self, literal: Literal) -> int:
        return literal if literal > 0 else self.grid.size - literal

    def text(self, literal: Literal) -> str:
        return self.name(self.variable(literal))

    def about_mines(self, clause: Clause) -> Clause:
        """A ground clause with a single variable for each cell."""
        facts = ((self.fact(abs(x)), x > 0) for x in clause)
        return Clause.of(*(fact if positive else -fact for fact, positive in facts))


@dataclass(frozen=True, slots=True)
class GroundClause:
    """A clause that says what a sentence says about some cells."""

    clause: Clause
    rule: Rule
    values: tuple[tuple[str, str], ...]
    env: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        values = ", ".join(f"{name} = {value}" for name, value in self.values)
        return f"sentence {self.rule.number}" + (f" with {values}" if values else "")


class Grounding:
    """Grounds sentences with the current marks, and counts the instances."""

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self.grid = marks.grid
        self.instances = 0
        self._written = 0
        self._text = ""
        self._compiled: dict[tuple[str, Formula, bool], _Truth] = {}
        self._parts: dict[tuple[Formula, bool, tuple[tuple[str, bool], ...]], _Truth] = {}
        self._symbols: Symbols | None = None
        self._consulted: list[Literal] | None = None

    def check(self, rule: Rule) -> None:
        self._text = rule.text
        self._truth(rule.formula, True, {})

    def clauses(self, rules: Iterable[Rule]) -> Iterator[GroundClause]:
        """The clauses of all instances, without those that are always true or true by the marks."""
        made = self._written = 0
        for rule in rules:
            for env in self.assignments(rule):
                found = self.truth(rule, rule.matrix, env)
                if found is True:
                    continue
                for clause in self.cnf(found):
                    made += 1
                    if made > GROUND:
                        raise LimitError(f"the sentences have more than {GROUND:,} clauses")
                    yield self.named(rule, env, clause)

    def assignments(self, rule: Rule, env: Env | None = None) -> Iterator[Env]:
        """The values of the rule's variables, but only those that can make it false."""
        self._text = rule.text
        sorts = _sorts(rule.variables, rule.matrix)
        free = [name for name in rule.variables if env is None or name not in env]
        yield from self._assign(free, rule.matrix, True, sorts, dict(env or {}))

    def truth(self, rule: Rule, formula: Formula, env: Env, positive: bool = True) -> Ground:
        """What a part of a rule says for these values of the rule's variables."""
        key = rule.text, formula, positive
        if key not in self._compiled:
            self._text = rule.text
            sorts = _sorts(rule.variables, rule.matrix)
            self._compiled[key] = self._truth(formula, positive, sorts)
        return self._compiled[key](env)

    def consulted(self, rule: Rule, formula: Formula, env: Env) -> tuple[Literal, ...]:
        """The marks, except those from the start, that a formula depends on."""
        self._consulted = []
        self.truth(rule, formula, env)
        found, self._consulted = self._consulted, None
        return tuple(dict.fromkeys(found))

    def cnf(self, found: Ground) -> tuple[Clause, ...]:
        if isinstance(found, bool):
            return () if found else (Clause(),)
        if self._symbols is None:
            self._symbols = Symbols()
            for variable in range(1, 2 * self.grid.size + 1):
                self._symbols.number(self.marks.name(variable))
        try:
            made = to_cnf(found, self._symbols).clauses
        except LimitError:
            raise LimitError(
                f"a sentence has too many clauses for one choice of cells: the limit is {CLAUSES:,}"
            ) from None
        clauses = map(self._unit, made)
        return tuple(c for c in clauses if not self.marks.about_mines(c).tautology)

    def _unit(self, clause: Clause) -> Clause:
        """Write ¬mine(A1) as safe(A1), so that chaining can use it as a fact."""
        if len(clause) != 1 or clause.pos:
            return clause
        return Clause.of(self.marks.variable(-self.marks.fact(-clause.literals[0])))

    def named(self, rule: Rule, env: Env, clause: Clause) -> GroundClause:
        sorts = _sorts(rule.variables, rule.matrix)
        values = tuple(
            (name, str(env[name]) if sorts[name] else self.grid.name(env[name]))
            for name in rule.variables
        )
        return GroundClause(clause, rule, values, tuple(env.items()))

    # -- sentences --------------------------------------------------------------------------

    def _truth(self, formula: Formula, positive: bool, sorts: _Sorts) -> _Truth:
        """A function that says what a formula, or its negation, says for values of variables."""
        # Each part of ⇔ is needed twice, so without `_parts` this would double with each level.
        key = formula, positive, tuple(sorts.items())
        if key not in self._parts:
            self._parts[key] = self._made(formula, positive, sorts)
        return self._parts[key]

    def _made(self, formula: Formula, positive: bool, sorts: _Sorts) -> _Truth:
        match formula:
            case Constant(value):
                return lambda env: value == positive
            case Not(Apply(name, arguments, column)) if name in _OPPOSITE:
                return self._truth(Apply(_OPPOSITE[name], arguments, column), positive, sorts)
            case Not(part):
                return self._truth(part, not positive, sorts)
            case And(parts) | Or(parts):
                made = [self._truth(part, positive, sorts) for part in parts]
                return _all(made) if isinstance(formula, And) == positive else _any(made)
            case Implies(left, right):
                made = [self._truth(left, not positive, sorts), self._truth(right, positive, sorts)]
                return _any(made) if positive else _all(made)
            case Iff(left, right):
                a, not_a = (self._truth(left, sign, sorts) for sign in (True, False))
                b, not_b = (self._truth(right, sign, sorts) for sign in (positive, not positive))
                return _all([_any([not_a, b]), _any([a, not_b])])
            case Quantified():
                return self._quantified(formula, positive, sorts)
            case Apply():
                return self._predicate(formula, positive, sorts)
            case Compare():
                return self._comparison(formula, positive, sorts)
        raise AssertionError("a first-order sentence has no symbols")

    def _quantified(self, formula: Quantified, positive: bool, sorts: _Sorts) -> _Truth:
        variables, matrix = _prefix(formula, formula.every)
        inner = {**sorts, **_sorts(variables, matrix, sorts)}
        part = self._truth(matrix, positive, inner)
        decides = formula.every != positive  # a part with this value decides the whole

        def truth(env: Env) -> Ground:
            outside = {name: value for name, value in env.items() if name not in variables}
            kept: list[Formula] = []
            for each in self._assign(list(variables), matrix, formula.every, inner, outside):
                found = part(each)
                if found is decides:
                    return decides
                if not isinstance(found, bool):
                    kept.append(found)
            return _joined(And if not decides else Or, kept)

        return truth

    def _assign(
        self, free: Sequence[str], matrix: Formula, every: bool, sorts: _Sorts, env: Env
    ) -> Iterator[Env]:
        """The values that matter.

        Unless adjacent(x, y) holds, `∀y: adjacent(x, y) ∧ ... ⇒ ...` is true and
        `∃y: adjacent(x, y) ∧ ...` is false. So y ranges over the neighbours of x only.
        """
        if not free:
            self.instances += 1
            if self.instances > INSTANCES:
                raise LimitError(f"the sentences have more than {INSTANCES:,} instances")
            yield env
            return
        name = free[0]
        near: Sequence[int] = ()
        for guard in _guards(matrix, every):
            one, other = guard.arguments
            for a, b in ((one, other), (other, one)):
                if not near and isinstance(a, Name) and a.name in free:
                    middle = self._bound_cell(b, env)
                    if middle is not None and not sorts.get(a.name):
                        name, near = a.name, self.grid.neighbours(middle)
        values = near or range(9 if sorts[name] else self.grid.size)
        rest = [other for other in free if other != name]
        for value in values:
            yield from self._assign(rest, matrix, every, sorts, {**env, name: value})

    def _bound_cell(self, term: Term, env: Env) -> Cell | None:
        if not isinstance(term, Name):
            return None
        if term.name in env:
            return env[term.name]
        try:
            return self.grid.parse_cell(term.name)
        except CellError:
            return None

    # -- predicates -------------------------------------------------------------------------

    def _predicate(self, formula: Apply, positive: bool, sorts: _Sorts) -> _Truth:
        name, count = formula.name, len(formula.arguments)
        if name not in PREDICATES:
            kind = "a number: compare it, as in" if name in FUNCTIONS else "not a predicate: use"
            known = f"{name}(x) = 1" if name in FUNCTIONS else ", ".join(PREDICATES)
            raise self._wrong(formula.column, f"{quote(name)} is {kind} {known}")
        if count != PREDICATES[name]:
            many = "one cell" if PREDICATES[name] == 1 else "two cells"
            raise self._wrong(formula.column, f"{name} speaks of {many}, not of {count}")
        cells = [self._cell(term, sorts) for term in formula.arguments]
        if name == "adjacent":
            one, other = cells
            return lambda env: (other(env) in self.grid.neighbours(one(env))) == positive
        (at,) = cells
        if name == "open":
            return lambda env: (self.marks.view.states[at(env)] < HIDDEN) == positive
        if name == "unmarked":
            return lambda env: (self._known(at(env)) is None) == positive
        is_mine = name == "mine"

        def truth(env: Env) -> Ground:
            cell = at(env)
            known = self._known(cell)
            if known is not None:
                return (known is is_mine) == positive
            return _claim(self._symbol(cell, is_mine), positive)

        return truth

    def _symbol(self, cell: Cell, is_mine: bool) -> Symbol:
        self._written += 1
        if self._written > SYMBOLS:
            raise LimitError(f"the sentences speak of unmarked cells more than {SYMBOLS:,} times")
        return Symbol(self.marks.text(mine(cell) if is_mine else safe(cell)))

    def _known(self, cell: Cell) -> bool | None:
        known = self.marks.known[cell]
        if self._consulted is not None and known is not None and not self.marks.first[cell]:
            self._consulted.append(mine(cell) if known else safe(cell))
        return known

    # -- comparisons ------------------------------------------------------------------------

    def _comparison(self, formula: Compare, positive: bool, sorts: _Sorts) -> _Truth:
        sides = formula.left, formula.right
        if not any(_is_number(side, sorts) for side in sides):
            return self._same_cell(formula, positive, sorts)
        terms = [*_terms(formula.left, 1), *_terms(formula.right, -1)]
        counted = [(sign, term) for sign, term in terms if _counts_mines(term)]
        if len(counted) > 1:
            column = counted[1][1].column  # type: ignore[union-attr]
            raise self._wrong(column, "a comparison may have mines(...) only once")
        plain = [(s, self._number(t, sorts)) for s, t in terms if not _counts_mines(t)]
        compare = _OPERATORS[formula.operator]

        def total(env: Env) -> int | None:
            added = 0
            for sign, value in plain:
                found = value(env)
                if found is None:
                    return None
                added += sign * found
            return added

        if not counted:

            def truth(env: Env) -> Ground:
                found = total(env)
                return (found is not None and compare(found, 0)) == positive

            return truth
        ((sign, counting),) = counted
        assert isinstance(counting, Apply)
        at = self._argument(counting, sorts)
        name = formula.operator if sign > 0 else _MIRRORED.get(formula.operator, formula.operator)

        def count_truth(env: Env) -> Ground:
            found = total(env)
            if found is None:
                return not positive
            return self._count(at(env), name, -sign * found, positive)

        return count_truth

    def _same_cell(self, formula: Compare, positive: bool, sorts: _Sorts) -> _Truth:
        one, other = (self._cell(side, sorts) for side in (formula.left, formula.right))
        if formula.operator not in "=≠":
            column = max(getattr(formula.left, "column", 1), 1)
            raise self._wrong(column, "cells can only be compared with = or ≠")
        same = (formula.operator == "=") == positive
        return lambda env: (one(env) == other(env)) == same

    def _number(self, term: Term, sorts: _Sorts) -> _Value:
        if isinstance(term, Number):
            value = term.value
            return lambda env: value
        if isinstance(term, Name):
            if not sorts.get(term.name):
                what = "a cell" if term.name in sorts else "not a number"
                raise self._wrong(term.column, f"{quote(term.name)} is {what}: write hint({term})")
            return lambda env: env[term.name]
        assert isinstance(term, Apply)
        at, name = self._argument(term, sorts), term.name
        if name == "hint":
            states = self.marks.view.states
            return lambda env: states[at(env)] if states[at(env)] < HIDDEN else None
        if name == "neighbours":
            return lambda env: len(self.grid.neighbours(at(env)))
        wanted = {"known_mines": True, "known_safe": False, "unknown": None}[name]

        def count(env: Env) -> int:
            near = self.grid.neighbours(at(env))
            if self._consulted is not None:
                for cell in near:
                    if wanted is None or self.marks.known[cell] is wanted:
                        self._known(cell)
            return sum(self.marks.known[cell] is wanted for cell in near)

        return count

    def _argument(self, term: Apply, sorts: _Sorts) -> Callable[[Env], Cell]:
        if term.name not in FUNCTIONS:
            truth = "true or false, " if term.name in PREDICATES else ""
            raise self._wrong(
                term.column,
                f"{quote(term.name)} is {truth}not a number: use {', '.join(FUNCTIONS)}",
            )
        if len(term.arguments) != 1:
            raise self._wrong(
                term.column, f"{term.name} speaks of one cell, not of {len(term.arguments)}"
            )
        return self._cell(term.arguments[0], sorts)

    def _cell(self, term: Term, sorts: _Sorts) -> Callable[[Env], Cell]:
        if not isinstance(term, Name):
            raise self._wrong(_column(term), f"{quote(str(term))} is not a cell")
        name = term.name
        if name in sorts:
            if sorts[name]:
                raise self._wrong(term.column, f"{quote(name)} is a number, not a cell")
            return lambda env: env[name]
        try:
            cell = self.grid.parse_cell(name)
        except CellError:
            corner = self.grid.name(self.grid.corner)
            raise self._wrong(
                term.column,
                f"{quote(name)} is neither a variable of a quantifier nor a cell (A1 to {corner})",
            ) from None
        return lambda env: cell

    def _count(self, cell: Cell, name: str, number: int, positive: bool) -> Ground:
        """Whether the number of mines around a cell compares in this way with a number."""
        near = self.grid.neighbours(cell)
        number -= sum(self._known(each) is True for each in near)
        cells = [each for each in near if self._known(each) is None]
        low = {"=": number, "≥": number, ">": number + 1}.get(name)
        high = {"=": number, "≤": number, "<": number - 1}.get(name)
        if name == "≠":  # not (= number)
            return self._between(cells, number, number, not positive)
        return self._between(cells, low, high, positive)

    def _between(
        self, cells: list[Cell], low: int | None, high: int | None, positive: bool
    ) -> Ground:
        parts: list[Ground] = []
        if low is not None:
            # At least `low` mines: any len - low + 1 cells include a mine.
            parts.append(self._bound(cells, True, len(cells) - low, low - 1, positive))
        if high is not None:
            parts.append(self._bound(cells, False, high, len(cells) - high - 1, positive))
        return _combined(parts, positive)

    def _bound(
        self, cells: list[Cell], is_mine: bool, others: int, fewer: int, positive: bool
    ) -> Ground:
        """At most `others` cells are not so. Negated: at most `fewer` cells are so."""
        most = others if positive else fewer
        if most >= len(cells):
            return True
        if most < 0:
            return False
        some = combinations([self._symbol(cell, is_mine) for cell in cells], most + 1)
        rows = [_joined(Or, [_claim(symbol, positive) for symbol in each]) for each in some]
        return _combined(rows, True)

    def _wrong(self, column: int, problem: str) -> FormulaError:
        return FormulaError(self._text, max(column, 1), problem)


# -- formulas -------------------------------------------------------------------------------------


def _all(made: Sequence[_Truth]) -> _Truth:
    return lambda env: _combined((each(env) for each in made), True)


def _any(made: Sequence[_Truth]) -> _Truth:
    return lambda env: _combined((each(env) for each in made), False)


def _combined(found: Iterable[Ground], every: bool) -> Ground:
    kept: list[Formula] = []
    for each in found:
        if each is (not every):
            return each
        if not isinstance(each, bool):
            kept.append(each)
    return _joined(And if every else Or, kept)


def _joined(kind: type[And] | type[Or], kept: list[Formula]) -> Ground:
    if not kept:
        return kind is And
    return kept[0] if len(kept) == 1 else kind(tuple(kept))


def _claim(symbol: Symbol, positive: bool) -> Formula:
    return symbol if positive else Not(symbol)


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    return formula.parts if isinstance(formula, And) else (formula,)


def _guards(matrix: Formula, every: bool) -> list[Apply]:
    """The conditions adjacent(x, y) without which the matrix of a quantifier says nothing."""
    if every and not isinstance(matrix, Implies):
        return []
    condition = matrix.left if isinstance(matrix, Implies) and every else matrix
    return [
        part
        for part in conjuncts(condition)
        if isinstance(part, Apply) and part.name == "adjacent" and len(part.arguments) == 2
    ]


def _sorts(
    variables: Sequence[str], matrix: Formula, outer: _Sorts = MappingProxyType({})
) -> dict[str, bool]:
    """Which variables are numbers: those that are compared with a number, and no argument."""
    cells = {
        term.name for each in _applied(matrix) for term in each.arguments if isinstance(term, Name)
    }
    numbers = {name: True for name, is_number in outer.items() if is_number}
    changed = True
    while changed:
        before = len(numbers)
        for compare in _compares(matrix):
            if any(_is_number(side, numbers) for side in (compare.left, compare.right)):
                for side in (compare.left, compare.right):
                    for _, term in _terms(side, 1):
                        if isinstance(term, Name) and term.name not in cells:
                            numbers[term.name] = True
        changed = len(numbers) > before
    return {name: name in numbers for name in variables}


def _applied(formula: Formula) -> Iterator[Apply]:
    if isinstance(formula, Apply):
        yield formula
    for compare in _compares(formula) if isinstance(formula, Compare) else ():
        for _, term in (*_terms(compare.left, 1), *_terms(compare.right, 1)):
            if isinstance(term, Apply):
                yield term
    for part in parts_of(formula):
        yield from _applied(part)


def applied(formula: Formula) -> list[Apply]:
    """The predicates and functions of a formula."""
    return list(_applied(formula))


def _compares(formula: Formula) -> Iterator[Compare]:
    if isinstance(formula, Compare):
        yield formula
    for part in parts_of(formula):
        yield from _compares(part)


def _is_number(term: Term, sorts: _Sorts) -> bool:
    return not isinstance(term, Name) or bool(sorts.get(term.name))


def _terms(term: Term, sign: int) -> Iterator[tuple[int, Term]]:
    if isinstance(term, Addition):
        yield from _terms(term.left, sign)
        yield from _terms(term.right, sign * term.sign)
    else:
        yield sign, term


def _counts_mines(term: Term) -> bool:
    return isinstance(term, Apply) and term.name == "mines"


def _column(term: Term) -> int:
    return getattr(term, "column", 0) or (_column(term.left) if isinstance(term, Addition) else 1)
