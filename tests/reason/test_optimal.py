"""Optimal play agrees with its definition, and no agent beats it."""

import json
import math
from collections.abc import Collection
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from processes import interrupt
from reference import around, number
from sapper import _engine
from sapper.core.level import Level
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.lab.native import play_deck
from sapper.reason import optimal as limits
from sapper.reason.optimal import Optimal, OptimalError, TooLargeError, optimal

HIDDEN = -1
Shown: TypeAlias = tuple[int, ...]


class Definition:
    """The best strategy by its definition, which tries every order of opening cells.

    The search is slow, because it does not use safe cells, symmetry or bounds. Results are
    cached by view, so an instance may be used with only one set of cells given as safe.
    """

    def __init__(self, width: int, height: int, mines: int) -> None:
        self.size = width * height
        self.mines = mines
        self.boards = [
            [9 if cell in some else number(width, height, some, cell) for cell in range(self.size)]
            for some in map(set, combinations(range(self.size), mines))
        ]
        self.known: dict[Shown, int] = {}

    def consistent(self, view: Shown, told: Collection[int] = ()) -> list[list[int]]:
        """The boards that agree with a view and with the cells given as safe."""
        return [
            board
            for board in self.boards
            if all(state in (HIDDEN, board[cell]) for cell, state in enumerate(view))
            and all(board[cell] != 9 for cell in told)
        ]

    def wins(self, view: Shown, boards: list[list[int]]) -> int:
        """The number of boards on which the best strategy wins.

        The boards must be all those that fit the view.
        """
        if view not in self.known:
            hidden = [cell for cell in range(self.size) if view[cell] == HIDDEN]
            over = len(hidden) == self.mines
            self.known[view] = 1 if over else max(self.wins_at(view, c, boards) for c in hidden)
        return self.known[view]

    def wins_at(self, view: Shown, cell: int, boards: list[list[int]]) -> int:
        """The number of boards that the best strategy wins after opening this cell."""
        parts: dict[int, list[list[int]]] = {}
        for board in boards:
            parts.setdefault(board[cell], []).append(board)
        parts.pop(9, None)
        return sum(
            self.wins((*view[:cell], n, *view[cell + 1 :]), part) for n, part in parts.items()
        )


TINY = [(1, 1), (2, 1), (1, 4), (7, 1), (2, 2), (3, 2), (2, 4), (5, 2), (3, 3)]
LARGEST = pytest.param(4, 3, marks=pytest.mark.long)


@pytest.mark.parametrize(("width", "height"), [*TINY, LARGEST])
def test_every_tiny_level_equals_the_definition(width: int, height: int) -> None:
    """Wins, boards and best first cells agree with the definition."""
    size = width * height
    for mines in range(size):
        definition = Definition(width, height, mines)
        for rule in ("any", "safe", "open"):
            try:
                level = Level.parse(f"{width}x{height}x{mines}/{rule}")
            except SapperError:
                continue  # no board obeys the rule
            expected: list[tuple[int, int] | None] = []
            for cell in range(size):
                near = around(width, height, cell)
                clear = frozenset({"any": [], "safe": [cell], "open": [cell, *near]}[rule])
                boards = definition.consistent((HIDDEN,) * size, clear)
                won = definition.wins_at((HIDDEN,) * size, cell, boards)
                expected.append((won, len(boards)) if boards else None)
            found = optimal(level)
            assert found.cells == tuple(expected), level
            best = max(won / boards for won, boards in filter(None, expected))
            assert found.first == tuple(
                cell
                for cell, value in enumerate(expected)
                if value is not None and math.isclose(value[0] / value[1], best)
            )
            assert (found.won, found.boards) == expected[found.first[0]]


@given(st.data())
def test_any_position_equals_the_definition(data: st.DataObject) -> None:
    width, height = data.draw(st.sampled_from([(3, 2), (4, 2), (3, 3), (5, 2), (9, 1), (1, 8)]))
    size = width * height
    mines = data.draw(st.integers(1, size - 2))
    definition = Definition(width, height, mines)
    board = data.draw(st.sampled_from(definition.boards))
    safe = [cell for cell in range(size) if board[cell] != 9]
    open_cells = data.draw(st.sets(st.sampled_from(safe), max_size=len(safe)))
    told = data.draw(st.sets(st.sampled_from(safe), max_size=2)) - open_cells
    view = tuple(board[cell] if cell in open_cells else HIDDEN for cell in range(size))
    states = bytes(
        board[cell] if cell in open_cells else 11 if cell in told else 9 for cell in range(size)
    )
    boards = definition.consistent(view, told)
    assert _engine.optimal_value(width, height, mines, states) == (
        definition.wins(view, boards),
        len(boards),
        [
            -1 if cell in open_cells else definition.wins_at(view, cell, boards)
            for cell in range(size)
        ],
    )


def test_a_drawn_position() -> None:
    """One mine is in A1 or B1, and one is in C1 or C2.

    All four cells have the same risk, but opening a cell of column C tells more.
    """
    view = View.parse("""
        3x2x2
        ...
        12.
    """)
    assert _engine.optimal_value(3, 2, 2, view.states) == (2, 4, [1, 1, 2, -1, -1, 2])
    assert _engine.optimal_value(3, 1, 1, bytes([9, 3, 9])) == (0, 0, [0, -1, 0])


def test_known_values() -> None:
    found = optimal(Level.parse("4x4x4/any"))
    assert (found.won, found.boards) == (961, 1820)
    found = optimal(Level.parse("4x4x4/safe"))
    assert (found.won, found.boards) == (961, 1365)
    assert [found.level.grid.name(cell) for cell in found.first] == [
        "B1",
        "C1",
        "A2",
        "D2",
        "A3",
        "D3",
        "B4",
        "C4",
    ]


@pytest.mark.parametrize("size", ["4x3", "4x4", "5x2", "3x5"])
def test_laws_of_every_mine_count(size: str) -> None:
    """Optimal play wins as many boards under the rule `safe` as under `any`."""
    width, height = map(int, size.split("x"))
    for mines in range(width * height):
        free = optimal(Level.parse(f"{size}x{mines}/any"))
        safe = optimal(Level.parse(f"{size}x{mines}/safe"))
        assert free.won == safe.won
        assert free.boards == math.comb(width * height, mines)
        assert safe.boards == math.comb(width * height - 1, mines)
        assert free.first == safe.first
        assert 1 <= free.won <= free.boards
        # The values are the same after mirroring the board.
        rows = [free.cells[start : start + width] for start in range(0, len(free.cells), width)]
        assert rows == rows[::-1] == [row[::-1] for row in rows]
        if width == height:
            assert rows == [tuple(column) for column in zip(*rows, strict=True)]
        for cell in range(width * height):
            # A first cell that is a 0 is also safe, so no more boards can be won under the rule
            # `open` than under `safe`.
            room = width * height - 1 - len(around(width, height, cell))
            value = safe.cells[cell]
            if mines <= room:
                opened = optimal(Level.parse(f"{size}x{mines}/open"), cell)
                assert opened.boards == math.comb(room, mines)
                assert value is not None
                assert opened.won <= value[0]


def test_the_table_holds() -> None:
    """The reference data in bench/ is right for all levels of up to 16 cells."""
    table = json.loads((Path(__file__).parents[2] / "bench" / "optimal.json").read_text())
    small = [row for row in table if Level.parse(row["level"]).size <= 16]
    assert len(small) == 283
    for row in small:
        found = optimal(Level.parse(row["level"]))
        names = [found.level.grid.name(cell) for cell in found.first]
        assert (row["won"], row["boards"], row["first"]) == (found.won, found.boards, names)


def test_turning_a_board_changes_nothing() -> None:
    """A level and its mirror image across the diagonal have the same values."""
    wide, tall = optimal(Level.parse("5x3x4/safe")), optimal(Level.parse("3x5x4/safe"))
    assert (wide.won, wide.boards) == (tall.won, tall.boards)
    turned = [tall.cells[column * 3 + row] for row in range(3) for column in range(5)]
    assert wide.cells == tuple(turned)


@pytest.mark.parametrize("text", ["4x4x4/any", "5x3x4/safe", "4x4x5/open", "6x2x3/safe"])
def test_no_agent_wins_more(text: str) -> None:
    """For each first cell, the odds agent wins no more boards than the optimum."""
    level = Level.parse(text)
    found = optimal(level)
    firsts = range(level.size) if level.start.kind != "any" else (None,)
    for cell in firsts:
        clear = frozenset() if cell is None else level.clear_cells(cell)
        rooms = [other for other in range(level.size) if other not in clear]
        deck = np.array(list(combinations(rooms, level.mines)), dtype=np.uint32)
        value = (found.won, found.boards) if cell is None else found.cells[cell]
        if value is None:
            assert not len(deck)
            continue
        won = int(play_deck(level, deck, cell, threads=1).sum())
        assert len(deck) == value[1]
        assert won <= value[0]


def test_a_named_first_cell_is_the_only_one() -> None:
    level = Level.parse("4x3x3/safe")
    every = optimal(level)
    for cell in range(level.size):
        found = optimal(level, cell)
        assert found.first == (cell,)
        assert (found.won, found.boards) == every.cells[cell] == found.cells[cell]
        assert [value for value in found.cells if value] == [every.cells[cell]]


def test_boards_full_of_mines_are_won_before_the_first_move() -> None:
    """A board full of mines is already won, and has no first cell to open."""
    found = optimal(Level.parse("3x2x6/any"))
    assert (found.won, found.boards, found.first) == (1, 1, ())


def test_json_reads_back() -> None:
    """The JSON can be read back, even if the mines don't fit around some first cells."""
    for text in ("4x3x3/any", "4x3x6/open", "2x2x4/any"):
        found = optimal(Level.parse(text))
        assert Optimal.from_json(found.to_json()) == found


@pytest.mark.parametrize(
    ("text", "first", "message"),
    [
        ("4x4x4/given", None, "use 'any', 'safe' or 'open'"),
        ("31x1x1/any", None, "the limit is 30"),
        ("1000x1000x99/any", None, "the limit is 30"),
        ("5x5x12/any", None, "5200300 boards, but the limit is 250000"),
        ("4x3x6/open", 5, "has too many mines for first cell B2"),
        ("4x3x6/open", 12, "off the board"),
        ("4x3x6/open", -1, "off the board"),
    ],
)
def test_what_is_refused(text: str, first: int | None, message: str) -> None:
    with pytest.raises(SapperError, match=message) as caught:
        optimal(Level.parse(text), first)
    assert "\n" not in str(caught.value)


def test_too_many_positions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_POSITIONS", 50)
    with pytest.raises(TooLargeError, match="more than 50 positions"):
        optimal(Level.parse("4x4x5/any"))
    assert issubclass(TooLargeError, OptimalError)


def test_progress_only_grows_and_ends_at_the_total() -> None:
    """The last progress report counts all six kinds of first cells, and all positions."""
    seen: list[tuple[int, int, int]] = []
    found = optimal(Level.parse("5x4x5/any"), progress=lambda *now: seen.append(now))
    assert seen == sorted(seen)
    assert seen[-1] == (6, 6, found.positions)


def test_a_signal_stops_the_search() -> None:
    """Ctrl-C stops the engine, and the next search still works."""
    with pytest.raises(KeyboardInterrupt):
        interrupt(lambda: optimal(Level.parse("6x5x5/any")))
    assert optimal(Level.parse("4x4x4/any")).won == 961


def test_the_engine_refuses_nonsense() -> None:
    with pytest.raises(ValueError, match="no such boards"):
        _engine.Optimal(31, 1, 1, 10)
    with pytest.raises(ValueError, match="no such boards"):
        _engine.optimal_value(3, 1, 4, bytes(3))
    with pytest.raises(ValueError, match="one byte per cell"):
        _engine.optimal_value(3, 1, 1, bytes(2))
    solver = _engine.Optimal(3, 1, 1, 10)
    with pytest.raises(ValueError, match="off the board"):
        solver.wins_at(bytes([9, 9, 9]), 3)
    with pytest.raises(ValueError, match="one byte per cell"):
        solver.wins_at(b"", 0)
