"""View: the position as a player may see it. Move and Decision: a player's actions.

    0-8     an open cell and its number, which counts the mines among its neighbours
    .       a hidden cell
    F       a hidden cell with a flag. A flag is only the player's opinion, so it proves nothing
    +       a hidden cell given as safe

A view contains neither the mines nor the seed, so an agent that gets only views can't cheat.

>>> view = View.parse('''
... 4x2x1
... 0011
... 001.
... ''')
>>> view[2], [view.grid.name(cell) for cell in view.hidden]
(1, ['D2'])
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sapper.core.grid import AnyCell, Cell, CellJson, Grid, NamedNumber
from sapper.core.level import Level, parse_rows
from sapper.errors import SapperError, need_text, quote, shown, unusable, whole_number
from sapper.words import ClueName, Message, SaidJson, how_many, plural, said, say
from sapper.words.kinds import (
    ClashingClues,
    FirstIsSafe,
    NoRoom,
    OwnWords,
    TooFewCells,
    TooFewNeighbours,
    TooManyMines,
)

HIDDEN: int = NamedNumber(9, "HIDDEN")
FLAGGED: int = NamedNumber(10, "FLAGGED")
GIVEN: int = NamedNumber(11, "GIVEN")
STATES: tuple[int, ...] = (*range(9), HIDDEN, FLAGGED, GIVEN)
"""all states of a cell, as numbers; those of cells that are not open are printed as words"""
SYMBOLS = "012345678.F+"

# The work limit of `sapper.core.conflict`, in seconds on a typical machine.
CONFLICT_SECONDS = 5

_STATES = bytes.maketrans(SYMBOLS.encode(), bytes(range(len(SYMBOLS))))

MoveKind: TypeAlias = Literal["open", "flag", "chord"]
_KINDS: tuple[MoveKind, ...] = get_args(MoveKind)


class PositionError(SapperError):
    """A malformed position."""


class MoveError(SapperError):
    """A malformed move."""


class UndecidedError(PositionError):
    def __init__(self, view: View) -> None:
        super().__init__(
            "can't tell whether any board fits the position: {seconds} s of work was not enough",
            seconds=CONFLICT_SECONDS,
        )
        self.view = view


class ConflictJson(SaidJson):
    """Clues that contradict each other or the number of mines."""

    mine_count: bool
    clues: list[CellJson]
    """the numbers in conflict"""
    smallest: bool
    """whether each of these clues is known to be necessary"""
    kind: str
    """`neighbours`: a number has too few hidden neighbours; `mines`: a number exceeds the number
    of mines; `room`: too few cells are left for the other mines; `cells`: there are fewer
    hidden cells than mines; `together`: several numbers contradict each other
    """
    left: int | None
    """how many neighbours of a single clue can be mines; null for several clues"""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that can't all hold on the same board.

    `mine_count` says whether the number of mines on the board is part of the conflict. `smallest`
    is False if the work limit was reached before all unnecessary clues were removed.
    """

    clues: tuple[Cell, ...]
    mine_count: bool
    smallest: bool = True

    def to_json(self, view: View) -> ConflictJson:
        return {
            "clues": [view.grid.name(cell) for cell in self.clues],
            "mine_count": self.mine_count,
            "smallest": self.smallest,
            "kind": self.kind(view),
            "left": self._possible_mines(view) if len(self.clues) == 1 else None,
            **said(self.message(view)),
        }

    def kind(self, view: View) -> str:
        """The kind of conflict.

        - cells: the board has more mines than hidden cells
        - neighbours: too few cells around a clue can be mines
        - mines: the number of a clue is larger than the number of mines on the board
        - room: if a clue holds, there are too few cells for the other mines
        - together: several clues can't all hold
        """
        if not self.clues:
            return "cells"
        if len(self.clues) > 1:
            return "together"
        if not self.mine_count:
            return "neighbours"
        return "mines" if view[self.clues[0]] > view.level.mines else "room"

    def _possible_mines(self, view: View) -> int:
        near = view.grid.neighbours(self.clues[0])
        return sum(HIDDEN <= view[cell] < GIVEN for cell in near)

    def message(self, view: View) -> Message:
        clues = tuple(ClueName(view.grid.name(cell), view[cell]) for cell in self.clues)
        mines = view.level.mines
        match self.kind(view):
            case "cells":
                return TooFewCells(mines, sum(state >= HIDDEN for state in view.states))
            case "neighbours":
                return TooFewNeighbours(clues[0], self._possible_mines(view))
            case "mines":
                return TooManyMines(clues[0], mines)
            case "room":
                return NoRoom(clues[0], mines)
        return ClashingClues(clues, mines if self.mine_count else None, self.smallest)

    def clues_text(self, view: View) -> str:
        named = [f"{view.grid.name(cell)} ({view[cell]})" for cell in self.clues[:12]]
        if len(self.clues) > len(named):
            named.append(f"{len(self.clues) - len(named)} more")
        mines = how_many(view.level.mines, "mine")
        if not named:
            return f"too few hidden cells for {mines}"
        listed = " and ".join([", ".join(named[:-1]), named[-1]] if named[1:] else named)
        clues = f"the {plural(len(self.clues), 'clue')} at {listed}"
        both = {1: "", 2: " both"}.get(len(self.clues), " all")
        board = f" with {mines} on the board" if self.mine_count else ""
        return f"{clues} can't{both} be right{board}"


class ContradictionError(PositionError):
    """Raised if the numbers of a position contradict each other. `conflict` names the clues."""

    def __init__(self, view: View, conflict: Conflict) -> None:
        parts = {"clues": conflict.clues_text(view), "conflict": conflict.message(view)}
        if conflict.smallest:
            super().__init__("contradictory position: {clues}", **parts)
        else:
            super().__init__(
                "contradictory position: {clues}; the search for a shorter list stopped after "
                "{seconds} s of work, so some of these clues may not matter",
                seconds=CONFLICT_SECONDS,
                **parts,
            )
        self.view = view
        self.conflict = conflict

    @property
    def clues(self) -> tuple[Cell, ...]:
        return self.conflict.clues


class HasView(Protocol):
    @property
    def view(self) -> View: ...


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A position: `view["C4"]` is a number if C4 is open, or HIDDEN, FLAGGED or GIVEN.

    `hidden` lists the cells that are not open. `rows` is the position as text, and `array` is the
    position as a NumPy array. `View.parse` reads a position, and `print` writes it.
    """

    level: Level
    states: bytes

    def __post_init__(self) -> None:
        if not isinstance(self.level, Level):
            object.__setattr__(self, "level", Level.of(self.level))
        if not isinstance(self.states, bytes):
            raise unusable("states", self.states, "bytes, one per cell")
        if len(self.states) != self.level.size or (self.states and max(self.states) > GIVEN):
            raise PositionError(
                f"a view of level {self.level} must have {self.level.size} states, each 0 "
                f"to {GIVEN:d}"
            )

    @classmethod
    def hidden_everywhere(cls, level: Level) -> View:
        level = Level.of(level)
        return cls(level, bytes([HIDDEN]) * level.size)

    @classmethod
    def from_array(cls, array: ArrayLike, level: Level | str | None = None) -> View:
        """A view from the states of its cells as an array of shape (height, width).

        The states are those of `array` and of the environments' observations: 0 to 8, HIDDEN (9),
        FLAGGED (10) and GIVEN (11). An array does not say how many mines the board has, so a level
        is needed.

        >>> print(View.from_array([[9, 1, 0]], "3x1x1/any"), end="")
        3x1x1/any
        .10
        """
        if level is None:
            raise _no_mine_count()
        level = Level.of(level)
        try:
            states = np.asarray(array)
        except ValueError:  # rows of different lengths
            raise PositionError("the rows of the array differ in length") from None
        if states.shape != (level.height, level.width):
            raise PositionError(
                "the array has shape {shape}, but level {level} needs ({height}, {width})",
                shape=str(states.shape),
                level=str(level),
                height=level.height,
                width=level.width,
            )
        if states.dtype.kind not in "iu" or not ((states >= 0) & (states <= GIVEN)).all():
            raise PositionError(
                f"the array must contain whole numbers from 0 to {GIVEN:d}: 0 to 8, HIDDEN (9), "
                "FLAGGED (10) or GIVEN (11)"
            )
        return cls(level, states.astype(np.uint8).tobytes())

    @classmethod
    def of(cls, position: Position) -> View:
        """Make a View from a game, a puzzle or text, or return a View unchanged.

        >>> View.of("3x1x1/any .1.".replace(" ", chr(10)))
        <View 3x1x1/any: 1 of 3 cells open>
        """
        if isinstance(position, View):
            return position
        if isinstance(position, str) and "\n" in position.strip():
            return cls.parse(position)
        view = getattr(position, "view", None)
        if isinstance(view, View):
            return view
        if isinstance(position, np.ndarray):
            raise _no_mine_count()
        raise PositionError(
            "{value} is not a position: use a View, Game or Record, or a level and rows as text",
            value=shown(position),
        )

    @classmethod
    def parse(cls, text: str) -> View:
        """Read a position.

        Raises a ContradictionError if no board fits the position, and an UndecidedError if the work
        limit is too low to find out.
        """
        view = cls.parse_any(text)
        if conflict := view.conflict():
            raise ContradictionError(view, conflict)
        return view

    @classmethod
    def parse_any(cls, text: str) -> View:
        """Read a position that may be contradictory."""
        rest, level, rows = parse_rows(text, "position", SYMBOLS, PositionError)
        if rest:
            raise PositionError(
                "line one of the position must contain only a level, but it also has {rest}",
                rest=quote(rest),
            )
        return cls(level, "".join(rows).encode().translate(_STATES))

    def __str__(self) -> str:
        return "\n".join([str(self.level), *self.rows, ""])

    def __repr__(self) -> str:
        opened = self.level.size - len(self.hidden)
        return f"<View {self.level}: {opened} of {how_many(self.level.size, 'cell')} open>"

    def _repr_html_(self) -> str:
        from sapper.picture import svg  # a heavy import

        return svg(self.rows)

    @property
    def rows(self) -> list[str]:
        text = "".join(SYMBOLS[state] for state in self.states)
        width = self.level.width
        return [text[start : start + width] for start in range(0, len(text), width)]

    @property
    def grid(self) -> Grid:
        return self.level.grid

    def __getitem__(self, cell: AnyCell) -> int:
        """The state of a cell: its number if it is open, or HIDDEN, FLAGGED or GIVEN."""
        if isinstance(cell, int) and 0 <= cell < len(self.states):
            return STATES[self.states[cell]]
        return STATES[self.states[self.grid.cell(cell)]]

    def check_hidden(self, cell: Cell) -> None:
        """Raise a SapperError unless this is a hidden cell of the board."""
        name = self.grid.name(cell)
        if self[cell] < HIDDEN:
            raise PositionError("{cell} is open: choose a hidden cell", cell=name)

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """The cells that are not open, including flagged and given ones, in ascending order."""
        return self.grid.named(cell for cell, state in enumerate(self.states) if state >= HIDDEN)

    @property
    def given(self) -> tuple[Cell, ...]:
        """The hidden cells given as safe, in ascending order."""
        return self.grid.named(cell for cell, state in enumerate(self.states) if state == GIVEN)

    @property
    def flags(self) -> int:
        return self.states.count(FLAGGED)

    @property
    def first_is_safe(self) -> bool:
        """Whether no cell is open yet and the start rule protects any first click.

        If a cell is given, the board was dealt around that cell, so other cells are not protected.

        >>> [View.hidden_everywhere(Level.parse(f"9x5x8/{rule}")).first_is_safe
        ...  for rule in ("any", "safe", "open", "given")]
        [False, True, True, False]
        """
        protects = self.level.start.kind in ("safe", "open")
        return protects and not self.states.strip(bytes([HIDDEN, FLAGGED]))

    @property
    def promise(self) -> FirstIsSafe:
        """What the start rule promises while `first_is_safe` is true, as a message."""
        return FirstIsSafe(opens=self.level.start.kind == "open")

    def with_promises(self) -> View:
        """A view in which every cell that the start rule makes safe is marked as given."""
        given = self.given
        if self.level.start.kind != "open" or len(given) != 1 or min(self.states) < HIDDEN:
            return self
        states = bytearray(self.states)
        for cell in self.level.clear_cells(given[0]):
            states[cell] = GIVEN
        return View(self.level, bytes(states))

    @property
    def array(self) -> NDArray[np.uint8]:
        """The states as a read-only array of shape (height, width)."""
        states = np.frombuffer(self.states, dtype=np.uint8)
        return states.reshape(self.level.height, self.level.width)

    def conflict(self) -> Conflict | None:
        """A minimal set of clues that can't all hold, or None if some board fits.

        Raises an UndecidedError if the work limit is too low to decide.

        >>> View(Level(3, 1, 1), bytes([HIDDEN, 2, HIDDEN])).conflict()
        Conflict(clues=(1,), mine_count=True, smallest=True)
        """
        from sapper.core.conflict import find  # loads a SAT solver

        return find(self)


def _no_mine_count() -> PositionError:
    return PositionError(
        "an array doesn't say how many mines the board has: write View.from_array(array, level)"
    )


Position: TypeAlias = View | HasView | str
"""A view, a game, record or puzzle (which have a view), or a position as text."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move opens a cell, sets or removes a flag, or chords (opens the cells around a number).

    >>> Move.parse("flag C2", Grid(9, 4))
    Move(kind='flag', cell=C2)
    """

    kind: MoveKind
    cell: Cell

    def __post_init__(self) -> None:
        if not (isinstance(self.kind, str) and self.kind in _KINDS):
            raise MoveError("{kind} is not a move: use open, flag or chord", kind=shown(self.kind))
        if not isinstance(self.cell, int):
            object.__setattr__(self, "cell", whole_number("cell", self.cell))

    @classmethod
    def parse(cls, text: str, grid: Grid) -> Move:
        """Read `open C4`, `flag C4` or `chord C4`."""
        need_text("a move", text)
        if not isinstance(grid, Grid):
            raise unusable("grid", grid, "a Grid")
        kind, _, name = text.strip().partition(" ")
        for known in _KINDS:
            if kind == known:
                return cls(known, grid.parse_cell(name))
        raise MoveError(
            "{text} is not a move: write open C4, flag C4 or chord C4", text=quote(text)
        )

    def targets(self, grid: Grid, states: bytes | bytearray) -> list[Cell]:
        """The cells that the move opens directly, without the regions that zeros open.

        `states` are the states of a view.

        >>> view = View.parse("4x2x2/any .F1. ....".replace(" ", chr(10)))
        >>> Move("chord", 2).targets(view.grid, view.states)
        [3, 5, 6, 7]
        """
        state = states[self.cell]
        if self.kind == "open":
            return [self.cell] if state in (HIDDEN, GIVEN) else []
        if self.kind == "flag" or state >= HIDDEN:
            return []
        around = grid.neighbours(self.cell)
        if sum(states[near] == FLAGGED for near in around) != state:
            return []
        return [near for near in around if states[near] in (HIDDEN, GIVEN)]

    def text(self, grid: Grid) -> str:
        return f"{self.kind} {grid.name(self.cell)}"


class Reason(Protocol):
    @property
    def certain(self) -> bool:
        """Whether the reason claims that the decision is safe."""

    def words(self, grid: Grid) -> str:
        """The reason in one or more sentences, without the final full stop."""


class SpokenReason(ABC):
    __slots__ = ()

    @abstractmethod
    def messages(self, grid: Grid) -> tuple[Message, ...]: ...

    def words(self, grid: Grid) -> str:
        return say(*self.messages(grid)).without_stop()


def reason_messages(reason: Reason, grid: Grid) -> tuple[Message, ...]:
    if isinstance(reason, SpokenReason):
        return reason.messages(grid)
    return (OwnWords(f"{reason.words(grid)}."),)


@dataclass(frozen=True, slots=True)
class Decision:
    """Moves with a common reason. `reason.words(view.grid)` is the reason in words."""

    moves: tuple[Move, ...]
    reason: Reason

    def __str__(self) -> str:
        return ", ".join(f"{move.kind} {move.cell}" for move in self.moves)

    @classmethod
    def open(cls, cells: Iterable[Cell], reason: Reason) -> Decision:
        return cls(tuple(Move("open", cell) for cell in cells), reason)
