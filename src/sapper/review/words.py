"""A review in words: the verdict, and a sentence for each move. Never blames; names the cell."""

from __future__ import annotations

import math

from sapper.explain import Explanation
from sapper.game import Outcome
from sapper.grid import Grid, a_chance, cell_list, percent
from sapper.review.review import Label, Review, ReviewedMove
from sapper.techniques import Technique
from sapper.view import FLAGGED

SHOWN = 0.0005
"""the least that is told as a cost: what is estimated may come out as less than nothing"""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def points(share: float) -> str:
    """A difference of chances in points, a hundredth of a game each.

    >>> points(0.084), points(0.1234), points(0.01), points(0.0004)
    ('8.4 points', '12.3 points', '1.0 point', '0.0 points')
    """
    text = f"{100 * share:.1f}"
    return f"{text} point{'s' * (text != '1.0')}"


def counted(count: int, noun: str) -> str:
    """A number of things, in letters up to ten.

    >>> counted(1, "guess"), counted(3, "guess"), counted(12, "error")
    ('one guess', 'three guesses', '12 errors')
    """
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    ending = "" if count == 1 else "es" if noun.endswith("s") else "s"
    return f"{number} {noun}{ending}"


def shown_by(why: Explanation) -> str:
    """What showed that a cell was safe: `a subset of F3 and E2 showed it`."""
    clues = cell_list(why.clues, why.view.grid) if why.clues else ""
    match why.technique:
        case Technique.TOLD:
            return "it was told safe"
        case Technique.SINGLE_CLUE if len(why.clues) == 1:
            return f"the {why.view[why.clues[0]]} at {clues} showed it"
        case Technique.SINGLE_CLUE:
            return f"{clues} showed it, one clue after the other"
        case Technique.MINE_COUNT:
            return f"the mine count with {clues} showed it" if clues else "the mine count showed it"
    return f"a {why.technique} of {clues} showed it"


def sentence(move: ReviewedMove, grid: Grid) -> str:
    """What there is to say about a move."""
    cell = grid.name(move.move.cell)
    risk = _risk(move, grid)
    match move.label:
        case Label.START:
            return f"The game starts at {cell}."
        case Label.CERTAIN:
            return f"{cell} was certainly safe."
        case Label.CHORD:
            return f"A chord at {cell}: all that it opened was certainly safe."
        case Label.FLAG:
            if move.view[move.move.cell] == FLAGGED:
                return f"The flag at {cell} is taken away."
            return f"{cell} was certainly a mine."
        case Label.WRONG_FLAG:
            known = ", and that was certain" if move.move.cell in move.safe else ""
            return f"The flag at {cell} is wrong: there is no mine{known}."
        case Label.UNPROVEN_FLAG:
            return (
                f"The flag at {cell} is right, but there was only {a_chance(move.risk)} of a mine."
            )
        case Label.NEEDLESS:
            assert move.why is not None
            return f"{risk}. {grid.name(move.why.cell)} was safe: {shown_by(move.why)}."
        case Label.COIN_TOSS:
            return f"{risk}, and no play could change that."
        case Label.ONLY:
            return f"{risk}, and nothing else came near."
        case Label.BEST:
            return f"{risk}: no guess was better."
        case Label.GOOD:
            return f"{risk}: a good guess."
    assert move.best is not None
    wins = f"{grid.name(move.best)} wins {points(move.lost)} more"
    return f"{risk}. {wins}."


def _risk(move: ReviewedMove, grid: Grid) -> str:
    cell = grid.name(move.move.cell)
    if move.move.kind == "chord":
        return f"The chord at {cell} had {a_chance(move.risk)} of hitting a mine"
    if move.risk == 1.0:
        return f"{cell} was certainly a mine"
    return f"{cell} had {a_chance(move.risk)} of being a mine"


def verdict(review: Review) -> str:
    """What decided the game, what the errors were, and how the chance at the start was spent."""
    last = next((move for move in reversed(review.moves) if move.cells), None)
    lost = review.record.outcome is Outcome.LOST
    killer = last if lost else None
    sentences = [_decided(review, killer)]
    others = [move for move in review.errors if move is not killer]
    if killer is not None and killer.label is Label.NEEDLESS and killer.lost >= SHOWN:
        sentences.append(f"It cost {points(killer.lost)}.")
    if others:
        sentences.append(_error(others[0], review.record.board.grid))
        if rest := others[1:]:
            cost = points(max(0.0, sum(move.lost for move in rest)))
            sentences.append(f"{counted(len(rest), 'other error').capitalize()} cost {cost}.")
    elif not review.errors and review.decisions:
        sentences.append("You made no error.")
    if review.guesses or review.record.outcome is None:
        sentences.append(_account(review))
    return " ".join(sentences)


def _decided(review: Review, killer: ReviewedMove | None) -> str:
    grid = review.record.board.grid
    guesses = review.guesses
    if review.record.outcome is None:
        return f"The game was not finished: the chance to win stood at {percent(review.outcome)}."
    if killer is None:
        if not guesses:
            return "You won. Nothing was left to luck."
        chance = math.prod(1.0 - move.risk for move in guesses)
        if len(guesses) == 1:
            return f"You won, with one guess that goes well {percent(chance)} of the time."
        taken = counted(len(guesses), "guess")
        return f"You won, with {taken} that all go well {percent(chance)} of the time."
    cell = grid.name(killer.move.cell)
    match killer.label:
        case Label.START:
            return f"You lost on the first click, {cell}: rule any does not protect it."
        case Label.COIN_TOSS:
            risk = "50/50" if round(killer.risk, 2) == 0.5 else f"risk of {percent(killer.risk)}"
            return f"You lost on a {risk} that no play could avoid."
        case Label.ONLY | Label.BEST | Label.GOOD:
            kind = "a good guess" if killer.label is Label.GOOD else "the best guess there was"
            return f"You lost on {kind}: {cell} had {a_chance(killer.risk)} of being a mine."
    return _error(killer, grid, short=True)


def _error(move: ReviewedMove, grid: Grid, short: bool = False) -> str:
    """`Needless guess at move 31: B10 was safe.`, or at more length what it cost."""
    what = f"{move.label} at move {move.number}"
    if move.label is Label.NEEDLESS:
        assert move.why is not None
        instead = f"{grid.name(move.why.cell)} was safe"
        short = short or move.lost < SHOWN
    else:
        assert move.best is not None
        instead = f"{grid.name(move.best)} wins {points(move.lost)} more"
        short = True
    if short:
        return f"{what[0].upper()}{what[1:]}: {instead}."
    return f"One {what} cost {points(move.lost)}: {instead}."


def _account(review: Review) -> str:
    luck, error = review.luck.total, review.error
    gave = "gave" if luck >= 0 else "took"
    spent = f"luck {gave} {points(abs(luck))}"
    if review.errors:
        spent += f", errors cost {points(max(error, 0.0))}"
    elif error >= SHOWN:
        spent += f", guesses that were good but not the best cost {points(error)}"
    return f"The chance at the start was {percent(review.start.win)}; {spent}."
