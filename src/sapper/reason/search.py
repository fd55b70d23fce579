"""Searches components of constraints for provable cells, by backtracking or in layers.

    model        a number of mines for each box, such that all constraints hold
    layer        all ways to fill the first boxes. They are grouped by the number of mines that each
                 constraint still needs. Each group has its possible mine counts

A cell is provably safe if it is a mine in no model, and a provable mine if it is safe in no model.
The search keeps bounds on the number of mines in each box and tightens them using the constraints
(Mackworth 1977, on intervals). The search branches on a box whose constraints have failed often.
A single model can show many cells to be unsettled.

The mine count connects all components, and backtracking would try all combinations of their models.
So `certain_by_count` uses layers instead: dynamic programming along the border, forward and
backward. Each state has a bit mask of its possible mine counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sapper.core.constraints import Component, mine, safe
from sapper.core.grid import Cell
from sapper.logic import Literal
from sapper.logic.clause import bits


class ComponentSearch:
    """A backtracking search over one component.

    The search branches by dom/wdeg (Boussemart and others 2004), and keeps the weights between
    calls.
    """

    def __init__(self, component: Component) -> None:
        self.component = component
        self.around = _constraints_of(component)
        self.weight = [1] * len(component.constraints)
        self.sizes = [len(box) for box in component.boxes]

    def model(self, box: int | None = None, low: int = 0, high: int = 8) -> list[int] | None:
        """A model in which the box has `low` to `high` mines, or None if there is none."""
        lo, hi = [0] * len(self.sizes), self.sizes[:]
        if box is not None:
            lo[box], hi[box] = max(0, low), min(hi[box], high)
        if not self._tighten(lo, hi, range(len(self.weight))):
            return None
        # Use a list as the stack, because recursion along a long border would exceed the recursion
        # limit.
        trail: list[tuple[list[int], list[int], int]] = []
        while (branch := self._branch(lo, hi)) is not None:
            trail.append((lo[:], hi[:], branch))
            hi[branch] = lo[branch]
            while not self._tighten(lo, hi, self.around[branch]):
                if not trail:
                    return None
                lo, hi, branch = trail.pop()
                lo[branch] += 1
        return lo

    def _branch(self, lo: list[int], hi: list[int]) -> int | None:
        best, score = None, 0.0
        weight = self.weight
        for b, low in enumerate(lo):
            values = hi[b] - low
            if values:
                busy = sum([weight[c] for c in self.around[b]]) / values
                if busy > score:
                    best, score = b, busy
        return best

    def _tighten(self, lo: list[int], hi: list[int], start: Iterable[int]) -> bool:
        """Tighten the bounds until they are stable, or return False if a constraint can't hold."""
        constraints, around = self.component.constraints, self.around
        todo = list(start)
        while todo:
            c = todo.pop()
            boxes, left = constraints[c]
            least = most = 0
            for b in boxes:
                least += lo[b]
                most += hi[b]
            if not least <= left <= most:
                self.weight[c] += 1
                return False
            if least == most:
                continue
            for b in boxes:
                low, high = lo[b], hi[b]
                new_low, new_high = max(low, left - most + high), min(high, left - least + low)
                if new_low != low or new_high != high:
                    if new_low > new_high:
                        self.weight[c] += 1
                        return False
                    lo[b], hi[b] = new_low, new_high
                    least += new_low - low
                    most += new_high - high
                    todo += around[b]
        return True


def _constraints_of(component: Component) -> list[list[int]]:
    around: list[list[int]] = [[] for _ in component.boxes]
    for c, (boxes, _) in enumerate(component.constraints):
        for b in boxes:
            around[b].append(c)
    return around


def certain_in(component: Component) -> Iterator[Literal]:
    search = ComponentSearch(component)
    sizes = search.sizes
    model = search.model()
    if model is None:
        return  # a contradiction, which Knowledge reports later
    empty = {b for b, n in enumerate(model) if n == 0}
    full = {b for b, n in enumerate(model) if n == sizes[b]}
    for b in range(len(sizes)):
        for claims, literal in ((empty, safe), (full, mine)):
            if b not in claims:
                continue
            low, high = (1, sizes[b]) if claims is empty else (0, sizes[b] - 1)
            model = search.model(b, low, high)
            if model is None:
                yield from map(literal, component.boxes[b])
            else:
                empty -= {e for e in empty if model[e] > 0}
                full -= {f for f in full if model[f] < sizes[f]}


class Layers:
    """A state says how many mines each constraint still needs, with four bits per constraint.

    `forward[i]` maps each state before the i-th box to a mask of the possible mine counts in the
    earlier boxes. `backward[i]` maps states before the i-th box to masks of the possible mine
    counts in the i-th and all later boxes.
    """

    def __init__(self, component: Component) -> None:
        self.component = component
        self.order = _along_border(component)
        boxes, constraints = component.boxes, component.constraints
        around = _constraints_of(component)
        start = sum(left << 4 * c for c, (_, left) in enumerate(constraints))
        cells_left = [sum(len(boxes[b]) for b in members) for members, _ in constraints]
        self.forward: list[dict[int, int]] = [{start: 1}]
        self.moves: list[list[tuple[int, int, int]]] = []
        for b in self.order:
            size = len(boxes[b])
            unit = sum(1 << 4 * c for c in around[b])
            for c in around[b]:
                cells_left[c] -= size
            layer: dict[int, int] = {}
            moves = []
            for state, counts in self.forward[-1].items():
                low, high = 0, size
                for c in around[b]:
                    need = state >> 4 * c & 15
                    high = min(high, need)
                    low = max(low, need - cells_left[c])
                for n in range(low, high + 1):
                    after = state - n * unit
                    layer[after] = layer.get(after, 0) | counts << n
                    moves.append((state, n, after))
            self.forward.append(layer)
            self.moves.append(moves)
        self.backward: list[dict[int, int]] = [{} for _ in self.forward]
        self.backward[-1] = {0: 1} if 0 in self.forward[-1] else {}
        for i in range(len(self.order) - 1, -1, -1):
            behind = self.backward[i]
            ahead = self.backward[i + 1]
            for state, n, after in self.moves[i]:
                counts = ahead.get(after, 0)
                if counts:
                    behind[state] = behind.get(state, 0) | counts << n

    @property
    def counts(self) -> int:
        return next(iter(self.backward[0].values()), 0)

    def certain(self, allowed: int) -> Iterator[Literal]:
        """The literals of the settled cells."""
        for i, b in enumerate(self.order):
            cells = self.component.boxes[b]
            possible = set()
            for state, n, after in self.moves[i]:
                if n in possible:
                    continue
                ahead = self.backward[i + 1].get(after, 0)
                if ahead and any(
                    allowed >> count + n & ahead for count in bits(self.forward[i][state])
                ):
                    possible.add(n)
            if possible == {0}:
                yield from map(safe, cells)
            elif possible == {len(cells)}:
                yield from map(mine, cells)


def _along_border(component: Component) -> list[int]:
    """An order of the boxes in which few constraints are unfinished at any time."""
    around = _constraints_of(component)
    left = set(range(len(component.boxes)))
    undone = [len(boxes) for boxes, _ in component.constraints]
    begun: set[int] = set()
    order = []
    while left:
        best = min(
            left,
            key=lambda b: (
                sum(c not in begun for c in around[b]),
                min((undone[c] for c in around[b] if c in begun), default=99),
                b,
            ),
        )
        left.discard(best)
        order.append(best)
        for c in around[best]:
            begun.add(c)
            undone[c] -= 1
    return order


def certain_by_count(
    parts: Sequence[Component], inside: Sequence[Cell], mines_left: int
) -> Iterator[Literal]:
    """The literals of the cells that the clues and the mine count settle together.

    `inside` contains the cells that no clue touches.
    """
    layers = [Layers(component) for component in parts]
    masks = [layer.counts for layer in layers]
    masks.append((2 << len(inside)) - 1)
    prefix = [1]
    for mask in masks:
        prefix.append(_sums(prefix[-1], mask))
    suffix = [1]
    for mask in reversed(masks):
        suffix.append(_sums(suffix[-1], mask))
    suffix.reverse()
    for i, layer in enumerate(layers):
        others = _sums(prefix[i], suffix[i + 1])
        yield from layer.certain(_complement(others, mines_left))
    if inside:
        own = masks[-1] & _complement(prefix[-2], mines_left)
        if own == 1:
            yield from map(safe, inside)
        elif own == 1 << len(inside):
            yield from map(mine, inside)


def _sums(a: int, b: int) -> int:
    """The mask of all sums of two counts, one from each mask."""
    total = 0
    for count in bits(b if b.bit_count() < a.bit_count() else a):
        total |= (a if b.bit_count() < a.bit_count() else b) << count
    return total


def _complement(mask: int, total: int) -> int:
    """The mask of `total - count`, for each count in the mask."""
    return sum(1 << total - count for count in bits(mask) if count <= total)
