"""The champion agent, which chooses the guess with the best chance of winning, not the safest one.

The champion opens all provably safe cells. If the champion has to guess and only a few boards fit
the position, it finds the best guess exactly. Otherwise a small network rates the guesses, and a
second network rates the best few again after looking one move ahead (native/champion.cpp and
native/net.cpp). The networks are in sapper/data, and bench/champion_train.py trained them. If the
champion has a budget of extra time, it also plays many games to the end with each of the twelve
best guesses, and chooses the guess that wins most often.

>>> view = View.parse('''
... 4x3x4
... ..2.
... ..3.
... ....
... ''')
>>> ChampionAgent().choose(view).reason.words(view.grid)
'A1 is a guess: it is the best cell, with a 33% chance of being a mine, and wins 48% of the time'
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from sapper import _engine
from sapper.agents.guess import NamedGuess
from sapper.agents.ladder import open_moves
from sapper.agents.odds import Chance
from sapper.core.grid import Cell, Grid
from sapper.core.view import Decision, SpokenReason, View
from sapper.reason.champion import engine_champion
from sapper.reason.odds import TooWideError, odds
from sapper.words import Message
from sapper.words.kinds import BestCell


@dataclass(frozen=True, slots=True)
class WinChance(SpokenReason):
    cell: Cell
    safe: float
    win: float
    error: float
    """the standard error if games were played to estimate `win`, otherwise 0"""
    exact: bool

    @property
    def certain(self) -> bool:
        return False

    @property
    def why(self) -> BestCell:
        return BestCell(1 - self.safe, self.win, self.error, self.exact)

    def messages(self, grid: Grid) -> tuple[Message, ...]:
        return NamedGuess("champion", self.cell, self.why).messages(grid)


class ChampionAgent:
    """The champion. `budget` is in seconds per guess (see `sapper.reason.champion`)."""

    name = "champion"

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"

    def __init__(self, budget: float = 0.0, seed: int = 0) -> None:
        self._settings = budget, seed
        self._engine = engine_champion(budget, seed)

    def __reduce__(self) -> tuple[type, tuple[float, int]]:
        return ChampionAgent, self._settings  # the engine's object can't be copied or pickled

    def choose(self, view: View) -> Decision | None:
        view = View.of(view)  # `view` may also be a game
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
        assert answer is not None  # `odds` has already ruled out contradictions
        cell, win, error, exact = answer
        reason = WinChance(cell, 1.0 - chances[cell], win, error, exact)
        return Decision(open_moves(view, (cell,)), reason)
