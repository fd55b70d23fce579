"""Endless headers, pipelined requests and malformed text at a server without a proxy.

test_proxy.py checks what nginx adds, and bench/attack_server.py measures how quickly other clients
get answers during a flood.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing, suppress

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sapper.web.app import HEAD
from web.servers import Process


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that must not log errors."""
    folder = tmp_path_factory.mktemp("quiet")
    errors = folder / "errors"
    server = Process(str(folder / "games.db"), errors=str(errors))
    yield server
    server.stop()
    assert errors.read_text() == ""


def answer(server: Process, *parts: bytes) -> bytes:
    """Everything the server sends until it closes the connection."""
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=60)) as line:
        said = b""
        with suppress(ConnectionError):
            for part in parts:
                line.sendall(part)
            while more := line.recv(2**16):
                said += more
        return said


# -- requests -----------------------------------------------------------------------------------

GET = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
HEADS = {
    "one header": GET + b"X: " + b"x" * HEAD,
    "many headers": GET + b"X: y\r\n" * (HEAD // 6),
    "header name": GET + b"x" * HEAD,
    "address": b"GET /" + b"x" * HEAD,
    "trailers": POST + b"0\r\n" + b"X: y\r\n" * (HEAD // 5),
    "chunk extension": POST + b"1;" + b"x" * HEAD,
}


@pytest.mark.parametrize("kind", HEADS)
def test_an_endless_head_is_refused(quiet: Process, kind: str) -> None:
    """The server closes the connection, and answers with status 400 if it has not answered yet."""
    assert answer(quiet, HEADS[kind])[:13] in (b"HTTP/1.1 400 ", b"")


def test_a_large_head_and_a_body_in_chunks_are_fine(quiet: Process) -> None:
    """Large headers and chunked bodies are accepted, even in several requests in a row."""
    with httpx.Client(base_url=quiet.url, timeout=60) as client:
        for _ in range(3):
            assert client.get("/api/about", headers={"X": "x" * 40_000}).status_code == 200
            chunks = [b"3x1x1/any\n.1."] + [b"\n" * 1000] * 500
            assert client.post("/api/read", content=iter(chunks)).status_code == 200


def test_malformed_requests_are_not_logged(quiet: Process) -> None:
    """If malformed requests were logged, anyone could fill the disk. The fixture checks the log."""
    assert answer(quiet, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    upgrade = b"Connection: upgrade, close\r\nUpgrade: nonsense\r\n\r\n"
    answer(quiet, GET + upgrade, b"more")


@pytest.mark.parametrize("path", ["read", "games", "replay"])
def test_a_client_that_goes_away_is_not_logged(quiet: Process, path: str) -> None:
    """The client disconnects while sending the body. The fixture checks the log."""
    head = f"POST /api/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"
    for kind in ("application/json", "application/octet-stream"):
        with closing(socket.create_connection(("127.0.0.1", quiet.port), timeout=60)) as line:
            line.sendall(f"{head}Content-Type: {kind}\r\n\r\n{{".encode())
    # By the time this request is answered, the other connections have been closed.
    assert httpx.get(f"{quiet.url}/api/health", timeout=60).status_code == 200


def test_requests_before_answers_are_answered_in_turn(quiet: Process) -> None:
    """A client that sends several requests without waiting gets the answers in the same order."""
    last = b"GET /api/nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    said = answer(quiet, (GET + b"\r\n") * 300 + last)
    statuses = [part[:3] for part in said.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200"] * 300 + [b"404"]


# -- websockets ---------------------------------------------------------------------------------


@pytest.fixture
def talking(quiet: Process) -> Iterator[ClientConnection]:
    player = httpx.get(quiet.url, timeout=60).cookies["sapper_player"]
    with connect(
        f"{quiet.url.replace('http', 'ws')}/api/play",
        additional_headers={"Cookie": f"sapper_player={player}"},
        open_timeout=60,
        close_timeout=1,
        ping_interval=None,
        compression=None,
    ) as talking:
        yield talking


def frame(first: int, payload: bytes = b"") -> bytes:
    """A websocket frame with a zero mask."""
    assert len(payload) < 126
    return bytes([first, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def test_text_that_is_none_is_closed(talking: ClientConnection) -> None:
    """Text that is not UTF-8 closes the websocket and is not logged. The fixture checks the log."""
    talking.socket.sendall(frame(0x81, b"\xff"))
    with pytest.raises(ConnectionClosed):
        talking.recv(60)
    assert talking.close_code == 1007


def test_many_moves_at_once_are_answered_in_turn(quiet: Process) -> None:
    """All moves are answered in order, even if each message is sent in a few fragments."""
    with httpx.Client(base_url=quiet.url, timeout=60) as client:
        game = client.post("/api/games", json={"level": "30x16x99/any"}).json()["id"]
        cookie = f"sapper_player={client.cookies['sapper_player']}"
    url = f"{quiet.url.replace('http', 'ws')}/api/play"
    with connect(url, additional_headers={"Cookie": cookie}, open_timeout=60) as talking:
        for cell in range(400):
            text = json.dumps({"game": game, "kind": "flag", "cell": cell})
            talking.send([text[start : start + 10] for start in range(0, len(text), 10)])
        answers = [json.loads(talking.recv(60)) for _ in range(400)]
    assert [one["cells"] for one in answers] == [[cell] for cell in range(400)]
