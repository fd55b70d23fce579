"""The worker process, which does the reasoning for the server. It reads and writes JSON lines.

    {"task": "analyse", "position": "9x9x10/open ..."}    ->  {"answer": {...}}
    {"task": "watch", "agent": "resolution", ...}         ->  {"frame": ...} until the end

For a running game, the server sends only the position, so the answer can't depend on the mines.
"""

from __future__ import annotations

import json
import os
import queue
import secrets
import signal
import socket
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from sapper.adapters import AgentError, foreign
from sapper.classroom import check as check_exercise
from sapper.classroom import lesson as lesson_of
from sapper.classroom.answers import UnreadableError
from sapper.classroom.checks import CheckedJson
from sapper.core.board import SEEDS, Board, deal
from sapper.core.constraints import safe
from sapper.core.game import Game, Record
from sapper.core.level import Level
from sapper.core.replay import Replay
from sapper.core.view import HIDDEN, ContradictionError, Move, View
from sapper.errors import SapperError
from sapper.explain import explain as explain_cell
from sapper.explain import hint as hint_in
from sapper.explain.commentary import Commentary
from sapper.explain.decisions import decision_json, stuck_json
from sapper.explain.explanation import Explanation, ExplanationJson, UncertainJson
from sapper.explain.hints import HintJson
from sapper.explain.turn_json import origin_json
from sapper.lab.frames import frames
from sapper.lab.measure import MeasurementJson
from sapper.lab.measure import measure as measure_games
from sapper.lab.player import Player
from sapper.ladder.dealer import DealLimitError
from sapper.ladder.dealer import deal as deal_board
from sapper.ladder.puzzle import PUZZLE_TECHNIQUES, PuzzleLimitError, puzzles
from sapper.ladder.rating import rate as rate_noun
from sapper.ladder.rungs import easiest
from sapper.ladder.techniques import Technique
from sapper.logic import KnowledgeBase, Proof
from sapper.reason.odds import MayGuessJson, NumbersJson, Odds, OddsJson, may_guess
from sapper.reason.odds import numbers as numbers_of
from sapper.reason.odds import odds as odds_of
from sapper.reason.reasons import Cited, Deduction
from sapper.reason.value import ValueJson
from sapper.reason.value import value as value_of
from sapper.review import review as review_of
from sapper.review.metrics import game_metrics
from sapper.review.regions import marks_of
from sapper.review.review_json import replay_json
from sapper.review.summary import ReviewSummary, misses
from sapper.verify import verify_files
from sapper.web.process_pool import TOO_MUCH
from sapper.web.reading import read as read_file
from sapper.web.reading import read_board, read_game, read_position, read_record
from sapper.web.rebuilding import rebuild
from sapper.web.sequence import board_proof
from sapper.words import refusal, speaking
from sapper.words.text import capital

if TYPE_CHECKING:
    from sapper.web import forms

MEMORY = 3 * 2**30

KB_LIMIT = 20_000

DEAL_SECONDS = 3.0
PUZZLES = ("7x5x9/open", "9x7x14/open", "12x9x22/open")
REASONS = 6
"""the maximum number of cells among which the one with the shortest reason is chosen"""
REVIEW_BUDGET = 0.1
PACE, PACE_PER_CELL, FAR = 700, 100, 8
"""an agent's move in a race takes PACE ms, plus PACE_PER_CELL ms per cell of distance from the
previous move, up to FAR cells"""
VALUE_BUDGET = 0.3
"""seconds of work to estimate a chance of winning"""
VALUE_CELLS = 2500
"""the maximum number of hidden cells for an estimate"""
VALUE_BOARDS = 3.3
"""log10 of the number of boards up to which the chance is exact (native/value.cpp)"""


def view_of(position: str) -> View:
    """Read a position. Cells that are safe under the start rule become given cells."""
    return read_position(position).with_promises()


def read(data: str) -> dict[str, Any]:
    """Read a file. Each character of `data` stands for a byte, because JSON can't hold bytes."""
    try:
        return read_file(data.encode("latin-1"))
    except SapperError as problem:
        nothing = {"level": "", "text": "", "rows": []}
        return {"kind": "unreadable", "problem": refusal(problem), **nothing}


def board(text: str) -> str:
    """Read a board and write it as text again, so that the server can trust the text."""
    return str(read_board(text))


def deal_wanted(
    level: str, technique: str | None, at_most: str | None, seed: int | None = None
) -> str:
    """Deal a board that can be won without guessing, and return its text."""
    chosen = Level.parse(level)
    needed, most = (
        None if name is None else Technique.parse(name) for name in (technique, at_most)
    )
    try:
        board = deal_board(
            chosen,
            secrets.randbelow(SEEDS) if seed is None else seed,
            no_guess=True,
            technique=needed,
            at_most=most,
            limit=DEAL_SECONDS,
            threads=1,
        )
        return str(board)
    except DealLimitError:
        raise SapperError(
            "no such {level} board was found in {seconds:g} s: such boards are rare, so "
            "choose another technique or fewer mines",
            level=chosen,
            seconds=DEAL_SECONDS,
        ) from None


def prove(board: str) -> dict[str, Any]:
    return board_proof(Board.parse(board))


def puzzle(technique: str, size: int, seed: int) -> dict[str, Any]:
    """A position in which this technique helps and no easier one does.

    `size` ranges from 0 (small) to 2 (large).
    """
    needed = Technique.parse(technique, PUZZLE_TECHNIQUES)
    # The smallest board is too small for this technique, which adds up many clues.
    level = Level.parse(PUZZLES[max(size, 1) if needed is Technique.COMBINATION else size])
    try:
        (found,) = puzzles(needed, seed, 1, level, limit=DEAL_SECONDS)
    except PuzzleLimitError:
        raise SapperError(
            "no puzzle for {technique} was found in {seconds:g} s: such puzzles are rare, so "
            "choose another technique",
            technique=needed,
            seconds=DEAL_SECONDS,
        ) from None
    return found.to_json()


def missed(positions: list[dict[str, str | None]]) -> list[dict[str, Any]]:
    """For each position, the shortest proof of a safe cell, and the risk of the opened cell.

    If the opened cell was provably a mine, `mine` contains the proof.
    """
    answers = []
    for one in positions:
        view = view_of(str(one["position"]))
        safe = [cell for cell, found in easiest(view).items() if not found.mine][:REASONS]
        reasons = (explain_cell(view, cell).to_json() for cell in sorted(safe))
        shortest = min(reasons, key=lambda reason: len(reason["words"]))
        opened = None if one["cell"] is None else view.grid.parse_cell(one["cell"])
        found = odds_of(view)
        risk = None if opened is None else found[opened]
        mine = explain_cell(view, opened).to_json() if opened in found.mines else None
        answers.append({"risk": risk, "reason": shortest, "mine": mine})
    return answers


def analyse(position: str) -> forms.AnalysisJson:
    """The odds of a position, or the clues that contradict each other, or a failure."""
    try:
        view = view_of(position)
        found = odds_of(view)
        large = _too_large(view, found)
        return {
            "odds": found.to_json(),
            "conflict": None,
            "problem": None,
            "no_value": None if large is None else refusal(large),
        }
    except ContradictionError as error:
        conflict = error.conflict.to_json(view)
        return {"odds": None, "conflict": conflict, "problem": None, "no_value": None}
    except SapperError as problem:
        return {"odds": None, "conflict": None, "problem": refusal(problem), "no_value": None}


def odds(position: str) -> OddsJson:
    """The odds in a running game, whose position can't contain contradictions."""
    view = view_of(position)
    return odds_of(view).to_json()


def numbers(position: str, cell: str) -> NumbersJson:
    view = view_of(position)
    return numbers_of(view, view.grid.parse_cell(cell)).to_json(view.grid)


def value(position: str) -> ValueJson:
    view = view_of(position)
    if len(view.hidden) > VALUE_CELLS and (problem := _too_large(view, odds_of(view))):
        raise problem
    return value_of(view, VALUE_BUDGET).to_json()


def _too_large(view: View, found: Odds) -> SapperError | None:
    """An error if the chance of winning would take too long to compute, otherwise None.

    Simulating games on large boards takes seconds. If only a few boards are possible, the chance is
    computed quickly at any size.
    """
    if len(view.hidden) <= VALUE_CELLS or found.log10_solutions <= VALUE_BOARDS:
        return None
    return SapperError(
        "{count} hidden cells is too many to estimate the chance of winning: the limit is {most}",
        count=len(view.hidden),
        most=VALUE_CELLS,
    )


def explain(position: str, cell: str | None = None) -> ExplanationJson | UncertainJson:
    """Explain a cell, by default the provable cell that is easiest to explain."""
    view = view_of(position)
    return explain_cell(view, None if cell is None else view.grid.parse_cell(cell)).to_json()


def certificate(position: str, cell: str | None = None) -> dict[str, str]:
    view = view_of(position)
    found = explain_cell(view, None if cell is None else view.grid.parse_cell(cell))
    return found.certificate().files if isinstance(found, Explanation) else {}


def verify(files: dict[str, str]) -> dict[str, bool | str]:
    return verify_files(files).to_json()


def rate(text: str) -> dict[str, Any]:
    found = read_file(text.encode())
    board = found.get("board")
    return rate_noun(View.parse(found["text"]) if board is None else Board.parse(board)).to_json()


def hint(position: str, tier: int) -> HintJson:
    """A hint from tier 1 to 5: nudge, region, clues, cell or proof."""
    view = read_position(position)
    return hint_in(view, tier).to_json(view.grid)


def guess(position: str) -> MayGuessJson:
    view = view_of(position)
    return may_guess(view).to_json(view)


def records(games: list[dict[str, Any]]) -> list[str]:
    texts = []
    for one in games:
        moves = [(at, Move(kind, cell)) for at, kind, cell in one["moves"]]
        game = rebuild(one["level"], one["seed"], one["board"], moves, first=one["first"])
        texts.append(str(game.record()))
    return texts


def metrics(data: str, partial: bool = False) -> dict[str, Any]:
    return game_metrics(read_game(data.encode("latin-1"), partial)).to_json()


def review(data: str, partial: bool = False, helps: Sequence[int] = ()) -> dict[str, Any]:
    """Review a game from the content of a file, which is passed in the same form as to `read`.

    For each use of help, `helps` contains the number of moves made before it. A negative number
    means that the player knew the board, which does not count as help here. The answer contains
    the review, the replay for the page, and the results to store.
    """
    found = review_of(read_record(data.encode("latin-1"), partial), REVIEW_BUDGET)
    found = replace(found, helped=any(after >= 0 for after in helps))
    return {
        "review": found.to_json(),
        "replay": replay_json(found, proofs=False),
        "summary": ReviewSummary.of(found).to_row(),
        "misses": misses(found),
        "marks": marks_of(found, helps),
    }


def replay(data: str, partial: bool = False) -> dict[str, Any]:
    """Review a file move by move, or say why it can't be read, and whether part of it can."""
    try:
        return {"replay": review(data, partial)["replay"]}
    except SapperError as problem:
        return {
            "problem": refusal(problem),
            "has_part": not partial and isinstance(problem.partial, Record | Replay),
        }


def ghost(agent: str, level: str) -> str:
    """The record of an agent's game on a secret board, played about as fast as a person plays."""
    seed = secrets.randbelow(SEEDS)
    game = Game(deal(Level.parse(level), seed))
    game.agent = agent
    for _ in frames(game, Player(agent).for_board(seed)):
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


def check_answer(exercise: str, answer: str) -> CheckedJson:
    try:
        return check_exercise(exercise, answer).to_json()
    except UnreadableError as problem:
        words = capital(refusal(problem)).rstrip(".") + "."
        return {"exercise": exercise, "correct": False, "words": words, "runs": [words]}


def practice(number: int) -> dict[str, str]:
    (made,) = lesson_of(number).practice.more(secrets.randbelow(SEEDS), 1)
    return {"position": str(made.view)}


def watch(agent: str, level: str, seed: int, guess: str | None = None) -> Iterator[dict[str, Any]]:
    """The frames of an agent's game: one for each cell that it opens, and a last one at the end."""
    board = deal(Level.parse(level), seed)
    chosen = Player.parse(agent) if foreign(agent) else Player(agent, guess)
    shown, seen, commentary = Shown(), Game(board), Commentary()
    steps = [0]  # steps[n] is the first step of decision n
    step = 1
    try:
        for frame in frames(Game(board), chosen.for_board(seed), commentary):
            if seen.outcome is not None:
                yield shown.frame(seen, None)
                return
            kb, view, decision = frame.kb, frame.view, frame.decision
            ms = round(frame.ms, 2)
            steps.append(step)
            turn: dict[str, Any] = {}
            if kb is not None:
                turn["turn"] = commentary.to_json(kb, view)
            if decision is None:
                yield {**shown.frame(seen, kb), **turn, "ms": ms, "stuck": stuck_json(view)}
                return
            for move in decision.moves:
                if move.kind == "open" and seen.outcome is None and seen.view[move.cell] >= HIDDEN:
                    proof, reason = None, decision.reason
                    if isinstance(reason, Deduction):
                        # Cite earlier facts without proof, because viewers have already seen their
                        # proofs.
                        proof = commentary.short_proof(reason.kb, safe(move.cell))
                    why = decision_json(decision, move.cell, view, proof)
                    cites = _citations(proof, steps) if proof is not None and why["proof"] else {}
                    yield {**shown.frame(seen, kb), **turn, **cites, "ms": ms, "decision": why}
                    # Only the first frame of a decision contains the values of `turn`.
                    turn, ms = dict.fromkeys(turn), 0.0
                    step += 1
                seen.play(move)
            commentary.next_decision()
    except AgentError as problem:
        raise SapperError(f"{agent} failed on {level} seed {seed}, {problem}") from None


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


class Shown:
    """Remembers the last frame, so that the next frame contains only the changes (mutable)."""

    def __init__(self) -> None:
        self.text = ""
        self.clauses: dict[tuple[int, ...], int] = {}
        self.facts: frozenset[int] = frozenset()

    def frame(self, game: Game, kb: KnowledgeBase | None) -> dict[str, Any]:
        text = "".join(game.view.rows if game.outcome is None else game.answer)
        changed = [c for c in range(len(text)) if not self.text or self.text[c] != text[c]]
        self.text = text
        frame: dict[str, Any] = {
            "cells": changed,
            "symbols": "".join(text[c] for c in changed),
            "outcome": game.outcome.value if game.outcome else None,
        }
        if kb is not None:
            frame["kb"] = {"clauses": len(kb), "facts": len(kb.facts)}
            if len(kb) <= KB_LIMIT:
                clauses, facts = {kb.clause(i).literals: i for i in kb.ids()}, kb.facts
                steps = list(kb.steps())
                added = [literals for literals in clauses if literals not in self.clauses]
                frame["kb"]["added"] = added
                frame["kb"]["from"] = [origin_json(steps, clauses[one]) for one in added]
                frame["kb"]["removed"] = [one for one in self.clauses if one not in clauses]
                frame["kb"]["settled"] = sorted(facts - self.facts, key=abs)
                self.clauses, self.facts = clauses, facts
        return frame


TASKS = {
    f.__name__: f
    for f in (
        read,
        board,
        deal_wanted,
        prove,
        puzzle,
        missed,
        analyse,
        odds,
        numbers,
        value,
        explain,
        certificate,
        verify,
        rate,
        hint,
        guess,
        records,
        metrics,
        review,
        replay,
        ghost,
        check_answer,
        practice,
    )
}


STREAMS: dict[str, Callable[..., Iterator[Any]]] = {"watch": watch, "measure": measure}


def answer(request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    with speaking(request.pop("language", "en")):
        task, skip = request.pop("task"), request.pop("skip", 0)
        try:
            if task in STREAMS:
                # Skip the frames that the viewer has already received from an earlier worker.
                for frame in islice(STREAMS[task](**request), skip, None):
                    yield {"frame": frame}
                yield {"last": True}
            else:
                yield {"answer": TASKS[task](**request)}
        except SapperError as problem:
            yield {"refused": refusal(problem)}
        except MemoryError:
            yield {"refused": refusal(SapperError(TOO_MUCH))}
        except Exception:
            yield {"failed": traceback.format_exc()}


def main(line: socket.socket) -> None:
    """Answer questions until the server closes the socket, then exit, even during an answer."""
    # Ctrl-C reaches every process in the terminal, and a service manager may signal every process.
    # Workers ignore both, because the server ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a task prints is not for the terminal
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    except (ImportError, ValueError, OSError):
        pass  # no memory limit, for example on Windows, but the time limit still applies
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(line, questions), daemon=True).start()
    while True:
        for message in answer(json.loads(questions.get())):
            try:
                line.sendall(json.dumps(message, separators=(",", ":")).encode() + b"\n")
            except ConnectionError:
                os._exit(0)


def _listen(line: socket.socket, questions: queue.SimpleQueue[str]) -> None:
    with suppress(ConnectionError):
        for question in line.makefile(encoding="utf-8"):
            questions.put(question)
    os._exit(0)
