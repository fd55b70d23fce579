"""Arguments that need the mine count, the simplest first.

total       the clues account for all mines, or for all safe cells
remainder   the mines that remain among few cells are one more fact to compare with
refuted     if the claim were false, the clues would need more mines, or fewer, than there are
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sapper.explain.clues import Clues
from sapper.explain.derive import Derivation, State
from sapper.explain.facts import Fact, Kind, Step, accounted, fact_of, trimmed
from sapper.grid import NAMES, Cell
from sapper.logic import Literal


def count_argument(clues: Clues, chosen: Sequence[Cell], claim: Literal) -> tuple[Step, ...]:
    """An argument that needs the mine count: the simplest that works."""
    for way in (_by_total, _by_remainder, _by_refuted_total):
        found = way(clues, chosen, claim)
        if found is not None:
            return found
    # The numbers of mines that are possible have gaps: say only that every way was tried.
    whole = Derivation(clues, chosen)
    uses = (*whole.start.facts.values(), _add_count(whole, clues))
    return trimmed(whole.steps, whole.add(Kind.WAYS, fact_of(claim), uses), claim)


def _add_count(found: Derivation, clues: Clues) -> int:
    fact = Fact(tuple(clues.unknown), clues.view.level.mines, clues.view.level.mines)
    return found.add(Kind.MINE_COUNT, fact)


def _by_total(clues: Clues, chosen: Sequence[Cell], claim: Literal) -> tuple[Step, ...] | None:
    """The clues account for all mines, or for all safe cells."""
    found = Derivation(clues, chosen)
    state = found.start.copy()
    found.derive(state, None, wide=False)
    count = _add_count(found, clues)
    for groups in (_separate, _components):
        kept = groups(found, state, claim)
        rest = _left_over(found, count, kept)
        if abs(claim) - 1 in rest.cells and rest.settles:
            last = found.add(Kind.TOTAL, rest, (count, *kept))
            return trimmed(found.steps, last, claim)
    return None


def _by_remainder(clues: Clues, chosen: Sequence[Cell], claim: Literal) -> tuple[Step, ...] | None:
    """The mines that remain among few cells are one more fact to compare with."""
    found = Derivation(clues, chosen)
    state = found.start.copy()
    found.derive(state, None, wide=False)
    count = _add_count(found, clues)
    kept = list(dict.fromkeys(state.known.values()))
    rest = _left_over(found, count, kept)
    if not 0 < len(rest.cells) <= NAMES:
        return None
    last = found.add(Kind.TOTAL, rest, (count, *kept)) if kept else count
    state.facts[frozenset(rest.cells)] = last
    cell = abs(claim) - 1
    found.derive(state, cell)
    if cell in state.known:
        return trimmed(found.steps, state.known[cell], claim)
    refuted = found.refute(state, -claim)
    assert isinstance(refuted, int), "a view that has a board cannot contradict itself"
    return trimmed(found.steps, refuted, claim)


def _by_refuted_total(
    clues: Clues, chosen: Sequence[Cell], claim: Literal
) -> tuple[Step, ...] | None:
    """If the claim were false, the clues would need more mines, or fewer, than there are."""
    found = Derivation(clues, chosen)
    state = found.start.copy()
    found.derive(state, None, wide=False)
    count = _add_count(found, clues)
    found.stack.append(-claim)
    state.known[abs(claim) - 1] = found.suppose(-claim)
    if found.propagate(state) is not None:
        return None
    for groups in (_separate, _components):
        for direction in (-1, 1):
            kept = groups(found, state, direction)
            rest = _left_over(found, count, kept)
            if rest.least > len(rest.cells) or rest.most < 0:
                last = found.close((count, *kept))
                return None if isinstance(last, tuple) else trimmed(found.steps, last, claim)
    return None


def _left_over(found: Derivation, count: int, kept: Iterable[int]) -> Fact:
    """What the mine count leaves for the cells that these steps say nothing about."""
    whole = found.steps[count].fact
    taken, at_least, at_most = accounted(found.steps[i].fact for i in kept)
    rest = tuple(cell for cell in whole.cells if cell not in taken)
    least, most = whole.least - at_most, whole.most - at_least
    # Bounds beyond the number of cells are kept: they show a conflict.
    if most >= 0 and least <= len(rest):
        least, most = max(0, least), min(most, len(rest))
    return Fact(rest, least, most)


def _worth(fact: Fact, direction: int) -> int:
    """How much a fact adds to the mines needed (direction -1) or to the room taken (+1)."""
    return fact.least if direction < 0 else len(fact.cells) - fact.most


def _settled_groups(found: Derivation, state: State, direction: int) -> list[int]:
    groups = dict.fromkeys(state.known.values())
    return [i for i in groups if _worth(found.steps[i].fact, direction) > 0]


def _separate(found: Derivation, state: State, direction: int) -> list[int]:
    """The settled cells, and facts about separate other cells: the strongest first."""
    kept = _settled_groups(found, state, direction)
    taken: set[Cell] = set()
    left = []
    for i in state.facts.values():
        rest, least, most = found._reduced(state, i)
        left.append((Fact(tuple(sorted(rest)), least, most), i))
    left.sort(key=lambda one: (-_worth(one[0], direction) / max(1, len(one[0].cells)), one[1]))
    for fact, i in left:
        if _worth(fact, direction) > 0 and taken.isdisjoint(fact.cells):
            taken.update(fact.cells)
            kept.append(found._reduce(state, i))
    return kept


def _components(found: Derivation, state: State, direction: int) -> list[int]:
    """The settled cells, and for each group of clues that hang together how few or many mines."""
    kept = _settled_groups(found, state, direction)
    groups: list[tuple[set[Cell], list[int]]] = []
    for i in state.facts.values():
        cells = set(found._reduced(state, i)[0])
        if not cells:
            continue
        joined = [i]
        apart = []
        for others, steps in groups:
            if cells.isdisjoint(others):
                apart.append((others, steps))
            else:
                cells |= others
                joined += steps
        groups = [*apart, (cells, joined)]
    for cells, steps in groups:
        uses = tuple(found._reduce(state, i) for i in sorted(steps))
        totals = possible_totals([found.steps[i].fact for i in uses])
        fact = Fact(tuple(sorted(cells)), min(totals), max(totals))
        kept.append(uses[0] if len(uses) == 1 else found.add(Kind.WAYS, fact, uses))
    return kept


def possible_totals(facts: Sequence[Fact]) -> list[int]:
    """How many mines there can be among all the cells of these facts, ascending.

    >>> possible_totals([Fact((0, 1), 1, 1), Fact((1, 2), 1, 1)])
    [1, 2]
    """
    inside: dict[Cell, tuple[int, ...]] = {}
    for index, fact in enumerate(facts):
        for cell in fact.cells:
            inside[cell] = (*inside.get(cell, ()), index)
    # Cells of the same facts are alike. A state is how many mines each fact has so far (0 again
    # once the fact is complete), with the totals that lead there as the bits of a number.
    boxes: dict[tuple[int, ...], int] = {}
    for members in inside.values():
        boxes[members] = boxes.get(members, 0) + 1
    order = sorted(boxes)
    last = {index: place for place, members in enumerate(order) for index in members}
    states = {(0,) * len(facts): 1}
    for place, members in enumerate(order):
        done = [index for index in members if last[index] == place]
        following: dict[tuple[int, ...], int] = {}
        for state, totals in states.items():
            for laid in range(boxes[members] + 1):
                now = list(state)
                for index in members:
                    now[index] += laid
                if any(now[index] > facts[index].most for index in members):
                    break
                if any(now[index] < facts[index].least for index in done):
                    continue
                for index in done:
                    now[index] = 0
                key = tuple(now)
                following[key] = following.get(key, 0) | totals << laid
        states = following
    totals = 0
    for reached in states.values():
        totals |= reached
    return [total for total in range(totals.bit_length()) if totals >> total & 1]
