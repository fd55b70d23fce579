"""View: all that a player may know. Move and Decision: what a player does with it.

    0-8     an open cell's number: the mines among its neighbours
    .       hidden
    F       hidden and flagged: the player's opinion, never evidence
    +       hidden but given as safe

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

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from sapper.core.grid import Cell, Grid
from sapper.core.level import Level, parse_rows
from sapper.errors import SapperError, quote
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

HIDDEN, FLAGGED, GIVEN = 9, 10, 11
SYMBOLS = "012345678.F+"

# How long to look for a contradiction: seconds of work, see `sapper.core.conflict`.
CONFLICT_SECONDS = 5

_STATES = bytes.maketrans(SYMBOLS.encode(), bytes(range(len(SYMBOLS))))

MoveKind: TypeAlias = Literal["open", "flag", "chord"]


class PositionError(SapperError):
    """A position that is malformed."""


class MoveError(SapperError):
    """A move that is malformed."""


class UndecidedError(PositionError):
    """A position of which the limit does not suffice to tell whether any board fits."""

    def __init__(self, view: View) -> None:
        super().__init__(
            "can't tell whether any board fits the position: {seconds} s of work did not decide it",
            seconds=CONFLICT_SECONDS,
        )
        self.view = view


class ConflictJson(SaidJson):
    """A conflict for machines: docs/json.md."""

    clues: list[str]
    mine_count: bool
    smallest: bool
    kind: str
    left: int | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Clues that no board satisfies together.

    `mine_count` says whether the number of mines on the board belongs to the conflict; `smallest`,
    whether it is known that none of the clues can be left out.
    """

    clues: tuple[Cell, ...]
    mine_count: bool
    smallest: bool = True

    def to_json(self, view: View) -> ConflictJson:
        """The conflict for machines, and in a sentence."""
        return {
            "clues": [view.grid.name(cell) for cell in self.clues],
            "mine_count": self.mine_count,
            "smallest": self.smallest,
            "kind": self.kind(view),
            "left": self._possible_mines(view) if len(self.clues) == 1 else None,
            **said(self.message(view)),
        }

    def kind(self, view: View) -> str:
        """What is wrong: too few `cells`, a clue's `neighbours`, the board's `mines`, its `room`.

        Or several clues `together`.
        """
        if not self.clues:
            return "cells"
        if len(self.clues) > 1:
            return "together"
        if not self.mine_count:
            return "neighbours"
        return "mines" if view[self.clues[0]] > view.level.mines else "room"

    def _possible_mines(self, view: View) -> int:
        """How many neighbours of the first clue can still be mines."""
        near = view.grid.neighbours(self.clues[0])
        return sum(HIDDEN <= view[cell] < GIVEN for cell in near)

    def message(self, view: View) -> Message:
        """The conflict as one would tell it to a player."""
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
        """The clues and their numbers, and the mines if they belong to it, in short."""
        named = [f"{view.grid.name(cell)} ({view[cell]})" for cell in self.clues[:12]]
        if len(self.clues) > len(named):
            named.append(f"{len(self.clues) - len(named)} more")
        mines = how_many(view.level.mines, "mine")
        if not named:
            return f"{mines} for too few hidden cells"
        clues = f"{plural(len(self.clues), 'clue')} at {', '.join(named)}"
        return f"{clues} against {mines} on the board" if self.mine_count else clues


class ContradictionError(PositionError):
    """A position whose numbers contradict each other; `conflict` names the clues."""

    def __init__(self, view: View, conflict: Conflict) -> None:
        parts = {"clues": conflict.clues_text(view), "conflict": conflict.message(view)}
        if conflict.smallest:
            super().__init__("contradictory position: {clues}", **parts)
        else:
            super().__init__(
                "contradictory position: {clues}; the smallest set of clues was not found in "
                "{seconds} s of work",
                seconds=CONFLICT_SECONDS,
                **parts,
            )
        self.view = view
        self.conflict = conflict

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The open cells whose numbers are in conflict."""
        return self.conflict.clues


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """A level and one state per cell: 0 to 8 when open, else HIDDEN, FLAGGED or GIVEN."""

    level: Level
    states: bytes

    def __post_init__(self) -> None:
        if len(self.states) != self.level.size or (self.states and max(self.states) > GIVEN):
            raise PositionError(
                f"a view of level {self.level} needs {self.level.size} states of 0 to {GIVEN}"
            )

    @classmethod
    def hidden_everywhere(cls, level: Level) -> View:
        """The view before anything is open or told."""
        return cls(level, bytes([HIDDEN]) * level.size)

    @classmethod
    def parse(cls, text: str) -> View:
        """Read a position.

        One whose numbers contradict each other is a ContradictionError; one that is too hard to
        tell is an UndecidedError.
        """
        view = cls.parse_any(text)
        if conflict := view.conflict():
            raise ContradictionError(view, conflict)
        return view

    @classmethod
    def parse_any(cls, text: str) -> View:
        """Read a position, whether any board satisfies it or not."""
        rest, level, rows = parse_rows(text, "position", SYMBOLS, PositionError)
        if rest:
            raise PositionError(
                "line one of the position has {rest} after the level", rest=quote(rest)
            )
        return cls(level, "".join(rows).encode().translate(_STATES))

    def __str__(self) -> str:
        return "\n".join([str(self.level), *self.rows, ""])

    def __repr__(self) -> str:
        opened = self.level.size - len(self.hidden)
        return f"<View {self.level}: {opened} of {self.level.size} cells open>"

    def _repr_html_(self) -> str:
        from sapper.picture import svg  # which loads what draws PNGs

        return svg(self.rows)

    @property
    def rows(self) -> list[str]:
        """The rows of the text form."""
        text = "".join(SYMBOLS[state] for state in self.states)
        width = self.level.width
        return [text[start : start + width] for start in range(0, len(text), width)]

    @property
    def grid(self) -> Grid:
        return self.level.grid

    def __getitem__(self, cell: Cell) -> int:
        return self.states[cell]

    def check_hidden(self, cell: Cell) -> None:
        """A SapperError unless this is a hidden cell of the board."""
        name = self.grid.name(cell)
        if self[cell] < HIDDEN:
            raise PositionError("{cell} is open: choose a hidden cell", cell=name)

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """The cells that are not open, flagged and told ones included; ascending."""
        return tuple(cell for cell, state in enumerate(self.states) if state >= HIDDEN)

    @property
    def given(self) -> tuple[Cell, ...]:
        """The hidden cells given as safe; ascending."""
        return tuple(cell for cell, state in enumerate(self.states) if state == GIVEN)

    @property
    def flags(self) -> int:
        return self.states.count(FLAGGED)

    @property
    def first_is_safe(self) -> bool:
        """Whether nothing is open yet and the start rule protects whatever is opened first.

        No longer so when a cell is told: then the board was dealt for that cell.

        >>> [View.hidden_everywhere(Level.parse(f"9x5x8/{rule}")).first_is_safe
        ...  for rule in ("any", "safe", "open", "given")]
        [False, True, True, False]
        """
        protects = self.level.start.kind in ("safe", "open")
        return protects and not self.states.strip(bytes([HIDDEN, FLAGGED]))

    @property
    def promise(self) -> FirstIsSafe:
        """What the start rule promises, to be said while `first_is_safe`."""
        rule = self.level.start
        return FirstIsSafe(str(rule), opens=rule.kind == "open")

    def with_promises(self) -> View:
        """The view with all that the start rule promises told.

        Before the first move by rule `open`, the given cell is one that the board was dealt for:
        its number is 0, so that the cells around it are safe as well.
        """
        given = self.given
        if self.level.start.kind != "open" or len(given) != 1 or min(self.states) < HIDDEN:
            return self
        states = bytearray(self.states)
        for cell in self.level.clear_cells(given[0]):
            states[cell] = GIVEN
        return View(self.level, bytes(states))

    @property
    def array(self) -> NDArray[np.uint8]:
        """The states as a read-only array of height x width."""
        states = np.frombuffer(self.states, dtype=np.uint8)
        return states.reshape(self.level.height, self.level.width)

    def conflict(self) -> Conflict | None:
        """Clues that no board satisfies together, as few as possible; None when a board does.

        Work is limited: when it does not suffice to tell, this is an UndecidedError.

        >>> View(Level(3, 1, 1), bytes([HIDDEN, 2, HIDDEN])).conflict()
        Conflict(clues=(1,), mine_count=True, smallest=True)
        """
        # A SAT solver is loaded only where a position has to be doubted.
        from sapper.core.conflict import find

        return find(self)


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
        raise MoveError(
            "{text} is not a move: write open C4, flag C4 or chord C4", text=quote(text)
        )

    def targets(self, grid: Grid, states: bytes | bytearray) -> list[Cell]:
        """The cells that it opens in a view with these states, less those that open by themselves.

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
        """The text form; the inverse of `parse`."""
        return f"{self.kind} {grid.name(self.cell)}"


class Reason(Protocol):
    """Why a decision is made: a proof, the word of an oracle, or a named guess."""

    @property
    def certain(self) -> bool:
        """Whether the reason claims that nothing can go wrong."""

    def words(self, grid: Grid) -> str:
        """The reason for a person, in a sentence or a few."""


class SpokenReason(ABC):
    """A reason that is made of messages, so that it can be said in any language."""

    __slots__ = ()

    @abstractmethod
    def messages(self, grid: Grid) -> tuple[Message, ...]:
        """What speaks for the decision."""

    def words(self, grid: Grid) -> str:
        """The same in the reader's language, without the full stop at its end."""
        return say(*self.messages(grid)).without_stop()


def reason_messages(reason: Reason, grid: Grid) -> tuple[Message, ...]:
    """What a reason says; one that is not made of messages has its own words."""
    if isinstance(reason, SpokenReason):
        return reason.messages(grid)
    return (OwnWords(f"{reason.words(grid)}."),)


@dataclass(frozen=True, slots=True)
class Decision:
    """Moves, and the reason that covers them all."""

    moves: tuple[Move, ...]
    reason: Reason

    @classmethod
    def open(cls, cells: Iterable[Cell], reason: Reason) -> Decision:
        """Open these cells."""
        return cls(tuple(Move("open", cell) for cell in cells), reason)
