"""Literals and clauses, and the result of matching two clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from sapper.logic.errors import LogicError

Literal: TypeAlias = int
"""+v means that variable v is true, -v that it is false. v is at least 1."""

T = TypeVar("T")

NOT = "¬"
OR = " ∨ "


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the 1 bits in a mask, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def connected(items: Iterable[tuple[int, T]]) -> list[list[T]]:
    """Divide items into connected groups.

    Two items are in the same group if their masks share a bit, or if other items link them.

    >>> connected([(0b001, "a"), (0b110, "b"), (0b100, "c")])
    [['a'], ['b', 'c']]
    """
    groups: list[tuple[int, list[T]]] = []
    for mask, item in items:
        joined, apart = [item], []
        for group in groups:
            if group[0] & mask:
                mask |= group[0]
                joined = group[1] + joined
            else:
                apart.append(group)
        groups = [*apart, (mask, joined)]
    return [joined for _, joined in groups]


def literals_of(pos: int, neg: int) -> tuple[Literal, ...]:
    """The literals of a clause, with positive literals first."""
    literals = []
    while pos:
        low = pos & -pos
        literals.append(low.bit_length() - 1)
        pos ^= low
    while neg:
        low = neg & -neg
        literals.append(1 - low.bit_length())
        neg ^= low
    return tuple(literals)


def masks(literal: Literal) -> tuple[int, int]:
    """The masks `pos` and `neg` of the clause that contains only this literal.

    >>> masks(3), masks(-3)
    ((8, 0), (0, 8))
    """
    if not literal:
        raise zero_error()
    return (1 << literal, 0) if literal > 0 else (0, 1 << -literal)


def zero_error() -> LogicError:
    return LogicError("0 is not a literal: use +v or -v with v at least 1")


@dataclass(frozen=True, slots=True)
class Clause:
    """An immutable set of literals. Bit v of `pos` stands for +v, and bit v of `neg` for -v.

    >>> Clause.of(3, -4) == Clause.of(-4, 3, 3)
    True
    >>> print(Clause.of(3, -4), Clause.of(), len(Clause.of(1, 2)), -4 in Clause.of(3, -4))
    (3 ∨ ¬4) ⊥ 2 True
    """

    pos: int = 0
    neg: int = 0

    @classmethod
    def of(cls, *literals: Literal) -> Clause:
        pos = neg = 0
        for literal in literals:
            if literal > 0:
                pos |= 1 << literal
            elif literal < 0:
                neg |= 1 << -literal
            else:
                raise zero_error()
        return cls(pos, neg)

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals in the order of their variables. +v comes before -v.

        >>> Clause.of(-9, 7, -2).literals
        (-2, 7, -9)
        """
        return tuple(sorted(literals_of(self.pos, self.neg), key=lambda x: (abs(x), x < 0)))

    @property
    def tautology(self) -> bool:
        return self.pos & self.neg != 0

    def subsumes(self, other: Clause) -> bool:
        return not (self.pos & ~other.pos or self.neg & ~other.neg)

    def __len__(self) -> int:
        return self.pos.bit_count() + self.neg.bit_count()

    def __iter__(self) -> Iterator[Literal]:
        return iter(self.literals)

    def __contains__(self, literal: Literal) -> bool:
        return bool((self.pos >> literal if literal > 0 else self.neg >> -literal) & 1)

    def __str__(self) -> str:
        return clause_text(self)


EMPTY = Clause()


def resolve(a: Clause, b: Clause) -> tuple[Clause, int]:
    """The resolvent of two clauses, and the variable on which they are resolved.

    The clauses must clash in exactly one literal.

    >>> resolvent, pivot = resolve(Clause.of(1, 2), Clause.of(-1, 3))
    >>> print(resolvent, pivot)
    (2 ∨ 3) 1
    """
    pivot = a.pos & b.neg | a.neg & b.pos
    if pivot.bit_count() != 1:
        raise LogicError(f"{a} and {b} can't be resolved: they must clash in exactly one literal")
    return Clause((a.pos | b.pos) & ~pivot, (a.neg | b.neg) & ~pivot), pivot.bit_length() - 1


def literal_text(literal: Literal, name: Callable[[int], str] = str) -> str:
    """A literal as text.

    >>> literal_text(-2, "xyz".__getitem__)
    '¬z'
    """
    return name(literal) if literal > 0 else NOT + name(-literal)


def clause_text(clause: Clause, name: Callable[[int], str] = str) -> str:
    """A clause as text.

    >>> clause_text(Clause.of(1, -2), lambda v: f"x{v}")
    '(x1 ∨ ¬x2)'
    """
    words = [literal_text(literal, name) for literal in clause.literals]
    if not words:
        return "⊥"
    return words[0] if len(words) == 1 else f"({OR.join(words)})"


def matching(a: Clause, b: Clause) -> Clause | None:
    """Match two clauses: return the one that subsumes the other, or else their resolvent.

    Return None if no literal clashes, or if every resolvent is a tautology.

    >>> print(matching(Clause.of(1, 2), Clause.of(1, 2, 3)))
    (1 ∨ 2)
    >>> print(matching(Clause.of(1, 2), Clause.of(-1, 3)))
    (2 ∨ 3)
    >>> matching(Clause.of(1, 2), Clause.of(-1, -2)) is None
    True
    """
    if a.subsumes(b):
        return a
    if b.subsumes(a):
        return b
    up, down = a.pos & b.neg, a.neg & b.pos
    pivot = up | down
    if not pivot or pivot & (pivot - 1) or (up and down):
        return None
    return Clause(a.pos & ~up | b.pos & ~down, a.neg & ~down | b.neg & ~up)
