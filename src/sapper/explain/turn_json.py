"""A turn as JSON (docs/json.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from typing_extensions import TypedDict

from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.explain.turn import Fate, Part, Turn, cells_in
from sapper.logic import KnowledgeBase, ProofStep
from sapper.reason.reasons import GIVEN_SAFE, OPEN, Oracle, Origin
from sapper.words import say
from sapper.words.kinds import OracleSource

SHOWN = 60
"""the maximum number of clauses of each kind; the JSON also gives the total numbers"""


class FateJson(TypedDict):
    """What happened to a clause in a turn."""

    clause: list[int]
    kind: str
    result: list[int]
    facts: list[int]


class SourceJson(TypedDict):
    """A clue or an oracle that contributed clauses to a turn."""

    clue: int | None
    oracle: str | None
    mines: int
    cells: int
    counts: dict[str, int]
    clauses: list[FateJson]


class MatchedJson(TypedDict):
    """A pair of clauses and the clause that follows from it."""

    left: list[int]
    right: list[int]
    on: int
    gave: FateJson


class RemovedJson(TypedDict):
    """A clause that was removed from the knowledge base."""

    clause: list[int]
    why: str
    by: list[int]


class TurnJson(TypedDict):
    """The events in the knowledge base before a decision."""

    opened: list[int]
    given: list[int]
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
    """The origin of a clause in the knowledge base."""

    clue: int | None
    oracle: str | None
    pair: list[list[int]]
    facts: list[int]


def turn_json(turn: Turn, kb: KnowledgeBase, view: View) -> TurnJson:
    """A turn as JSON, with clauses as lists of literals and cells as numbers."""
    sources: dict[Hashable, Part] = {}
    for part in turn.of("source"):
        sources.setdefault(part.origin, Part("source", part.origin)).fates.extend(part.fates)
    counted = [(origin, part.count(view)) for origin, part in sources.items()]
    matched = [pair for part in turn.parts for pair in part.matched]
    propagated = [fate for part in turn.of("propagation") for fate in part.fates]
    pairs = [(pair, fate) for pair, fate in matched if fate.kind in ("kept", "fact")]
    gone = [event for part in turn.parts for event in part.removed if event.why != "shortened"]
    return {
        "opened": _cells(sources, OPEN),
        "given": _cells(sources, GIVEN_SAFE),
        "sources": [
            {
                "clue": origin if isinstance(origin, int) else None,
                "oracle": _oracle(origin),
                "mines": mines,
                "cells": cells,
                "counts": dict(Counter(fate.kind for fate in fates)),
                "clauses": _first_of_each_kind([_fate_json(fate, kb) for fate in fates]),
            }
            for origin, (cells, mines, fates) in counted
            if origin not in (OPEN, GIVEN_SAFE)
        ],
        "shortened": _first_of_each_kind([_fate_json(fate, kb) for fate in propagated]),
        "shortened_count": len(propagated),
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
        "pairs": len(matched) + sum(part.nothing.total() for part in turn.parts),
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


def _cells(sources: dict[Hashable, Part], origin: Hashable) -> list[Cell]:
    return cells_in(sources[origin].fates) if origin in sources else []


def origin_json(steps: Sequence[ProofStep], i: int) -> OriginJson:
    """The origin of the clause with id `i`.

    If `clue`, `oracle` and `pair` are all empty, the clause comes from the mine count.
    """
    step = steps[i]
    parents = [steps[parent] for parent in step.parents]
    # If facts shortened a clause, its origin is that of the longer clause.
    root = step
    while root.parents and all(len(steps[p].clause) == 1 for p in root.parents[1:]):
        root = steps[root.parents[0]]
    pair = [steps[parent] for parent in root.parents[:2]]
    return {
        "clue": root.origin if isinstance(root.origin, int) else None,
        "oracle": _oracle(root.origin),
        "pair": [list(one.clause.literals) for one in pair],
        "facts": [one.clause.literals[0] for one in parents[1:] if len(one.clause) == 1],
    }


def _oracle(origin: Origin) -> str | None:
    return say(OracleSource(origin.method)) if isinstance(origin, Oracle) else None


def _first_of_each_kind(fates: list[FateJson]) -> list[FateJson]:
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
