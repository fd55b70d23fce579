"""Events in a knowledge base.

    Inserted       A clause enters KB. It has an origin, or the parents it was derived from.
    Skipped        A clause is not added, because KB has it or a stricter one, or it is true.
    Removed        A clause leaves KB, because another subsumes it or a fact makes it true or
                   shorter.
    Settled        A clause of one literal becomes a fact in KB0.
    Shortened      Facts remove literals from a clause. The next event is about what is left.
    Matched        Two clauses are matched, with the resolvent or the reason why there is none.
    RoundEnded     A round of matching is over.
    Derived        A step of a refutation. It is logged for the proof, but not added to KB.
    Contradiction  The empty clause is derived.

>>> from sapper.logic import Clause, KnowledgeBase
>>> kb = KnowledgeBase()
>>> events = []
>>> kb.trace(events.append)
>>> for literals in [(1, 2, 3), (-2, 4), (1, 2), (-1,)]:
...     kb.insert(Clause.of(*literals))
>>> for event in events:
...     print(event_text(event))
0. (1 ∨ 2 ∨ 3) enters KB: given
1. (¬2 ∨ 4) enters KB: given
0. (1 ∨ 2 ∨ 3) leaves KB: subsumed by 2
2. (1 ∨ 2) enters KB: given
3. ¬1 is a fact: given
2. (1 ∨ 2) leaves KB: shortened by 3
2. (1 ∨ 2) loses 1 to fact 3: 2
4. 2 is a fact: from 2 3
1. (¬2 ∨ 4) leaves KB: shortened by 4
1. (¬2 ∨ 4) loses ¬2 to fact 4: 4
5. 4 is a fact: from 1 4

A trace is complete: `replay` makes the same KB, KB0 and steps from it.

>>> replay(events).facts == kb.facts
True
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias, get_args

from sapper.logic.clause import Clause, Literal, clause_text, literal_text
from sapper.logic.errors import LogicError
from sapper.logic.proof import ProofStep
from sapper.words import how_many, plural


@dataclass(frozen=True, slots=True)
class Inserted:
    id: int
    clause: Clause
    parents: tuple[int, ...] = ()
    origin: Hashable = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """`why` is "duplicate", "subsumed", "satisfied", "tautology" or "wide".

    A wide clause has more literals than KB keeps. `by` is the id of the clause or fact that makes
    the clause unnecessary.
    """

    clause: Clause
    why: str
    by: int | None = None
    parents: tuple[int, ...] = ()
    origin: Hashable = None


@dataclass(frozen=True, slots=True)
class Removed:
    """`why` is "subsumed", "satisfied", "shortened", or "lost" if the clause should have stayed.

    `by` is the id of the clause or fact that caused the removal. For a lost clause, it is the
    clause that was matched with it.
    """

    id: int
    clause: Clause
    why: str
    by: int


@dataclass(frozen=True, slots=True)
class Settled:
    id: int
    literal: Literal
    parents: tuple[int, ...] = ()
    origin: Hashable = None


@dataclass(frozen=True, slots=True)
class Shortened:
    """The clause has an id if it was in KB or is a new axiom.

    A new resolvent has parents instead of an id.
    """

    id: int | None
    clause: Clause
    facts: tuple[int, ...]
    result: Clause
    parents: tuple[int, ...] = ()
    origin: Hashable = None


@dataclass(frozen=True, slots=True)
class Matched:
    """If `result` is None, `why` is a key of the dictionary NOTHING."""

    left: int
    right: int
    pivot: int
    result: Clause | None
    why: str = ""


NOTHING = {
    "tautology": "they clash in two literals",
    "wide": "the resolvent is too wide",
    "known": "KB has the resolvent or a stricter clause",
    "overtaken": "the result of another pair removes one of them",
}


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """`matched` is the number of matched pairs, and `why` is a key of the dictionary ENDED."""

    number: int
    matched: int
    why: str


ENDED = {
    "fact": "a new fact",
    "given": "every clause that waited was matched",
    "pairs": "the limit of pairs is reached",
    "nothing": "no clause is waiting",
}


@dataclass(frozen=True, slots=True)
class Derived:
    id: int
    clause: Clause
    parents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Contradiction:
    id: int
    parents: tuple[int, ...] = ()
    origin: Hashable = None


Event: TypeAlias = (
    Inserted
    | Skipped
    | Removed
    | Settled
    | Shortened
    | Matched
    | RoundEnded
    | Derived
    | Contradiction
)
Listener: TypeAlias = Callable[[Event], None]

_KINDS: dict[str, type[Event]] = {
    "round" if kind is RoundEnded else kind.__name__.lower(): kind for kind in get_args(Event)
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def event_json(event: Event) -> dict[str, Any]:
    """An event as JSON. Origins other than int, str and None become strings.

    >>> event_json(Inserted(3, Clause.of(1, -2), (), "given"))
    {'event': 'inserted', 'id': 3, 'clause': [1, -2], 'parents': [], 'origin': 'given'}
    """
    form: dict[str, Any] = {"event": _NAMES[type(event)]}
    for each in fields(event):
        value = getattr(event, each.name)
        if isinstance(value, Clause):
            value = list(value.literals)
        elif isinstance(value, tuple) and each.name != "origin":
            value = list(value)
        elif not isinstance(value, int | str | None):
            value = str(value)
        form[each.name] = value
    return form


def parse_event(data: Mapping[str, Any]) -> Event:
    kind = _KINDS.get(data.get("event", ""))
    names = set() if kind is None else {each.name for each in fields(kind)}
    if kind is None or set(data) != {"event", *names}:
        raise LogicError(
            f"{str(data)[:60]!r} is not an event: its kind must be one of {', '.join(_KINDS)}"
        )
    values: dict[str, Any] = {}
    for name in names:
        value = data[name]
        if name in ("clause", "result") and value is not None:
            value = Clause.of(*value)
        elif isinstance(value, list):
            value = tuple(value)
        values[name] = value
    return kind(**values)


def event_text(
    event: Event,
    name: Callable[[int], str] = str,
    origin: Callable[[Hashable], str] = lambda o: "given" if o is None else str(o),
    clause: Callable[[int], Clause] | None = None,
) -> str:
    """An event as a line of text. If `clause` is given, each cited id is followed by its clause."""

    def say(some: Clause) -> str:
        return clause_text(some, name)

    def cite(i: int) -> str:
        return str(i) if clause is None else f"{i} {say(clause(i))}"

    def source(parents: tuple[int, ...], label: Hashable) -> str:
        return "from " + " ".join(map(str, parents)) if parents else origin(label)

    match event:
        case Inserted(i, some, parents, label):
            return f"{i}. {say(some)} enters KB: {source(parents, label)}"
        case Skipped(some, why, by, parents, label):
            reason = {
                "duplicate": "KB has it as",
                "subsumed": "subsumed by",
                "satisfied": "satisfied by fact",
                "tautology": "it is always true",
                "wide": "it has too many literals",
            }[why]
            whom = "" if by is None else f" {cite(by)}"
            return f"{say(some)} is skipped ({source(parents, label)}): {reason}{whom}"
        case Removed(i, some, why, by):
            cause = "lost after it was matched with" if why == "lost" else f"{why} by"
            return f"{i}. {say(some)} leaves KB: {cause} {cite(by)}"
        case Settled(i, literal, parents, label):
            return f"{i}. {literal_text(literal, name)} is a fact: {source(parents, label)}"
        case Shortened(i, some, facts, result, parents, label):
            gone = [x for x in some if x not in result]
            lost = ", ".join(literal_text(x, name) for x in gone)
            by_facts = f"{plural(len(facts), 'fact')} {', '.join(map(str, facts))}"
            where = "" if i is None else f"{i}. "
            what = "" if i is not None and label is None else f" ({source(parents, label)})"
            return f"{where}{say(some)}{what} loses {lost} to {by_facts}: {say(result)}"
        case Matched(left, right, pivot, resolvent, why):
            pair = f"{cite(left)} and {cite(right)} on {name(pivot)}"
            if resolvent is None:
                return f"match {pair}: skipped, because {NOTHING[why]}"
            return f"match {pair}: {say(resolvent)}"
        case RoundEnded(number, matched, why):
            return f"round {number} ends after {how_many(matched, 'pair')}: {ENDED[why]}"
        case Derived(i, some, parents):
            return f"{i}. {say(some)} in a refutation: {source(parents, None)}"
        case Contradiction(i, parents, label):
            return f"{i}. contradiction: {source(parents, label)}"


def number_rounds(events: Iterable[Event]) -> list[Event]:
    """The events of one decision, with the rounds of matching numbered from 1.

    A knowledge base counts the rounds of all decisions.
    """
    number = 0
    numbered: list[Event] = []
    for event in events:
        if isinstance(event, RoundEnded):
            number += 1
            event = replace(event, number=number)
        numbered.append(event)
    return numbered


@dataclass(slots=True)
class Replayed:
    live: dict[int, Clause] = field(default_factory=dict)
    """the clauses of KB by id"""
    fact: dict[Literal, int] = field(default_factory=dict)
    """the id of each fact in KB0"""
    steps: dict[int, ProofStep] = field(default_factory=dict)
    """every clause ever kept, by id"""

    @property
    def facts(self) -> frozenset[Literal]:
        return frozenset(self.fact)

    def apply(self, event: Event) -> None:
        match event:
            case Inserted(i, clause, parents, origin):
                self.live[i] = clause
                self.steps[i] = ProofStep(i, clause, parents, origin)
            case Removed(i, clause):
                removed = self.live.pop(i, None)
                if removed != clause:
                    raise LogicError(f"the trace removes {i}. {clause}, which is not in KB")
            case Settled(i, literal, parents, origin):
                self.fact[literal] = i
                self.steps[i] = ProofStep(i, Clause.of(literal), parents, origin)
            case Shortened(int(i), clause, _, _, (), origin) if i not in self.steps:
                self.steps[i] = ProofStep(i, clause, (), origin)
            case Derived(i, clause, parents):
                self.steps[i] = ProofStep(i, clause, parents)
            case Contradiction(i, parents, origin):
                self.steps[i] = ProofStep(i, Clause(), parents, origin)
            case _:
                pass  # the event changes nothing


def replay(events: Iterable[Event]) -> Replayed:
    replayed = Replayed()
    for event in events:
        replayed.apply(event)
    return replayed


def story(events: Iterable[Event], clause: Clause) -> list[Event]:
    unit = clause.literals[0] if len(clause) == 1 else None
    return [
        event
        for event in events
        if clause in (getattr(event, "clause", None), getattr(event, "result", None))
        or (isinstance(event, Settled) and event.literal == unit)
    ]
