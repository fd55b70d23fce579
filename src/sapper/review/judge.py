"""Reviews the record of a game, move by move.

Opening a provably safe cell does not count as a decision. The numbers that it reveals are luck,
which is counted where it happens, or a few moves later (chances.py). The chance at the start and
all later changes add up to the result, even if the estimates are wrong.

The review of a no-guess board starts at 100%, so a needless guess costs exactly its risk.

>>> from sapper.core.board import deal
>>> from sapper.core.level import Level
>>> from sapper.core.view import Move
>>> game = Game(deal(Level.parse("5x4x6/safe"), seed=4))
>>> for cell in (0, 1, 2):
...     _ = game.play(Move("open", cell))
>>> found = review(game.record())
>>> [str(move.label) for move in found.moves]
['start', 'good']
>>> abs(found.end - (found.start.win + found.luck.total - found.error)) < 1e-9
True
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from sapper.core.board import Board
from sapper.core.game import Game, Outcome, Record
from sapper.core.grid import Cell
from sapper.core.level import StartRule
from sapper.core.replay import Replay, play_through
from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.errors import SapperError, shown
from sapper.explain.explanation import simplest
from sapper.ladder.solution import solution
from sapper.reason.odds import odds
from sapper.reason.value import Judgement, judge
from sapper.review.account import Luck
from sapper.review.chances import chance_in, with_chances
from sapper.review.label import Label, grade
from sapper.review.review import Review, ReviewedMove, Wait
from sapper.review.start import WinProbability, chance_at_start


class ReviewError(SapperError):
    """Raised if a game can't be reviewed."""


NEEDS_GUESS = "this board needs a guess, so it can't be reviewed as a no-guess board"

BUDGET = 1.0
"""seconds of work for each guess whose chance of winning is estimated

The chances of winning between guesses take up to another three budgets together.
"""


def review(
    record: Record | Game | Replay,
    budget: float = BUDGET,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Separate luck from errors in a game, record or replay.

        record    the game, perhaps unfinished
        budget    the time in seconds for each guess whose value is estimated
        progress  called with the number of moves done and the total number of moves

    `print` shows the verdict, and `moves` lists every move with its chance of winning. A notebook
    shows the last position and the verdict.

    >>> from sapper import play
    >>> review(play("8x4x6/open", "champion", seed=3)).luck.total > 0
    True
    """
    record = _record(record)
    seed = zlib.crc32(str(record.board).encode())
    games = record.replay()
    game = next(games)  # this object changes as `_judge_moves` replays the moves
    judged = list(_judge_moves(record, game, games, budget, seed, progress))
    first = next((one.move.cell for one in judged if one.cells), record.board.first)
    no_guess = record.board.no_guess
    start = WinProbability(1.0, exact=True) if no_guess else chance_at_start(record.level, first)
    if game.outcome is not None:
        result = WinProbability(float(game.outcome is Outcome.WON), exact=True)
    elif no_guess or not any(move.cells for move in judged):
        result = start
    else:
        result = chance_in(game.view, budget, seed)
    moves = with_chances(judged, start, result, no_guess, budget, seed)
    end = game.view.rows if game.outcome is None else game.answer
    luck = _luck(moves, start.win, result.win)
    return Review(record, result.win, start, luck, moves, tuple(_waits(moves)), tuple(end))


def _record(game: Record | Game | Replay) -> Record:
    match game:
        case Game():
            return game.record()
        case Replay():
            return protect_first(play_through(game).record)
        case Record():
            return game
    raise ReviewError(
        "{value} can't be reviewed: use a game, a record or a replay", value=shown(game)
    )


def protect_first(record: Record) -> Record:
    """If the rule is `any` and the first cell is safe, return the game with the rule `safe`."""
    if record.level.start.kind != "any" or not record.level.safe:
        return record
    first = next((move.cell for _, move in record.moves if move.kind == "open"), None)
    if first is None or first in record.board.mines:
        return record
    level = replace(record.level, start=StartRule("safe"))
    board = Board(level, record.board.mines, first, no_guess=record.board.no_guess)
    return replace(record, board=board, first=first)


def without_guessing(record: Record) -> Record:
    if not solution(record.board).solved:
        raise ReviewError(NEEDS_GUESS)
    return replace(record, board=replace(record.board, no_guess=True))


def _judge_moves(
    record: Record,
    game: Game,
    games: Iterator[Game],
    budget: float,
    seed: int,
    progress: Callable[[int, int], object] | None,
) -> Iterator[ReviewedMove]:
    after, was_over, last = game.view, game.outcome is not None, 0
    chances, is_new = None, True
    for number, (at, move) in enumerate(record.moves, 1):
        before = after
        next(games)
        after, is_over = game.view, game.outcome is not None
        if after.states != before.states or (is_over and not was_over):
            if is_new and not before.first_is_safe:
                chances = odds(before.with_promises())
            cells = tuple(move.targets(before.grid, before.states))
            survived = game.outcome is not Outcome.LOST
            seen = ReviewedMove(number, move, at, at - last, before, cells, chances, survived)
            yield _judge_move(record, seen, budget, seed)
            # Reuse the odds after a flag, because flags don't change them.
            last, was_over, is_new = at, is_over, move.kind != "flag" or chances is None
        if progress is not None:
            progress(number, len(record.moves))


def _judge_move(record: Record, seen: ReviewedMove, budget: float, seed: int) -> ReviewedMove:
    chances, label = seen.chances, _label(record, seen)
    known = seen.view.with_promises()
    if label is None:
        assert chances is not None
        if record.board.no_guess:
            judged = _judge_needless(seen, known)
        else:
            judged = judge(known, seen.cells, budget, seed)
        label = Label.NEEDLESS if chances.safe else grade(judged, seen.move.cell)
        if judged.safe == 0.0:
            label = Label.BLUNDER
        is_needless = label in (Label.NEEDLESS, Label.BLUNDER)
        why = simplest(known, chances, chances.safe) if is_needless else None
        return replace(seen, label=label, judgement=judged, why=why)
    return replace(seen, label=label)


def _judge_needless(seen: ReviewedMove, known: View) -> Judgement:
    assert seen.chances is not None
    if not seen.chances.safe:
        raise ReviewError(NEEDS_GUESS)
    safe = judge(known, seen.cells, 0.0).safe
    return Judgement(True, safe, 1.0, 0.0, 1.0 - safe, 0.0, None, 1.0, None, 0.0, False, 0)


def _label(record: Record, seen: ReviewedMove) -> Label | None:
    if seen.move.kind == "flag":
        return _flag_label(record, seen)
    if seen.chances is None:
        return Label.START
    is_certain = set(seen.safe).issuperset(seen.cells)
    if min(seen.view.states) >= HIDDEN and (is_certain or record.level.start.kind == "any"):
        return Label.START
    if not is_certain:
        return None
    return Label.CHORD if seen.move.kind == "chord" else Label.CERTAIN


def _flag_label(record: Record, seen: ReviewedMove) -> Label:
    cell = seen.move.cell
    if seen.view[cell] == FLAGGED:
        return Label.FLAG_REMOVED
    if cell not in record.board.mines:
        return Label.WRONG_FLAG
    return Label.FLAG if cell in seen.mines else Label.UNPROVEN_FLAG


def _luck(moves: Sequence[ReviewedMove], start: float, result: float) -> Luck:
    guessed = next((i for i, move in enumerate(moves) if move.judgement), len(moves))
    at_first_guess = moves[guessed].last.win if guessed < len(moves) else result
    numbers = survival = 0.0
    for move in moves[guessed:]:
        if move.judgement is None:
            numbers += move.luck
        elif move.survived:
            choice = move.last.win - move.lost
            if_safe = choice / move.judgement.safe
            survival += if_safe - choice
            numbers += move.luck - (if_safe - choice)
        else:
            survival += move.luck
    return Luck(at_first_guess - start, numbers, survival)


def _waits(moves: Sequence[ReviewedMove]) -> Iterator[Wait]:
    since: dict[Cell, int] = {}
    seen = 0
    for move in moves:
        for cell in move.safe:
            since.setdefault(cell, seen)
        for cell in move.cells:
            if cell in since:
                yield Wait(move.number, cell, move.at - since[cell])
        seen = move.at
