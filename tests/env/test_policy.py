"""A trained policy can play as an agent. The file bench/policy_agent.py runs the network."""

from __future__ import annotations

import argparse
import json
import runpy
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from typer.testing import CliRunner

from command import app

AGENT = Path(__file__).parents[2] / "bench" / "policy_agent.py"
WIDTH = 4


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    """The agent with a small network that uses the sum of the numbers around a cell as its risk."""
    random = np.random.default_rng(1)
    weights = {}
    for layer, inside in (("first", 14), ("blocks.0.0", WIDTH), ("blocks.0.1", WIDTH)):
        weights[f"{layer}.weight"] = random.normal(0, 0.01, (WIDTH, inside, 3, 3))
        weights[f"{layer}.bias"] = np.zeros(WIDTH)
    weights["first.weight"][0, :9] = np.arange(9)[:, None, None]
    weights["last.weight"] = np.eye(WIDTH)[:1, :, None, None]
    weights["last.bias"] = np.full(1, -2.0)
    arrays: dict[str, Any] = {name: array.astype(np.float32) for name, array in weights.items()}
    np.savez(tmp_path / "policy.npz", **arrays)
    return Path(shutil.copyfile(AGENT, tmp_path / "policy.py"))


def test_a_policy_is_measured_as_an_agent(policy: Path) -> None:
    words = ["bench", str(policy), "beginner", "--games", "6", "--jobs", "1", "--json"]
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 0, found.output
    result = json.loads(found.stdout)
    assert result["won"] + result["lost"] == 6, result


class FakeTrainer:
    """Collects ten positions per round, and wins half of its games."""

    device, network, stored = "cpu", SimpleNamespace(parameters=list), 0

    def __init__(self, options: argparse.Namespace) -> None:
        pass

    def play(self) -> None:
        self.stored += 10

    def learn(self, progress: float) -> float:
        return 0.25

    def test(self, count: int) -> float:
        return 0.5

    def write(self, out: Path) -> None:
        out.with_suffix(".npz").write_bytes(b"")


@pytest.mark.parametrize("rounds", [2, 3])
def test_without_enough_positions_no_policy_is_written(
    rounds: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The script needs 30 positions. It says so if there are only 20. Torch is not needed here."""
    torch = MagicMock(__version__="0")
    torch.nn.Module = object
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.syspath_prepend(AGENT.parent)
    main = runpy.run_path(str(AGENT.with_name("train_policy.py")))["main"]
    main.__globals__["Trainer"] = FakeTrainer
    words = ["--rounds", str(rounds), "--batch", "30", "--out", str(tmp_path / "own")]
    monkeypatch.setattr(sys, "argv", ["train_policy.py", *words])
    if rounds == 3:
        main()
        assert "loss 0.2500, 50.0% of 256 test games won" in capsys.readouterr().out
    else:
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 2
        said = capsys.readouterr()
        assert "20 positions are too few to train with: one batch needs 30 (use" in said.err
        assert said.err.count("\n") == 1
        assert "nan" not in said.out
    assert (tmp_path / "own.npz").exists() == (rounds == 3)


def test_the_network_is_the_one_that_was_trained(policy: Path) -> None:
    """The agent's chances agree with a cell-by-cell computation from the same weights."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("policy_under_test", policy)
    assert spec is not None
    assert spec.loader is not None
    agent = module_from_spec(spec)
    spec.loader.exec_module(agent)
    states = np.array([[9, 1, 0], [9, 2, 1], [9, 9, 9]], np.uint8)
    weights = agent.WEIGHTS

    def layer(name: str, x: dict[tuple[int, int], np.ndarray]) -> dict[tuple[int, int], np.ndarray]:
        found = {}
        for r, c in x:
            total = weights[f"{name}.bias"].astype(np.float64)
            for i in range(3):
                for j in range(3):
                    if (near := (r + i - 1, c + j - 1)) in x:
                        total = total + weights[f"{name}.weight"][:, :, i, j] @ x[near]
            found[r, c] = total
        return found

    x = {}
    for (r, c), state in np.ndenumerate(states):
        x[r, c] = np.zeros(14)
        x[r, c][int(state)] = x[r, c][12] = 1
        x[r, c][13] = 2 / 5
    x = {at: np.maximum(v, 0) for at, v in layer("first", x).items()}
    inner = {at: np.maximum(v, 0) for at, v in layer("blocks.0.0", x).items()}
    added = layer("blocks.0.1", inner)
    for at in x:
        logit = np.maximum(x[at] + added[at], 0)[0] - 2
        wanted = 1 / (1 + np.exp(-logit)) if states[at] > 8 else np.inf
        assert agent.chances(states, 2)[at] == pytest.approx(wanted, rel=1e-4)
