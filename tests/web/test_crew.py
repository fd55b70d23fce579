"""A crew: several server processes on one port and one PostgreSQL database."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from processes import children, descendants, lives, wait_for
from sapper.grid import SapperError
from sapper.web.app import serve

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="--workers needs Linux")

COMMAND = [sys.executable, "-m", "sapper", "serve", "--no-browser", "--port", "0", "--workers", "2"]


@pytest.fixture
def crew(postgres: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A crew of two, as a process, and its address."""
    process = subprocess.Popen(
        [*COMMAND, "--database", postgres], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    found = re.search(r"http://\S+:\d+", process.stdout.readline())
    assert found, "the crew did not start"
    yield process, found[0]
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    process.communicate(timeout=40)


def members(process: subprocess.Popen[str]) -> list[int]:
    """The server processes of a crew; their own workers are not among them."""
    return [
        child
        for child in children(process.pid)
        if b"sapper.web.crew" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def test_a_game_goes_on_whoever_answers(crew: tuple[subprocess.Popen[str], str]) -> None:
    """A new connection for every move; a member is killed in between, and another one starts."""
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
            continue  # it went to the one that was killed; the next one names the same number
        assert answer.status_code == 200, answer.text
        made = answer.json()["moves"]
        assert made == answer.json()["flags"]
    assert made >= 29
    replaced = wait_for(lambda: [one for one in members(process) if one not in first])
    assert replaced, "nobody took the place of the one that was killed"
    seen = httpx.get(f"{url}/api/games/{game}", cookies=cookies, timeout=60).json()
    assert seen["moves"] == seen["flags"] == made


def test_members_do_not_outlive_a_killed_parent(crew: tuple[subprocess.Popen[str], str]) -> None:
    """Nor do their workers: the port is free within a moment of kill -9."""
    process, url = crew
    httpx.post(f"{url}/api/analyse", json={"position": "3x1x1/any\n.1."}, timeout=60)
    family = members(process)
    family += [worker for member in family for worker in descendants(member)]
    assert len(family) >= 3
    process.kill()
    assert wait_for(lambda: not any(map(lives, family)), 30), "a process lives on"


def test_several_servers_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    """SQLite's file is for one of them."""
    with pytest.raises(SapperError, match="--workers needs a database that servers can share"):
        serve(port=0, database=str(tmp_path / "games.db"), open_browser=False, workers=2)
