"""The names under which the environments are registered with Gymnasium."""

from __future__ import annotations

import gymnasium

from sapper.core.level import NAMED


def register_all() -> None:
    for name, level in {**{name.title(): str(NAMED[name]) for name in NAMED}, "Custom": ""}.items():
        gymnasium.register(
            f"sapper/{name}-v0",
            entry_point="sapper.env.single:SapperEnv",
            vector_entry_point="sapper.env.vector:SapperVectorEnv",
            kwargs={"level": level} if level else {},
        )
