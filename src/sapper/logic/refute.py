"""Refutation: a claim follows when its opposite is impossible.

The elimination of Davis and Putnam (1960, "A computing procedure for quantification theory") as
directional resolution (Dechter and Rish 1994), and the splitting rule (Davis, Logemann and Loveland
1962) where elimination would make too many clauses.
"""

from __future__ import annotations

from collections import defaultdict

from sapper.logic.clause import Literal, masks
from sapper.logic.clause_store import ClauseStore
from sapper.logic.errors import LimitError
from sapper.logic.proof import InconsistentError, Proof

_ASSUMED = object()
"""The origin of an assumption in a refutation."""


def refute(kb: ClauseStore, literal: Literal, limit: int) -> bool:
    """What `KnowledgeBase.refute` promises: whether the literal is a fact now."""
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
    """What `KnowledgeBase.satisfiable` promises: whether no contradiction follows."""
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
                assert not kb.clause(denial), "without assumptions, only the empty clause denies"
                kb.derive(denial)
            for i in ids:
                del left[i]
    except InconsistentError:
        return False
    return True


class _Purse:
    """Work that may still be done, counted in clauses; mutable."""

    def __init__(self, budget: int) -> None:
        self.budget = self.left = budget

    def spend(self, clauses: int) -> None:
        self.left -= clauses
        if self.left < 0:
            raise LimitError(f"the refutation gave up after handling {self.budget:,} clauses")


def _denial(
    kb: ClauseStore,
    ids: list[int],
    assumed: tuple[Literal, ...],
    limit: int,
    purse: _Purse | None = None,
) -> int | None:
    """The id of a clause that denies some of the assumptions, or None if they are possible."""
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
    # Split where the clauses are shortest and most.
    split = scratch.busiest()
    first = _denial(kb, ids, (*assumed, split), limit, purse)
    if first is None or -split not in kb.clause(first):
        return first
    second = _denial(kb, ids, (*assumed, -split), limit, purse)
    if second is None or split not in kb.clause(second):
        return second
    return kb.log_resolvent((first, second))


class _Elimination(ClauseStore):
    """Clauses whose variables are resolved away; mutable."""

    __slots__ = ()

    def busiest(self) -> int:
        """The variable in most of the narrowest clauses, which a split settles best."""
        weight: defaultdict[int, int] = defaultdict(int)
        for _, _, literals in self._live.values():
            for x in literals:
                weight[abs(x)] += 1 << max(0, 16 - 2 * len(literals))
        return max(weight, key=lambda v: (weight[v], -v))

    def eliminate(self, limit: int) -> bool:
        """Directional resolution: resolve the variables away, the cheapest first.

        For each variable, all pairs that are complementary in it are matched, and the clauses that
        mention it are dropped: what is left holds exactly when the whole could. Empties KB (not
        the log). A contradiction is raised; True if there is none; False if the resolvents
        exceeded the limit.
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
        """How many clauses hold a literal."""
        wide = len(self._wide[x]) if x in self._wide else 0
        return wide + self._pair_pos[x].bit_count() + self._pair_neg[x].bit_count()


def _adopt(kb: ClauseStore, proof: Proof) -> int:
    """Copy a refutation into the log without its assumptions; the id of its last clause.

    A step that used an assumption keeps the literal that the assumption denied, so the last
    clause says that not all of the assumptions hold.
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
