"""Notes or refuses an agent's imports of Sapper's reasoning. It may import a position's nouns.

A graded agent should do its own work, so an import that is not allowed raises an ImportError. This
stops nobody who wants to cheat: the agent can copy Sapper's files, start another Python or undo
this.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import FrameType, ModuleType

OWN_WORK = "--own-work"
"""the argument of the agent's process with which imports are refused; without it, they are noted"""
IMPORTS = "sapper-imports"
"""begins an answer of the agent's process that lists the imports since its last answer"""

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
    def __init__(self, refuse: bool) -> None:
        self.refuse = refuse
        self.imports: list[str] = []
        """the modules that were imported or refused since the last answer"""

    def install(self) -> None:
        """Start now, with the modules hidden that this process has needed itself."""
        for name in [name for name in sys.modules if _is_reasoning(name)]:
            if not any(other.startswith(f"{name}.") for other in NOUNS):
                package, _, short = name.rpartition(".")
                if self.refuse and package in sys.modules:  # otherwise, it has just been hidden
                    vars(sys.modules[package]).pop(short, None)
                del sys.modules[name]
        sys.meta_path.insert(0, self)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not _is_reasoning(name) or not (self.refuse or _is_direct()):
            return None
        if name not in self.imports:
            self.imports.append(name)
        if self.refuse:
            raise ImportError(
                f"{name} is not allowed, because a graded agent must reason by itself "
                "(`sapper grade --allow-sapper` allows it)"
            )
        return None


def _is_reasoning(name: str) -> bool:
    nouns = any(name == noun or name.startswith(f"{noun}.") for noun in NOUNS)
    return name.startswith("sapper.") and not nouns


def _is_direct() -> bool:
    """Whether the import that is running was not started by a module of Sapper."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = str(frame.f_globals.get("__name__"))
        if name not in (__name__, "sapper") and "importlib" not in name:
            return not name.startswith("sapper.")
        frame = frame.f_back
    return True
