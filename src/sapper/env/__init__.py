"""Minesweeper as a Gymnasium environment, for reinforcement learning.

    sapper/Beginner-v0, Intermediate, Expert       the classic levels (rule open)
    sapper/Easy-v0, Medium, Hard                   the course's levels (rule given)
    sapper/Custom-v0                               any level: make(..., level="12x8x15/safe")

`import sapper.env` registers these environments. This needs Gymnasium, which the extra `env`
installs. Observations are the states of a view (sapper/core/view.py) as an int8
grid, so `View(level, observation.tobytes())` is the position.

>>> import gymnasium, sapper.env
>>> env = gymnasium.make("sapper/Beginner-v0")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, int(info["action_mask"].sum())
((9, 9), 81)
"""

from __future__ import annotations

from importlib.util import find_spec

from sapper.errors import SapperError
from sapper.extras import install

if find_spec("gymnasium") is None:
    raise SapperError(f"environments need Gymnasium: install it with {install('env')}")

from sapper.env.game_array import EnvSettings, GameArray, GamesState
from sapper.env.planes import Planes, VectorPlanes, planes
from sapper.env.registration import register_all
from sapper.env.single import SapperEnv
from sapper.env.vector import SapperVectorEnv

__all__ = [
    "EnvSettings",
    "GameArray",
    "GamesState",
    "Planes",
    "SapperEnv",
    "SapperVectorEnv",
    "VectorPlanes",
    "planes",
]

register_all()
