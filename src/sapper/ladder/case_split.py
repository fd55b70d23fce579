"""The technique *case split*: the opposite of a claim leads to a contradiction.

First, suppose that the opposite of the claim is true. Then use the rule for one clue to settle
further cells, or the rule for two clues if the rule for one clue finds nothing. If neither rule
finds anything, make a second supposition, about the cell that leads to a contradiction in the
fewest steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from sapper.core.constraints import components, mine, safe
from sapper.core.grid import Cell, Grid
from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.ladder.clue import Remaining, hanging_together
from sapper.ladder.finding import Cells, Fact, Finding, Kind, fact_of
from sapper.logic import Literal
from sapper.reason.search import certain_in


class CaseSplit(NamedTuple):
    mines: int
    safe: int
    clues: Sequence[Remaining]


def case_split(left: Sequence[Remaining], certain: int, grid: Grid) -> list[CaseSplit]:
    return [
        CaseSplit(1 << claim if claim > 0 else 0, 1 << -claim if claim < 0 else 0, together)
        for claim, together in settled_by_clues(left, certain)
    ]


def settled_by_clues(
    left: Sequence[Remaining], certain: int
) -> Iterator[tuple[Literal, list[Remaining]]]:
    """Yield the cells that clues settle, each with all clues that are linked to it."""
    while left:
        together = hanging_together(left, left[0].mask)
        masks = {one.mask for one in together}
        left = [one for one in left if one.mask not in masks]
        if any(mask & certain for mask in masks):
            (component,) = components((one.mask, one.mines) for one in together)
            for claim in certain_in(component):
                yield claim, together


@dataclass(frozen=True, slots=True)
class Total:
    """The number of mines among the unknown cells of a clue, or of the board if `clue` is None."""

    clue: Cell | None
    cells: Cells
    mines: int
    known_mines: Cells = frozenset()
    known_safe: Cells = frozenset()
    settled: tuple[Finding, ...] = ()
    """the findings that settle the other cells of the clue, or give the mine count of the board"""


def total_of(view: View, clue: Cell, mines: Iterable[Cell], clear: Iterable[Cell]) -> Total:
    near = view.grid.neighbours(clue)
    cells = frozenset(cell for cell in near if view[cell] in (HIDDEN, FLAGGED))
    laid, empty = cells.intersection(mines), cells.intersection(clear)
    return Total(clue, cells - laid - empty, view[clue] - len(laid), laid, empty)


@dataclass(frozen=True, slots=True)
class DeadEnd:
    clues: tuple[Cell, ...]
    findings: tuple[Finding, ...]
    needs: Cells


class Supposing:
    def __init__(self, totals: Sequence[Total]) -> None:
        self.totals = totals
        self.findings: list[Finding] = []
        self.stack: list[Literal] = []

    def _add(self, finding: Finding) -> Finding:
        held = {literal for part in finding.parts for literal in part.under}
        made = replace(finding, under=tuple(literal for literal in self.stack if literal in held))
        self.findings.append(made)
        return made

    def suppose(self, literal: Literal) -> Finding:
        self.stack.append(literal)
        finding = Finding(Kind.SUPPOSE, fact_of(literal), (), frozenset(), under=(literal,))
        self.findings.append(finding)
        return finding

    def _parts(
        self, state: dict[Cell, Finding], cells: Iterable[Cell], total: Total
    ) -> list[Finding]:
        return list(dict.fromkeys([*total.settled, *(state[cell] for cell in cells)]))

    def propagate(self, state: dict[Cell, Finding]) -> DeadEnd | None:
        news = True
        while news:
            news = False
            for total in self.totals:
                laid, clear, rest = _sorted_out(state, total.cells)
                clues = () if total.clue is None else (total.clue,)
                if len(laid) > total.mines:
                    parts = self._parts(state, laid[: total.mines + 1], total)
                    return DeadEnd(clues, tuple(parts), total.known_mines)
                if len(total.cells) - len(clear) < total.mines:
                    parts = self._parts(state, clear, total)
                    return DeadEnd(clues, tuple(parts), total.known_safe)
                if not rest:
                    continue
                if len(laid) == total.mines:
                    fact, used, needs = Fact(rest, 0, 0), laid, total.known_mines
                elif len(laid) + len(rest) == total.mines:
                    count = len(laid) + len(rest)
                    fact = Fact(tuple(sorted([*laid, *rest])), count, count)
                    used, needs = clear, total.known_safe
                else:
                    continue
                parts = self._parts(state, used, total)
                finding = self._add(Finding(Kind.REST, fact, clues, needs, tuple(parts)))
                state.update((cell, finding) for cell in rest)
                news = True
            news = news or self._compare(state)
        return None

    def _compare(self, state: dict[Cell, Finding]) -> bool:
        for a in self.totals:
            for b in self.totals:
                if a is b or a.clue is None or b.clue is None or a.cells.isdisjoint(b.cells):
                    continue
                own = a.cells - b.cells
                other = b.cells - a.cells
                laid, clear, rest = _sorted_out(state, own)
                b_laid, b_clear, b_rest = _sorted_out(state, other)
                if not rest and not b_rest:
                    continue
                if a.mines - b.mines != len(laid) + len(rest) - len(b_laid):
                    continue
                mines = tuple(sorted([*laid, *rest]))
                empty = tuple(sorted([*b_clear, *b_rest]))
                if not mines or not empty:
                    continue  # leave these cells to single clues or a supposition
                # Known cells that only one of the clues touches must be cited, because the sentence
                # for this step does not mention them.
                needs = (a.known_safe | a.known_mines) ^ (b.known_safe | b.known_mines)
                parts = self._parts(state, [*clear, *b_laid], a)
                finding = self._add(
                    Finding(
                        Kind.DIFFERENCE,
                        Fact(mines, len(mines), len(mines)),
                        (a.clue, b.clue),
                        needs,
                        tuple(parts),
                        Fact(empty, 0, 0),
                    )
                )
                state.update((cell, finding) for cell in (*rest, *b_rest))
                return True
        return False

    def refute(self, state: dict[Cell, Finding], literal: Literal) -> Finding | DeadEnd:
        """Refute a literal, or return a contradiction that does not depend on the literal."""
        inner = {**state, abs(literal) - 1: self.suppose(literal)}
        while (conflict := self.propagate(inner)) is None:
            split = self._next_split(inner)
            refuted = self.refute(inner, split)
            if isinstance(refuted, DeadEnd):
                conflict = refuted
                break
            inner[abs(split) - 1] = refuted
        return self.close(conflict)

    def close(self, conflict: DeadEnd) -> Finding | DeadEnd:
        literal = self.stack.pop()
        held = {x for finding in conflict.findings for x in finding.under}
        if literal not in held:
            return conflict
        # Keep the order of the findings, because arguments depend on it.
        needed = set(conflict.findings)
        for finding in reversed(self.findings):
            if finding in needed:
                needed.update(finding.parts)
        own = [finding for finding in self.findings if finding in needed]
        parts = [*(finding for finding in conflict.findings if finding not in own), *own]
        made = Finding(
            Kind.IMPOSSIBLE,
            fact_of(-literal),
            conflict.clues,
            conflict.needs,
            tuple(parts),
            under=tuple(x for x in self.stack if x in held),
        )
        self.findings.append(made)
        return made

    def _next_split(self, state: dict[Cell, Finding]) -> Literal:
        """Choose the supposition with the shortest refutation.

        If no supposition is refuted, choose the clue or mine count with the fewest unknown cells,
        and suppose that one of these cells is a mine.
        """
        open_totals = [_sorted_out(state, total.cells)[2] for total in self.totals]
        refuted = []
        for cell in sorted({cell for rest in open_totals for cell in rest}):
            for literal in (mine(cell), safe(cell)):
                before = len(self.findings)
                trial = {**state, cell: self.suppose(literal)}
                if self.propagate(trial) is not None:
                    refuted.append((len(self.findings) - before, literal))
                self.stack.pop()
                del self.findings[before:]
        if refuted:
            return min(refuted, key=lambda one: one[0])[1]
        narrowest = min((rest for rest in open_totals if rest), key=lambda r: (len(r), r))
        return mine(narrowest[0])


def _sorted_out(
    state: dict[Cell, Finding], cells: Iterable[Cell]
) -> tuple[tuple[Cell, ...], tuple[Cell, ...], tuple[Cell, ...]]:
    laid, clear, rest = [], [], []
    for cell in sorted(cells):
        if cell not in state:
            rest.append(cell)
        elif state[cell].is_mine(cell):
            laid.append(cell)
        else:
            clear.append(cell)
    return tuple(laid), tuple(clear), tuple(rest)


def refutation(totals: Sequence[Total], claim: Literal) -> Finding:
    refuted = Supposing(totals).refute({}, -claim)
    assert isinstance(refuted, Finding), "clues that have a board cannot contradict each other"
    return refuted
