"""The review of many games: win rate without luck, missed techniques, and rival agents."""

import json
import re

import pytest

from reviewgames import agent_game, game, random_game
from sapper.lab.statistics import Estimate
from sapper.review.many import adjusted_rate, review_many
from sapper.review.many_html import report

NEEDLESS = "6x3x3/any\n**1111\n2211*1\n000111\n"
WINNING = ("A3", "C1", "D1", "E1", "F1", "F2", "F3", "E3")


def test_the_adjusted_win_rate_is_the_start_less_the_errors() -> None:
    """The interval uses Student's distribution, and unfinished games are ignored."""
    games = [
        ("lost", game(NEEDLESS, "open A3", "open E2")),
        ("won", game(NEEDLESS, *(f"open {cell}" for cell in WINNING))),
        ("begun", game(NEEDLESS, "open A3")),
    ]
    found = review_many(games)
    assert (found.games, len(found.finished)) == (3, 2)
    assert found.won.value == 0.5
    start = found.reviewed[0].review.start
    assert found.adjusted.value == pytest.approx(start - 0.25)
    assert found.luck == pytest.approx(0.5 - (start - 0.25))
    # For two games, Student's quantile is 12.7, so the interval is cut off at 0 and 1.
    assert (found.adjusted.low, found.adjusted.high) == (0.0, 1.0)
    assert found.by_technique() == {"single clue": (1, 0.5)}
    assert found.by_label() == {"needless guess": (1, 0.5)}
    assert (found.decisions, found.accuracy, found.error_per_decision) == (1, 0.5, 500.0)


def test_nothing_is_said_of_no_games() -> None:
    """Without any games, the interval for the win rate is 0 to 1."""
    none = adjusted_rate([])
    assert (none.low, none.high) == (0.0, 1.0)


def test_an_agent_compared_with_itself_wins_as_many() -> None:
    """The rival agents play the same boards from the same first cells."""
    games = [(str(seed), agent_game("odds", "8x6x10/safe", seed)) for seed in range(12)]
    found = review_many(games, 0.02)
    odds, champion = found.rivals
    won = round(found.won.value * 12)
    assert (odds.name, odds.won) == ("odds", won)
    assert odds.ahead.value == 0.0
    assert champion.name == "champion"
    assert isinstance(champion.ahead, Estimate)


def test_the_adjusted_rate_of_an_agent_is_near_its_rate_of_many_games() -> None:
    """After thirty games, the win rate without luck is close to the true win rate."""
    games = [(str(seed), agent_game("odds", "beginner", seed)) for seed in range(900, 930)]
    found = review_many(games, 0.05).adjusted
    # The agent wins 96.78% of 100,000 games (bench/results.md).
    assert found.low - 0.002 <= 0.9678 <= found.high + 0.002
    assert found.high - found.low < 0.03


def test_json_is_json() -> None:
    """Every number can be written as JSON, even for a single game."""
    found = review_many([("one", random_game("5x4x4/safe", 2))], 0.02)
    form = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert form["games"] == 1
    assert set(form["rivals"]) == {"odds", "champion"}
    assert form["reviews"][0]["source"] == "one"


def test_the_report_is_one_file_with_its_graphs() -> None:
    """The report is self-contained, escapes names, and draws the plots."""
    games = [(f"<b>{seed}", random_game("5x4x4/safe", seed)) for seed in range(8)]
    text = report(review_many(games, 0.02))
    assert "<b>" not in text
    assert "&lt;b&gt;3" in text
    assert text.count('<svg class="chart"') >= 4
    assert not re.search(r'(?:src|href)="(?!#)', text)
    assert not re.search(r"\bnan\b", re.sub(r"base64,[^)]*", "", text))
    assert report(review_many([("one", random_game("5x4x4/safe", 1))], 0.02))
