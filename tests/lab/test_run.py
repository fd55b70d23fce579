"""Runs of a study give the same rows anywhere, can be resumed, and never mix studies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from lab.small import SMALL, held_file, rows
from processes import children, lives, wait_for
from sapper.errors import SapperError
from sapper.lab.batch import play_block
from sapper.lab.player import Player
from sapper.lab.study.plan import Study, load
from sapper.lab.study.results import Results
from sapper.lab.study.run import block_seeds, blocks, plan, run_study, run_to_report


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("alone") / "out"
    run_study(SMALL, out)
    return out


def test_every_game_is_played_once(alone: Path) -> None:
    found = rows(SMALL, alone).select("level", "player", "seed").rows()
    assert found == [
        (level, someone.name, seed)
        for level in SMALL.levels
        for someone in SMALL.players
        for seed in range(3, 73)
    ]


@pytest.mark.parametrize("jobs", [2, pytest.param(8, marks=pytest.mark.process)])
def test_the_rows_are_the_same_for_any_number_of_processes(
    alone: Path, tmp_path: Path, jobs: int
) -> None:
    run_study(SMALL, tmp_path / "out", jobs=jobs)
    assert rows(SMALL, tmp_path / "out").equals(rows(SMALL, alone))


def test_the_native_loop_of_odds_wins_the_same_games() -> None:
    study = Study("x", "?", ("8x8x12/open", "easy"), (Player("odds"),), games=200)
    quick, detailed = (play_block(one.batch) for one in (replace(study, fast=True), study))
    for fast, slow in zip(quick, detailed, strict=True):
        assert fast["outcome"] == slow["outcome"]
        assert fast["opened"] == slow["opened"]
        assert fast["steps"] == [None] * 200
        assert all(ms > 0 for ms in fast["ms"])


def test_progress_ends_with_everything_done(tmp_path: Path) -> None:
    """Progress never decreases, and games of an earlier run count as done."""
    seen: list[tuple[int, int]] = []
    out = tmp_path / "out"
    run_study(replace(SMALL, games=10), out, on_progress=lambda *done: seen.append(done))
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == ((0, 60), (60, 60))
    seen.clear()
    run_study(
        replace(SMALL, games=15), out, resume=True, on_progress=lambda *done: seen.append(done)
    )
    assert (seen[0], seen[-1]) == ((60, 90), (90, 90))


@pytest.mark.parametrize(("games", "pairs"), [(1, 1), (100, 1), (1000, 40), (10**6, 1), (50, 600)])
def test_blocks_cover_the_seeds_and_are_few(games: int, pairs: int) -> None:
    players = tuple(Player("odds", label=str(i)) for i in range(pairs))
    study = Study("x", "?", ("easy",), players, games=games, seed=5)
    cut = blocks(study, [(5, 5 + games)])
    assert [b.seed for b in cut[1:]] == [b.seed + b.boards for b in cut[:-1]]
    assert (cut[0].seed, sum(b.boards for b in cut)) == (5, games)
    assert len(cut) <= 1000
    assert block_seeds(study) * pairs <= max(1000, pairs)


# -- resuming --------------------------------------------------------------------------------------


RUN = """
import sys
from pathlib import Path
from sapper.lab.study.run import run_study
from sapper.lab.study.plan import load

if __name__ == "__main__":
    run_study(load(sys.argv[1]), Path(sys.argv[2]), jobs=2, resume=True)
"""


def started(script: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a Python process that runs a script in its own session."""
    return subprocess.Popen([sys.executable, str(script), *words], start_new_session=True)


@pytest.mark.process
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_killed_run_is_resumed_with_every_game_once(tmp_path: Path) -> None:
    """If a run is killed with kill -9, its workers end too, and a resumed run has all rows."""
    mine, script = held_file(tmp_path, shards=3), tmp_path / "run.py"
    script.write_text(RUN)
    out = tmp_path / "out"
    run = started(script, str(mine), str(out))
    shards = out / "games.parquet"
    assert wait_for(lambda: shards.exists() and len(list(shards.glob("seeds-*"))) >= 3, 60)
    workers = children(run.pid)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert wait_for(lambda: not any(map(lives, workers)), 60), "no end of the workers"
    (tmp_path / "gate").touch()
    (shards / ".sapper-abcd_123.tmp").write_bytes(b"half a shard")
    before = {file: file.stat().st_mtime_ns for file in shards.glob("seeds-*")}
    study = load(str(mine))
    assert 0 < len(before) < len(blocks(study, [(1, 129)]))
    run_study(study, out, resume=True)
    assert {file: file.stat().st_mtime_ns for file in before} == before
    assert not list(shards.glob(".*"))
    assert rows(study, out)["seed"].to_list() == list(range(1, 129))


@pytest.mark.process
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_the_blocks_of_a_killed_process_are_played_again(tmp_path: Path) -> None:
    mine, script = held_file(tmp_path, shards=1), tmp_path / "run.py"
    script.write_text(RUN)
    out = tmp_path / "out"
    run = started(script, str(mine), str(out))
    shards = out / "games.parquet"
    assert wait_for(lambda: shards.exists() and len(list(shards.glob("seeds-*"))) >= 1, 60)
    # The first child is multiprocessing's resource tracker.
    os.kill(children(run.pid)[-1], signal.SIGKILL)
    (tmp_path / "gate").touch()
    assert run.wait(60) == 0
    assert rows(load(str(mine)), out)["seed"].to_list() == list(range(1, 129))


def test_a_damaged_shard_is_played_again(alone: Path, tmp_path: Path) -> None:
    """A truncated file is renamed and reported, and its games are played again."""
    out = tmp_path / "out"
    run_study(SMALL, out)
    shard = next(iter(Results(out).shards().values()))
    told: list[Path] = []
    for end, name in ((100, "damaged"), (200, "damaged-2")):
        cut = shard.read_bytes()[:end]
        shard.write_bytes(cut)
        run_study(SMALL, out, resume=True, on_damaged=told.append)
        assert told.pop() == shard.with_name(f"{shard.name}.{name}")
        assert shard.with_name(f"{shard.name}.{name}").read_bytes() == cut
        assert rows(SMALL, out).equals(rows(SMALL, alone))
    assert not told


def test_a_shard_that_may_not_be_read_is_neither_moved_nor_played_again(tmp_path: Path) -> None:
    """A folder stands in for the unreadable file, because root can read any file."""
    out = tmp_path / "out"
    run_study(SMALL, out)
    shard = next(iter(Results(out).shards().values()))
    shard.rename(tmp_path / "elsewhere")
    shard.mkdir()
    with pytest.raises(SapperError, match="can't read"):
        run_study(SMALL, out, resume=True)
    assert shard.is_dir()


@pytest.mark.parametrize("name", ["run[1]*a?b level=easy", "~"])
def test_a_folder_of_any_name_is_read_as_it_is_written(
    name: str, alone: Path, tmp_path: Path
) -> None:
    """The characters * and ? in a folder's name are not wildcards."""
    out = tmp_path / name
    run_study(SMALL, out)
    assert rows(SMALL, out).equals(rows(SMALL, alone))
    before = {file: file.stat().st_mtime_ns for file in Results(out).shards().values()}
    run_study(SMALL, out, resume=True)
    assert {file: file.stat().st_mtime_ns for file in Results(out).shards().values()} == before


def test_files_of_others_stay(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_study(SMALL, out)
    kept = [out / ".x.tmp", out / "games.parquet" / ".seeds-1.tmp", out / ".sapper-notes.tmp"]
    for file in kept:
        file.write_text("mine")
    run_study(SMALL, out, resume=True)
    assert all(file.read_text() == "mine" for file in kept)


def test_a_finished_study_is_extended(alone: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run_study(replace(SMALL, games=30), out)
    run_study(SMALL, out, resume=True)
    assert rows(SMALL, out).equals(rows(SMALL, alone))
    with pytest.raises(SapperError, match="has 70 games, more than the 30 wanted"):
        run_study(replace(SMALL, games=30), out, resume=True)


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (replace(SMALL, name="other"), "contains the study small, not other"),
        (replace(SMALL, seed=4), "with different seed"),
        (replace(SMALL, players=SMALL.players[:1]), "with different players"),
        (replace(SMALL, levels=("easy",)), "with different levels"),
        (SMALL, "already contains results of small: add --resume"),
    ],
)
def test_other_results_are_not_mixed_in(alone: Path, other: Study, said: str) -> None:
    """A directory is for one study, and continuing that study needs --resume."""
    before = sorted(alone.rglob("*"))
    with pytest.raises(SapperError, match=said):
        run_study(other, alone, resume=other is not SMALL)
    assert sorted(alone.rglob("*")) == before


def test_games_of_another_randomness_are_not_mixed_in(alone: Path, tmp_path: Path) -> None:
    """A study is not resumed if an older version made other random choices from the same seeds."""
    copytree(alone, tmp_path / "out")
    held = json.loads((tmp_path / "out" / "study.json").read_text())
    del held["randomness"]  # as in old versions, which did not hash the agents' seeds
    (tmp_path / "out" / "study.json").write_text(json.dumps(held))
    with pytest.raises(SapperError, match="contains small with different randomness"):
        run_study(SMALL, tmp_path / "out", resume=True)


def test_a_directory_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(SapperError, match="is not empty and contains no study"):
        run_study(SMALL, tmp_path)


def test_two_runs_in_one_directory_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    results = Results(tmp_path / "out")
    with results.open(SMALL, resume=False):
        results.describe(SMALL, {})
        with pytest.raises(SapperError, match="another run is writing"):
            run_study(SMALL, tmp_path / "out", resume=True)


def test_an_unwritable_directory_is_one_line(tmp_path: Path) -> None:
    """A file stands in for the unwritable directory, because root can write to any directory."""
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file" / "out", tmp_path / "file"):
        with pytest.raises(SapperError, match="can't write"):
            run_study(SMALL, out)


FULL = """
import resource, sys
from pathlib import Path
from lab.small import SMALL
from sapper.errors import SapperError
from sapper.lab.study.run import run_study

resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
try:
    run_study(SMALL, Path(sys.argv[1]))
except SapperError as problem:
    print(problem)
"""


def test_a_full_disk_is_one_line_and_can_be_resumed(alone: Path, tmp_path: Path) -> None:
    pytest.importorskip("resource")
    out = tmp_path / "out"
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(out)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    assert done.stdout.startswith(f"can't write {out}")
    assert done.stdout.count("\n") == 1
    assert list((out / "games.parquet").iterdir()) == []
    run_study(SMALL, out, resume=True)
    assert rows(SMALL, out).equals(rows(SMALL, alone))


def test_an_agent_that_fails_is_one_line(tmp_path: Path) -> None:
    mine = held_file(tmp_path)
    mine.write_text(mine.read_text().replace("self.agent = rules_agent()", "self.oops = None"))
    with pytest.raises(SapperError, match=r"slow failed on 5x5x3/given seed 1: Attribute"):
        run_study(load(str(mine)), tmp_path / "out")


@pytest.mark.parametrize(
    ("module", "cluster", "extra"),
    [
        ("polars", None, "lab"),
        ("matplotlib.figure", None, "lab"),
        ("distributed", "local:2", "cluster"),
    ],
)
def test_a_missing_extra_is_named(
    module: str,
    cluster: str | None,
    extra: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SapperError, match=rf"pip install .*\[{extra}\]"):
        run_to_report("endgame", out=tmp_path / "out", cluster=cluster)
    assert not (tmp_path / "out").exists()


def test_a_worker_of_another_version_is_refused() -> None:
    """Workers of another version might play other games."""
    with pytest.raises(SapperError, match=r"the games need 9\.9: install the same version"):
        play_block(replace(SMALL.batch.block(3, 4), version="9.9"))


# -- from plan to report ---------------------------------------------------------------------------


def test_a_study_runs_from_plan_to_report(tmp_path: Path) -> None:
    said: list[str] = []
    out = tmp_path / "out"
    done = run_to_report("endgame", games=2, agents=["10", "odds"], out=out, on_plan=said.append)
    assert said == [plan(done.study)]
    assert all(file.stat().st_size for file in done.files)
    assert {file.name for file in done.files} >= {"summary.csv", "report.html"}
    assert len(done.tables()) == 3
    assert [row["games"] for row in done.to_json()["summary"]] == [2] * 6
    again = run_to_report("endgame", out=out, resume=True)
    assert [p.name for p in again.study.players] == ["10", "odds"]
    assert again.frame.equals(done.frame)
