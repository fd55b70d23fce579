"""The technique *mine count*: arguments that need the number of mines on the board.

    total       The clues account for all remaining mines, or for all remaining safe cells.
    refuted     If the claim were false, the clues would need more or fewer mines than remain.
    remainder   The mine count is used like the number of a clue that touches all remaining cells.

If all arguments are too long, the finding says only that every way to place the mines was tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from sapper.core.grid import Cell
from sapper.core.view import FLAGGED, HIDDEN, View
from sapper.ladder.case_split import DeadEnd, Supposing, Total, total_of
from sapper.ladder.finding import Fact, Finding, Kind, fact_of
from sapper.logic import Literal
from sapper.words.message import NAMES

# An argument with more steps than this is too long to be helpful.
_SHORT = 9


def mine_count(
    view: View,
    claim: Literal,
    clues: Iterable[Cell],
    mines: Sequence[Cell],
    clear: Sequence[Cell],
) -> Finding:
    totals = [total_of(view, clue, mines, clear) for clue in clues]
    left = view.level.mines - len(mines)
    unknown = [cell for cell, state in enumerate(view.states) if state in (HIDDEN, FLAGGED)]

    def remaining(known: frozenset[Cell]) -> Finding:
        cells = tuple(cell for cell in unknown if cell not in known)
        return Finding(Kind.MINE_COUNT, Fact(cells, left, left), (), known)

    # `count` cites only the known mines. `whole` also cites the known safe cells, for arguments
    # that would fail if one of them could be a mine.
    count, whole = remaining(frozenset(mines)), remaining(frozenset([*mines, *clear]))
    arguments = [
        _by_total(totals, count if claim < 0 else whole, claim),
        _by_refuted_total(totals, count, whole, claim),
        _by_remainder(totals, whole, claim),
    ]
    short = [finding for finding in arguments if finding is not None and _length(finding) <= _SHORT]
    return min(short, key=_length, default=_ways(totals, fact_of(claim), (whole,)))


def _length(finding: Finding) -> int:
    seen: set[Finding] = set()
    left = [finding]
    while left:
        one = left.pop()
        if one not in seen:
            seen.add(one)
            left += one.parts
    return len(seen)


def _needs(totals: Sequence[Total], direction: int = 1) -> frozenset[Cell]:
    """The known cells around these clues that an argument must cite.

    If `direction` is -1, a safe cell is cited only if several clues touch it.
    """
    laid = [cell for total in totals for cell in total.known_mines]
    empty = Counter(cell for total in totals for cell in total.known_safe)
    return frozenset([*laid, *(c for c, times in empty.items() if direction > 0 or times > 1)])


def _settled(totals: Iterable[Total]) -> list[Finding]:
    return list(dict.fromkeys(finding for total in totals for finding in total.settled))


def _named(totals: Iterable[Total]) -> tuple[Cell, ...]:
    return tuple(total.clue for total in totals if total.clue is not None)


def _ways(totals: Sequence[Total], fact: Fact, parts: Iterable[Finding] = ()) -> Finding:
    parts = (*parts, *_settled(totals))
    under = dict.fromkeys(literal for part in parts for literal in part.under)
    return Finding(Kind.WAYS, fact, _named(totals), _needs(totals), parts, under=tuple(under))


def _by_total(totals: Sequence[Total], count: Finding, claim: Literal) -> Finding | None:
    for group in (_separate, _components):
        clues, parts, cells, least, most = _accounted(group(totals, claim))
        rest = tuple(cell for cell in count.fact.cells if cell not in cells)
        left = count.fact.least - (least if claim < 0 else most)
        if abs(claim) - 1 in rest and left == (0 if claim < 0 else len(rest)):
            if claim < 0:
                empty = {cell for total in clues for cell in total.known_safe}
                rest = tuple(cell for cell in rest if cell not in empty)
            fact = Fact(rest, left, left)
            needs = _needs(clues, claim)
            return Finding(Kind.TOTAL, fact, _named(clues), needs, (count, *parts))
    return None


def _accounted(
    groups: Iterable[Total | Finding],
) -> tuple[list[Total], list[Finding], set[Cell], int, int]:
    clues: list[Total] = []
    parts: list[Finding] = []
    cells: set[Cell] = set()
    least = most = 0
    for group in groups:
        if isinstance(group, Finding):
            parts.append(group)
            cells.update(group.fact.cells)
            least, most = least + group.fact.least, most + group.fact.most
        else:
            clues.append(group)
            cells.update(group.cells)
            least, most = least + group.mines, most + group.mines
    return clues, parts, cells, least, most


def _worth(total: Total, direction: int) -> float:
    """The share of a clue's cells that are mines (direction -1) or safe (direction 1)."""
    worth = total.mines if direction < 0 else len(total.cells) - total.mines
    return worth / len(total.cells)


def _separate(totals: Sequence[Total], direction: int) -> Iterator[Total]:
    """Yield clues that share no cell, chosen greedily by `_worth`."""
    taken: set[Cell] = set()
    for total in sorted(totals, key=lambda one: -_worth(one, direction)):
        if taken.isdisjoint(total.cells):
            taken |= total.cells
            yield total


def _components(totals: Sequence[Total], direction: int) -> Iterator[Total | Finding]:
    """For each group of linked clues, the smallest or largest number of mines among its cells."""
    groups: list[tuple[frozenset[Cell], list[Total]]] = []
    for total in totals:
        cells, joined = total.cells, [total]
        apart = []
        for others, members in groups:
            if cells.isdisjoint(others):
                apart.append((others, members))
            else:
                cells |= others
                joined += members
        groups = [*apart, (cells, joined)]
    for cells, members in groups:
        if len(members) == 1:
            yield members[0]
            continue
        sums = possible_totals(
            [Fact(tuple(sorted(one.cells)), one.mines, one.mines) for one in members]
        )
        ordered = tuple(sorted(cells))
        least, most = (sums[0], len(ordered)) if direction < 0 else (0, sums[-1])
        yield _ways(members, Fact(ordered, least, most))


def _by_refuted_total(
    totals: Sequence[Total], some: Finding, whole: Finding, claim: Literal
) -> Finding | None:
    """Show that if the claim were false, the clues would need more or fewer mines than remain."""
    supposing = Supposing(totals)
    state = {abs(claim) - 1: supposing.suppose(-claim)}
    if supposing.propagate(state) is not None:
        return None
    left = [one for one in (_less(total, state) for total in totals) if one.cells]
    laid = {cell for cell, finding in state.items() if finding.is_mine(cell)}
    for group in (_separate, _components):
        for direction in (-1, 1):
            count = some if direction < 0 else whole
            clues, parts, cells, least, most = _accounted(group(left, direction))
            room = sum(c not in cells and c not in state for c in count.fact.cells)
            too_many = len(laid) + least > count.fact.most
            too_few = len(laid) + most + room < count.fact.least
            if not (too_many if direction < 0 else too_few):
                continue
            used = laid if direction < 0 else state.keys() - laid
            settling = dict.fromkeys(state[cell] for cell in sorted(used))
            findings = dict.fromkeys((count, *settling, *_settled(clues), *parts))
            needs = _needs(clues, direction)
            closed = supposing.close(DeadEnd(_named(clues), tuple(findings), needs))
            assert isinstance(closed, Finding), "without the supposition there are boards that fit"
            return closed
    return None


def _less(total: Total, state: dict[Cell, Finding]) -> Total:
    gone = [cell for cell in sorted(total.cells) if cell in state]
    laid = sum(state[cell].is_mine(cell) for cell in gone)
    return replace(
        total,
        cells=total.cells.difference(gone),
        mines=total.mines - laid,
        settled=tuple(dict.fromkeys(state[cell] for cell in gone)),
    )


def _by_remainder(totals: Sequence[Total], count: Finding, claim: Literal) -> Finding | None:
    if not 0 < len(count.fact.cells) <= NAMES:
        return None
    whole = Total(None, frozenset(count.fact.cells), count.fact.least, settled=(count,))
    refuted = Supposing([*totals, whole]).refute({}, -claim)
    assert isinstance(refuted, Finding), "a view that has a board cannot contradict itself"
    return refuted


def possible_totals(facts: Sequence[Fact]) -> list[int]:
    """The possible numbers of mines among all cells of these facts, in ascending order.

    >>> possible_totals([Fact((0, 1), 1, 1), Fact((1, 2), 1, 1)])
    [1, 2]
    """
    inside: dict[Cell, tuple[int, ...]] = {}
    for index, fact in enumerate(facts):
        for cell in fact.cells:
            inside[cell] = (*inside.get(cell, ()), index)
    # A state holds the number of mines counted so far in each fact. After the last box of a fact,
    # the fact's number is reset to 0. The value of a state is a mask of the possible totals.
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
