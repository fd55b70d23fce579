"""Guesses are explained: safety, what the number tells, the chance to win; all against oracles."""

import re
from dataclasses import replace

import pytest

from explaincheck import random_view
from reference import boards, number
from sapper.core.level import Level
from sapper.core.view import View
from sapper.errors import SapperError
from sapper.explain import GuessReason, Uncertain, explain, explain_guess
from sapper.reason.odds import odds
from sapper.reason.value import MoveValue
from sapper.words import say
from wordcheck import best_share, is_chance

CHANCE = r"((?:under |over )?[0-9.]+%)"


def leading(view: View, cell: int) -> float:
    """The share of boards on which a cell is safe and its number makes another certainly safe."""
    every = list(boards(view))
    width, height = view.level.width, view.level.height
    hidden = [c for c, state in enumerate(view.states) if state >= 9 and c != cell]
    known = {c for c in hidden if not any(c in mines for mines in every)}
    by_number: dict[int, list[frozenset[int]]] = {}
    for mines in every:
        if cell not in mines:
            by_number.setdefault(number(width, height, mines, cell), []).append(mines)
    on = 0
    for some in by_number.values():
        safe = {c for c in hidden if not any(c in mines for mines in some)}
        on += len(some) * bool(safe - known)
    return on / len(every)


@pytest.mark.parametrize("shape", ["5x3x5", "4x4x6", "6x2x4"])
def test_what_is_said_of_a_guess_is_so(shape: str) -> None:
    """Risk, the safest cell, the best cell with what it wins, leads on to and leaves behind."""
    seen = compared = 0
    for seed in range(150):
        view = random_view(Level.parse(f"{shape}/any"), seed)
        chances = odds(view)
        best = best_share(view)
        if chances.safe or chances.safest is None or best is None:
            continue
        seen += 1
        share, by_cell = best
        wins, safety, on, then = map(say, explain_guess(view).messages)
        found = re.fullmatch(
            rf"(\w+) is the best guess: it wins {CHANCE} \(exact\)"
            rf"(?:, and so does (\w+)|, against {CHANCE} with (\w+), the next best)?\.",
            wins,
        )
        assert found, wins
        cell = view.grid.parse_cell(found[1])
        assert is_chance(found[2], share)
        assert by_cell[cell] == pytest.approx(share)
        if found[3]:
            assert by_cell[view.grid.parse_cell(found[3])] == pytest.approx(share, abs=0.001)
        if found[5]:
            assert is_chance(found[4], by_cell[view.grid.parse_cell(found[5])])
        told = re.fullmatch(
            rf"It has an? {CHANCE} chance of being a mine"
            rf"(?:, and no cell is safer|"
            rf"; the safest cell is (\w+), with an? {CHANCE} chance of being a mine)\.",
            safety,
        )
        assert told, safety
        assert is_chance(told[1], chances[cell])
        least = min(chances[c] for c in view.hidden)
        if told[2]:
            assert is_chance(told[3], least)
            assert chances[view.grid.parse_cell(told[2])] == least < chances[cell]
        else:
            assert chances[cell] == pytest.approx(least)
        behind = re.fullmatch(
            rf"If it is safe, "
            rf"(?:there is then an? {CHANCE} chance to win|the game is won for certain)"
            rf"(?:; after (\w+), {CHANCE})?\.",
            then,
        )
        assert behind, then
        assert is_chance(behind[1] or "100%", round(by_cell[cell] / (1 - chances[cell]), 9))
        assert behind[2] == told[2]
        if behind[2]:
            other = view.grid.parse_cell(behind[2])
            assert is_chance(behind[3], round(by_cell[other] / (1 - chances[other]), 9))
            compared += 1
        chance = leading(view, cell)
        if on.startswith("Whatever"):
            assert chance == 0
        else:
            assert is_chance(re.findall(CHANCE, on)[0], chance)
    assert seen > 5
    assert compared


def test_estimates_that_are_too_close_are_not_told_apart() -> None:
    """Within their errors no guess is called the best; beyond them one is."""
    view = View.parse("5x3x4\n.....\n.....\n.....")
    close = GuessReason(
        view, MoveValue(0, 0.8, 0.44, 0.01, 99, False), MoveValue(1, 0.8, 0.45, 0.01, 99, False),
        0, 0.2, 0.5,
    )  # fmt: skip
    assert say(close.messages[0]) == (
        "A1 is one of the best guesses: it wins 44.0% ± 2.0% (estimated), too close to tell from "
        "45.0% ± 2.0% with B1."
    )
    assert say(close.messages[3]) == "If it is safe, there is then a 55.0% chance to win."
    apart = replace(close, next_best=MoveValue(1, 0.8, 0.40, 0.01, 99, False))
    assert say(apart.messages[0]) == (
        "A1 is the best guess: it wins 44.0% ± 2.0% (estimated), against 40.0% ± 2.0% with B1, the "
        "next best."
    )


def test_an_uncertain_cell_is_held_against_the_safest() -> None:
    """Its risk, the safest cell, and what its number would tell."""
    view = View.parse("5x1x2\n.1...")
    found = explain(view, 0)
    assert isinstance(found, Uncertain)
    assert found.words() == (
        "A1 is not certain: it has a 50.0% chance of being a mine. No cell is safer. "
        "Whatever its number, it makes no other cell certainly safe."
    )
    assert found.leads_on == pytest.approx(leading(view, 0))
    worse = View.parse("6x1x2\n.1....")
    told = explain(worse, 0)
    assert isinstance(told, Uncertain)
    assert "The safest cell is F1, with a 33.3% chance of being a mine." in told.words()


def test_where_a_cell_is_safe_no_guess_is_explained() -> None:
    """The error names the cell."""
    with pytest.raises(SapperError, match="no guess is needed: C1 is provably safe"):
        explain_guess(View.parse("5x3x2\n.....\n11111\n00000"))
    with pytest.raises(SapperError, match="nothing left to open"):
        explain_guess(View.parse("3x1x2\n.2."))
