"""Live measurements end with the same figures as bench and compare."""

from __future__ import annotations

import pytest

from sapper.core.level import Level
from sapper.errors import SapperError
from sapper.lab.bench import bench
from sapper.lab.compare import compare
from sapper.lab.measure import measure

LEVEL = Level.parse("9x7x12/open")


def test_two_players_are_compared_as_compare_does() -> None:
    *_, last = measure(["rules", "odds"], LEVEL, 120, seed=5)
    other = compare("rules", "odds", LEVEL, 120, seed=5, luck=True, all_games=True)
    pair = last["pair"]
    assert pair is not None
    assert other.without_luck is not None
    fixed = other.without_luck.fixed
    assert fixed is not None
    won = [player["outcomes"]["won"] for player in last["players"]]
    assert won == [other.won_a, other.won_b]
    assert pair["only"] == [len(other.only_a), len(other.only_b)]
    assert pair["boards"] == [list(other.only_a[:12]), list(other.only_b[:12])]
    assert pair["difference"] == {
        "value": other.fixed_difference.value,
        "low": other.fixed_difference.low,
        "high": other.fixed_difference.high,
    }
    assert pair["without_luck"] == {"value": fixed.value, "low": fixed.low, "high": fixed.high}
    assert pair["better"] == other.verdict == "b"


def test_one_player_is_measured_as_bench_does() -> None:
    *_, last = measure(["resolution"], LEVEL, 60, seed=9)
    other = bench("resolution", LEVEL, 60, seed=9)
    (player,) = last["players"]
    outcomes = player["outcomes"]
    assert (outcomes["won"], outcomes["stuck"]) == (other.won, other.stuck)
    assert (player["low"], player["high"]) == other.interval("won")
    assert last["pair"] is None


def test_every_board_can_have_a_report() -> None:
    """`measure` can report after every board. The interval is narrower after the last board."""
    standings = list(measure(["rules", "odds"], LEVEL, 60, seed=5, every=0))
    assert [standing["games"] for standing in standings] == list(range(1, 61))
    *_, before, last = [standing["pair"] for standing in standings]
    assert before is not None
    assert last is not None
    widths = [one["difference"]["high"] - one["difference"]["low"] for one in (before, last)]
    assert widths[0] > widths[1]


@pytest.mark.parametrize(
    ("players", "games", "words"),
    [
        (["odds"], 0, "0 games"),
        ([], 5, "one or two players"),
        (["odd"], 5, "'odd' is not an agent"),
    ],
)
def test_what_cannot_be_measured(players: list[str], games: int, words: str) -> None:
    with pytest.raises(SapperError, match=words):
        list(measure(players, LEVEL, games))
