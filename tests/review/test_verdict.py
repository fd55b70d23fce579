"""Every sentence of a verdict agrees with the figures and moves shown next to it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from reviewgames import agent_game, game, random_game
from sapper.core.game import Outcome
from sapper.review import Label, Review, ReviewedMove, review
from sapper.review.label import ERRORS, GUESSES
from sapper.review.review_json import replay_json
from sapper.words.en import NUMBERS
from sapper.words.text import half_up

Found = re.Match[str]

BUDGET = 0.01  # in seconds; such a small budget makes estimates noisy and the test harder


def number(text: str) -> int:
    """The value of a number that is written in words or digits."""
    return NUMBERS.index(text.lower()) if text.lower() in NUMBERS else int(text)


def at(found: Review, text: str) -> ReviewedMove:
    (move,) = [move for move in found.moves if move.number == int(text)]
    return move


def name(move: ReviewedMove) -> str:
    return move.view.grid.name(move.move.cell)


def won(found: Review) -> bool:
    return found.record.outcome is Outcome.WON


def first_risk(found: Review) -> float:
    """The risk of the first click, which is a guess under the rule `any`."""
    return sum(move.risk for move in found.moves if move.label is Label.START)


def took(found: Review, text: str) -> bool:
    """Whether the game was won, and `text` mentions the first click if and only if it was risky."""
    return won(found) and (text == "It") == (first_risk(found) == 0.0)


def times(found: Review, text: str) -> bool:
    """Whether the text says correctly how often in 100 games all guesses succeed."""
    often = 100 * math.prod(1 - move.risk for move in found.guesses)
    low, high = {"less than once": (0, 0.5), "once": (0.5, 1.5), "over 99 times": (99.5, 100)}.get(
        text, (0, 0)
    )
    if not high:
        low, high = int(text.split()[0]) - 0.5, int(text.split()[0]) + 0.5
    return low - 1e-9 <= often <= high + 1e-9


def rest(found: Review, count: str, spent: int) -> bool:
    """Whether the verdict counts the other errors and their cost correctly."""
    named = [move for move in found.named if move.label in ERRORS]
    others = [move for move in found.errors if move not in named]
    return number(count) == len(others) and spent == sum(move.cost for move in others)


POINTS = r"(\d+) points?"
UNIT = "percentage points?"
PERCENT = rf"(\d+) {UNIT}"
TOOK = r"(It|After the first click it) took"
OFTEN = r"(less than once|once|over 99 times|\d+ times) in 100"
CELL = r"([A-Z]+\d+)"
CHECKS: dict[str, Callable[[Review, Found], bool]] = {
    r"The game was not finished": lambda found, m: found.record.outcome is None,
    r"The chance of winning stood at (?:under |over )?(\d+)%": (
        lambda found, m: found.record.outcome is None and abs(found.account.end - int(m[1])) <= 1
    ),
    r"You won without a single guess": lambda found, m: (
        won(found)
        and not found.guesses
        and all(move.risk == 0.0 for move in found.moves if move.cells)
    ),
    r"You won\. Only the first click was a guess": lambda found, m: (
        won(found) and not found.guesses and first_risk(found) > 0.0
    ),
    rf"You won\. {TOOK} one guess, a coin toss": lambda found, m: (
        took(found, m[1]) and [round(move.risk, 2) for move in found.guesses] == [0.5]
    ),
    rf"You won\. {TOOK} one guess, which you would survive {OFTEN}": lambda found, m: (
        took(found, m[1]) and len(found.guesses) == 1 and times(found, m[2])
    ),
    rf"You won\. {TOOK} (\w+) guesses; "
    rf"you would survive (both|all (\w+)) {OFTEN}": lambda found, m: (
        took(found, m[1])
        and len(found.guesses) == number(m[2]) == (2 if m[3] == "both" else number(m[4]))
        and times(found, m[5])
    ),
    rf"You lost on the first click, {CELL}": lambda found, m: (
        found.losing is not None
        and found.losing.label is Label.START
        and m[1] == name(found.losing)
    ),
    r"On this level the first click can hit a mine": lambda found, m: (
        found.losing is not None and found.record.level.start.kind == "any"
    ),
    r"You (lost a coin toss|took a risk of .* and lost); "
    r"no other guess would have won more often": lambda found, m: (
        found.losing is not None
        and found.losing.label is Label.COIN_TOSS
        and (m[1] == "lost a coin toss") == (round(found.losing.risk, 2) == 0.5)
    ),
    r"You lost on (a good guess|the best guess available): .*": lambda found, m: (
        found.losing is not None
        and found.losing.label in (Label.GOOD, Label.BEST, Label.ONLY)
        and (m[1] == "a good guess") == (found.losing.label is Label.GOOD)
    ),
    rf"Needless guess at move (\d+): {CELL} was safe": lambda found, m: (
        at(found, m[1]).label is Label.NEEDLESS
        and m[2] in map(at(found, m[1]).view.grid.name, at(found, m[1]).safe)
    ),
    rf"A needless guess at move (\d+) cost {POINTS}: {CELL} was safe": lambda found, m: (
        at(found, m[1]).label is Label.NEEDLESS
        and at(found, m[1]).cost == int(m[2])
        and at(found, m[1]) is not found.losing
    ),
    rf"Move (\d+) opened a provable mine, {CELL}": lambda found, m: (
        at(found, m[1]).label is Label.BLUNDER
        and m[2] == name(at(found, m[1]))
        and at(found, m[1]).move.cell in at(found, m[1]).mines
    ),
    r"The chord at move (\d+) was bound to hit a mine": lambda found, m: (
        at(found, m[1]).label is Label.BLUNDER and at(found, m[1]).risk == 1.0
    ),
    rf"{CELL} was safe": lambda found, m: (
        found.losing is not None and m[1] in map(found.losing.view.grid.name, found.losing.safe)
    ),
    rf"(Inaccuracy|Mistake) at move (\d+): {CELL} was worth {POINTS} more": lambda found, m: (
        at(found, m[2]).label == m[1].lower() and at(found, m[2]).cost == int(m[4]) > 0
    ),
    rf"The move cost {PERCENT}": lambda found, m: (
        found.losing is not None and found.losing.cost == int(m[1]) <= found.account.error
    ),
    rf"Together the errors cost {POINTS}": lambda found, m: (
        int(m[1]) == sum(move.cost for move in found.errors) > found.account.error
    ),
    r"Only (\d+) of these points count, because your chance of winning was never "
    r"higher than (\d+)%": (
        lambda found, m: (
            int(m[1]) == int(m[2]) == found.account.error
            and int(m[1]) == max(half_up(100 * move.last.win) for move in found.moves)
        )
    ),
    rf"(\w+) other errors? cost {POINTS}": lambda found, m: rest(found, m[1], int(m[2])),
    r"(\w+) other errors? made no clear difference": lambda found, m: rest(found, m[1], 0),
    r"You made no( clear)? error": lambda found, m: (
        found.account.error == 0
        and not found.errors
        and all(move.label is not Label.WRONG_FLAG for move in found.moves)
    ),
    r"The chance of winning at the start was (?:under |over )?(\d+)%": lambda found, m: (
        abs(found.account.start - int(m[1])) <= 1
    ),
    rf"Luck (added|cost) {POINTS}(?:, and your errors cost {POINTS})?": lambda found, m: (
        found.account.luck == int(m[2]) * (1 if m[1] == "added" else -1)
        and found.account.error == int(m[3] or 0)
    ),
    rf"Luck made no difference(?:, and your errors cost {POINTS})?": lambda found, m: (
        found.account.luck == 0 and found.account.error == int(m[1] or 0)
    ),
}


REVEALED = r"(?:the numbers that the move revealed|between moves \d+ and \d+ the numbers)"

EFFECTS = {
    rf"The move cost {PERCENT}[.,]": -1,
    rf"Bad luck cost {PERCENT}\.": -1,
    r", bad luck (\d+)\.": -1,
    rf"Good luck added (\d+)(?: {UNIT})?\.": 1,
    r"Good luck gave (\d+) back\.": 1,
    rf"Good luck: {REVEALED} added {POINTS}\.": 1,
    rf"Bad luck: {REVEALED} cost {POINTS}\.": -1,
}


def check_step(line: Any, last: float) -> None:
    """Check that a move's text and the graph show the same change in percentage points.

    `last` is the last chance on the graph before the move.
    """
    text = line["after_text"]
    points = sum(sign * int(m[1]) for one, sign in EFFECTS.items() for m in re.finditer(one, text))
    after = last if line["win_after"] is None else line["win_after"]
    change = half_up(100 * after) - half_up(100 * last)
    assert change == line["gain"] - line["cost"]
    # A small change that may be an error of the estimates is not mentioned.
    assert points == change or not (text or line["risky"]), text
    assert line["risky"] or "The move cost" not in text


def check_verdict(found: Review) -> None:
    """Check that every sentence of the verdict is true, and that the figures fit together."""
    said = found.verdict
    sentences = re.findall(r"(?:You won\. (?=[AIO]))?.*?\.(?= [A-Z]|$)", said)
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
    account, shown = found.account, replay_json(found)
    assert account.end == account.start + account.luck - account.error
    assert account.end == half_up(100 * found.end)
    parts = found.luck_parts
    assert parts is None or sum(parts) == account.luck
    assert shown["account"] == account.to_json()
    # The error is the sum of the listed costs, but never more than the best chance of winning.
    cost = sum(move["cost"] for move in shown["moves"])
    had = max([account.start, *(half_up(100 * move.last.win) for move in found.moves)])
    assert account.error == min(cost, had)
    assert ("Together the errors cost" in said) == (cost > had) == found.is_capped
    assert cost <= had or parts is None
    if cost <= had and found.moves and found.moves[0].last.win == found.start.win:
        assert parts is not None
        assert parts[0] == sum(move.gain for move in found.risks)
        assert sum(move["gain"] for move in shown["moves"]) == account.luck
    assert account.error >= 0
    assert -account.luck <= account.start
    for move, line in zip(found.moves, shown["moves"], strict=True):
        check_step(line, move.last.win)
        # Every error except a needless guess or a blunder is a clear loss. Other moves cost 0.
        assert move.lost >= 0.0
        if move.label in ERRORS - {Label.NEEDLESS, Label.BLUNDER}:
            assert move.lost - 2 * move.lost_error > 0.005
            assert move.cost > 0
        elif move.label not in ERRORS:
            assert move.cost == 0
    # The verdict names the main error, and all errors and named guesses are in the list.
    if shown["main_error"] is not None:
        assert f"ove {found.moves[shown['main_error']].number}" in said
    listed = [found.moves[index] for index in shown["moments"]]
    assert all(move in listed for move in found.named if move.label in GUESSES)
    assert all(move in listed for move in found.errors)


@pytest.mark.parametrize("level", ["5x4x4/any", "7x5x8/open", "6x5x7/safe", "6x4x5/given"])
@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.matrix) for seed in range(3, 12))]
)
def test_verdicts_of_careless_games_hold(level: str, seed: int) -> None:
    """The verdicts are true for finished and unfinished games of a weak player."""
    record = random_game(level, seed)
    check_verdict(review(record, BUDGET))
    half = record.moves[: len(record.moves) // 2]
    check_verdict(review(replace(record, moves=half, outcome=None), BUDGET))


@pytest.mark.parametrize("seed", range(12))
def test_verdicts_of_careful_games_hold(seed: int) -> None:
    check_verdict(review(agent_game("odds", "9x8x14/safe", seed), BUDGET))
    check_verdict(review(agent_game("sat", "8x6x9/open", seed, guess="random"), BUDGET))


def test_a_win_without_a_guess_is_not_without_luck() -> None:
    """A player who never has to guess can still be lucky, because the board happens to be easy."""
    found = review(game("5x3x2/safe E1\n.....\n.....\n**...\n", "open E1", "open C3"))
    assert found.record.outcome is Outcome.WON
    assert found.account.luck > 0
    assert found.verdict == "You won without a single guess."
    check_verdict(found)


def test_errors_that_cost_more_than_the_player_had_are_added_up() -> None:
    """Every error is listed with its cost, and a sentence says why the total is smaller."""
    found = review(random_game("9x9x10/open", 45), BUDGET)
    shown = replay_json(found)
    assert len(found.errors) > 5
    assert {*map(found.moves.index, found.errors)} <= {*shown["moments"]}
    assert (
        f"Together the errors cost {found.cost} points. "
        f"Only {found.account.error} of these points count, because your chance of winning was "
        f"never higher than {found.account.error}%."
    ) in shown["rest"]["words"]
    check_verdict(found)


def test_a_move_with_an_error_and_luck_names_both() -> None:
    """The move's text and the sentence under the verdict explain the drop in the graph."""
    board = "6x3x3/any\n**1111\n2211*1\n000111\n"
    found = review(game(board, "open A3", "open E2"), BUDGET)
    losing, shown = found.losing, replay_json(found)
    assert losing is not None
    assert losing.cost > 0 > losing.gain
    both = f"The move cost {losing.cost} percentage points, bad luck {-losing.gain}."
    assert shown["moves"][-1]["after_text"] == f"It was a mine. {both}"
    assert shown["stood"]["words"].endswith(both)
    assert "The move cost" not in shown["rest"]["words"]


def test_a_win_with_help_is_not_called_a_win_without_a_guess() -> None:
    found = review(game("5x3x2/safe E1\n.....\n.....\n**...\n", "open E1", "open C3"))
    assert replace(found, helped=True).verdict == "You won with help."


@pytest.mark.parametrize(
    ("lost", "label", "exact", "sentence"),
    [
        (0.004, Label.GOOD, True, "You made no error."),
        (0.0, Label.GOOD, False, "You made no clear error."),
        (0.0, Label.BEST, False, "You made no error."),
    ],
)
def test_no_error_is_said_as_far_as_it_is_so(
    lost: float, label: Label, exact: bool, sentence: str
) -> None:
    """If a small loss can't be ruled out, the verdict says "no clear error"."""
    found = review(game("6x3x3/any\n**1111\n2211*1\n000111\n", "open A3", "open E2"))
    start, guess = found.moves
    assert guess.judgement is not None
    assert guess.before is not None
    judgement, before = replace(guess.judgement, lost=lost), replace(guess.before, exact=exact)
    guess = replace(guess, label=label, judgement=judgement, before=before)
    assert f" {sentence} " in replace(found, moves=(start, guess)).verdict


def test_a_first_click_that_may_hit_a_mine_is_a_guess_too() -> None:
    """The sentence counts the guesses in the list and mentions the first click separately."""
    found = review(game("3x2x1/any\n*..\n...\n", "open C1", "open A2", "open B1", "open B2"))
    assert found.verdict.startswith("You won. After the first click it took one guess, ")
    check_verdict(found)


def test_a_game_with_a_wrong_flag_is_not_called_free_of_errors() -> None:
    """The list next to the verdict marks the flag as wrong, even if the flag was removed."""
    board = "6x3x3/any\n**1111\n2211*1\n000111\n"
    found = review(game(board, "open A3", "flag F1", "flag F1", "open E2"))
    guess = found.moves[-1]
    assert guess.judgement is not None
    guess = replace(guess, label=Label.BEST, judgement=replace(guess.judgement, lost=0.0))
    assert found.moves[1].label is Label.WRONG_FLAG
    assert "error" not in replace(found, moves=(*found.moves[:-1], guess)).verdict
