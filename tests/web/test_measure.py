"""Measuring agents over the websocket, and the reports of studies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from processes import wait_for
from sapper.web.app import Limits

FORM = {"level": "7x5x6/open", "agents": ["rules", "odds"], "games": 40}
LONG = {"level": "expert", "agents": ["resolution-full"], "games": 5000}


def measured(client: TestClient, **form: Any) -> list[dict[str, Any]]:
    said: list[dict[str, Any]] = []
    with client.websocket_connect("/api/measure") as socket:
        socket.send_json(form)
        while not said or not ({"done", "problem"} & set(said[-1])):
            said.append(socket.receive_json())
    return said


def test_two_agents_are_measured(client: TestClient) -> None:
    """The last result covers all games, and the same seed gives the same figures."""
    *_, last, done = measured(client, **FORM, seed=3)
    assert done == {"done": True}
    standing = last["standing"]
    assert (standing["games"], standing["seed"]) == (40, 3)
    assert [player["name"] for player in standing["players"]] == ["rules", "odds"]
    assert standing["pair"]["only"][1] > 0
    again = measured(client, **FORM, seed=3)[-2]["standing"]
    assert again["pair"] == standing["pair"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"games": 5001}, "5001 games is too many for the page: the limit is 5000"),
        ({"games": 0}, "games: Input should be greater than or equal to 1"),
        ({"agents": ["/etc/passwd.py"]}, "no such agent: use one of resolution, "),
        ({"agents": ["odds:seed=1"]}, "no such agent: use one of resolution, "),
        ({"agents": []}, "agents: List should have at least 1 item"),
        ({"agents": ["odds"] * 3}, "agents: List should have at most 2 items"),
        ({"guess": "luckily"}, "there is no such guess strategy: use one of none, "),
        ({"level": "200x200x9"}, "a 200x200 board is too large for the page"),
    ],
)
def test_what_can_not_be_measured(client: TestClient, change: dict[str, Any], words: str) -> None:
    (said,) = measured(client, **{**FORM, **change})
    assert said["status"] == 422
    assert said["problem"].startswith(words)


def test_one_measurement_at_a_time(client: TestClient) -> None:
    """A second measurement from the same address is refused until the first has ended."""
    with client.websocket_connect("/api/measure") as first:
        first.send_json(LONG)
        assert "standing" in first.receive_json()
        (said,) = measured(client, **FORM)
        assert said["status"] == 429
    server = client.app.state.server  # type: ignore[attr-defined]
    assert wait_for(lambda: not server.measuring), "the games go on though nobody looks on"
    assert measured(client, **{**FORM, "games": 2})[-1] == {"done": True}


def test_a_measurement_has_a_limit_of_time(make_client: Callable[..., TestClient]) -> None:
    """When the time is up, the results so far are kept."""
    *standings, last = measured(make_client(Limits(measured_seconds=0.3)), **LONG)
    assert last["problem"] == "measurements stop after 0.005 minutes: this is the result so far"
    assert standings


@pytest.fixture
def results(client: TestClient, tmp_path: Path) -> Path:
    """A results folder with a study, next to files that must stay private."""
    folder = tmp_path / "results"
    study = folder / "difficulty"
    study.mkdir(parents=True)
    (study / "report.html").write_text("<h1>difficulty</h1><script>alert(1)</script>")
    described = '{"study": "difficulty", "question": "How hard?", "levels": {"easy": ""}, '
    (study / "study.json").write_text(described + '"players": {"odds": ""}, "games": 30}')
    (folder / "empty").mkdir()
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "report.html").write_text("secret")
    (folder / "linked").symlink_to(secret)
    (folder / "half").mkdir()
    (folder / "half" / "report.html").symlink_to(secret / "report.html")
    client.app.state.results = folder  # type: ignore[attr-defined]
    return folder


def test_reports_are_listed_and_opened(client: TestClient, results: Path) -> None:
    """The list shows each study's question. Reports can't run scripts."""
    (report,) = client.get("/api/reports").json()
    assert (report["name"], report["question"]) == ("difficulty", "How hard?")
    assert (report["levels"], report["players"], report["games"]) == (1, 1, 30)
    page = client.get("/api/reports/difficulty")
    assert page.text.startswith("<h1>difficulty</h1>")
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox; default-src 'none'")
    assert "script" not in policy
    assert "frame-ancestors 'self'" in policy


@pytest.mark.parametrize(
    "name",
    [
        "linked",
        "half",
        "empty",
        "..",
        "%2e%2e",
        "..%2fsecret",
        "difficulty%2f..%2f..%2fsecret",
        "x",
    ],
)
def test_nothing_else_is_opened(client: TestClient, results: Path, name: str) -> None:
    """Paths, links that lead out of the folder, and folders without a report are refused."""
    answer = client.get(f"/api/reports/{name}")
    assert answer.status_code in (404, 422)
    assert "secret" not in answer.text


def test_no_folder_no_reports(client: TestClient, tmp_path: Path) -> None:
    client.app.state.results = tmp_path / "nowhere"  # type: ignore[attr-defined]
    assert client.get("/api/reports").json() == []
