"""Counts the models of a set of clauses.

The search is like DPLL, but at every choice it counts the models for both values and adds the
counts. If the clauses fall into groups that share no variable, the models of each group are counted
separately and the counts are multiplied. The count of each group is stored, so that it is computed
only once (Bayardo and Pehoushek 2000, "Counting models using connected components"; Sang and others
2004).

>>> clauses = [Clause.of(1, 2), Clause.of(3, 4)]
>>> count_models(clauses, range(1, 6))
18

`count_by_size` counts separately by the number of true variables. Here, 4 models have two true
variables, 4 have three, and 1 has four.

>>> count_by_size(clauses, range(1, 5))
(0, 0, 4, 4, 1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from sapper.logic.clause import Clause, bits, connected
from sapper.logic.errors import LimitError, LogicError

LOOKS = 2_000_000
"""the maximum number of clauses looked at, reached after a few seconds"""
_DEPTH = 200

_Masks: TypeAlias = tuple[int, int]
_Polynomial: TypeAlias = tuple[int, ...]
"""the numbers of models with 0, 1, 2, ... true variables, or only the total"""


def count_models(clauses: Iterable[Clause], variables: Iterable[int], looks: int = LOOKS) -> int:
    """The number of models over `variables`, which must include all variables of the clauses."""
    return _count(clauses, variables, looks, by_size=False)[0]


def count_by_size(
    clauses: Iterable[Clause], variables: Iterable[int], looks: int = LOOKS
) -> tuple[int, ...]:
    return _count(clauses, variables, looks, by_size=True)


def _count(
    clauses: Iterable[Clause], variables: Iterable[int], looks: int, by_size: bool
) -> _Polynomial:
    chosen = frozenset((c.pos, c.neg) for c in clauses if not c.tautology)
    mask = 0
    for variable in variables:
        mask |= 1 << variable
    missing = _variables(chosen) & ~mask
    if missing:
        variable = (missing & -missing).bit_length() - 1
        raise LogicError(f"variable {variable} is in a clause, but not in `variables`")
    counter = _Counter(looks, (1, 1) if by_size else (2,), (0, 1) if by_size else (1,))
    counts = counter.parts(chosen, mask, 0)
    size = mask.bit_count() + 1 if by_size else 1
    return counts + (0,) * (size - len(counts))


class _Counter:
    def __init__(self, looks: int, free: _Polynomial, true: _Polynomial) -> None:
        self.looks = self.left = looks
        self.free = free
        self.true = true
        self.seen: dict[frozenset[_Masks], _Polynomial] = {}

    def parts(self, clauses: frozenset[_Masks], variables: int, depth: int) -> _Polynomial:
        product: _Polynomial = (1,)
        while True:
            self.left -= len(clauses) + 1
            if self.left < 0 or depth > _DEPTH:
                raise LimitError(
                    f"counting the models needs more than {self.looks:,} clause checks"
                )
            true = false = 0
            for pos, neg in clauses:
                if (pos | neg).bit_count() == 1:
                    true |= pos
                    false |= neg
            if true & false or (0, 0) in clauses:
                return (0,)
            if not true | false:
                break
            for _ in range(true.bit_count()):
                product = _times(product, self.true)
            variables &= ~(true | false)
            clauses = _assign(clauses, true, false)
        for part in connected((pos | neg, (pos, neg)) for pos, neg in clauses):
            count = self.count_connected(frozenset(part), depth)
            if not any(count):
                return (0,)
            product = _times(product, count)
        for _ in range((variables & ~_variables(clauses)).bit_count()):
            product = _times(product, self.free)
        return product

    def count_connected(self, clauses: frozenset[_Masks], depth: int) -> _Polynomial:
        counts = self.seen.get(clauses)
        if counts is not None:
            return counts
        width = min((pos | neg).bit_count() for pos, neg in clauses)
        often = Counter(
            v for pos, neg in clauses if (pos | neg).bit_count() == width for v in bits(pos | neg)
        )
        bit = 1 << min(often, key=lambda v: (-often[v], v))
        others = _variables(clauses) & ~bit
        true = self.parts(_assign(clauses, bit, 0), others, depth + 1)
        false = self.parts(_assign(clauses, 0, bit), others, depth + 1)
        counts = self.seen[clauses] = _plus(_times(self.true, true), false)
        return counts


def _assign(clauses: frozenset[_Masks], true: int, false: int) -> frozenset[_Masks]:
    return frozenset(
        (pos & ~false, neg & ~true) for pos, neg in clauses if not (pos & true or neg & false)
    )


def _variables(clauses: Iterable[_Masks]) -> int:
    mask = 0
    for pos, neg in clauses:
        mask |= pos | neg
    return mask


def _times(a: _Polynomial, b: _Polynomial) -> _Polynomial:
    if len(a) == 1 and len(b) == 1:
        return (a[0] * b[0],)
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return tuple(product)


def _plus(a: _Polynomial, b: _Polynomial) -> _Polynomial:
    size = max(len(a), len(b))
    a, b = a + (0,) * (size - len(a)), b + (0,) * (size - len(b))
    return tuple(x + y for x, y in zip(a, b, strict=True))
