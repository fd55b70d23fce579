"""From a view to constraints to clauses: what the numbers say, in the words of `sapper.logic`.

    clue         the number of an open cell: exactly so many mines among its neighbours
    constraint   exactly n mines among these cells (`sapper.core.constraints`); a clue that is
                 reduced to its m unknown cells

`Knowledge` follows a game: from each view it takes what is new, and it holds back what is not
needed yet. A clue is first only a pair of counters (unknown neighbours, mines left); it becomes
clauses when nothing simpler decides. Its clauses are written over all the neighbours that were
hidden when it became clauses, those known already included: the knowledge base resolves the facts
away itself, and so a proof starts from what the numbers say and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from sapper.core.constraints import cells_of, mask_of, subsets
from sapper.core.grid import Cell, Grid
from sapper.core.level import Level
from sapper.core.view import GIVEN, HIDDEN, ContradictionError, View
from sapper.logic import InconsistentError, KnowledgeBase, Listener, Literal
from sapper.reason.reasons import GIVEN_SAFE, MINE_COUNT, OPEN, Oracle, Origin


@lru_cache(maxsize=8)
def _around(grid: Grid) -> list[int]:
    """For each cell, the mask of its neighbours."""
    return [mask_of(grid.neighbours(cell)) for cell in range(grid.size)]


class Knowledge:
    """What is known of one game; mutable: it follows the views of the game.

    `see` takes a view in, `settle` applies the clues that decide by themselves, `expand_...` and
    `count` turn clues and the mine count into clauses. The facts are in `kb`.
    """

    def __init__(self, level: Level, listener: Listener | None = None) -> None:
        """A `listener` is told everything that happens in `kb`, from the start of every game."""
        self.level = level
        self.grid = level.grid
        self._listener = listener
        self._start()

    def _start(self) -> None:
        size = self.level.size
        self.kb = KnowledgeBase()
        self.kb.trace(self._listener)
        self._view: View | None = None
        self._states = bytes([HIDDEN]) * size
        self._neighbours = self.grid.neighbours
        self._around = _around(self.grid)
        self._open = 0
        self._safe_hidden: dict[Cell, None] = {}
        self._seen = 0
        # For each cell: its number or -1; its unknown neighbours; its known mines; its open ones.
        self._number = [-1] * size
        self._unknown = [len(self.grid.neighbours(cell)) for cell in range(size)]
        self._mines = [0] * size
        self._touched = [0] * size
        self._todo: list[Cell] = []
        self._pending: dict[Cell, None] = {}
        self._pairs_posted: dict[Cell, tuple[int, int]] = {}
        self._counted = False
        self.tries = 0
        """how often `settle` held its two rules against a clue with unknown neighbours"""

    # -- looking ----------------------------------------------------------------------------

    @property
    def view(self) -> View | None:
        """The last view that it has seen."""
        return self._view

    @property
    def mines(self) -> list[Cell]:
        """The cells known to be mines; ascending."""
        return cells_of(self.kb.true)

    @property
    def safe_hidden(self) -> list[Cell]:
        """The cells known to be safe and not open yet; ascending."""
        self._absorb()
        return sorted(self._safe_hidden)

    @property
    def first_safe(self) -> Cell | None:
        """The cell that has been known to be safe for longest and is not open yet, if any."""
        self._absorb()
        return next(iter(self._safe_hidden), None)

    @property
    def has_safe(self) -> bool:
        """Whether a cell is known to be safe and not open yet."""
        return bool(self._safe_hidden)

    def touches_open(self, cell: Cell) -> bool:
        """Whether an open cell is next to this one."""
        return self._touched[cell] > 0

    @property
    def has_mine_count(self) -> bool:
        """Whether the mine count is among the clauses."""
        return self._counted

    @property
    def unknown(self) -> list[Cell]:
        """The cells of which nothing is settled; ascending."""
        return cells_of(self.unknown_mask)

    @property
    def unknown_mask(self) -> int:
        """The mask of the cells of which nothing is settled."""
        return ((2 << self.level.size) - 2) & ~(self.kb.true | self.kb.false)

    @property
    def mines_left(self) -> int:
        """How many mines are not known yet."""
        return self.level.mines - self.kb.true.bit_count()

    def constraints(self) -> Iterator[tuple[Cell, int, int]]:
        """The clues with unknown neighbours: (clue, mask of the unknown ones, mines left)."""
        self._absorb()
        known = self.kb.true | self.kb.false
        for cell in self._pending_all():
            yield cell, self._around[cell] & ~known, self._number[cell] - self._mines[cell]

    def _pending_all(self) -> list[Cell]:
        unknown, number = self._unknown, self._number
        touched = {
            near
            for cell in self.unknown
            if self._touched[cell]
            for near in self._neighbours(cell)
            if number[near] >= 0
        }
        return sorted(cell for cell in touched if unknown[cell])

    # -- seeing -----------------------------------------------------------------------------

    def see(self, view: View) -> None:
        """Take in what a view shows that the last one did not; start afresh on another game."""
        if view.states == self._states and view.level == self.level and self._view is not None:
            self._view = view
            return
        if view.level != self.level:
            self.level, self.grid = view.level, view.grid
            self._start()
        new = view.states
        # Bytes that differ, found as the bits of one large number.
        differ = int.from_bytes(self._states, "little") ^ int.from_bytes(new, "little")
        kb = self.kb
        opened = []
        while differ:
            cell = (differ & -differ).bit_length() - 1 >> 3
            differ = differ >> (cell * 8 + 8) << (cell * 8 + 8)
            state = new[cell]
            if self._states[cell] < HIDDEN:
                self._start()  # an open cell was closed, or changed its number
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
        """Tell the counters around each new fact."""
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
        """Apply every clue whose unknown neighbours are all safe, or all mines, to the end.

        The facts go to KB0; KB hears of them at the next `propagate`.
        """
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
        """A clue that can't be met: its clauses lead to the empty clause."""
        self._post(cell)
        raise AssertionError("the clauses of a clue that cannot be met contradict the facts")

    def _post(self, cell: Cell) -> None:
        """Turn a clue into clauses: those that its known neighbours do not already satisfy."""
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
        """Post the clauses of exactly so many mines among cells, besides those that are known."""
        kb = self.kb
        with_mine, with_safe = subsets([2 << cell for cell in cells_of(cells)], number)
        # Any of these, with all the known safe cells, hold a mine; or with all the known mines, a
        # safe cell.
        for some in with_mine:
            kb.post(sum(some, known_safe), 0, origin)
        for some in with_safe:
            kb.post(0, sum(some, known_mines), origin)

    def expand_useful(self, k: int | None = 2, defer: bool = False) -> bool:
        """Turn the clues into clauses that can matter to matching within k; whether any was.

        A clue whose unknown cells no other clue touches says nothing that its own clauses do not
        say already. With k = 2, neither does one that has no two-literal clause, as long as no
        two-literal clause mentions its cells: no pair with it would be matched. With `defer`, a
        clue also waits until one of its neighbours is known.
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
        """Post the clauses of at most two literals that the clues now have; whether any is new.

        The wider ones are left out, and the clue is looked at again when more of it is known.
        """
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
        """Turn every clue into all its clauses over its hidden neighbours, known or not.

        Nothing is left out: what a fact satisfies or shortens, the knowledge base finds itself.
        With `defer`, a clue waits until one of its neighbours is known. Whether any clue was new.
        """
        self._absorb()
        chosen = [
            cell
            for cell in self._pending
            if not defer or self._unknown[cell] < len(self._neighbours(cell))
        ]
        for cell in chosen:
            del self._pending[cell]
            self._post_exactly(self._around[cell] & ~self._open, self._number[cell], cell)
        return bool(chosen)

    def expand_rest(self) -> bool:
        """Turn every clue into clauses; whether any was left."""
        chosen = list(self._pending)
        for cell in chosen:
            self._post(cell)
        self._pending.clear()
        return bool(chosen)

    def count(self, most: int) -> bool:
        """Use the mine count; whether there was anything new in it.

        If no mine is left, or only mines, all unknown cells are decided. Otherwise, if at most
        `most` cells are unknown (those that no clue touches included), it becomes clauses.
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
        """Settle a fact that an oracle vouches for."""
        if literal > 0:
            self.kb.post(1 << literal, 0, oracle)
        else:
            self.kb.post(0, 1 << -literal, oracle)

    def contradiction(self, problem: InconsistentError) -> ContradictionError | InconsistentError:
        """The error that names the clues in conflict."""
        assert self._view is not None
        conflict = self._view.conflict()
        return problem if conflict is None else ContradictionError(self._view, conflict)
