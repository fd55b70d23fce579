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

from collections.abc import Iterable
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
        self.conflict = conflict

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The open cells whose numbers are in conflict."""
        return self.conflict.clues


@dataclass(frozen=True, slots=True)
class View:
    """A level and a state a cell: 0 to 8 when open, else HIDDEN, FLAGGED or TOLD."""

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


def _conflict(view: View) -> Conflict | None:
    # A clue is switched on by a selector, so that a refusal names the clues it needs.
    grid = view.grid
    pool = IDPool()
    clue_of: dict[int, Cell] = {}
    border: set[Cell] = set()
    with Solver(name="cadical195") as solver:
        for clue, number in enumerate(view.states):
            if number >= HIDDEN:
                continue
            around = [c for c in grid.neighbours(clue) if view[c] in (HIDDEN, FLAGGED)]
            if number == 0 and not around:
                continue
            if number > len(around):
                return Conflict((clue,), mine_count=False)
            selector = pool.id(("clue", clue))
            clue_of[selector] = clue
            border.update(around)
            cells = [pool.id(cell) for cell in around]
            for some in combinations(cells, len(cells) - number + 1):
                solver.add_clause([-selector, *some])
            for some in combinations(cells, number + 1):
                solver.add_clause([-selector, *(-cell for cell in some)])

        # Cells that no clue touches absorb any number of mines up to their count.
        inside = sum(state in (HIDDEN, FLAGGED) for state in view.states) - len(border)
        least, most = view.level.mines - inside, view.level.mines
        if least > len(border):
            return Conflict((), mine_count=True)
        if solver.solve(assumptions=list(clue_of)):
            model = set(solver.get_model() or ())
            cells = [pool.id(cell) for cell in border]
            if least <= sum(cell in model for cell in cells) <= most:
                return None
            # Only now pay for an encoding of the mine count.
            count = pool.id("count")
            bounds = []
            if least > 0:
                bounds.append(CardEnc.atleast(cells, least, vpool=pool, encoding=6))
            if most < len(cells):
                bounds.append(CardEnc.atmost(cells, most, vpool=pool, encoding=6))
            for formula in bounds:
                for clause in formula.clauses:
                    solver.add_clause([-count, *clause])
            if solver.solve(assumptions=[count, *clue_of]):
                return None
            fixed = [count]
        else:
            fixed = []

        # Leave out one clue at a time: what remains is minimal.
        core = [s for s in solver.get_core() or () if s in clue_of]
        for selector in list(core):
            rest = [s for s in core if s != selector]
            if selector in core and not solver.solve(assumptions=fixed + rest):
                core = [s for s in solver.get_core() or () if s in clue_of]
    clues = tuple(sorted(clue_of[selector] for selector in core))
    return Conflict(clues, mine_count=bool(fixed))


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
    """Why a decision is made: a proof, exact odds, or a named guess."""

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
