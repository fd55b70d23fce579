"""A trained policy can play as an agent. The file bench/policy_agent.py runs the network."""

from __future__ import annotations

import argparse
import json
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import numpy as np
import pytest
from typer.testing import CliRunner

from command import app
from needs import module

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

    def save(self, out: Path, rounds: int, minutes: float) -> None:
        out.with_suffix(".pt").write_text(str(rounds))

    def resume(self, out: Path) -> tuple[int, float]:
        if not out.with_suffix(".pt").exists():
            raise ValueError("there is no run to resume")
        return int(out.with_suffix(".pt").read_text()), 1.5


@pytest.fixture
def train(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The script with a trainer that needs no torch."""
    torch = MagicMock(__version__="0")
    torch.nn.Module = object
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.syspath_prepend(AGENT.parent)
    main = runpy.run_path(str(AGENT.with_name("train_policy.py")))["main"]
    main.__globals__["Trainer"] = FakeTrainer

    def run(*words: str) -> None:
        out = str(tmp_path / "own")
        monkeypatch.setattr(sys, "argv", ["train_policy.py", "--batch", "30", "--out", out, *words])
        main()

    return run


def test_a_run_is_resumed(train: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    """It continues with the round after the last one. A finished or missing run is refused."""
    with pytest.raises(SystemExit):
        train("--rounds", "4", "--resume")
    assert "error: there is no run to resume" in capsys.readouterr().err
    train("--rounds", "4")
    train("--rounds", "9", "--resume")
    said = capsys.readouterr().out
    assert "resumed after 4 rounds and 1.5 min" in said
    assert "min, 9 rounds, 50 positions" in said
    with pytest.raises(SystemExit):
        train("--rounds", "9", "--resume")
    assert "the run is finished: use more --minutes or --rounds" in capsys.readouterr().err


@pytest.mark.long
def test_a_resumed_network_is_the_one_that_was_trained(tmp_path: Path) -> None:
    module("torch")
    script, out = str(AGENT.with_name("train_policy.py")), tmp_path / "own"
    words = ["--level", "5x4x3/open", "--games", "64", "--batch", "16", "--width", "4"]
    words += ["--blocks", "1", "--test", "20", "--device", "cpu", "--out", str(out)]

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, script, *words, *more]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert run("--rounds", "2").returncode == 0
    first = dict(np.load(out.with_suffix(".npz")))
    # With a learning rate of 0, the resumed run changes nothing.
    again = run("--rounds", "3", "--resume", "--rate", "0")
    assert "resumed after 2 rounds" in again.stdout, again.stderr
    second = dict(np.load(out.with_suffix(".npz")))
    assert all(np.array_equal(first[name], second[name]) for name in first)
    assert run("--rounds", "4", "--resume").returncode == 0
    third = dict(np.load(out.with_suffix(".npz")))
    assert any(not np.array_equal(first[name], third[name]) for name in first)
    other = run("--rounds", "5", "--resume", "--width", "8")
    assert other.returncode == 2
    assert "was started with --width 4" in other.stderr


@pytest.mark.parametrize("rounds", [2, 3])
def test_without_enough_positions_no_policy_is_written(
    rounds: int,
    tmp_path: Path,
    train: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The script needs 30 positions. It says so if there are only 20. Torch is not needed here."""
    if rounds == 3:
        train("--rounds", "3")
        assert "loss 0.2500, 50.0% of 256 test games won" in capsys.readouterr().out
    else:
        with pytest.raises(SystemExit) as ended:
            train("--rounds", "2")
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
