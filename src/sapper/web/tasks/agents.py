"""Tasks in which agents play: to watch, to measure, and in rooms."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from typing_extensions import TypedDict

from sapper.adapters import AgentError, ForeignAgent, foreign
from sapper.agents.textbook import textbook_agent
from sapper.core.board import SEEDS, Board, deal
from sapper.core.constraints import safe
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import HIDDEN
from sapper.errors import SapperError
from sapper.explain.commentary import Commentary
from sapper.explain.decisions import DecisionJson, StuckJson, decision_json, stuck_json
from sapper.explain.kb_events import KbEvents, KbEventsJson
from sapper.explain.missed import MissedJson, missed_by
from sapper.lab.frames import Frame, frames
from sapper.lab.kb_check import KbCheck, KbStepJson
from sapper.lab.measure import MeasurementJson
from sapper.lab.measure import measure as measure_games
from sapper.lab.player import Player
from sapper.logic import Event, Proof
from sapper.reason.odds import odds as odds_of
from sapper.reason.reasons import Cited, Deduction
from sapper.web.tasks.positions import view_of

PACE, PACE_PER_CELL, FAR = 700, 100, 8
"""an agent's move in a race takes PACE ms, plus PACE_PER_CELL ms per cell of distance from the
previous move, up to FAR cells"""


class OpenJson(TypedDict):
    """Why a decision opens a cell, without the proof: it is in the decision's clauses."""

    cell: int
    why: DecisionJson


class PositionJson(TypedDict):
    """What changed since an earlier position."""

    cells: list[int]
    symbols: str
    outcome: str | None


class WatchedJson(KbEventsJson, PositionJson):
    """A position and a decision, as JSON. The last one has an outcome, or says why it is stuck."""

    opens: list[OpenJson]
    stuck: StuckJson | None
    missed: MissedJson | None
    """what an agent with a mistake misses that is stuck or guesses"""


def watch(agent: str, level: str, seed: int, guess: str | None = None) -> Iterator[dict[str, Any]]:
    """The frames of an agent's game: one for each cell that it opens, and a last one at the end.

    The first frame of each decision has the whole decision (`watched`), and the knowledge base that
    a third-party agent shows (`kb`).
    """
    board = deal(Level.parse(level), seed)
    own = foreign(agent)
    chosen = Player.parse(agent).with_options(kb=True) if own else Player(agent, guess)
    seen, commentary, log, check = Game(board), Commentary(), KbEvents(), KbCheck()
    shown, decided = "", ""  # the boards in the last frame, and in the first one of a decision
    steps = [0]  # steps[n] is the first step of decision n
    step = 1

    def listener(event: Event) -> None:
        commentary(event)
        log(event)

    try:
        for number, frame in enumerate(frames(Game(board), chosen.for_board(seed), listener), 1):
            view, decision = frame.view, frame.decision
            now, position = _symbols(seen), _changes(seen, decided)
            if seen.outcome is not None:
                over: KbEventsJson = {
                    "number": number,
                    "events": [],
                    "clauses": {},
                    "rounds": [],
                    "late": [],
                }
                ended = _watched(over, position)
                yield {**_changes(seen, shown), "watched": ended}
                return
            steps.append(step)
            events = log.decision(number, view, decision)
            if decision is None:
                stuck = stuck_json(view)
                watched = _watched(
                    events, position, stuck=stuck, missed=missed_by(frame.agent, view, log.lost)
                )
                checked = _checked_kb(check, number, frame)
                yield {**_changes(seen, shown), "stuck": stuck, "watched": watched, **checked}
                return
            opens: list[OpenJson] = []
            told: list[dict[str, Any]] = []
            for move in decision.moves:
                if move.kind == "open" and seen.outcome is None and seen.view[move.cell] >= HIDDEN:
                    proof, reason = None, decision.reason
                    if isinstance(reason, Deduction):
                        # Cite earlier facts without proof, because viewers have already seen their
                        # proofs.
                        proof = commentary.short_proof(reason.kb, safe(move.cell))
                    why = decision_json(decision, move.cell, view, proof)
                    cites = _citations(proof, steps) if proof is not None and why["proof"] else {}
                    told.append({**_changes(seen, shown), **cites, "decision": why})
                    shown = _symbols(seen)
                    opens.append({"cell": int(move.cell), "why": {**why, "proof": []}})
                    step += 1
                seen.play(move)
            if told:  # otherwise no frame shows this decision
                certain = decision.reason.certain
                what = None if certain else missed_by(frame.agent, view, log.lost)
                told[0]["watched"] = _watched(events, position, opens, missed=what)
                told[0] |= _checked_kb(check, number, frame)
                decided = now
            yield from told
            commentary.next_decision()
    except AgentError as problem:
        raise SapperError(f"{agent} failed on {level} seed {seed}, {problem}") from None


def events(position: str) -> WatchedJson:
    """What the textbook agent does in a position, before its first decision there."""
    view = view_of(position)
    odds_of(view)  # refuses a position that no board fits
    agent, log = textbook_agent(), KbEvents()
    agent.listener = log
    decision = agent.choose(view)
    told = log.decision(1, view, decision)
    symbols = "".join(view.rows)
    now: PositionJson = {"cells": [*range(len(symbols))], "symbols": symbols, "outcome": None}
    if decision is None:
        return _watched(told, now, stuck=stuck_json(view))
    moves = [move for move in decision.moves if move.kind == "open"]
    opens: list[OpenJson] = [
        {"cell": int(move.cell), "why": decision_json(decision, move.cell, view, None)}
        for move in moves
    ]
    return _watched(told, now, opens)


def _checked_kb(check: KbCheck, number: int, frame: Frame) -> dict[str, KbStepJson]:
    """The knowledge base that the agent shows, with every clause checked, or nothing."""
    shown = frame.agent.shown if isinstance(frame.agent, ForeignAgent) else None
    if shown is None:
        return {}
    return {"kb": check.see(number, frame.view, shown).to_json()}


def _symbols(game: Game) -> str:
    return "".join(game.view.rows if game.outcome is None else game.answer)


def _changes(game: Game, before: str) -> PositionJson:
    """How the board differs from what it was before, or the whole board if that is empty."""
    now = _symbols(game)
    changed = [cell for cell in range(len(now)) if not before or before[cell] != now[cell]]
    return {
        "cells": changed,
        "symbols": "".join(now[cell] for cell in changed),
        "outcome": game.outcome.value if game.outcome else None,
    }


def _watched(
    events: KbEventsJson,
    position: PositionJson,
    opens: Sequence[OpenJson] = (),
    stuck: StuckJson | None = None,
    missed: MissedJson | None = None,
) -> WatchedJson:
    return {**events, **position, "opens": [*opens], "stuck": stuck, "missed": missed}


def _citations(proof: Proof, steps: list[int]) -> dict[str, Any]:
    """For each fact that a proof cites, the first step of the decision that settled the fact."""
    axioms = enumerate(proof.steps, 1)
    cites = {line: one.origin.decision for line, one in axioms if isinstance(one.origin, Cited)}
    return {"cites": {line: steps[decision] for line, decision in cites.items()}}


def measure(
    players: list[str], names: list[str], level: str, games: int, seed: int, guess: str | None
) -> Iterator[MeasurementJson]:
    chosen = [
        replace(Player.parse(one) if foreign(one) else Player(one, guess), label=name)
        for one, name in zip(players, names, strict=True)
    ]
    yield from measure_games(chosen, Level.parse(level), games, seed)


def race(agent: str, board: str, first: int) -> str:
    """The record of an agent's game in a room, played about as fast as a person plays.

    The room opens the first cell.
    """
    game = Game(Board.parse(board))
    game.open(first)
    game.agent = agent
    for _ in frames(game, Player(agent).for_board(secrets.randbelow(SEEDS))):
        pass
    width = game.level.width
    at, last, moves = 0, None, []
    for _, move in game.moves:
        if last is not None:
            apart = max(
                abs(move.cell // width - last // width), abs(move.cell % width - last % width)
            )
            at += PACE + PACE_PER_CELL * min(apart, FAR)
        last = move.cell
        moves.append((at, move))
    return str(replace(game.record(), moves=tuple(moves)))
