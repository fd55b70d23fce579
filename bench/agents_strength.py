"""How often each agent wins, loses and gets stuck under the course's rules.

    python bench/agents_strength.py [--games 1000] [--jobs 2] [--agents A,B]
                                    [--levels easy,medium,hard]

With --audit, the script also counts the games in which an agent was stuck although a cell was
provably safe, either from the clues alone or only with the mine count. The agent `sat` finds every
provably safe cell, so no agent can win more games without guessing.
"""

from __future__ import annotations

import argparse

from report import machine
from sapper.agents import AGENTS
from sapper.core.level import Level
from sapper.lab.bench import bench


def main() -> None:
    parser = argparse.ArgumentParser(description="strength of the agents")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--agents", default=",".join(name for name in AGENTS if name != "odds"))
    parser.add_argument("--levels", default="easy,medium,hard,30x16x75/given")
    parser.add_argument("--guess", default=None)
    parser.add_argument("--audit", action="store_true")
    args = parser.parse_args()
    print(machine())
    for level in args.levels.split(","):
        for name in args.agents.split(","):
            result = bench(
                name, Level.parse(level), args.games, args.seed, args.jobs, args.guess, args.audit
            )
            low, high = result.interval("won")
            times = result.ms_per_game
            line = (
                f"{level:<16} {name:<20} won {result.won:>5} ({low:6.1%} to {high:6.1%})  "
                f"lost {result.lost:>5}  stuck {result.stuck:>5}  wrong {result.wrong}  "
                f"ms: mean {times['mean']:6.1f}, median {times['median']:6.1f}, "
                f"max {times['max']:7.1f}"
            )
            if result.audit:
                line += (
                    f"  false stuck {result.audit.from_clues} by hints, "
                    f"{result.audit.from_mine_count} by mine count"
                )
            print(line, flush=True)


if __name__ == "__main__":
    main()
