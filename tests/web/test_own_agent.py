"""Watching an agent from a file that was named when the server started."""

from __future__ import annotations

import gc
import os
import re
import socket
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sapper.adapters.skeleton import WITH_KB
from sapper.errors import SapperError
from sapper.web import app as web
from sapper.web.app import create_app
from sapper.web.server import Limits
from web.servers import patient

AGENT = '''
def choose(view):
    """Sure of everything, and wrong."""
    if len(view.hidden) < view.level.size:
        raise ValueError("enough")
    return view.hidden[-1]
'''


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(AGENT)
    return str(file)


def heard(client: TestClient, agent: str, level: str) -> list[Any]:
    """The messages to a viewer, up to the end of the game or the first problem."""
    messages: list[Any] = []
    with client.websocket_connect("/api/watch") as conversation:
        conversation.send_json({"level": level, "agents": [agent], "seed": 1, "guess": "odds"})
        while not messages or not ({"done", "problem"} & messages[-1].keys()):
            messages.append(conversation.receive_json())
    return messages


def test_an_agent_of_ones_own_is_listed_and_watched(mine: str, tmp_path: Path) -> None:
    """The server corrects an agent's false claim, and reports the error that the agent raised."""
    app = create_app(f"sqlite:///{tmp_path}/games.db", agents=[mine], limits=patient(Limits()))
    with TestClient(app) as client:
        name = client.get("/api/about").json()["agents"][-1]["name"]
        assert name.endswith("mine.py")
        messages = heard(client, name, "5x3x2/any")
    words = messages[1]["frame"]["decision"]["words"]
    assert "mine.py, E3 is safe" in words
    assert "But E3 has a 13% chance of being a mine." in words
    problem = messages[-1]["problem"]
    assert "failed on 5x3x2/any seed 1, decision 2: it raised ValueError: enough" in str(problem)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_the_name_of_an_agent_may_be_no_text(tmp_path: Path) -> None:
    """A name in Latin-1, as from a Windows zip file, is shown with the bytes that are not UTF-8."""
    (tmp_path / os.fsdecode(b"m\xfcller.py")).write_text(AGENT)
    agents = list(map(str, tmp_path.iterdir()))
    app = create_app(f"sqlite:///{tmp_path}/games.db", agents=agents, limits=patient(Limits()))
    with TestClient(app) as client:
        name = client.get("/api/about").json()["agents"][-1]["name"]
        assert name.endswith(r"m\xfcller.py")
        messages = heard(client, name, "5x3x2/any")
    assert r"m\xfcller.py, E3 is safe" in messages[1]["frame"]["decision"]["words"]
    assert r"m\xfcller.py failed on 5x3x2/any seed 1" in messages[-1]["problem"]


def test_every_clause_that_an_agent_shows_is_checked(tmp_path: Path) -> None:
    """The verdicts agree with all boards that fit, tried one by one."""
    (tmp_path / "mine.py").write_text(WITH_KB.replace("number + 1):  # one", "number):  # one"))
    app = create_app(
        f"sqlite:///{tmp_path}/games.db",
        agents=[str(tmp_path / "mine.py")],
        limits=patient(Limits()),
    )
    with TestClient(app) as client:
        name = client.get("/api/about").json()["agents"][-1]["name"]
        messages = heard(client, name, "4x3x2/given(2)")
    frames = [message["frame"] for message in messages if "frame" in message]
    position = ["."] * 12
    seen: set[str] = set()
    verdicts: list[bool] = []
    for frame in frames:
        for cell, symbol in zip(frame["cells"], frame["symbols"], strict=True):
            position[cell] = symbol
        if "kb" not in frame:
            continue
        boards = [set(mines) for mines in combinations(range(12), 2) if fits(position, set(mines))]
        kb = frame["kb"]
        wrong = {one["clause"]: one for one in kb["wrong"]}
        for clause, literals in zip(kb["clauses"], kb["literals"], strict=True):
            isnew = clause not in seen
            seen.add(clause)
            assert (clause in kb["new"]) == isnew
            is_true = all(
                any((abs(x) - 1 in mines) == (x > 0) for x in literals) for mines in boards
            )
            if isnew:
                assert (clause in wrong) == (not is_true)
                verdicts.append(is_true)
        for one in wrong.values():
            mines = {cell for cell, symbol in enumerate("".join(one["board"])) if symbol == "*"}
            assert mines in boards
            assert not any((abs(x) - 1 in mines) == (x > 0) for x in one["literals"])
    assert {True, False} <= set(verdicts)


def fits(position: list[str], mines: set[int]) -> bool:
    """Whether a 4x3 board with these mines fits a position."""
    for cell, symbol in enumerate(position):
        if symbol == "." or symbol == "F":
            continue
        near = sum(
            abs(cell % 4 - mine % 4) <= 1 and abs(cell // 4 - mine // 4) <= 1 for mine in mines
        )
        if cell in mines or (symbol != "+" and near != int(symbol)):
            return False
    return True


def test_a_visitor_names_no_files(mine: str, tmp_path: Path) -> None:
    """Only agents that the server was started with can play."""
    with TestClient(
        create_app(f"sqlite:///{tmp_path}/games.db", limits=patient(Limits()))
    ) as client:
        assert "no such agent" in str(heard(client, mine[-40:], "5x3x2/any")[-1])


def test_a_server_starts_only_with_agents_that_can_play(tmp_path: Path) -> None:
    """If an agent can't play, the server says what is wrong and does not start."""
    url = f"sqlite:///{tmp_path}/games.db"
    with pytest.raises(SapperError, match="'psychic' is not an agent file"):
        create_app(url, agents=["psychic"])
    with pytest.raises(SapperError, match="can't read nowhere"):
        create_app(url, agents=["nowhere.py"])


def test_a_server_that_does_not_start_listens_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The socket is opened before the agents are checked, and closed if an agent is invalid."""
    made: list[socket.socket] = []
    real = web.listen

    def kept(host: str, port: int) -> socket.socket:
        made.append(real(host, port))
        return made[-1]

    monkeypatch.setattr(web, "listen", kept)
    with pytest.raises(SapperError, match="'psychic' is not an agent file"):
        web.serve(port=0, database=str(tmp_path / "games.db"), agents=["psychic"])
    assert [one.fileno() for one in made] == [-1]


@pytest.mark.skipif(not hasattr(socket, "SO_REUSEPORT"), reason="keeps a port as only Unix can")
def test_an_address_that_can_not_be_kept_leaves_no_socket() -> None:
    """If the address does not exist, the socket is closed before the error is reported."""
    with pytest.raises(SapperError, match=r"can't listen on 192\.0\.2\.1:8000"):
        web.listen("192.0.2.1", 8000, backlog=None)
    gc.collect()  # an open socket would raise a ResourceWarning, which is an error in tests


def test_an_occupied_port_is_named_once() -> None:
    """The message is the one that `sapper serve` and `sapper mcp --http` print."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SapperError) as refused:
            web.listen("127.0.0.1", port)
    why = "Address already in use; try another --port"
    assert str(refused.value) == f"can't listen on 127.0.0.1:{port}: {why}"


def test_without_a_port_the_next_free_one_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(web, "PORTS", range(taken, taken + 100))
        with web.listen("127.0.0.1", None) as found:
            assert found.getsockname()[1] in web.PORTS[1:]
        monkeypatch.setattr(web, "PORTS", range(taken, taken + 1))
        with pytest.raises(
            SapperError, match=f"can't listen on 127.0.0.1:{taken}: Address already"
        ):
            web.listen("127.0.0.1", None)


def test_another_port_than_usual_is_announced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line says which port is in use, and the address is printed as always."""
    monkeypatch.setattr(web, "run", lambda app, *_: app.state.server.store.close())
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(web, "PORTS", range(taken, taken + 100))
        web.serve(database=str(tmp_path / "games.db"), open_browser=False)
    said = capsys.readouterr()
    found = re.match(r"Sapper is at http://127\.0\.0\.1:(\d+)/ \(stop with Ctrl-C\)\n", said.out)
    assert found is not None
    line = f"Port {taken} is already in use, so Sapper uses port {found[1]}.\n"
    assert said.err == line
    web.serve(port=0, database=str(tmp_path / "games.db"), open_browser=False)
    assert capsys.readouterr().err == ""
