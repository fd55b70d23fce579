"""The explanation of a guess agrees with oracles on risk, information and chance of winning."""

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
    """The share of boards on which the cell is safe and proves another cell safe."""
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
            rf"(\w+) is the best guess\. It wins {CHANCE} of the time"
            rf"(?:, and so does (\w+)|; the next best, (\w+), wins {CHANCE})?\.",
            wins,
        )
        assert found, wins
        cell = view.grid.parse_cell(found[1])
        assert is_chance(found[2], share)
        assert by_cell[cell] == pytest.approx(share)
        if found[3]:
            assert by_cell[view.grid.parse_cell(found[3])] == pytest.approx(share, abs=0.001)
        if found[4]:
            assert is_chance(found[5], by_cell[view.grid.parse_cell(found[4])])
            assert found[5] != found[2]
        told = re.fullmatch(
            rf"(\w+) (?:has an? {CHANCE} chance of being a mine|is a (coin toss))\. "
            rf"(?:No cell is safer|"
            rf"The safest cell is (\w+), "
            rf"(?:with an? {CHANCE} chance of being a mine|a (coin toss)))\.",
            safety,
        )
        assert told, safety
        assert told[1] == found[1]
        assert is_chance(told[2] or told[3], chances[cell])
        least = min(chances[c] for c in view.hidden)
        if told[4]:
            assert is_chance(told[5] or told[6], least)
            assert chances[view.grid.parse_cell(told[4])] == least < chances[cell]
        else:
            assert chances[cell] == pytest.approx(least)
        behind = re.fullmatch(
            rf"If (\w+) is safe, (?:the chance of winning becomes {CHANCE}|the game is won)"
            rf"(?:; for (\w+) it is {CHANCE})?\.",
            then,
        )
        assert behind, then
        assert behind[1] == found[1]
        assert is_chance(behind[2] or "100%", round(by_cell[cell] / (1 - chances[cell]), 9))
        assert behind[3] == told[4]
        if behind[3]:
            other = view.grid.parse_cell(behind[3])
            assert is_chance(behind[4], round(by_cell[other] / (1 - chances[other]), 9))
            compared += 1
        chance = leading(view, cell)
        assert found[1] in on.split()
        if on.startswith("Whatever number"):
            assert chance == 0
        else:
            assert is_chance(re.findall(CHANCE, on)[0], chance)
    assert seen > 5
    assert compared


def test_of_estimates_that_are_too_close_none_is_called_the_best() -> None:
    """A guess is called the best only if it leads by more than the errors of the estimates."""
    view = View.parse("5x3x4\n.....\n.....\n.....")
    close = GuessReason(
        view,
        MoveValue(0, 0.8, 0.44, 0.01, 99, False, True),
        MoveValue(1, 0.8, 0.45, 0.01, 99, False, True),
        0, 0.2, 0.5,
    )  # fmt: skip
    assert say(close.messages[0]) == (
        "A1 is one of the best guesses. It wins about 44.0% ± 2.0% of the time, which is too close "
        "to B1 (45.0% ± 2.0%) to call."
    )
    assert say(close.messages[3]) == "If A1 is safe, the chance of winning becomes about 55%."
    apart = replace(close, next_best=MoveValue(1, 0.8, 0.40, 0.01, 99, False, True))
    assert say(apart.messages[0]) == (
        "A1 is the best guess. It wins about 44.0% ± 2.0% of the time; the next best, B1, wins "
        "40.0% ± 2.0%."
    )


def test_an_uncertain_cell_is_held_against_the_safest() -> None:
    """The words give the cell's risk, the safest cell, and the chance that a number helps."""
    view = View.parse("5x1x2\n.1...")
    found = explain(view, 0)
    assert isinstance(found, Uncertain)
    assert found.words() == (
        "A1 is a coin toss. No cell is safer. Whatever number A1 shows, no other cell becomes "
        "provably safe."
    )
    assert found.leads_on == pytest.approx(leading(view, 0))
    worse = View.parse("6x1x2\n.1....")
    told = explain(worse, 0)
    assert isinstance(told, Uncertain)
    assert "The safest cell is F1, with a 33% chance of being a mine." in told.words()


def test_where_a_cell_is_safe_no_guess_is_explained() -> None:
    with pytest.raises(SapperError, match="no guess is needed: C1 is provably safe"):
        explain_guess(View.parse("5x3x2\n.....\n11111\n00000"))
    with pytest.raises(SapperError, match="nothing left to open"):
        explain_guess(View.parse("3x1x2\n.2."))
