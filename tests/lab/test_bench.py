"""Benchmark outcomes add up and are the same for any number of processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from processes import wait_for
from sapper.agents import AGENTS, GlassBox, Preset
from sapper.core.board import Board, Deck, deal
from sapper.core.level import Level
from sapper.core.view import Decision, Move, View
from sapper.errors import SapperError
from sapper.lab import batch
from sapper.lab.batch import Batch, Games, play_block
from sapper.lab.bench import BenchResult, bench
from sapper.lab.play import Played, play_game, safe_cell_source
from sapper.lab.player import Player
from sapper.lab.workers import here

EASY = Level.parse("easy")


def test_outcomes_do_not_depend_on_jobs() -> None:
    level = Level.parse("8x8x14/given")
    one = bench("resolution-vote", level, 40, seed=5, jobs=1)
    two = bench("resolution-vote", level, 40, seed=5, jobs=2)
    assert one.outcomes == two.outcomes
    for name in ("matched", "steps"):
        assert one.played[name] == two.played[name]
    assert {"won", "lost"} == set(one.outcomes)
    guessing = [bench("rules", level, 40, 5, jobs, guess="random").signature for jobs in (1, 2)]
    assert guessing[0] == guessing[1]
    assert bench("rules", level, 40, 6, guess="random").signature != guessing[0]


def test_a_deck_plays_as_its_seeds() -> None:
    """A deck dealt from seeds gives the same games as the seeds."""
    deck = Deck.deal(EASY, seed=9, count=12)
    by_seed = bench("resolution", EASY, 12, seed=9)
    assert bench("resolution", deck).outcomes == by_seed.outcomes
    assert bench("resolution", deck, 5).outcomes == by_seed.outcomes[:5]
    with pytest.raises(SapperError, match="the deck has only 12 boards"):
        bench("resolution", deck, 13)


def test_the_signature_tells_behaviour_and_not_time() -> None:
    """Runs of the same games have the same signature, and runs of different games do not."""
    first = bench("resolution", EASY, 10, seed=1)
    assert bench("resolution", EASY, 10, seed=1).signature == first.signature
    assert bench("resolution", EASY, 10, seed=2).signature != first.signature
    assert bench("odds", EASY, 10, seed=1).signature == bench("odds", EASY, 10, seed=1).signature


def test_json_has_the_promised_keys() -> None:
    found = json.loads(json.dumps(bench("resolution", EASY, 10, audit=True).to_json()))
    assert set(found) >= {
        "agent", "level", "games", "won", "lost", "stuck", "wrong", "seconds",
        "games_per_second", "ms_per_game", "matched_pairs_per_game", "steps_per_game", "audit",
    }  # fmt: skip
    assert set(found["ms_per_game"]) == {"mean", "median", "sd", "max"}
    assert found["won"] + found["lost"] + found["stuck"] + found["wrong"] == found["games"] == 10
    assert found["level"] == "9x9x10/given"
    assert "audit" not in bench("resolution", EASY, 1).to_json()


def test_progress_counts_up_to_all() -> None:
    told: list[tuple[int, int]] = []
    bench("rules", EASY, 30, on_progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (30, 30)
    assert told == sorted(told)
    assert len(told) > 1


def test_audit_tells_clues_from_mine_count() -> None:
    """A stuck agent may have missed a cell that is safe by the clues alone or by the mine count."""
    hints = View.parse("3x3x1\n...\n111\n000")
    count = View.parse("5x3x3\n02...\n03...\n02...")
    honest = View.parse("2x2x1\n.1\n.1")
    assert [safe_cell_source(view) for view in (hints, count, honest)] == [
        "clues",
        "mine count",
        "",
    ]
    result = bench("rules", EASY, 60, audit=True)
    assert result.audit is not None
    assert result.audit.stuck == result.stuck > 0
    assert result.audit.from_clues > 0


def test_techniques_end_as_the_agent_in_python_does() -> None:
    """The engine's game loop has the same outcomes and missed cells as the loop in Python."""
    level = Level.parse("9x6x12/open")
    result = bench("techniques:most=subset", level, 120, seed=3, audit=True)
    player = Player.parse("techniques:most=subset")
    (slow,) = play_block(
        Batch((player,), (str(level),), 3, 120, measures=("fail", "audit"), fast=False)
    )
    for name in ("outcome", "opened", "fail", "missed"):
        assert result.played[name] == slow[name]
    assert result.audit is not None
    assert 0 < result.failed < result.stuck == result.audit.stuck
    assert 0 < result.audit.from_clues < result.stuck
    assert result.audit.from_mine_count > 0


def test_techniques_play_in_the_processes_given(monkeypatch: pytest.MonkeyPatch) -> None:
    level = Level.parse("7x5x8/open")
    sizes: list[int] = []

    def noted(work: Any, blocks: Sequence[Batch], jobs: int, advice: str) -> Any:
        sizes.extend(block.boards for block in blocks)
        assert jobs == 2
        return here(work, blocks)

    monkeypatch.setattr(batch, "in_processes", noted)
    told: list[tuple[int, int]] = []
    two = bench("techniques", level, 20, 2, 2, on_progress=lambda *done: told.append(done))
    assert sizes == [3, 3, 3, 3, 3, 3, 2]
    assert told == [(done, 20) for done in (0, 3, 6, 9, 12, 15, 18, 20)]
    monkeypatch.undo()
    assert two.signature == bench("techniques", level, 20, seed=2, jobs=1).signature


@pytest.mark.parametrize("agent", ["odds", "champion", "techniques"])
def test_the_engine_does_not_claim_what_it_does_not_count(agent: str) -> None:
    """The engine's game loop does not count pairs and steps, so they are null in the JSON."""
    found = bench(agent, Level.parse("6x4x5/open"), 10, audit=True).to_json()
    assert found["matched_pairs_per_game"] is found["steps_per_game"] is None
    assert found["audit"]["stuck"] == found["stuck"]
    assert min(found["stuck"], found["lost"]) == 0


class _Liar(GlassBox):
    """An agent that wrongly claims that A1 is safe or a mine."""

    def __init__(self, marks: bool) -> None:
        self.marks = marks

    @property
    def kb(self) -> None:
        pass

    @property
    def mines(self) -> list[int]:
        return [0] if self.marks else []

    @property
    def certain(self) -> bool:
        return True

    def words(self, grid: object) -> str:
        return ""

    def choose(self, view: View) -> Decision | None:
        return None if self.marks else Decision((Move("open", 0),), self)


@pytest.mark.parametrize("marks", [False, True])
def test_false_certainty_is_wrong(monkeypatch: pytest.MonkeyPatch, marks: bool) -> None:
    """A wrong claim that a cell is safe or a mine counts as `wrong`, not as lost or stuck."""
    board = Board.parse("2x1x1/any\n.*" if marks else "2x1x1/any\n*.")
    liar = Preset("lies", "none", lambda *args, **settings: _Liar(marks))
    monkeypatch.setitem(AGENTS, "liar", liar)
    assert play_game(board, Player("liar"), 0).outcome == "wrong"


def test_bad_input_is_one_line() -> None:
    for wrong, said in (
        ({"games": 0}, "0 games"),
        ({"jobs": 0}, "0 processes"),
        ({"guess": "luck"}, "'luck' is not a guess strategy"),
        ({"agent": "psychic"}, "'psychic' is not an agent"),
    ):
        arguments: dict[str, object] = {"agent": "rules", "level": EASY, "games": 1, **wrong}
        with pytest.raises(SapperError, match=said):
            bench(**arguments)  # type: ignore[arg-type]


def test_figures_of_a_result() -> None:
    played = [Played("won", ms, steps=2, matched=3) for ms in (1.0, 2.0, 6.0)]
    result = BenchResult("rules", "9x9x10/given", Games.of(played), 0.5)
    assert result.ms_per_game == {
        "mean": 3.0,
        "median": 2.0,
        "sd": pytest.approx(2.6457513),
        "max": 6.0,
    }
    assert result.to_json()["games_per_second"] == 6.0


def test_same_game_same_figures() -> None:
    board = deal(Level.parse("medium"), 8)
    one, two = (play_game(board, Player("resolution-endgame"), 0) for _ in range(2))
    assert (one.outcome, one.matched, one.steps) == (two.outcome, two.matched, two.steps)


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupt_ends_the_workers(tmp_path: Path) -> None:
    script = tmp_path / "long.py"
    script.write_text(
        "from sapper.lab.bench import bench\n"
        "from sapper.core.level import Level\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        "        bench('resolution-full', Level.parse('hard'), 5000, jobs=2,\n"
        "              on_progress=lambda done, total: print(done, flush=True))\n"
        "    except KeyboardInterrupt:\n"
        "        print('interrupted', flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()  # the first games are done
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out.splitlines()[-1] == "interrupted"
    assert err == ""
    assert process.returncode == 0
    assert wait_for(lambda: not _group_lives(process.pid), 60), "a worker is still there"


def _group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_figures_of_few_games() -> None:
    won, lost = Played("won", 1.0, steps=3, matched=2), Played("lost", 4.0, steps=1, matched=0)
    two = BenchResult("rules", "9x9x10/given", Games.of([won, lost]), 0.5)
    assert two.ms_per_game == {
        "mean": 2.5,
        "median": 2.5,
        "sd": pytest.approx(4.5**0.5),
        "max": 4.0,
    }
    assert (two.won, two.lost, two.stuck, two.wrong, two.games) == (1, 1, 0, 0, 2)
    found = two.to_json()
    assert found["matched_pairs_per_game"] == 1.0
    assert found["steps_per_game"] == 2.0
    assert found["intervals"]["won"] == list(two.interval("won"))
    assert two.audit is None
    one = BenchResult("rules", "9x9x10/given", Games.of([won]), 0.5)
    assert one.ms_per_game == {"mean": 1.0, "median": 1.0, "sd": 0.0, "max": 1.0}
    none = BenchResult("rules", "9x9x10/given", Games.of([]), 0.0)
    assert none.ms_per_game == {"mean": 0.0, "median": 0.0, "sd": 0.0, "max": 0.0}
    assert none.to_json()["games_per_second"] == none.to_json()["steps_per_game"] == 0.0


@pytest.mark.parametrize("agent", ["rules", "odds"])
def test_what_is_not_said_is_the_usual(agent: str) -> None:
    level = Level.parse("5x4x3/open")
    told: list[tuple[int, int]] = []
    result = bench(agent, level, on_progress=lambda done, total: told.append((done, total)))
    assert result.games == 100
    assert result.signature == bench(agent, level, 100, seed=0, jobs=1).signature
    assert told[-1] == (100, 100)
