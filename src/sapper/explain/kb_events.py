"""The events in a knowledge base (KB) that a viewer steps through, as JSON.

`KbEvents` is a listener. It groups the raw trace (`sapper.logic.trace`) of each decision:

    given, opened   cells are facts, because they were given as safe or are open
    oracle          an oracle (`method`) settles facts
    clue            a clue or the mine count (`clue` is null) becomes clauses, because `mines` of
                    `cells` are mines. If the agent takes the facts `known` for granted, their cells
                    are not among `cells`, and the clauses also contain their opposites. `counts`
                    are the numbers of positive and negative clauses. If `whole` is false, the agent
                    uses only some of the clauses
    insert          what happens to clause `row` of a clue, which is event `head`
    match           two clauses are matched on a cell, and what happens to the result
    refute          what happens to a clause that a refutation derived in `steps`
    sweep           the facts `by` remove clauses (`leave`), and shorten some of them (`short`)
    decide, guess   the agent opens `cells` and flags `flags`
    stuck           the agent has no move

A cell is a number. A literal is the number of its cell plus 1, negative for "safe". In every event,
`enter` lists the ids of the clauses that enter KB, `leave` the clauses that leave it, each with the
reason and the id of the clause or fact behind it, and `facts` the new facts, each with its id and
its literal. An insert, a match, a refutation and each clause that a sweep shortens have a `fate`:

    enters          the clause enters KB
    fact            it has only one literal, so it becomes a fact
    duplicate       it is skipped, because KB or KB0 has it as `by`
    subsumed        it is skipped, because KB has the stricter clause `by`
    satisfied       it is skipped, because the fact `by` makes it true
    tautology       it is always true; the matched clauses clash in two literals
    known           the result is not new, because KB has it or the stricter clause `by`
    wide            the clause is too wide for this agent
    overtaken       there is no result, because the result of another pair removes one of the two
    contradiction   it is empty, so KB is inconsistent

`short` is what facts first make of the clause: the ids of the `facts`, and the literals left, `to`.
`clauses` are all clauses that get an id in this decision. Their parents are ids, and their origin
is the cell of a clue, "given as safe", "open", "mine count" or the method of an oracle. A clause
that facts shortened keeps its origin, and a clause that comes from matching has none. `rounds` are
the rounds of matching, numbered in each decision, from event `first` to event `last`, with the
number of pairs and the reason why they ended. `late` are the open cells that count as hidden for
the agent, because it asks for one number at a time: each with the event from which on it knows the
number, or null if it does not ask before its decision.

>>> from sapper.agents.textbook import textbook_agent
>>> view = View.parse('''
... 3x3x1
... ...
... 111
... 000
... ''')
>>> agent = textbook_agent()
>>> agent.listener = events = KbEvents()
>>> told = events.decision(1, view, agent.choose(view))
>>> len(told["events"]), len(told["clauses"])
(20, 15)
>>> for i in (2, 5, 13, 14, 16):
...     shown = {name: value for name, value in told["events"][i].items() if value}
...     print(*(f"{name}={value}" for name, value in shown.items()))
kind=insert head=1 clause=[1, 2] fate=enters enter=[6]
kind=insert head=4 clause=[1, 2, 3] fate=subsumed by=6
kind=match left=8 right=10 on=2 result=[-1, 2] fate=enters enter=[11]
kind=match left=11 right=9 on=1 result=[-1, -3] fate=known by=8
kind=match left=7 right=11 on=1 result=[-1] fate=fact facts=[(12, -1)]
>>> told["clauses"][12]
{'literals': [-1], 'parents': [7, 11], 'origin': None}
>>> told["rounds"]
[{'number': 1, 'first': 12, 'last': 18, 'pairs': 5, 'why': 'fact'}]
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations, islice
from typing import Literal, TypeAlias, cast

from typing_extensions import TypedDict

from sapper.core.constraints import cells_of
from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, Decision, View
from sapper.explain.turn_text import clause_counts
from sapper.logic import Clause, Event, LogicError
from sapper.logic.clause import resolve
from sapper.logic.trace import (
    Contradiction,
    Derived,
    Inserted,
    Matched,
    Removed,
    Replayed,
    RoundEnded,
    Settled,
    Shortened,
    Skipped,
)
from sapper.reason.reasons import GIVEN_SAFE, MINE_COUNT, OPEN, Oracle

Fate: TypeAlias = Literal[
    "enters",
    "fact",
    "duplicate",
    "subsumed",
    "satisfied",
    "tautology",
    "known",
    "wide",
    "overtaken",
    "contradiction",
]


class ShortJson(TypedDict):
    """What facts make of a clause."""

    facts: list[int]
    to: list[int]


class ChangeJson(TypedDict):
    """What an event changes in KB and KB0."""

    enter: list[int]
    leave: list[tuple[int, str, int]]
    facts: list[tuple[int, int]]


class FateJson(TypedDict):
    """What happens to a clause."""

    fate: Fate
    by: int | None
    short: ShortJson | None


class BoardEventJson(ChangeJson):
    """Cells that are facts, because they were given as safe or are open."""

    kind: Literal["given", "opened"]
    cells: list[int]


class OracleEventJson(ChangeJson):
    """An oracle settles facts."""

    kind: Literal["oracle"]
    method: str


class ClueEventJson(ChangeJson):
    """A clue, or the mine count, becomes clauses."""

    kind: Literal["clue"]
    clue: int | None
    cells: list[int]
    mines: int
    known: list[int]
    counts: tuple[int, int]
    whole: bool


class InsertEventJson(ChangeJson, FateJson):
    """A clause of a clue."""

    kind: Literal["insert"]
    head: int
    row: int
    clause: list[int]


class MatchEventJson(ChangeJson, FateJson):
    """Two clauses are matched."""

    kind: Literal["match"]
    left: int
    right: int
    on: int
    result: list[int] | None


class RefuteEventJson(ChangeJson, FateJson):
    """A clause derived in a refutation."""

    kind: Literal["refute"]
    steps: list[int]
    clause: list[int]


class SweptJson(FateJson):
    """A clause that a fact shortened."""

    id: int


class SweepEventJson(ChangeJson):
    """Facts remove and shorten clauses of KB."""

    kind: Literal["sweep"]
    by: list[int]
    short: list[SweptJson]


class MoveEventJson(ChangeJson):
    """The decision."""

    kind: Literal["decide", "guess", "stuck"]
    cells: list[int]
    flags: list[int]


KbEventJson: TypeAlias = (
    BoardEventJson
    | OracleEventJson
    | ClueEventJson
    | InsertEventJson
    | MatchEventJson
    | RefuteEventJson
    | SweepEventJson
    | MoveEventJson
)


class ClauseJson(TypedDict):
    """A clause, its parents, and the axiom that it is or was."""

    literals: list[int]
    parents: list[int]
    origin: int | str | None


class RoundJson(TypedDict):
    """A round of matching."""

    number: int
    first: int
    last: int
    pairs: int
    why: str


class KbEventsJson(TypedDict):
    """The events in a knowledge base before a decision, and the decision."""

    number: int
    events: list[KbEventJson]
    clauses: dict[int, ClauseJson]
    rounds: list[RoundJson]
    late: list[tuple[int, int | None]]


class KbEvents:
    """Listens to a knowledge base, and groups its events (mutable)."""

    def __init__(self) -> None:
        self.raw: list[Event] = []
        """the events since the last decision"""
        self.kb = Replayed()
        self.ids: dict[Clause, int] = {}
        """the ids of the clauses in KB"""
        self.opened: set[Cell] = set()
        """the cells that the agent knows to be open"""
        self.settled_at: dict[int, int] = {}
        """maps the id of each fact to the number of the decision before which it was settled"""
        self.lost: dict[Clause, None] = {}
        """the clauses that KB has lost by mistake, or dropped because they are wide"""

    def __call__(self, event: Event) -> None:
        self.raw.append(event)

    def decision(self, number: int, view: View, decision: Decision | None) -> KbEventsJson:
        """The events since the last decision. `decision` is None if the agent is stuck."""
        first = len(self.kb.steps)
        reader = _Reader(self, view)
        reader.read()
        self.raw = []
        self.settled_at |= {i: number for event in reader.events for i, _ in event["facts"]}
        return {
            "number": number,
            "events": [*reader.events, _move_event(decision)],
            "clauses": {i: self._clause(i) for i in range(first, len(self.kb.steps))},
            "rounds": reader.rounds,
            "late": reader.late(),
        }

    def _clause(self, i: int) -> ClauseJson:
        steps = self.kb.steps
        root = step = steps[i]
        while root.parents and all(len(steps[p].clause) == 1 for p in root.parents[1:]):
            root = steps[root.parents[0]]  # facts shortened this clause
        origin = root.origin.method if isinstance(root.origin, Oracle) else root.origin
        assert isinstance(origin, int | str | None)
        literals, parents = list(step.clause.literals), list(step.parents)
        return {"literals": literals, "parents": parents, "origin": origin}


def _move_event(decision: Decision | None) -> MoveEventJson:
    moves = () if decision is None else decision.moves
    cells = [int(move.cell) for move in moves if move.kind == "open"]
    return {
        "kind": "stuck" if decision is None else "decide" if decision.reason.certain else "guess",
        "cells": cells,
        "flags": [
            int(move.cell) for move in moves if move.kind == "flag" and move.cell not in cells
        ],
        **_no_change(),
    }


def _no_change() -> ChangeJson:
    return {"enter": [], "leave": [], "facts": []}


class _Reader:
    """Reads the raw events of one decision, and groups them (mutable)."""

    def __init__(self, log: KbEvents, view: View) -> None:
        self.log = log
        self.view = view
        self.at = 0
        self.events: list[KbEventJson] = []
        self.rounds: list[RoundJson] = []
        self.round: int | None = None
        """the first event of this round of matching, or None before it"""
        self.asked: dict[Cell, int] = {}
        """the events from which on the agent knows cells to be open, if it did not before"""

    @property
    def next(self) -> Event | None:
        raw = self.log.raw
        return raw[self.at] if self.at < len(raw) else None

    def take(self) -> None:
        event = self.log.raw[self.at]
        self.log.kb.apply(event)
        if isinstance(event, Inserted):
            self.log.ids[event.clause] = event.id
        elif isinstance(event, Removed):
            self.log.ids.pop(event.clause, None)
        if isinstance(event, Removed | Skipped) and event.why in ("lost", "wide"):
            self.log.lost[event.clause] = None
        self.at += 1

    def read(self) -> None:
        while (event := self.next) is not None:
            origin = self._origin()
            match event:
                case RoundEnded():
                    self._end_round(event)
                case Matched():
                    self._match(event)
                case Removed(why="satisfied" | "shortened"):
                    self._sweep()
                case _ if isinstance(origin, Oracle):
                    self._oracle(origin)
                case _ if origin in (OPEN, GIVEN_SAFE):
                    self._board(origin)
                case _ if origin is not None:
                    self._clue(origin)
                case _:
                    self._refute()

    def _origin(self) -> Hashable:
        """The origin of the axiom that comes next, or None if something else comes next."""
        event = self._clause_event()
        return None if event is None else event.origin

    def _clause_event(self) -> Shortened | Inserted | Skipped | Settled | Contradiction | None:
        """The event of the clause that comes next, after those of the clauses that it subsumes."""
        for event in islice(self.log.raw, self.at, None):
            if isinstance(event, Shortened | Inserted | Skipped | Settled | Contradiction):
                return event
            if not isinstance(event, Removed) or event.why != "subsumed":
                break
        return None

    def _repeats(self, rows: set[Clause]) -> bool:
        """Whether the next clause is among these, because the agent reads a clue once more."""
        event = self._clause_event()
        if isinstance(event, Settled):
            return Clause.of(event.literal) in rows
        return isinstance(event, Shortened | Inserted | Skipped) and event.clause in rows

    def _fate(self, change: ChangeJson) -> tuple[Clause, FateJson]:
        """Take what happens to a clause, and return the clause as it was at first."""
        whole: Clause | None = None
        short: ShortJson | None = None
        if isinstance(event := self.next, Shortened):
            whole = event.clause
            short = ShortJson(facts=list(event.facts), to=list(event.result.literals))
            self.take()
        while isinstance(event := self.next, Removed):
            change["leave"].append((event.id, event.why, event.by))
            self.take()
        fate: Fate = "enters"
        by: int | None = None
        match event:
            case Inserted(i, clause):
                change["enter"].append(i)
            case Settled(i, literal):
                fate, clause = "fact", Clause.of(literal)
                change["facts"].append((i, literal))
            case Skipped(clause, why, by):
                fate = cast(Fate, why)
            case Contradiction():
                fate, clause = "contradiction", Clause()
            case _:
                raise LogicError(f"the trace does not say what happens to a clause before {event}")
        self.take()
        return whole or clause, {"fate": fate, "by": by, "short": short}

    def _board(self, origin: Hashable) -> None:
        event: BoardEventJson = {
            "kind": "opened" if origin == OPEN else "given",
            "cells": [],
            **_no_change(),
        }
        while self._origin() == origin:
            event["cells"] += cells_of(self._fate(event)[0].neg)
        if origin == OPEN:
            self.log.opened.update(event["cells"])
            self.asked |= dict.fromkeys(event["cells"], len(self.events))
        if event["facts"]:
            self.events.append(event)

    def _oracle(self, origin: Oracle) -> None:
        event: OracleEventJson = {"kind": "oracle", "method": origin.method, **_no_change()}
        while self._origin() == origin:
            self._fate(event)
        if event["facts"]:
            self.events.append(event)

    def _clue(self, origin: Hashable) -> None:
        hidden, mines = self._constraint(origin)
        facts = [x for x in self.log.kb.fact if abs(x) - 1 in hidden]
        head = len(self.events)
        event: ClueEventJson = {
            "kind": "clue",
            "clue": origin if isinstance(origin, int) else None,
            "cells": hidden,
            "mines": mines,
            "known": [],
            "counts": (0, 0),
            "whole": True,
            **_no_change(),
        }
        self.events.append(event)
        clauses: set[Clause] = set()
        rows = positive = 0
        while self._origin() == origin and not self._repeats(clauses):
            change = _no_change()
            clause, fate = self._fate(change)
            clauses.add(clause)
            insert: InsertEventJson = {
                "kind": "insert",
                "head": head,
                "row": rows,
                "clause": list(clause.literals),
                **fate,
                **change,
            }
            self.events.append(insert)
            rows += 1
            positive += clause.pos > 0
        event["counts"] = positive, rows - positive
        if facts and rows < sum(clause_counts(len(hidden), mines)):
            # This agent takes its facts for granted.
            event["known"] = facts
            event["cells"] = [cell for cell in hidden if not {cell + 1, -cell - 1} & set(facts)]
            event["mines"] = mines - sum(fact > 0 for fact in facts)
        event["whole"] = rows == sum(clause_counts(len(event["cells"]), event["mines"]))

    def _constraint(self, origin: Hashable) -> tuple[list[Cell], int]:
        """The hidden cells that a clue or the mine count is about, and how many are mines."""
        view = self.view
        if isinstance(origin, int):
            cells, mines = view.grid.neighbours(origin), view[origin]
        else:
            assert origin == MINE_COUNT, f"{origin} is not the origin of a clause"
            cells, mines = tuple(range(view.level.size)), view.level.mines
        return [int(cell) for cell in cells if cell not in self.log.opened], mines

    def late(self) -> list[tuple[int, int | None]]:
        view, opened = self.view, self.log.opened
        if not opened:
            return []  # the agent tells nothing about cells
        cells = (cell for cell, state in enumerate(view.states) if state < HIDDEN)
        asked = ((cell, self.asked.get(cell, 0 if cell in opened else None)) for cell in cells)
        return [(cell, event) for cell, event in asked if event != 0]

    def _match(self, matched: Matched) -> None:
        change = _no_change()
        self.take()
        if self.round is None:
            self.round = len(self.events)
        result = matched.result
        fate: FateJson = {"fate": cast(Fate, matched.why), "by": None, "short": None}
        if result is not None:
            _, fate = self._fate(change)
        elif matched.why in ("known", "wide"):
            clause = self.log.kb.steps
            result, _ = resolve(clause[matched.left].clause, clause[matched.right].clause)
            pairs = (self.log.ids.get(Clause.of(*pair)) for pair in combinations(result, 2))
            fate["by"] = next((i for i in pairs if i is not None), None)
        while isinstance(event := self.next, Removed) and event.why == "lost":
            change["leave"].append((event.id, event.why, event.by))
            self.take()
        told: MatchEventJson = {
            "kind": "match",
            "left": matched.left,
            "right": matched.right,
            "on": matched.pivot - 1,
            "result": None if result is None else list(result.literals),
            **fate,
            **change,
        }
        self.events.append(told)

    def _end_round(self, ended: RoundEnded) -> None:
        self.take()
        last = len(self.events) - 1
        first = last + 1 if self.round is None else self.round
        self.rounds.append(
            {
                "number": len(self.rounds) + 1,
                "first": first,
                "last": last,
                "pairs": ended.matched,
                "why": ended.why,
            }
        )
        self.round = None

    def _refute(self) -> None:
        steps = []
        while isinstance(event := self.next, Derived):
            steps.append(event.id)
            self.take()
        if isinstance(event, Matched | RoundEnded | None):
            return  # the refutation failed
        change = _no_change()
        clause, fate = self._fate(change)
        refuted: RefuteEventJson = {
            "kind": "refute",
            "steps": steps,
            "clause": list(clause.literals),
            **fate,
            **change,
        }
        self.events.append(refuted)

    def _sweep(self) -> None:
        event: SweepEventJson = {"kind": "sweep", "by": [], "short": [], **_no_change()}
        shorter = []
        while isinstance(one := self.next, Removed) and one.why in ("satisfied", "shortened"):
            event["leave"].append((one.id, one.why, one.by))
            if one.why == "shortened":
                shorter.append(one.id)
            self.take()
        event["by"] = list(dict.fromkeys(by for _, _, by in event["leave"]))
        event["short"] = [{"id": i, **self._fate(event)[1]} for i in shorter]
        self.events.append(event)
