"""Lets an agent's process import the nouns of a position, but not Sapper's reasoning.

A graded agent should do its own work. An import that is not allowed raises an ImportError and is
noted. This stops nobody who wants to cheat: the agent can copy Sapper's files, start another Python
or undo this.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

OWN_WORK = "--own-work"
"""the argument of the agent's process"""
REFUSED = "refused-imports"
"""begins an answer of the agent's process that lists the imports it refused"""

NOUNS = (
    "sapper.adapters.answer",
    "sapper.core.grid",
    "sapper.core.level",
    "sapper.core.view",
    "sapper.errors",
    "sapper.picture",
    "sapper.words",
)


class OwnWork(MetaPathFinder):
    def __init__(self) -> None:
        self.refused: list[str] = []
        """the modules that were refused since the last answer"""

    def install(self) -> None:
        """Refuse imports from now on. Modules that this process needed itself are hidden."""
        for name in [name for name in sys.modules if _is_refused(name)]:
            if not any(other.startswith(f"{name}.") for other in NOUNS):
                package, _, short = name.rpartition(".")
                if package in sys.modules:  # otherwise, it has just been hidden
                    vars(sys.modules[package]).pop(short, None)
                del sys.modules[name]
        sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not _is_refused(name):
            return None
        if name not in self.refused:
            self.refused.append(name)
        raise ImportError(
            f"{name} is not allowed, because a graded agent must reason by itself "
            "(`sapper grade --allow-sapper` allows it)"
        )


def _is_refused(name: str) -> bool:
    nouns = any(name == noun or name.startswith(f"{noun}.") for noun in NOUNS)
    return name.startswith("sapper.") and not nouns
