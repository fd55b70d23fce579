"""A review in words: the verdict, and a sentence for each move. Never blames; names the cell.

The verdict is made of the review's account, the figures that are shown next to it, so that the two
cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sapper.explain import Explanation
from sapper.game import Outcome
from sapper.grid import Grid, a_chance, cell_list, percent
from sapper.review.review import Label, Review, ReviewedMove, whole
from sapper.techniques import Technique

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def points(number: int) -> str:
    """A number of points, a hundredth of a game each.

    >>> points(8), points(1), points(0)
    ('8 points', '1 point', '0 points')
    """
    return f"{number} point{'s' * (number != 1)}"


def luck_parts(review: Review) -> tuple[int, int, int]:
    """The luck of start, numbers and survival in points; they add up to that of the account."""
    luck = review.luck
    parts = (luck.start, luck.numbers, luck.survival)
    start, numbers, survival = _rounded(parts, review.account.luck)
    return start, numbers, survival


def _rounded(shares: Sequence[float], total: int) -> tuple[int, ...]:
    """Shares in points, rounded so that they add up to a total: up or down where it is nearest."""
    found = [whole(share) for share in shares]
    while (missing := total - sum(found)) != 0:
        step = 1 if missing > 0 else -1
        best = max(range(len(found)), key=lambda i: step * (100 * shares[i] - found[i]))
        found[best] += step
    return tuple(found)


def times_in_100(chance: float) -> str:
    """How often something succeeds.

    >>> [times_in_100(chance) for chance in (0.426, 0.01, 0.001, 0.999)]
    ['43 times in 100', 'once in 100', 'less than once in 100', 'over 99 times in 100']
    """
    often = whole(chance)
    if often in (0, 100):
        return "over 99 times in 100" if often else "less than once in 100"
    return "once in 100" if often == 1 else f"{often} times in 100"


def counted(count: int, noun: str) -> str:
    """A number of things, in letters up to ten.

    >>> counted(1, "guess"), counted(3, "guess"), counted(12, "error")
    ('one guess', 'three guesses', '12 errors')
    """
    ending = "" if count == 1 else "es" if noun.endswith("s") else "s"
    return f"{_number(count)} {noun}{ending}"


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


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
            return f"{cell} was certainly a mine."
        case Label.FLAG_REMOVED:
            return f"The flag at {cell} is taken away."
        case Label.WRONG_FLAG:
            known = ", and that was certain" if move.move.cell in move.safe else ""
            return f"The flag at {cell} is wrong: there is no mine{known}."
        case Label.UNPROVEN_FLAG:
            return (
                f"The flag at {cell} is right, but there was only {a_chance(move.risk)} of a mine."
            )
        case Label.BLUNDER:
            is_chord = move.move.kind == "chord"
            what = f"The chord at {cell} was sure to hit a mine" if is_chord else None
            return f"{what or f'{cell} was a provable mine'}.{_instead(move, grid)}"
        case Label.NEEDLESS:
            return f"{risk}.{_instead(move, grid)}"
        case Label.COIN_TOSS:
            return f"{risk}, and no other guess wins more often."
        case Label.ONLY:
            return f"{risk}, and nothing else came near."
        case Label.BEST:
            return f"{risk}: no guess was better."
        case Label.GOOD:
            return f"{risk}: a good guess."
    return f"{risk}. {_wins_more(move, grid)}."


def _instead(move: ReviewedMove, grid: Grid) -> str:
    """The safe cell that could have been opened, and what showed it."""
    if move.why is None:
        return ""
    return f" {grid.name(move.why.cell)} was safe: {shown_by(move.why)}."


def _wins_more(move: ReviewedMove, grid: Grid) -> str:
    assert move.best is not None
    return f"{grid.name(move.best)} wins {points(move.cost)} more"


def _risk(move: ReviewedMove, grid: Grid) -> str:
    cell = grid.name(move.move.cell)
    if move.move.kind == "chord":
        return f"The chord at {cell} had {a_chance(move.risk)} of hitting a mine"
    return f"{cell} had {a_chance(move.risk)} of being a mine"


def verdict(review: Review) -> str:
    """What decided the game, what the errors were, and how the chance at the start was spent."""
    losing = review.losing
    sentences = [_decided(review)]
    if losing is not None and losing.label in (Label.NEEDLESS, Label.BLUNDER) and losing.cost:
        sentences.append(f"It cost {points(losing.cost)}.")
    for move in review.named:
        if move is not losing:
            sentences.append(_error(move, review.record.board.grid))
    named = {move.number for move in review.named}
    if rest := [move for move in review.errors if move.number not in named]:
        spent = sum(move.cost for move in rest)
        did = f"cost {points(spent)}" if spent else "made no clear difference"
        sentences.append(f"{counted(len(rest), 'other error').capitalize()} {did}.")
    flagged_wrong = any(move.label is Label.WRONG_FLAG for move in review.moves)
    if not review.errors and not flagged_wrong and review.decisions:
        is_clear = all(move.exact or move.label is not Label.GOOD for move in review.decisions)
        sentences.append("You made no error." if is_clear else "You made no clear error.")
    if review.guesses or review.record.outcome is None:
        sentences.append(_account(review))
    return " ".join(sentences)


def _decided(review: Review) -> str:
    grid, losing = review.record.board.grid, review.losing
    if review.record.outcome is None:
        return f"The game was not finished: the chance to win stood at {_share(review.outcome)}."
    if review.record.outcome is Outcome.WON or losing is None:
        return _won(review)
    match losing.label:
        case Label.START:
            cell = grid.name(losing.move.cell)
            return f"You lost on the first click, {cell}: rule any does not protect it."
        case Label.COIN_TOSS:
            risk = "50/50" if round(losing.risk, 2) == 0.5 else f"risk of {percent(losing.risk)}"
            return f"You lost on a {risk}; no other guess wins more often."
        case Label.ONLY | Label.BEST | Label.GOOD:
            kind = "a good guess" if losing.label is Label.GOOD else "the best guess there was"
            risk = _risk(losing, grid).replace("The chord", "the chord")
            return f"You lost on {kind}: {risk}."
    return _error(losing, grid, short=True)


def _won(review: Review) -> str:
    guesses = review.guesses
    # By rule any the first cell may be a mine.
    first = any(move.label is Label.START and move.risk > 0.0 for move in review.moves)
    if not guesses:
        if first:
            return "You won. Only the first click was a guess."
        return "You won without a single guess."
    took = "After the first click it took" if first else "It took"
    chance = math.prod(1.0 - move.risk for move in guesses)
    if len(guesses) == 1:
        is_toss = round(chance, 2) == 0.5
        how = "a coin toss" if is_toss else f"which succeeds {times_in_100(chance)}"
        return f"You won. {took} one guess, {how}."
    both = "both" if len(guesses) == 2 else f"all {_number(len(guesses))}"
    taken = counted(len(guesses), "guess")
    return f"You won. {took} {taken}; {both} succeed {times_in_100(chance)}."


def _error(move: ReviewedMove, grid: Grid, short: bool = False) -> str:
    """`Needless guess at move 31: B10 was safe.`, or at more length what it cost."""
    safe = "" if move.why is None else f"{grid.name(move.why.cell)} was safe."
    if move.label is Label.BLUNDER:
        if move.move.kind == "chord":
            said = f"The chord at move {move.number} was sure to hit a mine."
        else:
            said = f"Move {move.number} opened a provable mine, {grid.name(move.move.cell)}."
        return f"{said} {safe}".rstrip()
    what = f"{move.label} at move {move.number}"
    if move.label is not Label.NEEDLESS:
        return f"{what.capitalize()}: {_wins_more(move, grid)}."
    if short or not move.cost:
        return f"{what.capitalize()}: {safe}"
    return f"One {what} cost {points(move.cost)}: {safe}"


def _account(review: Review) -> str:
    account = review.account
    luck = f"luck {'gave' if account.luck > 0 else 'took'} {points(abs(account.luck))}"
    if not account.luck:
        luck = "luck changed nothing"
    choices = f", your choices cost {points(account.error)}" if account.error else ""
    return f"The chance at the start was {_share(review.start.win)}; {luck}{choices}."


def _share(share: float) -> str:
    """A chance as the account rounds it; 0% and 100% are never the work of rounding."""
    shown = whole(share)
    if share not in (0.0, 1.0) and shown in (0, 100):
        return "over 99%" if shown else "under 1%"
    return f"{shown}%"
