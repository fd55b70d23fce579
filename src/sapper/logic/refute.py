"""Refutation: a claim follows when its opposite is impossible.

The elimination of Davis and Putnam (1960, "A computing procedure for quantification theory") as
directional resolution (Dechter and Rish 1994), and the splitting rule (Davis, Logemann and Loveland
1962) where elimination would make too many clauses.
"""

from __future__ import annotations

from collections import defaultdict

from sapper.logic.clause import Clause, Literal, masks
from sapper.logic.errors import LimitError
from sapper.logic.proof import InconsistentError, Proof
from sapper.logic.store import Store
from sapper.logic.trace import Derived

_ASSUMED = object()
"""The origin of an assumption in a refutation."""


def refute(kb: Store, literal: Literal, limit: int) -> bool:
    """What `KnowledgeBase.refute` promises: whether the literal is a fact now."""
    kb.propagate()
    known = kb.ask(literal)
    if known is not None:
        return known
    denial = _refute(kb, _component(kb, literal), (-literal,), limit)
    if denial is None:
        return False
    pos, neg, parents, _ = kb._log[denial]
    kb._add(pos, neg, parents)
    kb.propagate()
    return True


def satisfiable(kb: Store, limit: int, budget: int | None) -> bool:
    """What `KnowledgeBase.satisfiable` promises: whether no contradiction follows."""
    if kb._contradiction is not None:
        return False
    purse = None if budget is None else _Purse(budget)
    try:
        kb.propagate()
        left = dict.fromkeys(kb._live)
        while left:
            ids = _component(kb, kb._live[next(iter(left))][2][0])
            denial = _refute(kb, ids, (), limit, purse)
            if denial is not None:
                pos, neg, parents, _ = kb._log[denial]
                assert not pos | neg, "without assumptions, only the empty clause denies them"
                kb._add(pos, neg, parents)
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


def _component(kb: Store, literal: Literal) -> list[int]:
    """The ids of the clauses in KB that share variables with the literal, step by step."""
    reached: set[int] = set()
    seen = {abs(literal)}
    todo = [abs(literal)]
    while todo:
        v = todo.pop()
        for i in kb._mentions(v) + kb._mentions(-v):
            if i not in reached:
                reached.add(i)
                for x in kb._live[i][2]:
                    if abs(x) not in seen:
                        seen.add(abs(x))
                        todo.append(abs(x))
    return sorted(reached)


def _refute(
    kb: Store,
    ids: list[int],
    assumed: tuple[Literal, ...],
    limit: int,
    purse: _Purse | None = None,
) -> int | None:
    """The id of a clause that denies some of the assumptions, or None if they are possible."""
    scratch = Store()
    try:
        for x in assumed:
            scratch.post(*masks(x), _ASSUMED)
        for i in ids:
            scratch.post(kb._log[i][0], kb._log[i][1], i)
        scratch.propagate()
        done = _eliminate(scratch, limit)
    except InconsistentError as problem:
        kb.counters.resolved += scratch.counters.resolved
        kb.counters.matched += scratch.counters.matched
        return _adopt(kb, problem.proof)
    kb.counters.resolved += scratch.counters.resolved
    kb.counters.matched += scratch.counters.matched
    if done:
        return None
    if purse is not None:
        purse.spend(len(ids) + scratch.counters.resolved)
    # Split where the clauses are shortest and most.
    split = _busiest(scratch)
    first = _refute(kb, ids, (*assumed, split), limit, purse)
    if first is None or not kb._log[first][1] >> split & 1:
        return first
    second = _refute(kb, ids, (*assumed, -split), limit, purse)
    if second is None or not kb._log[second][0] >> split & 1:
        return second
    return _derive(kb, (first, second))


def _busiest(kb: Store) -> int:
    """The variable in most of the narrowest clauses, which a split settles best."""
    weight: defaultdict[int, int] = defaultdict(int)
    for _, _, literals in kb._live.values():
        for x in literals:
            weight[abs(x)] += 1 << max(0, 16 - 2 * len(literals))
    return max(weight, key=lambda v: (weight[v], -v))


def _eliminate(kb: Store, limit: int | None = None) -> bool:
    """Directional resolution: resolve the variables away, the cheapest first.

    For each variable, all pairs that are complementary in it are matched, and the clauses that
    mention it are dropped: what is left holds exactly when the whole could. Destroys KB (not
    the log). A contradiction is raised; True if there is none; False if the resolvents
    exceeded the limit.
    """
    start = kb.counters.resolved
    left = {abs(x) for _, _, literals in kb._live.values() for x in literals}
    while left:
        best, cost = 0, 0
        for v in sorted(left):
            c = _count(kb, v) * _count(kb, -v)
            if not best or c < cost:
                best, cost = v, c
                if not c:
                    break
        left.discard(best)
        if limit is not None and kb.counters.resolved - start + cost > limit:
            return False
        up, down = kb._mentions(best), kb._mentions(-best)
        parents = {i: kb._live[i] for i in up + down}
        for i in parents:
            kb._remove(i)
        bit = 1 << best
        for i in up:
            p, n, _ = parents[i]
            for j in down:
                q, m, _ = parents[j]
                kb.counters.matched += 1
                if (p & m | n & q) == bit:
                    kb.counters.resolved += 1
                    kb._add((p | q) & ~bit, (n | m) & ~bit, (i, j))
        kb.propagate()
    return True


def _count(kb: Store, x: Literal) -> int:
    wide = len(kb._wide[x]) if x in kb._wide else 0
    return wide + kb._pair_pos[x].bit_count() + kb._pair_neg[x].bit_count()


def _adopt(kb: Store, proof: Proof) -> int:
    """Copy a refutation into the log without its assumptions; the id of its last clause.

    A step that used an assumption keeps the literal that the assumption denied, so the last
    clause says that not all of the assumptions hold.
    """
    here: dict[int, int] = {}
    for step in proof.steps:
        if step.parents:
            parents = [here[p] for p in step.parents if p in here]
            here[step.id] = parents[0] if len(parents) == 1 else _derive(kb, tuple(parents))
        elif step.origin is not _ASSUMED:
            assert isinstance(step.origin, int)
            here[step.id] = step.origin
    return here[proof.steps[-1].id]


def _derive(kb: Store, parents: tuple[int, ...]) -> int:
    """Log the clause that a chain of resolutions gives."""
    pos, neg = kb._log[parents[0]][:2]
    for j in parents[1:]:
        p, n = kb._log[j][:2]
        pivot = pos & n | neg & p
        pos, neg = (pos | p) & ~pivot, (neg | n) & ~pivot
    kb._log.append((pos, neg, parents, None))
    if kb._listener is not None:
        kb._listener(Derived(len(kb._log) - 1, Clause(pos, neg), parents))
    return len(kb._log) - 1
