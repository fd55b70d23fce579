"""The engine's champion, which chooses guesses and plays games to estimate values.

A budget in seconds is converted to a fixed number of boards per guess, so that the champion makes
the same choices on every machine.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sapper import _engine
from sapper.errors import SapperError, number, whole_number

BOARDS_PER_SECOND = 1000
MAX_BUDGET = 3600.0


def engine_champion(budget: float = 0.0, seed: int = 0) -> _engine.Champion:
    return _engine.Champion(
        network("policy"),
        network("lookahead"),
        boards_for(budget),
        whole_number("seed", seed) % 2**64,
    )


def boards_for(budget: float) -> int:
    """The number of boards per guess for a budget in seconds.

    >>> boards_for(0.5)
    500
    """
    budget = number("budget", budget)
    if budget > MAX_BUDGET:
        raise SapperError(f"a budget of {budget} s is out of range: use 0 to {MAX_BUDGET:.0f} s")
    return round(budget * BOARDS_PER_SECOND)


@cache
def network(name: str) -> _engine.Net:
    return _engine.Net(files("sapper").joinpath("data", f"{name}.net").read_bytes())
