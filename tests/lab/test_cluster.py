"""Dask gives the same rows as one process, even if a worker is killed."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lab.small import SMALL, held_file, rows
from needs import module
from processes import wait_for
from sapper.errors import SapperError
from sapper.lab.study.plan import load
from sapper.lab.study.run import run_study

module("distributed")
# Dask's threads leave resources open, which is not a fault of Sapper.
pytestmark = pytest.mark.filterwarnings("default")


@contextmanager
def dask(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Dask command in a process that is killed at the end."""
    command = [sys.executable, "-W", "ignore", "-m", "distributed.cli." + words[0], *words[1:]]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.process
def test_a_real_scheduler_and_a_killed_worker(tmp_path: Path) -> None:
    """One of two workers is killed during a study, but every game is played exactly once."""
    study = load(str(held_file(tmp_path, shards=5)))
    file = tmp_path / "scheduler"
    here = str(tmp_path / "dask")
    found = ["--no-dashboard", "--scheduler-file", str(file)]
    options = [*found, "--nthreads", "1", "--no-nanny", "--local-directory", here]
    killed: list[int] = []
    with (
        dask("dask_scheduler", *found, "--host", "127.0.0.1", "--port", "0"),
        dask("dask_worker", *options) as one,
        dask("dask_worker", *options),
    ):

        def kill_one(done: int, _: int) -> None:
            if done >= 20 and not killed:
                killed.append(one.pid)
                os.kill(one.pid, 9)
                (tmp_path / "gate").touch()

        address = wait_for(lambda: _address(file))
        out = tmp_path / "out"
        run_study(study, out, cluster=address, on_progress=kill_one)
    assert killed
    assert rows(study, out)["seed"].to_list() == list(range(1, 129))
    alone = tmp_path / "alone"
    run_study(study, alone)
    assert rows(study, out).equals(rows(study, alone))


def _address(file: Path) -> str:
    """The address that the scheduler has written, or an empty string."""
    try:
        return str(json.loads(file.read_text())["address"])
    except (OSError, ValueError):
        return ""


@pytest.mark.process
def test_workers_started_here_give_the_same_rows(tmp_path: Path) -> None:
    run_study(SMALL, tmp_path / "cluster", cluster="local:2")
    run_study(SMALL, tmp_path / "alone")
    assert rows(SMALL, tmp_path / "cluster").equals(rows(SMALL, tmp_path / "alone"))


def test_an_agent_that_fails_on_a_worker_is_one_line(tmp_path: Path) -> None:
    mine = held_file(tmp_path)
    mine.write_text(mine.read_text().replace("self.agent = rules_agent()", "self.oops = None"))
    with pytest.raises(SapperError, match=r"slow failed on 5x5x3/given seed \d+: Attribute"):
        run_study(load(str(mine)), tmp_path / "out", cluster="local:1")


@pytest.mark.parametrize("cluster", ["local:0", "local", "host:8786", "tcp://"])
def test_a_malformed_cluster_is_refused(tmp_path: Path, cluster: str) -> None:
    with pytest.raises(SapperError, match="is not a cluster"):
        run_study(SMALL, tmp_path / "out", cluster=cluster)
    assert not (tmp_path / "out").exists()


def test_a_scheduler_that_is_not_there_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.lab.workers.TIMEOUT", "1s")
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # and does not listen
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(SapperError, match=f"no Dask scheduler answers at {address}"):
            run_study(SMALL, tmp_path / "out", cluster=address)
