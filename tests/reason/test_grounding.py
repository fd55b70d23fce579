"""Ground clauses mean what the sentence means on every board, and mistakes are pointed at."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from sapper.core.view import View
from sapper.logic import Clause, LimitError, clause_text
from sapper.logic.formula import FormulaError
from sapper.reason.grounding import Grounding, Marks, Rule

WIDTH, ROWS = 4, ["....", "1.2."]
NAMES = [f"{letter}{row + 1}" for row in range(2) for letter in "ABCD"]
CELLS = range(8)
HIDDEN = [cell for cell in CELLS if "".join(ROWS)[cell] == "."]
VIEW = View.parse("\n".join(["4x2x2", *ROWS]))

Values = dict[str, int]


@dataclass(frozen=True)
class World:
    """A board and the marks on it, for this test's own evaluator."""

    mines: frozenset[int]
    marked: frozenset[int]
    """the hidden cells that are marked, each as what it is"""

    def near(self, cell: int) -> list[int]:
        x, y = cell % WIDTH, cell // WIDTH
        return [c for c in CELLS if c != cell and max(abs(c % WIDTH - x), abs(c // WIDTH - y)) == 1]

    def number(self, name: str, cell: int) -> int | None:
        shown = "".join(ROWS)[cell]
        if name == "hint":
            return None if shown == "." else int(shown)
        near = self.near(cell)
        return {
            "mines": len([c for c in near if c in self.mines]),
            "known_mines": len([c for c in near if c in self.mines and c in self.marked]),
            "known_safe": len(
                [c for c in near if c not in HIDDEN or (c in self.marked and c not in self.mines)]
            ),
            "unknown": len([c for c in near if c in HIDDEN and c not in self.marked]),
            "neighbours": len(near),
        }[name]

    def says(self, name: str, cell: int) -> bool:
        return {
            "mine": cell in self.mines,
            "safe": cell not in self.mines,
            "open": cell not in HIDDEN,
            "unmarked": cell in HIDDEN and cell not in self.marked,
        }[name]


@dataclass(frozen=True)
class Meant:
    """A sentence as text, and its meaning, made together so that they share no code."""

    text: str
    holds: Callable[[World, Values], bool]


FORALL = ("∀{}: ", "forall {}: ", "for all {} ", "∀{} ")
EXISTS = ("∃{}: ", "exists {}: ", "there is a {} such that ", "there is {}: ")
SIGNS: dict[str, tuple[str, ...]] = {
    "and": ("∧", "&", "and"),
    "or": ("∨", "|", "v", "or"),
    "implies": ("⇒", "=>", "->"),
    "iff": ("⇔", "<=>"),
}
TRUTH: dict[str, Callable[[bool, bool], bool]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "implies": lambda a, b: not a or b,
    "iff": lambda a, b: a is b,
}
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "≠": operator.ne, "<": operator.lt, "<=": operator.le,
    "≤": operator.le, ">": operator.gt, "≥": operator.ge,
}  # fmt: skip


def cell_of(name: str, values: Values) -> int:
    return values[name] if name in values else NAMES.index(name)


@st.composite
def atoms(draw: st.DrawFn, cells: tuple[str, ...], numbers: tuple[str, ...]) -> Meant:
    one, other = (draw(st.sampled_from((*cells, *cells, *NAMES))) for _ in range(2))
    kind = draw(st.sampled_from(("mine", "safe", "open", "unmarked", "adjacent", "=", "count")))
    if kind == "adjacent":
        return Meant(
            f"adjacent({one}, {other})",
            lambda world, v: cell_of(one, v) in world.near(cell_of(other, v)),
        )
    if kind == "=":
        return Meant(f"{one} = {other}", lambda world, v: cell_of(one, v) == cell_of(other, v))
    if kind != "count":
        return Meant(f"{kind}({one})", lambda world, v: world.says(kind, cell_of(one, v)))
    left = draw(st.sampled_from(("hint", "mines", "known_mines", "known_safe", "unknown")))
    sign = draw(st.sampled_from(list(COMPARED)))
    uses_number = draw(st.booleans())
    if uses_number and numbers:
        name = draw(st.sampled_from(numbers))
        added = draw(st.integers(0, 2))

        def with_number(world: World, v: Values) -> bool:
            found = world.number(left, cell_of(one, v))
            return found is not None and COMPARED[sign](found, v[name] - added)

        return Meant(f"{left}({one}) {sign} {name} - {added}", with_number)
    right = draw(st.sampled_from(("hint", "known_mines", "neighbours", "known_safe")))

    def with_term(world: World, v: Values) -> bool:
        a, b = world.number(left, cell_of(one, v)), world.number(right, cell_of(other, v))
        return a is not None and b is not None and COMPARED[sign](b, a)

    return Meant(f"{right}({other}) {sign} {left}({one})", with_term)


@st.composite
def sentences(
    draw: st.DrawFn, depth: int = 4, cells: tuple[str, ...] = (), numbers: tuple[str, ...] = ()
) -> Meant:
    kinds = ("atom",) if not depth else ("atom", "not", "two", "two", "all", "some", "prime")
    kind = draw(st.sampled_from(kinds)) if cells else draw(st.sampled_from(("all", "some")))
    if kind == "atom":
        return draw(atoms(cells, numbers))
    if kind in ("not", "prime"):
        part = draw(sentences(depth - 1, cells, numbers))
        sign = draw(st.sampled_from(("¬", "~", "!", "not ")))
        text = f"({part.text})'" if kind == "prime" else f"{sign}({part.text})"
        return Meant(text, lambda world, v: not part.holds(world, v))
    if kind == "two":
        a, b = (draw(sentences(depth - 1, cells, numbers)) for _ in range(2))
        means = draw(st.sampled_from(list(TRUTH)))
        text = f"({a.text}) {draw(st.sampled_from(SIGNS[means]))} ({b.text})"
        return Meant(text, lambda world, v: TRUTH[means](a.holds(world, v), b.holds(world, v)))
    is_number = bool(cells) and draw(st.integers(0, 5)) == 0
    name = draw(st.sampled_from(("n", "k") if is_number else ("x", "y", "z")))
    if is_number:
        part = draw(atoms_with(cells, name))
    else:
        part = draw(sentences(depth - 1, (*cells, name), numbers))
    every = all if kind == "all" else any
    quantifier = draw(st.sampled_from(FORALL if kind == "all" else EXISTS)).format(name)
    values = range(9) if is_number else CELLS
    return Meant(
        f"{quantifier}({part.text})",
        lambda world, v: every(part.holds(world, {**v, name: value}) for value in values),
    )


@st.composite
def atoms_with(draw: st.DrawFn, cells: tuple[str, ...], name: str) -> Meant:
    """An atom with a number variable, joined with another atom."""
    one = draw(st.sampled_from(cells))
    other = draw(sentences(1, cells, (name,)))
    return Meant(
        f"known_safe({one}) = {name} & ({other.text})",
        lambda world, v: world.number("known_safe", v[one]) == v[name] and other.holds(world, v),
    )


def worlds(marks: dict[int, bool]) -> Iterator[World]:
    free = [cell for cell in HIDDEN if cell not in marks]
    for values in product((False, True), repeat=len(free)):
        mines = {cell for cell, value in zip(free, values, strict=True) if value}
        mines |= {cell for cell, value in marks.items() if value}
        yield World(frozenset(mines), frozenset(marks))


def true_on(clause: Clause, mines: frozenset[int]) -> bool:
    return any((abs(x) - 1 in mines) == (x > 0) for x in clause)


@given(sentences(), st.dictionaries(st.sampled_from(HIDDEN), st.booleans(), max_size=3))
def test_ground_clauses_are_true_where_the_sentence_is(
    meant: Meant, marked: dict[int, bool]
) -> None:
    marks = Marks(VIEW)
    for cell, is_mine in marked.items():
        marks.mark(cell + 1 if is_mine else -cell - 1)
    rule = Rule.parse(meant.text, VIEW, 1)
    try:
        clauses = [marks.about_mines(each.clause) for each in Grounding(marks).clauses([rule])]
    except LimitError:
        reject()
    again = Rule.parse(str(rule), VIEW, 1)
    assert again.formula == rule.formula
    for world in worlds(marked):
        expected = meant.holds(world, {})
        assert all(true_on(clause, world.mines) for clause in clauses) == expected, meant.text


def ground(text: str, view: View = VIEW) -> list[str]:
    marks = Marks(view)
    found = Grounding(marks).clauses([Rule.parse(text, view, 3)])
    return [f"{clause_text(each.clause, marks.name)} by {each}" for each in found]


def test_a_sentence_about_all_numbers_gives_the_clauses_of_every_clue() -> None:
    assert ground("forall x: open(x) => mines(x) = hint(x)", View.parse("2x2x1\n..\n1.")) == [
        "(mine(A1) ∨ mine(B1) ∨ mine(B2)) by sentence 3 with x = A2",
        "(safe(A1) ∨ safe(B1)) by sentence 3 with x = A2",
        "(safe(A1) ∨ safe(B2)) by sentence 3 with x = A2",
        "(safe(B1) ∨ safe(B2)) by sentence 3 with x = A2",
    ]


def test_an_existential_over_an_implication_says_nothing() -> None:
    """A cell that is not next to x makes the implication true. A conjunction says something."""
    mistaken = "∀x ∃y: open(x) ∧ adjacent(x, y) ∧ unmarked(y) ⇒ mine(y)"
    assert ground(mistaken) == []
    meant = "∀x: hint(x) = 2 ⇒ ∃y: adjacent(x, y) ∧ unmarked(y) ∧ mine(y)"
    assert ground(meant) == [
        "(mine(B1) ∨ mine(C1) ∨ mine(D1) ∨ mine(B2) ∨ mine(D2)) by sentence 3 with x = C2"
    ]


def test_adjacency_limits_the_instances() -> None:
    """If a condition says that y is next to x, only the neighbours of x are examined."""
    marks = Marks(View.hidden_everywhere(VIEW.level))
    for text, instances in (
        ("∀x, y: adjacent(x, y) ∧ open(x) ⇒ mine(y)", 4 * 3 + 4 * 5),
        ("∀x, y: open(x) ⇒ mine(y)", 64),
        ("∀x: ∃y: adjacent(y, x) ∧ open(y)", 8 + 4 * 3 + 4 * 5),
    ):
        grounding = Grounding(marks)
        list(grounding.clauses([Rule.parse(text, VIEW, 1)]))
        assert grounding.instances == instances


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("forall x: mime(x)", 11, "'mime' is not a predicate: use mine, safe, unmarked, open, adj"),
        ("forall x: hint(x)", 11, "'hint' is a number: compare it, as in hint(x) = 1"),
        ("forall x: adjacent(x)", 11, "adjacent speaks of two cells, not of 1"),
        ("forall x: mine(x, A1)", 11, "mine speaks of one cell, not of 2"),
        (
            "forall x: mine(y)",
            16,
            "'y' is neither a variable of a quantifier nor a cell (A1 to D2)",
        ),
        ("mine(E1)", 6, "'E1' is neither a variable"),
        ("mine(A1) & mine(3)", 17, "'3' is not a cell"),
        ("forall x: hint(x) = x", 21, "'x' is a cell: write hint(x)"),
        ("forall x: hint(x) = mine(x)", 21, "'mine' is true or false, not a number: use hint, min"),
        ("forall x: hint(x) = age(x)", 21, "'age' is not a number: use hint, mines, known_mines"),
        ("forall x: hint(x, x) = 1", 11, "hint speaks of one cell, not of 2"),
        ("forall x: mines(x) = mines(A1)", 22, "a comparison may have mines(...) only once"),
        ("forall x, y: x < y", 14, "cells can only be compared with = or ≠"),
        ("forall x: mine(x) => x", 22, "'x' is not true or false by itself: compare it, or write"),
        ("forall: mine(x)", 7, "expected a variable after the quantifier, but found ':'"),
        ("forall x: mine(x", 17, "the ( in column 15 is not closed before the end"),
        ("forall x: hint(x) =", 20, "expected a name or a number, but found the end"),
        ("forall x: hint(x) = 9999999999", 21, "the number is too large"),
        ("mine(A1) mine(B1)", 10, "expected an operator or the end, but found 'mine'"),
        ("forall x: ⇒ mine(x)", 11, "expected a quantifier, a predicate, a number, ¬ or (, but"),
        ("mine(A1) $", 10, "'$' is not part of a formula"),
    ],
)
def test_a_mistake_is_pointed_at(text: str, column: int, said: str) -> None:
    with pytest.raises(FormulaError) as caught:
        Rule.parse(text, VIEW, 1)
    assert str(caught.value).startswith(f"column {column}: {said}")
    assert "▸" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_sentence_with_too_many_instances_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.reason.grounding.INSTANCES", 60)
    with pytest.raises(ValueError, match="the sentences have more than 60 instances"):
        ground("forall x, y: mine(x) => mine(y)")


def test_sentences_that_say_too_much_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clauses of all instances are limited, and the atoms in a single question, too."""
    monkeypatch.setattr("sapper.reason.grounding.GROUND", 20)
    with pytest.raises(LimitError, match="the sentences have more than 20 clauses"):
        ground("forall x, y: mine(x) => mine(y)")
    monkeypatch.setattr("sapper.reason.grounding.SYMBOLS", 100)
    rule = Rule.parse("forall x, y, z: mine(x) <=> (mine(y) <=> mine(z))", VIEW, 1)
    with pytest.raises(LimitError, match="speak of unmarked cells more than 100 times"):
        Grounding(Marks(VIEW)).truth(rule, rule.formula, {})


def test_a_chain_of_equivalences_is_read_once() -> None:
    """Both a part and its negation are needed, so a chain must not double the work each time."""
    rule = Rule.parse(" <=> ".join(["open(A1)", "open(A2)"] * 30), VIEW, 1)
    assert Grounding(Marks(VIEW)).truth(rule, rule.formula, {}) is True
