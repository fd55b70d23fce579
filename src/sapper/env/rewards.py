"""Rewards: the value of a step in a game.

    win         1 for a win, otherwise 0
    progress    the share of all safe cells that the move opened; -1 for a mine
    logic       1 for opening provably safe cells; 0 for a guess if no cell is provably safe;
                -1 for a needless guess or for opening a provable mine
    regret      the chance of winning that the move gave away, as a negative number; 0 is best play

The rewards reveal no more about the mines than the player could work out. If you write your own
reward function, it gets the positions before and after the move, but never the board.

>>> view = View.parse('''
... 4x3x2
... ....
... 1221
... 0000
... ''')
>>> logic(view, Move("open", 0), view, None), logic(view, Move("open", 1), view, None)
(1.0, -1.0)
>>> Regret()(view, Move("open", 1), view, None)
-1.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sapper.core.game import Outcome
from sapper.core.view import Move, View
from sapper.errors import SapperError, shown
from sapper.reason.odds import odds
from sapper.reason.value import judge

RewardFunction: TypeAlias = Callable[[View, Move, View, Outcome | None], float]
"""called with the view before the move, the move, the view after it, and the outcome, if any"""

NATIVE = ("win", "progress")
"""the rewards that the engine computes; it numbers them from 1 in this order"""

NAMES = (*NATIVE, "logic", "regret")


def logic(before: View, move: Move, after: View, outcome: Outcome | None) -> float:
    cells = move.targets(before.grid, before.states)
    if not cells:
        return 0.0
    chances = odds(before.with_promises())
    if all(chances[cell] == 0 for cell in cells):
        return 1.0
    forced = not chances.safe and all(chances[cell] < 1 for cell in cells)
    return 0.0 if forced else -1.0


class Regret:
    """The reward `regret`. After each call, `exact` says whether the result is exact.

    If too many boards fit the position, the reward is estimated. For the estimate, the champion
    plays on random boards that fit, for about `budget` seconds.
    """

    def __init__(self, budget: float = 0.1) -> None:
        self.budget = budget
        self.exact = True

    def __call__(self, before: View, move: Move, after: View, outcome: Outcome | None) -> float:
        self.exact = True
        cells = move.targets(before.grid, before.states)
        view = before.with_promises()
        chances = odds(view)
        if all(chances[cell] == 0 for cell in cells):
            return 0.0  # a provably safe cell costs nothing
        judged = judge(view, cells, self.budget)
        self.exact = judged.exact
        return -judged.lost


def reward_function(reward: str | RewardFunction, budget: float) -> RewardFunction | None:
    if callable(reward):
        return reward
    if isinstance(reward, str) and reward in NAMES:
        reasoning: dict[str, RewardFunction] = {"logic": logic, "regret": Regret(budget)}
        return reasoning.get(reward)  # the engine computes the other rewards
    raise SapperError(
        "{reward} is not a reward: use {names}, or a function",
        reward=shown(reward),
        names=", ".join(NAMES),
    )
