"""The rules in Python settle the same cells as the engine, and name the clues they used."""

from collections import Counter

import pytest

from explaincheck import follows, positions, random_view
from sapper.core.constraints import cells_of, mask_of
from sapper.core.level import Level
from sapper.core.view import View
from sapper.explain.step import ArgumentStep
from sapper.ladder.case_split import CaseSplit
from sapper.ladder.closure import Closure
from sapper.ladder.finding import Fact, Finding, Kind
from sapper.ladder.rungs import settled_cells
from sapper.ladder.techniques import Technique
from sapper.reason.odds import odds

# Only a supposition settles a cell in this position.
SPLIT = "8x6x14/any\n.2.12..0\n..2.2..0\n.2.1...1\n.2..3...\n.2..5...\n1.3..3.2"


def closure_of(view: View) -> Closure:
    """Apply the rules until they settle no more cells."""
    chances = odds(view)
    closure = Closure(view, mask_of((*chances.safe, *chances.mines)))
    while closure.next_round():
        pass
    return closure


def rungs_of(closure: Closure) -> dict[int, tuple[bool, Technique]]:
    """Map each settled cell to whether it is a mine and to its technique."""
    found: dict[int, tuple[bool, Technique]] = {}
    for one in closure.rounds:
        for cells, is_mine in ((cells_of(one.mines), True), (cells_of(one.safe), False)):
            for cell in cells:
                found.setdefault(cell, (is_mine, one.rung))
    return found


@pytest.mark.parametrize(
    "text", ["9x6x12/open", "16x8x28/open", "11x11x24/safe", "14x7x20/given", "30x16x99/open"]
)
def test_the_rules_agree_with_the_engine_on_every_cell(text: str) -> None:
    level = Level.parse(text)
    seen: Counter[Technique] = Counter()
    views = [view for seed in range(4) for view in positions(level, seed)]
    for view in [*views, *(random_view(level, seed) for seed in range(8))]:
        expected = {
            cell: (each.mine, each.technique)
            for cell, each in settled_cells(view, Technique.CASE_SPLIT).items()
            if each.technique > Technique.GIVEN
        }
        assert rungs_of(closure_of(view)) == expected
        seen.update(rung for _, rung in expected.values())
    assert len(seen) >= 3


def known_steps(cells: frozenset[int], mines: int) -> list[ArgumentStep]:
    bits = [(cell, int(mines >> cell + 1 & 1)) for cell in cells]
    return [ArgumentStep(Kind.KNOWN, Fact((cell,), bit, bit)) for cell, bit in bits]


def check_finding(view: View, finding: Finding, mines: int, known: int) -> None:
    """Check that the facts of a finding follow from its clues, its known cells and its parts."""
    assert all(known & 2 << need for need in finding.needs)
    for part in finding.parts:
        check_finding(view, part, mines, known)
    told = [ArgumentStep(part.kind, fact) for part in finding.parts for fact in part.facts]
    told += known_steps(finding.needs, mines)
    for fact in finding.facts:
        assert follows(view, fact, told, finding.clues, ()), finding


@pytest.mark.parametrize(
    ("text", "seed"), [("9x6x12/open", 2), ("7x6x14", 5), ("12x12x30", 1), ("16x9x38", 3)]
)
def test_every_finding_follows_from_the_clues_that_it_names(text: str, seed: int) -> None:
    """Every way to settle a cell is checked, not only the way that is shown."""
    view = random_view(Level.parse(text), seed)
    closure = closure_of(view)
    for cell in rungs_of(closure):
        number = closure.round_of(cell)
        before = closure.rounds[number - 1]
        findings = closure.findings(cell)
        assert findings or closure.rounds[number].rule is Technique.CASE_SPLIT
        for finding in findings:
            assert finding.settles(cell)
            check_finding(view, finding, before.mines, before.mines | before.safe)


def test_a_case_split_names_clues_that_settle_its_cell() -> None:
    view = View.parse(SPLIT)
    rounds = closure_of(view).rounds
    uses = [
        (use, rounds[number - 1])
        for number, one in enumerate(rounds)
        for use in one.uses
        if isinstance(use, CaseSplit)
    ]
    assert uses
    for use, before in uses:
        clues = [clue.cell for one in use.clues for clue in one.clues]
        known = known_steps(frozenset(cells_of(before.mines | before.safe)), before.mines)
        number = int(use.mines > 0)
        (cell,) = cells_of(use.mines | use.safe)
        assert follows(view, Fact((cell,), number, number), known, clues, ())
