"""Propositional logic by resolution: literals, clauses, a knowledge base, proofs.

This module knows no mines. A legend, then an example:

    literal        a signed int, as in DIMACS: +3 "three holds", -3 "three does not"
    clause         literals of which at least one holds; stored as two bit masks (pos, neg)
    KB             the clauses under work, each of two literals or more
    KB0            the facts: clauses of a single literal, settled for good
    origin         why an axiom is believed: any label that the caller attaches
    step           a clause with its id and its parents; resolving the parents from left to right
                   gives the clause (a chain of resolutions; a fact removes one literal each time)
    proof          the steps that a clause needs, parents first
    matching       of two clauses: keep the stricter one if one subsumes the other; else resolve
                   them if exactly one literal is complementary

Three hints in a row, `1 1 1` over hidden x y z (1 2 3 here): x+y=1, x+y+z=1, y+z=1.

>>> kb = KnowledgeBase()
>>> for literals in [(1, 2), (-1, -2), (1, 2, 3), (-1, -3), (-2, -3), (2, 3)]:
...     kb.insert(Clause.of(*literals))
>>> kb.match(k=2)
True
>>> sorted(kb.facts, key=abs)
[-1, 2, -3]
>>> print(kb.proof(-3))
1. (1 ∨ 2)              given
2. (¬1 ∨ ¬2)            given
3. (¬1 ∨ ¬3)            given
4. (¬2 ∨ ¬3)            given
5. (2 ∨ 3)              given
6. (¬1 ∨ 2)             from 3 5
7. ¬1                   from 2 6
8. 2                    from 1 7
9. ¬3                   from 4 8

The rules are Robinson's resolution (1965, "A machine-oriented logic based on the resolution
principle"), the elimination of Davis and Putnam (1960, "A computing procedure for quantification
theory") as directional resolution (Dechter and Rish 1994), its splitting rule (Davis, Logemann and
Loveland 1962), and the given-clause loop of Otter (McCune 1990): a clause waits until it is given,
and is then matched with those given before it, so that no pair is ever matched twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

Literal: TypeAlias = int
"""+v: the variable v holds; -v: it does not. v is at least 1."""

NOT = "¬"
OR = " ∨ "


def _bits(mask: int) -> Iterator[int]:
    """The positions of the ones of a mask, lowest first.

    >>> list(_bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _literals(pos: int, neg: int) -> tuple[Literal, ...]:
    """The literals of two masks: the positive ones, then the negative ones."""
    found = []
    while pos:
        low = pos & -pos
        found.append(low.bit_length() - 1)
        pos ^= low
    while neg:
        low = neg & -neg
        found.append(1 - low.bit_length())
        neg ^= low
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Clause:
    """A frozen set of literals, as two bit masks: bit v of `pos` is +v, bit v of `neg` is -v.

    >>> Clause.of(3, -4) == Clause.of(-4, 3, 3)
    True
    >>> print(Clause.of(3, -4), Clause.of(), len(Clause.of(1, 2)), -4 in Clause.of(3, -4))
    (3 ∨ ¬4) ⊥ 2 True
    """

    pos: int = 0
    neg: int = 0

    @classmethod
    def of(cls, *literals: Literal) -> Clause:
        """The clause of these literals, in any order, repeated or not."""
        pos = neg = 0
        for literal in literals:
            if literal > 0:
                pos |= 1 << literal
            elif literal < 0:
                neg |= 1 << -literal
            else:
                raise ValueError("0 is not a literal: use +v or -v with v at least 1")
        return cls(pos, neg)

    @property
    def literals(self) -> tuple[Literal, ...]:
        """The literals by variable, the positive one first.

        >>> Clause.of(-9, 7, -2).literals
        (-2, 7, -9)
        """
        return tuple(sorted(_literals(self.pos, self.neg), key=lambda x: (abs(x), x < 0)))

    @property
    def tautology(self) -> bool:
        """Whether it holds a literal and its complement, and so says nothing."""
        return self.pos & self.neg != 0

    def subsumes(self, other: Clause) -> bool:
        """Whether every literal of this one is in the other: then the other says no more."""
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


def literal_text(literal: Literal, name: Callable[[int], str] = str) -> str:
    """A literal for people; `name` names a variable.

    >>> literal_text(-2, "xyz".__getitem__)
    '¬z'
    """
    return name(literal) if literal > 0 else NOT + name(-literal)


def clause_text(clause: Clause, name: Callable[[int], str] = str) -> str:
    """A clause for people; `name` names a variable.

    >>> clause_text(Clause.of(1, -2), lambda v: f"x{v}")
    '(x1 ∨ ¬x2)'
    """
    words = [literal_text(literal, name) for literal in clause.literals]
    if not words:
        return "⊥"
    return words[0] if len(words) == 1 else f"({OR.join(words)})"


def matching(a: Clause, b: Clause) -> Clause | None:
    """The stricter of the two if one subsumes the other, else their resolvent, else None.

    Two clauses have a resolvent here when exactly one literal is complementary: with none there
    is nothing to resolve on, with several every resolvent is a tautology.

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
    # Each parent loses its own side of the pivot.
    return Clause(a.pos & ~up | b.pos & ~down, a.neg & ~down | b.neg & ~up)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a proof: an axiom with its origin, or a clause with the ids of its parents."""

    id: int
    clause: Clause
    parents: tuple[int, ...]
    origin: Hashable = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A derivation: parents come before children, the last step is what is proved."""

    steps: tuple[Step, ...]

    @property
    def claim(self) -> Clause:
        """What is proved: a single literal, or the empty clause (a contradiction)."""
        return self.steps[-1].clause

    @property
    def axioms(self) -> tuple[Step, ...]:
        """The steps that are believed, not derived."""
        return tuple(step for step in self.steps if not step.parents)

    def text(
        self,
        name: Callable[[int], str] = str,
        origin: Callable[[Hashable], str] = lambda o: "given" if o is None else str(o),
    ) -> str:
        """One numbered line a step, renumbered from 1."""
        number = {step.id: i for i, step in enumerate(self.steps, 1)}
        lines = []
        for step in self.steps:
            if step.parents:
                why = "from " + " ".join(str(number[p]) for p in step.parents)
            else:
                why = origin(step.origin)
            head = f"{number[step.id]}. {clause_text(step.clause, name)}"
            lines.append(f"{head:<23} {why}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def __len__(self) -> int:
        return len(self.steps)


class InconsistentError(ValueError):
    """The clauses cannot all hold; `proof` derives the empty clause from them."""

    def __init__(self, proof: Proof) -> None:
        super().__init__(f"the clauses contradict each other (in {len(proof)} steps)")
        self.proof = proof


@dataclass(slots=True)
class Counters:
    """What a knowledge base has done so far."""

    inserted: int = 0
    """clauses offered to `insert` that were not already satisfied"""
    subsumed: int = 0
    """clauses skipped or removed because a stricter one is known"""
    resolved: int = 0
    """resolvents made by matching and elimination"""
    matched: int = 0
    """pairs of clauses matched"""
    peak: int = 0
    """the largest number of clauses in KB"""


_ASSUMED = object()
"""The origin of an assumption in a refutation."""


@dataclass(slots=True)
class KnowledgeBase:
    """KB and KB0, with every derivation kept. Mutable: it grows by `insert` and by reasoning.

    Clauses of two literals are kept as a graph (for each literal, the masks of its partners), so
    that a clause is matched with all its two-literal partners by a few operations on masks; wider
    clauses are kept in a set for each of their literals.
    """

    counters: Counters = field(default_factory=Counters)
    history: list[tuple[int, int]] = field(default_factory=list)
    """the length of KB and of KB0 after each step of the caller (see `note`)"""

    settled: list[Literal] = field(default_factory=list)
    """the facts in the order in which they were settled"""

    # Every clause ever kept, by id: (pos, neg, parents, origin). Append only.
    _log: list[tuple[int, int, tuple[int, ...], Hashable]] = field(default_factory=list)
    # KB: the living clauses, by id and by masks.
    _live: dict[int, tuple[int, int, tuple[Literal, ...]]] = field(default_factory=dict)
    _ids: dict[tuple[int, int], int] = field(default_factory=dict)
    # KB0: the id of each fact, and the masks of the variables known to hold and not to hold.
    _fact: dict[Literal, int] = field(default_factory=dict)
    _true: int = 0
    _false: int = 0
    # Facts that KB has not heard of yet.
    _news: list[Literal] = field(default_factory=list)
    # Two-literal clauses: the partners of a literal, all of them and those given already.
    _pair_pos: defaultdict[Literal, int] = field(default_factory=lambda: defaultdict(int))
    _pair_neg: defaultdict[Literal, int] = field(default_factory=lambda: defaultdict(int))
    _given_pos: defaultdict[Literal, int] = field(default_factory=lambda: defaultdict(int))
    _given_neg: defaultdict[Literal, int] = field(default_factory=lambda: defaultdict(int))
    # Wider clauses: by each literal, and (for forward subsumption) by one of their literals.
    _wide: defaultdict[Literal, set[int]] = field(default_factory=lambda: defaultdict(set))
    _watch: defaultdict[Literal, list[int]] = field(default_factory=lambda: defaultdict(list))
    # Clauses not given yet: the set, and the queues by width (which may hold dead ones).
    _waiting: set[int] = field(default_factory=set)
    _queues: list[list[int]] = field(default_factory=lambda: [[] for _ in range(3)])
    # The widest resolvents kept so far; for pairs of wide clauses, the w that each was tried with,
    # and the (k, w) that each clause was matched within.
    _w: int = 0
    _tried: dict[tuple[int, int], int] = field(default_factory=dict)
    _reach: dict[int, tuple[int, int]] = field(default_factory=dict)
    _contradiction: int | None = None

    # -- looking ----------------------------------------------------------------------------

    @property
    def facts(self) -> frozenset[Literal]:
        """KB0 as a set of literals."""
        return frozenset(self._fact)

    @property
    def true(self) -> int:
        """The mask of the variables known to hold."""
        return self._true

    @property
    def false(self) -> int:
        """The mask of the variables known not to hold."""
        return self._false

    def clauses(self) -> list[Clause]:
        """KB, oldest first."""
        return [Clause(pos, neg) for pos, neg, _ in self._live.values()]

    def ask(self, literal: Literal) -> bool | None:
        """True or False if the fact is settled, None if it is not.

        >>> kb = KnowledgeBase()
        >>> kb.insert(Clause.of(-5))
        >>> kb.ask(5), kb.ask(-5), kb.ask(6)
        (False, True, None)
        """
        if literal in self._fact:
            return True
        return False if -literal in self._fact else None

    def __len__(self) -> int:
        return len(self._live)

    def paired(self, variable: int) -> bool:
        """Whether a two-literal clause mentions this variable."""
        pos, neg = self._pair_pos, self._pair_neg
        v = variable
        return bool(pos.get(v) or neg.get(v) or pos.get(-v) or neg.get(-v))

    def note(self) -> None:
        """Append the lengths of KB and KB0 to the history."""
        self.history.append((len(self._live), len(self._fact)))

    def steps(self) -> Iterator[Step]:
        """Every clause ever kept, in order of id."""
        for i, (pos, neg, parents, origin) in enumerate(self._log):
            yield Step(i, Clause(pos, neg), parents, origin)

    def proof(self, literal: Literal) -> Proof | None:
        """The derivation of a fact, or None if it is not one."""
        found = self._fact.get(literal)
        return None if found is None else self._derivation(found)

    @property
    def contradiction(self) -> Proof | None:
        """The derivation of the empty clause, or None."""
        return None if self._contradiction is None else self._derivation(self._contradiction)

    def _derivation(self, last: int) -> Proof:
        needed = {last}
        todo = [last]
        while todo:
            for parent in self._log[todo.pop()][2]:
                if parent not in needed:
                    needed.add(parent)
                    todo.append(parent)
        # A parent is logged before its child, so the ids are a topological order.
        steps = []
        for i in sorted(needed):
            pos, neg, parents, origin = self._log[i]
            steps.append(Step(i, Clause(pos, neg), parents, origin))
        return Proof(tuple(steps))

    # -- inserting --------------------------------------------------------------------------

    def insert(self, clause: Clause, origin: Hashable = None) -> None:
        """Believe a clause, and all that follows from it by unit propagation.

        >>> kb = KnowledgeBase()
        >>> kb.insert(Clause.of(1, 2, 3))
        >>> kb.insert(Clause.of(-2))
        >>> kb.insert(Clause.of(1, 3, 4))
        >>> [str(clause) for clause in kb.clauses()], sorted(kb.facts)
        (['(1 ∨ 3)'], [-2])
        """
        self.post(clause.pos, clause.neg, origin)
        self.propagate()

    def post(self, pos: int, neg: int, origin: Hashable = None) -> None:
        """`insert` by masks, without the propagation: call `propagate` after the last one."""
        self._add(pos, neg, (), origin)

    def _add(self, pos: int, neg: int, parents: tuple[int, ...], origin: Hashable = None) -> None:
        if pos & self._true or neg & self._false or pos & neg:
            return  # satisfied by a fact, or by itself
        counters = self.counters
        counters.inserted += 1
        no_pos, no_neg = pos & self._false, neg & self._true
        if no_pos or no_neg:
            # Resolve the false literals away: one chain, with the facts that deny them.
            fact = self._fact
            if not parents:
                self._log.append((pos, neg, (), origin))
                parents = (len(self._log) - 1,)
                origin = None
            parents += tuple([fact[-v] for v in _bits(no_pos)])
            parents += tuple([fact[v] for v in _bits(no_neg)])
            pos ^= no_pos
            neg ^= no_neg
        width = pos.bit_count() + neg.bit_count()
        if width < 2:
            self._settle(pos, neg, parents, origin)
            return
        if (pos, neg) in self._ids:
            counters.subsumed += 1
            return
        literals = _literals(pos, neg)
        pair_pos, pair_neg, live = self._pair_pos, self._pair_neg, self._live
        # Forward subsumption: is a stricter clause known?
        if width > 2:
            for x in literals:
                if pair_pos[x] & pos or pair_neg[x] & neg:
                    counters.subsumed += 1
                    return
            if width > 3 and self._watched_subset(pos, neg, literals):
                counters.subsumed += 1
                return
        # Backward subsumption: a wider clause that holds all of these literals says less.
        wide = self._wide
        sets = sorted([wide[x] for x in literals], key=len)
        if sets[0]:
            supersets = sets[0].intersection(*sets[1:])
            if supersets:
                counters.subsumed += len(supersets)
                for i in supersets:
                    self._remove(i)
        # Keep it.
        i = len(self._log)
        self._log.append((pos, neg, parents, origin))
        live[i] = (pos, neg, literals)
        self._ids[pos, neg] = i
        if width == 2:
            x, y = literals
            if y > 0:
                pair_pos[x] |= 1 << y
            else:
                pair_neg[x] |= 1 << -y
            if x > 0:
                pair_pos[y] |= 1 << x
            else:
                pair_neg[y] |= 1 << -x
        else:
            for x in literals:
                wide[x].add(i)
            watch = self._watch
            min([watch[x] for x in literals], key=len).append(i)
        self._waiting.add(i)
        queues = self._queues
        while len(queues) <= width:
            queues.append([])
        queues[width].append(i)
        if len(live) > counters.peak:
            counters.peak = len(live)

    def _watched_subset(self, pos: int, neg: int, literals: tuple[Literal, ...]) -> bool:
        """Whether a wide clause in KB subsumes this one: it is watched by one of its literals."""
        live = self._live
        for x in literals:
            watched = self._watch[x]
            for i in watched:
                found = live.get(i)
                if found is None:
                    self._watch[x] = watched = [i for i in watched if i in live]
                    return self._watched_subset(pos, neg, literals)
                if not (found[0] & ~pos or found[1] & ~neg):
                    return True
        return False

    def _settle(self, pos: int, neg: int, parents: tuple[int, ...], origin: Hashable) -> None:
        """Move a single literal to KB0; the empty clause is a contradiction."""
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
            raise InconsistentError(self._derivation(i))
        self._fact[literal] = i
        self.settled.append(literal)
        self._news.append(literal)

    def _remove(self, i: int) -> None:
        """Take a clause out of KB; the log keeps it."""
        pos, neg, literals = self._live.pop(i)
        del self._ids[pos, neg]
        if len(literals) == 2:
            x, y = literals
            for a, b in ((x, y), (y, x)):
                if b > 0:
                    self._pair_pos[a] &= ~(1 << b)
                    self._given_pos[a] &= ~(1 << b)
                else:
                    self._pair_neg[a] &= ~(1 << -b)
                    self._given_neg[a] &= ~(1 << -b)
        else:
            for x in literals:
                self._wide[x].discard(i)
        self._waiting.discard(i)

    def propagate(self) -> None:
        """Match the new facts with everything that mentions them, until there are no new ones."""
        while self._news:
            news, self._news = self._news, []
            live = self._live
            # Clauses that hold a fact are satisfied; those that hold its complement shrink.
            shrink: list[int] = []
            for fact in news:
                for i in self._mentions(fact):
                    self._remove(i)
                shrink += self._mentions(-fact)
            shrunk = []
            for i in shrink:
                if i in live:
                    pos, neg, _ = live[i]
                    self._remove(i)
                    shrunk.append((i, pos, neg))
            for i, pos, neg in shrunk:
                self._add(pos, neg, (i,))

    def _mentions(self, x: Literal) -> list[int]:
        """The ids of the clauses in KB that hold this literal."""
        found = list(self._wide[x]) if x in self._wide else []
        ids = self._ids
        pos, neg = (1 << x, 0) if x > 0 else (0, 1 << -x)
        for v in _bits(self._pair_pos[x]):
            found.append(ids[pos | 1 << v, neg])
        for v in _bits(self._pair_neg[x]):
            found.append(ids[pos, neg | 1 << v])
        return found

    # -- matching ---------------------------------------------------------------------------

    def match(
        self,
        k: int | None = 2,
        w: int | None = None,
        rounds: int | None = None,
        pairs: int | None = None,
    ) -> bool:
        """Match clauses pairwise until there is a new fact: True; or nothing is left: False.

        Only pairs where one clause has at most `k` literals are matched, and only resolvents of
        at most `w` literals are kept, or those that are narrower than a parent which they
        subsume. None means no limit. The narrowest waiting clause goes first. A round gives as
        many clauses as waited at its start; after `rounds` of them without a new fact, or after
        `pairs` matched pairs, the answer is False as well. No pair is matched twice, unless its
        resolvent was too wide and `w` has grown since.
        """
        self.propagate()
        before = len(self._fact)
        most = 1 << 30
        k_now = most if k is None else k
        w_now = max(most if w is None else w, self._w)
        self._widen(w_now)
        live, waiting = self._live, self._waiting
        stop = None if pairs is None else self.counters.matched + pairs
        left = len(waiting)
        # Pairs of two wide clauses, if k allows them, only when nothing else is left.
        due: list[int] = []
        seen = 0
        while k_now > 1:
            if stop is not None and self.counters.matched >= stop:
                break
            if waiting:
                if left <= 0:
                    if rounds is not None:
                        rounds -= 1
                        if rounds <= 0:
                            break
                    left = len(waiting)
                left -= 1
                i = self._next_waiting()
                literals = live[i][2]
                if len(literals) == 2:
                    self._give_pair(i, literals[0], literals[1], w_now)
                else:
                    self._give_wide(i, w_now)
            elif k_now > 2:
                if seen < len(self._log):
                    new = [i for i in range(seen, len(self._log)) if self._due(i, k_now, w_now)]
                    seen = len(self._log)
                    due = [i for i in due if i in live] + new
                    due.sort(key=lambda i: -len(live[i][2]))
                if not due:
                    break
                i = due.pop()
                if i in live:
                    self._match_wide(i, k_now, w_now)
            else:
                break
            if self._news:
                self.propagate()
                break
        return len(self._fact) > before

    def _next_waiting(self) -> int:
        """Take the narrowest waiting clause, the newest of them."""
        waiting = self._waiting
        for queue in self._queues:
            while queue:
                i = queue.pop()
                if i in waiting:
                    waiting.discard(i)
                    return i
        raise AssertionError("a waiting clause is in a queue")

    def _widen(self, w: int) -> None:
        """If w has grown, let the clauses wait again whose resolvents were too wide before."""
        if w > self._w:
            for i, (_, _, literals) in self._live.items():
                if self._w < len(literals) <= w and i not in self._waiting:
                    self._waiting.add(i)
                    self._queues[len(literals)].append(i)
            self._w = w

    def _due(self, i: int, k: int, w: int) -> bool:
        """Whether a wide clause has pairs with wide ones that were not matched within k and w."""
        if i not in self._live or len(self._live[i][2]) < 3:
            return False
        reach = self._reach.get(i)
        return reach is None or reach[0] < k or reach[1] < w

    def _give_pair(self, i: int, a: Literal, b: Literal, w: int) -> None:
        """Match the clause (a ∨ b) with every clause given before."""
        counters, ids, live, waiting = self.counters, self._ids, self._live, self._waiting
        pair_pos, pair_neg = self._pair_pos, self._pair_neg
        for x, y in ((a, b), (b, a)):
            # From (x ∨ y): first the two-literal partners (¬x ∨ z), all z at once as masks.
            y_pos, y_neg = (1 << y, 0) if y > 0 else (0, 1 << -y)
            x_pos, x_neg = (0, 1 << x) if x > 0 else (1 << -x, 0)  # of ¬x
            z_pos, z_neg = self._given_pos[-x], self._given_neg[-x]
            if z_pos or z_neg:
                counters.matched += z_pos.bit_count() + z_neg.bit_count()
                if z_pos & y_pos or z_neg & y_neg:
                    counters.resolved += 1
                    self._add(y_pos, y_neg, (i, ids[x_pos | y_pos, x_neg | y_neg]))
                    return  # y is a fact, which satisfies (x ∨ y)
                # Not (y ∨ z) that KB has, nor (y ∨ ¬y).
                z_pos &= ~(pair_pos[y] | y_neg)
                z_neg &= ~(pair_neg[y] | y_pos)
                for v in _bits(z_pos):
                    counters.resolved += 1
                    self._add(y_pos | 1 << v, y_neg, (i, ids[x_pos | 1 << v, x_neg]))
                for v in _bits(z_neg):
                    counters.resolved += 1
                    self._add(y_pos, y_neg | 1 << v, (i, ids[x_pos, x_neg | 1 << v]))
            # Then the wider partners (¬x ∨ rest).
            if -x not in self._wide:
                continue
            for j in list(self._wide[-x]):
                if j in waiting or j not in live:
                    continue
                counters.matched += 1
                pos, neg, literals = live[j]
                if pos & y_neg or neg & y_pos:
                    continue  # two complementary literals
                narrower = pos & y_pos or neg & y_neg
                if not narrower and len(literals) > w:
                    continue
                pos, neg = pos & ~x_pos | y_pos, neg & ~x_neg | y_neg
                if not narrower and (pos & pair_pos[y] or neg & pair_neg[y]):
                    continue  # (y ∨ z) is known
                counters.resolved += 1
                self._add(pos, neg, (j, i))
        # Given from now on.
        for x, y in ((a, b), (b, a)):
            if y > 0:
                self._given_pos[x] |= 1 << y
            else:
                self._given_neg[x] |= 1 << -y

    def _give_wide(self, i: int, w: int) -> None:
        """Match a clause of three literals or more with every two-literal one given before."""
        counters, ids = self.counters, self._ids
        pair_pos, pair_neg = self._pair_pos, self._pair_neg
        pos, neg, literals = self._live[i]
        width = len(literals)
        for x in literals:
            # The partners (¬x ∨ z), all z at once.
            z_pos, z_neg = self._given_pos[-x], self._given_neg[-x]
            if not (z_pos or z_neg):
                continue
            counters.matched += z_pos.bit_count() + z_neg.bit_count()
            x_pos, x_neg = (0, 1 << x) if x > 0 else (1 << -x, 0)  # of ¬x
            rest_pos, rest_neg = pos & ~x_neg, neg & ~x_pos
            both_pos, both_neg = z_pos & rest_pos, z_neg & rest_neg
            if both_pos or both_neg:
                # z is in the clause too: the resolvent is the clause without x.
                if both_pos:
                    j = ids[x_pos | both_pos & -both_pos, x_neg]
                else:
                    j = ids[x_pos, x_neg | both_neg & -both_neg]
                counters.resolved += 1
                self._add(rest_pos, rest_neg, (i, j))
                return
            if width > w:
                continue
            # Drop the z whose resolvent is a tautology or subsumed by a two-literal clause.
            z_pos &= ~rest_neg
            z_neg &= ~rest_pos
            for y in literals:
                if y != x:
                    z_pos &= ~pair_pos[y]
                    z_neg &= ~pair_neg[y]
            for v in _bits(z_pos):
                counters.resolved += 1
                self._add(rest_pos | 1 << v, rest_neg, (i, ids[x_pos | 1 << v, x_neg]))
            for v in _bits(z_neg):
                counters.resolved += 1
                self._add(rest_pos, rest_neg | 1 << v, (i, ids[x_pos, x_neg | 1 << v]))

    def _match_wide(self, i: int, k: int, w: int) -> None:
        """Match a wide clause with the other wide ones, where one at least is within k."""
        counters, live, tried = self.counters, self._live, self._tried
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
                    tried[pair] = 1 << 30  # several complementary literals: never a resolvent
                    continue
                r_pos, r_neg = (pos | p) & ~bit, (neg | n) & ~bit
                width = r_pos.bit_count() + r_neg.bit_count()
                narrower = r_pos | pos == pos and r_neg | neg == neg
                narrower = narrower or (r_pos | p == p and r_neg | n == n)
                if width > w and not narrower:
                    tried[pair] = w
                    continue
                tried[pair] = 1 << 30
                counters.resolved += 1
                self._add(r_pos, r_neg, (i, j))
                if i not in live:
                    return  # the resolvent is stricter, and waits

    # -- refuting ---------------------------------------------------------------------------

    def refute(self, literal: Literal, limit: int = 2000) -> bool:
        """Whether the complement of a literal is impossible; then the literal becomes a fact.

        Complete: the clauses that the literal's component holds are saturated by directional
        resolution, a variable at a time, the cheapest first. Where that takes more than `limit`
        resolvents, a variable is split on instead, and the two refutations are resolved.

        >>> kb = KnowledgeBase()
        >>> for literals in [(1, 2, 3), (1, -2, 3), (1, 2, -3), (1, -2, -3)]:
        ...     kb.insert(Clause.of(*literals))
        >>> kb.refute(1), kb.refute(2), sorted(kb.facts)
        (True, False, [1])
        """
        self.propagate()
        known = self.ask(literal)
        if known is not None:
            return known
        found = self._refute(self.component(literal), (-literal,), limit)
        if found is None:
            return False
        pos, neg, parents, _ = self._log[found]
        self._add(pos, neg, parents)
        self.propagate()
        return True

    def component(self, literal: Literal) -> list[int]:
        """The ids of the clauses in KB that share variables with the literal, step by step."""
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

    def _refute(self, ids: list[int], assumed: tuple[Literal, ...], limit: int) -> int | None:
        """The id of a clause that denies some of the assumptions, or None if they are possible."""
        scratch = KnowledgeBase()
        try:
            for x in assumed:
                scratch.post(*_masks(x), _ASSUMED)
            for i in ids:
                scratch.post(self._log[i][0], self._log[i][1], i)
            scratch.propagate()
            done = scratch.eliminate(limit)
        except InconsistentError as found:
            self.counters.resolved += scratch.counters.resolved
            self.counters.matched += scratch.counters.matched
            return self._adopt(found.proof)
        self.counters.resolved += scratch.counters.resolved
        self.counters.matched += scratch.counters.matched
        if done:
            return None
        # Split where the clauses are shortest and most.
        split = scratch.busiest()
        first = self._refute(ids, (*assumed, split), limit)
        if first is None or not self._log[first][1] >> split & 1:
            return first
        second = self._refute(ids, (*assumed, -split), limit)
        if second is None or not self._log[second][0] >> split & 1:
            return second
        return self._derive((first, second))

    def busiest(self) -> int:
        """The variable in most of the narrowest clauses, which a split settles best."""
        weight: defaultdict[int, int] = defaultdict(int)
        for _, _, literals in self._live.values():
            for x in literals:
                weight[abs(x)] += 1 << max(0, 16 - 2 * len(literals))
        return max(weight, key=lambda v: (weight[v], -v))

    def eliminate(self, limit: int | None = None) -> bool:
        """Directional resolution: resolve the variables away, the cheapest first.

        For each variable, all pairs that are complementary in it are matched, and the clauses that
        mention it are dropped: what is left holds exactly when the whole could. Destroys KB (not
        the log). A contradiction is raised; True if there is none; False if the resolvents
        exceeded the limit.
        """
        start = self.counters.resolved
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
            if limit is not None and self.counters.resolved - start + cost > limit:
                return False
            up, down = self._mentions(best), self._mentions(-best)
            masks = {i: self._live[i] for i in up + down}
            for i in masks:
                self._remove(i)
            bit = 1 << best
            for i in up:
                p, n, _ = masks[i]
                for j in down:
                    q, m, _ = masks[j]
                    self.counters.matched += 1
                    if (p & m | n & q) == bit:
                        self.counters.resolved += 1
                        self._add((p | q) & ~bit, (n | m) & ~bit, (i, j))
            self.propagate()
        return True

    def _count(self, x: Literal) -> int:
        wide = len(self._wide[x]) if x in self._wide else 0
        return wide + self._pair_pos[x].bit_count() + self._pair_neg[x].bit_count()

    def _adopt(self, proof: Proof) -> int:
        """Copy a refutation into the log without its assumptions; the id of its last clause.

        A step that used an assumption keeps the literal that the assumption denied, so the last
        clause says that not all of the assumptions hold.
        """
        here: dict[int, int] = {}
        for step in proof.steps:
            if step.parents:
                parents = [here[p] for p in step.parents if p in here]
                here[step.id] = parents[0] if len(parents) == 1 else self._derive(tuple(parents))
            elif step.origin is not _ASSUMED:
                assert isinstance(step.origin, int)
                here[step.id] = step.origin
        return here[proof.steps[-1].id]

    def _derive(self, parents: tuple[int, ...]) -> int:
        """Log the clause that a chain of resolutions gives."""
        pos, neg = self._log[parents[0]][:2]
        for j in parents[1:]:
            p, n = self._log[j][:2]
            pivot = pos & n | neg & p
            pos, neg = (pos | p) & ~pivot, (neg | n) & ~pivot
        self._log.append((pos, neg, parents, None))
        return len(self._log) - 1


def _masks(literal: Literal) -> tuple[int, int]:
    return (1 << literal, 0) if literal > 0 else (0, 1 << -literal)


def entails(clauses: Iterable[Clause], literal: Literal) -> bool:
    """Whether the clauses entail the literal, by refutation.

    >>> entails([Clause.of(1, 2), Clause.of(-2, 1)], 1)
    True
    """
    kb = KnowledgeBase()
    for clause in clauses:
        kb.insert(clause)
    return kb.refute(literal)
