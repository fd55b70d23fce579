"""The clues that settle a cell are as few as possible and, among sets of that size, the nearest."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations

import pytest

from explaincheck import Oracle, random_view
from sapper.core.level import Level
from sapper.core.view import GIVEN, View
from sapper.explain.clues import Clues, ClueSet, settling_clues
from sapper.reason.odds import odds


def farness(view: View, clues: tuple[int, ...], cell: int) -> int:
    """The sum of the squared distances of clues from a cell."""
    width = view.level.width
    places = [divmod(clue, width) for clue in (*clues, cell)]
    row, column = places.pop()
    return sum((y - row) ** 2 + (x - column) ** 2 for y, x in places)


SHAPES = ["5x4x4", "7x3x5", "3x6x6", "9x2x3", "4x4x6"]


def settled(shape: str) -> Iterator[tuple[View, int, ClueSet, list[tuple[int, ...]]]]:
    """Provable cells with the clues found for each, and all sets of that size that settle the cell.

    The function asserts that the clues settle the cell and that no smaller set does.
    """
    for seed in range(12):
        view = random_view(Level.parse(shape), seed)
        chances = odds(view)
        opened = [cell for cell, state in enumerate(view.states) if state <= 8]
        oracles = {count: Oracle(view, count, opened) for count in (False, True)}
        for cell in (*chances.safe, *chances.mines):
            literal = cell + 1 if cell in chances.mines else -cell - 1
            found = settling_clues(Clues(view), literal)
            if view[cell] == GIVEN:
                assert (found.clues, found.mine_count) == ((), False)
                continue
            assert found.mine_count == (not oracles[False].settles(opened, literal))
            oracle = oracles[found.mine_count]
            size = len(found.clues)
            if size > 4:
                continue  # there are too many sets to try all of them
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
    sizes = [(found.mine_count, len(found.clues)) for _, _, found, _ in settled(shape)]
    assert {(False, 1), (False, 2)} <= set(sizes)
    assert any(mine_count for mine_count, _ in sizes)


@pytest.mark.parametrize("shape", SHAPES)
def test_one_clue_or_two_are_the_nearest(shape: str) -> None:
    choices = 0
    for view, cell, found, equal in settled(shape):
        if not found.mine_count and len(found.clues) <= 2:
            choices += len(equal) > 1
            assert farness(view, found.clues, cell) == min(farness(view, s, cell) for s in equal)
    assert choices > 1


def test_more_clues_are_the_nearest() -> None:
    for shape in SHAPES:
        for view, cell, found, equal in settled(shape):
            assert farness(view, found.clues, cell) == min(farness(view, s, cell) for s in equal)


def test_a_mine_in_the_first_cell_by_the_mine_count() -> None:
    """The mine count and one of the two clues prove that the first cell is a mine."""
    for text, clue in (("7x1x3/any\n..0.1..", "C1"), ("7x1x3/any\n...1.0.", "F1")):
        view = View.parse(text)
        assert 0 in odds(view).mines
        found = settling_clues(Clues(view), 1)
        assert found.mine_count
        assert [view.grid.name(one) for one in found.clues] == [clue]


@pytest.mark.parametrize("limit", ["_BOARDS", "_BRANCHES"])
def test_where_it_takes_too_long_the_set_is_still_minimal(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the search gives up, a set may not be the smallest, but no clue in it can be left out."""
    views = [random_view(Level.parse("6x5x9"), seed) for seed in range(60)]
    claims = [(v, -cell - 1) for v in views for cell in odds(v).safe if v[cell] != GIVEN]
    best = [settling_clues(Clues(view), literal) for view, literal in claims]
    monkeypatch.setattr(sys.modules[Clues.__module__], limit, 0)
    larger = 0
    for (view, literal), before in zip(claims, best, strict=True):
        found = settling_clues(Clues(view), literal)
        oracle = Oracle(view, found.mine_count, found.clues)
        assert oracle.settles(found.clues, literal)
        for clue in found.clues:
            assert not oracle.settles([c for c in found.clues if c != clue], literal)
        oracle.close()
        assert found.mine_count == before.mine_count
        assert len(found.clues) >= len(before.clues)
        larger += len(found.clues) > len(before.clues)
    assert larger
