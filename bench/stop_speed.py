"""How soon does a command end after Ctrl-C? The limit is one second.

    python bench/stop_speed.py [--runs 3] [COMMAND ...]

Each command is interrupted while it works or waits, as in tests/test_terminal.py. Then the engine
is interrupted on the largest boards (tests/test_interrupt.py), and the script measures how much CPU
time the engine still uses before it stops. No other program should run on the machine at the same
time.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from _thread import interrupt_main
from pathlib import Path
from tempfile import TemporaryDirectory

from report import machine

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from sapper.core.board import deal
from test_interrupt import HUGE, WORK
from test_terminal import COMMANDS, interrupted, started


def commands(names: list[str], runs: int) -> None:
    """Print how long commands continue after Ctrl-C."""
    print("| command | interrupted when | slowest, s |")
    print("| --- | --- | --- |", flush=True)
    with TemporaryDirectory() as folder, started(Path(folder)) as harness:
        for name in names:
            for one in interrupted(name):
                times = []
                for run in range(runs):
                    (ended,) = harness.run({**one, "name": f"{one['name']} {run}"})
                    assert ended["code"] == 130, ended
                    times.append(ended["seconds"])
                print(f"| {name} | {one['interrupt']} | {max(times):.2f} |", flush=True)


def engine(runs: int) -> None:
    """Print how long the engine continues after Ctrl-C."""
    print("| work of the engine | slowest, CPU s |")
    print("| --- | --- |")
    board = deal(HUGE, 1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for label, prepare in WORK.items():
        slowest = 0.0
        for _ in range(runs):
            asked: list[float] = []

            def interrupt(asked: list[float] = asked) -> None:
                asked.append(time.process_time())
                interrupt_main()

            prepared = prepare(board)
            timer = threading.Timer(0.3, interrupt)
            timer.start()
            try:
                prepared()
            except KeyboardInterrupt:
                slowest = max(slowest, time.process_time() - asked[0])
            else:
                raise SystemExit(f"{label} ended before it was interrupted")
        print(f"| {label} | {slowest:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("commands", nargs="*")
    options = parser.parse_args()
    print(machine())
    commands(options.commands or list(COMMANDS), options.runs)
    if not options.commands:
        print()
        engine(options.runs)


if __name__ == "__main__":
    main()
