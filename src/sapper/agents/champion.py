"""The champion: plays to win the game, not to survive the next click.

It opens every certain cell. When it has to guess: few boards left, it plays the end game exactly;
else two small networks rate the guesses: a policy, and for its best few a lookahead of one move
(native/champion.cpp and native/net.cpp; the weights are in sapper/data, made by
bench/champion_train.py). With a budget,
the best dozen guesses are then played on to the end of the game on many boards, and the one that
fares best is chosen.

>>> view = View.parse('''
... 4x3x4
... ..2.
... ..3.
... ....
... ''')
>>> ChampionAgent().choose(view).reason.words(view.grid)
'A1 is a guess (champion): the best cell, with a 33.3% chance of being a mine; wins 48.1% (exact)'

A budget is counted in seconds of work, not by the clock: BOARDS_PER_SECOND boards a guess for each
second, about what one core plays. So the same position gets the same decision on every machine,
and more cores only get there sooner.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sapper import _engine
from sapper.agents.guess import Guess
from sapper.agents.odds import Chance, open_moves
from sapper.grid import Cell, Grid, SapperError, a_chance, percent
from sapper.odds import TooWideError, odds
from sapper.view import Decision, View

BOARDS_PER_SECOND = 1000
MAX_BUDGET = 3600.0


@dataclass(frozen=True, slots=True)
class WinChance:
    """The reason of the champion's guess: its safety, and the chance to win the game with it."""

    cell: Cell
    safe: float
    win: float
    error: float
    """standard error, where games were played on; else 0"""
    exact: bool

    @property
    def certain(self) -> bool:
        """Never: it is a guess."""
        return False

    @property
    def why(self) -> str:
        """What speaks for it."""
        risk = f"with {a_chance(1 - self.safe)} of being a mine"
        # An estimate that is corrected for luck may exceed what can be won.
        win = min(1.0, self.win)
        if self.exact:
            return f"the best cell, {risk}; wins {percent(win)} (exact)"
        if self.error:
            wins = f"{percent(win)} ± {percent(2 * self.error)}"
            return f"the best of the guesses that were played on, {risk}; wins {wins} (estimated)"
        # Good at telling guesses apart, but off by a tenth as a chance.
        return f"rated best of the guesses, {risk}; wins roughly {round(win, 1):.0%}"

    def words(self, grid: Grid) -> str:
        """The reason in a sentence."""
        return Guess("champion", self.cell, self.why).words(grid)


class ChampionAgent:
    """Plays by the view it is given; keeps nothing between views.

    `budget` is in seconds of work for each guess; 0 decides at once. `seed` gives the rollouts
    other boards.
    """

    name = "champion"

    def __init__(self, budget: float = 0.0, seed: int = 0) -> None:
        self._engine = engine_champion(budget, seed)

    def choose(self, view: View) -> Decision | None:
        """Open all safe cells, else the best guess; None when only mines are hidden."""
        chances = odds(view)
        if chances.safe:
            return Decision(open_moves(view, chances.safe), Chance(chances.safe, 0.0))
        if chances.safest is None:
            return None
        level = view.level
        threads = os.cpu_count() or 1
        try:
            answer = self._engine.choose(
                level.width, level.height, level.mines, view.states, threads
            )
        except _engine.TooWide as problem:
            raise TooWideError(str(problem)) from None
        assert answer is not None  # the odds would have found a contradiction
        cell, win, error, exact = answer
        reason = WinChance(cell, 1.0 - chances[cell], win, error, exact)
        return Decision(open_moves(view, (cell,)), reason)


def engine_champion(budget: float = 0.0, seed: int = 0) -> _engine.Champion:
    """The engine's champion with the networks of sapper/data; a bad budget is a SapperError."""
    return _engine.Champion(
        network("policy"), network("lookahead"), boards_for(budget), seed % 2**64
    )


def boards_for(budget: float) -> int:
    """How many boards a guess a budget in seconds buys.

    >>> boards_for(0.5)
    500
    """
    if isinstance(budget, bool) or not isinstance(budget, int | float):
        raise SapperError(f"{budget!r} is not a budget: use seconds, like 0.5")
    if not 0 <= budget <= MAX_BUDGET:
        raise SapperError(f"a budget of {budget} s is out of range: 0 to {MAX_BUDGET:.0f} s")
    return round(budget * BOARDS_PER_SECOND)


@cache
def network(name: str) -> _engine.Net:
    """A network of sapper/data: `policy` or `lookahead`."""
    return _engine.Net(files("sapper").joinpath("data", f"{name}.net").read_bytes())
