"""One step of a closure, as a person would take it: which clues, which known cells, what follows.

Of all ways to settle a cell in its round, the one that needs the fewest cells shown on the same
rung is taken, then the fewest known cells, then the nearest clues.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.constraints import cells_of
from sapper.explain.closure import Closure, Clue, hanging_together
from sapper.explain.clues import Clues, reduced, without_mine_count
from sapper.explain.combine import combination, near_combination
from sapper.explain.draft import Draft
from sapper.explain.facts import Fact, Kind
from sapper.explain.limits import Limit, settling_limits
from sapper.explain.split import refutation, total_of
from sapper.grid import Cell
from sapper.logic import Literal
from sapper.techniques import Technique


def safe_fact(mask: int) -> Fact:
    """That these cells are safe."""
    return Fact(tuple(cells_of(mask)), 0, 0)


def mines_fact(mask: int) -> Fact:
    """That these cells are mines."""
    cells = tuple(cells_of(mask))
    return Fact(cells, len(cells), len(cells))


class Inferences:
    """The drafts behind what a closure settles, each worked out when it is asked for."""

    def __init__(self, closure: Closure) -> None:
        self.closure = closure
        self._clues = {clue.cell: clue for clue in closure.clues}

    def draft(self, cell: Cell) -> Draft:
        """How the round that settled a cell does it."""
        closure = self.closure
        number = closure.round_of(cell)
        now, before = closure.rounds[number], closure.rounds[number - 1]
        claim = cell + 1 if now.mines & 2 << cell else -cell - 1
        # Cells of the same rung have to be shown: the fewer the better.
        lower = [one for one in closure.rounds if one.rung < now.rung][-1]
        shown = (before.mines | before.safe) & ~(lower.mines | lower.safe)
        match now.rule:
            case Technique.SINGLE_CLUE:
                drafts = self._single(claim, before.mines, before.safe)
            case Technique.SUBSET | Technique.DIFFERENCE:
                left = closure.remaining(number)
                drafts = self._two(claim, left, before.mines, before.safe, now.rule)
            case Technique.CHAIN:
                return self._limits(claim, closure.remaining(number))
            case Technique.COMBINATION:
                return self._combined(claim, closure.remaining(number))
            case _:
                return self._refuted(claim, cells_of(before.mines), cells_of(before.safe))

        def cost(draft: Draft) -> tuple[int, int, int, tuple[Cell, ...]]:
            to_show = sum(bool(shown & 2 << need) for need in draft.needs)
            far = sum(self._distance(clue, cell) for clue in draft.clues)
            return to_show, len(draft.needs), far, draft.clues

        return min(drafts, key=cost)

    def _distance(self, clue: Cell, cell: Cell) -> int:
        width = self.closure.view.level.width
        rows, columns = clue // width - cell // width, clue % width - cell % width
        return rows * rows + columns * columns

    def _single(self, claim: Literal, mines: int, safe: int) -> Iterable[Draft]:
        goal = 1 << abs(claim)
        for clue in self.closure.clues:
            if not clue.mask & goal:
                continue
            if claim < 0:
                used, left = clue.mask & mines, clue.mask & ~(mines | safe)
                if used.bit_count() != clue.mines:
                    continue
                fact = safe_fact(left if used else clue.mask)
            else:
                used = clue.mask & safe
                if (clue.mask & ~safe).bit_count() != clue.mines:
                    continue
                fact = mines_fact(clue.mask & ~safe)
            needs = frozenset(cells_of(used))
            yield Draft(Kind.REST if needs else Kind.CLUE, fact, (clue.cell,), needs)

    def _two(
        self, claim: Literal, left: Sequence[Clue], mines: int, safe: int, rule: Technique
    ) -> Iterable[Draft]:
        goal = 1 << abs(claim)
        for a in left:
            if not a.mask & goal:
                continue
            for b in left:
                if b.mask & goal or not a.mask & b.mask:
                    continue
                own, other = a.mask & ~b.mask, b.mask & ~a.mask
                if rule is Technique.SUBSET and other:
                    continue
                # The goal is a's own: if it is a mine, so are all of a's own cells.
                more = a.mines - b.mines
                if more != (own.bit_count() if claim > 0 else -other.bit_count()):
                    continue
                whole_a, whole_b = self._clues[a.cell].mask, self._clues[b.cell].mask
                own, other = whole_a & ~whole_b, whole_b & ~whole_a
                if rule is Technique.SUBSET:
                    # Known cells of b alone are named, so that the others lie within a's.
                    used = own & (safe if claim > 0 else mines) | other & (mines | safe)
                    fact = (
                        mines_fact(own & ~used) if claim > 0 else safe_fact(own & ~(mines | safe))
                    )
                    yield Draft(Kind.SUBSET, fact, (b.cell, a.cell), frozenset(cells_of(used)))
                elif claim > 0:
                    used = own & safe | other & mines
                    yield Draft(
                        Kind.DIFFERENCE,
                        mines_fact(own & ~used),
                        (a.cell, b.cell),
                        frozenset(cells_of(used)),
                        also=safe_fact(other & ~used),
                    )
                else:
                    used = own & mines | other & safe
                    yield Draft(
                        Kind.DIFFERENCE,
                        safe_fact(own & ~used),
                        (b.cell, a.cell),
                        frozenset(cells_of(used)),
                        also=mines_fact(other & ~used),
                    )

    # -- chain ------------------------------------------------------------------------------

    def _nearest(self, left: Sequence[Clue], cell: Cell) -> dict[tuple[int, int], Clue]:
        """The clues by what is left of them; of clues that say the same, the nearest."""
        ordered = sorted(left, key=lambda clue: (-self._distance(clue.cell, cell), -clue.cell))
        return {(clue.mask, clue.mines): clue for clue in ordered}

    def _known_around(self, clues: Iterable[Cell], left: dict[Cell, int]) -> frozenset[Cell]:
        """The known cells around clues, given what is left of each."""
        return frozenset(
            cell for clue in clues for cell in cells_of(self._clues[clue].mask & ~left[clue])
        )

    def _limits(self, claim: Literal, left: Sequence[Clue]) -> Draft:
        cell = abs(claim) - 1
        # As the closure does it, whether it looked at these clues alone or at all: the first pass
        # that settles anything is the last, and the order of the clues matters within a pass.
        left = hanging_together(left, 2 << cell)
        by_left = self._nearest(left, cell)
        settling = [
            limit
            for limit in settling_limits([(clue.mask, clue.mines) for clue in left])
            if limit.mask & 2 << cell and limit.most == (claim < 0)
        ]
        clue_of = {mask: clue for (mask, _), clue in by_left.items()}
        drafts = [self._limit(limit, clue_of, {}) for limit in settling]
        return min(drafts, key=lambda draft: (_size(draft), len(draft.all_needs())))

    def _limit(self, limit: Limit, clue_of: dict[int, Clue], made: dict[int, Draft]) -> Draft:
        """The draft of a limit; sources that only restate a clue or a limit are looked through."""
        if id(limit) in made:
            return made[id(limit)]
        clues, parts = [], []
        for place, source in enumerate(limit.sources):
            # What two facts share says no more than the one of them that limits it.
            while place and len(source.sources) == 1 and not source.sources[0].mask & limit.mask:
                (source,) = source.sources
            if source.sources:
                parts.append(self._limit(source, clue_of, made))
            elif source.mask in clue_of and source.count == clue_of[source.mask].mines:
                clues.append(clue_of[source.mask].cell)
        cells = tuple(cells_of(limit.mask))
        count = limit.count
        fact = (
            Fact(cells, 0, min(count, len(cells))) if limit.most else Fact(cells, count, len(cells))
        )
        left = {clue.cell: clue.mask for clue in clue_of.values()}
        needs = self._known_around(clues, left)
        draft = Draft(Kind.LIMIT, fact, tuple(dict.fromkeys(clues)), needs, tuple(parts))
        made[id(limit)] = draft
        return draft

    # -- combination ------------------------------------------------------------------------

    def _combined(self, claim: Literal, left: Sequence[Clue]) -> Draft:
        cell = abs(claim) - 1
        by_left = self._nearest(left, cell)
        weighted = near_combination(list(by_left), claim)
        assert weighted is not None, "the round of this rule found a sum"
        for equation in sorted(weighted, key=lambda e: -self._distance(by_left[e].cell, cell)):
            others = [one for one in weighted if one != equation]
            weights = combination(others, claim) if others else None
            if weights is not None:
                weighted = {one: w for one, w in zip(others, weights, strict=True) if w}
        # So that the right side is not negative; if it is 0, rather plus than minus.
        right = sum(weight * mines for (_, mines), weight in weighted.items())
        sign = 1 if (right or sum(weights_of_cells(weighted).values())) >= 0 else -1
        weight_of = {by_left[e].cell: sign * weight for e, weight in weighted.items()}
        clues = sorted(weight_of, key=lambda c: (weight_of[c] < 0, self._distance(c, cell), c))
        mines, safe = settled_by_sum(weighted)
        first, second = (mines, safe) if claim > 0 else (safe, mines)
        facts = [
            (mines_fact if mask is mines else safe_fact)(mask) for mask in (first, second) if mask
        ]
        # Known cells that do not cancel are taken into account.
        total: dict[Cell, int] = {}
        for clue in clues:
            for near in cells_of(self._clues[clue].mask):
                total[near] = total.get(near, 0) + weight_of[clue]
        remaining = 0
        for mask, _ in weighted:
            remaining |= mask
        needs = frozenset(c for c, weight in total.items() if weight and not remaining & 2 << c)
        return Draft(
            Kind.COMBINATION,
            facts[0],
            tuple(clues),
            needs,
            also=facts[1] if len(facts) > 1 else None,
            weights=tuple(weight_of[clue] for clue in clues),
        )

    # -- case split -------------------------------------------------------------------------

    def _refuted(self, claim: Literal, mines: Sequence[Cell], clear: Sequence[Cell]) -> Draft:
        view = self.closure.view
        chosen = without_mine_count(Clues(reduced(view, mines, clear)), claim)
        assert chosen is not None, "the clues settle it"
        return refutation([total_of(view, clue, mines, clear) for clue in chosen], claim)


def weights_of_cells(equations: dict[tuple[int, int], int]) -> dict[Cell, int]:
    """The weight of every cell in a weighted sum of equations."""
    total: dict[Cell, int] = {}
    for (mask, _), weight in equations.items():
        for cell in cells_of(mask):
            total[cell] = total.get(cell, 0) + weight
    return total


def settled_by_sum(equations: dict[tuple[int, int], int]) -> tuple[int, int]:
    """The mines and safe cells that a weighted sum of equations leaves no choice."""
    total = weights_of_cells(equations)
    right = sum(weight * mines for (_, mines), weight in equations.items())
    most = sum(weight for weight in total.values() if weight > 0)
    least = sum(weight for weight in total.values() if weight < 0)
    laid = clear = 0
    for cell, weight in total.items():
        # With this cell left at one value, the others can't make up for it.
        if weight > 0:
            laid |= (most - weight < right) * (2 << cell)
            clear |= (least + weight > right) * (2 << cell)
        elif weight < 0:
            laid |= (least - weight > right) * (2 << cell)
            clear |= (most + weight < right) * (2 << cell)
    return laid, clear


def _size(draft: Draft) -> int:
    return 1 + sum(_size(part) for part in draft.parts)
