"""Libraries for reinforcement learning use the environments as they are, and the examples learn.

A test is skipped if its package is not installed: pip install sb3-contrib torchrl
"""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from needs import module

ROOT = Path(__file__).parents[2]
LEVEL = "4x4x2/open"

# These packages are large, so only make test-all runs the tests.
pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore")]  # warnings of the packages


def run(folder: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_maskable_ppo_learns_and_its_network_plays(tmp_path: Path) -> None:
    """The example writes a curve that rises, its picture, and a network that an agent uses."""
    module("sb3_contrib")
    script = str(ROOT / "examples" / "maskable_ppo.py")
    said = run(tmp_path, script, "--level", LEVEL, "--steps", "12000", "--games", "200")
    found = json.loads((tmp_path / "ppo.json").read_text())
    (shares,) = found["shares"]
    assert (shares[0][0], found["level"]) == (16, LEVEL)
    assert shares[-1][1] > shares[0][1] + 0.2
    assert found["reference"]["odds"] > 0.9 > found["reference"]["random moves"]
    assert f"seed 0: {shares[-1][1]:.1%} of 200 games won" in said
    assert (tmp_path / "ppo.png").read_bytes().startswith(b"\x89PNG")
    agent = str(ROOT / "examples" / "ppo_agent.py")
    words = "-m", "sapper", "bench", agent, LEVEL, "--games", "100", "--jobs", "1", "--json"
    measured = json.loads(run(tmp_path, *words))
    assert measured["won"] + measured["lost"] == 100
    assert measured["won"] / 100 > shares[0][1] + 0.1


def test_the_script_in_the_style_of_cleanrl_learns(tmp_path: Path) -> None:
    module("torch")
    script = str(ROOT / "examples" / "cleanrl_ppo.py")
    said = run(tmp_path, script, "--level", LEVEL, "--steps", "30000")
    won = [float(share) for share in re.findall(r": ([\d.]+)% won", said)]
    assert len(won) == 10
    assert won[-1] > won[0] + 20


def test_the_commands_of_the_documentation_run() -> None:
    """The Python code of docs/env.md for other packages, with fewer steps."""
    text = (ROOT / "docs" / "env.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert [block.count("import") > 1 for block in blocks] == [True, True]
    for block in blocks:
        for name in ("sb3_contrib", "torchrl"):
            if name in block:
                module(name)
        exec(block.replace("20_000", "256"), {})


def test_torchrl_masks_the_actions() -> None:
    """GymEnv makes the environment, and with the mask from `info` all actions are legal."""
    module("torchrl")
    envs: Any = importlib.import_module("torchrl.envs")
    like: Any = importlib.import_module("torchrl.envs.gym_like")
    data: Any = importlib.import_module("torchrl.data")
    torch: Any = importlib.import_module("torch")
    importlib.import_module("sapper.env")
    env = envs.GymEnv("sapper/Custom-v0", level="5x4x3/open", categorical_action_encoding=True)
    envs.check_env_specs(env)
    masks = data.Composite(action_mask=data.Binary(20, dtype=torch.int8))
    env.set_info_dict_reader(like.default_info_dict_reader(["action_mask"], spec=masks))
    found = envs.TransformedEnv(env, envs.ActionMask()).rollout(100, break_when_any_done=False)
    masks = found["action_mask"].numpy().astype(bool)
    assert masks[np.arange(100), found["action"].numpy()].all()
    assert not masks.all()
