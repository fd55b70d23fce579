"""Making: chooses the positions of an exam, and makes the items.

The positions come from games that Sapper plays itself. Sapper opens provably safe cells, the
easiest ones first, and makes the best guess if there are none. For each position, the engine finds
the technique that settles each cell (`sapper.ladder.rungs`).

    deduce, estimate   cells that the technique settles, cells that easier ones settle, and cells
                       that are not provable. If the rung is `none`, no cell is provable
    prove              one cell that the technique settles
    choose             no cell is provably safe, and the chance of winning after each guess is known
                       exactly
    play               a board

Each part of the exam uses at most one position from each board. The same key and settings give the
same items on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from sapper.core.board import Board, deal
from sapper.core.game import Game
from sapper.core.grid import Cell
from sapper.core.level import Level
from sapper.core.symmetry import TURNS, place, turned
from sapper.core.view import HIDDEN, View
from sapper.errors import quote
from sapper.exam.items import NONE, RULES, ExamError, ExamSettings, Item
from sapper.exam.rendering import prompt
from sapper.lab.batch import Progress
from sapper.ladder.puzzle import spread
from sapper.ladder.rungs import SettledCell, settled_cells
from sapper.ladder.solution import solution
from sapper.ladder.techniques import Technique
from sapper.reason.value import Value, exact_value, value

NAMED = 4
"""the number of cells that `deduce` and `estimate` ask about"""

BUDGET = 0.01
"""seconds of work for an estimate; it is short, because `choose` uses only exact values"""

MATTERS = 0.02
"""the minimum difference in the chance of winning between the best and the worst choice"""

_FRUITLESS = 50_000
"""after this number of boards without a new position, the search ends (earlier on tiny levels)"""


@dataclass(frozen=True)
class _Candidate:
    """A position that occurs while a board is solved."""

    view: View
    key: int
    """the seed of the random choices"""

    @cached_property
    def settled(self) -> Mapping[Cell, SettledCell]:
        return settled_cells(self.view)

    @cached_property
    def rungs(self) -> frozenset[str]:
        """The techniques that settle cells in this position, or `none` if no cell is provable."""
        return frozenset({str(each.technique) for each in self.settled.values()} or {NONE})

    def shuffled(self, cells: Sequence[Cell]) -> list[Cell]:
        return sorted(cells, key=lambda cell: spread(self.key, cell))

    def settled_by(self, fits: Callable[[Technique], bool]) -> list[Cell]:
        return self.shuffled([cell for cell, each in self.settled.items() if fits(each.technique)])

    @property
    def undetermined(self) -> list[Cell]:
        """The cells that are not provable. Cells next to an open cell come first."""
        grid, view = self.view.grid, self.view
        unsure = self.shuffled([cell for cell in view.hidden if cell not in self.settled])
        near = {c for c in unsure if any(view[other] < HIDDEN for other in grid.neighbours(c))}
        return sorted(unsure, key=lambda cell: cell not in near)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A chosen position with the cells to ask about.

    In the `play` part, `key` is the seed of the board.
    """

    view: View
    cells: tuple[Cell, ...]
    key: int


class _Positions:
    """The positions found so far, for each part of the exam and each technique.

    The search adds more.
    """

    def __init__(self, settings: ExamSettings) -> None:
        self.parts = settings.parts
        self.wanted = {
            (part, rung): number
            for part in settings.parts
            for rung, number in settings.counts(part).items()
            if number
        }
        self.found: dict[tuple[str, str], list[_Chosen]] = {slot: [] for slot in self.wanted}

    @property
    def done(self) -> int:
        return sum(map(len, self.found.values()))

    @property
    def total(self) -> int:
        return sum(self.wanted.values())

    def open_slots(self, part: str) -> list[str]:
        """The techniques for which this part still needs positions, the most needed first."""
        short = {
            rung: number - len(self.found[part, rung])
            for (of, rung), number in self.wanted.items()
            if of == part
        }
        return sorted((r for r in short if short[r] > 0), key=lambda rung: -short[rung])

    def look(self, board: Board, key: int) -> None:
        """Choose at most one position from a board for each part."""
        if self.open_slots("play"):
            self.found["play", NONE].append(_Chosen(Game(board).view, (), key))
        parts = [part for part in self.parts if part != "play" and self.open_slots(part)]
        if not parts:
            return
        waves = solution(board, guesses=True).waves[1:-1]
        places = [_Candidate(view, spread(key, number)) for number, view in enumerate(waves)]
        places.sort(key=lambda one: one.key)
        used: set[int] = set()
        for part in parts:
            taken = self._take(part, [one for one in places if one.key not in used])
            if taken is not None:
                used.add(taken)

    def _take(self, part: str, places: Sequence[_Candidate]) -> int | None:
        for rung in self.open_slots(part):
            for one in places:
                fits = part == "choose" or rung in one.rungs
                cells = _CHOICES[part](one, rung) if fits else None
                if cells is not None:
                    self.found[part, rung].append(_Chosen(one.view, cells, one.key))
                    return one.key
        return None


def _mixed(one: _Candidate, rung: str, most_settled: int) -> tuple[Cell, ...] | None:
    """Choose a mix of cells that this technique settles, easier cells and unprovable cells."""
    if rung == NONE:
        unsure = one.undetermined
        return tuple(unsure[:NAMED]) if len(unsure) >= NAMED else None
    technique = Technique.parse(rung)
    settled = one.settled_by(lambda by: by == technique)
    # Choose a mine and a safe cell, if possible.
    kinds = sorted(settled, key=lambda cell: one.settled[cell].mine is one.settled[settled[0]].mine)
    first = [settled[0], *(cell for cell in kinds if cell != settled[0])][:most_settled]
    unsure, easier = one.undetermined, one.settled_by(lambda by: by < technique)
    cells = [*first, *unsure[: NAMED - 1 - len(first)], *easier[:1]]
    more = [*unsure, *easier, *settled]
    cells += [cell for cell in more if cell not in cells][: NAMED - len(cells)]
    return tuple(cells) if len(cells) == NAMED else None


def _choose(one: _Candidate, rung: str) -> tuple[Cell, ...] | None:
    if any(not each.mine for each in one.settled.values()) or exact_value(one.view, BUDGET) is None:
        return None
    judged = exact_choice(one.view)
    wins = [] if judged is None else [move.win for move in judged.moves]
    return () if len(wins) > 2 and max(wins) - min(wins) >= MATTERS else None


def exact_choice(view: View) -> Value | None:
    """The exact chance of winning after each guess, or None if it can't be computed.

    Hidden cells that are missing from the result are provable mines.
    """
    judged = value(view, BUDGET)
    exact = judged.exact and all(move.exact for move in judged.moves)
    return judged if exact and not judged.certain else None


_CHOICES: dict[str, Callable[[_Candidate, str], tuple[Cell, ...] | None]] = {
    "deduce": lambda one, rung: _mixed(one, rung, 2),
    "prove": lambda one, rung: tuple(one.settled_by(lambda by: str(by) == rung)[:1]),
    "estimate": lambda one, rung: _mixed(one, rung, 1),
    "choose": _choose,
}


def make(settings: ExamSettings, key: int, progress: Progress | None = None) -> list[Item]:
    """Make the items of an exam. `key` comes from `public_key` or `secret_key` (items.py).

    Raises an ExamError if some kind of position is too rare on this level.
    """
    level = Level.parse(settings.level)
    positions = _Positions(settings)
    # On a tiny level, a short search is enough to see all boards.
    most, fruitless = min(_FRUITLESS, 100 * math.comb(level.size, level.mines)), 0
    for number in count():
        if positions.done == positions.total:
            break
        before = positions.done
        seed = spread(key, number)
        positions.look(deal(level, seed), seed)
        fruitless = 0 if positions.done > before else fruitless + 1
        if fruitless == most:
            part, rung = min(
                slot for slot, n in positions.wanted.items() if n > len(positions.found[slot])
            )
            raise ExamError(
                f"hardly any board of {level} has a position for the part {quote(part)} "
                f"(technique: {rung}): use another level, or leave out this part"
            )
        if progress is not None:
            progress(positions.done, positions.total)
    return [
        item for slot, found in positions.found.items() for item in _items(settings, *slot, found)
    ]


def _items(
    settings: ExamSettings, part: str, rung: str, positions: Sequence[_Chosen]
) -> Iterator[Item]:
    copies = 1 if part == "play" else settings.copies
    for number, one in enumerate(positions, 1):
        view = one.view
        group = f"{part}-{rung.replace(' ', '-')}-{number:04d}"
        mine = part == "prove" and settled_cells(view)[one.cells[0]].mine
        for copy in range(copies):
            # 3 and 8 have no common divisor, so up to 8 copies get different rotations or
            # reflections.
            turn = 0 if part == "play" else (spread(one.key, "turn") + 3 * copy) % TURNS
            render = settings.renders[(spread(one.key, "render") + copy) % len(settings.renders)]
            seen = turned(view, turn)
            cells = sorted(place(cell, view.grid, turn) for cell in one.cells)
            text, form = prompt(part, seen, cells, render, mine)
            yield Item(
                id=group if copies == 1 else f"{group}-{copy + 1}",
                part=part,
                rung=rung,
                rules=RULES,
                render=render,
                level=str(seen.level),
                prompt=text,
                position=str(seen),
                cells=seen.grid.names(cells),
                form=form,
                group=group,
                turn=turn,
                seed=one.key if part == "play" else None,
            )
