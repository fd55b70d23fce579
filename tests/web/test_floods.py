"""Floods: endless headers, pipelined requests, and frames outside messages.

These tests check that the server stops reading. bench/attack_server.py measures how quickly other
clients get answers during a flood.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi.testclient import TestClient
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sapper.web import frames
from sapper.web.app import Limits
from sapper.web.connections import HEAD, SLICE, Connection, Door
from sapper.web.frames import Socket
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


# -- request headers ----------------------------------------------------------------------------

GET = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
HEADS = {
    "one header": GET + b"X: " + b"x" * HEAD,
    "many headers": GET + b"X: y\r\n" * (HEAD // 6),
    "header name": GET + b"x" * HEAD,
    "address": b"GET /" + b"x" * HEAD,
    "before a request": b"\r\n" * (HEAD // 2 + 1),
    "trailers": POST + b"0\r\n" + b"X: y\r\n" * (HEAD // 6),
    "chunk extension": POST + b"1;" + b"x" * HEAD,
    "chunks": POST + b"1\r\nx\r\n" * (HEAD // 5),
}


@pytest.mark.parametrize("kind", HEADS)
def test_an_endless_head_is_refused(quiet: Process, kind: str) -> None:
    """The server sends a 431 with a one-line message and closes the connection."""
    head, _, body = answer(quiet, HEADS[kind]).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 431 ")
    assert json.loads(body) == {
        "detail": "the request line and headers are too large: the limit is 64 KiB"
    }


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


# -- pipelined requests -------------------------------------------------------------------------


def test_requests_before_answers_are_answered_in_turn(quiet: Process) -> None:
    """A client that sends several requests without waiting gets the answers in the same order."""
    last = b"GET /api/nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    said = answer(quiet, (GET + b"\r\n") * 300 + last)
    statuses = [part[:3] for part in said.split(b"HTTP/1.1 ")[1:]]
    assert statuses == [b"200"] * 300 + [b"404"]


class Transport(asyncio.Transport):
    """A fake connection that records whether it is being read."""

    def __init__(self) -> None:
        super().__init__()
        self.is_read = True
        self.is_closed = False
        self.said = b""

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("192.0.2.7", 50000), "sockname": ("192.0.2.1", 80)}.get(name, default)

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Ignore the limits, because this fake connection never fills up."""

    def write(self, data: Any) -> None:
        self.said += data

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    abort = close


async def silent(scope: Any, receive: Any, send: Any) -> None:
    """An application that does not answer."""
    if scope["type"] == "websocket":
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


def made(kind: Callable[..., Any], app: Any = silent) -> tuple[Any, Transport]:
    """A uvicorn protocol on the fake connection, in a running event loop."""
    config = uvicorn.Config(app, log_config=None)
    protocol, transport = kind(config, ServerState(), {}), Transport()
    protocol.connection_made(transport)
    return protocol, transport


def test_requests_before_answers_are_not_gathered() -> None:
    """While one request is being answered, the server parses only a few more and stops reading."""

    class Guarded(Connection):
        door = Door(20, 60, (600.0, 600.0))

    async def flood() -> None:
        protocol, transport = made(Guarded)
        protocol.data_received(b"GET / HTTP/1.1\r\n\r\n" * 14_000)
        assert not transport.is_read
        assert len(protocol.pipeline) <= SLICE / 18 + 1
        protocol.flow.resume_reading()  # as when an application waits for more data
        assert not transport.is_read
        for task in protocol.tasks:
            task.cancel()
        protocol.connection_lost(None)

    asyncio.run(flood())


def test_an_answer_to_a_client_that_has_gone_is_not_written() -> None:
    """Writing an answer to a lost client would log an error."""
    may_answer = asyncio.Event()

    async def late(scope: Any, receive: Any, send: Any) -> None:
        await may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    class Guarded(Connection):
        door = Door(20, 60, (600.0, 600.0))

    async def leave() -> None:
        for requests in (1, 3):
            may_answer.clear()
            protocol, transport = made(Guarded, late)
            protocol.data_received(b"GET / HTTP/1.1\r\n\r\n" * requests)
            protocol.connection_lost(None)
            may_answer.set()
            await asyncio.gather(*protocol.tasks)
            assert transport.said == b""

    asyncio.run(leave())


# -- frames -------------------------------------------------------------------------------------


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


HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CONT, PING, PONG, FIN = 1, 0, 9, 10, 0x80
FLOODS = {
    "empty continuations": frame(TEXT) + frame(CONT) * 100_000,
    "continuations": frame(TEXT) + frame(CONT, b" ") * 1000,
    "pings": frame(FIN | PING, b"x" * 100) * 20_000,
    "pongs": frame(FIN | PONG) * 100_000,
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_is_closed(talking: ClientConnection, kind: str) -> None:
    """The limit counts frames outside messages and fragments of messages."""
    with suppress(ConnectionError):
        talking.socket.sendall(FLOODS[kind])
    with pytest.raises(ConnectionClosed):
        talking.recv(60)
    # The connection may be closed before the server's close frame is read.
    assert talking.close_code in (1008, 1006)


def test_text_that_is_none_is_closed(talking: ClientConnection) -> None:
    """Text that is not UTF-8 closes the websocket and is not logged. The fixture checks the log."""
    talking.socket.sendall(frame(FIN | TEXT, b"\xff"))
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


async def accepted() -> tuple[Socket, Transport]:
    """A websocket after its handshake, and its connection."""
    talking, transport = made(Socket)
    talking.data_received(HANDSHAKE)
    while b"101" not in transport.said:
        await asyncio.sleep(0)
    return talking, transport


def end(talking: Socket) -> None:
    """Close a websocket."""
    talking.connection_lost(None)
    for task in talking.tasks:
        task.cancel()


def test_frames_before_the_handshake_wait_for_it() -> None:
    """Frames that arrive before the handshake never cause a server error."""

    async def hurry() -> None:
        talking, transport = made(Socket)
        talking.data_received(HANDSHAKE)
        talking.data_received(frame(0x83) * 100)  # this opcode does not exist
        assert not transport.is_closed
        while not transport.is_closed:
            await asyncio.sleep(0)
        assert transport.said.startswith(b"HTTP/1.1 101 ")
        end(talking)

    asyncio.run(hurry())


@pytest.mark.parametrize(
    "more", [b"X: y\r\n" * 200, b"X: " + b"x" * 20_000 + b"\r\n"], ids=["many", "long"]
)
def test_a_handshake_that_the_library_refuses_is_answered(quiet: Process, more: bytes) -> None:
    """The websocket library also limits headers. The client gets a 431 instead of no answer."""
    ask = b"Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    ask += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    head = b"GET /api/play HTTP/1.1\r\nHost: localhost\r\n"
    assert answer(quiet, head + ask + more + b"\r\n").startswith(b"HTTP/1.1 431 ")


def test_messages_are_parsed_a_little_at_a_time() -> None:
    """While one message waits, the server parses only a few more and stops reading."""

    async def flood() -> None:
        talking, transport = await accepted()
        talking.data_received(frame(FIN | TEXT, b"x") * 10_000)
        for _ in range(10_000):
            assert talking.queue.qsize() <= SLICE / 7 + 2
            assert not transport.is_read
            assert (await talking.receive())["text"] == "x"
        assert transport.is_read
        end(talking)

    asyncio.run(flood())


def test_others_have_their_turn_between_two_messages() -> None:
    """Other tasks run between two messages, even if the application never waits."""

    async def flood() -> None:
        talking, _ = await accepted()
        talking.data_received(frame(FIN | TEXT, b"x") * 500)
        turns = 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(other())
        for _ in range(500):
            await talking.receive()
        assert turns >= 499
        task.cancel()
        end(talking)

    asyncio.run(flood())


def test_a_client_that_does_not_read_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a client stops reading, the server stops reading from it and finally disconnects it."""

    async def flood() -> None:
        talking, transport = await accepted()
        assert transport.is_read
        talking.pause_writing()
        assert not transport.is_read
        talking.data_received(frame(FIN | PING, b"hello"))
        assert b"hello" not in transport.said
        talking.resume_writing()
        assert transport.is_read
        assert transport.said.endswith(b"hello")
        monkeypatch.setattr(frames, "UNREAD_SECONDS", 0.0)
        talking.pause_writing()
        while not transport.is_closed:
            await asyncio.sleep(0)
        end(talking)

    asyncio.run(flood())


# -- addresses ----------------------------------------------------------------------------------


def test_an_address_of_ipv6_counts_with_its_network(
    make_client: Callable[..., TestClient],
) -> None:
    """A /64 network counts as one client, and so does an IPv4 address in either notation."""
    client = make_client(Limits(new_games=(1, 0.001)))

    def new_from(address: str) -> int:
        other = TestClient(client.app, client=(address, 50000))
        status: int = other.post("/api/games", json={"level": "beginner"}).status_code
        return status

    assert [new_from(f"2001:db8:1:2::{end}") for end in ("1", "2", "ffff:1")] == [201, 429, 429]
    assert new_from("2001:db8:1:3::1") == 201
    assert [new_from(one) for one in ("192.0.2.9", "::ffff:192.0.2.9")] == [201, 429]
    assert new_from("::ffff:192.0.2.10") == 201
