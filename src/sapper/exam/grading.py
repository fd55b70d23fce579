"""Grading: points for each answer, computed from the position alone.

    deduce     the share of correct verdicts, scaled: 0 for giving every cell the most frequent
               verdict of the exam, 1 if all are correct
    prove      0 if the claim does not follow from the cited clues. Otherwise scaled: 0 for citing
               everything, 1 for a smallest set of clues. A derivation gets 1 if it is accepted
    estimate   the mean squared difference from the exact odds, scaled: 0 for giving every cell the
               share of mines among the hidden cells, 1 for the exact odds
    choose     the loss in the chance of winning (the regret), scaled: 0 for the best rule that
               needs no reasoning (BLIND_RULES), 1 for the best cell
    play       the result without luck, scaled: 0 for random moves, 1 for the champion on the same
               boards

So 0 is the score of an answer that ignores the position. An unreadable or missing answer gets 0,
too. Except in games, no item gets less than -1. A game that an unreadable line ends after other
moves is not won. Its luck is removed as in any game, or it would pay to give up after good luck.

All items of a part are scaled in the same way (`Scale`). If each item had its own scale, items on
which even a blind answer is nearly right would have too much weight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from statistics import fmean
from typing import Literal, TypeAlias

import numpy as np

from sapper.classroom import answers
from sapper.classroom.checks.meaning import constraint
from sapper.classroom.checks.proofs import gap
from sapper.core.constraints import count_clauses, exactly, mine, safe
from sapper.core.grid import Cell
from sapper.core.view import HIDDEN, View
from sapper.errors import SapperError
from sapper.exam.items import Item
from sapper.exam.making import exact_choice
from sapper.exam.playing import ExamGame, champion_result, random_wins, replayed
from sapper.exam.reading import MINES, VERDICTS, Answered, ExamAnswer
from sapper.explain.clues import Clues, settling_clues
from sapper.lab.luck import Adjusted
from sapper.logic import Clause, sat_solver
from sapper.logic import Literal as LogicLiteral
from sapper.reason.odds import odds
from sapper.words import say

LEAST = -1.0
"""the minimum points for an item that is not a game"""

UNPROVED = "the claim does not follow from these clues"

State: TypeAlias = Literal["read", "unreadable", "missing"]


def verdict(chance: float) -> str:
    return "safe" if chance == 0 else "mine" if chance == 1 else "undetermined"


@lru_cache(maxsize=20_000)
def chances(view: View) -> tuple[float, ...]:
    """The exact chance of a mine in each cell."""
    found = odds(view)
    return tuple(map(found.risk, range(view.level.size)))


def verdicts(item: Item) -> dict[str, str]:
    """The correct verdict on each cell that an item names."""
    found = chances(item.view)
    return {name: verdict(found[cell]) for name, cell in item.named.items()}


def density(view: View) -> float:
    """The share of mines among the hidden cells."""
    return view.level.mines / len(view.hidden)


@lru_cache(maxsize=20_000)
def wins(view: View) -> dict[Cell, float]:
    """The exact chance of winning after opening each hidden cell."""
    judged = exact_choice(view)
    if judged is None:
        raise SapperError("an item of the part 'choose' needs a position with exact values")
    return dict.fromkeys(view.hidden, 0.0) | {move.cell: move.win for move in judged.moves}


def claim_of(item: Item) -> LogicLiteral:
    """The claim that the examinee must prove in an item of the `prove` part."""
    name, cell = next(iter(item.named.items()))
    chance = chances(item.view)[cell]
    if chance not in (0.0, 1.0):
        raise SapperError(f"item {item.id} asks for a proof, but {name} is not provable")
    return mine(cell) if chance else safe(cell)


def random_cells(view: View) -> list[Cell]:
    return list(view.hidden)


def farthest_cells(view: View) -> list[Cell]:
    """The hidden cells that are farthest from any open cell, in king's moves."""
    width = view.level.width
    opened = [divmod(cell, width) for cell, state in enumerate(view.states) if state < HIDDEN]

    def distance(cell: Cell) -> int:
        row, column = divmod(cell, width)
        return min((max(abs(row - r), abs(column - c)) for r, c in opened), default=0)

    most = max(map(distance, view.hidden))
    return [cell for cell in view.hidden if distance(cell) == most]


BLIND_RULES: tuple[Callable[[View], list[Cell]], ...] = (random_cells, farthest_cells)
"""rules for choosing a cell without reasoning; each opens one of its cells at random"""


def blind_error(errors: Sequence[Sequence[float]]) -> float:
    """The error that is worth 0 points.

    `errors` are those of a blind answer: for each item, some errors that are equally likely. On
    this scale, the blind answer gets 0 points on average, although LEAST limits what an error
    costs.

    >>> round(blind_error([[0.2], [0.4]]), 3), round(blind_error([[0.1], [0.1], [0.7]]), 3)
    (0.3, 0.2)
    """
    start = fmean(map(fmean, errors))
    found, before = start, 0.0
    while abs(found - before) > 1e-12:
        before = found
        most = (1 - LEAST) * found
        found = fmean(fmean(min(error, most) for error in each) for each in errors)
    # If more than half of the blind answers are perfect, there is no such scale.
    return found if found > 1e-6 else start or 1.0


@dataclass(frozen=True, slots=True)
class Graded:
    """An item with its answer and its points."""

    item: Item
    state: State
    points: float
    answered: Answered | None = None
    claims: int = 0
    """the number of cells that the answer calls safe or a mine"""
    false: tuple[Cell, ...] = ()
    """the cells about which the answer claims something false"""
    problem: str = ""
    """for `prove`, why the proof is not accepted"""
    played: ExamGame | None = field(default=None, repr=False)

    @property
    def answer(self) -> ExamAnswer:
        assert self.answered is not None
        assert self.answered.answer is not None
        return self.answered.answer

    @property
    def sample(self) -> int:
        return 1 if self.answered is None else self.answered.sample

    @property
    def best(self) -> bool:
        """Whether the answer gets full marks, up to rounding errors."""
        return self.points > 1 - 1e-9

    @property
    def false_claims(self) -> int:
        return len(self.false) if self.played is None else len(self.played.false_claims)


@dataclass(frozen=True, slots=True)
class Scale:
    """What is worth 0 points in each part, and for `play` also what is worth 1.

    The default values are those of the public exam with seed 0 and 300 positions in each part.
    """

    common_verdict: float = 0.4333
    """the share of correct verdicts if every cell gets the most frequent verdict"""
    density_brier: float = 0.1386
    """the squared difference from the exact odds if every cell gets the share of mines"""
    blind_regret: float = 0.0763
    """the loss in the chance of winning of the best rule that needs no reasoning"""
    random_wins: float = 0.0
    """the mean result of random moves"""
    champion_wins: float = 0.795
    """the mean result of the champion, without luck"""

    @classmethod
    def of(cls, items: Iterable[Item]) -> Scale:
        """The scale of an exam. Parts that the exam does not have keep their default values."""
        parts: dict[str, list[Item]] = {}
        for item in items:
            parts.setdefault(item.part, []).append(item)
        ends = [_ENDS[part](parts[part]) for part in parts if part in _ENDS]
        return cls(**{name: value for found in ends for name, value in found.items()})


def _deduce_ends(items: Sequence[Item]) -> dict[str, float]:
    truths = [list(verdicts(item).values()) for item in items]
    shares = [fmean(truth.count(word) / len(truth) for truth in truths) for word in VERDICTS]
    return {"common_verdict": max(shares)}


def _estimate_ends(items: Sequence[Item]) -> dict[str, float]:
    blind = [[brier(item, dict.fromkeys(item.cells, density(item.view)))] for item in items]
    return {"density_brier": blind_error(blind)}


def _choose_ends(items: Sequence[Item]) -> dict[str, float]:
    views = [item.view for item in items]
    found = [blind_error([regrets(view, rule(view)) for view in views]) for rule in BLIND_RULES]
    return {"blind_regret": min(found)}


def _play_ends(items: Sequence[Item]) -> dict[str, float]:
    boards = [(item.level, item.seed or 0) for item in items]
    random = fmean(random_wins(*board) for board in boards)
    champion = fmean(champion_result(*board).without_luck for board in boards)
    return {"random_wins": random, "champion_wins": max(champion, random + 0.01)}


_ENDS: dict[str, Callable[[Sequence[Item]], dict[str, float]]] = {
    "deduce": _deduce_ends,
    "estimate": _estimate_ends,
    "choose": _choose_ends,
    "play": _play_ends,
}


def grade(
    items: Sequence[Item],
    answers: Mapping[str, Sequence[Answered]],
    scale: Scale,
    progress: Callable[[int, int], None] | None = None,
) -> list[Graded]:
    """Grade these items. `answers` maps the ids of items to their answers."""
    graded = []
    for number, item in enumerate(items, 1):
        found = answers.get(item.id)
        graded += [grade_one(item, one, scale) for one in found or (None,)]
        if progress is not None:
            progress(number, len(items))
    return list(_without_luck(graded, scale))


def grade_one(item: Item, answered: Answered | None, scale: Scale) -> Graded:
    """Grade an item. For a game, points are given only among other games (`_without_luck`)."""
    answer = None if answered is None else answered.answer
    state: State = "missing"
    if answered is not None:
        state = "unreadable" if answer is None else "read"
    graded = Graded(item, state, 0.0, answered)
    if answer is None:
        return graded
    match item.part:
        case "deduce":
            truth = verdicts(item)
            claimed = [name for name in answer if answer[name] != "undetermined"]
            false = tuple(item.named[name] for name in claimed if answer[name] != truth[name])
            right = fmean(answer.get(name) == truth[name] for name in truth)
            base = scale.common_verdict
            points = max(LEAST, (right - base) / (1 - base)) if base < 1 else right
            return replace(graded, points=points, claims=len(claimed), false=false)
        case "prove":
            points, problem = prove_points(item, answer)
            return replace(graded, points=points, problem=problem)
        case "estimate":
            points = 1 - brier(item, answer) / scale.density_brier
            return replace(graded, points=max(LEAST, points))
        case "choose":
            found = wins(item.view)
            regret = max(found.values()) - found[item.view.grid.parse_cell(answer["cell"])]
            return replace(graded, points=max(LEAST, 1 - regret / scale.blind_regret))
    game = replayed(item, answer.get("moves", ()))  # `_without_luck` sets the points
    state = "read" if game.readable else "unreadable"
    return replace(graded, state=state, claims=game.claims, played=game)


def _without_luck(graded: Sequence[Graded], scale: Scale) -> Iterator[Graded]:
    """Yield all items, and set the points of the items in which a game is played.

    The points are 1 for a result as good as the champion's on the same board, and 0 for the
    result of random moves. Luck is removed before the results are compared, and each game
    refines the estimate of how much luck to remove (`sapper.lab.luck`).
    """
    luck = Adjusted()
    for one in graded:
        item = one.item
        if one.played is None or not (one.played.readable or one.played.game.moves):
            yield one
            continue
        assert item.seed is not None
        own = one.played.result
        other = champion_result(item.level, item.seed)
        more = own.won - other.won
        taken = np.array([*own.luck, *(-x for x in other.luck)])
        lost = more - float(luck.shares @ taken)
        luck.add(more, own.luck, other.luck)
        yield replace(one, points=1 + lost / (scale.champion_wins - scale.random_wins))


def brier(item: Item, said: Mapping[str, float]) -> float:
    """The mean squared difference between the chances and the exact odds.

    For exact odds p and a chance q, the expected Brier score is (q - p)^2 + p (1 - p). The second
    term is the same for every answer, so it is left out.
    """
    found = chances(item.view)
    return fmean((said[name] - found[cell]) ** 2 for name, cell in item.named.items())


def regrets(view: View, cells: Iterable[Cell]) -> list[float]:
    """The losses in the chance of winning if these cells are opened."""
    found = wins(view)
    return [max(found.values()) - found[cell] for cell in cells]


def prove_points(item: Item, answer: ExamAnswer) -> tuple[float, str]:
    """The points for a proof, and a message that says why points were lost (empty if none were)."""
    view, claim = item.view, claim_of(item)
    if "proof" in answer:
        problem = derivation_problem(view, claim, answer["proof"])
        return (0.0, problem) if problem else (1.0, "")
    cited = [view.grid.parse_cell(name) for name in answer["clues"] if name != MINES]
    counted = MINES in answer["clues"]
    if counterexample(view, cited, counted, claim) is not None:
        return 0.0, UNPROVED
    needed, everything = clue_counts(view, claim)
    more = len(cited) + counted - needed
    if not more:
        return 1.0, ""
    return max(0.0, 1 - more / max(everything - needed, 1)), f"{needed} would be enough"


@lru_cache(maxsize=20_000)
def clue_counts(view: View, claim: LogicLiteral) -> tuple[int, int]:
    """How many clues are needed to prove a claim, and how many there are, with the mine count."""
    clues = Clues(view)
    found = settling_clues(clues, claim)
    return len(found.clues) + found.mine_count, len(clues.all()) + 1


def counterexample(
    view: View, cited: Sequence[Cell], counted: bool, claim: LogicLiteral
) -> list[Cell] | None:
    """The mines of a board that fits the cited clues, but on which the claim is false.

    Return None if the claim follows from the clues. If `counted` is true, the mine count is one of
    the cited clues.
    """
    with sat_solver() as solver:
        for clue in cited:
            said = constraint(view, clue)
            solver.append_formula(exactly([mine(cell) for cell in said.cells], said.mines))
        if counted:
            hidden, mines = [mine(cell) for cell in view.hidden], view.level.mines
            solver.append_formula(count_clauses(hidden, mines, mines, view.level.size))
        if not solver.solve(assumptions=[-claim]):
            return None
        true = {literal for literal in solver.get_model() or () if literal > 0}
    return [cell for cell in view.hidden if mine(cell) in {*true, -claim}]


def derivation_problem(view: View, claim: LogicLiteral, text: str) -> str:
    """The reason why a derivation does not prove the claim, or an empty string if it does."""
    try:
        steps = answers.proof(text, view.grid)
    except SapperError as problem:
        return str(problem)
    wrong = gap(view, steps)
    if wrong is not None:
        return say(wrong[1])
    if steps[-1].clause != Clause.of(claim):
        return "the last step is not the claim"
    return ""
