"""SapperVectorEnv: many games as one Gymnasium vector environment, played by the engine's threads.

>>> import gymnasium, sapper.env
>>> env = gymnasium.make_vec("sapper/Expert-v0", num_envs=1024)
>>> observations, info = env.reset(seed=7)
>>> for _ in range(10):
...     step = env.step(env.unwrapped.random_actions())
>>> observations.shape, info["action_mask"].shape
((1024, 16, 30), (1024, 480))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper.core.level import Level
from sapper.core.view import GIVEN
from sapper.env.game_array import (
    RENDER_MODES,
    EnvSettings,
    GameArray,
    GamesState,
    board_seed,
    option,
)
from sapper.env.registration import Named
from sapper.errors import SapperError, shown, true_or_false
from sapper.words import how_many


class SapperVectorEnv(Named, VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many games of one level. `help(sapper.env.EnvSettings)` lists more settings.

    `reset(seed=7)` deals the boards of seeds 7, 8, 9, ... With `copy=False`, observations and masks
    are not copied, and the next step overwrites them.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES[1:]),
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        level: Level | str = "beginner",
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **settings: Unpack[EnvSettings],
    ) -> None:
        self.games = games = GameArray(level, num_envs, **settings)
        try:
            self.autoreset_mode = AutoresetMode(autoreset_mode)
        except ValueError:
            raise SapperError(
                "autoreset_mode can't be {mode}: use {modes}",
                mode=shown(autoreset_mode),
                modes=", ".join(mode.value for mode in AutoresetMode),
            ) from None
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.num_envs = games.count
        self.render_mode = games.render_mode
        self.single_observation_space = Box(0, GIVEN, games.states.shape[1:], np.int8)
        self.single_action_space = Discrete(games.actions)
        self.observation_space = batch_space(self.single_observation_space, games.count)
        self.action_space = batch_space(self.single_action_space, games.count)
        self._copy = true_or_false("copy", copy)
        # Allocate and free a large array, so that glibc keeps freed memory from now on. Getting new
        # memory from the system for each copy would take longer than copying.
        np.empty(min(8 * games.states.nbytes, 2**24), np.int8)
        self._over = np.zeros(games.count, np.bool_)
        self._seeded = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        mask = option(options, "reset_mask")
        try:
            chosen = (
                np.ones(self.num_envs, np.bool_) if mask is None else np.ascontiguousarray(mask)
            )
        except ValueError:  # rows of different lengths
            chosen = np.zeros(0)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise SapperError(f"reset_mask must be an array of {self.num_envs} booleans")
        self.games.restart(chosen, self._seeds(seed))
        self._over = self._over & ~chosen
        return self._observations(), with_marks(self._info(), chosen)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> NDArray[np.uint64] | None:
        if seed is None and self._seeded:
            return None
        if seed is None:
            self._seeded = True
            return self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64)
        if isinstance(seed, Sequence):
            numbers = list(seed)
        else:
            first = board_seed(seed)
            numbers = list(range(first, first + self.num_envs))
        if len(numbers) != self.num_envs:
            raise SapperError(
                f"there are {how_many(len(numbers), 'seed')} for "
                f"{how_many(self.num_envs, 'game')}: use one per game"
            )
        random = self.np_random
        given = [board_seed(one) for one in numbers if one is not None]
        if given:
            VectorEnv.reset(self, seed=given[0])
        self._seeded = True
        return np.array(
            [random.integers(2**32) if one is None else board_seed(one) for one in numbers],
            np.uint64,
        )

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        games, before = self.games, self._over
        if self.autoreset_mode == AutoresetMode.DISABLED and before.any():
            raise SapperError("some games are over: reset them first, with reset_mask")
        rewards, exact = games.step(actions, before)
        # Games that were already over get a new board in this step, so they don't count as ending
        # now.
        terminated, truncated = games.terminated & ~before, games.truncated & ~before
        self._over = terminated | truncated
        final: dict[str, Any] = {}
        renewed = before
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            renewed, self._over = self._over, np.zeros(self.num_envs, np.bool_)
            if renewed.any():
                final = self._final(renewed, exact)
        if self.autoreset_mode != AutoresetMode.DISABLED and renewed.any():
            games.restart(renewed, None)
        info = with_marks(self._info(), np.ones(self.num_envs, np.bool_)) | final
        if games.has_exact:
            info |= with_marks({"regret_exact": exact & ~renewed}, ~renewed)
        return self._observations(), rewards, terminated, truncated, info

    def _final(self, over: NDArray[np.bool_], exact: NDArray[np.bool_]) -> dict[str, Any]:
        observations = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(over).tolist():
            observations[game] = self.games.states[game].copy()
        info: dict[str, Any] = {"action_mask": self.games.masks, "won": self.games.won}
        if (lesson := self.games.lesson()) is not None:
            info["teacher"] = lesson
        if self.games.has_exact:
            info["regret_exact"] = exact
        marked = with_marks(only(info, over), over)
        return with_marks({"final_obs": observations, "final_info": marked}, over)

    def _observations(self) -> NDArray[np.int8]:
        return self.games.states.copy() if self._copy else self.games.states

    def _info(self) -> dict[str, Any]:
        masks = self.games.masks
        info: dict[str, Any] = {"action_mask": masks.copy() if self._copy else masks}
        info["won"] = self.games.won.copy()
        if (lesson := self.games.lesson()) is not None:
            info["teacher"] = lesson
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions change something, in one row per game."""
        return self.games.masks.astype(np.bool_)

    def clone_state(self) -> GamesState:
        """The games as they are now, with their mines. `restore_state` continues from there."""
        return self.games.state(self._over)

    def restore_state(self, state: GamesState) -> None:
        over = np.zeros_like(self._over)
        self.games.restore(state, over)
        self._over, self._seeded = over, True

    def random_actions(self) -> NDArray[np.int64]:
        """A random action for each game, chosen uniformly among the allowed actions."""
        return self.games.sample(int(self.np_random.integers(2**63)))

    def render(self) -> Any:
        return tuple(self.games.picture(game) for game in range(self.num_envs))


def only(info: dict[str, Any], chosen: NDArray[np.bool_]) -> dict[str, Any]:
    """The info with zeros in the rows that are not chosen."""
    found: dict[str, Any] = {}
    for key, value in info.items():
        if isinstance(value, dict):
            found[key] = only(value, chosen)
        else:
            found[key] = np.zeros_like(value)
            found[key][chosen] = value[chosen]
    return found


def with_marks(info: dict[str, Any], chosen: NDArray[np.bool_]) -> dict[str, Any]:
    """The info, with a key `_name` for each key: the rows that contain something.

    Gymnasium's own vector environments have such keys too.
    """
    marked: dict[str, Any] = {}
    for key, value in info.items():
        inside = isinstance(value, dict) and not key.startswith("final")
        marked[key] = with_marks(value, chosen) if inside else value
        marked[f"_{key}"] = chosen.copy()
    return marked
