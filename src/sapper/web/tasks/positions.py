"""Tasks about a position: odds, explanations, hints and the chance of winning.

They get only the position, so the answer can't depend on the mines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sapper.core.view import ContradictionError, View
from sapper.errors import SapperError
from sapper.explain import explain as explain_cell
from sapper.explain import hint as hint_in
from sapper.explain.explanation import Explanation, ExplanationJson, UncertainJson
from sapper.explain.hints import HintJson
from sapper.ladder.rungs import easiest
from sapper.reason.odds import MayGuessJson, NumbersJson, Odds, OddsJson, may_guess
from sapper.reason.odds import numbers as numbers_of
from sapper.reason.odds import odds as odds_of
from sapper.reason.value import ValueJson
from sapper.reason.value import value as value_of
from sapper.web.reading import read_position
from sapper.words import refusal

if TYPE_CHECKING:
    from sapper.web import forms

REASONS = 6
"""the maximum number of cells among which the one with the shortest reason is chosen"""
VALUE_BUDGET = 0.3
"""seconds of work to estimate a chance of winning"""
VALUE_CELLS = 2500
"""the maximum number of hidden cells for an estimate"""
VALUE_BOARDS = 3.3
"""log10 of the number of boards up to which the chance is exact (native/value.cpp)"""


def view_of(position: str) -> View:
    """Read a position. Cells that are safe under the start rule become given cells."""
    return read_position(position).with_promises()


def analyse(position: str) -> forms.AnalysisJson:
    """The odds of a position, or the clues that contradict each other, or a failure."""
    try:
        view = view_of(position)
        found = odds_of(view)
        large = _too_large(view, found)
        return {
            "odds": found.to_json(),
            "conflict": None,
            "problem": None,
            "no_value": None if large is None else refusal(large),
        }
    except ContradictionError as error:
        conflict = error.conflict.to_json(view)
        return {"odds": None, "conflict": conflict, "problem": None, "no_value": None}
    except SapperError as problem:
        return {"odds": None, "conflict": None, "problem": refusal(problem), "no_value": None}


def odds(position: str) -> OddsJson:
    """The odds in a running game, whose position can't contain contradictions."""
    view = view_of(position)
    return odds_of(view).to_json()


def numbers(position: str, cell: str) -> NumbersJson:
    view = view_of(position)
    return numbers_of(view, view.grid.parse_cell(cell)).to_json(view.grid)


def value(position: str) -> ValueJson:
    view = view_of(position)
    if len(view.hidden) > VALUE_CELLS and (problem := _too_large(view, odds_of(view))):
        raise problem
    return value_of(view, VALUE_BUDGET).to_json()


def _too_large(view: View, found: Odds) -> SapperError | None:
    """An error if the chance of winning would take too long to compute, otherwise None.

    Simulating games on large boards takes seconds. If only a few boards are possible, the chance is
    computed quickly at any size.
    """
    if len(view.hidden) <= VALUE_CELLS or found.log10_solutions <= VALUE_BOARDS:
        return None
    return SapperError(
        "{count} hidden cells is too many to estimate the chance of winning: the limit is {most}",
        count=len(view.hidden),
        most=VALUE_CELLS,
    )


def explain(position: str, cell: str | None = None) -> ExplanationJson | UncertainJson:
    """Explain a cell, by default the provable cell that is easiest to explain."""
    view = view_of(position)
    return explain_cell(view, None if cell is None else view.grid.parse_cell(cell)).to_json()


def certificate(position: str, cell: str | None = None) -> dict[str, str]:
    view = view_of(position)
    found = explain_cell(view, None if cell is None else view.grid.parse_cell(cell))
    return found.certificate().files if isinstance(found, Explanation) else {}


def hint(position: str, tier: int) -> HintJson:
    """A hint from tier 1 to 5: nudge, region, clues, cell or proof."""
    view = read_position(position)
    return hint_in(view, tier).to_json(view.grid)


def guess(position: str) -> MayGuessJson:
    view = view_of(position)
    return may_guess(view).to_json(view)


def missed(positions: list[dict[str, str | None]]) -> list[dict[str, Any]]:
    """For each position, the shortest proof of a safe cell, and the risk of the opened cell.

    If the opened cell was provably a mine, `mine` contains the proof.
    """
    answers = []
    for one in positions:
        view = view_of(str(one["position"]))
        safe = [cell for cell, found in easiest(view).items() if not found.mine][:REASONS]
        reasons = (explain_cell(view, cell).to_json() for cell in sorted(safe))
        shortest = min(reasons, key=lambda reason: len(reason["words"]))
        opened = None if one["cell"] is None else view.grid.parse_cell(one["cell"])
        found = odds_of(view)
        risk = None if opened is None else found[opened]
        mine = explain_cell(view, opened).to_json() if opened in found.mines else None
        answers.append({"risk": risk, "reason": shortest, "mine": mine})
    return answers
