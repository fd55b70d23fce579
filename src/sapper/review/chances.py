"""The chance of winning in the positions of a game, and in which moves luck changed it.

A chance belongs to its position: it is exact, or estimated by playing boards that fit the position.

    always      before the first move, after the first opening, before and after every guess, at the
                end, and wherever at most EXACT_BOARDS boards fit
    as the budget allows
                the positions in between, in which the player needed no guess. The longest stretch
                of moves with the largest change is halved first

If a position between guesses is not measured, the luck of the move that led to it is counted at the
next measured position. So the start and all later changes add up to the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from sapper.core.view import View
from sapper.reason.champion import boards_for
from sapper.reason.value import exact_value, judge
from sapper.review.review import ReviewedMove
from sapper.review.start import WinProbability

EXACT_BOARDS = 500
"""If at most this number of boards fit, the chance is always computed."""

POINT = 0.4
"""the most seconds of work for a position between guesses"""

WORK = 10_000_000
"""the work for a review with a budget of one second: boards played, times hidden cells"""

LEAST_CHANGE = 0.05
"""this is added to the change over a stretch of moves, so that long ones are halved as well"""


def with_chances(
    judged: Sequence[ReviewedMove],
    start: WinProbability,
    end: WinProbability,
    no_guess: bool,
    budget: float,
    seed: int,
) -> tuple[ReviewedMove, ...]:
    """Add the chances before and after each move."""
    openings = [move for move in judged if move.cells]
    chances: list[WinProbability | None] = [
        start if number == 0 and move.judgement is None else _known(move, no_guess, budget)
        for number, move in enumerate(openings)
    ]
    chances.append(end)
    if not no_guess:
        _measure(openings, chances, budget, seed)
    return tuple(_joined(judged, chances))


def chance_in(view: View, budget: float, seed: int) -> WinProbability:
    judged = judge(view.with_promises(), (), budget, seed)
    return WinProbability(judged.before, judged.before_error, judged.exact)


def _known(move: ReviewedMove, no_guess: bool, budget: float) -> WinProbability | None:
    if no_guess:
        return WinProbability(1.0, exact=True)
    if move.judgement is not None:
        return WinProbability(
            move.judgement.before, move.judgement.before_error, move.judgement.exact
        )
    boards = None if move.chances is None else move.chances.solutions
    if boards is None or boards > EXACT_BOARDS:
        return None
    win = exact_value(move.view.with_promises(), budget)
    return None if win is None else WinProbability(win, exact=True)


def _measure(
    openings: Sequence[ReviewedMove], chances: list[WinProbability | None], budget: float, seed: int
) -> None:
    def work(number: int, seconds: float) -> int:
        return max(boards_for(seconds), 1) * len(openings[number].view.hidden)

    def measure(number: int, seconds: float) -> None:
        chances[number] = chance_in(openings[number].view, seconds, seed)

    left = WORK * budget
    for number, move in enumerate(openings):
        if move.judgement is not None:
            left -= 2 * work(number, budget)
        is_after = number > 0 and (openings[number - 1].judgement or number == 1)
        if is_after and chances[number] is None:
            measure(number, budget)
            left -= work(number, budget)
    seconds = min(budget, POINT)
    while True:
        known = [number for number, chance in enumerate(chances) if chance is not None]
        gaps = [(a, b) for a, b in pairwise(known) if work((a + b) // 2, seconds) <= left]
        first, last = max(gaps, key=lambda gap: _weight(chances, *gap), default=(0, 0))
        if last - first < 2:
            return
        measure((first + last) // 2, seconds)
        left -= work((first + last) // 2, seconds)


def _weight(chances: Sequence[WinProbability | None], first: int, last: int) -> float:
    before, after = chances[first], chances[last]
    assert before is not None
    assert after is not None
    return (last - first - 1) * (abs(after.win - before.win) + LEAST_CHANGE)


def _joined(
    judged: Sequence[ReviewedMove], chances: Sequence[WinProbability | None]
) -> Iterator[ReviewedMove]:
    position, last, since = 0, chances[0], 0
    for move in judged:
        before = after = chances[position]
        since = since or move.number
        if before is not None:
            last, since = before, move.number
        if move.cells:
            position += 1
            after = chances[position]
        assert last is not None, "the chance at the start is known"
        yield replace(move, before=before, after=after, last=last, since=since)
