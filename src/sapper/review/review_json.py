"""The JSON forms of a review: a short one, and a long one for the web page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from typing_extensions import TypedDict

from sapper.core.game import Outcome
from sapper.core.grid import Cell, CellJson
from sapper.explain import Explanation
from sapper.review.account import AccountJson, LuckJson
from sapper.review.facts import facts, luck_text
from sapper.review.label import GUESSES, Label
from sapper.review.verdict import after_move, stood
from sapper.words import Message, Runs, SaidJson, caption, said, say
from sapper.words.kinds import CostPoints, LabelName, LuckAndChoices, MoreSteps, SafeInstead

if TYPE_CHECKING:
    from sapper.review.review import Review, ReviewedMove

PROOF_STEPS = 12
"""The maximum number of steps shown. The page Analyse shows the whole proof."""

MOMENTS = 5
"""The number of moments in a review, unless it has more errors. Every error is a moment."""

OUTCOMES = {Outcome.WON: "won", Outcome.LOST: "lost", None: "unfinished"}


class SafestCellJson(TypedDict):
    """The safest cell before a move."""

    cell: CellJson | None
    """null before a first move that the start rule protects"""
    risk: float


class BestCellJson(TypedDict):
    """The best cell before a move."""

    cell: CellJson | None
    """null if the move is a flag and no cell was provably safe"""
    win: float | None
    """the chance of winning after this choice; null if it was not measured"""


class MoveFigures(TypedDict):
    """The figures of a reviewed move, which have the names that they have in a ReviewedMove.

    A chance that was not measured is null.
    """

    label: str
    """one of the [labels](review.md#labels)"""
    win_before: float | None
    win_after: float | None
    """the chance of winning before and after the move; null if it was not measured"""
    win_choice: float | None
    """the chance with this choice, before its result is known"""
    lost: float
    """the cost of the choice; 0 unless clearly larger than its standard error"""
    win_before_error: float
    win_after_error: float
    lost_error: float
    """the standard errors of these figures; 0 if exact"""
    exact: bool
    """whether the chances are exact"""
    ms: int
    """the time since the previous move in milliseconds"""


class MoveNames(TypedDict):
    """Which move it is. In the JSON of a reviewed move, this comes first."""

    move: int
    """the number of the move in the record, from 1"""
    cell: CellJson
    """the opened or flagged cell"""


class ReviewedMoveJson(MoveNames, MoveFigures):
    """A move of a reviewed game."""

    risk: float
    """the cell's risk before the move"""
    safest: SafestCellJson
    best: BestCellJson


class ReasonsJson(TypedDict):
    """The reason why a cell was provably safe or provably a mine. Cells are given as numbers."""

    cell: int
    technique: str
    clues: list[int]
    cells: list[int]
    steps: list[str]
    steps_runs: list[Runs]


class ReplayedMoveJson(MoveFigures):
    """A move of a reviewed game, with the position before it, its figures, and its texts.

    `label_name` is the label in words. `cost` and `gain` are points of the account. `key` moves are
    guesses and wrong flags. `mine_proof` says why the cell that was opened was provably a mine, if
    it was.
    """

    number: int
    cell: int
    label_name: str
    best: int | None
    cost: int
    gain: int
    at: int
    risky: bool
    key: bool
    text: str
    text_runs: Runs
    after_text: str
    after_text_runs: Runs
    view: str
    safe: list[int]
    mines: list[int]
    proof: ReasonsJson | None
    mine_proof: ReasonsJson | None


class GameFactJson(TypedDict):
    """A fact about a game. Without a name, it is about the same thing as the one before."""

    name: str
    text: str


class GameFigures(TypedDict):
    """The figures of a reviewed game, and its verdict."""

    start: float
    """the chance of winning before the first move"""
    end: float
    """1 if won, 0 if lost, otherwise the chance of winning when the game stopped"""
    luck: LuckJson
    error: float
    """the sum of `lost` over the moves"""
    account: AccountJson
    """the same figures in hundredths, as in the verdict"""
    decisions: int
    """the number of guesses in which another choice could have made a difference"""
    error_per_decision: float
    """the mean cost of a decision in thousandths of a game"""
    accuracy: float
    """the mean share of the chance of winning that a decision kept"""
    verdict: str
    """the result in words"""
    verdict_runs: Runs


class ReviewJson(GameFigures):
    """The review of a game: `end` = `start` + `luck.total` - `error` ([review.md](review.md)).

    `sapper review RECORD --json`, `POST /api/review`, `GET /api/games/ID/review`,
    `sapper.review.review(record).to_json()`.
    """

    moves: list[ReviewedMoveJson]
    """the moves that changed something on the board"""


class ReplayedGameJson(GameFigures):
    """A reviewed game, move by move, with the verdict of the review (docs/review.md).

    `estimated_error` includes costs too uncertain to count in a single game, and `mistakes` is the
    number of moves labelled as errors. `luck_text` says where the luck of the account came
    from, and is empty if there was none or if this is unclear. `headline` is the verdict's first
    sentence, and `rest` the rest without the figures of the account. The index of the move that
    decided the game is `decided`, and `decisive` its label; `stood` gives the chance of winning
    before it, and its risk. `main_error` is the index of the error that the verdict names first.
    `moments` are the indices of the moves that mattered most. `pauses` are the techniques without
    which at least two long pauses had no safe cell. `last_view` is the board at the end.
    """

    level: str
    width: int
    height: int
    mines: int
    outcome: str
    start_error: float
    estimated_error: float
    luck_text: str
    guesses: int
    mistakes: int
    headline: SaidJson
    rest: SaidJson
    decisive: str
    decided: int | None
    stood: SaidJson
    facts: list[GameFactJson]
    pauses: list[str]
    main_error: int | None
    moments: list[int]
    moves: list[ReplayedMoveJson]
    last_view: str


def review_json(found: Review) -> ReviewJson:
    return {**_game_figures(found), "moves": [move.to_json() for move in found.moves]}


def _game_figures(found: Review) -> GameFigures:
    verdict = found.verdict
    return {
        "start": found.start.win,
        "end": found.end,
        "luck": found.luck.to_json(),
        "error": found.error,
        "account": found.account.to_json(),
        "decisions": len(found.decisions),
        "error_per_decision": found.error_per_decision,
        "accuracy": found.accuracy,
        "verdict": verdict,
        "verdict_runs": verdict.to_json(),
    }


def _move_figures(move: ReviewedMove) -> MoveFigures:
    figures: Any = {name: getattr(move, name) for name in MoveFigures.__annotations__}
    return cast(MoveFigures, {**figures, "label": str(move.label)})


def move_json(move: ReviewedMove) -> ReviewedMoveJson:
    """The short JSON form of a move, in which cells are names such as B3."""
    name = move.view.grid.name

    def named(cell: Cell | None) -> str | None:
        return None if cell is None else name(cell)

    return {
        "move": move.number,
        "cell": name(move.move.cell),
        **_move_figures(move),
        "risk": move.risk,
        "safest": {"cell": named(move.safest), "risk": move.safest_risk},
        "best": {"cell": named(move.best), "win": move.best_win},
    }


def replay_json(found: Review) -> ReplayedGameJson:
    """The long JSON form of a review, in which cells are numbers."""
    record = found.record
    main = found.main_error
    messages = found.messages
    return {
        **_game_figures(found),
        "level": str(record.level),
        "width": record.level.width,
        "height": record.level.height,
        "mines": record.level.mines,
        "outcome": OUTCOMES[record.outcome],
        "start_error": found.start.error,
        "estimated_error": found.estimated_error,
        "guesses": len(found.guesses),
        "mistakes": len(found.errors),
        "headline": said(*messages[:1]),
        # Leave out messages whose figures already appear in `stood` or in the account.
        "rest": said(*(m for m in messages[1:] if not isinstance(m, CostPoints | LuckAndChoices))),
        "luck_text": luck_text(found),
        "decisive": str(found.decisive),
        "decided": None if found.decided is None else found.moves.index(found.decided),
        "stood": said(*stood(found)),
        "facts": [
            {"name": caption(name) if name else "", "text": text} for name, text in facts(found)
        ],
        "pauses": list(map(str, found.slow_techniques)),
        "main_error": None if main is None else found.moves.index(main),
        "moments": _moments(found),
        "moves": [_shown_move(move) for move in found.moves],
        "last_view": "".join(found.rows),
    }


def _moments(found: Review) -> list[int]:
    # Choose the errors and the losing guess, then the guesses with the most luck.
    risky = [(i, move) for i, move in enumerate(found.moves) if move.label in GUESSES]
    first = {move.number for move in (*found.named, *found.errors)}
    risky.sort(key=lambda pair: (pair[1].number not in first, -abs(pair[1].luck)))
    return sorted(index for index, _ in risky[: max(MOMENTS, len(first))])


def _shown_move(move: ReviewedMove) -> ReplayedMoveJson:
    risky = move.label in GUESSES
    text = say(*map(_without_proof, move.messages))
    after = say(*after_move(move))
    return {
        **_move_figures(move),
        "number": move.number,
        "cell": move.move.cell,
        "label_name": say(LabelName(str(move.label))),
        "best": move.best,
        "cost": move.cost,
        "gain": move.gain,
        "at": move.at,
        "risky": risky,
        "key": risky or move.label is Label.WRONG_FLAG,
        "text": text,
        "text_runs": text.to_json(),
        "after_text": after,
        "after_text_runs": after.to_json(),
        "view": "".join(move.view.rows),
        "safe": list(move.safe),
        "mines": list(move.mines),
        "proof": _proof_json(move.why),
        "mine_proof": _proof_json(_mine_proof(move)),
    }


def _mine_proof(move: ReviewedMove) -> Explanation | None:
    # A chord may open several cells, so look for the mine among all of them.
    if move.label is not Label.BLUNDER:
        return None
    hit = next((cell for cell in move.cells if cell in move.mines), None)
    return None if hit is None else move.proof(hit)


def _without_proof(message: Message) -> Message:
    # Leave out the technique, because the proof is shown below the sentence.
    if isinstance(message, SafeInstead) and message.technique != "given":
        return SafeInstead(message.cell)
    return message


def _proof_json(proof: Explanation | None) -> ReasonsJson | None:
    if proof is None:
        return None
    parse = proof.view.grid.parse_cell
    steps = proof.to_json()["steps"]
    cells = {parse(cell) for step in steps for cell in step["fact"]["cells"]}
    shown: list[SaidJson] = [*steps[:PROOF_STEPS]]
    if len(steps) > PROOF_STEPS:
        shown.append(said(MoreSteps(len(steps) - PROOF_STEPS)))
    return {
        "cell": proof.cell,
        "technique": str(proof.technique),
        "clues": list(proof.clues),
        "cells": sorted(cells - {proof.cell, *proof.clues}) if len(cells) <= 12 else [],
        "steps": [one["words"] for one in shown],
        "steps_runs": [one["runs"] for one in shown],
    }
