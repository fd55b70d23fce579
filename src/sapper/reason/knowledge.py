"""Knowledge: turns a view into constraints and then into clauses for `sapper.logic`.

    clue         the number of an open cell, which counts the mines among its neighbours
    constraint   exactly n mines among these cells (`sapper.core.constraints`): a clue reduced to
                 its unknown cells

`Knowledge` follows a game and adds the new facts of each view. At first a clue has only two
counters: one for its unknown neighbours, and one for the mines left among them. A clue is turned
into clauses only if simpler reasoning does not settle its cells. These clauses contain all
neighbours that are hidden at that time, even those that are known to be safe or mines. The
knowledge base removes the known neighbours by resolution, so every proof starts from the numbers
alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

from sapper.core.constraints import cells_of, mask_of, subsets
from sapper.core.grid import Cell, Grid
from sapper.core.level import Level
from sapper.core.view import GIVEN, HIDDEN, ContradictionError, View
from sapper.logic import InconsistentError, KnowledgeBase, Listener, Literal
from sapper.reason.reasons import GIVEN_SAFE, MINE_COUNT, OPEN, Oracle, Origin


@lru_cache(maxsize=8)
def _around(grid: Grid) -> list[int]:
    return [mask_of(grid.neighbours(cell)) for cell in range(grid.size)]


class Knowledge:
    """The knowledge about one game.

    `see` adds a view. `settle` applies single clues. `expand_...` and `count` turn clues and the
    mine count into clauses. The facts are in `kb`. A `listener` receives every event in `kb`. The
    switches of `KnowledgeBase` may be given.
    """

    def __init__(self, level: Level, listener: Listener | None = None, **switches: Any) -> None:
        self.level = level
        self.grid = level.grid
        self._listener = listener
        self._switches = switches
        self._start()

    def _start(self) -> None:
        size = self.level.size
        self.kb = KnowledgeBase(**self._switches)
        self.kb.trace(self._listener)
        self._view: View | None = None
        self._states = bytes([HIDDEN]) * size
        self._neighbours = self.grid.neighbours
        self._around = _around(self.grid)
        self._open = 0
        self._safe_hidden: dict[Cell, None] = {}
        self._seen = 0
        # For each cell: its number or -1, and how many of its neighbours are unknown, how many are
        # mines, and how many are open.
        self._number = [-1] * size
        self._unknown = [len(self.grid.neighbours(cell)) for cell in range(size)]
        self._mines = [0] * size
        self._touched = [0] * size
        self._todo: list[Cell] = []
        self._pending: dict[Cell, None] = {}
        self._pairs_posted: dict[Cell, tuple[int, int]] = {}
        self._posted: dict[Cell, int] = {}
        self._counted = False
        self.tries = 0
        """how many times `settle` applied its rules to a clue with unknown neighbours"""

    # -- queries ----------------------------------------------------------------------------

    @property
    def view(self) -> View | None:
        return self._view

    @property
    def mines(self) -> list[Cell]:
        return cells_of(self.kb.true)

    @property
    def safe_hidden(self) -> list[Cell]:
        self._absorb()
        return sorted(self._safe_hidden)

    @property
    def first_safe(self) -> Cell | None:
        """The hidden safe cell that was found first, or None."""
        self._absorb()
        return next(iter(self._safe_hidden), None)

    @property
    def has_safe(self) -> bool:
        return bool(self._safe_hidden)

    def touches_open(self, cell: Cell) -> bool:
        return self._touched[cell] > 0

    @property
    def has_mine_count(self) -> bool:
        return self._counted

    @property
    def unknown(self) -> list[Cell]:
        return cells_of(self.unknown_mask)

    @property
    def unknown_mask(self) -> int:
        return ((2 << self.level.size) - 2) & ~(self.kb.true | self.kb.false)

    @property
    def mines_left(self) -> int:
        return self.level.mines - self.kb.true.bit_count()

    def constraints(self) -> Iterator[tuple[Cell, int, int]]:
        """The clues with unknown neighbours: (clue, mask of these neighbours, mines left)."""
        self._absorb()
        known = self.kb.true | self.kb.false
        number = self._number
        clues = {
            near
            for cell in self.unknown
            if self._touched[cell]
            for near in self._neighbours(cell)
            if number[near] >= 0
        }
        for cell in sorted(clues):
            yield cell, self._around[cell] & ~known, number[cell] - self._mines[cell]

    # -- new views --------------------------------------------------------------------------

    def see(self, view: View) -> None:
        """Add the new facts of a view, or start again if the view belongs to another game."""
        if view.states == self._states and view.level == self.level and self._view is not None:
            self._view = view
            return
        if view.level != self.level:
            self.level, self.grid = view.level, view.grid
            self._start()
        new = view.states
        # Comparing all states as one large integer is faster than a loop over the cells.
        differ = int.from_bytes(self._states, "little") ^ int.from_bytes(new, "little")
        kb = self.kb
        opened = []
        while differ:
            cell = (differ & -differ).bit_length() - 1 >> 3
            differ = differ >> (cell * 8 + 8) << (cell * 8 + 8)
            state = new[cell]
            if self._states[cell] < HIDDEN:
                self._start()  # an open cell was closed or changed its number
                self.see(view)
                return
            if state < HIDDEN:
                opened.append(cell)
            elif state == GIVEN:
                kb.post(0, 2 << cell, GIVEN_SAFE)
        self._view = view
        self._states = new
        number, touched, todo, pending = self._number, self._touched, self._todo, self._pending
        for cell in opened:
            number[cell] = new[cell]
            bit = 2 << cell
            self._open |= bit
            kb.post(0, bit, OPEN)
            for near in self._neighbours(cell):
                touched[near] += 1
            todo.append(cell)
            pending[cell] = None
        self._absorb()
        for cell in opened:
            self._safe_hidden.pop(cell, None)

    def _absorb(self) -> None:
        settled = self.kb.settled
        if self._seen == len(settled):
            return
        unknown, mines, number, todo = self._unknown, self._mines, self._number, self._todo
        for literal in settled[self._seen :]:
            if literal > 0:
                for near in self._neighbours(literal - 1):
                    unknown[near] -= 1
                    mines[near] += 1
                    if number[near] >= 0:
                        todo.append(near)
            else:
                cell = -literal - 1
                if number[cell] < 0:
                    self._safe_hidden[cell] = None
                for near in self._neighbours(cell):
                    unknown[near] -= 1
                    if number[near] >= 0:
                        todo.append(near)
        self._seen = len(settled)

    # -- reasoning --------------------------------------------------------------------------

    def settle(self) -> None:
        """Apply the rule for single clues until it settles no more cells."""
        self._absorb()
        kb, todo = self.kb, self._todo
        unknown, mines, number, pending = self._unknown, self._mines, self._number, self._pending
        tries = 0
        while todo:
            cell = todo.pop()
            m = unknown[cell]
            n = number[cell] - mines[cell]
            if m == 0:
                pending.pop(cell, None)
                if n:
                    self._conflict(cell)
                continue
            tries += 1
            if n == 0 or n == m:
                pending.pop(cell, None)
                hidden = self._around[cell] & ~self._open
                rest = hidden & ~(kb.true | kb.false)
                if n == 0:
                    known = hidden & kb.true
                    while rest:
                        low = rest & -rest
                        rest ^= low
                        kb.post(0, known | low, cell)
                else:
                    known = hidden & kb.false
                    while rest:
                        low = rest & -rest
                        rest ^= low
                        kb.post(known | low, 0, cell)
                self._absorb()
            elif n < 0 or n > m:
                self._conflict(cell)
        self.tries += tries

    def _conflict(self, cell: Cell) -> None:
        self._post(cell)
        raise AssertionError("the clauses of this clue contradict the facts")

    def _post(self, cell: Cell) -> None:
        """Post the clauses of a clue, except those that its known neighbours satisfy."""
        self._post_constraint(self._around[cell] & ~self._open, self._number[cell], cell)

    def _post_constraint(self, hidden: int, number: int, origin: Origin) -> None:
        kb = self.kb
        known_mines, known_safe = hidden & kb.true, hidden & kb.false
        unknown = hidden & ~(known_mines | known_safe)
        left = number - known_mines.bit_count()
        self._post_exactly(unknown, left, origin, known_mines, known_safe)

    def _post_exactly(
        self, cells: int, number: int, origin: Origin, known_mines: int = 0, known_safe: int = 0
    ) -> None:
        kb = self.kb
        with_mine, with_safe = subsets([2 << cell for cell in cells_of(cells)], number)
        for some in with_mine:
            kb.post(sum(some, known_safe), 0, origin)
        for some in with_safe:
            kb.post(0, sum(some, known_mines), origin)

    def expand_useful(self, k: int | None = 2, defer: bool = False) -> bool:
        """Post the clauses of the clues that matching can use, and return whether there were any.

        Matching can't use a clue if no other clue touches its unknown cells. If `defer` is true, a
        clue is also skipped until one of its neighbours is known.
        """
        self._absorb()
        kb, pending = self.kb, self._pending
        known = kb.true | kb.false
        touched, has_pair = self._touched, kb.has_pair
        chosen = []
        for cell in pending:
            m = self._unknown[cell]
            n = self._number[cell] - self._mines[cell]
            if defer and m == len(self._neighbours(cell)):
                continue
            cells = cells_of(self._around[cell] & ~known)
            if k == 2 and n != 1 and n != m - 1 and not any(has_pair(c + 1) for c in cells):
                continue
            if all(touched[c] == 1 for c in cells):
                continue
            chosen.append(cell)
        for cell in chosen:
            del pending[cell]
            self._post(cell)
        return bool(chosen)

    def expand_pairs(self) -> bool:
        """Post the clauses with two unknown cells, and return whether any is new."""
        self._absorb()
        kb, posted = self.kb, self._pairs_posted
        known = kb.true | kb.false
        new = False
        for cell in self._pending:
            m = self._unknown[cell]
            n = self._number[cell] - self._mines[cell]
            if (n != 1 and n != m - 1) or posted.get(cell) == (m, n):
                continue
            posted[cell] = (m, n)
            new = True
            hidden = self._around[cell] & ~self._open
            known_mines, known_safe = hidden & kb.true, hidden & kb.false
            for a, b in combinations([2 << c for c in cells_of(hidden & ~known)], 2):
                if n == 1:
                    kb.post(0, known_mines | a | b, cell)
                if n == m - 1:
                    kb.post(known_safe | a | b, 0, cell)
        return new

    def expand_unreduced(self, defer: bool = False) -> bool:
        """Turn the remaining clues into clauses over all their hidden neighbours, known or unknown.

        If `defer` is true, a clue is skipped until one of its neighbours is known. If KB drops wide
        clauses, a clue is turned into clauses again when more of its neighbours are known.
        """
        self._absorb()
        unknown, posted = self._unknown, self._posted
        chosen = [
            cell
            for cell in self._pending
            if posted.get(cell) != unknown[cell]
            and not (defer and unknown[cell] == len(self._neighbours(cell)))
        ]
        for cell in chosen:
            if self.kb.widest is None or unknown[cell] <= self.kb.widest:
                del self._pending[cell]
            posted[cell] = unknown[cell]
            self._post_exactly(self._around[cell] & ~self._open, self._number[cell], cell)
        return bool(chosen)

    def expand_rest(self) -> bool:
        if self.kb.widest is not None:
            return False  # all clues are clauses, and wide ones are dropped in any case
        chosen = list(self._pending)
        for cell in chosen:
            self._post(cell)
        self._pending.clear()
        return bool(chosen)

    def count(self, most: int) -> bool:
        """Post the clauses of the mine count, and return whether they were posted.

        The clauses are posted only once, and only if at most `most` cells are unknown. The limit
        `most` does not apply if all or none of the unknown cells are mines.
        """
        unknown, left = self.unknown_mask, self.mines_left
        m = unknown.bit_count()
        if not m or self._counted:
            return False
        if 0 < left < m and m > most:
            return False
        self._counted = True
        hidden = ((2 << self.level.size) - 2) & ~self._open
        self._post_constraint(hidden, self.level.mines, MINE_COUNT)
        if 0 < left < m:
            self.expand_rest()
        return True

    def believe(self, literal: Literal, oracle: Oracle) -> None:
        if literal > 0:
            self.kb.post(1 << literal, 0, oracle)
        else:
            self.kb.post(0, 1 << -literal, oracle)

    def contradiction(self, problem: InconsistentError) -> ContradictionError | InconsistentError:
        assert self._view is not None
        conflict = self._view.conflict()
        return problem if conflict is None else ContradictionError(self._view, conflict)
