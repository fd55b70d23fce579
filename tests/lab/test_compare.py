"""Comparisons keep their error rate despite repeated looks at the results."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.core.board import Deck, deal
from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.lab.compare import compare
from sapper.lab.play import play_game
from sapper.lab.player import Player

TINY = Level.parse("4x4x4/safe")


def test_equal_agents_are_rarely_called_different_at_any_look() -> None:
    """At most about 5% of comparisons find a difference between equally strong agents."""
    declared = 0
    for trial in range(60):
        found = compare(
            "rules:guess=random", "rules:guess=random,seed=1", TINY, 60, seed=1000 * trial
        )
        assert found.only_a or found.only_b
        declared += found.verdict in ("a", "b")
    assert declared <= 6  # a binomial variable with n = 60 and p = 0.05 exceeds 6 in 3% of cases


def test_a_stronger_agent_is_found_early_and_its_boards_kept(tmp_path: Path) -> None:
    """A comparison stops early, and the boards that only one player wins are saved as decks."""
    level = Level.parse("6x6x6/open")
    seen: list[tuple[int, int]] = []
    found = compare("odds", "rules", level, 500, seed=9, on_progress=lambda *at: seen.append(at))
    assert found.verdict == "a"
    assert found.games < 200
    assert seen == [(20 * block, 500) for block in range(len(seen))]
    assert 0 < found.games - seen[-1][0] <= 20  # the comparison ended in the next block
    assert found.difference.low > 0
    assert found.words.startswith("odds is better than rules")
    files = found.save_decks(tmp_path / "differ.txt")
    assert [file.name for file in files] == ["differ.a.txt", "differ.b.txt"]
    only_a, only_b = (Deck.parse(file.read_text()) for file in files)
    assert (len(only_a), len(only_b)) == (len(found.only_a), len(found.only_b))
    assert list(only_a) == [deal(level, seed) for seed in found.only_a]
    for board in only_a:
        assert play_game(board, Player("odds"), 0).outcome == "won"
        assert play_game(board, Player("rules"), 0).outcome != "won"


@pytest.mark.process
def test_the_result_is_the_same_in_any_number_of_processes() -> None:
    """Boards are evaluated in seed order, so the number of processes does not change the result."""
    alone, together = (
        compare("rules:guess=ratio", "rules:guess=random", TINY, 300, seed=2, jobs=jobs)
        for jobs in (1, 2)
    )
    assert alone == together


def test_equal_within_a_margin_ends_a_comparison() -> None:
    found = compare("odds", "odds:seed=1", TINY, 5000, margin=0.05)
    assert (found.verdict, found.only_a, found.only_b) == ("equal", (), ())
    assert found.games < 5000
    assert found.to_json()["p_any_moment"] == 1.0


@pytest.mark.parametrize(
    ("a", "games", "margin", "said"),
    [
        ("psychic", 5, 0.0, "not an agent"),
        ("odds", 0, 0.0, "1 to 1000000000"),
        ("odds", 5, 1.5, "margin"),
    ],
)
def test_a_comparison_that_makes_no_sense_is_refused(
    a: str, games: int, margin: float, said: str
) -> None:
    with pytest.raises(SapperError, match=said):
        compare(a, "odds", TINY, games, margin=margin)


def test_odds_with_another_guess_is_another_player() -> None:
    """The agent `odds` wins fewer games if it never guesses."""
    level = Level.parse("5x4x4/safe")
    found = compare("odds:guess=odds", "odds:guess=none", level, 60)
    assert found.won_b < found.won_a
    native = compare("odds", "odds:guess=odds", level, 60)
    assert (native.only_a, native.only_b) == ((), ())
