"""An argument that a cell is safe or a mine: the known cells that it uses, followed by its steps.

An argument may use other cells that are settled. A cell that an easier technique settles is cited
without a reason. For a cell that needs the same technique as the claim, the argument includes a
step that settles the cell, as long as the argument stays short. The function `explain` says why a
cited cell is settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sapper.core.constraints import cells_of, mask_of
from sapper.core.grid import Cell
from sapper.core.view import GIVEN, View
from sapper.explain.clues import Clues, with_mine_count, without_mine_count
from sapper.explain.step import ArgumentStep, needed_steps
from sapper.ladder.case_split import refutation, total_of
from sapper.ladder.closure import Closure, Round
from sapper.ladder.clue import WHOLE, distance, remaining_view
from sapper.ladder.finding import Fact, Finding, Kind, fact_of
from sapper.ladder.mine_count import mine_count
from sapper.ladder.techniques import Technique
from sapper.logic import Literal

_SHOWN = 4


def argument(
    view: View, claim: Literal, certain: int
) -> tuple[Technique, tuple[ArgumentStep, ...]]:
    """The technique and the steps of an argument for a true claim.

    `certain` is the mask of all provable cells.
    """
    cell = abs(claim) - 1
    if view[cell] == GIVEN:
        return Technique.GIVEN, (ArgumentStep(Kind.GIVEN, fact_of(claim)),)
    closure = Closure(view, certain, cell)
    rung = closure.rung_of(cell)
    if rung is not None:
        return rung, trace(closure, cell)
    last = closure.rounds[-1]
    mines, clear = cells_of(last.mines), cells_of(last.safe)
    clues = with_mine_count(Clues(remaining_view(view, mines, clear)), claim)
    finding = mine_count(view, claim, clues, mines, clear)
    return Technique.MINE_COUNT, assemble(finding.all_needs(), [finding], last.mines)


_COMPARED = 4


def simplest_arguments(
    view: View, claims: Sequence[Literal], certain: int
) -> Iterator[tuple[Literal, Technique, tuple[ArgumentStep, ...]]]:
    """Yield arguments for at most four claims. On a small board, these are the easiest claims."""
    given = [claim for claim in claims if view[abs(claim) - 1] == GIVEN]
    if given or view.level.size > WHOLE:  # computing the closure of a large board is slow
        for claim in given[:1] or claims[:_COMPARED]:
            yield claim, *argument(view, claim, certain)
        return
    closure = Closure(view, certain)
    wanted = {abs(claim) - 1: claim for claim in claims}
    mask = mask_of(wanted)
    while closure.next_round():
        last = closure.rounds[-1]
        if settled_cells := cells_of((last.mines | last.safe) & mask):
            for cell in settled_cells[:_COMPARED]:
                yield wanted[cell], last.rung, trace(closure, cell)
            return
    for claim in claims[:_COMPARED]:
        yield claim, *argument(view, claim, certain)


def trace(closure: Closure, cell: Cell) -> tuple[ArgumentStep, ...]:
    rung = closure.rounds[closure.round_of(cell)].rung
    shown: dict[Finding, int] = {}
    pending = {cell}
    cited: set[Cell] = set()
    while pending:
        # Take the most recently settled cell first. After _SHOWN steps, the other cells can be
        # cited without a step of their own.
        latest = max(pending, key=lambda c: (closure.round_of(c), -c))
        number = closure.round_of(latest)
        pending.discard(latest)
        # Don't cite the cell if a complex step of the same round is shown. If the cell were already
        # known, fewer clues might be enough for that step.
        spared = len(shown) >= _SHOWN and not any(
            at == number and (finding.parts or len(finding.clues) > 1)
            for finding, at in shown.items()
        )
        if closure.rounds[number].rung < rung or spared:
            cited.add(latest)
            continue
        finding = simplest_finding(closure, latest)
        shown[finding] = number
        pending -= {
            c for fact in finding.facts for c in fact.cells if closure.round_of(c) == number
        }
        pending |= finding.all_needs() - cited
    order = _without_doubles(shown, cell)
    cited &= {need for finding in order for need in finding.all_needs()}
    for cell in list(cited):
        # Don't cite a cell if one of the steps settles it in a round before its first use.
        settling = [shown[finding] for finding in order if finding.settles(cell)]
        using = [shown[finding] for finding in order if cell in finding.all_needs()]
        if settling and settling[0] < using[0]:
            cited.discard(cell)
    return assemble(cited, order, closure.rounds[-1].mines)


def simplest_finding(closure: Closure, cell: Cell) -> Finding:
    """The finding that needs the fewest extra steps or, if several do, the fewest known cells."""
    number = closure.round_of(cell)
    now, before = closure.rounds[number], closure.rounds[number - 1]
    if now.rule is Technique.CASE_SPLIT:
        claim = cell + 1 if now.mines & 2 << cell else -cell - 1
        refuted = refute(closure.view, claim, before)
        assert refuted is not None, "the clues settle it"
        return refuted
    findings = closure.findings(cell)
    if now.rule is Technique.CHAIN:
        return min(findings, key=lambda finding: (finding.size(), len(finding.all_needs())))
    lower = [one for one in closure.rounds if one.rung < now.rung][-1]
    shown = (before.mines | before.safe) & ~(lower.mines | lower.safe)

    def cost(finding: Finding) -> tuple[int, int, int, tuple[Cell, ...]]:
        to_show = sum(bool(shown & 2 << need) for need in finding.needs)
        far = sum(distance(clue, cell, closure.view.grid) for clue in finding.clues)
        return to_show, len(finding.needs), far, finding.clues

    return min(findings, key=cost)


def refute(view: View, claim: Literal, known: Round) -> Finding | None:
    mines, clear = cells_of(known.mines), cells_of(known.safe)
    clues = without_mine_count(Clues(remaining_view(view, mines, clear)), claim)
    if clues is None:
        return None
    return refutation([total_of(view, clue, mines, clear) for clue in clues], claim)


def _without_doubles(shown: dict[Finding, int], cell: Cell) -> list[Finding]:
    """Sort the findings by round, and leave out those that other findings make unnecessary."""
    order = sorted(shown, key=lambda finding: shown[finding])

    def doubled(finding: Finding) -> bool:
        needed = {cell}.union(*(other.all_needs() for other in order))
        others = [
            other for other in order if other is not finding and shown[other] <= shown[finding]
        ]
        return all(
            any(other.settles(one) for other in others) for one in needed if finding.settles(one)
        )

    # Check the last finding first: if it is removed, findings that only it needed can go as well.
    for finding in reversed(order.copy()):
        if doubled(finding):
            order.remove(finding)
    return order


def assemble(
    cited: Iterable[Cell], findings: Sequence[Finding], mines: int
) -> tuple[ArgumentStep, ...]:
    cited = sorted(cited)
    laid = tuple(cell for cell in cited if mines & 2 << cell)
    clear = tuple(cell for cell in cited if not mines & 2 << cell)
    known = [Fact(laid, len(laid), len(laid)), Fact(clear, 0, 0)]
    steps = [ArgumentStep(Kind.KNOWN, fact) for fact in known if fact.cells]
    shows = {cell: i for i, step in enumerate(steps) for cell in step.fact.cells}
    made: dict[Finding, int] = {}

    def add(finding: Finding) -> int:
        if finding not in made:
            uses = {add(part) for part in finding.parts} | {shows[need] for need in finding.needs}
            steps.append(
                ArgumentStep(
                    finding.kind,
                    finding.fact,
                    tuple(sorted(uses)),
                    finding.under,
                    finding.clues,
                    finding.also,
                    finding.weights,
                )
            )
            made[finding] = len(steps) - 1
        return made[finding]

    for finding in findings:
        place = add(finding)
        for fact in finding.facts:
            shows.update((cell, place) for cell in fact.cells if cell not in shows)
    return needed_steps(steps, len(steps) - 1)
