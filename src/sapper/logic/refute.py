"""Refutation: a claim follows if its opposite is impossible.

Directional resolution (Dechter and Rish 1994) eliminates one variable after another. If the
elimination makes too many clauses, the search splits on a variable (Davis, Logemann and Loveland
1962).
"""

from __future__ import annotations

from collections import defaultdict

from sapper.logic.clause import Literal, masks
from sapper.logic.clause_store import ClauseStore
from sapper.logic.errors import LimitError
from sapper.logic.proof import InconsistentError, Proof
from sapper.words import plural

_ASSUMED = object()


def refute(kb: ClauseStore, literal: Literal, limit: int) -> bool:
    kb.propagate()
    known = kb.ask(literal)
    if known is not None:
        return known
    denial = _denial(kb, kb.component(literal), (-literal,), limit)
    if denial is None:
        return False
    kb.derive(denial)
    return True


def satisfiable(kb: ClauseStore, limit: int, budget: int | None) -> bool:
    if kb.contradiction is not None:
        return False
    purse = None if budget is None else _Purse(budget)
    try:
        kb.propagate()
        left = dict.fromkeys(kb.ids())
        while left:
            ids = kb.component(kb.clause(next(iter(left))).literals[0])
            denial = _denial(kb, ids, (), limit, purse)
            if denial is not None:
                assert not kb.clause(denial), "without assumptions, a denial is the empty clause"
                kb.derive(denial)
            for i in ids:
                del left[i]
    except InconsistentError:
        return False
    return True


class _Purse:
    def __init__(self, budget: int) -> None:
        self.budget = self.left = budget

    def spend(self, clauses: int) -> None:
        self.left -= clauses
        if self.left < 0:
            raise LimitError(
                f"the search for a refutation gave up after handling {self.budget:,} "
                f"{plural(self.budget, 'clause')}"
            )


def _denial(
    kb: ClauseStore,
    ids: list[int],
    assumed: tuple[Literal, ...],
    limit: int,
    purse: _Purse | None = None,
) -> int | None:
    """The id of a clause that contradicts the assumptions, or None if they can all be true."""
    scratch = _Elimination()
    try:
        for x in assumed:
            scratch.post(*masks(x), _ASSUMED)
        for i in ids:
            clause = kb.clause(i)
            scratch.post(clause.pos, clause.neg, i)
        scratch.propagate()
        done = scratch.eliminate(limit)
    except InconsistentError as problem:
        return _adopt(kb, problem.proof)
    finally:
        kb.counters.resolved += scratch.counters.resolved
        kb.counters.matched += scratch.counters.matched
    if done:
        return None
    if purse is not None:
        purse.spend(len(ids) + scratch.counters.resolved)
    split = scratch.busiest()
    first = _denial(kb, ids, (*assumed, split), limit, purse)
    if first is None or -split not in kb.clause(first):
        return first
    second = _denial(kb, ids, (*assumed, -split), limit, purse)
    if second is None or split not in kb.clause(second):
        return second
    return kb.log_resolvent((first, second))


class _Elimination(ClauseStore):
    __slots__ = ()

    def busiest(self) -> int:
        weight: defaultdict[int, int] = defaultdict(int)
        for _, _, literals in self._live.values():
            for x in literals:
                weight[abs(x)] += 1 << max(0, 16 - 2 * len(literals))
        return max(weight, key=lambda v: (weight[v], -v))

    def eliminate(self, limit: int) -> bool:
        """Eliminate the variables one by one, the cheapest first (directional resolution).

        To eliminate a variable, all pairs of clauses that clash in it are resolved, and then all
        clauses that contain it are removed. The elimination preserves satisfiability. In the end KB
        is empty, but the log contains all clauses. A contradiction raises an InconsistentError.
        Return False if there would be more than `limit` resolvents, otherwise True.
        """
        counters = self.counters
        left = {abs(x) for _, _, literals in self._live.values() for x in literals}
        while left:
            best, cost = 0, 0
            for v in sorted(left):
                c = self._count(v) * self._count(-v)
                if not best or c < cost:
                    best, cost = v, c
                    if not c:
                        break
            left.discard(best)
            if counters.resolved + cost > limit:
                return False
            up, down = self._mentions(best), self._mentions(-best)
            parents = {i: self._live[i] for i in up + down}
            for i in parents:
                self._remove(i)
            bit = 1 << best
            for i in up:
                p, n, _ = parents[i]
                for j in down:
                    q, m, _ = parents[j]
                    counters.matched += 1
                    if (p & m | n & q) == bit:
                        counters.resolved += 1
                        self._add((p | q) & ~bit, (n | m) & ~bit, (i, j))
            self.propagate()
        return True

    def _count(self, x: Literal) -> int:
        wide = len(self._wide[x]) if x in self._wide else 0
        return wide + self._pair_pos[x].bit_count() + self._pair_neg[x].bit_count()


def _adopt(kb: ClauseStore, proof: Proof) -> int:
    """Copy a refutation into the log.

    The assumptions are not copied, so each copied step also contains the negations of the
    assumptions from which it was derived.
    """
    here: dict[int, int] = {}
    for step in proof.steps:
        if step.parents:
            parents = tuple(here[p] for p in step.parents if p in here)
            here[step.id] = parents[0] if len(parents) == 1 else kb.log_resolvent(parents)
        elif step.origin is not _ASSUMED:
            assert isinstance(step.origin, int)
            here[step.id] = step.origin
    return here[proof.steps[-1].id]
