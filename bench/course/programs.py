"""The five programs of the course, rebuilt from their reports as one player with switches.

Sapper began with an exercise from an AI course. A to E are five programs that students handed in.
These programs can't be run here, so this module has a small player that follows the exercise, with
the mistakes of the programs as switches. The player shares no code with Sapper's agents. Only the
referee, the boards and the check of stuck games come from Sapper. A clause is stored as one
integer. Bit 2c means that cell c is a mine, and bit 2c + 1 means that it is safe, so the complement
of literal x is x ^ 1.

    given_in_kb  whether given cells are clauses in KB, from which one fact moves to KB0 per turn (A
                 to D). Otherwise all facts move to KB0 at once.
    one_cell     whether a query opens one cell (A to D). Otherwise it opens all cells that a 0
                 opens.
    loses        how often both parents leave KB when they are resolved (C: always)
    takes_out    whether both clauses of every pair leave KB and only the result of matching returns
                 (A). The next pair that does not resolve brings a clause back, unless another
                 clause subsumes it by then.
    rounds       the rounds of pairwise matching without a new fact before it gives up (B: 1)
    pairs        whether KB is matched with itself, or only with the facts of KB0 (D)
    both         whether a pair is matched only if both clauses have at most two literals (D, if it
                 matches pairs at all)
    widest       the longest clause that is kept; clues are reread when more is known (E: 2)
    count_from   the number of unmarked cells at which the mine count is used, or 0 (A, C, D, E)
    guesses      whether it opens a cell of a negative literal of the shortest clause if stuck (D)
    equal        the number of turns in a row with equal lengths of KB after which it guesses even
                 though a fact is waiting, or 0 (D: 5)
"""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.view import GIVEN, HIDDEN, View


@dataclass(frozen=True, slots=True)
class Program:
    """A program of the course, described by its differences from the exercise."""

    about: str
    start: str = "given"
    given_in_kb: bool = False
    one_cell: bool = False
    loses: float = 0.0
    takes_out: bool = False
    rounds: int | None = None
    pairs: bool = True
    both: bool = False
    widest: int | None = None
    count_from: int = 10
    guesses: bool = False
    equal: int = 0


EXERCISE = Program("the exercise, with the mine count at the end", given_in_kb=True, one_cell=True)

# The early stop of program B is modelled as a single round. docs/five_programs.md compares each
# rebuilt program with the original.
PROGRAMS = {
    "A": replace(
        EXERCISE,
        about="takes clauses out to match them, no mine count",
        takes_out=True,
        count_from=0,
    ),
    "B": replace(EXERCISE, about="one round of matching, then it is stuck", rounds=1),
    "C": replace(
        EXERCISE,
        about="loses all parents, 3 rounds, no mine count",
        loses=1.0,
        rounds=3,
        count_from=0,
    ),
    "D": replace(
        EXERCISE,
        about="facts only, no mine count, guesses",
        pairs=False,
        both=True,
        count_from=0,
        guesses=True,
        equal=5,
    ),
    "E": Program(
        "clauses of two literals, no mine count", start="given(zero)", widest=2, count_from=0
    ),
}

FAULTS = {
    "none": Program("no fault: the exercise, with the mine count at the end"),
    "no-count": Program("never uses the mine count", count_from=0),
    "stops-early": Program("gives up after one round without a new fact", rounds=1),
    "loses-parents": Program("removes both parents when it resolves", loses=1.0),
    "facts-only": Program("matches KB with KB0 only", pairs=False),
    "drops-wide": Program("keeps clauses of at most two literals", widest=2),
}


class CoursePlayer:
    """A player for one game (mutable)."""

    def __init__(self, program: Program, level: Level, seed: int) -> None:
        self.program = program
        self.level = level
        self.grid = level.grid
        self.rng = random.Random(seed)
        self.kb: dict[int, None] = {}
        self.kb0: dict[int, None] = {}
        self.occurs: defaultdict[int, dict[int, None]] = defaultdict(dict)
        self.by_first: defaultdict[int, dict[int, None]] = defaultdict(dict)
        self.fresh: dict[int, None] = {}
        self.units: dict[int, None] = {}
        """the clauses of KB with a single literal, in the order of their insertion"""
        self.safe: deque[Cell] = deque()
        self.clues: dict[Cell, int] = {}
        self.asked: Cell | None = None
        """the last cell that the player asked for"""
        self.reread: dict[Cell, None] = {}
        """the clues next to new facts, if `widest`"""
        self.counted = False
        self.rounds = self.matched = self.longest = 0
        """rounds of matching, pairs that resolved, and the greatest length of KB"""
        self.timed: list[tuple[int, int]] = []
        """the length of KB and the CPU time in ns of each round, if `takes_out`"""
        self.seen: set[int] = set()
        """the clauses that KB has held in earlier rounds, if `takes_out`"""
        self.lengths: deque[int] = deque(maxlen=program.equal)
        """the lengths of KB in the last turns, if `equal`"""
        self.hasty = 0
        """the number of guesses while a fact was waiting"""
        self.parents: Counter[str] = Counter()
        """what became of the parents of resolvents, if `takes_out`: stayed, subsumed or lost"""

    @property
    def unmarked(self) -> list[Cell]:
        """The cells that are marked neither as safe nor as mines."""
        size = self.level.size
        return [c for c in range(size) if 2 * c not in self.kb0 and 2 * c + 1 not in self.kb0]

    @property
    def mines(self) -> list[Cell]:
        return [x >> 1 for x in self.kb0 if not x & 1]

    def choose(self, view: View) -> tuple[Cell, bool] | None:
        """A cell to open and whether it is provably safe, or None if the player is stuck."""
        if self.program.one_cell and self.asked is not None:
            self._read(view, [self.asked])
        else:
            self._read(view, range(self.level.size))
        while (chosen := self._decide()) is not None:
            self.asked, _ = chosen
            if view[self.asked] >= HIDDEN:
                return chosen
            # A neighbouring 0 has already opened this cell, so its number is known without a move.
            self._read(view, [self.asked])
        return None

    def _read(self, view: View, cells: Iterable[Cell]) -> None:
        for cell in cells:
            if view[cell] < HIDDEN and cell not in self.clues:
                self._insert(2 << 2 * cell)
                self.clues[cell] = view[cell]
                self._hint(cell)
            elif view[cell] == GIVEN:
                self._insert(2 << 2 * cell)

    def _decide(self) -> tuple[Cell, bool] | None:
        idle = 0
        while True:
            if self._stalled() and (guess := self._guess()) is not None:
                self.hasty += 1
                return guess
            self._propagate()
            while self.safe:
                if (cell := self.safe.popleft()) not in self.clues:
                    return cell, True
            if self.units:
                continue
            if self.program.widest is not None:
                again, self.reread = self.reread, {}
                for clue in again:
                    self._hint(clue)
                if self.units:
                    continue
            if self.program.pairs and self.fresh and idle != self.program.rounds:
                self._round()
                idle = 0 if self.units else idle + 1
            elif not self._count():
                break
            else:
                idle = 0
        return self._guess() if self.program.guesses else None

    def _hint(self, cell: Cell) -> None:
        """Insert the clauses of a clue about its unmarked neighbours."""
        around = self.grid.neighbours(cell)
        mines = sum(2 * near in self.kb0 for near in around)
        cells = [c for c in around if 2 * c not in self.kb0 and 2 * c + 1 not in self.kb0]
        self._exactly(self.clues[cell] - mines, [c for c in cells if c not in self.clues])

    def _exactly(self, n: int, cells: list[Cell]) -> None:
        """If n of m cells are mines, any m - n + 1 contain a mine, and any n + 1 a safe cell."""
        m, widest = len(cells), self.program.widest
        for width, side in ((m - n + 1, 1), (n + 1, 2)):
            if width <= m and (widest is None or width <= widest):
                for some in combinations(cells, width):
                    self._insert(sum(side << 2 * c for c in some))

    def _insert(self, clause: int) -> None:
        """Insert a clause into KB unless it is subsumed, and remove the clauses it subsumes."""
        left = 0
        for x in _literals(clause):
            if x in self.kb0 or x in self.units:
                return
            if x ^ 1 not in self.kb0:
                left |= 1 << x
        if not left & (left - 1):
            assert left, "the clauses of a real board never contradict each other"
            x = left.bit_length() - 1
            self.units[x] = None
            for other in list(self.occurs[x]):
                self._remove(other)
            self.longest = max(self.longest, len(self.kb) + len(self.units))
            return
        literals = list(_literals(left))
        if left in self.kb or any(not b & ~left for x in literals for b in self.by_first[x]):
            return
        narrow = min((self.occurs[x] for x in literals), key=len)
        for other in [b for b in narrow if not left & ~b]:
            self._remove(other)
        self.kb[left] = self.fresh[left] = None
        self.by_first[literals[0]][left] = None
        for x in literals:
            self.occurs[x][left] = None
        self.longest = max(self.longest, len(self.kb) + len(self.units))

    def _remove(self, clause: int) -> None:
        del self.kb[clause]
        self.fresh.pop(clause, None)
        for number, x in enumerate(_literals(clause)):
            del self.occurs[x][clause]
            if not number:
                del self.by_first[x][clause]

    def _propagate(self) -> None:
        """Move one unit clause or all of them to KB0, and match each with all clauses of KB."""
        while self.units:
            x = next(iter(self.units))
            del self.units[x]
            assert x ^ 1 not in self.kb0, "a cell is never both"
            self.kb0[x] = None
            if self.program.widest is not None:
                near = self.grid.neighbours(x >> 1)
                self.reread.update((c, None) for c in near if c in self.clues)
            if x & 1:
                self.safe.append(x >> 1)
            for clause in list(self.occurs[x ^ 1]):
                if clause in self.kb:
                    self._remove(clause)
                    self._insert(clause)
            if self.program.given_in_kb:
                return

    def _round(self) -> None:
        """Match every new clause with all others, if one of the two has at most two literals."""
        self.rounds += 1
        if self.program.takes_out:
            start = time.thread_time_ns()
            length = len(self.kb)
            self._round_taking_out()
            self.timed.append((length, time.thread_time_ns() - start))
            return
        todo, self.fresh = self.fresh, {}
        born = []
        needed = 2 if self.program.both else 1
        for a in todo:
            if a not in self.kb:
                continue
            short = a.bit_count() <= 2
            for b in self._partners(a):
                if b in self.kb and (short + (b.bit_count() <= 2)) >= needed:
                    resolvent = _resolvent(a, b)
                    if resolvent is None:
                        continue
                    self.matched += 1
                    born.append(resolvent)
                    if self.program.loses and self.rng.random() < self.program.loses:
                        self._remove(a)
                        self._remove(b)
                        break
        for resolvent in born:
            self._insert(resolvent)

    def _round_taking_out(self) -> None:
        """Match all pairs of KB in order, and take both clauses out of KB, as program A does."""
        clauses, self.fresh = list(self.kb), {}
        self.seen.update(clauses)
        parents: dict[int, None] = {}
        for a, b in combinations(clauses, 2):
            short = a.bit_count() <= 2 or b.bit_count() <= 2
            resolvent = _resolvent(a, b) if short else None
            if resolvent is None:
                # Both clauses return to KB. A clause that has not left KB stays as it is.
                for clause in (a, b):
                    if clause not in self.kb:
                        self._insert(clause)
                continue
            self.matched += 1
            parents[a] = parents[b] = None
            for clause in (a, b):
                if clause in self.kb:
                    self._remove(clause)
            self._insert(resolvent)
        # A lost clause may be derived many times, so it does not count as new.
        self.fresh = {clause: None for clause in self.fresh if clause not in self.seen}
        for clause in parents:
            self.parents[self._fate(clause)] += 1

    def _fate(self, clause: int) -> str:
        """Whether a clause of KB stayed, was subsumed or was lost."""
        if clause in self.kb:
            return "stayed"
        literals = list(_literals(clause))
        if any(x in self.units for x in literals):
            return "subsumed"
        shorter = (b for x in literals for b in self.by_first[x])
        return "subsumed" if any(not b & ~clause for b in shorter) else "lost"

    def _partners(self, clause: int) -> list[int]:
        return [b for x in _literals(clause) for b in self.occurs[x ^ 1]]

    def _count(self) -> bool:
        """Insert the mine count as clauses, once, as soon as few cells are unmarked."""
        cells = self.unmarked
        if self.counted or not 0 < len(cells) <= self.program.count_from:
            return False
        self.counted = True
        self._exactly(self.level.mines - len(self.mines), cells)
        return True

    def _stalled(self) -> bool:
        """Whether program D guesses because it wrongly believes that it is stuck."""
        if not self.program.equal:
            return False
        self.lengths.append(len(self.kb) + len(self.units))
        full = len(self.lengths) == self.program.equal
        if not self.units or not full or len(set(self.lengths)) > 1:
            return False
        self.lengths.clear()
        return True

    def _guess(self) -> tuple[Cell, bool] | None:
        """A cell from a negative literal of the shortest clause that has one, or any cell."""
        clauses = [1 << x for x in self.units] + sorted(self.kb, key=_width)
        negative = [[x >> 1 for x in _literals(c) if x & 1] for c in clauses]
        cells = next(filter(None, negative), self.unmarked)
        cells = [cell for cell in cells if cell not in self.clues]
        return (self.rng.choice(cells), False) if cells else None


def _width(clause: int) -> int:
    return clause.bit_count()


def _literals(clause: int) -> Iterator[int]:
    while clause:
        low = clause & -clause
        clause ^= low
        yield low.bit_length() - 1


def _resolvent(a: int, b: int) -> int | None:
    """The resolvent of two clauses, if they clash in exactly one literal."""
    pivots = [x for x in _literals(a) if b >> (x ^ 1) & 1]
    if len(pivots) != 1:
        return None
    (x,) = pivots
    return (a ^ 1 << x) | (b ^ 1 << (x ^ 1))
