"""View: all that a player may know. Move and Decision: what a player does with it.

    0-8     an open cell's number: the mines among its neighbours
    .       hidden
    F       hidden and flagged: the player's opinion, never evidence
    +       hidden but told safe

A view holds no truth: neither mines nor the seed they come from can be reached from it.

>>> view = View.parse('''
... 4x2x1
... 0011
... 001.
... ''')
>>> view[2], [view.grid.name(cell) for cell in view.hidden]
(1, ['D2'])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, Protocol, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray
from pysat.card import CardEnc
from pysat.formula import IDPool
from pysat.solvers import Solver

from sapper.grid import Cell, Grid, SapperError, quote
from sapper.level import Level, parse_rows

HIDDEN, FLAGGED, TOLD = 9, 10, 11
SYMBOLS = "012345678.F+"

MoveKind: TypeAlias = Literal["open", "flag", "chord"]


class PositionError(SapperError):
    """A position that is malformed."""


class MoveError(SapperError):
    """A move that is malformed."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that no board satisfies together, none of which can be left out.

    `mine_count` says whether the number of mines on the board belongs to the conflict.
    """

    clues: tuple[Cell, ...]
    mine_count: bool

    def words(self, view: View) -> str:
        """The conflict in one line."""
        named = [f"{view.grid.name(cell)} ({view[cell]})" for cell in self.clues[:12]]
        if len(self.clues) > len(named):
            named.append(f"{len(self.clues) - len(named)} more")
        mines = f"{view.level.mines} mine{'s' * (view.level.mines != 1)}"
        if not named:
            return f"contradictory position: {mines} for too few hidden cells"
        clues = f"clue{'s' * (len(self.clues) > 1)} at {', '.join(named)}"
        if self.mine_count:
            return f"contradictory position: {clues} against {mines} on the board"
        return f"contradictory position: {clues}"


class ContradictionError(PositionError):
    """A position whose numbers contradict each other; `conflict` names the clues."""

    def __init__(self, view: View, conflict: Conflict) -> None:
        super().__init__(conflict.words(view))
        self.view = view
        self.conflict = conflict

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The open cells whose numbers are in conflict."""
        return self.conflict.clues


@dataclass(frozen=True, slots=True)
class View:
    """A level and one state per cell: 0 to 8 when open, else HIDDEN, FLAGGED or TOLD."""

    level: Level
    states: bytes

    def __post_init__(self) -> None:
        if len(self.states) != self.level.size or (self.states and max(self.states) > TOLD):
            raise PositionError(
                f"a view of level {self.level} needs {self.level.size} states of 0 to {TOLD}"
            )

    @classmethod
    def hidden_everywhere(cls, level: Level) -> View:
        """The view before anything is open or told."""
        return cls(level, bytes([HIDDEN]) * level.size)

    @classmethod
    def parse(cls, text: str) -> View:
        """Read a position; one whose numbers contradict each other is a ContradictionError."""
        rest, level, rows = parse_rows(text, "position", SYMBOLS, PositionError)
        if rest:
            raise PositionError(f"line one of the position has {quote(rest)} after the level")
        view = cls(level, bytes(SYMBOLS.index(symbol) for row in rows for symbol in row))
        if conflict := view.conflict():
            raise ContradictionError(view, conflict)
        return view

    def __str__(self) -> str:
        return "\n".join([str(self.level), *self.rows, ""])

    @property
    def rows(self) -> list[str]:
        """The rows of the text form."""
        text = "".join(SYMBOLS[state] for state in self.states)
        width = self.level.width
        return [text[start : start + width] for start in range(0, len(text), width)]

    @property
    def grid(self) -> Grid:
        """The grid of its cells."""
        return self.level.grid

    def __getitem__(self, cell: Cell) -> int:
        return self.states[cell]

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """The cells that are not open, flagged and told ones included; ascending."""
        return tuple(cell for cell, state in enumerate(self.states) if state >= HIDDEN)

    @property
    def told(self) -> tuple[Cell, ...]:
        """The hidden cells told safe; ascending."""
        return tuple(cell for cell, state in enumerate(self.states) if state == TOLD)

    @property
    def flags(self) -> int:
        """The number of flags."""
        return self.states.count(FLAGGED)

    @property
    def array(self) -> NDArray[np.uint8]:
        """The states as a read-only array of height x width."""
        states = np.frombuffer(self.states, dtype=np.uint8)
        return states.reshape(self.level.height, self.level.width)

    def conflict(self) -> Conflict | None:
        """A smallest set of clues that no board satisfies, or None when a board does.

        >>> View(Level(3, 1, 1), bytes([HIDDEN, 2, HIDDEN])).conflict()
        Conflict(clues=(1,), mine_count=True)
        """
        return _conflict(self)


# Above this many border cells the mine count is not checked: its encoding would not fit.
_COUNT_LIMIT = 5000


def _conflict(view: View) -> Conflict | None:
    # Cheapest first: clues that decide by themselves settle most cells of a large board, and a
    # solver has to look at the rest only. Clues are then blamed among those that took part.
    hints = _Hints(view)
    if failed := hints.settle():
        return Conflict(_smallest(view, hints.behind(failed), None), mine_count=False)
    found = 0
    border: set[Cell] = set()
    for group in hints.components():
        with _solver(view, hints, group) as (solver, selectors, pool):
            if not solver.solve(assumptions=list(selectors)):
                core = [selectors[s] for s in solver.get_core() or ()]
                return Conflict(_smallest(view, hints.behind(core), None), mine_count=False)
            model = set(solver.get_model() or ())
        cells = {cell for clue in group for cell in hints.unknown(clue)}
        border |= cells
        found += sum(pool.id(cell) in model for cell in cells)

    # Cells that no clue touches absorb any number of mines up to their count.
    known = sum(hints.known.values())
    inside = sum(state in (HIDDEN, FLAGGED) for state in view.states) - len(
        border | set(hints.known)
    )
    if view.level.mines - inside <= known + found <= view.level.mines or len(border) > _COUNT_LIMIT:
        return None
    clues = list(hints.around)
    with _solver(view, _Hints(view), clues, view.level.mines) as (solver, selectors, _):
        if solver.solve(assumptions=list(selectors)):
            return None
    return Conflict(_smallest(view, clues, view.level.mines), mine_count=True)


class _Hints:
    """The clues that touch hidden cells, and what they settle one at a time; mutable."""

    def __init__(self, view: View) -> None:
        self.view = view
        states, neighbours = view.states, view.grid.neighbours
        self.around: dict[Cell, list[Cell]] = {}
        for clue, number in enumerate(states):
            if number < HIDDEN:
                near = [cell for cell in neighbours(clue) if HIDDEN <= states[cell] < TOLD]
                if near or number:
                    self.around[clue] = near
        self.known: dict[Cell, bool] = {}
        """settled cells: whether they are mines"""
        self.reason: dict[Cell, Cell] = {}
        """the clue that settled a cell"""

    def unknown(self, clue: Cell) -> list[Cell]:
        """The unsettled cells around a clue."""
        return [cell for cell in self.around[clue] if cell not in self.known]

    def left(self, clue: Cell) -> int:
        """The mines of a clue that are not settled."""
        return self.view[clue] - sum(self.known.get(cell, False) for cell in self.around[clue])

    def settle(self) -> list[Cell]:
        """Let clues that decide by themselves settle cells; a clue that can't be met, if any."""
        todo = list(self.around)
        neighbours = self.view.grid.neighbours
        while todo:
            clue = todo.pop()
            unknown, left = self.unknown(clue), self.left(clue)
            if not 0 <= left <= len(unknown):
                return [clue]
            if unknown and left in (0, len(unknown)):
                for cell in unknown:
                    self.known[cell] = left > 0
                    self.reason[cell] = clue
                    todo += [near for near in neighbours(cell) if near in self.around]
        return []

    def components(self) -> Iterator[list[Cell]]:
        """The clues with unsettled cells, in groups that share none."""
        left = {clue for clue in self.around if self.unknown(clue)}
        neighbours = self.view.grid.neighbours
        while left:
            group = [left.pop()]
            for clue in group:
                for cell in self.unknown(clue):
                    near = left.intersection(neighbours(cell))
                    left -= near
                    group += near
            yield group

    def behind(self, clues: Iterable[Cell]) -> list[Cell]:
        """These clues, and all that settled the cells around them, and so on back."""
        found = set(clues)
        todo = list(found)
        while todo:
            for cell in self.around[todo.pop()]:
                if cell in self.reason and self.reason[cell] not in found:
                    found.add(self.reason[cell])
                    todo.append(self.reason[cell])
        return sorted(found)


@contextmanager
def _solver(
    view: View, hints: _Hints, clues: Iterable[Cell], mines: int | None = None
) -> Iterator[tuple[Solver, dict[int, Cell], IDPool]]:
    """A solver of these clues over unsettled cells, each clue switched on by a selector.

    The pool's variable of a cell says that it is a mine. With `mines`, all cells hold that many.
    """
    # Small variable numbers: a solver keeps an array over all numbers up to the largest.
    pool = IDPool()
    with Solver(name="minisat22") as solver:
        selectors = {}
        for clue in clues:
            selector = pool.id(("clue", clue))
            selectors[selector] = clue
            cells = [pool.id(cell) for cell in hints.unknown(clue)]
            number = hints.left(clue)
            for some in combinations(cells, max(0, len(cells) - number + 1)):
                solver.add_clause([-selector, *some])
            for some in combinations([-cell for cell in cells], number + 1):
                solver.add_clause([-selector, *some])
        if mines is not None:
            border = sorted({pool.id(c) for clue in hints.around for c in hints.around[clue]})
            inside = sum(state in (HIDDEN, FLAGGED) for state in view.states) - len(border)
            if mines - inside > len(border):
                solver.add_clause([])
            elif mines > inside:
                least = CardEnc.atleast(border, mines - inside, vpool=pool, encoding=6)
                solver.append_formula(least)
            if mines < len(border):
                solver.append_formula(CardEnc.atmost(border, mines, vpool=pool, encoding=6))
        yield solver, selectors, pool


def _smallest(view: View, clues: Sequence[Cell], mines: int | None) -> tuple[Cell, ...]:
    """Of clues that can't hold together, a set of which none can be left out."""
    with _solver(view, _Hints(view), clues, mines) as (solver, selectors, _):
        core = list(selectors)
        for selector in list(core):
            rest = [s for s in core if s != selector]
            if selector in core and not solver.solve(assumptions=rest):
                needed = set(solver.get_core() or ())
                core = [s for s in rest if s in needed]
        return tuple(sorted(selectors[selector] for selector in core))


@dataclass(frozen=True, slots=True)
class Move:
    """Open a cell, set or take away its flag, or open all around an open one.

    >>> Move.parse("flag C2", Grid(9, 4))
    Move(kind='flag', cell=11)
    """

    kind: MoveKind
    cell: Cell

    @classmethod
    def parse(cls, text: str, grid: Grid) -> Move:
        """Read `open C4`, `flag C4` or `chord C4`."""
        kind, _, name = text.strip().partition(" ")
        for known in get_args(MoveKind):
            if kind == known:
                return cls(known, grid.parse_cell(name))
        raise MoveError(f"{quote(text)} is not a move: write open C4, flag C4 or chord C4")

    def text(self, grid: Grid) -> str:
        """The text form; the inverse of `parse`."""
        return f"{self.kind} {grid.name(self.cell)}"


class Reason(Protocol):
    """Why a decision is made: a proof, the word of an oracle, or a named guess."""

    @property
    def certain(self) -> bool:
        """Whether the reason claims that nothing can go wrong."""

    def words(self, grid: Grid) -> str:
        """The reason for a person, in a sentence or a few."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Moves, and the reason that covers them all."""

    moves: tuple[Move, ...]
    reason: Reason

    @classmethod
    def open(cls, cells: Iterable[Cell], reason: Reason) -> Decision:
        """Open these cells."""
        return cls(tuple(Move("open", cell) for cell in cells), reason)
