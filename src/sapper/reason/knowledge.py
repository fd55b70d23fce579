"""From a view to constraints to clauses: what the numbers say, in the words of `sapper.logic`.

    clue         the number of an open cell: exactly so many mines among its neighbours
    constraint   exactly n mines among these cells (`sapper.constraints`); a clue that is reduced to
                 its m unknown cells

`Knowledge` follows a game: from each view it takes what is new, and it holds back what is not
needed yet. A clue is first only a pair of counters (unknown neighbours, mines left); it becomes
clauses when nothing simpler decides. Its clauses are written over all the neighbours that were
hidden when it became clauses, those known already included: the knowledge base resolves the facts
away itself, and so a proof starts from what the numbers say and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import TypeAlias

from typing_extensions import TypedDict

from sapper.constraints import cells_of, mask_of, subsets
from sapper.grid import Cell, Grid, cell_list
from sapper.level import Level
from sapper.logic import (
    InconsistentError,
    KnowledgeBase,
    Listener,
    Literal,
    Proof,
    Step,
    clause_text,
)
from sapper.view import HIDDEN, TOLD, ContradictionError, View

Origin: TypeAlias = Hashable
"""Why an axiom is believed: the cell of a clue (an int), an Oracle, or one of the words below."""

OPEN = "open"
TOLD_SAFE = "told safe"
MINE_COUNT = "mine count"


@lru_cache(maxsize=8)
def _around(grid: Grid) -> list[int]:
    """For each cell, the mask of its neighbours."""
    return [mask_of(grid.neighbours(cell)) for cell in range(grid.size)]


@dataclass(frozen=True, slots=True)
class Oracle:
    """Who settles facts without deriving them: one that went through all boards that fit.

    `fits` says what the boards had to fit, where that is less than all that is known.

    >>> Oracle("exact odds").why(-1)
    'no board that fits has a mine there (exact odds)'
    >>> Oracle("SAT solving", "the clues").why(+1)
    'every board that fits the clues has a mine there (SAT solving)'
    """

    method: str
    fits: str = ""

    def why(self, literal: Literal) -> str:
        """Why the fact holds."""
        boards = f"board that fits {self.fits}".rstrip()
        return f"{'every' if literal > 0 else 'no'} {boards} has a mine there ({self.method})"

    def __str__(self) -> str:
        return f"vouched for by {self.method}"


@dataclass(frozen=True, slots=True)
class Cited:
    """The origin of a fact that a proof cites: what it says, and the decision that it preceded."""

    fact: str
    decision: int

    def __str__(self) -> str:
        return f"{self.fact}, decision {self.decision}"


# More reasons than this are not spelled out in one decision's words.
_REASONS = 3


@dataclass(frozen=True, slots=True)
class Deduction:
    """The reason of certain moves: facts of a knowledge base, each with its derivation.

    The proof, the clues and the text are those of `literal`; the words tell of all.
    """

    kb: KnowledgeBase
    literal: Literal
    also: tuple[Literal, ...] = ()
    """other facts that the same decision acts on"""

    @property
    def certain(self) -> bool:
        """Always: it is a fact."""
        return True

    @property
    def proof(self) -> Proof:
        """The derivation, built when asked for."""
        return _proof(self.kb, self.literal)

    @property
    def derived(self) -> bool:
        """Whether the derivation starts from the numbers alone, and not from an oracle's word."""
        return not oracles_of(self.proof)

    @property
    def clues(self) -> tuple[Cell, ...]:
        """The open cells whose numbers the derivation uses; ascending."""
        return clues_of(self.proof)

    def words(self, grid: Grid, shown: Callable[[Literal], Proof] | None = None) -> str:
        """The facts and what they follow from: a sentence for those of the same reason.

        `shown` gives the derivations that stand next to the words, which then tell of those.
        """
        groups: dict[tuple[bool, str], list[Cell]] = {}
        for literal in (self.literal, *self.also):
            if shown is None:
                why = _because(_proof(self.kb, literal), grid)
            else:
                why = _because(shown(literal), grid, whole=True)
            groups.setdefault((literal > 0, why), []).append(abs(literal) - 1)
        # What is safe first: that is what gets opened.
        told = sorted(groups.items(), key=lambda group: group[0][0])
        sentences = [
            f"{_claim(cells, is_mine, grid)}: {why}" for (is_mine, why), cells in told[:_REASONS]
        ]
        for wanted in (False, True):
            rest = [
                c for (is_mine, _), cells in told[_REASONS:] if is_mine is wanted for c in cells
            ]
            if rest:
                other = "other reasons" if len(rest) > 1 else "another reason"
                sentences.append(f"{_claim(rest, wanted, grid)} too, for {other}")
        return ". ".join(sentences)

    def text(self, grid: Grid) -> str:
        """The derivation, one line per step, with cell names."""
        return proof_text(self.proof, grid)


def _proof(kb: KnowledgeBase, literal: Literal) -> Proof:
    proof = kb.proof(literal)
    assert proof is not None
    return proof


def clues_of(proof: Proof) -> tuple[Cell, ...]:
    """The open cells whose numbers a derivation uses; ascending."""
    return tuple(sorted({step.origin for step in proof.axioms if isinstance(step.origin, int)}))


def oracles_of(proof: Proof) -> set[Oracle]:
    """The oracles whose word a derivation uses."""
    return {step.origin for step in proof.axioms if isinstance(step.origin, Oracle)}


def _claim(cells: Sequence[Cell], is_mine: bool, grid: Grid) -> str:
    names = cell_list(cells, grid)
    if len(cells) > 1:
        return f"{names} are {'mines' if is_mine else 'safe'}"
    return f"{names} is {'a mine' if is_mine else 'safe'}"


def _because(proof: Proof, grid: Grid, whole: bool = False) -> str:
    """What a fact follows from: one clue, if all else around it was known; or all that is used.

    With `whole`, known means that the derivation cites it, or that it is open or told.
    """
    last = proof.steps[-1]
    by_id = {step.id: step for step in proof.steps}
    first, *facts = [by_id[parent] for parent in last.parents] or [last]
    known = all(len(step.clause) == 1 for step in facts)
    if whole:
        given = (OPEN, TOLD_SAFE)
        known = known and all(isinstance(s.origin, Cited) or s.origin in given for s in facts)
    if not first.parents and not isinstance(first.origin, Cited) and known:
        return _because_of_one(first, last.clause.literals[0], grid)
    origins = {step.origin for step in proof.axioms}
    sources = []
    if clues := clues_of(proof):
        sources.append(f"the clue{'s' * (len(clues) > 1)} {cell_list(clues, grid)}")
    if MINE_COUNT in origins:
        sources.append("the mine count")
    if any(isinstance(origin, Cited) for origin in origins):
        sources.append("facts settled before")
    sources += sorted({f"facts {oracle}" for oracle in origins if isinstance(oracle, Oracle)})
    return f"this follows from {' and '.join(sources)} in {len(proof)} steps"


def _because_of_one(axiom: Step, literal: Literal, grid: Grid) -> str:
    """What an axiom says of a literal, when its other cells are known."""
    if isinstance(axiom.origin, Oracle):
        return axiom.origin.why(literal)
    if axiom.origin == TOLD_SAFE:
        return "told so before the first move"
    if axiom.origin == OPEN:
        return "open already"
    known = [abs(x) - 1 for x in axiom.clause if x != literal]
    if axiom.origin == MINE_COUNT:
        if literal > 0:
            return "the mine count needs a mine in every cell left"
        every = "the one mine is" if len(known) == 1 else f"all {len(known)} mines are"
        return f"{every} known" if known else "the board has no mines"
    assert isinstance(axiom.origin, int), axiom.origin
    clue = f"the clue {grid.name(axiom.origin)}"
    if literal > 0:
        aside = f" ({_claim(known, False, grid)})" if known else ""
        return f"{clue} needs a mine in every cell left{aside}"
    return f"{clue} has all its mines ({cell_list(known, grid)})" if known else f"{clue} is 0"


def proof_text(proof: Proof, grid: Grid) -> str:
    """A derivation, one line per step, with cell names: (C4 ∨ ¬D4)."""
    return proof.text(lambda v: grid.name(v - 1), partial(source_text, grid))


class ProofLineJson(TypedDict):
    """A line of a proof for machines: docs/json.md."""

    number: int
    clause: str
    parents: list[int]
    source: str | None
    cells: list[str]
    clue: str | None


def proof_json(proof: Proof, grid: Grid) -> list[ProofLineJson]:
    """A derivation for machines, one entry per step, numbered from 1 as in `proof_text`."""
    number = {step.id: i for i, step in enumerate(proof.steps, 1)}
    return [
        {
            "number": number[step.id],
            "clause": clause_text(step.clause, lambda v: grid.name(v - 1)),
            "parents": [number[parent] for parent in step.parents],
            "source": None if step.parents else source_text(grid, step.origin),
            "cells": [grid.name(abs(literal) - 1) for literal in step.clause.literals],
            "clue": grid.name(step.origin) if isinstance(step.origin, int) else None,
        }
        for step in proof.steps
    ]


def source_text(grid: Grid, origin: Origin) -> str:
    """Why an axiom is believed, in short: clue C4, told safe."""
    return f"clue {grid.name(origin)}" if isinstance(origin, int) else str(origin)


def kb_text(kb: KnowledgeBase, grid: Grid) -> list[str]:
    """The clauses of KB for a student, narrowest first: (C4 ∨ ¬D4)."""
    clauses = sorted(kb.clauses(), key=lambda c: (len(c), [abs(x) for x in c]))
    return [clause_text(clause, lambda v: grid.name(v - 1)) for clause in clauses]


class Knowledge:
    """What is known of one game; mutable: it follows the views of the game.

    `see` takes a view in, `settle` applies the clues that decide by themselves, `expand` and
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

    def touched(self, cell: Cell) -> bool:
        """Whether an open cell is next to this one."""
        return self._touched[cell] > 0

    @property
    def counted(self) -> bool:
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
            elif state == TOLD:
                kb.post(0, 2 << cell, TOLD_SAFE)
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

    def expand(self, k: int | None = 2, defer: bool = False) -> bool:
        """Turn the clues into clauses that can matter to matching within k; whether any was.

        A clue whose unknown cells no other clue touches says nothing that its own clauses do not
        say already. With k = 2, neither does one that has no two-literal clause, as long as no
        two-literal clause mentions its cells: no pair with it would be matched. With `defer`, a
        clue also waits until one of its neighbours is known.
        """
        self._absorb()
        kb, pending = self.kb, self._pending
        known = kb.true | kb.false
        touched, paired = self._touched, kb.paired
        chosen = []
        for cell in pending:
            m = self._unknown[cell]
            n = self._number[cell] - self._mines[cell]
            if defer and m == len(self._neighbours(cell)):
                continue
            cells = cells_of(self._around[cell] & ~known)
            if k == 2 and n != 1 and n != m - 1 and not any(paired(c + 1) for c in cells):
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

    def expand_fully(self, defer: bool = False) -> bool:
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

    def expand_all(self) -> bool:
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
            self.expand_all()
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
