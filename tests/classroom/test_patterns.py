"""The pages about patterns: each board has its pattern, and each sentence is true there.

The oracles try all boards or all ways to place mines, and share no code with the package.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import product

import pytest

from reference import around, boards, number
from sapper.classroom.patterns import HEIGHT, PATTERN_PAGES, WIDTH, PatternPage
from sapper.core.view import View
from sapper.explain import Explanation, explain
from sapper.ladder.pattern_puzzle import PATTERNS
from sapper.words import say
from sapper.words.kinds import PatternName, PatternPageText

PAGES = {page.name: page for page in PATTERN_PAGES}
CLUES_ALONE = [page for page in PATTERN_PAGES if page.name not in ("count", "guess")]


def cells(page: PatternPage, names: Collection[str]) -> set[int]:
    return set(map(page.position.grid.parse_cell, names))


def hidden(view: View, clue: int) -> set[int]:
    return {cell for cell in around(9, 9, clue) if view.states[cell] >= 9}


def settled(view: View, clues: Collection[int]) -> tuple[set[int], set[int]]:
    """The cells that the clues alone show to be safe, or mines."""
    near = sorted(set[int]().union(*(hidden(view, clue) for clue in clues)))
    fitting = []
    for way in product((False, True), repeat=len(near)):
        mines = {cell for cell, mine in zip(near, way, strict=True) if mine}
        if all(len(mines & hidden(view, clue)) == view.states[clue] for clue in clues):
            fitting.append(mines)
    return set(near) - set[int]().union(*fitting), set(near).intersection(*fitting)


def rule_of(name: PatternName) -> str:
    return say(PatternPageText(name, "rule"))


def across(page: PatternPage, clues: Sequence[str]) -> set[int]:
    """The hidden cells across from these clues of a row, which has hidden cells on one side."""
    found = set()
    for clue in cells(page, clues):
        found |= {cell for cell in (clue - 9, clue + 9) if page.position.states[cell] >= 9}
    return found


def test_there_is_one_page_for_each_name() -> None:
    assert tuple(page.name for page in PATTERN_PAGES) == PATTERNS


@pytest.mark.parametrize("page", CLUES_ALONE, ids=lambda page: page.name)
def test_the_clues_alone_show_what_the_page_marks(page: PatternPage) -> None:
    """The marks are exact, except that a long row may also show cells beyond its ends."""
    view, clues = page.position, cells(page, page.clues)
    safe, mines = settled(view, clues)
    assert cells(page, page.mines) == mines
    if len(clues) == 2:
        assert cells(page, page.safe) == safe
        one, other = (hidden(view, clue) for clue in clues)
        assert cells(page, page.cells) in (set(), one & other)
    else:
        assert cells(page, page.safe) == safe & across(page, page.clues)


@pytest.mark.parametrize("page", PATTERN_PAGES, ids=lambda page: page.name)
def test_the_marks_are_in_the_part_that_the_overview_shows(page: PatternPage) -> None:
    grid = page.position.grid
    row, column = divmod(grid.parse_cell(page.corner), 9)
    assert row + HEIGHT <= 9
    assert column + WIDTH <= 9
    shown = {(row + y) * 9 + column + x for x in range(WIDTH) for y in range(HEIGHT)}
    marks = (page.clues, page.safe, page.mines, page.cells, page.best)
    assert set[int]().union(*(cells(page, names) for names in marks)) <= shown


@pytest.mark.parametrize(
    "page", [PAGES[name] for name in ("1-1", "1-2", "corner", "shared", "count")], ids=str
)
def test_an_explanation_of_the_marked_cell_names_the_page(page: PatternPage) -> None:
    found = explain(page.position, page.safe[0])
    assert isinstance(found, Explanation)
    assert found.pattern_page == page.name


def test_1_1() -> None:
    assert rule_of("1-1") == (
        "If the second 1 touches all hidden cells of the first, its other cells are safe."
    )
    for name in ("1-1", "hole", "corner"):
        page = PAGES[name]
        first, second = sorted(
            cells(page, page.clues), key=lambda clue: len(hidden(page.position, clue))
        )
        assert page.position.states[first] == page.position.states[second] == 1
        shared = hidden(page.position, first)
        assert shared == cells(page, page.cells)
        assert hidden(page.position, second) - shared == cells(page, page.safe)


def test_1_2() -> None:
    assert rule_of("1-2") == (
        "The cell on the far side of the 2 is a mine, and the one on the far side of the 1 is safe."
    )
    page = PAGES["1-2"]
    one, two = (page.position.grid.parse_cell(name) for name in page.clues)
    assert [page.position.states[clue] for clue in (one, two)] == [1, 2]
    assert hidden(page.position, two) - hidden(page.position, one) == cells(page, page.mines)
    assert hidden(page.position, one) - hidden(page.position, two) == cells(page, page.safe)


def test_1_2_1() -> None:
    assert rule_of("1-2-1") == (
        "The mines are across from the 1s, and the cell across from the 2 is safe."
    )
    page = PAGES["1-2-1"]
    assert [page.position.states[clue] for clue in sorted(cells(page, page.clues))] == [1, 2, 1]
    assert across(page, [page.clues[0], page.clues[2]]) == cells(page, page.mines)
    assert across(page, [page.clues[1]]) == cells(page, page.safe)


def test_1_2_2_1() -> None:
    assert rule_of("1-2-2-1") == (
        "The mines are across from the 2s, and the cells across from the 1s are safe."
    )
    page = PAGES["1-2-2-1"]
    assert [page.position.states[clue] for clue in sorted(cells(page, page.clues))] == [1, 2, 2, 1]
    assert across(page, page.clues[1:3]) == cells(page, page.mines)
    assert across(page, [page.clues[0], page.clues[3]]) == cells(page, page.safe)


def test_holes_and_corners() -> None:
    """Two 1s with an open cell between them, or two 1s that touch at a corner."""
    (hole,) = {tuple(sorted(cells(PAGES["hole"], PAGES["hole"].clues)))}
    assert hole[1] - hole[0] == 18
    assert PAGES["hole"].position.states[hole[0] + 9] < 9
    one, other = sorted(cells(PAGES["corner"], PAGES["corner"].clues))
    assert abs(other - one) in (8, 10)
    for name in ("hole", "corner"):
        assert rule_of(name).startswith("Two 1s ")


def test_shared_mines() -> None:
    assert rule_of("shared") == (
        "A 3 and a 1 share at most one mine, so the two other cells of the 3 are mines, and the "
        "other cells of the 1 are safe."
    )
    page = PAGES["shared"]
    one, three = (page.position.grid.parse_cell(name) for name in page.clues)
    assert [page.position.states[clue] for clue in (one, three)] == [1, 3]
    own = hidden(page.position, three) - hidden(page.position, one)
    assert len(own) == 2
    assert own == cells(page, page.mines)


def test_mine_counting() -> None:
    """The 1 needs the last mine, and all its mines lie in its cells on every board that fits."""
    assert rule_of("count") == (
        "One mine is left and the 1 needs it, so every cell that the 1 does not touch is safe."
    )
    page = PAGES["count"]
    view, fitting = page.position, list(boards(page.position))
    flags = {cell for cell, state in enumerate(view.states) if state == 10}
    (clue,) = cells(page, page.clues)
    assert fitting
    assert all(flags <= mines and len(mines - flags) == 1 for mines in fitting)
    assert view.states[clue] == 1
    unknown = {cell for cell, state in enumerate(view.states) if state == 9}
    assert unknown - hidden(view, clue) == cells(page, page.safe)
    assert unknown & hidden(view, clue) == cells(page, page.cells)
    assert not cells(page, page.safe) & set[int]().union(*fitting)


def wins(fitting: Sequence[frozenset[int]], opened: frozenset[int]) -> int:
    """On how many of these boards the best player wins who has opened these cells."""
    if all(len(opened | mines) == 81 for mines in fitting):
        return len(fitting)
    return max(wins_after(fitting, opened, cell) for cell in set(range(81)) - opened)


def wins_after(fitting: Sequence[frozenset[int]], opened: frozenset[int], cell: int) -> int:
    by_number = defaultdict(list)
    for mines in fitting:
        if cell not in mines:
            by_number[number(9, 9, mines, cell)].append(mines)
    return sum(wins(group, opened | {cell}) for group in by_number.values())


def test_when_to_guess() -> None:
    """Of the four least risky cells, only the best two win whenever they are safe."""
    assert rule_of("guess").startswith("If no cell is safe, open the cell that wins most often")
    assert say(PatternPageText("guess", "why")) == (
        "Four cells have the same risk here, but only the two with a star leave nothing to guess."
    )
    page = PAGES["guess"]
    view, fitting = page.position, list(boards(page.position))
    opened = frozenset(cell for cell, state in enumerate(view.states) if state <= 8)
    unknown = [cell for cell, state in enumerate(view.states) if state == 9]
    safe_on = {cell: sum(cell not in mines for mines in fitting) for cell in unknown}
    assert all(0 < count < len(fitting) for count in safe_on.values())
    likely = [cell for cell in unknown if safe_on[cell] == max(safe_on.values())]
    assert len(likely) == 4
    won_by = {cell: wins_after(fitting, opened, cell) for cell in unknown}
    best = {cell for cell in unknown if won_by[cell] == max(won_by.values())}
    assert best == cells(page, page.best)
    assert {cell for cell in likely if won_by[cell] == safe_on[cell]} == best
