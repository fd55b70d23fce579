"""Suppositions: the opposite of a claim is supposed, and what follows cannot be.

What follows from a supposition is found by the rules for one clue and, where these settle nothing,
for two. Only if both are stuck is something supposed on top of it: what is refuted soonest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sapper.constraints import mine, safe
from sapper.explain.clues import Clues
from sapper.explain.draft import Draft
from sapper.explain.facts import Cells, Fact, Kind, fact_of
from sapper.grid import Cell
from sapper.logic import Literal
from sapper.view import View


@dataclass(frozen=True, slots=True)
class Total:
    """So many mines among the unknown cells of a clue, or of the board if `clue` is None."""

    clue: Cell | None
    cells: Cells
    mines: int
    known_mines: Cells = frozenset()
    known_safe: Cells = frozenset()
    settled: tuple[Draft, ...] = ()
    """what says so, if no clue does, or settles other cells of the clue"""


def total_of(view: View, clue: Cell, mines: Iterable[Cell], clear: Iterable[Cell]) -> Total:
    """What a clue says of the cells that are not known yet."""
    cells = frozenset(Clues(view).constraint(clue).cells)
    laid, empty = cells.intersection(mines), cells.intersection(clear)
    return Total(clue, cells - laid - empty, view[clue] - len(laid), laid, empty)


@dataclass(frozen=True, slots=True)
class Conflict:
    """What cannot be: clues, with drafts and known cells that leave them no way."""

    clues: tuple[Cell, ...]
    drafts: tuple[Draft, ...]
    needs: Cells


class Supposing:
    """Looks for a contradiction; mutable: drafts are only ever added."""

    def __init__(self, totals: Sequence[Total]) -> None:
        self.totals = totals
        self.drafts: list[Draft] = []
        self.stack: list[Literal] = []

    def _add(self, draft: Draft) -> Draft:
        held = {literal for part in draft.parts for literal in part.under}
        made = replace(draft, under=tuple(literal for literal in self.stack if literal in held))
        self.drafts.append(made)
        return made

    def suppose(self, literal: Literal) -> Draft:
        """Suppose a claim, on top of what is supposed already."""
        self.stack.append(literal)
        draft = Draft(Kind.SUPPOSE, fact_of(literal), (), frozenset(), under=(literal,))
        self.drafts.append(draft)
        return draft

    def _parts(self, state: dict[Cell, Draft], cells: Iterable[Cell], total: Total) -> list[Draft]:
        return list(dict.fromkeys([*total.settled, *(state[cell] for cell in cells)]))

    def propagate(self, state: dict[Cell, Draft]) -> Conflict | None:
        """Settle what follows; a total that cannot be, if there is one."""
        news = True
        while news:
            news = False
            for total in self.totals:
                laid, clear, rest = _sorted_out(state, total.cells)
                clues = () if total.clue is None else (total.clue,)
                if len(laid) > total.mines:
                    parts = self._parts(state, laid[: total.mines + 1], total)
                    return Conflict(clues, tuple(parts), total.known_mines)
                if len(total.cells) - len(clear) < total.mines:
                    parts = self._parts(state, clear, total)
                    return Conflict(clues, tuple(parts), total.known_safe)
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
                draft = self._add(Draft(Kind.REST, fact, clues, needs, tuple(parts)))
                state.update((cell, draft) for cell in rest)
                news = True
            news = news or self._compare(state)
        return None

    def _compare(self, state: dict[Cell, Draft]) -> bool:
        """Settle cells by two clues whose own cells make the whole difference; whether any are."""
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
                    continue  # all within the other: one clue settles it, or a supposition
                # Also what is known of cells that would follow again: the sentence counts them out.
                needs = (a.known_safe | a.known_mines) ^ (b.known_safe | b.known_mines)
                parts = self._parts(state, [*clear, *b_laid], a)
                draft = self._add(
                    Draft(
                        Kind.DIFFERENCE,
                        Fact(mines, len(mines), len(mines)),
                        (a.clue, b.clue),
                        needs,
                        tuple(parts),
                        Fact(empty, 0, 0),
                    )
                )
                state.update((cell, draft) for cell in (*rest, *b_rest))
                return True
        return False

    def refute(self, state: dict[Cell, Draft], literal: Literal) -> Draft | Conflict:
        """The draft that denies a literal, or a conflict that does not depend on it."""
        inner = {**state, abs(literal) - 1: self.suppose(literal)}
        while (conflict := self.propagate(inner)) is None:
            split = self._next_split(inner)
            refuted = self.refute(inner, split)
            if isinstance(refuted, Conflict):
                conflict = refuted
                break
            inner[abs(split) - 1] = refuted
        return self.close(conflict)

    def close(self, conflict: Conflict) -> Draft | Conflict:
        """End the last supposition with a conflict."""
        literal = self.stack.pop()
        held = {x for draft in conflict.drafts for x in draft.under}
        if literal not in held:
            return conflict
        # In the order in which they were found, so that they are told so.
        needed = set(conflict.drafts)
        for draft in reversed(self.drafts):
            if draft in needed:
                needed.update(draft.parts)
        own = [draft for draft in self.drafts if draft in needed]
        parts = [*(draft for draft in conflict.drafts if draft not in own), *own]
        made = Draft(
            Kind.IMPOSSIBLE,
            fact_of(-literal),
            conflict.clues,
            conflict.needs,
            tuple(parts),
            under=tuple(x for x in self.stack if x in held),
        )
        self.drafts.append(made)
        return made

    def _next_split(self, state: dict[Cell, Draft]) -> Literal:
        """What to suppose next: what is refuted soonest at once, else in the narrowest total."""
        open_totals = [_sorted_out(state, total.cells)[2] for total in self.totals]
        refuted = []
        for cell in sorted({cell for rest in open_totals for cell in rest}):
            for literal in (mine(cell), safe(cell)):
                before = len(self.drafts)
                trial = {**state, cell: self.suppose(literal)}
                if self.propagate(trial) is not None:
                    refuted.append((len(self.drafts) - before, literal))
                self.stack.pop()
                del self.drafts[before:]
        if refuted:
            return min(refuted, key=lambda one: one[0])[1]
        narrowest = min((rest for rest in open_totals if rest), key=lambda r: (len(r), r))
        return mine(narrowest[0])


def _sorted_out(
    state: dict[Cell, Draft], cells: Iterable[Cell]
) -> tuple[tuple[Cell, ...], tuple[Cell, ...], tuple[Cell, ...]]:
    """The cells known to be mines, those known to be safe, and the others; ascending."""
    laid, clear, rest = [], [], []
    for cell in sorted(cells):
        if cell not in state:
            rest.append(cell)
        elif any(fact.most and cell in fact.cells for fact in state[cell].facts):
            laid.append(cell)
        else:
            clear.append(cell)
    return tuple(laid), tuple(clear), tuple(rest)


def refutation(totals: Sequence[Total], claim: Literal) -> Draft:
    """The refutation of the opposite of a claim that these totals settle."""
    refuted = Supposing(totals).refute({}, -claim)
    assert isinstance(refuted, Draft), "clues that have a board cannot contradict each other"
    return refuted
