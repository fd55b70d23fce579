"""The engine's champion with its networks, which chooses a guess or plays positions to their end.

A budget is in seconds of work, not of time: each second means BOARDS_PER_SECOND boards per guess,
about as many as one core plays in a second. So every machine makes the same decisions, and more
cores only make them sooner.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sapper import _engine
from sapper.errors import SapperError

BOARDS_PER_SECOND = 1000
MAX_BUDGET = 3600.0


def engine_champion(budget: float = 0.0, seed: int = 0) -> _engine.Champion:
    """The engine's champion with the networks of sapper/data. A bad budget is a SapperError."""
    return _engine.Champion(
        network("policy"), network("lookahead"), boards_for(budget), seed % 2**64
    )


def boards_for(budget: float) -> int:
    """The number of boards per guess for a budget in seconds.

    >>> boards_for(0.5)
    500
    """
    if isinstance(budget, bool) or not isinstance(budget, int | float):
        raise SapperError(f"{budget!r} is not a budget: use a number of seconds, like 0.5")
    if not 0 <= budget <= MAX_BUDGET:
        raise SapperError(f"a budget of {budget} s is out of range: 0 to {MAX_BUDGET:.0f} s")
    return round(budget * BOARDS_PER_SECOND)


@cache
def network(name: str) -> _engine.Net:
    """A network of sapper/data: `policy` or `lookahead`."""
    return _engine.Net(files("sapper").joinpath("data", f"{name}.net").read_bytes())
