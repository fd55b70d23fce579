"""The limits of docs/service/nginx.conf, with a real nginx in front of a server."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import proxy
from needs import program
from sapper.web.app import HEAD, Limits
from web.servers import Process

SERVICE = Path(__file__).parents[2] / "docs" / "service"
Start = Callable[..., str]


def test_both_proxies_allow_the_same_body_as_the_server() -> None:
    """Otherwise a proxy would refuse what the page sends, or buffer what the server refuses."""
    nginx, caddy = ((SERVICE / name).read_text() for name in ("nginx.conf", "Caddyfile"))
    assert re.findall(r"client_max_body_size (\d+)m;", nginx) == [str(Limits().body >> 20)]
    assert re.findall(r"max_size (\d+)MiB", caddy) == [str(Limits().body >> 20)]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a server with nginx in front of it. The server must not log errors."""
    program("nginx", package="nginx", folders="/usr/sbin")
    errors = tmp_path / "errors"
    with ExitStack() as stack:

        def begin(changes: dict[str, str] | None = None, **limits: object) -> str:
            server = Process(
                str(tmp_path / "games.db"), ["127.0.0.1"], errors=str(errors), **limits
            )
            stack.callback(server.stop)
            return stack.enter_context(proxy.nginx(server.port, changes))

        yield begin
    assert errors.read_text() == ""


def connection(url: str, address: str = "127.0.0.66") -> socket.socket:
    """A connection to nginx from an attacker's address."""
    where = ("127.0.0.1", urlsplit(url).port)
    return socket.create_connection(where, timeout=60, source_address=(address, 0))


def answer(url: str, *parts: bytes) -> bytes:
    """Everything that comes until the connection is closed."""
    with closing(connection(url)) as line:
        said = b""
        with suppress(ConnectionError):
            for part in parts:
                line.sendall(part)
            while more := line.recv(2**16):
                said += more
        return said


def socket_of(url: str, address: str, cookie: str) -> ClientConnection:
    return connect(
        f"{url.replace('http', 'ws')}/api/play",
        additional_headers={"Cookie": f"sapper_player={cookie}"},
        open_timeout=60,
        close_timeout=0.1,
        ping_interval=None,
        compression=None,
        source_address=(address, 0),
    )


def move(url: str) -> None:
    """Another player, who has another address, starts a game and makes moves in both ways."""
    transport = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=url, timeout=60, transport=transport) as client:
        game = client.post("/api/games", json={"level": "beginner"}).raise_for_status().json()["id"]
        first = client.post(f"/api/games/{game}/moves", json={"kind": "flag", "cell": 1})
        assert first.raise_for_status().json()["cells"] == [1]
        with socket_of(url, "127.0.0.2", client.cookies["sapper_player"]) as talking:
            talking.send(json.dumps({"game": game, "kind": "flag", "cell": 2}))
            assert json.loads(talking.recv(60))["cells"] == [2]


# -- requests -----------------------------------------------------------------------------------

GET = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n"
LAST = GET + b"Connection: close\r\n\r\n"
POST = b"POST /api/read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
HEADS = {
    "one header": GET + b"X: " + b"x" * HEAD,
    "many headers": GET + b"X: y\r\n" * (HEAD // 6),
    "address": b"GET /" + b"x" * HEAD,
    "trailers": POST + b"0\r\n" + b"X: y\r\n" * (HEAD // 5),
    "body": POST + (b"8000\r\n" + b"x" * 2**15 + b"\r\n") * 40,
}


@pytest.mark.process
def test_an_endless_head_or_body_is_refused(start: Start) -> None:
    url = start({"client_header_timeout 10s;": "client_header_timeout 1s;"})
    for kind, text in HEADS.items():
        said = answer(url, text)
        # nginx reads trailers to their end, which never comes.
        assert re.match(rb"HTTP/1.1 4(00|13|14|08) ", said) or kind == "trailers", (kind, said)
    move(url)


@pytest.mark.process
def test_slow_requests_are_ended_and_do_not_reach_the_server(start: Start) -> None:
    """Nginx ends them. Until then, they occupy nothing in the server, which has two connections."""
    url = start(
        {
            "client_header_timeout 10s;": "client_header_timeout 2s;",
            "client_body_timeout 10s;": "client_body_timeout 2s;",
        }
    )
    half = b"POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"
    with ExitStack() as stack:
        lines = [stack.enter_context(closing(connection(url))) for _ in range(60)]
        for number, line in enumerate(lines):
            line.sendall([b"", half, half + b"\r\n{"][number % 3])
        move(url)
        for line in lines:
            with suppress(ConnectionError):
                while line.recv(2**10):
                    pass  # until nginx closes it


@pytest.mark.process
def test_a_flood_of_requests_in_a_pipeline_is_refused(start: Start) -> None:
    """Above the rate, requests get status 429, but not those of other addresses."""
    url = start({"burst=3000": "burst=20", "rate=100r/s": "rate=1r/s"})
    statuses = re.findall(rb"HTTP/1.1 (\d+) ", answer(url, (GET + b"\r\n") * 500 + LAST))
    assert len(statuses) == 501
    assert set(statuses) == {b"200", b"429"}
    assert statuses.count(b"200") < 100
    move(url)


@pytest.mark.process
def test_connections_of_one_address_are_limited(start: Start) -> None:
    url = start({"limit_conn connections 700;": "limit_conn connections 3;"})
    cookie = "attacker-attacker-attacker"
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(socket_of(url, "127.0.0.66", cookie))
        assert answer(url, GET + b"\r\n" + LAST).startswith(b"HTTP/1.1 429 ")
        move(url)


@pytest.mark.process
def test_a_client_cannot_choose_its_address(start: Start) -> None:
    """Nginx replaces X-Forwarded-For, by which the server counts clients."""
    url = start(new_games=(1, 0.001))

    def status(address: str, claimed: str) -> int:
        transport = httpx.HTTPTransport(local_address=address)
        with httpx.Client(base_url=url, timeout=60, transport=transport) as client:
            headers = {"X-Forwarded-For": claimed}
            ask = {"level": "beginner"}
            return client.post("/api/games", json=ask, headers=headers).status_code

    assert [status("127.0.0.3", one) for one in ("192.0.2.1", "192.0.2.2")] == [201, 429]
    assert status("127.0.0.4", "192.0.2.1") == 201


# -- websockets ---------------------------------------------------------------------------------


def frame(first: int, payload: bytes = b"") -> bytes:
    """A websocket frame with a zero mask."""
    return bytes([first, 0x80 | len(payload), 0, 0, 0, 0]) + payload


TEXT, CONTINUATION, PING = 0x01, 0x00, 0x89


HANDSHAKE = (
    b"GET /api/play HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    b"Cookie: sapper_player=attacker-attacker-attacker\r\n\r\n"
)


def flooding(line: socket.socket, start: bytes, more: bytes) -> None:
    """Send `more` without reading, until the connection ends."""
    line.sendall(HANDSHAKE)
    assert line.recv(2**10).startswith(b"HTTP/1.1 101 ")
    with suppress(OSError):
        line.sendall(start)
        while True:
            line.sendall(more * 1000)


@pytest.mark.process
def test_a_flood_of_frames_leaves_others_their_moves(start: Start) -> None:
    """While 8 clients send empty frames as fast as the server reads them, another player moves."""
    url = start()
    with ThreadPoolExecutor(8) as pool, ExitStack() as stack:
        for _ in range(8):
            line = stack.enter_context(closing(connection(url)))
            stack.callback(line.shutdown, socket.SHUT_RDWR)
            pool.submit(flooding, line, frame(TEXT), frame(CONTINUATION))
        for _ in range(3):
            move(url)


@pytest.mark.process
def test_a_flood_of_pings_without_reading_is_ended(start: Start) -> None:
    """Nginx ends the connection when its client does not read the answers in time."""
    url = start({"send_timeout 20s;": "send_timeout 1s;"})
    with closing(connection(url)) as line:
        flooding(line, b"", frame(PING, b"x" * 100))  # returns when the connection has ended
    move(url)


@pytest.mark.process
def test_a_message_that_is_too_large_closes_the_websocket(start: Start) -> None:
    with socket_of(start(), "127.0.0.66", "attacker-attacker-attacker") as talking:
        with suppress(ConnectionClosed):
            talking.send("x" * 2**15)
        with pytest.raises(ConnectionClosed):
            talking.recv(60)
        assert talking.close_code == 1009
