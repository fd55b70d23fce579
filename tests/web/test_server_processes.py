"""Several server processes on one port and one PostgreSQL database."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import httpx
import pytest

from processes import children, command_line, descendants, lives, wait_for
from sapper.errors import SapperError
from sapper.web import server_processes as crews
from sapper.web.app import serve
from sapper.web.server import Limits
from sapper.web.server_processes import STARTS, Member, ServerProcesses, share
from sapper.web.store import Store

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="--workers needs Linux")

COMMAND = [sys.executable, "-m", "sapper", "serve", "--no-browser", "--port", "0", "--workers", "2"]


@pytest.fixture
def crew(postgres: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Two server processes under one parent, and their address."""
    process = subprocess.Popen(
        [*COMMAND, "--database", postgres], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    found = re.search(r"http://\S+:\d+", process.stdout.readline())
    assert found, "the crew did not start"
    yield process, found[0]
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)


def members(process: subprocess.Popen[str]) -> list[int]:
    """The server processes of a parent, without their workers."""
    return [
        child
        for child in children(process.pid)
        if b"sapper.web.server_processes" in command_line(child)
    ]


@pytest.mark.process
def test_a_game_goes_on_when_another_process_answers(
    crew: tuple[subprocess.Popen[str], str],
) -> None:
    """Each move uses a new connection. Meanwhile one process is killed, and another starts."""
    process, url = crew
    first = members(process)
    assert len(first) == 2
    with httpx.Client(base_url=url, timeout=60) as client:
        game = client.post("/api/games", json={"level": "9x5x8/any"}).json()["id"]
        cookies = dict(client.cookies)
    path = f"{url}/api/games/{game}/moves"
    made = 0
    for cell in range(30):
        if cell == 15:
            os.kill(first[0], signal.SIGKILL)
        move = {"kind": "flag", "cell": cell, "after": made}
        try:
            answer = httpx.post(path, json=move, cookies=cookies, timeout=60)
        except httpx.HTTPError:
            continue  # the killed process got the move, so `made` stays the same
        assert answer.status_code == 200, answer.text
        made = answer.json()["moves"]
        assert made == answer.json()["flags"]
    assert made >= 29
    replaced = wait_for(lambda: [one for one in members(process) if one not in first], 60)
    assert replaced, "nobody took the place of the one that was killed"
    seen = httpx.get(f"{url}/api/games/{game}", cookies=cookies, timeout=60).json()
    assert seen["moves"] == seen["flags"] == made


@pytest.mark.process
def test_members_do_not_outlive_a_killed_parent(crew: tuple[subprocess.Popen[str], str]) -> None:
    """After kill -9 of the parent, the server processes and their workers end."""
    process, url = crew
    httpx.post(f"{url}/api/analyse", json={"position": "3x1x1/any\n.1."}, timeout=60)
    family = members(process)
    family += [worker for member in family for worker in descendants(member)]
    assert len(family) >= 3
    process.kill()
    assert wait_for(lambda: not any(map(lives, family)), 60), "a process lives on"


def test_several_servers_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    """Only one server can use an SQLite file."""
    with pytest.raises(SapperError, match="--workers needs a database that servers can share"):
        serve(port=0, database=str(tmp_path / "games.db"), open_browser=False, workers=2)


class Short:
    """A parent whose server processes become ready and then end immediately."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.started = 0

    def look_after(self, members: int) -> None:
        """Run this many server processes until the parent gives up."""
        crew = ServerProcesses(members, "127.0.0.1", 0, self.database)
        with pytest.raises(SapperError, match="ended 5 times in a row"):
            crew.look_after()


@pytest.fixture
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Short:
    """Server processes that become ready and then end immediately, without opening the database."""
    short = Short(str(tmp_path / "games.db"))

    class Counted(Member):
        def __init__(self, settings: str) -> None:
            short.started += 1
            assert short.started < 50, "they are started again and again"
            super().__init__(settings)

        def becomes_ready(self) -> bool:
            is_ready = super().becomes_ready()
            self.process.wait(60)
            return is_ready

    monkeypatch.setattr(Store, "is_shared", True)
    monkeypatch.setattr(crews, "Member", Counted)
    monkeypatch.setattr(crews, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(crews, "SOON_SECONDS", 600.0)  # long enough for a busy machine
    monkeypatch.setattr(crews, "COMMAND", (sys.executable, "-S", "-c", "print('ready')"))
    return short


def test_a_member_that_ends_again_and_again_is_given_up(short: Short) -> None:
    """The parent gives up if a process ends quickly five times in a row, even if it was ready."""
    short.look_after(1)
    assert short.started == STARTS


def test_ends_in_a_row_are_those_of_one_place(short: Short) -> None:
    """Restarts are counted separately for each server process."""
    short.look_after(3)
    assert short.started == 3 * STARTS


def test_a_member_that_served_for_long_may_end(
    short: Short, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a process has run for a long time, its earlier restarts no longer count."""
    served = iter([0.0] * (STARTS - 1) + [3600.0] + [0.0] * STARTS)
    monkeypatch.setattr(Member, "seconds", property(lambda _: next(served)))
    short.look_after(1)
    assert short.started == 2 * STARTS


def test_limits_of_all_are_divided() -> None:
    """Only server-wide limits are divided among the processes, not those per client or player."""
    whole, part = Limits(), share(Limits(), 2)
    divided = {
        "asking_together": 12,
        "measuring_together": 1,
        "playing_all": 2000,
        "watched": 4,
        "workers": 1,
    }
    for field in fields(Limits):
        expected = divided.get(field.name, getattr(whole, field.name))
        assert getattr(part, field.name) == expected, field.name
    most = share(Limits(), 100)
    assert (most.workers, most.measuring_together, most.watched) == (1, 1, 2), "never none"
