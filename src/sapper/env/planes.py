"""Planes: observations for neural networks, with one layer of zeros and ones per cell state.

Layers 0 to 8 stand for the numbers, layer 9 for hidden cells, 10 for flagged cells and 11 for cells
given as safe.

>>> planes(np.array([[0, 9], [1, 11]], np.int8))[[0, 1, 9, 11]].tolist()
[[[1, 0], [0, 0]], [[0, 0], [1, 0]], [[0, 1], [0, 0]], [[0, 0], [0, 1]]]
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from gymnasium.vector import VectorEnv, VectorWrapper
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper.core.view import SYMBOLS

STATES = len(SYMBOLS)


def planes(observation: NDArray[np.int8]) -> NDArray[np.uint8]:
    """An array of shape (..., 12, height, width) for observations of shape (..., height, width)."""
    states = np.arange(STATES, dtype=np.int8)[:, None, None]
    layers: NDArray[np.bool_] = observation[..., None, :, :] == states
    return layers.view(np.uint8)


def _space(grid: gymnasium.Space[Any]) -> Any:
    assert grid.shape is not None
    return Box(0, 1, (STATES, *grid.shape), np.uint8)


class Planes(gymnasium.ObservationWrapper[NDArray[np.uint8], Any, NDArray[np.int8]]):
    """Turns the observations of an environment into planes."""

    def __init__(self, env: gymnasium.Env[NDArray[np.int8], Any]) -> None:
        super().__init__(env)
        self.observation_space = _space(env.observation_space)

    def observation(self, observation: NDArray[np.int8]) -> NDArray[np.uint8]:
        return planes(observation)


class VectorPlanes(VectorWrapper):
    """Like `Planes`, but for vector environments in any autoreset mode."""

    def __init__(self, env: VectorEnv[NDArray[np.int8], Any, Any]) -> None:
        super().__init__(env)
        self.single_observation_space = _space(env.single_observation_space)
        self.observation_space = batch_space(self.single_observation_space, env.num_envs)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        observations, info = self.env.reset(seed=seed, options=options)
        return planes(observations), info

    def step(self, actions: Any) -> tuple[NDArray[np.uint8], Any, Any, Any, dict[str, Any]]:
        observations, *results, info = self.env.step(actions)
        for game, observation in enumerate(info.get("final_obs", ())):
            if observation is not None:
                info["final_obs"][game] = planes(observation)
        rewards, terminations, truncations = results
        return planes(observations), rewards, terminations, truncations, info
