"""A small study for tests, and its rows without times."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from sapper.lab.player import Player
from sapper.lab.study.plan import Study
from sapper.lab.study.results import Results

SMALL = Study(
    name="small",
    question="Does a small study run?",
    levels=("5x5x4/given", "6x4x5/open"),
    players=(Player("resolution-endgame"), Player("rules", guess="random"), Player("odds")),
    games=70,
    seed=3,
    measures=("board", "history", "audit"),
)


def rows(study: Study, out: Path) -> pl.DataFrame:
    frame = Results(out).frame(study)
    return frame.drop([name for name in frame.columns if name.endswith("ms")])


def held_file(folder: Path, shards: int = 10**9) -> Path:
    """Write a study that pauses before the next game once there are `shards` result files.

    The study continues when the file `folder`/gate exists.
    """
    file = folder / "slow.py"
    file.write_text(HELD.format(folder=str(folder), shards=shards))
    return file


HELD = '''
import time
from pathlib import Path

from sapper.agents import AGENTS, Preset
from sapper.agents.rules import rules_agent
from sapper.lab.player import Player
from sapper.lab.study.plan import Study

FOLDER = Path({folder!r})


def is_held():
    shards = (FOLDER / "out" / "games.parquet").glob("seeds-*")
    return len(list(shards)) >= {shards} and not (FOLDER / "gate").exists()


class Slow:
    """The rules, waiting for the gate before a game."""

    def __init__(self, guess, seed, flags=False):
        self.agent = rules_agent()

    def choose(self, view):
        until = time.monotonic() + 60
        while len(view.hidden) == view.level.size and is_held():
            assert time.monotonic() < until, "the gate stays closed"
            time.sleep(0.01)
        return self.agent.choose(view)


AGENTS["slow"] = Preset("the rules, slowly", "none", Slow)
study = Study("slow", "Is a killed run resumed?", ("5x5x3/given",), (Player("slow"),), games=128)
'''
