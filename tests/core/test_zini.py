"""ZiNi counts agree with ms-toollib, with LlamaSweeper's definition, and with small examples."""

from __future__ import annotations

import random

import pytest

import toollib
from sapper.core.board import MINE, Board, deal
from sapper.core.level import Level
from sapper.core.zini import eight_way_zini, greedy_zini, human_zini, parts


def boards(count: int) -> list[Board]:
    """Boards of many shapes and densities, with and without openings."""
    chance = random.Random(11)
    found = []
    for seed in range(count):
        width, height = chance.randint(1, 25), chance.randint(1, 16)
        mines = chance.randint(0, width * height * 2 // 5)
        found.append(deal(Level.parse(f"{width}x{height}x{mines}/any"), seed))
    return found


def rows(board: Board) -> list[list[int]]:
    """A board in the form that ms-toollib expects."""
    width = board.level.width
    numbers = [-1 if number == MINE else number for number in board.numbers]
    return [numbers[start : start + width] for start in range(0, len(numbers), width)]


def test_zini_equals_ms_toollib() -> None:
    some = boards(150)
    theirs = toollib.zinis([rows(board) for board in some])
    assert [[greedy_zini(board), human_zini(board)] for board in some] == theirs


def other_greedy(board: Board, order: list[int]) -> int:
    """Greedy ZiNi as LlamaSweeper defines it, counted from scratch for each click.

    The premium counts only the unopened 3BV of the neighbours. It is reduced by 1 for a closed cell
    that does not itself count towards the 3BV.
    """
    numbers, neighbours = board.numbers, board.grid.neighbours
    region = {cell: cell for cell, number in enumerate(numbers) if number == 0}
    changed = True
    while changed:
        changed = False
        for cell in region:
            least = min(region[near] for near in (cell, *neighbours(cell)) if near in region)
            changed |= least != region[cell]
            region[cell] = least
    touches = {
        cell: {region[near] for near in (cell, *neighbours(cell)) if near in region}
        for cell, number in enumerate(numbers)
        if number != MINE
    }
    is_open: set[int] = set()
    flags: set[int] = set()
    clicks = 0

    def reveal(cell: int) -> None:
        is_open.add(cell)
        if cell in region:
            is_open.update(near for near, whose in touches.items() if region[cell] in whose)

    def premium(cell: int) -> int:
        if numbers[cell] == 0:
            return -1
        around = neighbours(cell)
        singles = sum(
            near in touches and not touches[near] and near not in is_open for near in around
        )
        openings = sum(zero not in is_open for zero in touches[cell])
        mines = sum(numbers[near] == MINE and near not in flags for near in around)
        penalty = bool(touches[cell]) and cell not in is_open
        return singles + openings - mines - 1 - penalty

    while len(is_open) < board.level.safe:
        best = max((cell for cell in order if cell in touches), key=premium)
        if premium(best) < 0:
            best = next(
                cell
                for cell in order
                if cell in touches and cell not in is_open and (cell in region or not touches[cell])
            )
            clicks += 1
            reveal(best)
            continue
        clicks += best not in is_open
        reveal(best)
        mines = {near for near in neighbours(best) if numbers[near] == MINE} - flags
        flags |= mines
        clicks += len(mines) + 1
        for near in neighbours(best):
            if near in touches:
                reveal(near)
    return clicks


def test_another_way_to_write_the_premium_gives_the_same() -> None:
    for board in boards(40):
        width, height = board.level.width, board.level.height
        if board.level.size > 200:
            continue
        columns, lines = range(width), range(height)
        orders = [
            [row * width + column for column in across for row in down]
            for across in (columns, columns[::-1])
            for down in (lines, lines[::-1])
        ]
        orders += [
            [row * width + column for row in down for column in across]
            for across in (columns, columns[::-1])
            for down in (lines, lines[::-1])
        ]
        every = [other_greedy(board, order) for order in orders]
        assert greedy_zini(board) == every[0], str(board)
        assert eight_way_zini(board) == min(every), str(board)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # One click opens the region, and another opens E1.
        ("5x1x1/any\n001*1", (2, 2, 2)),
        # Greedy ZiNi clicks, flags and chords at A2, and chords at B1 and B3. Human ZiNi starts at
        # A1.
        ("3x3x1/any\n111\n1*1\n111", (5, 6, 5)),
        ("3x3x0/any\n000\n000\n000", (1, 1, 1)),
        ("2x1x2/any\n**", (0, 0, 0)),
    ],
)
def test_small_boards_by_hand(text: str, expected: tuple[int, int, int]) -> None:
    board = Board.parse(text)
    assert (greedy_zini(board), human_zini(board), eight_way_zini(board)) == expected


def test_parts_are_what_3bv_counts() -> None:
    """The parts are the openings (listed by their zeros) and the numbers that touch no 0."""
    board = Board.parse("6x2x2/any\n01*2*1\n011211")
    found = parts(board)
    assert found.openings == ((0, 6),)
    assert sorted(board.grid.name(cell) for cell in found.isolated) == [
        "C2",
        "D1",
        "D2",
        "E2",
        "F1",
        "F2",
    ]
    for other in boards(30):
        three_bv = len(parts(other).openings) + len(parts(other).isolated)
        assert three_bv == other.statistics.three_bv
