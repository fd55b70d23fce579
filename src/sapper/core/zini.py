"""ZiNi: roughly the smallest number of clicks that solves a board if the player knows the mines.

ZiNi counts the clicks of a greedy player (Elmar Zimmermann and Christoph Nikolaus, 2009).

    premium     the number of clicks that a chord at a cell saves: the number of openings and
                isolated numbers at the cell and around it, minus 1 for each unflagged mine around
                it, minus 1 for the chord, and minus 1 if the cell is closed
    greedy      open the cell with the highest premium, flag the mines around it, and chord. If
                there are several, take the first one in column order. If all premiums are negative,
                click a zero or an isolated number
    human       click all openings first. Then chord only at open cells, as people do
    8-way       the smallest greedy result over eight orders: by column or row, from each corner
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.core.board import MINE, Board
from sapper.core.grid import Cell
from sapper.core.view import FLAGGED, HIDDEN

LIMIT = 20_000
"""the maximum number of cells (the work grows with the square of their number)"""

# This is subtracted from the premium of a closed cell if the player is human, because humans never
# chord at closed cells.
_CLOSED_TO_HUMANS = 1000


@dataclass(frozen=True, slots=True)
class BoardMetrics:
    """Measures of a board. The ZiNi values are None if the board has more than LIMIT cells."""

    three_bv: int
    openings: int
    islands: int
    zini: int | None
    hzini: int | None
    zini_8way: int | None


@dataclass(frozen=True, slots=True)
class Parts:
    """The openings of a board, and its isolated numbers, which touch no zero. 3BV counts both.

    An opening is a connected region of zeros and the numbers around it. `openings` lists only the
    zeros.
    """

    openings: tuple[tuple[Cell, ...], ...]
    isolated: frozenset[Cell]


def parts(board: Board) -> Parts:
    states = bytearray([HIDDEN]) * board.level.size
    numbers = board.numbers
    openings = []
    cell = numbers.find(0)
    while cell >= 0:
        if states[cell] == HIDDEN:
            opened = board.reveal(states, HIDDEN, FLAGGED, cell)
            openings.append(tuple(near for near in opened if numbers[near] == 0))
        cell = numbers.find(0, cell + 1)
    isolated = (
        near for near, number in enumerate(numbers) if number != MINE and states[near] == HIDDEN
    )
    return Parts(tuple(openings), frozenset(isolated))


def measure_board(board: Board) -> BoardMetrics:
    statistics = board.statistics
    counts = [
        count(board) if board.level.size <= LIMIT else None
        for count in (greedy_zini, human_zini, eight_way_zini)
    ]
    return BoardMetrics(statistics.three_bv, statistics.openings, statistics.islands, *counts)


def greedy_zini(board: Board) -> int:
    return _Solver(_Tables(board), _by_column(board)).solve()


def human_zini(board: Board) -> int:
    return _Solver(_Tables(board), _by_column(board), human=True).solve()


def eight_way_zini(board: Board) -> int:
    plan = _Tables(board)
    width, height = board.level.width, board.level.height
    orders = []
    for columns in (range(width), range(width - 1, -1, -1)):
        for rows in (range(height), range(height - 1, -1, -1)):
            orders.append([row * width + column for column in columns for row in rows])
            orders.append([row * width + column for row in rows for column in columns])
    return min(_Solver(plan, order).solve() for order in orders)


def _by_column(board: Board) -> list[Cell]:
    width, size = board.level.width, board.level.size
    return [cell for column in range(width) for cell in range(column, size, width)]


class _Tables:
    def __init__(self, board: Board) -> None:
        board_parts = parts(board)
        size = board.level.size
        self.safe = board.level.safe
        grid = board.grid
        self.near = [grid.neighbours(cell) for cell in range(size)]
        self.mine = [number == MINE for number in board.numbers]
        self.isolated = [cell in board_parts.isolated for cell in range(size)]
        self.opening = [-1] * size
        """for each cell, the index of its opening if it is a zero, otherwise -1"""
        self.openings: list[list[Cell]] = []
        """the cells of each opening: zeros and the numbers around them"""
        self.premium = [
            -10 * _CLOSED_TO_HUMANS if number == MINE else -number - 2 for number in board.numbers
        ]
        for cell in board_parts.isolated:
            for near in (cell, *self.near[cell]):
                self.premium[near] += 1
        for number, zeros in enumerate(board_parts.openings):
            cells = {near for zero in zeros for near in (zero, *self.near[zero])}
            self.openings.append(list(cells))
            for zero in zeros:
                self.opening[zero] = number
            for cell in cells:
                self.premium[cell] += 1


class _Solver:
    """Plays a board greedily and counts the clicks. Cells are numbered in scanning order here."""

    def __init__(self, plan: _Tables, order: list[Cell], human: bool = False) -> None:
        place = [0] * len(order)
        for index, cell in enumerate(order):
            place[cell] = index
        self.human = human
        self.near = [[place[near] for near in plan.near[cell]] for cell in order]
        self.mine = [plan.mine[cell] for cell in order]
        self.isolated = [plan.isolated[cell] for cell in order]
        self.opening = [plan.opening[cell] for cell in order]
        self.openings = [[place[cell] for cell in cells] for cells in plan.openings]
        offset = _CLOSED_TO_HUMANS if human else 0
        self.premium = [plan.premium[cell] - offset for cell in order]
        self.closed = [True] * len(order)
        self.left = plan.safe
        self.clicks = 0
        self.passed = 0

    def solve(self) -> int:
        if self.human:
            for cell in range(len(self.opening)):
                if self.opening[cell] >= 0 and self.closed[cell]:
                    self._click(cell)
        while self.left:
            highest = max(self.premium)
            if highest >= 0:
                self._chord(self.premium.index(highest))
                continue
            self._click(self._next_click())
            # A click raises no premium, so all remaining moves are clicks too. But a human player
            # may now chord at the cells that the click opened.
            while self.left and not self.human:
                self._click(self._next_click())
        return self.clicks

    def _next_click(self) -> int:
        cell = self.passed
        while not self.closed[cell] or not (self.isolated[cell] or self.opening[cell] >= 0):
            cell += 1
        self.passed = cell
        return cell

    def _click(self, cell: int) -> None:
        self.clicks += 1
        self._open(cell)

    def _chord(self, cell: int) -> None:
        if self.closed[cell]:
            self._click(cell)
        premium = self.premium
        for near in self.near[cell]:
            if self.mine[near] and self.closed[near]:
                self.closed[near] = False
                self.clicks += 1
                for around in self.near[near]:
                    premium[around] += 1
        self.clicks += 1
        for near in self.near[cell]:
            if not self.mine[near]:
                self._open(near)

    def _open(self, cell: int) -> None:
        if not self.closed[cell]:
            return
        if self.opening[cell] < 0:
            self._uncover(cell)
            return
        for part in self.openings[self.opening[cell]]:
            self._uncover(part)
            self.premium[part] -= 1

    def _uncover(self, cell: int) -> None:
        if not self.closed[cell]:
            return
        self.closed[cell] = False
        self.left -= 1
        self.premium[cell] += 1 + _CLOSED_TO_HUMANS if self.human else 1
        if self.isolated[cell]:
            self.premium[cell] -= 1
            for near in self.near[cell]:
                self.premium[near] -= 1
