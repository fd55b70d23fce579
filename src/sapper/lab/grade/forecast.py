"""How long it will take to grade a class, measured with one game of each agent.

The board of this game is not one that counts. An agent that is too slow gets less time here, so
that a slow class doesn't wait twice.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sapper.core.board import deal, random_seed
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.lab.grade.examine import examine
from sapper.lab.grade.marks import PATIENCE, SLOW, TIMEOUTS
from sapper.lab.grade.recorded import recorded_games
from sapper.lab.player import Player
from sapper.lab.workers import each_apart

TRIAL_SECONDS = 2.0
"""the CPU time of a decision in the trial game"""


@dataclass(frozen=True, slots=True)
class Trial:
    player: Player
    level: str
    seed: int


@dataclass(frozen=True, slots=True)
class Tried:
    seconds: float
    """how long the game took on the clock, including the start of the agent"""
    timed_out: bool


def forecast(
    agents: Sequence[str], level: Level, games: int, jobs: int, seconds: float, minutes: float
) -> float:
    """The expected time in seconds to grade these agents. `games` are those on all levels."""
    seed = random_seed()
    trials = [
        Trial(
            Player.parse(agent).with_options(seconds=min(seconds, TRIAL_SECONDS)), str(level), seed
        )
        for agent in agents
    ]
    whole = games + len(recorded_games()) + jobs  # each process repeats a game
    total = 0.0
    for _, tried in each_apart(_try, trials, jobs):
        match tried:
            case Tried(timed_out=True):
                total += SLOW * seconds * PATIENCE
            case Tried():
                total += min(tried.seconds * whole, minutes * 60) / jobs
    return total


def _try(trial: Trial) -> Iterator[Tried]:
    start = time.monotonic()
    try:
        played = examine(deal(Level.parse(trial.level), trial.seed), trial.player, 0).played
    except SapperError:
        return  # it can't be loaded, which takes no time
    yield Tried(time.monotonic() - start, played.kind in TIMEOUTS)
