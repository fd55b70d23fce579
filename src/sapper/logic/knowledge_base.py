"""A knowledge base, which derives clauses by matching them pairwise and by refutation (refute.py).

Matching is the given-clause loop of the prover Otter (McCune 1990). New clauses wait in a queue. A
clause that is taken from the queue becomes *given*, and is matched with all earlier given clauses.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape

from sapper.logic.clause import Clause, Literal, bits, clause_text, masks
from sapper.logic.clause_store import ClauseStore
from sapper.logic.proof import InconsistentError
from sapper.logic.refute import refute, satisfiable
from sapper.logic.trace import Matched, Removed, RoundEnded
from sapper.words import how_many

NO_LIMIT = 1 << 30

SHOWN = 100
"""the maximum number of clauses that a notebook shows"""


@dataclass(slots=True, repr=False)
class KnowledgeBase(ClauseStore):
    """KB and KB0. The switches are mistakes that students have made (agents/textbook.py)."""

    forgets_parents: bool = False
    """whether both parents leave KB when they are resolved"""
    both_short: bool = False
    """whether two clauses are matched only if both have two literals"""
    one_round: bool = False
    """whether matching ends when it has matched the clauses that were waiting at its start"""
    # The queues may contain clauses that are no longer in KB.
    _waiting: set[int] = field(default_factory=set)
    _queues: list[list[int]] = field(default_factory=lambda: [[] for _ in range(3)])
    _given_pos: defaultdict[Literal, int] = field(default_factory=lambda: defaultdict(int))
    _given_neg: defaultdict[Literal, int] = field(default_factory=lambda: defaultdict(int))
    # _w is the largest limit w so far. For each pair of wide clauses, _tried records the limit w
    # with which the pair was matched. For each wide clause, _reach records the limits (k, w) with
    # which the clause was matched.
    _w: int = 0
    _tried: dict[tuple[int, int], int] = field(default_factory=dict)
    _reach: dict[int, tuple[int, int]] = field(default_factory=dict)
    # With `one_round`, the clauses that have entered KB since matching began.
    _late: list[int] | None = None

    def __repr__(self) -> str:
        facts = how_many(len(self.facts), "fact")
        return f"<KnowledgeBase: {how_many(len(self), 'clause')} in KB, {facts} in KB0>"

    def _repr_html_(self) -> str:
        facts = ", ".join(clause_text(Clause.of(fact)) for fact in sorted(self.facts, key=abs))
        clauses = sorted(self.clauses(), key=lambda clause: (len(clause), clause.literals))
        shown = "\n".join(clause_text(clause) for clause in clauses[:SHOWN])
        more = f"\n... and {len(clauses) - SHOWN} more" if len(clauses) > SHOWN else ""
        head = f"KB0, {how_many(len(self.facts), 'fact')}: {facts or 'none'}\n"
        head += f"KB, {how_many(len(clauses), 'clause')}:"
        return f"<pre>{escape(head)}\n{escape(shown + more)}</pre>"

    def match(
        self,
        k: int | None = 2,
        w: int | None = None,
        rounds: int | None = None,
        pairs: int | None = None,
    ) -> bool:
        """Match clauses pairwise.

        Return True as soon as there is a new fact, or False if matching finds none. Two clauses are
        matched only if at least one of them has at most `k` literals. A resolvent is kept if it has
        at most `w` literals, or if it subsumes one of its parents. None means no limit. The
        shortest waiting clause comes first. A round handles as many clauses as were waiting at its
        start. Even without a new fact, matching stops after `rounds` rounds or `pairs` pairs. A
        pair is matched again only if its resolvent was too wide before and `w` is larger now.
        """
        start = time.thread_time_ns()
        self.counters.calls += 1
        try:
            return self._match(
                NO_LIMIT if k is None else k, NO_LIMIT if w is None else w, rounds, pairs
            )
        finally:
            self.counters.match_ns += time.thread_time_ns() - start

    def match_pair(self, i: int, j: int) -> str:
        """Match two clauses of KB, and return what comes of it.

        The answer is "" if no literal clashes, "tautology" if two literals clash, "added" if the
        resolvent is new, and otherwise why it is not: "duplicate", "subsumed" or "satisfied".
        """
        if i not in self._live or j not in self._live:
            return ""
        (pos, neg, _), (p, n, _) = self._live[i], self._live[j]
        pivot = pos & n | neg & p
        if not pivot:
            return ""
        self.counters.matched += 1
        x = pivot.bit_length() - 1
        if pivot & (pivot - 1):
            if self._listener is not None:
                self._listener(Matched(i, j, x, None, "tautology"))
            return "tautology"
        pos, neg = (pos | p) & ~pivot, (neg | n) & ~pivot
        known = self._known(pos, neg)
        self._resolve(i, j, x, pos, neg)
        return known

    def lose(self, i: int, other: int) -> None:
        """Remove a clause that should stay, because it was matched with another."""
        if i in self._live:
            if self._listener is not None:
                self._listener(Removed(i, self.clause(i), "lost", other))
            self._remove(i)

    def run_round(self, match: Callable[[KnowledgeBase], bool]) -> bool:
        """Match clauses in an order of one's own, and return whether KB has changed."""
        self.counters.rounds += 1
        started, facts = self.counters.matched, len(self._fact)
        changed = match(self)
        self.propagate()
        if self._listener is not None:
            new = len(self._fact) > facts
            self._tell_round(started, "fact" if new else "given" if changed else "nothing")
        return changed

    def refute(self, literal: Literal, limit: int = 2000) -> bool:
        """Whether the clauses entail a literal. An entailed literal becomes a fact.

        This method is complete. Directional resolution eliminates the variables that are linked to
        the literal by clauses, the cheapest variable first. If the elimination needs more than
        `limit` resolvents, the search tries both values of a variable separately.

        >>> kb = KnowledgeBase()
        >>> for literals in [(1, 2, 3), (1, -2, 3), (1, 2, -3), (1, -2, -3)]:
        ...     kb.insert(Clause.of(*literals))
        >>> kb.refute(1), kb.refute(2), sorted(kb.facts)
        (True, False, [1])
        """
        return refute(self, literal, limit)

    def satisfiable(self, limit: int = 2000, budget: int | None = None) -> bool:
        """Whether all clauses can be true together.

        If the result is False, `contradiction` is the proof. If a `budget` is given, a LimitError
        is raised once that number of clauses has been handled.

        >>> kb = KnowledgeBase()
        >>> for literals in [(1, 2), (1, -2), (-1, 2), (-1, -2)]:
        ...     kb.insert(Clause.of(*literals))
        >>> kb.satisfiable()
        False
        """
        return satisfiable(self, limit, budget)

    def _on_enter(self, i: int, width: int) -> None:
        if self._late is not None:
            self._late.append(i)
            return
        self._waiting.add(i)
        queues = self._queues
        while len(queues) <= width:
            queues.append([])
        queues[width].append(i)

    def _on_leave(self, i: int, literals: tuple[Literal, ...]) -> None:
        self._waiting.discard(i)
        if len(literals) == 2:
            x, y = literals
            for a, b in ((x, y), (y, x)):
                if b > 0:
                    self._given_pos[a] &= ~(1 << b)
                else:
                    self._given_neg[a] &= ~(1 << -b)

    def _match(self, k: int, w: int, rounds: int | None, pairs: int | None) -> bool:
        self.propagate()
        before = len(self._fact)
        w = max(w, self._w)
        self._widen(w)
        if k < 2:
            return len(self._fact) > before
        if self.one_round:
            self._late = []
        live, waiting, counters = self._live, self._waiting, self.counters
        stop = None if pairs is None else counters.matched + pairs
        left = len(waiting)
        begun = left > 0
        counters.rounds += begun
        started = counters.matched
        due: list[int] = []
        seen = 0
        ended = "nothing"
        while True:
            if stop is not None and counters.matched >= stop:
                ended = "pairs"
                break
            if waiting:
                if left <= 0:
                    if rounds is not None:
                        rounds -= 1
                        if rounds <= 0:
                            ended = "given"
                            break
                    if self._listener is not None:
                        self._tell_round(started, "given")
                    left = len(waiting)
                    counters.rounds += 1
                    started = counters.matched
                left -= 1
                self._give(self._next_waiting(), w)
            elif k > 2:
                if seen < len(self._log):
                    new = [i for i in range(seen, len(self._log)) if self._due(i, k, w)]
                    seen = len(self._log)
                    due = [i for i in due if i in live] + new
                    due.sort(key=lambda i: -len(live[i][2]))
                if not due:
                    break
                if not begun:
                    begun = True
                    counters.rounds += 1
                i = due.pop()
                if i in live:
                    self._match_wide(i, k, w)
            else:
                break
            if self._news:
                self.propagate()
                ended = "fact"
                break
        late, self._late = self._late, None
        for i in late or ():
            if i in live:
                self._on_enter(i, len(live[i][2]))
        if begun and self._listener is not None:
            self._tell_round(started, "given" if late and ended == "nothing" else ended)
        return len(self._fact) > before

    def _tell_round(self, started: int, why: str) -> None:
        assert self._listener is not None
        self._listener(RoundEnded(self.counters.rounds, self.counters.matched - started, why))

    def _tell_nothing(self, i: int, x: Literal, z_pos: int, z_neg: int, why: str) -> None:
        if self._listener is None:
            return
        x_pos, x_neg = masks(x)
        for v in bits(z_pos):
            self._listener(Matched(i, self._ids[x_pos | 1 << v, x_neg], abs(x), None, why))
        for v in bits(z_neg):
            self._listener(Matched(i, self._ids[x_pos, x_neg | 1 << v], abs(x), None, why))

    def _resolve(
        self, i: int, j: int, x: Literal, pos: int, neg: int, parents: tuple[int, int] | None = None
    ) -> None:
        if self.forgets_parents and not (i in self._live and j in self._live):
            self.counters.matched -= 1  # an earlier pair took one of them away
            return
        self.counters.resolved += 1
        if self._listener is not None:
            self._listener(Matched(i, j, abs(x), Clause(pos, neg)))
        self._add(pos, neg, parents or (i, j))
        if self.forgets_parents:
            self.lose(i, j)
            self.lose(j, i)

    def _next_waiting(self) -> int:
        """Take the newest of the shortest waiting clauses from the queue."""
        waiting = self._waiting
        for queue in self._queues:
            while queue:
                i = queue.pop()
                if i in waiting:
                    waiting.discard(i)
                    return i
        raise AssertionError("every waiting clause must be in a queue")

    def _widen(self, w: int) -> None:
        if w > self._w:
            for i, (_, _, literals) in self._live.items():
                if self._w < len(literals) <= w and i not in self._waiting:
                    self._waiting.add(i)
                    self._queues[len(literals)].append(i)
            self._w = w

    def _due(self, i: int, k: int, w: int) -> bool:
        if i not in self._live or len(self._live[i][2]) < 3:
            return False
        reach = self._reach.get(i)
        return reach is None or reach[0] < k or reach[1] < w

    def _give(self, i: int, w: int) -> None:
        """Match a clause with the given pairs, and a pair also with the given longer clauses.

        A pair is a clause of two literals. At least one of two matched clauses is a pair here.
        """
        literals = self._live[i][2]
        is_pair = len(literals) == 2
        if self.both_short and not is_pair:
            return
        for n, x in enumerate(literals):
            if not self._match_pairs(i, x, literals[:n], w):
                return
            if not is_pair or self.both_short or -x not in self._wide:
                continue
            if not self._match_longer(i, x, literals[1 - n], w, is_first=n == 0):
                return
        if is_pair:
            self._remember_pair(*literals)

    def _remember_pair(self, a: Literal, b: Literal) -> None:
        for x, y in ((a, b), (b, a)):
            if y > 0:
                self._given_pos[x] |= 1 << y
            else:
                self._given_neg[x] |= 1 << -y

    def _match_pairs(self, i: int, x: Literal, before: tuple[Literal, ...], w: int) -> bool:
        """Match clause i with all given pairs (¬x ∨ z), and return whether the clause is left.

        Each step finds the z with the same result at once: a mask of the z that are mines, and one
        of those that are safe. Pairs with a second literal that clashes belong to the literals
        `before` x.
        """
        z_pos, z_neg = self._given_pos[-x], self._given_neg[-x]
        for y in before:
            y_pos, y_neg = masks(y)
            z_pos, z_neg = z_pos & ~y_neg, z_neg & ~y_pos
        if not (z_pos or z_neg):
            return True
        self.counters.matched += z_pos.bit_count() + z_neg.bit_count()
        pos, neg, literals = self._live[i]
        x_pos, x_neg = masks(x)
        rest_pos, rest_neg = pos & ~x_pos, neg & ~x_neg
        same_pos, same_neg = z_pos & rest_pos, z_neg & rest_neg
        if same_pos or same_neg:
            # The clause also contains z, so the resolvent is the clause without x.
            one_pos, one_neg = same_pos & -same_pos, 0 if same_pos else same_neg & -same_neg
            self._tell_nothing(i, -x, z_pos & ~one_pos, z_neg & ~one_neg, "overtaken")
            self._resolve(i, self._ids[x_neg | one_pos, x_pos | one_neg], x, rest_pos, rest_neg)
            return False
        self._tell_nothing(i, -x, z_pos & rest_neg, z_neg & rest_pos, "tautology")
        z_pos, z_neg = z_pos & ~rest_neg, z_neg & ~rest_pos
        if len(literals) > w:
            self._tell_nothing(i, -x, z_pos, z_neg, "wide")
            return True
        # If KB has a pair (y ∨ z) with a y of the clause, it subsumes the resolvent.
        known_pos = known_neg = 0
        for y in literals:
            if y != x:
                known_pos, known_neg = known_pos | self._pair_pos[y], known_neg | self._pair_neg[y]
        self._tell_nothing(i, -x, z_pos & known_pos, z_neg & known_neg, "known")
        for v in bits(z_pos & ~known_pos):
            j = self._ids[x_neg | 1 << v, x_pos]
            self._resolve(i, j, x, rest_pos | 1 << v, rest_neg)
        for v in bits(z_neg & ~known_neg):
            j = self._ids[x_neg, x_pos | 1 << v]
            self._resolve(i, j, x, rest_pos, rest_neg | 1 << v)
        return i in self._live

    def _match_longer(self, i: int, x: Literal, y: Literal, w: int, *, is_first: bool) -> bool:
        """Match the pair (x ∨ y) with longer clauses that contain ¬x; the pair may not be left."""
        counters, live = self.counters, self._live
        (x_pos, x_neg), (y_pos, y_neg) = masks(x), masks(y)
        for j in list(self._wide[-x]):
            if j in self._waiting or j not in live:
                continue
            pos, neg, literals = live[j]
            if pos & y_neg or neg & y_pos:  # two literals clash: count them only once
                counters.matched += is_first
                if is_first and self._listener is not None:
                    self._listener(Matched(i, j, abs(x), None, "tautology"))
                continue
            counters.matched += 1
            narrower = pos & y_pos or neg & y_neg
            pos, neg = pos & ~x_neg | y_pos, neg & ~x_pos | y_neg
            why = "" if narrower or len(literals) <= w else "wide"
            if not (narrower or why) and (pos & self._pair_pos[y] or neg & self._pair_neg[y]):
                why = "known"
            if why:
                if self._listener is not None:
                    self._listener(Matched(i, j, abs(x), None, why))
                continue
            self._resolve(i, j, x, pos, neg, (j, i))
            if i not in live:
                return False
        return True

    def _match_wide(self, i: int, k: int, w: int) -> None:
        counters, live, tried, tell = self.counters, self._live, self._tried, self._listener
        pos, neg, literals = live[i]
        self._reach[i] = (k, w)
        for x in literals:
            if -x not in self._wide:
                continue
            bit = 1 << abs(x)
            for j in list(self._wide[-x]):
                if j not in live:
                    continue
                p, n, others = live[j]
                if len(literals) > k and len(others) > k:
                    continue
                pair = (i, j) if i < j else (j, i)
                if tried.get(pair, 0) >= w:
                    continue
                counters.matched += 1
                if (pos & n | neg & p) != bit:
                    tried[pair] = NO_LIMIT  # several literals clash, so there is no resolvent
                    if tell is not None:
                        tell(Matched(i, j, abs(x), None, "tautology"))
                    continue
                r_pos, r_neg = (pos | p) & ~bit, (neg | n) & ~bit
                width = r_pos.bit_count() + r_neg.bit_count()
                narrower = r_pos | pos == pos and r_neg | neg == neg
                narrower = narrower or (r_pos | p == p and r_neg | n == n)
                if width > w and not narrower:
                    tried[pair] = w
                    if tell is not None:
                        tell(Matched(i, j, abs(x), None, "wide"))
                    continue
                tried[pair] = NO_LIMIT
                self._resolve(i, j, x, r_pos, r_neg)
                if i not in live:
                    return  # the resolvent has replaced clause i and waits in the queue


def entails(clauses: Iterable[Clause], claim: Literal | Clause) -> bool:
    """Whether the claim is true in every model of the clauses.

    >>> entails([Clause.of(1, 2), Clause.of(-2, 1)], 1), entails([Clause.of(1)], Clause.of(1, 2))
    (True, True)
    >>> entails([Clause.of(1), Clause.of(-1)], 2), entails([Clause.of(1)], 2)
    (True, False)
    """
    denied = claim if isinstance(claim, Clause) else Clause.of(claim)
    kb = KnowledgeBase()
    try:
        for clause in clauses:
            kb.insert(clause)
        for literal in denied:
            kb.insert(Clause.of(-literal))
    except InconsistentError:
        return True
    return not kb.satisfiable()
