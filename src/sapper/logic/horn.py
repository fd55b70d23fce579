"""Horn clauses, with forward and backward chaining.

    rule       a Horn clause, read as "if all variables of the body are true, the head is true". A
               fact has an empty body. A constraint has no head, and says that not all variables of
               its body are true.
    forward    start from the facts, and apply rules whose body is known until nothing new follows
    backward   start from the goal, find a rule with that head, and prove each part of its body

Forward chaining counts the unknown variables in each body, so it takes linear time (Dowling and
Gallier 1984).

>>> clauses = [Clause.of(1), Clause.of(2), Clause.of(-1, -2, 3), Clause.of(-3, 4)]
>>> print(forward(rules(clauses), 4).text("?ABCD".__getitem__))
A         known
B         known
C         if A ∧ B
D         if C
>>> print(backward(rules(clauses), 4).text("?ABCD".__getitem__))
D?
  C?
    A?
    A is known
    B?
    B is known
  C holds: A ∧ B ⇒ C
D holds: C ⇒ D
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sapper.logic.clause import Clause, bits, clause_text
from sapper.logic.errors import LimitError, LogicError
from sapper.words import plural

STEPS = 20_000
"""the maximum number of goals in backward chaining"""
_DEPTH = 300


@dataclass(frozen=True, slots=True)
class HornRule:
    """A rule: if all variables of `body` are true, `head` is true.

    If `head` is None, the rule says that not all variables of `body` are true.
    """

    body: tuple[int, ...]
    head: int | None

    def text(self, name: Callable[[int], str] = str) -> str:
        head = "false" if self.head is None else name(self.head)
        return f"{' ∧ '.join(map(name, self.body))} ⇒ {head}" if self.body else head


def rules(clauses: Iterable[Clause], name: Callable[[int], str] = str) -> list[HornRule]:
    rules = []
    for clause in clauses:
        if clause.tautology:
            continue
        if clause.pos.bit_count() > 1:
            raise LogicError(
                f"{clause_text(clause, name)} is not a Horn clause: chaining needs clauses with at "
                "most one positive literal"
            )
        head = clause.pos.bit_length() - 1 if clause.pos else None
        rules.append(HornRule(tuple(bits(clause.neg)), head))
    return rules


@dataclass(frozen=True, slots=True)
class Forward:
    fired: tuple[HornRule, ...]
    goal: int | None
    entailed: bool
    """whether the goal follows; everything follows from rules that contradict each other"""

    def text(self, name: Callable[[int], str] = str) -> str:
        lines = []
        for rule in self.fired:
            head = "false" if rule.head is None else name(rule.head)
            why = "if " + " ∧ ".join(map(name, rule.body)) if rule.body else "known"
            lines.append(f"{head:<9} {why}")
        return "\n".join(lines)


def forward(some: Sequence[HornRule], goal: int | None = None) -> Forward:
    """Apply rules until the goal is reached, a constraint is violated, or nothing new follows."""
    missing = [len(set(rule.body)) for rule in some]
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    for index, rule in enumerate(some):
        for variable in set(rule.body):
            waiting[variable].append(index)
    ready = deque(index for index, count in enumerate(missing) if not count)
    known: set[int] = set()
    fired = []
    while ready:
        rule = some[ready.popleft()]
        if rule.head in known:
            continue
        fired.append(rule)
        if rule.head is None or rule.head == goal:
            return Forward(tuple(fired), goal, True)
        known.add(rule.head)
        for index in waiting[rule.head]:
            missing[index] -= 1
            if not missing[index]:
                ready.append(index)
    return Forward(tuple(fired), goal, False)


@dataclass(frozen=True, slots=True)
class Goal:
    kind: str
    """asked, holds, fails, shown (proved earlier) or again (already being asked for)"""
    depth: int
    goal: int | None
    rule: HornRule | None = None

    def text(self, name: Callable[[int], str] = str) -> str:
        what = "false" if self.goal is None else name(self.goal)
        if self.kind == "holds":
            assert self.rule is not None
            how = f" holds: {self.rule.text(name)}" if self.rule.body else " is known"
        else:
            how = {
                "asked": "?",
                "again": " is being asked for already",
                "shown": " holds, as shown above",
                "fails": " can't be shown",
            }[self.kind]
        return f"{'  ' * self.depth}{what}{how}"


@dataclass(frozen=True, slots=True)
class Backward:
    goals: tuple[Goal, ...]
    entailed: bool

    def text(self, name: Callable[[int], str] = str) -> str:
        return "\n".join(goal.text(name) for goal in self.goals)


def backward(some: Sequence[HornRule], goal: int, steps: int = STEPS) -> Backward:
    """Prove a goal by backward chaining.

    If the goal can't be proved, try to derive a contradiction.
    """
    by_head: defaultdict[int | None, list[HornRule]] = defaultdict(list)
    for rule in some:
        by_head[rule.head].append(rule)
    goals: list[Goal] = []
    shown: set[int | None] = set()
    asked: set[int | None] = set()

    def reach(what: int | None, depth: int) -> bool:
        if len(goals) >= steps or depth > _DEPTH:
            count = f"{len(goals):,} {plural(len(goals), 'goal')}"
            raise LimitError(f"backward chaining gave up after {count}")
        if what in shown or what in asked:
            goals.append(Goal("shown" if what in shown else "again", depth, what))
            return what in shown
        goals.append(Goal("asked", depth, what))
        asked.add(what)
        for rule in by_head[what]:
            for part in rule.body:
                if not reach(part, depth + 1):
                    break
            else:
                goals.append(Goal("holds", depth, what, rule))
                asked.discard(what)
                shown.add(what)
                return True
        asked.discard(what)
        goals.append(Goal("fails", depth, what))
        return False

    entailed = reach(goal, 0) or (bool(by_head[None]) and reach(None, 0))
    return Backward(tuple(goals), entailed)
