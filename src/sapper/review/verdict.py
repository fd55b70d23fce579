"""The messages about a game and its moves.

The verdict uses the figures of the account, because the account is shown next to the verdict.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sapper.core.game import Outcome
from sapper.review.label import Label
from sapper.words import ClueName, Message, kinds

if TYPE_CHECKING:
    from sapper.review.review import Review, ReviewedMove, Stretch


def about_move(move: ReviewedMove) -> tuple[Message, ...]:
    cell, is_chord = _cell(move), move.move.kind == "chord"
    match move.label:
        case Label.START:
            return (kinds.GameStarts(cell),)
        case Label.CERTAIN | Label.CHORD:
            return (kinds.OpenedSafe(cell, move.label is Label.CHORD),)
        case Label.FLAG:
            return (kinds.ProvableMine(cell),)
        case Label.FLAG_REMOVED:
            return (kinds.FlagRemoved(cell),)
        case Label.WRONG_FLAG:
            return (kinds.FlaggedWrong(cell, move.move.cell in move.safe),)
        case Label.UNPROVEN_FLAG:
            return (kinds.FlaggedUnproven(cell, move.risk),)
        case Label.BLUNDER:
            return (kinds.ProvableMine(cell, is_chord), *_instead(move))
    guessed = kinds.Guessed(_risk(move), str(move.label))
    if move.label is Label.NEEDLESS:
        return (guessed, *_instead(move))
    if move.label in (Label.INACCURACY, Label.MISTAKE):
        return (guessed, _better(move))
    return (guessed,)


def after_move(move: ReviewedMove) -> tuple[Message, ...]:
    """What happened, and whether the choice or luck changed the chance of winning."""
    if not move.is_risky:
        if not (move.gain and move.is_luck_clear):
            return ()
        return (kinds.NumbersLuck(move.gain, move.since, move.number),)
    said: list[Message] = []
    if move.label is not Label.BLUNDER:  # for a provable mine, one sentence is enough
        is_chord = move.move.kind == "chord"
        said.append(kinds.Survived() if move.survived else kinds.MetMine(is_chord))
    return (*said, *_effect(move))


def between_guesses(stretch: Stretch) -> tuple[Message, ...]:
    """What the numbers added or took, unless the estimates' errors may explain it."""
    if not (stretch.gain and stretch.is_clear):
        return ()
    return (kinds.NumbersLuck(stretch.gain, stretch.first.number, stretch.last.number),)


def _effect(move: ReviewedMove) -> tuple[Message, ...]:
    return (kinds.CostPoints(move.cost, move.gain),) if move.cost or move.gain else ()


def verdict(review: Review) -> tuple[Message, ...]:
    losing = review.losing
    said = [*_decided(review)]
    if losing is not None and losing.label in (Label.NEEDLESS, Label.BLUNDER) and losing.cost:
        said.append(kinds.CostPoints(losing.cost))
    for move in review.named:
        if move is not losing:
            said += _error(move, move.cost)
    named = {move.number for move in review.named}
    if rest := [move for move in review.errors if move.number not in named]:
        said.append(kinds.OtherErrors(len(rest), sum(move.cost for move in rest)))
    if review.is_capped:
        said.append(kinds.ErrorsTogether(review.cost, review.account.error))
    flagged_wrong = any(move.label is Label.WRONG_FLAG for move in review.moves)
    if not review.errors and not flagged_wrong and review.decisions:
        is_clear = all(move.exact or move.label is not Label.GOOD for move in review.decisions)
        second_best = [move.cost for move in review.moves if move.cost > 0]
        said.append(
            kinds.NoError(is_clear, len(second_best), sum(second_best), review.record.agent)
        )
    if review.guesses or review.record.outcome is None:
        account = review.account
        said.append(
            kinds.LuckAndChoices(review.start.win, account.luck, account.error, review.record.agent)
        )
    return tuple(said)


def stood(review: Review) -> tuple[Message, ...]:
    """The messages about the guess that decided the game, if there is one.

    The points in the messages are equal to the rise or fall of the graph at this move.
    """
    move = review.decided
    if move is None or move.judgement is None:
        return ()
    risk = None if move.label is Label.BLUNDER else _risk(move)
    return (kinds.Stood(move.last.win, risk), *_effect(move))


def _decided(review: Review) -> tuple[Message, ...]:
    losing = review.losing
    if review.record.outcome is None:
        return (kinds.NotFinished(review.end),)
    if review.record.outcome is Outcome.WON or losing is None:
        chance = math.prod(1.0 - move.risk for move in review.guesses)
        first = any(move.label is Label.START and move.risk > 0.0 for move in review.moves)
        guesses, agent = len(review.guesses), review.record.agent
        return (kinds.GameWon(guesses, chance, first, review.helped, agent),)
    match losing.label:
        case Label.START:
            return (kinds.LostAtFirst(_cell(losing), review.record.agent),)
        case Label.COIN_TOSS:
            return (kinds.LostCoinToss(losing.risk, review.record.agent),)
        case Label.ONLY | Label.BEST | Label.GOOD:
            best = losing.label is not Label.GOOD
            return (kinds.LostByGuess(_risk(losing), best, review.record.agent),)
    return _error(losing)


def _error(move: ReviewedMove, points: int = 0) -> tuple[Message, ...]:
    safe = None if move.why is None else move.view.grid.name(move.why.cell)
    if move.label is Label.BLUNDER:
        return (kinds.Blunder(move.number, _cell(move), move.move.kind == "chord", safe),)
    if move.label is Label.NEEDLESS:
        assert safe is not None
        return (kinds.NeedlessGuess(move.number, safe, points or None),)
    return (kinds.WorseGuess(move.number, str(move.label), _better(move)),)


def _instead(move: ReviewedMove) -> tuple[Message, ...]:
    if move.why is None:
        return ()
    why, name = move.why, move.view.grid.name
    clues = tuple(ClueName(name(clue), why.view[clue]) for clue in why.clues)
    return (kinds.SafeInstead(name(why.cell), str(why.technique), clues),)


def _better(move: ReviewedMove) -> kinds.WinsMore:
    assert move.best is not None
    return kinds.WinsMore(move.view.grid.name(move.best), move.cost)


def _risk(move: ReviewedMove) -> kinds.RiskTaken:
    return kinds.RiskTaken(_cell(move), move.move.kind == "chord", move.risk)


def _cell(move: ReviewedMove) -> str:
    return move.view.grid.name(move.move.cell)
