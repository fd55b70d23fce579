"""The argument for a certain cell: what is known, then step by step to the claim.

What an easier rung settles is known: it is cited, not shown again. What the claim's own rung
settles is shown, as long as that is short, and cited from there on. Whoever doubts a cited cell can
have it explained in its turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sapper.constraints import cells_of, mask_of
from sapper.explain.closure import WHOLE, Closure
from sapper.explain.draft import Draft
from sapper.explain.facts import Fact, Kind, Step, fact_of, trimmed
from sapper.explain.inference import Inferences
from sapper.explain.mine_count import count_argument
from sapper.grid import Cell
from sapper.logic import Literal
from sapper.techniques import Technique
from sapper.view import TOLD, View

# Inferences on the rung of the claim that are shown; what else they need is cited.
_SHOWN = 4


def argument(view: View, claim: Literal, certain: int) -> tuple[Technique, tuple[Step, ...]]:
    """The technique of a claim that holds, and the steps to it; the last one has the claim.

    `certain` is the mask of the cells that are certain.
    """
    cell = abs(claim) - 1
    if view[cell] == TOLD:
        return Technique.TOLD, (Step(Kind.TOLD, fact_of(claim)),)
    closure = Closure(view, certain, cell)
    rung = closure.rung_of(cell)
    if rung is not None:
        return rung, traced(closure, cell)
    closure.climb(Technique.CASE_SPLIT)
    last = closure.rounds[-1]
    draft = count_argument(view, claim, cells_of(last.mines), cells_of(last.safe))
    return Technique.MINE_COUNT, assembled(draft.all_needs(), [draft], last.mines)


# Cells that are explained to find the simplest.
_COMPARED = 4


def simplest_arguments(
    view: View, claims: Sequence[Literal], certain: int
) -> Iterator[tuple[Literal, Technique, tuple[Step, ...]]]:
    """The arguments of a few of these claims: the first that the lowest rung settles."""
    told = [claim for claim in claims if view[abs(claim) - 1] == TOLD]
    if told or view.level.size > WHOLE:  # a closure of a large board would take long
        for claim in told[:1] or claims[:_COMPARED]:
            yield claim, *argument(view, claim, certain)
        return
    closure = Closure(view, certain)
    wanted = {abs(claim) - 1: claim for claim in claims}
    mask = mask_of(wanted)
    while closure.next_round():
        last = closure.rounds[-1]
        if settled_cells := cells_of((last.mines | last.safe) & mask):
            for cell in settled_cells[:_COMPARED]:
                yield wanted[cell], last.rung, traced(closure, cell)
            return
    for claim in claims[:_COMPARED]:
        yield claim, *argument(view, claim, certain)


def traced(closure: Closure, cell: Cell) -> tuple[Step, ...]:
    """The steps to a cell that a closure has settled."""
    rung = closure.rounds[closure.round_of(cell)].rung
    inferences = Inferences(closure)
    shown: dict[Draft, int] = {}
    pending = {cell}
    cited: set[Cell] = set()
    while pending:
        # The last to be settled first, so that what is cited came early.
        latest = max(pending, key=lambda c: (closure.round_of(c), -c))
        number = closure.round_of(latest)
        pending.discard(latest)
        # What is cited is known to every step. One of the same round might not need all of its
        # clues then.
        spared = len(shown) >= _SHOWN and not any(
            at == number and (draft.parts or len(draft.clues) > 1) for draft, at in shown.items()
        )
        if closure.rounds[number].rung < rung or spared:
            cited.add(latest)
            continue
        draft = inferences.draft(latest)
        shown[draft] = number
        pending -= {c for fact in draft.facts for c in fact.cells if closure.round_of(c) == number}
        pending |= draft.all_needs() - cited
    order = _without_doubles(shown, cell)
    cited &= {need for draft in order for need in draft.all_needs()}
    for cell in list(cited):
        # What a step settles anyway need not be cited for later ones. One of the same round would
        # be told all that the step settles, and might not need all of its clues then.
        settling = [shown[draft] for draft in order if _settles(draft, cell)]
        using = [shown[draft] for draft in order if cell in draft.all_needs()]
        if settling and settling[0] < using[0]:
            cited.discard(cell)
    return assembled(cited, order, closure.rounds[-1].mines)


def _without_doubles(shown: dict[Draft, int], cell: Cell) -> list[Draft]:
    """The drafts in order of their rounds, without those whose cells others settle as early."""
    order = sorted(shown, key=lambda draft: shown[draft])

    def doubled(draft: Draft) -> bool:
        needed = {cell}.union(*(other.all_needs() for other in order))
        others = [other for other in order if other is not draft and shown[other] <= shown[draft]]
        return all(
            any(_settles(other, one) for other in others) for one in needed if _settles(draft, one)
        )

    # The last first: what it alone needed is then settled for nothing.
    for draft in reversed(order.copy()):
        if doubled(draft):
            order.remove(draft)
    return order


def _settles(draft: Draft, cell: Cell) -> bool:
    return any(cell in fact.cells for fact in draft.facts)


def assembled(cited: Iterable[Cell], drafts: Sequence[Draft], mines: int) -> tuple[Step, ...]:
    """Drafts in order as steps, after what is cited: the known mines, then the known safe cells."""
    cited = sorted(cited)
    laid = tuple(cell for cell in cited if mines & 2 << cell)
    clear = tuple(cell for cell in cited if not mines & 2 << cell)
    known = [Fact(laid, len(laid), len(laid)), Fact(clear, 0, 0)]
    steps = [Step(Kind.KNOWN, fact) for fact in known if fact.cells]
    shows = {cell: i for i, step in enumerate(steps) for cell in step.fact.cells}
    made: dict[Draft, int] = {}

    def add(draft: Draft) -> int:
        if draft not in made:
            uses = {add(part) for part in draft.parts} | {shows[need] for need in draft.needs}
            steps.append(
                Step(
                    draft.kind,
                    draft.fact,
                    tuple(sorted(uses)),
                    draft.under,
                    draft.clues,
                    draft.also,
                    draft.weights,
                )
            )
            made[draft] = len(steps) - 1
        return made[draft]

    for draft in drafts:
        place = add(draft)
        for fact in draft.facts:
            shows.update((cell, place) for cell in fact.cells if cell not in shows)
    return trimmed(steps, len(steps) - 1)
