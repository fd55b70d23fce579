"""Pairwise matching of the clauses of KB.

The given-clause loop of Otter (McCune 1990): a clause waits until it is given, and is then matched
with those given before it, so that no pair is ever matched twice.
"""

from __future__ import annotations

from sapper.logic.clause import Clause, Literal, bits, masks
from sapper.logic.store import Store
from sapper.logic.trace import Matched, RoundEnded


def match(kb: Store, k: int | None, w: int | None, rounds: int | None, pairs: int | None) -> bool:
    """What `KnowledgeBase.match` promises: whether there is a new fact."""
    kb.propagate()
    before = len(kb._fact)
    most = 1 << 30
    k_now = most if k is None else k
    w_now = max(most if w is None else w, kb._w)
    _widen(kb, w_now)
    if k_now < 2:
        return len(kb._fact) > before
    live, waiting, counters = kb._live, kb._waiting, kb.counters
    stop = None if pairs is None else counters.matched + pairs
    left = len(waiting)
    begun = left > 0
    counters.rounds += begun
    started = counters.matched
    # Pairs of two wide clauses, if k allows them, only when nothing else is left.
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
                if kb._listener is not None:
                    _tell_round(kb, started, "given")
                left = len(waiting)
                counters.rounds += 1
                started = counters.matched
            left -= 1
            i = _next_waiting(kb)
            literals = live[i][2]
            if len(literals) == 2:
                _give_pair(kb, i, literals[0], literals[1], w_now)
            else:
                _give_wide(kb, i, w_now)
        elif k_now > 2:
            if seen < len(kb._log):
                new = [i for i in range(seen, len(kb._log)) if _due(kb, i, k_now, w_now)]
                seen = len(kb._log)
                due = [i for i in due if i in live] + new
                due.sort(key=lambda i: -len(live[i][2]))
            if not due:
                break
            if not begun:
                begun = True
                counters.rounds += 1
            i = due.pop()
            if i in live:
                _match_wide(kb, i, k_now, w_now)
        else:
            break
        if kb._news:
            kb.propagate()
            ended = "fact"
            break
    if begun and kb._listener is not None:
        _tell_round(kb, started, ended)
    return len(kb._fact) > before


def _tell_round(kb: Store, started: int, why: str) -> None:
    assert kb._listener is not None
    kb._listener(RoundEnded(kb.counters.rounds, kb.counters.matched - started, why))


def _tell_nothing(kb: Store, i: int, x: Literal, z_pos: int, z_neg: int, why: str) -> None:
    """Tell that nothing comes of matching clause i with the clauses (x ∨ z), for all these z."""
    assert kb._listener is not None
    x_pos, x_neg = masks(x)
    for v in bits(z_pos):
        kb._listener(Matched(i, kb._ids[x_pos | 1 << v, x_neg], abs(x), None, why))
    for v in bits(z_neg):
        kb._listener(Matched(i, kb._ids[x_pos, x_neg | 1 << v], abs(x), None, why))


def _next_waiting(kb: Store) -> int:
    """Take the narrowest waiting clause, the newest of them."""
    waiting = kb._waiting
    for queue in kb._queues:
        while queue:
            i = queue.pop()
            if i in waiting:
                waiting.discard(i)
                return i
    raise AssertionError("a waiting clause is in a queue")


def _widen(kb: Store, w: int) -> None:
    """If w has grown, let the clauses wait again whose resolvents were too wide before."""
    if w > kb._w:
        for i, (_, _, literals) in kb._live.items():
            if kb._w < len(literals) <= w and i not in kb._waiting:
                kb._waiting.add(i)
                kb._queues[len(literals)].append(i)
        kb._w = w


def _due(kb: Store, i: int, k: int, w: int) -> bool:
    """Whether a wide clause has pairs with wide ones that were not matched within k and w."""
    if i not in kb._live or len(kb._live[i][2]) < 3:
        return False
    reach = kb._reach.get(i)
    return reach is None or reach[0] < k or reach[1] < w


def _give_pair(kb: Store, i: int, a: Literal, b: Literal, w: int) -> None:
    """Match the clause (a ∨ b) with every clause given before."""
    counters, ids, live, waiting = kb.counters, kb._ids, kb._live, kb._waiting
    pair_pos, pair_neg, tell = kb._pair_pos, kb._pair_neg, kb._listener
    for x, y in ((a, b), (b, a)):
        # From (x ∨ y): first the two-literal partners (¬x ∨ z), all z at once as masks.
        y_pos, y_neg = (1 << y, 0) if y > 0 else (0, 1 << -y)
        x_pos, x_neg = (0, 1 << x) if x > 0 else (1 << -x, 0)  # of ¬x
        z_pos, z_neg = kb._given_pos[-x], kb._given_neg[-x]
        if z_pos or z_neg:
            counters.matched += z_pos.bit_count() + z_neg.bit_count()
            if z_pos & y_pos or z_neg & y_neg:
                counters.resolved += 1
                j = ids[x_pos | y_pos, x_neg | y_neg]
                if tell is not None:
                    _tell_nothing(kb, i, -x, z_pos & ~y_pos, z_neg & ~y_neg, "overtaken")
                    tell(Matched(i, j, abs(x), Clause(y_pos, y_neg)))
                kb._add(y_pos, y_neg, (i, j))
                return  # y is a fact, which satisfies (x ∨ y)
            # Not (y ∨ z) that KB has, nor (y ∨ ¬y).
            has_pos, has_neg = pair_pos[y], pair_neg[y]
            if tell is not None:
                _tell_nothing(kb, i, -x, z_pos & y_neg, z_neg & y_pos, "tautology")
                _tell_nothing(kb, i, -x, z_pos & has_pos, z_neg & has_neg, "known")
            z_pos &= ~(has_pos | y_neg)
            z_neg &= ~(has_neg | y_pos)
            for v in bits(z_pos):
                counters.resolved += 1
                j = ids[x_pos | 1 << v, x_neg]
                if tell is not None:
                    tell(Matched(i, j, abs(x), Clause(y_pos | 1 << v, y_neg)))
                kb._add(y_pos | 1 << v, y_neg, (i, j))
            for v in bits(z_neg):
                counters.resolved += 1
                j = ids[x_pos, x_neg | 1 << v]
                if tell is not None:
                    tell(Matched(i, j, abs(x), Clause(y_pos, y_neg | 1 << v)))
                kb._add(y_pos, y_neg | 1 << v, (i, j))
        # Then the wider partners (¬x ∨ rest).
        if -x not in kb._wide:
            continue
        for j in list(kb._wide[-x]):
            if j in waiting or j not in live:
                continue
            counters.matched += 1
            pos, neg, literals = live[j]
            if pos & y_neg or neg & y_pos:
                if tell is not None:
                    tell(Matched(i, j, abs(x), None, "tautology"))
                continue  # two complementary literals
            narrower = pos & y_pos or neg & y_neg
            if not narrower and len(literals) > w:
                if tell is not None:
                    tell(Matched(i, j, abs(x), None, "wide"))
                continue
            pos, neg = pos & ~x_pos | y_pos, neg & ~x_neg | y_neg
            if not narrower and (pos & pair_pos[y] or neg & pair_neg[y]):
                if tell is not None:
                    tell(Matched(i, j, abs(x), None, "known"))
                continue  # (y ∨ z) is known
            counters.resolved += 1
            if tell is not None:
                tell(Matched(i, j, abs(x), Clause(pos, neg)))
            kb._add(pos, neg, (j, i))
    # Given from now on.
    for x, y in ((a, b), (b, a)):
        if y > 0:
            kb._given_pos[x] |= 1 << y
        else:
            kb._given_neg[x] |= 1 << -y


def _give_wide(kb: Store, i: int, w: int) -> None:
    """Match a clause of three literals or more with every two-literal one given before."""
    counters, ids, tell = kb.counters, kb._ids, kb._listener
    pair_pos, pair_neg = kb._pair_pos, kb._pair_neg
    pos, neg, literals = kb._live[i]
    width = len(literals)
    for x in literals:
        # The partners (¬x ∨ z), all z at once.
        z_pos, z_neg = kb._given_pos[-x], kb._given_neg[-x]
        if not (z_pos or z_neg):
            continue
        counters.matched += z_pos.bit_count() + z_neg.bit_count()
        x_pos, x_neg = (0, 1 << x) if x > 0 else (1 << -x, 0)  # of ¬x
        rest_pos, rest_neg = pos & ~x_neg, neg & ~x_pos
        both_pos, both_neg = z_pos & rest_pos, z_neg & rest_neg
        if both_pos or both_neg:
            # z is in the clause too: the resolvent is the clause without x.
            one_pos, one_neg = both_pos & -both_pos, 0 if both_pos else both_neg & -both_neg
            j = ids[x_pos | one_pos, x_neg | one_neg]
            counters.resolved += 1
            if tell is not None:
                _tell_nothing(kb, i, -x, z_pos & ~one_pos, z_neg & ~one_neg, "overtaken")
                tell(Matched(i, j, abs(x), Clause(rest_pos, rest_neg)))
            kb._add(rest_pos, rest_neg, (i, j))
            return
        if width > w:
            if tell is not None:
                _tell_nothing(kb, i, -x, z_pos, z_neg, "wide")
            continue
        # Drop the z whose resolvent is a tautology or subsumed by a two-literal clause.
        known_pos = known_neg = 0
        for y in literals:
            if y != x:
                known_pos |= pair_pos[y]
                known_neg |= pair_neg[y]
        if tell is not None:
            _tell_nothing(kb, i, -x, z_pos & rest_neg, z_neg & rest_pos, "tautology")
            _tell_nothing(
                kb, i, -x, z_pos & known_pos & ~rest_neg, z_neg & known_neg & ~rest_pos, "known"
            )
        z_pos &= ~(rest_neg | known_pos)
        z_neg &= ~(rest_pos | known_neg)
        for v in bits(z_pos):
            counters.resolved += 1
            j = ids[x_pos | 1 << v, x_neg]
            if tell is not None:
                tell(Matched(i, j, abs(x), Clause(rest_pos | 1 << v, rest_neg)))
            kb._add(rest_pos | 1 << v, rest_neg, (i, j))
        for v in bits(z_neg):
            counters.resolved += 1
            j = ids[x_pos, x_neg | 1 << v]
            if tell is not None:
                tell(Matched(i, j, abs(x), Clause(rest_pos, rest_neg | 1 << v)))
            kb._add(rest_pos, rest_neg | 1 << v, (i, j))


def _match_wide(kb: Store, i: int, k: int, w: int) -> None:
    """Match a wide clause with the other wide ones, where one at least is within k."""
    counters, live, tried, tell = kb.counters, kb._live, kb._tried, kb._listener
    pos, neg, literals = live[i]
    kb._reach[i] = (k, w)
    for x in literals:
        if -x not in kb._wide:
            continue
        bit = 1 << abs(x)
        for j in list(kb._wide[-x]):
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
                tried[pair] = 1 << 30  # several complementary literals: never a resolvent
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
            tried[pair] = 1 << 30
            counters.resolved += 1
            if tell is not None:
                tell(Matched(i, j, abs(x), Clause(r_pos, r_neg)))
            kb._add(r_pos, r_neg, (i, j))
            if i not in live:
                return  # the resolvent is stricter, and waits
