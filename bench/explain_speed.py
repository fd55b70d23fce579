"""How long explanations take in positions of expert games, as CPU time including the odds.

    python bench/explain_speed.py [--games 20] [--level expert] [--cells 5] [--before FOLDER]

Each move of a game opens one safe cell, or the cell with the best odds if no cell is safe. In each
position, the script explains the provable cell that is easiest to explain, and some random provable
cells (--cells sets their number). It also certifies and verifies every 50th random cell, and every
random cell whose explanation needs the mine count.

--before compares the current certificate.py and verify.py with older versions in a folder, by
running both versions on the same cells in turn:

    git show 930ff03:src/sapper/certificate.py > FOLDER/certificate.py
    git show 930ff03:src/sapper/verify.py > FOLDER/verify.py
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from report import machine, spread
from sapper.core.board import deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import Move
from sapper.explain import Explanation, certificate, explain
from sapper.explain.clues import Clues
from sapper.reason.odds import odds
from sapper.verify import certificate as verify

T = TypeVar("T")


def timed(call: Callable[[], T], seconds: list[float]) -> T:
    """Return the result of a call, and append its CPU time to `seconds`."""
    start = time.process_time()
    result = call()
    seconds.append(time.process_time() - start)
    return result


def percentiles(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    count = len(ordered)
    middle, high, most = ordered[count // 2], ordered[count * 99 // 100], ordered[-1]
    return (
        f"median {middle * 1e3:.2f} ms, p99 {high * 1e3:.1f} ms, max {most * 1e3:.0f} ms ({count})"
    )


def load(path: Path) -> ModuleType:
    """Load a module from a file, under a different name."""
    spec = importlib.util.spec_from_file_location(f"before_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--cells", type=int, default=5)
    parser.add_argument("--before", type=Path)
    options = parser.parse_args()
    print(machine())
    draw = random.Random(0)
    easiest: list[float] = []
    certain: list[float] = []
    modules = {"now": (certificate, verify)}
    if options.before:
        paths = [options.before / f"{name}.py" for name in ("certificate", "verify")]
        modules["before"] = (load(paths[0]), load(paths[1]))
    # Each key is a pair: the version, and whether the mine count is used.
    certified: defaultdict[tuple[str, bool], list[float]] = defaultdict(list)
    verified: defaultdict[tuple[str, bool], list[float]] = defaultdict(list)
    size: defaultdict[tuple[str, bool], int] = defaultdict(int)
    for seed in range(options.games):
        game = Game(deal(Level.parse(options.level), seed))
        while game.outcome is None:
            view = game.view
            chances = odds(view)
            timed(lambda view=view: explain(view), easiest)  # type: ignore[misc]
            cells = [*chances.safe, *chances.mines]
            for cell in draw.sample(cells, min(options.cells, len(cells))):
                found = timed(lambda view=view, cell=cell: explain(view, cell), certain)  # type: ignore[misc]
                assert isinstance(found, Explanation)
                if len(certain) % 50 and not found.mine_count:
                    continue
                for version, (maker, verifier) in modules.items():
                    kind = version, found.mine_count
                    evidence = found.evidence
                    given = (
                        Clues(view),
                        evidence.clues,
                        evidence.mine_count,
                        found.literal,
                        found.proof,
                    )
                    made = timed(lambda m=maker, given=given: m.certify(*given), certified[kind])  # type: ignore[misc]
                    texts = made.texts
                    assert timed(lambda v=verifier, t=texts: v.verify(**t), verified[kind])  # type: ignore[misc]
                    size[kind] += sum(map(len, texts.values()))
            best = (*chances.safe, chances.safest)[0]
            assert best is not None
            game.play(Move("open", best))
    print(f"{options.games} games of {options.level}")
    print(f"explain(view), the easiest cell: {percentiles(easiest)}")
    print(f"explain(view, cell), a certain cell: {percentiles(certain)}")
    for (version, mine_count), seconds in certified.items():
        kind = version, mine_count
        print(f"{version}, {'with' if mine_count else 'without'} the mine count:")
        print(f"  certificate(): {percentiles(seconds)}, {size[kind] // len(seconds)} bytes")
        print(f"  verify(): {percentiles(verified[kind])}")
    for mine_count in (False, True):
        old, new = verified["before", mine_count], verified["now", mine_count]
        if old:
            ratios = [after / before for before, after in zip(old, new, strict=True)]
            print(f"verify(), now / before, mine count {mine_count}: {spread(ratios, 'times')}")


if __name__ == "__main__":
    main()
