"""The commands agents, bench, compare and study."""

import json
from pathlib import Path

import pytest

from command import sapper
from sapper.agents import AGENTS
from sapper.agents.guess import GUESSES
from sapper.core.board import Deck
from sapper.core.game import Record
from sapper.lab.study.studies import STUDIES


def test_agents_are_listed_with_a_line_each() -> None:
    text = sapper("agent", "list").stdout
    for name, preset in AGENTS.items():
        assert f"{name:<24} {preset.description}" in text
    assert ", ".join(GUESSES) in text
    assert set(json.loads(sapper("agent", "list", "--json").stdout)) == set(AGENTS)


BENCH_KEYS = {
    "agent",
    "level",
    "games",
    "won",
    "lost",
    "stuck",
    "wrong",
    "seconds",
    "games_per_second",
    "ms_per_game",
    "matched_pairs_per_game",
    "steps_per_game",
}


@pytest.mark.parametrize("agent", ["resolution-endgame", "odds"])
def test_bench_counts_the_games_of_a_level_and_of_a_deck(agent: str, tmp_path: Path) -> None:
    """The outcomes are the same whether the boards are dealt from seeds or read from a deck."""
    sapper("deal", "easy", "--seed", "7", "--count", "12", "--out", "d", cwd=tmp_path)
    by_level = sapper(
        "bench", agent, "easy", "--games", "12", "--seed", "7", "--outcomes", "a", cwd=tmp_path
    )
    by_deck = sapper(
        "bench", agent, "--deck", "d", "--outcomes", "b", "--json", "--jobs", "1", cwd=tmp_path
    )
    outcomes = (tmp_path / "a").read_text().split()
    assert outcomes == (tmp_path / "b").read_text().split()
    assert len(outcomes) == 12
    found = json.loads(by_deck.stdout)
    assert set(found) >= BENCH_KEYS
    assert set(found["ms_per_game"]) == {"mean", "median", "sd", "max"}
    assert found["won"] == outcomes.count("won")
    assert found["won"] + found["lost"] + found["stuck"] == 12
    assert f"won    {found['won']:>8}" in by_level.stdout


def test_bench_counts_fail_apart_from_stuck() -> None:
    """Failed games are counted on the line below stuck games, and in a field of the JSON."""
    command = ("bench", "resolution-rounds", "9x6x12/open", "--games", "40", "--jobs", "1")
    found = json.loads(sapper(*command, "--json").stdout)
    assert 0 < found["fail"] < found["stuck"]
    lines = sapper(*command).stdout.splitlines()
    at = next(i for i, line in enumerate(lines) if line.split()[:1] == ["stuck"])
    assert lines[at + 1].split()[:4] == ["fail", str(found["fail"]), "of", "these"]


def test_bench_audits_stuck_ends() -> None:
    """The agent with two rules overlooks safe cells, and the complete agent never does."""
    options = ("8x6x9/given", "--games", "20", "--jobs", "1", "--audit", "--json")
    weak = sapper("bench", "rules", *options)
    strong = sapper("bench", "sat", *options)
    audit = json.loads(weak.stdout)["audit"]
    assert audit["certain_from_clues"] > 0
    assert json.loads(strong.stdout)["audit"]["certain_from_clues"] == 0
    assert json.loads(strong.stdout)["audit"]["certain_from_mine_count"] == 0


def test_compare_plays_both_on_the_same_boards(tmp_path: Path) -> None:
    arguments = ("compare", "rules", "sat", "8x6x9/given", "--games", "60", "--jobs", "1")
    found = json.loads(sapper(*arguments, "--json").stdout)
    assert found["verdict"] == "b"
    assert found["games"] < 60
    text = sapper(*arguments, "--deck-out", "d.txt", cwd=tmp_path).stdout
    assert text.startswith("sat is better than rules")
    assert len(Deck.parse((tmp_path / "d.b.txt").read_text())) == found["only"]["b"]
    assert len(Deck.parse((tmp_path / "d.a.txt").read_text())) == 0


def test_compare_takes_luck_out() -> None:
    """--luck also reports the difference without luck, and --all-games plays every game."""
    arguments = ("compare", "odds", "rules:guess=random", "5x4x5/safe", "--seed", "5", "--luck")
    text = sapper(*arguments, "--games", "400", "--jobs", "2").stdout
    assert text.startswith("odds is better than rules:guess=random: ")
    assert "\n  difference in wins " in text
    assert " times as many games with luck\n" in text
    found = json.loads(sapper(*arguments, "--games", "220", "--all-games", "--json").stdout)
    assert found["games"] == 220
    without = found["without_luck"]
    assert set(without) == {
        "difference",
        "interval_any_moment",
        "interval_fixed_games",
        "times_fewer_games",
        "shares",
        "method",
    }
    low, high = without["interval_fixed_games"]
    assert 0 < low < without["difference"] < high
    few = sapper(*arguments, "--games", "20", "--jobs", "1").stdout
    assert "too few boards differ" in few
    assert "confidence sequence" in " ".join(sapper("compare", "--help").stdout.split())


def test_study_plays_writes_and_resumes(tmp_path: Path) -> None:
    """`study` writes a report and the games to a folder, and a second run there needs --resume."""
    names = [line.split()[0] for line in sapper("study", "--list").stdout.splitlines()]
    assert names == list(STUDIES)
    arguments = ("study", "endgame", "--games", "2", "--jobs", "1", "--out", "r")
    first = sapper(*arguments, cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    for name in ("report.html", "summary.csv", "games.parquet"):
        assert (tmp_path / "r" / name).exists()
    again = sapper(*arguments, cwd=tmp_path)
    assert again.returncode == 2
    assert "--resume" in again.stderr
    resumed = sapper(*arguments, "--resume", "--json", cwd=tmp_path)
    assert json.loads(resumed.stdout)["study"] == "endgame"


def test_bench_and_watch_accept_a_budget(tmp_path: Path) -> None:
    level = ("6x5x6/safe", "--games", "5", "--seed", "3", "--json")
    found = json.loads(sapper("bench", "champion", *level, "--budget", "20ms").stdout)
    assert found["games"] == 5
    watched = sapper(
        "watch", "6x5x6/safe", "--seed", "3", "--agent", "champion", "--budget", "20ms",
        "--pace", "0", "--record", "g", cwd=tmp_path,
    )  # fmt: skip
    assert watched.returncode == 0
    assert Record.parse((tmp_path / "g").read_text()).outcome is not None
