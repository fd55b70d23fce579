"""Every sentence of a verdict holds against the figures and the list that are shown next to it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from reviewgames import agent_game, game, random_game
from sapper.game import Outcome
from sapper.review import Label, Review, review
from sapper.review.page import details
from sapper.review.review import ERRORS, Account, ReviewedMove
from sapper.review.words import NUMBERS, cost, luck_parts

Found = re.Match[str]

BUDGET = 0.01  # seconds of work: the noisier the estimates, the harder it is to agree with them


def number(text: str) -> int:
    """A number, in letters or digits."""
    return NUMBERS.index(text.lower()) if text.lower() in NUMBERS else int(text)


def at(found: Review, text: str) -> ReviewedMove:
    """The move with that number."""
    (move,) = [move for move in found.moves if move.number == int(text)]
    return move


def name(move: ReviewedMove) -> str:
    """Its cell."""
    return move.view.grid.name(move.move.cell)


def won(found: Review) -> bool:
    """Whether the game was won."""
    return found.record.outcome is Outcome.WON


def times(found: Review, text: str) -> bool:
    """Whether all guesses of a game succeed so often."""
    often = 100 * math.prod(1 - move.risk for move in found.guesses)
    low, high = {"less than once": (0, 0.5), "once": (0.5, 1.5), "over 99 times": (99.5, 100)}.get(
        text, (0, 0)
    )
    if not high:
        low, high = int(text.split()[0]) - 0.5, int(text.split()[0]) + 0.5
    return low - 1e-9 <= often <= high + 1e-9


def others(found: Review) -> list[ReviewedMove]:
    """The errors that did not lose the game."""
    return [move for move in found.errors if move is not found.losing]


def rest_cost(found: Review, count: str, text: str) -> bool:
    """Whether the other errors are that many, and what they cost completes the account."""
    named = cost(others(found)[0])
    losing = found.losing
    if losing is not None and losing.label in (Label.NEEDLESS, Label.BLUNDER):
        named += cost(losing)
    shown = 0 if text == "less than a point" else int(text.split()[0])
    return number(count) == len(others(found)) - 1 and shown == max(0, found.account.error - named)


POINTS = r"(\d+) points?"
OFTEN = r"(less than once|once|over 99 times|\d+ times) in 100"
CELL = r"([A-Z]+\d+)"
CHECKS: dict[str, Callable[[Review, Found], bool]] = {
    r"The game was not finished: the chance to win stood at (?:under |over )?(\d+)%": (
        lambda found, m: found.record.outcome is None and abs(found.account.result - int(m[1])) <= 1
    ),
    r"You won without a single guess": lambda found, m: (
        won(found)
        and not found.guesses
        and all(move.risk == 0.0 for move in found.moves if move.cells)
    ),
    r"You won\. Only the first click was a guess": lambda found, m: (
        won(found) and not found.guesses and found.moves[0].risk > 0.0
    ),
    r"You won\. It took one guess, a coin toss": lambda found, m: (
        won(found) and [round(move.risk, 2) for move in found.guesses] == [0.5]
    ),
    rf"You won\. It took one guess, which succeeds {OFTEN}": lambda found, m: (
        won(found) and len(found.guesses) == 1 and times(found, m[1])
    ),
    rf"You won\. It took (\w+) guesses; (both|all (\w+)) succeed {OFTEN}": lambda found, m: (
        won(found)
        and len(found.guesses) == number(m[1]) == (2 if m[2] == "both" else number(m[3]))
        and times(found, m[4])
    ),
    rf"You lost on the first click, {CELL}: rule any does not protect it": lambda found, m: (
        found.losing is not None and found.losing.label is Label.START
    ),
    r"You lost on a (50/50|risk of .*) that no play could avoid": lambda found, m: (
        found.losing is not None
        and found.losing.label is Label.COIN_TOSS
        and (m[1] == "50/50") == (round(found.losing.risk, 2) == 0.5)
    ),
    r"You lost on (a good guess|the best guess there was): .*": lambda found, m: (
        found.losing is not None
        and found.losing.label in (Label.GOOD, Label.BEST, Label.ONLY)
        and (m[1] == "a good guess") == (found.losing.label is Label.GOOD)
    ),
    rf"Needless guess at move (\d+): {CELL} was safe": lambda found, m: (
        at(found, m[1]).label is Label.NEEDLESS
        and m[2] in map(at(found, m[1]).view.grid.name, at(found, m[1]).safe)
    ),
    rf"One needless guess at move (\d+) cost {POINTS}: {CELL} was safe": lambda found, m: (
        at(found, m[1]).label is Label.NEEDLESS
        and cost(at(found, m[1])) == int(m[2])
        and at(found, m[1]) is not found.losing
    ),
    rf"Move (\d+) opened a provable mine, {CELL}": lambda found, m: (
        at(found, m[1]).label is Label.BLUNDER
        and m[2] == name(at(found, m[1]))
        and at(found, m[1]).move.cell in at(found, m[1]).mines
    ),
    r"The chord at move (\d+) opened a provable mine": lambda found, m: (
        at(found, m[1]).label is Label.BLUNDER and at(found, m[1]).risk == 1.0
    ),
    rf"{CELL} was safe": lambda found, m: (
        found.losing is not None and m[1] in map(found.losing.view.grid.name, found.losing.safe)
    ),
    rf"(Inaccuracy|Mistake) at move (\d+): {CELL} wins {POINTS} more": lambda found, m: (
        at(found, m[2]).label == m[1].lower() and cost(at(found, m[2])) == int(m[4])
    ),
    rf"It cost {POINTS}": lambda found, m: (
        found.losing is not None and cost(found.losing) == int(m[1]) <= found.account.error + 1
    ),
    rf"(\w+) other errors? cost ({POINTS}|less than a point)": lambda found, m: rest_cost(
        found, m[1], m[2]
    ),
    r"You made no error": lambda found, m: found.account.error == 0 and not found.errors,
    r"You made no clear error": lambda found, m: found.account.error == 0 and not found.errors,
    rf"No real errors: (\w+) second-best guess(?:es)? cost {POINTS}": lambda found, m: (
        not found.errors
        and number(m[1]) == len(found.second_best)
        and int(m[2]) == found.account.error > 0
    ),
    rf"The chance at the start was (?:under |over )?(\d+)%; luck (gave|took) {POINTS}"
    rf"(?:, your choices cost {POINTS})?": lambda found, m: (
        abs(found.account.start - int(m[1])) <= 1
        and found.account.luck == int(m[3]) * (1 if m[2] == "gave" else -1)
        and found.account.error == int(m[4] or 0)
    ),
    r"The chance at the start was (?:under |over )?(\d+)%; luck changed nothing"
    rf"(?:, your choices cost {POINTS})?": lambda found, m: (
        found.account.luck == 0 and found.account.error == int(m[2] or 0)
    ),
}


def check_verdict(found: Review) -> None:
    """Every sentence is known, and holds; and the figures hold among themselves."""
    said = found.verdict
    sentences = re.findall(r"(?:You won\. (?=[IO]))?.*?\.(?= [A-Z]|$)", said)
    assert " ".join(one.strip() for one in sentences) == said
    for text in sentences:
        matches = [
            (check, m)
            for pattern, check in CHECKS.items()
            if (m := re.fullmatch(rf"{pattern}\.", text.strip()))
        ]
        assert len(matches) == 1, text
        check, m = matches[0]
        assert check(found, m), (text, found.account, said)
    account, shown = found.account, details(found, proofs=False)
    assert account.result == account.start + account.luck - account.error
    assert sum(luck_parts(found)) == account.luck
    assert shown["account"] == account.to_json()
    assert account.error >= 0
    assert abs(account.luck) <= account.start + account.error or won(found)
    for move in found.moves:
        # An error is clear of its own error; what is not called one costs next to nothing.
        assert move.lost >= 0.0
        assert move.win_choice <= move.win_before
        if move.label in ERRORS - {Label.NEEDLESS, Label.BLUNDER}:
            assert move.lost - 2 * move.error > 0.005
        elif move.label not in ERRORS:
            assert move.lost <= 0.005
    # What is explained is what the verdict is about.
    if shown["main_error"] is not None:
        main = found.moves[shown["main_error"]]
        assert f"ove {main.number}" in said


@pytest.mark.parametrize("level", ["5x4x4/any", "7x5x8/open", "6x5x7/safe", "6x4x5/given"])
@pytest.mark.parametrize("seed", range(12))
def test_verdicts_of_careless_games_hold(level: str, seed: int) -> None:
    """Games of a player who misses much, whole and given up in the middle."""
    record = random_game(level, seed)
    check_verdict(review(record, BUDGET))
    half = record.moves[: len(record.moves) // 2]
    check_verdict(review(replace(record, moves=half, outcome=None), BUDGET))


@pytest.mark.parametrize("seed", range(12))
def test_verdicts_of_careful_games_hold(seed: int) -> None:
    """Games of agents that guess only where they must: their choices are close to the best."""
    check_verdict(review(agent_game("odds", "9x8x14/safe", seed), BUDGET))
    check_verdict(review(agent_game("sat", "8x6x9/open", seed, guess="random"), BUDGET))


def test_a_win_without_a_guess_is_not_without_luck() -> None:
    """The deal may be kind: the sentence speaks of guesses, the figure of luck."""
    found = review(game("5x3x2/safe E1\n.....\n.....\n**...\n", "open E1", "open C3"))
    assert found.record.outcome is Outcome.WON
    assert found.account.luck > 0
    assert found.verdict == "You won without a single guess."
    check_verdict(found)


@pytest.mark.parametrize(
    ("lost", "label", "exact", "sentence"),
    [
        (0.004, Label.GOOD, True, "You made no error."),
        (0.02, Label.GOOD, True, "No real errors: one second-best guess cost 2 points."),
        (0.0, Label.GOOD, False, "You made no clear error."),
        (0.0, Label.BEST, False, "You made no error."),
    ],
)
def test_no_error_is_said_as_far_as_it_is_so(
    lost: float, label: Label, exact: bool, sentence: str
) -> None:
    """What small guesses cost is told, and what could not be told apart is not ruled out."""
    found = review(game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "open E2"))
    start, guess = found.moves
    guess = replace(guess, label=label, lost=lost, exact=exact)
    assert f" {sentence} " in replace(found, moves=(start, guess)).verdict


def test_noise_is_no_cost() -> None:
    """Luck takes no more than there was, though a choice fared better than the champion's."""
    assert Account.of(0.534, -0.004, 0.0) == Account(53, -53, 0, 0)
