"""The commands watch and bench accept the same player names and settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command import sapper
from sapper.core.game import Record

NAMES = ("rules", "resolution:k=3", "techniques:most=subset", "resolution:k=1,guess=vote,seed=2")


@pytest.mark.parametrize("name", NAMES)
def test_watch_knows_every_name_that_bench_knows(name: str) -> None:
    """`watch` accepts an agent with or without --agent, and the outcome agrees with `bench`."""
    at = ("--seed", "4", "--json")
    (first, *others) = (
        json.loads(sapper("watch", *arguments, *at).stdout)
        for arguments in ((name, "7x5x6/given"), ("7x5x6/given", "--agent", name))
    )
    assert (first["agent"], first["level"]) == (name, "7x5x6/given")
    assert others == [first]
    benched = sapper("bench", name, "7x5x6/given", "--games", "1", "--jobs", "1", *at)
    assert json.loads(benched.stdout)[first["outcome"]] == 1
    assert json.loads(sapper("watch", name, *at).stdout)["level"] == "16x16x25/given"


def test_watched_settings_count(tmp_path: Path) -> None:
    """Sapper's agents flag known mines, unless their settings forbid it."""
    for name, flags in (("resolution", True), ("resolution:flags=False", False)):
        played = ("watch", name, "8x5x8/open", "--seed", "4", "--record", f"{flags}")
        assert sapper(*played, cwd=tmp_path).returncode == 0
        record = Record.parse((tmp_path / f"{flags}").read_text())
        assert (record.agent, record.player) == (name, f"agent {name}")
        assert any(move.kind == "flag" for _, move in record.moves) is flags
    told = sapper("watch", "champion:budget=1", "6x4x4/open", "--seed", "1", "--budget", "10ms")
    assert told.returncode == 0, told.stderr


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("psychic:k=3", "'psychic' is not an agent"),
        ("resolution:depth=3", "'depth' is not a setting of resolution"),
        ("resolution:k=x", "k can't be 'x'"),
        ("resolution:three", "'resolution:three' is not a player"),
    ],
)
def test_watch_refuses_what_bench_refuses(name: str, words: str) -> None:
    watched, benched = sapper("watch", name), sapper("bench", name, "--games", "1")
    assert (watched.returncode, watched.stderr) == (benched.returncode, benched.stderr)
    assert (watched.returncode, watched.stderr.count("\n")) == (2, 1)
    assert words in watched.stderr


def test_bench_audits_techniques() -> None:
    """With few techniques, an agent may be stuck although a cell is provably safe."""
    options = ("9x6x12/open", "--games", "120", "--seed", "3", "--audit")
    text = sapper("bench", "techniques:most=subset", *options).stdout
    found = json.loads(sapper("bench", "techniques:most=subset", *options, "--json").stdout)
    audit = found["audit"]
    assert found["stuck"] == audit["stuck"] > audit["certain_from_clues"] > 0
    assert found["fail"] > 0
    assert f"    fail {found['fail']:>8}  of these" in text
    said = f"of {audit['stuck']} stuck games, {audit['certain_from_clues']} had a safe cell"
    assert said in text
    assert "matched pairs" not in text
    complete = json.loads(sapper("bench", "techniques", *options, "--json").stdout)["audit"]
    assert (complete["certain_from_clues"], complete["certain_from_mine_count"]) == (0, 0)


@pytest.mark.parametrize("rule", ["safe", "open", "any"])
def test_text_and_json_agree_before_the_first_move(rule: str) -> None:
    """Before the first move, odds are shown under rule `any`, but not under `safe` or `open`."""
    position = f"5x2x2/{rule}\n.....\n.....\n"
    text = sapper("analyse", "-", stdin=position).stdout
    found = json.loads(sapper("analyse", "-", "--json", stdin=position).stdout)
    if rule == "any":
        assert "1 20 20 20 20 20\n" in text
        assert found["odds"] == [[pytest.approx(0.2)] * 5] * 2
    else:
        assert text == f"first   {found['words']}\nboards  45 fit the position\n"
        assert found["odds"] == [[None] * 5] * 2
