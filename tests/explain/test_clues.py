"""The clues that settle a cell: as few as can be, the nearest of these, by trying all sets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from explaincheck import Oracle, random_view
from sapper.explain.clues import Clues, ClueSet, settling_clues
from sapper.level import Level
from sapper.odds import odds
from sapper.view import TOLD, View


def farness(view: View, clues: tuple[int, ...], cell: int) -> int:
    """How far clues are from a cell: the squares of the straight distances, added up."""
    width = view.level.width
    places = [divmod(clue, width) for clue in (*clues, cell)]
    row, column = places.pop()
    return sum((y - row) ** 2 + (x - column) ** 2 for y, x in places)


SHAPES = ["5x4x4", "7x3x5", "3x6x6", "9x2x3", "4x4x6"]


def settled(shape: str) -> Iterator[tuple[View, int, ClueSet, list[tuple[int, ...]]]]:
    """The certain cells of random positions: the clues found, and all sets as small that settle it.

    That the clues settle it, and that no smaller set does, is asserted on the way.
    """
    for seed in range(12):
        view = random_view(Level.parse(shape), seed)
        chances = odds(view)
        opened = [cell for cell, state in enumerate(view.states) if state <= 8]
        oracles = {count: Oracle(view, count, opened) for count in (False, True)}
        for cell in (*chances.safe, *chances.mines):
            literal = cell + 1 if cell in chances.mines else -cell - 1
            found = settling_clues(Clues(view), literal)
            if view[cell] == TOLD:
                assert (found.clues, found.mine_count) == ((), False)
                continue
            assert found.mine_count == (not oracles[False].settles(opened, literal))
            oracle = oracles[found.mine_count]
            size = len(found.clues)
            if size > 4:
                continue  # too many sets to try them all
            assert not any(
                oracle.settles(some, literal)
                for smaller in range(size)
                for some in combinations(opened, smaller)
            )
            equal = [s for s in combinations(opened, size) if oracle.settles(s, literal)]
            assert found.clues in equal
            yield view, cell, found, equal
        for oracle in oracles.values():
            oracle.close()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_clues_settle_the_cell_and_no_smaller_set_does(shape: str) -> None:
    """With the mine count only where it must be; of one clue, two, and more."""
    sizes = [(found.mine_count, len(found.clues)) for _, _, found, _ in settled(shape)]
    assert {(False, 1), (False, 2)} <= set(sizes)
    assert any(mine_count for mine_count, _ in sizes)


@pytest.mark.parametrize("shape", SHAPES)
def test_one_clue_or_two_are_the_nearest(shape: str) -> None:
    """Of all single clues, and of all pairs, that settle the cell without the mine count."""
    choices = 0
    for view, cell, found, equal in settled(shape):
        if not found.mine_count and len(found.clues) <= 2:
            choices += len(equal) > 1
            assert farness(view, found.clues, cell) == min(farness(view, s, cell) for s in equal)
    assert choices > 1


def test_more_clues_are_the_nearest() -> None:
    """Of all sets as small that settle the cell."""
    for shape in SHAPES:
        for view, cell, found, equal in settled(shape):
            assert farness(view, found.clues, cell) == min(farness(view, s, cell) for s in equal)
