"""The time to grade a class is forecast from one game of each agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from sapper.core.level import Level
from sapper.lab.grade import forecast as module
from sapper.lab.grade.forecast import Trial, Tried, forecast
from sapper.lab.grade.recorded import recorded_games

LEVEL = Level.parse("7x5x6/given")
LED = len(recorded_games())


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Replaces the trial games by what they tell: an agent that can't be loaded tells nothing."""

    def tell(*results: Tried | None) -> None:
        def each_apart(
            _: object, trials: Sequence[Trial], jobs: int
        ) -> Iterator[tuple[Trial, Tried]]:
            for trial, result in zip(trials, results, strict=True):
                if result is not None:
                    yield trial, result

        monkeypatch.setattr(module, "each_apart", each_apart)

    return tell


def test_each_agent_takes_as_long_as_its_games(told: Callable[..., None]) -> None:
    """Each process also repeats a game, and an agent that can't be loaded takes no time."""
    told(Tried(1.0, False), Tried(0.5, False), None)
    agents = ["a.py", "b.py", "c.py"]
    assert forecast(agents, LEVEL, 80, 2, 10.0, 30.0) == 1.5 * (80 + LED + 2) / 2


def test_limits_bound_the_forecast(told: Callable[..., None]) -> None:
    """All games of an agent have 2 minutes. One that is too slow is stopped after 3 decisions."""
    told(Tried(60.0, False))
    assert forecast(["a.py"], LEVEL, 100, 4, 10.0, 2.0) == 120 / 4
    told(Tried(9.0, True))
    assert forecast(["a.py"], LEVEL, 100, 4, 10.0, 2.0) == 3 * 10 * 3


@pytest.mark.process
def test_trial_games_are_played(tmp_path: Path) -> None:
    """A game takes time, and an agent that loops or can't be loaded does not stop the others."""
    texts = {
        "stuck": "def choose(view):\n    return None\n",
        "loops": "def choose(view):\n    while True:\n        pass\n",
        "broken": "1 // 0\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)

    def time_of(*names: str) -> float:
        agents = [str(tmp_path / f"{name}.py") for name in names]
        return forecast(agents, LEVEL, 10, 1, 0.5, 30.0)

    assert time_of("broken") == 0
    assert time_of("loops") == 3 * 0.5 * 3
    assert time_of("broken", "loops", "stuck") > 3 * 0.5 * 3
