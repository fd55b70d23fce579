"""Choose the recorded games of `sapper grade`, and write them to src/sapper/lab/grade/games.

    python bench/record_games.py

Together, the games should use every technique often, and have many positions in which a guess is
needed. These positions should contain many different pairs (n, h). A pair stands for a clue that
still needs n mines among h cells, none of which is settled. With many pairs, some position
is likely to show when an agent uses a false rule about a single clue. The search is greedy: it
repeatedly adds the game that contributes most per opened cell, until nothing is missing.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sapper.core.board import Board, deal
from sapper.core.game import Game
from sapper.core.level import Level
from sapper.core.view import HIDDEN, View
from sapper.ladder.solution import Solution, solution
from sapper.reason.odds import odds

FOLDER = Path(__file__).parents[1] / "src/sapper/lab/grade/games"
LEVELS = {
    "9x9x10/given(1)": 400,
    "10x8x16/given(2)": 1500,
    "12x9x24/given(3)": 1500,
    "14x10x30/given(4)": 1000,
    "16x16x51/given(8)": 200,
}
TECHNIQUES = {
    "given": 10, "single clue": 200, "subset": 30, "difference": 20, "chain": 10,
    "combination": 6, "case split": 6, "mine count": 8,
}  # fmt: skip
GUESSES = 60
PAIRS = 5
"""the wanted number of positions for each pair, where possible"""
TEMPTING = 20
"""the number of positions with a 1 and four hidden cells, none of which is settled"""


def pairs(view: View) -> Iterator[tuple[object, ...]]:
    """The pairs (n, h) of a position in which a guess is needed."""
    chances = odds(view)
    mines = set(chances.mines)
    for clue, number in enumerate(view.states):
        if number < HIDDEN:
            hidden = [near for near in view.grid.neighbours(clue) if view[near] >= HIDDEN]
            known = mines.intersection(hidden)
            if len(known) < len(hidden):
                yield "remaining", number - len(known), len(hidden) - len(known)
                if not known:
                    yield "plain", number, len(hidden)


def features(found: Solution) -> Counter[tuple[object, ...]]:
    counted: Counter[tuple[object, ...]] = Counter()
    for index, opening in enumerate(found.openings):
        if opening.technique is not None:
            counted["technique", str(opening.technique)] += 1
        else:
            counted["guess",] += 1
            counted.update(set(pairs(found.view(index))))
    return counted


def wanted(feature: tuple[object, ...]) -> int:
    if feature[0] == "technique":
        return TECHNIQUES[str(feature[1])]
    if feature[0] == "guess":
        return GUESSES
    return TEMPTING if feature == ("plain", 1, 4) else PAIRS


def worth(feature: tuple[object, ...]) -> float:
    hard = ("chain", "combination", "case split", "mine count")
    return 3.0 if feature[-1] in hard or feature == ("plain", 1, 4) else 1.0


def candidates() -> Iterator[tuple[Board, Solution, Counter[tuple[object, ...]]]]:
    for name, seeds in LEVELS.items():
        for seed in range(seeds):
            board = deal(Level.parse(name), seed)
            found = solution(board, guesses=True)
            if found.guesses and not any(guess.mine for guess in found.guesses):
                yield board, found, features(found)


def main() -> None:
    left = list(candidates())
    print(f"{len(left)} games to choose from", file=sys.stderr)
    have: Counter[tuple[object, ...]] = Counter()
    chosen: list[tuple[Board, Solution]] = []

    def gain(counted: Counter[tuple[object, ...]]) -> float:
        return sum(
            worth(feature) * max(0, min(count, wanted(feature) - have[feature])) / wanted(feature)
            for feature, count in counted.items()
        )

    while left:
        best = max(left, key=lambda one: gain(one[2]) / len(one[1].openings))
        if gain(best[2]) < 0.25 or sum(len(found.openings) for _, found in chosen) > 800:
            break
        left.remove(best)
        chosen.append(best[:2])
        have.update(best[2])
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for number, (board, found) in enumerate(chosen, 1):
        game = Game(board, clock=lambda: 0)
        for opening in found.openings:
            if game.view[opening.cell] >= HIDDEN:
                game.open(opening.cell)
        assert game.outcome is not None
        (FOLDER / f"{number:02d}.txt").write_text(str(game.record("techniques")))
    print(f"{len(chosen)} games, {sum(len(found.openings) for _, found in chosen)} openings")
    for feature, count in sorted(have.items(), key=str):
        print(*feature, f"{count} of {wanted(feature)}")


if __name__ == "__main__":
    main()
