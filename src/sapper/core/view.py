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
from typing import Literal, Protocol, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from sapper.grid import Cell, Grid, SapperError, quote
from sapper.level import Level, parse_rows

HIDDEN, FLAGGED, TOLD = 9, 10, 11
SYMBOLS = "012345678.F+"

# How long to look for a contradiction: seconds of work, see `sapper.conflict`.
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
            "can't tell whether any board fits the position: "
            f"{CONFLICT_SECONDS} s of work did not decide it"
        )
        self.view = view


class ConflictJson(TypedDict):
    """A conflict for machines: docs/json.md."""

    clues: list[str]
    mine_count: bool
    smallest: bool
    kind: str
    left: int | None
    words: str


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
            "left": self._left(view) if len(self.clues) == 1 else None,
            "words": self.sentence(view),
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

    def _left(self, view: View) -> int:
        """How many neighbours of the first clue can still be mines."""
        near = view.grid.neighbours(self.clues[0])
        return sum(HIDDEN <= view[cell] < TOLD for cell in near)

    def sentence(self, view: View) -> str:
        """The conflict as one would tell it to a player."""
        named = [f"the {view[cell]} at {view.grid.name(cell)}" for cell in self.clues[:6]]
        mines = f"{view.level.mines} mine{'s' * (view.level.mines != 1)}"
        match self.kind(view):
            case "cells":
                cells = sum(state >= HIDDEN for state in view.states)
                return f"{mines} can't be in {cells} hidden cell{'s' * (cells != 1)}."
            case "neighbours":
                left = self._left(view) or "no"
                hidden = f"{left} hidden neighbour{'s' * (left != 1)} left"
                return f"The{named[0][3:]} has {'' if left == 'no' else 'only '}{hidden}."
            case "mines":
                return f"The{named[0][3:]} needs more mines than the board has: {mines}."
            case "room":
                return f"With the{named[0][3:]}, there is no room left for {mines} on the board."
        more = len(self.clues) - len(named)
        listed = [*named, f"{more} more"] if more else named
        words = f"The{', '.join(listed[:-1])[3:]} and {listed[-1]} can't "
        words += "both" if len(self.clues) == 2 else "all"
        words += " be right"
        if self.mine_count:
            words += f" with {mines} on the board"
        return f"{words}." if self.smallest else f"{words}; perhaps fewer of them are to blame."

    def words(self, view: View) -> str:
        """The conflict in one line."""
        words = f"contradictory position: {self._what(view)}"
        if self.smallest:
            return words
        return f"{words}; the smallest set of clues was not found in {CONFLICT_SECONDS} s of work"

    def _what(self, view: View) -> str:
        named = [f"{view.grid.name(cell)} ({view[cell]})" for cell in self.clues[:12]]
        if len(self.clues) > len(named):
            named.append(f"{len(self.clues) - len(named)} more")
        mines = f"{view.level.mines} mine{'s' * (view.level.mines != 1)}"
        if not named:
            return f"{mines} for too few hidden cells"
        clues = f"clue{'s' * (len(self.clues) > 1)} at {', '.join(named)}"
        return f"{clues} against {mines} on the board" if self.mine_count else clues


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


@dataclass(frozen=True, slots=True, repr=False)
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
            raise PositionError(f"line one of the position has {quote(rest)} after the level")
        return cls(level, "".join(rows).encode().translate(_STATES))

    def __str__(self) -> str:
        return "\n".join([str(self.level), *self.rows, ""])

    def __repr__(self) -> str:
        opened = self.level.size - len(self.hidden)
        return f"<View {self.level}: {opened} of {self.level.size} cells open>"

    def _repr_html_(self) -> str:
        """A notebook shows its picture."""
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
        """The grid of its cells."""
        return self.level.grid

    def __getitem__(self, cell: Cell) -> int:
        return self.states[cell]

    def check_hidden(self, cell: Cell) -> None:
        """A SapperError unless this is a hidden cell of the board."""
        name = self.grid.name(cell)
        if self[cell] < HIDDEN:
            raise PositionError(f"{name} is open: choose a hidden cell")

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
    def first_words(self) -> str:
        """What the start rule promises, to be said while `first_is_safe`."""
        rule = self.level.start
        region = " and opens a region" if rule.kind == "open" else ""
        return f"Nothing is open yet: by rule {rule}, the first click is safe anywhere{region}."

    def promised(self) -> View:
        """The view with all that the start rule promises told.

        Before the first move by rule `open`, the told cell is one that the board was dealt for:
        its number is 0, so that the cells around it are safe as well.
        """
        told = self.told
        if self.level.start.kind != "open" or len(told) != 1 or min(self.states) < HIDDEN:
            return self
        states = bytearray(self.states)
        for cell in self.level.kept_clear(told[0]):
            states[cell] = TOLD
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
        from sapper.conflict import find

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
        raise MoveError(f"{quote(text)} is not a move: write open C4, flag C4 or chord C4")

    def targets(self, grid: Grid, states: bytes | bytearray) -> list[Cell]:
        """The cells that it opens in a view with these states, less those that open by themselves.

        >>> view = View.parse("4x2x2/any .F1. ....".replace(" ", chr(10)))
        >>> Move("chord", 2).targets(view.grid, view.states)
        [3, 5, 6, 7]
        """
        state = states[self.cell]
        if self.kind == "open":
            return [self.cell] if state in (HIDDEN, TOLD) else []
        if self.kind == "flag" or state >= HIDDEN:
            return []
        around = grid.neighbours(self.cell)
        if sum(states[near] == FLAGGED for near in around) != state:
            return []
        return [near for near in around if states[near] in (HIDDEN, TOLD)]

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
