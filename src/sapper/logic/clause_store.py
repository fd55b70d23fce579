"""The clauses of a knowledge base (KB and KB0) with indexes for fast matching.

Adding a clause removes the clauses that it subsumes, and a new fact shortens other clauses. For
each literal x, a bit mask holds all literals y for which KB has the clause (x ∨ y). So a clause can
be matched with all two-literal clauses in a few mask operations. For each literal, there is also a
set of the longer clauses that contain it.

Nothing here decides which clauses to derive. `KnowledgeBase` does, which is the only subclass: it
matches clauses, and refute.py eliminates variables.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from sapper.logic.clause import Clause, Literal, bits, literals_of, masks, zero_error
from sapper.logic.proof import InconsistentError, Proof, ProofStep
from sapper.logic.trace import (
    Contradiction,
    Derived,
    Inserted,
    Listener,
    Removed,
    Settled,
    Shortened,
    Skipped,
)


@dataclass(slots=True)
class Counters:
    inserted: int = 0
    """clauses that were not already true when they were inserted"""
    subsumed: int = 0
    """clauses skipped or removed because KB has the same clause or a stricter one"""
    resolved: int = 0
    """resolvents made by matching and by refutation"""
    matched: int = 0
    """pairs of clauses matched"""
    peak: int = 0
    """the maximum number of clauses in KB so far"""
    calls: int = 0
    """calls of `match`"""
    rounds: int = 0
    """rounds of matching; a round handles the clauses that were waiting at its start"""
    match_ns: int = 0
    """CPU time of this thread in `match`, in nanoseconds"""


@dataclass(slots=True)
class ClauseStore:
    counters: Counters = field(default_factory=Counters)
    history: list[tuple[int, int]] = field(default_factory=list)
    """the lengths of KB and KB0 after each call of `note`"""

    settled: list[Literal] = field(default_factory=list)
    """the facts in the order in which they were settled"""

    widest: int | None = None
    """clauses with more literals are dropped, which is a mistake (agents/textbook.py)"""

    _log: list[tuple[int, int, tuple[int, ...], Hashable]] = field(default_factory=list)
    _live: dict[int, tuple[int, int, tuple[Literal, ...]]] = field(default_factory=dict)
    _ids: dict[tuple[int, int], int] = field(default_factory=dict)
    # KB0: the id of each fact, and masks of the variables that are known to be true or false.
    _fact: dict[Literal, int] = field(default_factory=dict)
    _true: int = 0
    _false: int = 0
    _news: list[Literal] = field(default_factory=list)
    # For each literal x, masks of all literals y for which KB has the clause (x ∨ y).
    _pair_pos: defaultdict[Literal, int] = field(default_factory=lambda: defaultdict(int))
    _pair_neg: defaultdict[Literal, int] = field(default_factory=lambda: defaultdict(int))
    # The ids of the clauses with more than two literals. In _wide, an id is listed under each
    # literal of its clause. In _watch, it is listed under only one literal, which is enough to find
    # the clauses that subsume a new clause.
    _wide: defaultdict[Literal, set[int]] = field(default_factory=lambda: defaultdict(set))
    _watch: defaultdict[Literal, list[int]] = field(default_factory=lambda: defaultdict(list))
    _contradiction: int | None = None
    _listener: Listener | None = None

    # -- queries ----------------------------------------------------------------------------

    @property
    def facts(self) -> frozenset[Literal]:
        return frozenset(self._fact)

    @property
    def true(self) -> int:
        return self._true

    @property
    def false(self) -> int:
        return self._false

    def clauses(self) -> list[Clause]:
        return [Clause(pos, neg) for pos, neg, _ in self._live.values()]

    def ids(self) -> list[int]:
        return list(self._live)

    def ask(self, literal: Literal) -> bool | None:
        """True or False if the literal is settled, otherwise None.

        >>> kb = ClauseStore()
        >>> kb.insert(Clause.of(-5))
        >>> kb.ask(5), kb.ask(-5), kb.ask(6)
        (False, True, None)
        """
        if not literal:
            raise zero_error()
        if literal in self._fact:
            return True
        return False if -literal in self._fact else None

    def __len__(self) -> int:
        return len(self._live)

    def has_pair(self, variable: int) -> bool:
        pos, neg = self._pair_pos, self._pair_neg
        v = variable
        return bool(pos.get(v) or neg.get(v) or pos.get(-v) or neg.get(-v))

    def trace(self, listener: Listener | None) -> None:
        """Send all future events (see trace.py) to this listener.

        >>> kb = ClauseStore()
        >>> kb.trace(print)
        >>> kb.insert(Clause.of(-5), origin="rule 7")
        Settled(id=0, literal=-5, parents=(), origin='rule 7')
        """
        self._listener = listener

    def note(self) -> None:
        self.history.append((len(self._live), len(self._fact)))

    def steps(self) -> Iterator[ProofStep]:
        for i, (pos, neg, parents, origin) in enumerate(self._log):
            yield ProofStep(i, Clause(pos, neg), parents, origin)

    def clause(self, i: int) -> Clause:
        """The clause with this id, even if it is no longer in KB."""
        pos, neg, _, _ = self._log[i]
        return Clause(pos, neg)

    def component(self, literal: Literal) -> list[int]:
        """The ids of the clauses in KB that are linked to the literal by shared variables."""
        reached: set[int] = set()
        seen = {abs(literal)}
        todo = [abs(literal)]
        while todo:
            v = todo.pop()
            for i in self._mentions(v) + self._mentions(-v):
                if i not in reached:
                    reached.add(i)
                    for x in self._live[i][2]:
                        if abs(x) not in seen:
                            seen.add(abs(x))
                            todo.append(abs(x))
        return sorted(reached)

    def proof(self, literal: Literal) -> Proof | None:
        step = self._fact.get(literal)
        return None if step is None else self._derivation(step)

    @property
    def contradiction(self) -> Proof | None:
        return None if self._contradiction is None else self._derivation(self._contradiction)

    def _derivation(self, last: int) -> Proof:
        needed = {last}
        todo = [last]
        while todo:
            for parent in self._log[todo.pop()][2]:
                if parent not in needed:
                    needed.add(parent)
                    todo.append(parent)
        # Parents are logged before their children, so sorting by id puts parents first.
        steps = []
        for i in sorted(needed):
            pos, neg, parents, origin = self._log[i]
            steps.append(ProofStep(i, Clause(pos, neg), parents, origin))
        return Proof(tuple(steps))

    # -- inserting --------------------------------------------------------------------------

    def insert(self, clause: Clause, origin: Hashable = None) -> None:
        """Add a clause and all facts that follow by unit propagation.

        >>> kb = ClauseStore()
        >>> kb.insert(Clause.of(1, 2, 3))
        >>> kb.insert(Clause.of(-2))
        >>> kb.insert(Clause.of(1, 3, 4))
        >>> [str(clause) for clause in kb.clauses()], sorted(kb.facts)
        (['(1 ∨ 3)'], [-2])
        """
        self.post(clause.pos, clause.neg, origin)
        self.propagate()

    def post(self, pos: int, neg: int, origin: Hashable = None) -> None:
        """Insert a clause without propagation. Call `propagate` after the last `post`."""
        self._add(pos, neg, (), origin)

    def derive(self, i: int) -> None:
        pos, neg, parents, _ = self._log[i]
        self._add(pos, neg, parents)
        self.propagate()

    def log_resolvent(self, parents: tuple[int, ...]) -> int:
        """Resolve the parents one after another, and log the result without adding it to KB."""
        pos, neg = self._log[parents[0]][:2]
        for j in parents[1:]:
            p, n = self._log[j][:2]
            pivot = pos & n | neg & p
            pos, neg = (pos | p) & ~pivot, (neg | n) & ~pivot
        i = len(self._log)
        self._log.append((pos, neg, parents, None))
        if self._listener is not None:
            self._listener(Derived(i, Clause(pos, neg), parents))
        return i

    def _add(self, pos: int, neg: int, parents: tuple[int, ...], origin: Hashable = None) -> None:
        if pos & self._true or neg & self._false or pos & neg:
            if self._listener is not None:
                self._listener(self._satisfied_event(pos, neg, parents, origin))
            return  # the clause is a tautology, or a fact satisfies it
        self.counters.inserted += 1
        no_pos, no_neg = pos & self._false, neg & self._true
        if no_pos or no_neg:
            parents, origin = self._shorten(pos, neg, no_pos, no_neg, parents, origin)
            pos ^= no_pos
            neg ^= no_neg
        width = pos.bit_count() + neg.bit_count()
        if width < 2:
            self._settle(pos, neg, parents, origin)
            return
        if self.widest is not None and width > self.widest:
            self._skip(pos, neg, "wide", None, parents, origin)
            return
        known = self._ids.get((pos, neg))
        if known is not None:
            self._skip(pos, neg, "duplicate", known, parents, origin)
            return
        literals = literals_of(pos, neg)
        stricter = self._stricter(pos, neg, literals) if width > 2 else None
        if stricter is not None:
            self._skip(pos, neg, "subsumed", stricter, parents, origin)
            return
        self._remove_supersets(literals)
        self._keep(pos, neg, literals, parents, origin)

    def _skip(
        self,
        pos: int,
        neg: int,
        why: str,
        by: int | None,
        parents: tuple[int, ...],
        origin: Hashable,
    ) -> None:
        self.counters.subsumed += by is not None
        if self._listener is not None:
            self._listener(Skipped(Clause(pos, neg), why, by, parents, origin))

    def _shorten(
        self,
        pos: int,
        neg: int,
        no_pos: int,
        no_neg: int,
        parents: tuple[int, ...],
        origin: Hashable,
    ) -> tuple[tuple[int, ...], Hashable]:
        """Remove false literals, and return the parents and the origin of the shorter clause."""
        fact, label = self._fact, origin
        if not parents:
            parents, origin = (len(self._log),), None
            self._log.append((pos, neg, (), label))
        facts = tuple([fact[-v] for v in bits(no_pos)] + [fact[v] for v in bits(no_neg)])
        if self._listener is not None:
            whole, rest = Clause(pos, neg), Clause(pos ^ no_pos, neg ^ no_neg)
            if len(parents) == 1:  # the clause already has an id
                self._listener(Shortened(parents[0], whole, facts, rest, (), label))
            else:
                self._listener(Shortened(None, whole, facts, rest, parents))
        return parents + facts, origin

    def _known(self, pos: int, neg: int) -> str:
        """Why a clause would not be added (an event's `why`), or "added"."""
        if (pos, neg) in self._ids:
            return "duplicate"
        if pos & self._true or neg & self._false or pos & neg:
            return "satisfied" if pos.bit_count() + neg.bit_count() > 1 else "duplicate"
        pos, neg = pos & ~self._false, neg & ~self._true
        if (pos, neg) in self._ids:
            return "duplicate"
        literals = literals_of(pos, neg)
        wide = len(literals) > 2
        return "subsumed" if wide and self._stricter(pos, neg, literals) is not None else "added"

    def _stricter(self, pos: int, neg: int, literals: tuple[Literal, ...]) -> int | None:
        pair_pos, pair_neg = self._pair_pos, self._pair_neg
        for x in literals:
            if pair_pos[x] & pos or pair_neg[x] & neg:
                return self._pair_within(x, pos, neg)
        return self._watched_subset(pos, neg, literals) if len(literals) > 3 else None

    def _remove_supersets(self, literals: tuple[Literal, ...]) -> None:
        wide = self._wide
        sets = sorted([wide[x] for x in literals], key=len)
        if not sets[0]:
            return
        supersets = sets[0].intersection(*sets[1:])
        self.counters.subsumed += len(supersets)
        for i in supersets:
            if self._listener is not None:
                self._listener(Removed(i, self.clause(i), "subsumed", len(self._log)))
            self._remove(i)

    def _keep(
        self,
        pos: int,
        neg: int,
        literals: tuple[Literal, ...],
        parents: tuple[int, ...],
        origin: Hashable,
    ) -> None:
        i = len(self._log)
        self._log.append((pos, neg, parents, origin))
        live = self._live
        live[i] = (pos, neg, literals)
        self._ids[pos, neg] = i
        if len(literals) == 2:
            x, y = literals
            if y > 0:
                self._pair_pos[x] |= 1 << y
            else:
                self._pair_neg[x] |= 1 << -y
            if x > 0:
                self._pair_pos[y] |= 1 << x
            else:
                self._pair_neg[y] |= 1 << -x
        else:
            wide, watch = self._wide, self._watch
            for x in literals:
                wide[x].add(i)
            min([watch[x] for x in literals], key=len).append(i)
        self._on_enter(i, len(literals))
        if len(live) > self.counters.peak:
            self.counters.peak = len(live)
        if self._listener is not None:
            self._listener(Inserted(i, Clause(pos, neg), parents, origin))

    def _on_enter(self, i: int, width: int) -> None:
        """Called after a clause is added to KB."""

    def _on_leave(self, i: int, literals: tuple[Literal, ...]) -> None:
        """Called after a clause is removed from KB."""

    def _satisfied_event(
        self, pos: int, neg: int, parents: tuple[int, ...], origin: Hashable
    ) -> Skipped:
        clause = Clause(pos, neg)
        holds = literals_of(pos & self._true, neg & self._false)
        if not holds:
            return Skipped(clause, "tautology", None, parents, origin)
        why = "duplicate" if len(clause) == 1 else "satisfied"
        return Skipped(clause, why, self._fact[holds[0]], parents, origin)

    def _pair_within(self, x: Literal, pos: int, neg: int) -> int:
        x_pos, x_neg = masks(x)
        up, down = self._pair_pos[x] & pos, self._pair_neg[x] & neg
        return self._ids[x_pos | up & -up, x_neg | (0 if up else down & -down)]

    def _watched_subset(self, pos: int, neg: int, literals: tuple[Literal, ...]) -> int | None:
        live = self._live
        for x in literals:
            watched = self._watch[x]
            for i in watched:
                masks = live.get(i)
                if masks is None:
                    self._watch[x] = watched = [i for i in watched if i in live]
                    return self._watched_subset(pos, neg, literals)
                if not (masks[0] & ~pos or masks[1] & ~neg):
                    return i
        return None

    def _settle(self, pos: int, neg: int, parents: tuple[int, ...], origin: Hashable) -> None:
        i = len(self._log)
        self._log.append((pos, neg, parents, origin))
        if pos:
            literal = pos.bit_length() - 1
            self._true |= pos
        elif neg:
            literal = 1 - neg.bit_length()
            self._false |= neg
        else:
            self._contradiction = i
            if self._listener is not None:
                self._listener(Contradiction(i, parents, origin))
            raise InconsistentError(self._derivation(i))
        self._fact[literal] = i
        self.settled.append(literal)
        self._news.append(literal)
        if self._listener is not None:
            self._listener(Settled(i, literal, parents, origin))

    def _remove(self, i: int) -> None:
        pos, neg, literals = self._live.pop(i)
        del self._ids[pos, neg]
        if len(literals) == 2:
            x, y = literals
            for a, b in ((x, y), (y, x)):
                if b > 0:
                    self._pair_pos[a] &= ~(1 << b)
                else:
                    self._pair_neg[a] &= ~(1 << -b)
        else:
            for x in literals:
                self._wide[x].discard(i)
        self._on_leave(i, literals)

    def propagate(self) -> None:
        while self._news:
            news, self._news = self._news, []
            live, tell = self._live, self._listener
            shrink: list[int] = []
            for fact in news:
                for i in self._mentions(fact):
                    if tell is not None:
                        tell(Removed(i, self.clause(i), "satisfied", self._fact[fact]))
                    self._remove(i)
                shrink += self._mentions(-fact)
            shrunk = []
            for i in shrink:
                if i in live:
                    pos, neg, literals = live[i]
                    if tell is not None:
                        fact = next(-x for x in literals if -x in self._fact)
                        tell(Removed(i, Clause(pos, neg), "shortened", self._fact[fact]))
                    self._remove(i)
                    shrunk.append((i, pos, neg))
            for i, pos, neg in shrunk:
                self._add(pos, neg, (i,))

    def _mentions(self, x: Literal) -> list[int]:
        ids_held = list(self._wide[x]) if x in self._wide else []
        ids = self._ids
        pos, neg = (1 << x, 0) if x > 0 else (0, 1 << -x)
        for v in bits(self._pair_pos[x]):
            ids_held.append(ids[pos | 1 << v, neg])
        for v in bits(self._pair_neg[x]):
            ids_held.append(ids[pos, neg | 1 << v])
        return ids_held
