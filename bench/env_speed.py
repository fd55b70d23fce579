"""How many steps per second the environment takes, compared with Jumanji's Minesweeper.

    python bench/env_speed.py [--level expert] [--games 1024] [--rounds 5] [--jumanji PYTHON]

A step opens a cell in one game. Both programs draw this cell at random in compiled code from the
cells that the mask allows: Sapper in `random_actions()`, Jumanji by a categorical draw in its loop.
The figures include this draw, flood fill, new boards for finished games, observations and masks.
The figures for Sapper also include the copies that Gymnasium's interface makes, and every call from
Python. Jumanji plays 10x10 boards with 10 mines, opens one cell at a time without flood fill, and
compiles its loop of 100 steps as a whole.

`--jumanji` is a Python interpreter with Jumanji installed. The programs take turns, so that a busy
machine slows both down. CPU seconds include all threads.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium

import sapper.env
from report import machine, spread

JUMANJI = """
import sys, time
import jax, jax.numpy as jnp, jumanji
from jumanji.wrappers import VmapAutoResetWrapper

games, seconds = int(sys.argv[1]), float(sys.argv[2])
env = VmapAutoResetWrapper(jumanji.make("Minesweeper-v0"))

def turn(carry, key):
    state, mask = carry
    logits = jnp.where(mask.reshape(games, -1), 0.0, -jnp.inf)
    cell = jax.random.categorical(key, logits)
    state, step = env.step(state, jnp.stack([cell // 10, cell % 10], axis=1).astype(jnp.int32))
    return (state, step.observation.action_mask), (step.reward.sum(), step.observation.board.sum())

@jax.jit
def play(state, mask, key):
    return jax.lax.scan(turn, (state, mask), jax.random.split(key, 100))

state, step = jax.jit(env.reset)(jax.random.split(jax.random.key(0), games))
carry = (state, step.observation.action_mask)
carry, seen = play(*carry, jax.random.key(1))
jax.block_until_ready(seen)
print("ready", jax.__version__, flush=True)
for line in sys.stdin:
    steps, wall, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - wall < seconds:
        carry, seen = play(*carry, jax.random.key(steps))
        jax.block_until_ready(seen)
        steps += 100 * games
    print(steps, time.perf_counter() - wall, time.process_time() - cpu, flush=True)
"""


def ours(level: str, games: int, seconds: float, **settings: Any) -> Callable[[], list[float]]:
    """A function that plays for a while and returns [number of steps, elapsed time, CPU time]."""
    env = gymnasium.make_vec(
        "sapper/Custom-v0", num_envs=games, level=level, autoreset_mode="SameStep", **settings
    ).unwrapped
    assert isinstance(env, sapper.env.SapperVectorEnv)
    env.reset(seed=1)

    def play() -> list[float]:
        steps, wall, cpu = 0, time.perf_counter(), time.process_time()
        while time.perf_counter() - wall < seconds:
            for _ in range(20):
                env.step(env.random_actions())
            steps += 20 * games
        return [steps, time.perf_counter() - wall, time.process_time() - cpu]

    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--level", default="expert")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="per round and program (2)")
    parser.add_argument("--threads", type=int, default=2, help="Sapper's threads (2)")
    parser.add_argument("--jumanji", type=Path, help="a Python interpreter with Jumanji")
    options = parser.parse_args()
    print(f"{machine()}; load {os.getloadavg()[0]:.1f}; {options.games} games")
    cases: list[tuple[str, str, dict[str, Any]]] = [
        (options.level, "", {}),
        (options.level, ", copy=False", {"copy": False}),
        ("10x10x10/any", "", {}),
    ]
    runs = {
        f"ours, {level}{note}": ours(
            level, options.games, options.seconds, threads=options.threads, **settings
        )
        for level, note, settings in cases
    }
    child = None
    if options.jumanji is not None:
        child = subprocess.Popen(
            [options.jumanji, "-c", JUMANJI, str(options.games), str(options.seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdin is not None
        assert child.stdout is not None
        ready = child.stdout.readline().split()
        if ready[:1] != ["ready"]:
            sys.exit(f"{options.jumanji} can't play Jumanji's Minesweeper")
        send, read = child.stdin, child.stdout

        def theirs() -> list[float]:
            send.write("go\n")
            send.flush()
            return [float(part) for part in read.readline().split()]

        runs[f"Jumanji, 10x10x10, JAX {ready[1]}"] = theirs
    measured: dict[str, list[list[float]]] = {name: [] for name in runs}
    for _ in range(options.rounds):
        for name, play in runs.items():
            measured[name].append(play())
    if child is not None:
        child.communicate()
    per_cpu = {}
    for name, rounds in measured.items():
        wall = [steps / seconds / 1e6 for steps, seconds, _ in rounds]
        cpu = [steps / seconds / 1e6 for steps, _, seconds in rounds]
        per_cpu[name] = statistics.median(cpu)
        print(f"{name}: {spread(wall, 'million steps/s')}; per CPU second {spread(cpu, 'million')}")
    *_, last = per_cpu
    if child is not None:
        for name in list(per_cpu)[:-1]:
            print(f"{name}: {per_cpu[name] / per_cpu[last]:.1f} times Jumanji per CPU second")


if __name__ == "__main__":
    main()
