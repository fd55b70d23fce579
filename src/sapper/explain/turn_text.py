"""A turn in words, in columns that fit a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

from sapper.core.constraints import cells_of
from sapper.core.grid import Cell, Grid
from sapper.core.view import HIDDEN, View
from sapper.explain.turn import Fate, Turn, TurnPart, cells_in
from sapper.logic import Clause, KnowledgeBase, ProofStep
from sapper.reason.reasons import GIVEN_SAFE, MINE_COUNT, OPEN, Oracle, clause_name, source
from sapper.words import Message, say
from sapper.words.kinds import (
    BoardSource,
    CellCount,
    CellsOfTurn,
    ClauseCount,
    ClauseLeft,
    ClauseName,
    ClauseOfKb,
    ClausesOfKb,
    ClausesOfSource,
    ClueSource,
    FactsOfKb0,
    FactsOfOracle,
    FateOfClause,
    Heading,
    MatchingOfTurn,
    OneNumberAtATime,
    OracleSource,
    PairLedOn,
    PairsForNothing,
    PropagationOfTurn,
    TurnLabel,
    TurnLegend,
)

LABEL = 11


def turn_lines(
    turn: Turn,
    kb: KnowledgeBase,
    view: View,
    width: int,
    most: int | None = None,
    legend: bool = False,
) -> list[str]:
    pen = _Pen(view.grid, width, most)
    used = _used(turn, kb)
    clues = (part for part in turn.of("source") if isinstance(part.origin, int))
    is_behind = any(view[cell] < HIDDEN for part in clues for cell in part.hidden(view.grid))
    return [
        *(pen.say(TurnLegend()) if legend else ()),
        *(pen.say(OneNumberAtATime()) if is_behind else ()),
        *(line for part in turn.parts for line in _part_lines(part, used, kb, view, pen)),
        *_kb_lines(kb, view, pen),
    ]


class _Pen:
    def __init__(self, grid: Grid, width: int, most: int | None) -> None:
        self.grid = grid
        self.width = width
        self.most = most

    def clause(self, clause: Clause) -> ClauseName:
        return clause_name(clause, self.grid)

    def is_long(self, items: Sequence[object]) -> bool:
        return self.most is not None and len(items) > self.most

    def columns(self, label: Heading | None, messages: Sequence[Message]) -> list[str]:
        """Clauses, or their number if there are too many. Facts are always listed."""
        if label != "fact" and self.is_long(messages):
            messages = [ClauseCount(len(messages))]
        return self.table("" if label is None else _label(label), list(map(say, messages)))

    def cells(self, label: Heading, cells: Sequence[Cell]) -> list[str]:
        if self.is_long(cells):
            return self.columns(label, [CellCount(len(cells))])
        return self.table(_label(label), self.grid.names(cells))

    def table(self, label: str, items: Sequence[str]) -> list[str]:
        first = f"  {label}"
        room = max(20, self.width - len(first))
        # Choose tab stops that suit the shorter items. Longer items fill several columns.
        least = min(map(len, items), default=0)
        stop = 2 + max((len(item) for item in items if len(item) <= 1.4 * least), default=0)
        rows: list[str] = []
        for item in items:
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
        lines = []
        while len(row) > room:
            cut = row.rfind(" ", 1, room + 1)
            if cut < 1:
                break
            lines.append(head + row[:cut])
            head, row = " " * len(head), "  " + row[cut:].lstrip()
        return [*lines, head + row]

    def say(self, message: Message) -> list[str]:
        return self._folded("", say(message), self.width)


def _label(label: Heading) -> str:
    return f"{say(TurnLabel(label)):<{LABEL}}"


def _became(fate: Fate, pen: _Pen) -> FateOfClause:
    result, clause = pen.clause(fate.result), pen.clause(fate.clause)
    return FateOfClause(fate.kind, result, fate.id, fate.by, clause, fate.was, fate.facts)


_FATES: tuple[Heading, ...] = (
    "kept",
    "fact",
    "duplicate",
    "subsumed",
    "satisfied",
    "tautology",
    "wide",
)
_REMOVED: dict[str, Heading] = {
    "subsumed": "out subsumed",
    "satisfied": "out satisfied",
    "lost": "out lost",
}


def _fates(fates: Sequence[Fate], pen: _Pen) -> list[str]:
    lines = []
    for kind in _FATES:
        lines += pen.columns(kind, [_became(fate, pen) for fate in fates if fate.kind == kind])
    return lines


def _part_lines(
    part: TurnPart, used: set[int], kb: KnowledgeBase, view: View, pen: _Pen
) -> list[str]:
    match part.kind:
        case "matching":
            lines = _matching_lines(part, used, kb, pen)
        case "propagation":
            lines = [*pen.say(PropagationOfTurn()), *_fates(part.fates, pen)]
        case "source" if part.origin in (OPEN, GIVEN_SAFE):
            cells = tuple(map(pen.grid.name, cells_in(part.fates)))
            lines = pen.say(CellsOfTurn(part.origin == GIVEN_SAFE, cells))
        case "source":
            lines = _source_lines(part, view, pen)
    gone: dict[str, list[ClauseLeft]] = {}
    for event in part.removed:
        if event.why != "shortened":  # shortened clauses are shown with their results
            left = ClauseLeft(event.id, pen.clause(event.clause), event.by)
            gone.setdefault(event.why, []).append(left)
    for why, items in gone.items():
        lines += pen.columns(_REMOVED[why], items)
    return lines


def _source_lines(part: TurnPart, view: View, pen: _Pen) -> list[str]:
    cells, mines, fates = part.count(view)
    if isinstance(part.origin, Oracle):
        head: Message = FactsOfOracle(OracleSource(part.origin.method))
    else:
        axioms = source(part.origin, view.grid)
        assert isinstance(axioms, ClueSource | BoardSource)
        head = ClausesOfSource(axioms, mines, cells, clause_counts(cells, mines), len(fates))
    return [*pen.say(head), *_fates(fates, pen)]


def clause_counts(m: int, n: int) -> tuple[int, ...]:
    """The numbers of positive and negative clauses needed to say that n of m cells are mines.

    >>> clause_counts(5, 3)
    (10, 5)
    >>> clause_counts(3, 3), clause_counts(1, 0)
    ((3,), (1,))
    """
    return (m,) if n in (0, m) else (comb(m, m - n + 1), comb(m, n + 1))


def _used(turn: Turn, kb: KnowledgeBase) -> set[int]:
    """The ids of the clauses from which the facts of this turn are derived."""
    used: set[int] = set()
    if turn.of("matching"):
        for fact in turn.settled:
            proof = kb.proof(kb.clause(fact).literals[0])
            assert proof is not None
            used.update(step.id for step in proof.steps)
    return used


def _matching_lines(part: TurnPart, used: set[int], kb: KnowledgeBase, pen: _Pen) -> list[str]:
    led = [(pair, fate) for pair, fate in part.matched if fate.id in used]
    total = len(part.matched) + part.nothing.total()
    lines = pen.say(MatchingOfTurn(part.rounds, total))
    for place, (pair, fate) in enumerate(led):
        item = PairLedOn(
            pair.left,
            pen.clause(kb.clause(pair.left)),
            pair.right,
            pen.clause(kb.clause(pair.right)),
            pen.grid.name(pair.pivot - 1),
            _became(fate, pen),
        )
        lines += pen.table(" " * LABEL if place else _label("useful"), [say(item)])
    kept = sum(fate.kind == "kept" and fate.id not in used for _, fate in part.matched)
    counts = [("unused", kept), ("unneeded", len(part.matched) - len(led) - kept)]
    counts += part.nothing.most_common()
    return lines + pen.columns("the rest", [PairsForNothing(n, why) for why, n in counts if n])


def _kb_lines(kb: KnowledgeBase, view: View, pen: _Pen) -> list[str]:
    steps = {step.id: step for step in kb.steps()}
    ids = sorted(kb.ids(), key=lambda i: (len(steps[i].clause), i))
    listed = not pen.is_long(ids)
    lines = pen.say(ClausesOfKb(len(ids), listed))
    if listed:
        clauses = [_clause_of_kb(steps[i], steps, pen) for i in ids]
        lines += pen.columns(None, clauses or [TurnLabel("empty")])
    mines, safe = cells_of(kb.true), cells_of(kb.false)
    hidden = [cell for cell in safe if view[cell] >= HIDDEN]
    lines += pen.say(FactsOfKb0(len(mines) + len(safe)))
    lines += pen.cells("mines", mines)
    lines += pen.cells("to open", hidden)
    return lines + pen.columns("open", [CellCount(len(safe) - len(hidden))])


def _clause_of_kb(step: ProofStep, steps: Mapping[int, ProofStep], pen: _Pen) -> ClauseOfKb:
    first = steps[step.parents[0]] if step.parents else step
    pair = [i for i in step.parents[1:] if len(steps[i].clause) > 1]
    cut = tuple(i for i in step.parents[1:] if len(steps[i].clause) == 1)
    clause = pen.clause(step.clause)
    if first.origin == MINE_COUNT:
        # Don't list the facts that shortened the clause: the list would include all known mines.
        return ClauseOfKb(step.id, clause, BoardSource(MINE_COUNT), (), ())
    if pair or first.parents:
        return ClauseOfKb(step.id, clause, None, (first.id, *pair[:1]), cut)
    # Name the clue instead of an id, because the clause entered the knowledge base only in its
    # shortened form.
    return ClauseOfKb(step.id, clause, source(first.origin, pen.grid), (), cut)
