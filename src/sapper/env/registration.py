"""The names under which the environments are registered with Gymnasium."""

from __future__ import annotations

import gymnasium
from gymnasium.envs.registration import EnvSpec

from sapper.core.level import NAMED
from sapper.env.game_array import GameArray
from sapper.errors import SapperError

CUSTOM = "sapper/Custom-v0"
CUSTOM_STEPS = 10_000
"""the limit of steps for custom levels, because Gymnasium needs a number before it has the level"""

WINS = {
    "beginner": 0.96,
    "intermediate": 0.88,
    "expert": 0.51,
    "easy": 0.97,
    "medium": 0.98,
    "hard": 0.61,
}
"""the share of games that the agent `odds` wins, rounded down (bench/results.md)"""

THRESHOLDS = {f"sapper/{name.title()}-v0": wins for name, wins in WINS.items()}

LEVELS = {f"sapper/{name.title()}-v0": level for name, level in NAMED.items()}


class Named:
    """An environment that has the level of its registered name, and refuses any other level."""

    games: GameArray
    _spec: EnvSpec | None = None

    @property
    def spec(self) -> EnvSpec | None:
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        name = "" if spec is None else spec.id
        if LEVELS.get(name, self.games.level) != self.games.level:
            raise SapperError(f"the level of {name} can't be changed: use {CUSTOM}")
        self._spec = spec


def register_all() -> None:
    for name in (*LEVELS, CUSTOM):
        level = LEVELS.get(name)
        gymnasium.register(
            name,
            entry_point="sapper.env.single:SapperEnv",
            vector_entry_point="sapper.env.vector:SapperVectorEnv",
            reward_threshold=THRESHOLDS.get(name),
            max_episode_steps=CUSTOM_STEPS if level is None else 2 * level.size,
            kwargs={} if level is None else {"level": str(level)},
        )
