"""Trains sb3-contrib's MaskablePPO to play Minesweeper, and draws its learning curve.

    pip install sb3-contrib matplotlib
    python examples/maskable_ppo.py --level 5x5x4/open --steps 1000000 --seeds 3

Each seed is trained in its own process. The script writes the shares of won games to ppo.json, the
learning curve to ppo.png, and the trained network of the first seed to ppo.zip, with which
ppo_agent.py plays. https://sb3-contrib.readthedocs.io
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

import sapper
from sapper.env import Planes, SapperVectorEnv, VectorPlanes

ENVS = 16
CHECKS = 40
"""how often the share of won games is measured"""
TEST_SEED = 10**9
"""the first board of the games that measure it; the boards of the training have other seeds"""


def share_won(model: MaskablePPO, level: str, games: int) -> float:
    """The share of games that the network wins if it always takes its best action."""
    env = VectorPlanes(SapperVectorEnv(games, level))
    observations, info = env.reset(seed=TEST_SEED)
    over, won = np.zeros(games, bool), 0
    while not over.all():
        masks = info["action_mask"]
        actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
        observations, _, terminated, truncated, info = env.step(actions)
        ended = (terminated | truncated) & ~over
        won += int((info["won"] & ended).sum())
        over |= ended
    return won / games


class Curve(BaseCallback):
    """Measures the share of won games every few steps."""

    def __init__(self, level: str, every: int, games: int) -> None:
        super().__init__()
        self.level, self.every, self.games = level, every, games
        self.shares: list[tuple[int, float]] = []

    def _on_step(self) -> bool:
        if self.num_timesteps >= len(self.shares) * self.every:
            self.shares.append((self.num_timesteps, share_won(self.model, self.level, self.games)))
        return True


def train(options: argparse.Namespace, seed: int) -> list[tuple[int, float]]:
    """Train a network, and return pairs of a number of steps and a share of won games."""
    torch.set_num_threads(1)
    env = make_vec_env(
        "sapper/Custom-v0",
        ENVS,
        seed=seed * ENVS,
        wrapper_class=Planes,
        env_kwargs={"level": options.level, "reward": "progress"},
    )
    model = MaskablePPO(
        "MlpPolicy",
        env,
        seed=seed,
        n_steps=128,
        batch_size=256,
        learning_rate=1e-3,
        gamma=0.9,
        policy_kwargs={"net_arch": [256, 256]},
    )
    curve = Curve(options.level, options.steps // CHECKS, options.games)
    model.learn(options.steps, callback=curve)
    curve.shares.append((model.num_timesteps, share_won(model, options.level, options.games)))
    if seed == 0:
        model.save(options.out.with_suffix(".zip"))
    return curve.shares


def reference(level: str, games: int) -> dict[str, float]:
    """The shares of won games of the agent `odds`, and of random moves."""
    boards = range(TEST_SEED, TEST_SEED + games)
    odds = [sapper.play(sapper.deal(level, seed), "odds").won for seed in boards]
    env = gymnasium.make_vec("sapper/Custom-v0", num_envs=games, level=level)
    env.reset(seed=TEST_SEED)
    over, won = np.zeros(games, bool), 0
    while not over.all():
        *_, terminated, _, info = env.step(env.unwrapped.random_actions())
        won += int((info["won"] & terminated & ~over).sum())
        over |= terminated
    return {"odds": sum(odds) / games, "random moves": won / games}


def draw(found: dict, path: Path) -> None:
    """Draw the learning curve."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    for number, shares in enumerate(found["shares"]):
        steps, won = zip(*shares, strict=True)
        axes.plot(steps, won, color="C0", alpha=0.7, label=None if number else "MaskablePPO")
    for (name, share), style in zip(found["reference"].items(), ("--", ":"), strict=True):
        axes.axhline(share, color="black", linestyle=style, linewidth=1, label=name)
    seeds = len(found["shares"])
    axes.set(
        title=f"{found['level']}, {seeds} {'seed' if seeds == 1 else 'seeds'}",
        xlabel="steps",
        ylabel="share of games won",
        ylim=(0, 1),
    )
    axes.xaxis.set_major_formatter(lambda steps, _: f"{steps:,.0f}")
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120)


def main() -> None:
    """Train and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", default="5x5x4/open")
    parser.add_argument("--steps", type=int, default=1_000_000)
    parser.add_argument("--seeds", type=int, default=1, help="number of networks, one per process")
    parser.add_argument("--games", type=int, default=1000, help="games for each point of the curve")
    parser.add_argument("--out", type=Path, default=Path("ppo"))
    options = parser.parse_args()
    shares_of_others = reference(options.level, options.games)
    with ProcessPoolExecutor(options.seeds, mp_context=get_context("spawn")) as pool:
        runs = [pool.submit(train, options, seed) for seed in range(options.seeds)]
        shares = [run.result() for run in runs]
    found = {
        "level": options.level,
        "shares": shares,
        "reference": shares_of_others,
    }
    options.out.with_suffix(".json").write_text(json.dumps(found) + "\n")
    draw(found, options.out.with_suffix(".png"))
    for seed, points in enumerate(shares):
        print(f"seed {seed}: {points[-1][1]:.1%} of {options.games} games won")
    for name, share in found["reference"].items():
        print(f"{name}: {share:.1%}")


if __name__ == "__main__":
    main()
