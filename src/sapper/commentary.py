"""A commentary on decisions: what went into a knowledge base, what became of it, what followed.

    turn      all that happened in KB between two decisions
    source    a clue, the mine count or the board, and the clauses that it gave in this turn
    fate      what became of one clause: it entered KB, is a fact, or was skipped (and why)

`Commentary` listens to the knowledge base of one game; after each decision, `lines` tells a student
of the turn, in columns that fit a terminal. Numbers in front of clauses are their ids in KB.

>>> from sapper.agents.textbook import textbook_agent
>>> from sapper.view import View
>>> view = View.parse('''
... 3x3x1
... ...
... 111
... 000
... ''')
>>> agent = textbook_agent()
>>> agent.listener = commentary = Commentary()
>>> decision = agent.choose(view)
>>> for line in commentary.lines(agent.kb, view, 60)[3:9]:
...     print(line)
opened: A2 B2 C2 A3 B3 C3
clue A2: 1 of 2 hidden cells: 1 + 1 clauses
  enter KB   6 (A1 ∨ B1)    7 (¬A1 ∨ ¬B1)
clue B2: 1 of 3 hidden cells: 1 + 3 clauses
  enter KB   8 (¬A1 ∨ ¬C1)  9 (¬B1 ∨ ¬C1)
  duplicate  (¬A1 ∨ ¬B1) is 7
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import comb

from typing_extensions import TypedDict

from sapper.constraints import cells_of
from sapper.grid import Cell, Grid
from sapper.knowledge import MINE_COUNT, OPEN, TOLD_SAFE, Cited, Oracle
from sapper.logic import Clause, Event, KnowledgeBase, Literal, Proof, Step, clause_text
from sapper.logic.trace import (
    NOTHING,
    Inserted,
    Matched,
    Removed,
    RoundEnded,
    Settled,
    Shortened,
    Skipped,
)
from sapper.view import HIDDEN, View

LABEL = 11
"""the width of the labels before the columns"""


LEGEND = (
    "A number before a clause is its id. (A1 ∨ B1) ← (A1 ∨ B1 ∨ C1) by 7: fact 7 took C1 out. "
    "After a clause of KB: the clue, the clause or the pair that it comes from."
)


SHOWN = 60
"""clauses of a kind that the JSON form of a turn has; how many there were is told"""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a clause: `kind` is kept, fact, or why it was skipped."""

    clause: Clause
    """as it was given or derived"""
    kind: str
    result: Clause
    """what facts left of it"""
    id: int | None = None
    """its id, if it was kept or is a fact"""
    by: int | None = None
    """if it was skipped, the clause or the fact that made it needless"""
    facts: tuple[int, ...] = ()
    """the facts that shortened it"""
    was: int | None = None
    """its id in KB before they did, if it had one"""


@dataclass(slots=True)
class Turn:
    """All that happened between two decisions; mutable: it grows by events."""

    sources: dict[Hashable, list[Fate]] = field(default_factory=dict)
    propagated: list[Fate] = field(default_factory=list)
    """what became of the clauses of KB that facts shortened"""
    matched: list[tuple[Matched, Fate]] = field(default_factory=list)
    """the pairs that gave a clause"""
    nothing: Counter[str] = field(default_factory=Counter)
    """the other pairs, by why nothing came of them"""
    removed: list[Removed] = field(default_factory=list)
    rounds: int = 0
    settled: list[int] = field(default_factory=list)
    """the ids of new facts"""


class Commentary:
    """Follows the events of a knowledge base, a turn at a time; mutable."""

    def __init__(self) -> None:
        self.turn = Turn()
        self.decision = 1
        self.settled_at: dict[int, int] = {}
        """the decision before which each fact was settled, by its id"""
        self._shortened: Shortened | None = None
        self._pair: Matched | None = None

    def __call__(self, event: Event) -> None:
        """Take in an event of the knowledge base."""
        turn = self.turn
        match event:
            case Shortened():
                self._shortened = event
            case Matched(result=None, why=why):
                turn.nothing[why] += 1
            case Matched():
                self._pair = event
            case Removed():
                turn.removed.append(event)
            case RoundEnded():
                turn.rounds += 1
            case Inserted(i, clause, parents, origin):
                self._tell(Fate(clause, "kept", clause, i), parents, origin)
            case Settled(i, literal, parents, origin):
                turn.settled.append(i)
                self.settled_at[i] = self.decision
                clause = Clause.of(literal)
                self._tell(Fate(clause, "fact", clause, i), parents, origin)
            case Skipped(clause, why, by, parents, origin):
                self._tell(Fate(clause, why, clause, None, by), parents, origin)
            case _:
                pass  # a refutation has no place in the exercise; its facts are told above

    def _tell(self, fate: Fate, parents: tuple[int, ...], origin: Hashable) -> None:
        """Put the fate of a clause where it belongs: to its source, or to what it came from."""
        cut, pair = self._shortened, self._pair
        self._shortened = self._pair = None
        if cut is not None:
            fate = replace(fate, clause=cut.clause, facts=cut.facts)
            origin = cut.origin
        if pair is not None:
            self.turn.matched.append((pair, fate))
        elif origin is not None:
            self.turn.sources.setdefault(origin, []).append(fate)
        elif parents:
            self.turn.propagated.append(replace(fate, was=parents[0]))

    # -- telling ----------------------------------------------------------------------------

    def lines(self, kb: KnowledgeBase, view: View, width: int) -> list[str]:
        """The turn up to now: sources, matching, propagation, and KB and KB0 after it."""
        grid = view.grid
        pen = _Pen(grid, width)
        turn = self.turn
        return [
            *(pen.words(LEGEND) if self.decision == 1 else ()),
            *_board_lines(turn, pen),
            *(line for origin in turn.sources for line in _source_lines(turn, origin, view, pen)),
            *_matching_lines(turn, kb, pen),
            *_propagation_lines(turn, pen),
            *_kb_lines(kb, view, pen),
        ]

    def to_json(self, kb: KnowledgeBase, view: View) -> TurnJson:
        """The turn up to now for machines; clauses are lists of literals, cells are numbers."""
        turn = self.turn
        counted = [(origin, _counted(turn, origin, view)) for origin in turn.sources]
        pairs = [(pair, fate) for pair, fate in turn.matched if fate.kind in ("kept", "fact")]
        gone = [event for event in turn.removed if event.why != "shortened"]
        return {
            "opened": _cells(turn.sources.get(OPEN, ())),
            "told": _cells(turn.sources.get(TOLD_SAFE, ())),
            "sources": [
                {
                    "clue": origin if isinstance(origin, int) else None,
                    "oracle": str(origin) if isinstance(origin, Oracle) else None,
                    "mines": mines,
                    "cells": cells,
                    "counts": dict(Counter(fate.kind for fate in fates)),
                    "clauses": _some([_fate_json(fate, kb) for fate in fates]),
                }
                for origin, (cells, mines, fates) in counted
                if origin not in (OPEN, TOLD_SAFE)
            ],
            "shortened": _some([_fate_json(fate, kb) for fate in turn.propagated]),
            "shortened_count": len(turn.propagated),
            "matched": [
                {
                    "left": list(kb.clause(pair.left).literals),
                    "right": list(kb.clause(pair.right).literals),
                    "on": pair.pivot - 1,
                    "gave": _fate_json(fate, kb),
                }
                for pair, fate in pairs[:SHOWN]
            ],
            "matched_count": len(pairs),
            "pairs": len(turn.matched) + turn.nothing.total(),
            "removed": [
                {
                    "clause": list(event.clause.literals),
                    "why": event.why,
                    "by": list(kb.clause(event.by).literals),
                }
                for event in gone[:SHOWN]
            ],
            "removed_count": len(gone),
            "settled": [
                literal
                for literal in (kb.clause(i).literals[0] for i in turn.settled)
                if literal > 0 or view[-literal - 1] >= HIDDEN
            ],
        }

    def next_decision(self) -> None:
        """A decision was made: what happens now belongs to the next one."""
        self.turn = Turn()
        self.decision += 1

    def short_proof(self, kb: KnowledgeBase, literal: Literal, grid: Grid) -> Proof:
        """The derivation of a fact in the turn that settled it; earlier facts are only cited.

        A cited fact is an axiom of this proof, and its origin says when it was settled.
        """
        proof = kb.proof(literal)
        assert proof is not None, "only facts have proofs"
        now = self.settled_at[proof.steps[-1].id]
        cited = {
            step.id: Cited(_fact(step.clause, grid), self.settled_at[step.id])
            for step in proof.steps
            if self.settled_at.get(step.id, now) < now and step.origin not in (OPEN, TOLD_SAFE)
        }
        return proof.citing(cited)


class FateJson(TypedDict):
    """What became of a clause, for machines: docs/json.md."""

    clause: list[int]
    kind: str
    result: list[int]
    facts: list[int]


class SourceJson(TypedDict):
    """A source of clauses in a turn, for machines: docs/json.md."""

    clue: int | None
    oracle: str | None
    mines: int
    cells: int
    counts: dict[str, int]
    clauses: list[FateJson]


class MatchedJson(TypedDict):
    """A pair of clauses and what it gave, for machines: docs/json.md."""

    left: list[int]
    right: list[int]
    on: int
    gave: FateJson


class RemovedJson(TypedDict):
    """A clause that left KB, for machines: docs/json.md."""

    clause: list[int]
    why: str
    by: list[int]


class TurnJson(TypedDict):
    """What happened in KB before a decision, for machines: docs/json.md."""

    opened: list[int]
    told: list[int]
    sources: list[SourceJson]
    shortened: list[FateJson]
    shortened_count: int
    matched: list[MatchedJson]
    matched_count: int
    pairs: int
    removed: list[RemovedJson]
    removed_count: int
    settled: list[int]


class OriginJson(TypedDict):
    """Where a clause of KB comes from, for machines: docs/json.md."""

    clue: int | None
    oracle: str | None
    pair: list[list[int]]
    facts: list[int]


def origin_json(steps: Sequence[Step], i: int) -> OriginJson:
    """Where the clause of that id comes from; `steps` are those of its knowledge base.

    Without a clue, an oracle and a pair, it is the mine count.
    """
    step = steps[i]
    parents = [steps[parent] for parent in step.parents]
    # What facts cut comes from where it came from before.
    root = step
    while root.parents and all(len(steps[p].clause) == 1 for p in root.parents[1:]):
        root = steps[root.parents[0]]
    pair = [steps[parent] for parent in root.parents[:2]]
    return {
        "clue": root.origin if isinstance(root.origin, int) else None,
        "oracle": str(root.origin) if isinstance(root.origin, Oracle) else None,
        "pair": [list(one.clause.literals) for one in pair],
        "facts": [one.clause.literals[0] for one in parents[1:] if len(one.clause) == 1],
    }


def _some(fates: list[FateJson]) -> list[FateJson]:
    """The first of each kind."""
    seen: Counter[str] = Counter()
    some = []
    for fate in fates:
        seen[fate["kind"]] += 1
        if seen[fate["kind"]] <= SHOWN:
            some.append(fate)
    return some


def _fate_json(fate: Fate, kb: KnowledgeBase) -> FateJson:
    return {
        "clause": list(fate.clause.literals),
        "kind": fate.kind,
        "result": list(fate.result.literals),
        "facts": [kb.clause(fact).literals[0] for fact in fate.facts],
    }


def _cells(fates: Iterable[Fate]) -> list[Cell]:
    return [abs(fate.clause.literals[0]) - 1 for fate in fates]


def _counted(turn: Turn, origin: Hashable, view: View) -> tuple[int, int, list[Fate]]:
    """Among how many cells a source has how many mines, and the fates of its clauses."""
    fates = turn.sources[origin]
    if origin == MINE_COUNT:
        m = len({abs(x) for fate in fates for x in fate.result})
        n = m if fates[0].result.pos and len(fates[0].result) == 1 else _mines(fates)
        # Before the facts shortened them, these clauses held every known mine of the board.
        return m, n, [Fate(f.result, f.kind, f.result, f.id, f.by) for f in fates]
    if isinstance(origin, int):
        m = sum(view[near] >= HIDDEN for near in view.grid.neighbours(origin))
        return m, view[origin], fates
    return 0, 0, fates


def _fact(clause: Clause, grid: Grid) -> str:
    literal = clause.literals[0]
    return f"{grid.name(abs(literal) - 1)} is {'a mine' if literal > 0 else 'safe'}"


class _Pen:
    """Writes clauses with the names of cells, and lists in columns."""

    def __init__(self, grid: Grid, width: int) -> None:
        self.grid = grid
        self.width = width

    def name(self, variable: int) -> str:
        return self.grid.name(variable - 1)

    def clause(self, clause: Clause) -> str:
        return clause_text(clause, self.name)

    def cells(self, cells: Iterable[Cell]) -> list[str]:
        return [self.grid.name(cell) for cell in cells]

    def columns(self, label: str, items: Sequence[str]) -> list[str]:
        """Items at tab stops after a label; a wide one takes several, a very wide one is folded."""
        first = f"  {label:<{LABEL}}" if label else "  "
        room = max(20, self.width - len(first))
        # Tab stops that suit most items: the few much wider ones take two or three.
        least = min(map(len, items), default=0)
        stop = 2 + max((len(item) for item in items if len(item) <= 1.4 * least), default=0)
        rows: list[str] = []
        for item in items:
            # At least two spaces between two items.
            at = -(-(len(rows[-1]) + 2) // stop) * stop if rows else room
            if rows and at + len(item) <= room:
                rows[-1] = f"{rows[-1]:<{at}}{item}"
            else:
                rows.append(item)
        lines: list[str] = []
        for row in rows:
            lines += self._folded(" " * len(first) if lines else first, row, room)
        return lines

    def _folded(self, head: str, row: str, room: int) -> list[str]:
        """A row, cut between words where it is too wide for the terminal."""
        lines = []
        while len(row) > room:
            cut = row.rfind(" ", 1, room + 1)
            if cut < 1:
                break
            lines.append(head + row[:cut])
            head, row = " " * len(head), "  " + row[cut:].lstrip()
        return [*lines, head + row]

    def words(self, text: str) -> list[str]:
        """A sentence of the commentary, folded."""
        return self._folded("", text, self.width)


def _became(fate: Fate, pen: _Pen) -> str:
    """What was kept of a clause, and what it was before facts shortened it."""
    was = "" if fate.was is None else f"{fate.was} "
    came = "" if fate.id is None else f"{fate.id} "
    came += pen.clause(fate.result)
    if fate.facts:
        came += f" ← {was}{pen.clause(fate.clause)} by {' '.join(map(str, fate.facts))}"
    elif fate.id is None:
        came = was + came
    if fate.id is None:
        came += _SKIPPED[fate.kind] + ("" if fate.by is None else f" {fate.by}")
    return came


_SKIPPED = {
    "duplicate": " is",
    "subsumed": " by",
    "satisfied": " by fact",
    "tautology": " always holds",
}
_REMOVED = {"subsumed": "out: weak", "satisfied": "out: true"}
_LABELS = {
    "kept": "enter KB",
    "fact": "facts",
    "duplicate": "duplicate",
    "subsumed": "subsumed",
    "satisfied": "satisfied",
    "tautology": "tautology",
}


def _fates(fates: Sequence[Fate], pen: _Pen) -> list[str]:
    """The fates of clauses, by kind."""
    lines = []
    for kind, label in _LABELS.items():
        lines += pen.columns(label, [_became(fate, pen) for fate in fates if fate.kind == kind])
    return lines


def _board_lines(turn: Turn, pen: _Pen) -> list[str]:
    """The cells that the board opened or told."""
    lines = []
    for origin, label in ((TOLD_SAFE, "told safe:"), (OPEN, "opened:")):
        fates = turn.sources.get(origin, [])
        cells = pen.cells(abs(fate.clause.literals[0]) - 1 for fate in fates)
        lines += pen.words(" ".join([label, *cells])) if cells else []
    return lines


def _source_lines(turn: Turn, origin: Hashable, view: View, pen: _Pen) -> list[str]:
    """A source with the formula of its clauses, and what became of each."""
    fates = turn.sources[origin]
    if origin in (OPEN, TOLD_SAFE):
        return []
    if isinstance(origin, Oracle):
        return [*pen.words(f"{origin}:"), *_fates(fates, pen)]
    m, n, fates = _counted(turn, origin, view)
    if origin == MINE_COUNT:
        said = f"mine count: {formula(m, n, len(fates), left=True)}"
    else:
        assert isinstance(origin, int), origin
        said = f"clue {view.grid.name(origin)}: {formula(m, n, len(fates))}"
    return [*pen.words(said), *_fates(fates, pen)]


def _mines(fates: Sequence[Fate]) -> int:
    """The mines left: a clause of n + 1 cells says that one of them is safe."""
    return next(len(fate.result) for fate in fates if fate.result.neg) - 1


def formula(m: int, n: int, given: int, left: bool = False) -> str:
    """How many clauses n mines among m cells are, by the three cases of the exercise.

    >>> formula(5, 3, 15)
    '3 of 5 hidden cells: 10 + 5 clauses'
    >>> formula(3, 3, 3), formula(1, 0, 1, left=True)
    ('3 of 3 hidden cells: 3 clauses, all mines', '0 of 1 cell left: 1 clause, safe')
    >>> formula(5, 3, 4)
    '3 of 5 hidden cells: 4 of its 10 + 5 clauses'
    """
    noun = f"cell{'s' * (m != 1)}"
    cells = f"{n} of {m} {noun} left" if left else f"{n} of {m} hidden {noun}"
    if n in (0, m):
        total = m
        what = f"{m} clause{'s' * (m != 1)}"
        every = "all " if m > 1 else ""
        tail = f", {every}{'safe' if n == 0 else 'a mine' if m == 1 else 'mines'}"
    else:
        total = comb(m, m - n + 1) + comb(m, n + 1)
        what, tail = f"{comb(m, m - n + 1)} + {comb(m, n + 1)} clauses", ""
    return f"{cells}: {what if given == total else f'{given} of its {what}'}{tail}"


def _propagation_lines(turn: Turn, pen: _Pen) -> list[str]:
    """What facts did to the clauses of KB, and which clauses left it."""
    if not turn.propagated and not turn.removed:
        return []
    lines = ["unit propagation and subsumption:"]
    lines += _fates(turn.propagated, pen)
    gone: dict[str, list[str]] = {}
    for event in turn.removed:
        if event.why != "shortened":  # those are told above, with what is left of them
            told = f"{event.id} {pen.clause(event.clause)} by {event.by}"
            gone.setdefault(event.why, []).append(told)
    for why, items in gone.items():
        lines += pen.columns(_REMOVED[why], items)
    return lines


def _matching_lines(turn: Turn, kb: KnowledgeBase, pen: _Pen) -> list[str]:
    """The pairs that led to the new facts, and how many did not."""
    total = len(turn.matched) + turn.nothing.total()
    if not total:
        return []
    used: set[int] = set()
    for fact in turn.settled:
        proof = kb.proof(kb.clause(fact).literals[0])
        assert proof is not None
        used.update(step.id for step in proof.steps)
    led = [(pair, fate) for pair, fate in turn.matched if fate.id in used]
    rounds = f"{turn.rounds} round{'s' * (turn.rounds != 1)}"
    lines = [f"matching, {rounds}, {total} pair{'s' * (total != 1)}:"]
    items = []
    for pair, fate in led:
        left, right = pen.clause(kb.clause(pair.left)), pen.clause(kb.clause(pair.right))
        cell = pen.name(pair.pivot)
        items.append(f"{pair.left} {left} and {pair.right} {right} on {cell}: {_became(fate, pen)}")
    for item in items:
        lines += pen.columns("led on" if item is items[0] else " ", [item])
    kept = sum(fate.kind == "kept" and fate.id not in used for _, fate in turn.matched)
    needless = len(turn.matched) - len(led) - kept
    rest = [(kept, "gave a clause that no new fact needed")] if kept else []
    rest += [(needless, "gave a clause that KB did not need")] if needless else []
    rest += [(count, NOTHING[why]) for why, count in turn.nothing.most_common()]
    return lines + pen.columns("the rest", [f"{count}: {why}" for count, why in rest])


def _kb_lines(kb: KnowledgeBase, view: View, pen: _Pen) -> list[str]:
    """KB with the source of each clause, and KB0."""
    steps = {step.id: step for step in kb.steps()}
    ids = sorted(kb.ids(), key=lambda i: (len(steps[i].clause), i))
    items = []
    for i in ids:
        step = steps[i]
        items.append(f"{i} {pen.clause(step.clause)} {_source(step, steps, pen)}")
    lines = [f"KB, the clauses under work ({len(items)}), each with its source:"]
    lines += pen.columns("", items) if items else ["  empty"]
    mines, safe = cells_of(kb.true), cells_of(kb.false)
    hidden = [cell for cell in safe if view[cell] >= HIDDEN]
    lines.append(f"KB0, the facts ({len(mines) + len(safe)}):")
    lines += pen.columns("mines", pen.cells(mines))
    lines += pen.columns("to open", pen.cells(hidden))
    opened = len(safe) - len(hidden)
    return lines + pen.columns("open", [f"{opened} cell{'s' * (opened != 1)}"])


def _source(step: Step, steps: Mapping[int, Step], pen: _Pen) -> str:
    """Where a clause of KB comes from: a clue, a clause, or a pair; and the facts that cut it."""
    if not step.parents:
        return _origin(step.origin, pen)
    first = steps[step.parents[0]]
    pair = [i for i in step.parents[1:] if len(steps[i].clause) > 1]
    cut = [str(i) for i in step.parents[1:] if len(steps[i].clause) == 1]
    if first.origin == MINE_COUNT:
        return MINE_COUNT  # the facts that cut it are all the mines known
    if pair:
        head = f"{first.id} and {pair[0]}"
    elif first.parents:
        head = str(first.id)
    else:
        # A clue says more than an id does; cut on the way, its clause was never in KB.
        head = _origin(first.origin, pen)
    return f"{head} by {' '.join(cut)}" if cut else head


def _origin(origin: Hashable, pen: _Pen) -> str:
    return pen.grid.name(origin) if isinstance(origin, int) else str(origin)
