"""Answer: a third-party agent's answer to a position, as text and as a decision.

    open C4 D5      open these safe cells
    guess C4        open this cell, which may be a mine. `guess C4 odds 0.25` adds the chance of
                    a mine
    flag E6         flag this mine
    mine E6 F6      these cells are mines, but are not flagged
    stuck           no move
    because B3 B4   after open, flag or mine: the clues that prove it. The word `mines` in this list
                    stands for the mine count
    # words         a remark for viewers, up to the end of the line

Semicolons separate the parts. `open` claims that a cell is safe on every board that fits the
position. `flag` and `mine` claim that a cell is a mine on every such board.

>>> grid = Grid(9, 4)
>>> answer = Answer.parse("flag A1; open C4 d4 because B3 mines  # A1 is the only one left", grid)
>>> answer.open, answer.flags, answer.clues, answer.mine_count, answer.words
((C4, D4), (A1,), (B3,), True, 'A1 is the only one left')
>>> answer.text(grid)
'open C4 D4 because B3 mines; flag A1 # A1 is the only one left'
>>> Answer.parse("guess C4 odds 0.25", grid)
Answer(guess=C4, odds=0.25)
>>> Answer.parse("jump C4", grid)  # doctest: +ELLIPSIS
Traceback (most recent call last):
sapper.adapters.answer.AnswerError: 'jump C4' is not an answer: ... open, guess, flag, mine or stuck
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any

from sapper.core.grid import Cell, Grid
from sapper.core.view import FLAGGED, GIVEN, HIDDEN, Decision, Move, SpokenReason, View
from sapper.errors import SapperError, quote
from sapper.words import Message
from sapper.words.kinds import ForeignReason

MINE_COUNT = "mines"


class AnswerError(SapperError):
    """Raised if an answer can't be read, or is impossible in the position."""


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    open: tuple[Cell, ...] = ()
    flags: tuple[Cell, ...] = ()
    mines: tuple[Cell, ...] = ()
    """mines that the agent claims but does not flag"""
    guess: Cell | None = None
    odds: float | None = None
    """the agent's estimate of the chance that the guess is a mine"""
    clues: tuple[Cell, ...] = ()
    mine_count: bool = False
    words: str = ""

    def __repr__(self) -> str:
        said = [(f.name, getattr(self, f.name)) for f in fields(self)]
        parts = [
            f"{name}={value!r}"
            for name, value in said
            if value is not False and value not in ((), None, "")
        ]
        return f"Answer({', '.join(parts)})"

    @classmethod
    def parse(cls, text: str, grid: Grid) -> Answer:
        line, _, words = text.strip().partition("#")
        found = cls(words=words.strip())
        stuck = False
        for part in line.split(";"):
            kind, *rest = part.split() or [""]
            if kind not in ("open", "guess", "flag", "mine", "stuck"):
                raise AnswerError(
                    f"{quote(part.strip())} is not an answer: begin with open, guess, flag, mine "
                    "or stuck"
                )
            if kind == "stuck":
                stuck = True
                if rest:
                    raise AnswerError(f"{quote(part.strip())} is not an answer: write only 'stuck'")
                continue
            cells, because, odds = _part(rest, grid)
            found = found._because(because)
            if not cells:
                raise AnswerError(f"{quote(part.strip())} names no cell: write {kind} C4")
            elif kind == "guess" or odds is not None:
                if kind not in ("guess", "open") or len(cells) > 1 or found.guess is not None:
                    raise AnswerError(f"{quote(part.strip())}: guess one cell at a time")
                found = replace(found, guess=cells[0], odds=odds)
            else:
                field = {"open": "open", "flag": "flags", "mine": "mines"}[kind]
                longer: dict[str, Any] = {field: (*getattr(found, field), *cells)}
                found = replace(found, **longer)
        if stuck and found.moves:
            raise AnswerError(f"{quote(line.strip())} says 'stuck' but also has a move")
        if not stuck and not found.moves:
            raise AnswerError(
                f"{quote(line.strip())} has no move: open, guess or flag a cell, or say 'stuck'"
            )
        return found

    def _because(self, clues: list[Cell | None]) -> Answer:
        named = tuple(clue for clue in clues if clue is not None)
        count = self.mine_count or None in clues
        return replace(self, clues=(*self.clues, *named), mine_count=count)

    @property
    def moves(self) -> bool:
        return bool(self.open or self.flags or self.guess is not None)

    def text(self, grid: Grid) -> str:
        def names(cells: Iterable[Cell]) -> str:
            return " ".join(grid.name(cell) for cell in cells)

        parts = [
            f"{kind} {names(cells)}"
            for kind, cells in (("open", self.open), ("flag", self.flags), ("mine", self.mines))
            if cells
        ]
        if parts and (self.clues or self.mine_count):
            parts[0] += f" because {names(self.clues)}".rstrip() + " mines" * self.mine_count
        if self.guess is not None:
            odds = "" if self.odds is None else f" odds {self.odds!r}"
            parts.append(f"guess {grid.name(self.guess)}{odds}")
        if not self.moves:
            parts.append("stuck")
        words = " ".join(self.words.split())
        return "; ".join(parts) + (f" # {words}" if words else "")

    def decision(self, view: View, agent: str) -> Decision | None:
        """The decision, or None if the agent is stuck.

        Raises AnswerError for an impossible move.
        """
        name = view.grid.name
        if self.open and self.guess is not None:
            raise AnswerError(
                f"it guesses {name(self.guess)} and opens other cells as well: do one or the other"
            )
        targets = self.open if self.guess is None else (self.guess,)
        for cells in ((*targets, *self.flags), self.mines):
            for cell, times in Counter(cells).items():
                if times > 1:
                    raise AnswerError(f"it names {name(cell)} twice: once is enough")
        for cell in targets:
            if view[cell] < HIDDEN:
                raise AnswerError(f"it opens {name(cell)}, which is already open")
        for cell in self.flags:
            if view[cell] != HIDDEN:
                states = {FLAGGED: "already flagged", GIVEN: "given as safe"}
                state = states.get(view[cell], "open")
                raise AnswerError(f"it flags {name(cell)}, which is {state}")
        for clue in self.clues:
            if view[clue] >= HIDDEN:
                raise AnswerError(f"it names {name(clue)} as a clue, but {name(clue)} is not open")
        if not self.moves:
            return None
        moves = [Move("flag", cell) for cell in self.flags]
        for cell in targets:
            moves += [Move("flag", cell)] * (view[cell] == FLAGGED) + [Move("open", cell)]
        return Decision(tuple(moves), Said(self, agent))


@dataclass(frozen=True, slots=True)
class Said(SpokenReason):
    answer: Answer
    agent: str

    @property
    def certain(self) -> bool:
        """A guess with odds 0 is a claim that the move is safe."""
        return self.answer.guess is None or self.answer.odds == 0

    def messages(self, grid: Grid) -> tuple[Message, ...]:
        said = self.answer
        guess = None if said.guess is None else grid.name(said.guess)
        return (
            ForeignReason(
                self.agent,
                guess,
                said.odds,
                grid.names(said.open),
                grid.names((*said.flags, *said.mines)),
                grid.names(said.clues),
                said.mine_count,
                said.words,
            ),
        )


def guess(cell: Cell | str, odds: float | None = None, why: str = "") -> Answer:
    """An agent's answer: open this cell, which may be a mine.

        cell  the cell, as a number or a name
        odds  the chance of a mine, if you know it. With odds of 0, the answer claims that the cell
              is safe
        why   the reason, for people who watch the agent

    >>> guess(12, odds=0.2), guess("C4")
    (Answer(guess=12, odds=0.2), Answer(guess='C4'))
    """
    if not isinstance(cell, str) and not hasattr(cell, "__index__"):
        raise AnswerError(
            f"can't guess {quote(_repr(cell))}: use a cell (a number, or a name like 'C4'), or "
            "return None when stuck"
        )
    # `answer_of` later replaces the name of a cell with its number.
    return Answer(guess=cell, odds=None if odds is None else _chance(odds), words=why)  # type: ignore[arg-type]


FORMS = (
    "a cell (a number, or a name like 'C4'), guess(cell), a text like 'open C4 D5', a Decision, "
    "or None when stuck"
)


def answer_of(returned: object, view: View) -> Answer:
    r"""Make an Answer from the value that a Python agent's `choose` method returned.

        a cell         open this cell. This claims that the cell is safe
        guess(cell)    open this cell, which may be a mine
        a text         an answer as text: "open C4 D5" (a claim), "guess C4", "flag E6", "stuck".
                       A name alone, such as "C4", is a cell
        an Answer      several claims at once
        a Decision     what Sapper's own agents return; its reason says whether it is a claim
        None           stuck

    >>> view = View.parse("3x1x1/any\n.1.")
    >>> answer_of(2, view), answer_of("C1", view), answer_of("guess C1", view)
    (Answer(open=(2,)), Answer(open=(C1,)), Answer(guess=C1))
    """
    if returned is None:
        return Answer()
    if isinstance(returned, Answer):
        return _checked(returned, view)
    if isinstance(returned, Decision):
        return _of_decision(returned, view)
    if isinstance(returned, str):
        if " " in (text := returned.strip()) or text == "stuck":
            return Answer.parse(text, view.grid)
        return Answer(open=(view.grid.parse_cell(text),))
    try:
        if isinstance(returned, bool):
            raise TypeError
        cell = operator.index(returned)  # type: ignore[arg-type]
    except TypeError:
        kind = type(returned).__name__
        hint = ""
        if isinstance(returned, tuple | list):
            hint = "; the cell in row r and column c (from 0) is r * view.level.width + c"
        raise AnswerError(
            f"it returned {quote(_repr(returned))}, a {kind}: return {FORMS}{hint}"
        ) from None
    return _checked(Answer(open=(cell,)), view)


def _checked(answer: Answer, view: View) -> Answer:
    def number(cell: object) -> Cell:
        if isinstance(cell, str):
            return view.grid.parse_cell(cell)
        if isinstance(cell, bool) or not hasattr(cell, "__index__"):
            raise AnswerError(
                f"it returned {quote(_repr(cell))} for a cell: use a number, or a name like 'C4'"
            )
        found = operator.index(cell)
        if not 0 <= found < view.level.size:
            raise AnswerError(
                f"it returned cell {found}, which is off the board: cells must be 0 to "
                f"{view.grid.corner}"
            )
        return found

    return replace(
        answer,
        open=tuple(map(number, answer.open)),
        flags=tuple(map(number, answer.flags)),
        mines=tuple(map(number, answer.mines)),
        clues=tuple(map(number, answer.clues)),
        guess=None if answer.guess is None else number(answer.guess),
        odds=None if answer.odds is None else _chance(answer.odds),
    )


def _of_decision(decision: Decision, view: View) -> Answer:
    certain, words = getattr(decision.reason, "certain", None), getattr(decision.reason, "words", 0)
    if not isinstance(certain, bool) or not callable(words):
        raise AnswerError(
            "its Decision needs a reason: an object with `certain` (True or False) and `words`"
        )
    moves: dict[str, list[Cell]] = {"open": [], "flag": [], "chord": []}
    for move in decision.moves:
        moves[move.kind].append(move.cell)
    if moves["chord"]:
        raise AnswerError("its Decision has a chord: open the cells instead")
    # Removing a flag in order to open its cell is not a claim.
    flags = tuple(cell for cell in moves["flag"] if view[cell] != FLAGGED)
    said = Answer(flags=flags, words=str(words(view.grid)))
    if not moves["open"] and not flags:
        raise AnswerError("its Decision has no moves: return None when stuck")
    if certain:
        return _checked(replace(said, open=tuple(moves["open"])), view)
    if len(moves["open"]) != 1:
        raise AnswerError(f"its Decision must guess exactly one cell, not {len(moves['open'])}")
    return _checked(replace(said, guess=moves["open"][0]), view)


def _repr(thing: object) -> str:
    try:
        return repr(thing)
    except Exception:
        return object.__repr__(thing)


def _part(words: list[str], grid: Grid) -> tuple[list[Cell], list[Cell | None], float | None]:
    """Split a part of an answer into cells, clues (None stands for the mine count) and odds."""
    cells: list[Cell] = []
    clues: list[Cell | None] = []
    odds = None
    if "odds" in words:
        at = words.index("odds")
        if len(words) != at + 2:
            raise AnswerError(f"{quote(' '.join(words[at:]))} is not a chance: write 'odds 0.25'")
        words, odds = words[:at], _chance(words[at + 1])
    if "because" in words:
        at = words.index("because")
        if odds is not None or not words[at + 1 :]:
            raise AnswerError(f"{quote(' '.join(words))}: write 'because B3 B4', without odds")
        clues = [None if w == MINE_COUNT else grid.parse_cell(w) for w in words[at + 1 :]]
        words = words[:at]
    cells = [grid.parse_cell(word) for word in words]
    return cells, clues, odds


def _chance(odds: object) -> float:
    try:
        chance = float(odds)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        chance = math.nan
    if not 0 <= chance <= 1:
        raise AnswerError(f"{quote(str(odds))} is not a chance: write 0 to 1, like 0.25")
    return chance
