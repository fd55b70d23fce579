"""The settings of the resolution agents, each on a position that it decides."""

from __future__ import annotations

import pytest

from sapper.agents import make
from sapper.agents.resolution import PRESETS, Settings, resolution_agent
from sapper.lab.bench import run
from sapper.level import Level
from sapper.view import View

WALLED_IN = View.parse(
    """
    5x3x3
    02...
    03...
    02...
    """
)


def test_endgame_opens_a_walled_in_region() -> None:
    """A is stuck before a region that no hint touches; B uses the mine count."""
    assert make("resolution").choose(WALLED_IN) is None
    decision = make("resolution-endgame").choose(WALLED_IN)
    assert decision is not None
    assert len(decision.moves) == 6


def test_facts_only_is_weaker() -> None:
    """D's matching with KB0 only does not see the row 1 1 1, and so guesses."""
    view = View.parse("3x3x1\n...\n111\n000")
    decision = make("resolution-shortest").choose(view)
    assert decision is not None
    assert not decision.reason.certain
    assert make("resolution-shortest", guess="none").choose(view) is None


@pytest.mark.parametrize(
    "settings",
    [
        Settings(k=None, w=None, endgame=10),
        Settings(k=2, w=None),
        Settings(k=3, w=4, patience=1),
        Settings(k=1),
        Settings(pairs=1),
        Settings(endgame=30, pairs=500),
        Settings(widen=((3, 4), (None, None)), refute=True, pairs=300, defer=True),
    ],
)
def test_every_setting_ends(settings: Settings) -> None:
    """No setting runs without end, and none is ever wrong."""
    for name in PRESETS:
        values = {field: getattr(settings, field) for field in Settings.__dataclass_fields__}
        result = run(name, Level.parse("9x6x10/given"), 5, seed=3, guess="none", **values)
        assert result.wrong == result.lost == 0


def test_wider_settings_win_no_less() -> None:
    """On the same boards: facts only <= pairs <= k=2 with the mine count <= complete."""
    level = Level.parse("easy")
    won = [
        {
            i
            for i, outcome in enumerate(run(name, level, 120, guess="none").outcomes)
            if outcome == "won"
        }
        for name in ("resolution-shortest", "binary", "resolution-endgame", "sat")
    ]
    assert won[0] <= won[2] <= won[3]
    assert won[1] <= won[2]
    assert len(won[0]) < len(won[2])


def test_strength_floor() -> None:
    """A signature of strength that can't drift unnoticed: exact outcomes on fixed seeds."""
    agent = resolution_agent("resolution-endgame")
    assert agent.name == "resolution-endgame"
    result = run("resolution-endgame", Level.parse("easy"), 100, seed=0)
    best = run("sat", Level.parse("easy"), 100, seed=0)
    assert best.won - result.won <= 1
    assert result.stuck + result.won == 100
