"""SapperEnv: one game as a Gymnasium environment.

>>> import gymnasium, sapper.env
>>> env = gymnasium.make("sapper/Custom-v0", level="8x4x6/open", render_mode="ansi")
>>> observation, info = env.reset(seed=3)
>>> observation, reward, terminated, truncated, info = env.step(27)
>>> print(env.render())
8x4x6/open
........
...33321
12110000
00000000
"""

from __future__ import annotations

from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from sapper.core.board import Board
from sapper.core.level import Level
from sapper.core.view import GIVEN
from sapper.env.game_array import (
    MAX_STEPS,
    RENDER_MODES,
    EnvSettings,
    GameArray,
    GamesState,
    board_seed,
    option,
)
from sapper.env.registration import Named


class SapperEnv(Named, gymnasium.Env[NDArray[np.int8], np.int64]):
    """One game. `help(sapper.env.EnvSettings)` lists the settings, such as `reward="logic"`.

    `reset(seed=7)` deals the same board as `sapper deal --seed 7`. `reset(options={"board":
    board})` uses your own board. Without `max_episode_steps`, only `gymnasium.make` limits the
    number of steps.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(self, level: Level | str = "beginner", **settings: Unpack[EnvSettings]) -> None:
        settings.setdefault("threads", 1)
        if settings.get("max_episode_steps") is None:
            # `gymnasium.make` does not pass its argument `max_episode_steps` on. Instead,
            # `gymnasium.make` adds a wrapper that truncates the game.
            settings["max_episode_steps"] = MAX_STEPS
        self.games = GameArray(level, 1, **settings)
        self.render_mode = self.games.render_mode
        shape = self.games.level.height, self.games.level.width
        self.observation_space = Box(0, GIVEN, shape, np.int8)
        self.action_space = Discrete(self.games.actions)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        board = option(options, "board")
        if seed is not None:
            seed = board_seed(seed)
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**32))
        self._seeded = True
        seeds = None if seed is None else np.array([seed], np.uint64)
        self.games.restart(np.ones(1, np.bool_), seeds)
        if board is not None:
            board = Board.parse(board) if isinstance(board, str) else board
            self.games.put_down(0, board)
        return self._shown()

    def step(self, action: np.int64) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        rewards, exact = self.games.step([action])
        observation, info = self._shown()
        if self.games.has_exact:
            info["regret_exact"] = bool(exact[0])
        over = bool(self.games.terminated[0]), bool(self.games.truncated[0])
        return observation, float(rewards[0]), *over, info

    def _shown(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        info: dict[str, Any] = {"action_mask": self.games.masks[0].copy()}
        info["won"] = bool(self.games.won[0])
        lesson = self.games.lesson()
        if lesson is not None:
            # Plain numbers, because Gymnasium's vector environments make arrays of objects from
            # NumPy's booleans.
            info["teacher"] = {
                part: found[0] if found.ndim > 1 else found[0].item()
                for part, found in lesson.items()
            }
        if self.render_mode == "human":
            self.games.picture(0)
        return self.games.states[0].copy(), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions change something. sb3-contrib's MaskablePPO calls this method."""
        masks: NDArray[np.bool_] = self.games.masks[0].astype(np.bool_)
        return masks

    def clone_state(self) -> GamesState:
        """The game as it is now, with its mines. `restore_state` continues from there."""
        return self.games.state()

    def restore_state(self, state: GamesState) -> None:
        self.games.restore(state)
        self._seeded = True

    def render(self) -> Any:
        return None if self.render_mode == "human" else self.games.picture(0)
