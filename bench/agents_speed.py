"""Measures the CPU time of whole games in one process or, with --memory, the memory they use.

    python bench/agents_speed.py [--games 300] [--agents A,B]
    python bench/agents_speed.py --memory [--games 10000]

On hard boards, the agent `resolution-endgame` should need at most 60 ms (median) and 150 ms (mean)
per game. Its limits are 15 ms on medium boards and 3 ms on easy ones. For `textbook`, the limits
are 10 s on hard boards, 1 s on medium ones and 100 ms on easy ones. With --memory, the script
prints the peak memory of the process ten times during the run. The peak must not grow after the
first tenth of the games.
"""

from __future__ import annotations

import argparse
import resource

from report import machine
from sapper.core.board import deal
from sapper.core.level import Level
from sapper.lab.bench import bench
from sapper.lab.play import play_game
from sapper.lab.player import Player


def speed(games: int, agents: list[str]) -> None:
    for name in agents:
        for level in ("easy", "medium", "hard"):
            times = bench(name, Level.parse(level), games).ms_per_game
            figures = "  ".join(f"{key} {value:7.1f}" for key, value in times.items())
            print(f"{name:<20} {level:<8} ms per game: {figures}", flush=True)


def memory(games: int, agents: list[str]) -> None:
    for name in agents:
        peaks = []
        for seed in range(games):
            level = Level.parse(("easy", "medium", "hard")[seed % 3])
            play_game(deal(level, seed), Player(name), seed)
            if seed % max(1, games // 10) == 0:
                peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
        print(f"{name:<20} peak MiB over {games} games: {' '.join(map(str, peaks))}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="speed and memory of the agents")
    parser.add_argument("--games", type=int, default=None)
    parser.add_argument("--agents", default="resolution-endgame")
    parser.add_argument("--memory", action="store_true")
    args = parser.parse_args()
    print(machine())
    agents = args.agents.split(",")
    if args.memory:
        memory(args.games or 10_000, agents)
    else:
        speed(args.games or 300, agents)


if __name__ == "__main__":
    main()
