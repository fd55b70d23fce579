"""Compare two checkouts: the results of `make bench`, and the start-up time of Sapper.

    python bench/before_after.py BEFORE AFTER [--rounds 3] [--only explain_speed.py]

Each checkout has its own .venv, and the two take turns. For every line that a benchmark prints,
this script prints the ratios of the numbers in AFTER to those in BEFORE, as medians over the
rounds. For the start-up, it prints the CPU seconds of a process.
"""

from __future__ import annotations

import argparse
import re
import resource
import statistics
import subprocess
from pathlib import Path

from report import machine

PROGRAMS = (
    ("deal_speed.py", "--runs", "3"),
    ("agents_speed.py", "--games", "100"),
    ("odds_speed.py", "--positions", "1000"),
    ("odds_strength.py", "--games", "10000"),
    ("explain_speed.py", "--games", "3"),
)
STARTS = (
    ("-c", "import sapper"),
    ("-m", "sapper", "--help"),
    ("-c", "import sapper.explain.explanation"),
    ("-c", "import sapper.web.app"),
)
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*\.?\d*(?![\w.])")


def run(tree: Path, *arguments: str) -> tuple[list[str], float]:
    """The lines that a program prints in a checkout, and the CPU seconds that it uses."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [tree / ".venv/bin/python", *arguments], cwd=tree, text=True, capture_output=True
    )
    if done.returncode:
        raise SystemExit(f"{tree}: {' '.join(arguments)}: {done.stderr}")
    return done.stdout.splitlines(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def numbers(line: str) -> list[float]:
    return [float(number.replace(",", "")) for number in NUMBER.findall(line)]


def compare(lines: list[list[list[str]]]) -> None:
    """Print each line of the first checkout, with the ratio after / before of each number."""
    for printed in zip(*(text for rounds in lines for text in rounds), strict=False):
        found = [numbers(line) for line in printed]
        ratios = []
        if len({len(one) for one in found}) == 1:
            middle = len(found) // 2
            for values in zip(*found, strict=True):
                before, after = map(statistics.median, (values[:middle], values[middle:]))
                ratios.append(f"{after / before:.2f}" if before else "-")
        print(f"  {printed[0]:<100} {' '.join(ratios)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=lambda path: Path(path).absolute())
    parser.add_argument("after", type=lambda path: Path(path).absolute())
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    trees = (options.before, options.after)
    print(machine())
    for tree in trees:  # compile all files now, so that no timed run has to
        run(tree, "-m", "compileall", "-q", "src", ".venv/lib")
    for arguments in () if options.only else STARTS:
        seconds: list[list[float]] = [[], []]
        for _ in range(options.rounds):
            for tree, taken in zip(trees, seconds, strict=True):
                taken.append(run(tree, *arguments)[1])
        before, after = map(statistics.median, seconds)
        print(f"  {' '.join(arguments):<50} {before:.2f} s, {after:.2f} s: {after / before:.2f}")
    for program, *rest in PROGRAMS:
        if options.only in program:
            lines: list[list[list[str]]] = [[], []]
            for _ in range(options.rounds):
                for tree, texts in zip(trees, lines, strict=True):
                    texts.append(run(tree, f"bench/{program}", *rest)[0])
            print(program)
            compare(lines)


if __name__ == "__main__":
    main()
