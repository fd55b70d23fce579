"""Grading: points for each answer, computed from the position alone.

    deduce     the share of correct verdicts, scaled: 0 for giving every cell the most frequent
               verdict of the exam, 1 if all are correct
    prove      0 if the claim does not follow from the cited clues. Otherwise 1, less 0.1 for each
               clue that could be left out, and at least 0.5. A derivation gets 1 if it is accepted
    estimate   the mean squared difference from the exact odds, scaled: 0 for giving every cell the
               share of mines among the hidden cells, 1 for the exact odds
    choose     the loss in the chance of winning (the regret), scaled: 0 for a random hidden cell, 1
               for the best cell
    play       the result without luck, scaled: 0 for random moves, 1 for the champion on the same
               boards

All items of a part are scaled in the same way. If each item had its own scale, items on which even
a blind answer is nearly right would have too much weight. An unreadable answer counts as entirely
wrong: every verdict is wrong, nothing is proved, each cell gets the worse of the chances 0 and 1,
and the chosen cell is a mine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from statistics import fmean
from typing import Literal, TypeAlias

import numpy as np

from sapper.classroom import answers
from sapper.classroom.checks.meaning import constraint
from sapper.classroom.checks.proofs import gap
from sapper.core.constraints import count_clauses, exactly, mine, safe
from sapper.core.grid import Cell
from sapper.core.view import GIVEN, HIDDEN, View
from sapper.errors import SapperError
from sapper.exam.items import Item
from sapper.exam.making import exact_choice
from sapper.exam.playing import ExamGame, GameResult, champion_result, random_wins, replayed
from sapper.exam.reading import MINES, VERDICTS, Answered, ExamAnswer
from sapper.explain.clues import Clues, settling_clues
from sapper.lab.luck import Adjusted
from sapper.logic import Clause, sat_solver
from sapper.logic import Literal as LogicLiteral
from sapper.reason.odds import odds
from sapper.words import say

REDUNDANT = 0.1
"""the points lost for each clue that could be left out"""
PROVED = 0.5
"""the minimum points for clues that prove the claim"""

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
    def best(self) -> bool:
        """Whether the answer gets full marks, up to rounding errors."""
        return self.points > 1 - 1e-9

    @property
    def false_claims(self) -> int:
        return len(self.false) if self.played is None else len(self.played.false_claims)


class Grader:
    """Grades answers to the items of one exam. The scale of a part depends on all its items."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items

    def grade(
        self,
        items: Sequence[Item],
        answers: Mapping[str, Answered],
        progress: Callable[[int, int], None] | None = None,
    ) -> list[Graded]:
        """Grade these items. `answers` maps the ids of items to answers."""
        graded = []
        for number, item in enumerate(items, 1):
            graded.append(self._grade(item, answers.get(item.id)))
            if progress is not None:
                progress(number, len(items))
        return list(self._without_luck(graded))

    def _grade(self, item: Item, answered: Answered | None) -> Graded:
        answer = None if answered is None else answered.answer
        state: State = "missing"
        if answered is not None:
            state = "unreadable" if answer is None else "read"
        graded = Graded(item, state, 0.0, answered)
        match item.part:
            case "deduce":
                truth, said = verdicts(item), answer or {}
                claimed = [name for name in said if said[name] != "undetermined"]
                false = tuple(item.named[name] for name in claimed if said[name] != truth[name])
                right = fmean(said.get(name) == truth[name] for name in truth)
                base = self._common_verdict
                points = (right - base) / (1 - base) if base < 1 else right
                return replace(graded, points=points, claims=len(claimed), false=false)
            case "prove" if answer:
                points, problem = prove_points(item, answer)
                return replace(graded, points=points, problem=problem)
            case "estimate":
                error = brier(item, answer or worst_chances(item))
                return replace(graded, points=1 - error / self._density_brier)
            case "choose":
                found = wins(item.view)
                win = found[item.view.grid.parse_cell(answer["cell"])] if answer else 0.0
                regret = max(found.values()) - win
                return replace(graded, points=1 - regret / self._random_regret)
            case "play" if answer:
                game = replayed(item, answer.get("moves", ()))
                state = "read" if game.readable else "unreadable"
                return replace(graded, state=state, claims=game.claims, played=game)
        return graded  # `_without_luck` sets the points for games

    def _without_luck(self, graded: Sequence[Graded]) -> Iterator[Graded]:
        """Yield all items, and set the points of the items in which a game is played.

        The points are 1 for a result as good as the champion's on the same board, and 0 for the
        result of random moves. Luck is removed before the results are compared, and each game
        refines the estimate of how much luck to remove (`sapper.lab.luck`).
        """
        luck = Adjusted()
        for one in graded:
            item = one.item
            if item.part != "play":
                yield one
                continue
            assert item.seed is not None
            random, champion = self._ends_of_play
            own = GameResult(False) if one.played is None else one.played.result
            other = champion_result(item.level, item.seed)
            more = own.won - other.won
            taken = np.array([*own.luck, *(-x for x in other.luck)])
            lost = more - float(luck.shares @ taken)
            luck.add(more, own.luck, other.luck)
            yield replace(one, points=1 + lost / (champion - random))

    def _part(self, part: str) -> list[Item]:
        return [item for item in self.items if item.part == part]

    @cached_property
    def _common_verdict(self) -> float:
        """The share of correct verdicts if every cell gets the most frequent verdict."""
        truths = [list(verdicts(item).values()) for item in self._part("deduce")]
        return max(fmean(truth.count(word) / len(truth) for truth in truths) for word in VERDICTS)

    @cached_property
    def _density_brier(self) -> float:
        items = self._part("estimate")
        dull = [brier(item, dict.fromkeys(item.cells, density(item.view))) for item in items]
        return fmean(dull) or 1.0

    @cached_property
    def _random_regret(self) -> float:
        """The mean loss in the chance of winning if a random hidden cell is opened."""
        found = [wins(item.view).values() for item in self._part("choose")]
        return fmean(max(each) - fmean(each) for each in found) or 1.0

    @cached_property
    def _ends_of_play(self) -> tuple[float, float]:
        """The mean results of random moves and of the champion."""
        boards = [(item.level, item.seed or 0) for item in self._part("play")]
        random = fmean(random_wins(*board) for board in boards)
        champion = fmean(champion_result(*board).without_luck for board in boards)
        return random, max(champion, random + 0.01)


def brier(item: Item, said: Mapping[str, float]) -> float:
    """The mean squared difference between the chances and the exact odds.

    For exact odds p and a chance q, the expected Brier score is (q - p)^2 + p (1 - p). The second
    term is the same for every answer, so it is left out.
    """
    found = chances(item.view)
    return fmean((said[name] - found[cell]) ** 2 for name, cell in item.named.items())


def worst_chances(item: Item) -> dict[str, float]:
    """For each cell, the chance that is farthest from the exact odds."""
    found = chances(item.view)
    return {name: float(found[cell] < 0.5) for name, cell in item.named.items()}


def prove_points(item: Item, answer: ExamAnswer) -> tuple[float, str]:
    """The points for a proof, and a message that says why points were lost (empty if none were)."""
    view, claim = item.view, claim_of(item)
    if "proof" in answer:
        problem = derivation_problem(view, claim, answer["proof"])
        return (0.0, problem) if problem else (1.0, "")
    cited = [view.grid.parse_cell(name) for name in answer["clues"] if name != MINES]
    counted = MINES in answer["clues"]
    if counterexample(view, cited, counted, claim) is not None:
        return 0.0, "the claim does not follow from these clues"
    needed = smallest(view, cited, claim)
    redundant = len(cited) + counted - needed
    if not redundant:
        return 1.0, ""
    return max(PROVED, 1 - REDUNDANT * redundant), f"{redundant} could be left out"


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


def smallest(view: View, cited: Sequence[Cell], claim: LogicLiteral) -> int:
    """The size of the smallest set of cited clues that proves the claim.

    If the mine count is needed, it counts as one of the clues.
    """
    states = bytearray(view.states)
    for cell, state in enumerate(view.states):
        if state < HIDDEN and cell not in cited:
            states[cell] = GIVEN  # a safe cell with an unknown number
    found = settling_clues(Clues(View(view.level, bytes(states))), claim)
    return len(found.clues) + found.mine_count


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
