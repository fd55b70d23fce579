"""The techniques found by the engine agree with the definitions and with `explain`."""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from ladder_oracle import case_split, closures, combination, remaining
from sapper.core.board import Board, deal
from sapper.core.level import Level
from sapper.core.view import FLAGGED, HIDDEN, ContradictionError, View
from sapper.errors import SapperError
from sapper.explain import Explanation, explain
from sapper.ladder.clue import remaining_view
from sapper.ladder.rungs import easiest, settled_cells
from sapper.ladder.solution import solution, start_view
from sapper.ladder.techniques import Technique

LEVELS = ("9x6x12/open", "16x8x28/open", "11x11x24/safe", "14x7x20/given")


def scattered(board: Board, rng: random.Random) -> View:
    """A view of the board after random safe cells were opened."""
    states = bytearray(start_view(board).states)
    safe = [cell for cell in range(board.level.size) if cell not in board.mines]
    for cell in rng.sample(safe, rng.randint(1, len(safe))):
        if states[cell] >= HIDDEN:
            board.reveal(states, HIDDEN, FLAGGED, cell)
    return View(board.level, bytes(states))


def views(level: Level, seed: int) -> list[View]:
    """The positions of a solution, and one position with random open cells."""
    board = deal(level, seed)
    return [*solution(board).waves[1:], scattered(board, random.Random(seed))]


def drawn(text: str) -> dict[str, str]:
    """Map the name of each settled cell to the technique that settles it."""
    view = View.parse(text)
    return {
        view.grid.name(c): str(each.technique) for c, each in sorted(settled_cells(view).items())
    }


def test_each_rung_has_a_position() -> None:
    assert drawn("2x1x1\n.1") == {"A1": "single clue"}
    assert drawn("5x3x2\n.....\n11111\n00000") == {"C1": "subset"}
    two = drawn("4x3x4\n....\n.14.\n....")
    assert two == dict.fromkeys(["A1", "D1", "A2", "D2", "A3", "D3"], "difference")
    assert set(drawn("5x2x1\n.1...\n1....").values()) == {"subset", "mine count"}
    assert drawn("3x2x1\n.+.\n...") == {"B1": "given"}


def test_a_case_split_is_needed_where_sums_leave_a_choice() -> None:
    """Positions that need a case split are rare, and this is one of them."""
    view = View.parse("8x6x14/any\n.2.12..0\n..2.2..0\n.2.1...1\n.2..3...\n.2..5...\n1.3..3.2")
    found = {view.grid.name(cell): each.technique for cell, each in settled_cells(view).items()}
    assert found["F4"] is found["F5"] is found["H5"] is Technique.CASE_SPLIT
    assert closures(view)[view.grid.parse_cell("F4")][1] == Technique.CASE_SPLIT


def test_a_chain_and_a_combination_are_distinguished() -> None:
    """The engine and the definitions agree on chains and combinations that the dealer finds."""
    for technique, seed in ((Technique.CHAIN, 5), (Technique.COMBINATION, 25)):
        found = 0
        for board_seed in range(seed, seed + 2000):
            solved = solution(deal(Level.parse("16x9x32/open"), board_seed))
            for each in solved.openings:
                if each.technique is technique and found < 3:
                    found += 1
                    view = solved.waves[each.wave]
                    assert closures(view)[each.cell] == (False, technique)
        assert found == 3


@pytest.mark.parametrize(
    "level",
    [LEVELS[0], *(pytest.param(level, marks=pytest.mark.matrix) for level in LEVELS[1:])],
)
def test_the_engine_agrees_with_the_definitions(level: str) -> None:
    seen: Counter[int] = Counter()
    for seed in range(3):
        for view in views(Level.parse(level), seed):
            expected = closures(view)
            actual = {
                c: (each.mine, int(each.technique)) for c, each in settled_cells(view).items()
            }
            assert actual == expected
            seen.update(rung for _, rung in expected.values())
    assert len(seen) >= 4


@pytest.mark.parametrize("level", [*LEVELS, "30x16x99/open"])
def test_the_engine_agrees_with_explain(level: str) -> None:
    """The script bench/dealer_replay.py checks 100,000 cells in the same way."""
    rng = random.Random(level)
    compared = 0
    for seed in range(6):
        for view in rng.sample(found := views(Level.parse(level), seed), min(4, len(found))):
            certain = settled_cells(view)
            # Few cells need a hard technique, but hard techniques are the easiest to mix up.
            hard = [cell for cell, each in certain.items() if each.technique >= Technique.CHAIN]
            for cell in rng.sample(hard or list(certain), min(5, len(hard or certain))):
                explained = explain(view, cell)
                assert isinstance(explained, Explanation)
                assert explained.technique is certain[cell].technique
                assert (explained.claim == "mine") == certain[cell].mine
                compared += 1
    assert compared > 40


def test_known_mines_are_taken_out_of_the_numbers() -> None:
    """Passing a known mine to the engine has the same effect as subtracting it from the clues."""
    rng = random.Random(3)
    for seed in range(40):
        board = deal(Level.parse("9x6x12/open"), seed)
        view = scattered(board, rng)
        mine = rng.choice(sorted(board.mines))
        less = remaining_view(view, [mine])
        expected = {c: (each.mine, each.technique) for c, each in settled_cells(less).items()}
        del expected[mine]
        actual = settled_cells(view, known_mines=[mine])
        assert {c: (each.mine, each.technique) for c, each in actual.items()} == expected


def test_the_easiest_technique_comes_alone() -> None:
    for seed in range(30):
        for view in views(Level.parse("16x8x28/open"), seed):
            every = settled_cells(view)
            if view.given:
                continue
            safe = [each.technique for each in every.values() if not each.mine]
            least = min(safe, default=Technique.MINE_COUNT)
            expected = {c: each for c, each in every.items() if each.technique <= least}
            assert easiest(view) == expected


def test_limits_of_the_ladder_are_kept() -> None:
    for seed in range(10):
        for view in views(Level.parse("16x8x28/open"), seed):
            every = settled_cells(view)
            for most in Technique:
                below = {c: each for c, each in every.items() if each.technique <= most}
                assert settled_cells(view, most) == below


def test_a_sum_that_leaves_a_choice_is_no_combination() -> None:
    """If cell 9 were a mine, half mines would satisfy the clues, but whole mines would not.

    Cell 1 equals cell 3, and cell 4 equals cell 6, so these four cells of the last clue hold an
    even number of mines, and cell 9 holds none.
    """
    pairs = [{1, 2}, {2, 3}, {4, 5}, {5, 6}]
    clues = [*((frozenset(pair), 1) for pair in pairs), (frozenset((1, 3, 4, 6, 9)), 2)]
    assert combination(clues) == {}
    assert case_split(clues) == {9: False}


def test_the_remaining_cells_of_a_clue() -> None:
    """The oracle removes known cells from a clue and subtracts known mines from its number."""
    view = View.parse("3x2x2\n.2.\n...")
    assert remaining(view, {0: True, 3: False}) == [(frozenset((2, 4, 5)), 1)]


def test_views_are_read_afresh() -> None:
    """A flag proves nothing, so it does not change the result."""
    view = View.parse("5x3x2\n.F...\n11111\n00000")
    plain = View.parse("5x3x2\n.....\n11111\n00000")
    assert settled_cells(view) == settled_cells(plain)
    assert partial(settled_cells, most=Technique.SUBSET)(view) == settled_cells(
        plain, Technique.SUBSET
    )


@pytest.mark.parametrize("find", [settled_cells, easiest])
def test_a_contradiction_names_its_clues(find: Callable[[View], object]) -> None:
    view = View.parse_any("3x1x1/any\n.3.")
    with pytest.raises(ContradictionError) as caught:
        find(view)
    assert caught.value.clues == (1,)


def test_known_mines_are_hidden_cells_that_may_be_mines() -> None:
    view = View.parse("4x1x1/any\n..0.")
    for cell, why in ((-1, "cell -1 is off the board"), (4, "off the board"), (2, "C1 is open")):
        with pytest.raises(SapperError, match=why):
            settled_cells(view, known_mines=[cell])
    with pytest.raises(SapperError, match="no board that fits the position has mines at B1"):
        settled_cells(view, known_mines=[1])
