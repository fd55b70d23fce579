"""The clauses that a third-party agent shows: its knowledge base, as text and as values.

    (A1 ∨ ¬B2)       a clause: A1 is a mine, or B2 is safe
    A1 | ~B2         the same; also v, or, !, not, - and B2'
    (A1 ∨ B1) ¬C1    two clauses
    ⊥                the empty clause, which is false; also ()
    {1, -11}         in Python, literals: cell + 1 is a mine, -(cell + 1) is safe

A program shows its knowledge base in lines that begin with `kb`, before its answer. In Python, the
knowledge base is the attribute `kb` of the agent, or the variable `kb` next to its function.

>>> grid = Grid(9, 4)
>>> for clause in parse_clauses("(A1 ∨ ¬B2) ~C1 | d1 ⊥", grid):
...     print(text_of(clause, grid))
(A1 ∨ ¬B2)
(¬C1 ∨ D1)
⊥
>>> [clause.literals for clause in clauses_in([{1, -11}, "~C1", (4, "¬B2")], grid)]
[(1, -11), (-3,), (4, -11)]
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sapper.adapters.answer import AnswerError
from sapper.core.grid import CellError, Grid
from sapper.errors import displayable, quote
from sapper.logic import Clause, Literal, clause_text
from sapper.logic.formula import NOT_SIGN, OR_SIGN, PRIME

KB = "kb"
"""begins a line of clauses"""
WRONG = "error"
"""follows `kb` if the attribute `kb` of a Python agent can't be read"""

_TOKEN = re.compile(
    rf"\s*(?:(?P<bracket>[()])|(?P<empty>⊥)|(?P<or>{OR_SIGN})|(?P<not>{NOT_SIGN}|-)|"
    rf"(?P<name>[A-Za-z]{{1,4}}\d{{1,5}})(?P<prime>{PRIME})?|(?P<end>$))"
)


@dataclass(frozen=True, slots=True)
class ShownKb:
    """The knowledge base of an agent when it made a decision. `problem` says why it is unread."""

    clauses: tuple[Clause, ...] = ()
    problem: str = ""


def text_of(clause: Clause, grid: Grid) -> str:
    return clause_text(clause, lambda variable: grid.name(variable - 1))


def read_kb(lines: list[str], grid: Grid) -> ShownKb | None:
    """What an agent showed in these lines, or None if there are none."""
    if not lines:
        return None
    texts = [line.removeprefix(KB).strip() for line in lines]
    if (first := texts[0]).startswith(f"{WRONG} "):
        return ShownKb(problem=first.removeprefix(WRONG).strip())
    try:
        found = [clause for text in texts for clause in parse_clauses(text, grid)]
    except AnswerError as problem:
        return ShownKb(problem=str(problem))
    return ShownKb(tuple(dict.fromkeys(found)))


def kb_line(choose: Callable[..., Any], grid: Grid) -> str | None:
    """The line that shows the knowledge base of a Python agent, or None if it has none."""
    agent = getattr(choose, "__self__", None)
    names = getattr(choose, "__globals__", {}) if agent is None else {}
    kb = getattr(agent, KB, None) if agent is not None else names.get(KB)
    if kb is None:
        return None
    try:
        return " ".join([KB, *(text_of(clause, grid) for clause in clauses_in(kb, grid))])
    except Exception as problem:  # the attribute may be anything
        return f"{KB} {WRONG} {displayable(' '.join(str(problem).split()))[:200]}"


def clauses_in(kb: object, grid: Grid) -> Iterator[Clause]:
    try:
        items = iter(kb)  # type: ignore[call-overload]
    except TypeError:
        raise AnswerError(
            f"its kb is {_named(kb)}: use a list or a set of clauses, such as '(A1 ∨ ¬B2)'"
        ) from None
    for item in items:
        if isinstance(item, str):
            yield from parse_clauses(item, grid)
        elif hasattr(item, "__iter__"):
            yield Clause.of(*(_literal(part, grid) for part in item))
        else:
            yield Clause.of(_literal(item, grid))


def _literal(part: object, grid: Grid) -> Literal:
    if isinstance(part, str):
        found = parse_clauses(part, grid)
        if len(found) == 1 and len(found[0]) == 1:
            return found[0].literals[0]
    elif hasattr(part, "__index__") and not isinstance(part, bool):
        literal = operator.index(part)
        if 1 <= abs(literal) <= grid.size:
            return literal
    raise AnswerError(
        f"{_named(part)} in its kb is not a literal: use a text such as '¬B2', or cell + 1 for a "
        "mine and -(cell + 1) for a safe cell"
    )


def _named(thing: object) -> str:
    return f"{quote(repr(thing))}, a {type(thing).__name__}"


def parse_clauses(text: str, grid: Grid) -> list[Clause]:
    found: list[Clause] = []
    literals: list[Literal] | None = None
    """the literals of the current clause"""
    inside = joined = negated = False

    def refuse() -> AnswerError:
        return AnswerError(
            f"{quote(text.strip())} is not a list of clauses: write (A1 ∨ ¬B2) or A1 | ~B2"
        )

    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or (token["end"] is None and token.end() == at):
            raise refuse()
        at = token.end()
        if token["not"]:
            negated = not negated
            continue
        starts = token["name"] or token["empty"] or token["bracket"] == "("
        if negated and not token["name"]:
            raise refuse()
        if literals is not None and not inside and not joined and not token["or"]:
            found.append(Clause.of(*literals))
            literals = None
        if token["or"]:
            if joined or not literals:
                raise refuse()
            joined = True
        elif token["bracket"] == ")":
            if not inside or joined:
                raise refuse()
            inside = False
            found.append(Clause.of(*(literals or ())))
            literals = None
        elif token["name"]:
            if inside and literals and not joined:
                raise refuse()
            negated = negated != bool(token["prime"])
            literals = [*(literals or ()), _named_literal(token["name"], negated, grid)]
            joined = negated = False
        elif starts:
            if inside or joined:
                raise refuse()
            if token["empty"]:
                found.append(Clause())
            inside = token["bracket"] == "("
    if inside or joined or negated:
        raise refuse()
    return found if literals is None else [*found, Clause.of(*literals)]


def _named_literal(name: str, negated: bool, grid: Grid) -> Literal:
    try:
        cell = grid.parse_cell(name)
    except CellError as problem:
        raise AnswerError(str(problem)) from None
    return -cell - 1 if negated else cell + 1
