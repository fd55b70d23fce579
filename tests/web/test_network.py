"""Host names, origins, HTTP methods, proxies, and processes that end together."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

from processes import descendants, lives, wait_for, worked
from sapper.errors import SapperError
from sapper.web.guard import hosts_of
from strategies import checkerboard
from web.servers import Process

HARD = checkerboard(30, extra_mines=1)


@pytest.mark.parametrize(
    ("listening", "allowed", "names"),
    [
        ("127.0.0.1", (), "localhost 127.0.0.1 ::1"),
        ("0.0.0.0", (), "localhost 127.0.0.1 ::1 192.168.1.9 2001:db8::5"),
        ("0.0.0.0", ("Box.lan.",), "localhost 127.0.0.1 ::1 192.168.1.9 2001:db8::5 box.lan"),
        ("box.lan", (), "localhost 127.0.0.1 ::1 192.168.1.9 2001:db8::5 box.lan"),
        ("127.0.0.1", ("box.lan",), "localhost 127.0.0.1 ::1 box.lan"),
    ],
)
def test_a_server_answers_to_its_own_names(
    listening: str, allowed: tuple[str, ...], names: str
) -> None:
    """A public server accepts IP addresses as its host, because DNS rebinding needs a name."""
    hosts = hosts_of(listening, allowed)
    assert hosts is not None
    asked = ["localhost", "127.0.0.1", "::1", "192.168.1.9", "2001:db8::5", "box.lan"]
    assert [name for name in asked if name in hosts] == names.split()
    for name in ("evil.example", "", "box.lan.evil.example", "localhost.evil.example"):
        assert name not in hosts


def test_any_name_is_served_on_demand_and_no_nonsense() -> None:
    """An asterisk allows any host name, and an invalid host name is an error."""
    assert hosts_of("0.0.0.0", ["*"]) is None
    for bad in ("http://box.lan", "box lan", "", "box:8000"):
        with pytest.raises(SapperError, match="is not a host name: give a name like"):
            hosts_of("0.0.0.0", [bad])


def test_a_rebound_name_is_refused_on_every_way(make_client: Callable[..., TestClient]) -> None:
    """A public server refuses requests and websockets for a foreign host name."""
    client = make_client(hosts=hosts_of("0.0.0.0", ["box.lan"]))
    for host in ("192.168.1.9:8000", "[2001:db8::5]:8000", "box.lan", "BOX.lan.:8000"):
        assert client.get("/api/about", headers={"Host": host}).status_code == 200
    for host in ("evil.example", "evil.example:8000", "[", "", "box.lan@evil.example"):
        assert client.get("/", headers={"Host": host}).status_code == 403
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect("/api/watch", headers={"Host": host}),
        ):
            pass


@pytest.mark.parametrize("origin", ["http://[", "null", "http://]", "", "http://a:b:c", "\x7f["])
def test_a_malformed_origin_is_refused(client: TestClient, origin: str) -> None:
    """A malformed origin gets a 403, like any foreign origin."""
    answer = client.post("/api/games", json={"level": "easy"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json() == {"detail": "requests from other sites are refused"}


@pytest.mark.parametrize(
    "more",
    ["1e309", "-1e309", "NaN", "-1", "1.5", '"x"', "null", "[" * 5000, "1" * 5000, "true, 1"],
)
def test_a_wish_for_more_is_a_small_number(client: TestClient, more: str) -> None:
    """If `more` is not a small number, the client gets an error with status 422."""
    with client.websocket_connect("/api/watch") as socket:
        # The game has more steps than the server sends at first, so it doesn't end too early.
        socket.send_json({"level": "16x9x20/given", "agents": ["rules"], "seed": 3})
        socket.send_text(f'{{"more": {more}}}')
        while "frame" in (message := socket.receive_json()) or "seed" in message:
            pass
        assert message == {"problem": 'send {"side": 0, "more": 10}', "status": 422}


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("DELETE", "/", "GET, HEAD"),
        ("POST", "/app.js", "GET, HEAD"),
        ("DELETE", "/api/games", "GET, POST"),
        ("PUT", "/api/games/abcdefgh", "DELETE, GET"),
        ("GET", "/api/games/abcdefgh/moves", "POST"),
        ("POST", "/api/history", "GET"),
        ("OPTIONS", "/api/about", "GET"),
        ("POST", "/api/openapi.json", "GET, HEAD"),
        ("POST", "/nowhere", None),
        ("GET", "/api/nowhere", None),
        ("POST", "/..%2fapp.py", None),
    ],
)
def test_allow_names_the_methods_of_an_address(
    client: TestClient, method: str, path: str, allow: str | None
) -> None:
    """The answer is a 405 with the allowed methods, or a 404 if the address does not exist."""
    answer = client.request(method, path)
    assert answer.headers.get("Allow") == allow
    assert answer.status_code == (404 if allow is None else 405)
    if allow is not None:
        assert answer.json() == {"detail": f"this address accepts {allow}, not {method}"}


# -- proxies --------------------------------------------------------------------------------


def test_a_proxy_says_for_whom_it_asks_and_others_do_not(tmp_path: Path) -> None:
    """Only a trusted proxy's headers are believed. Over TLS, the cookie is marked as Secure."""
    for proxies in ((), ("127.0.0.1",)):
        server = Process(str(tmp_path / "games.db"), proxies)
        try:
            headers = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https"}
            answer = httpx.get(server.url, headers=headers, timeout=60)
            assert ("Secure" in answer.headers["Set-Cookie"]) == bool(proxies)
        finally:
            server.stop()


# -- processes ------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")
@pytest.mark.process
def test_workers_do_not_outlive_a_killed_server(served: Any) -> None:
    """After kill -9 of the server, its workers end, whether idle or busy."""
    ask = partial(httpx.post, f"{served.url}/api/analyse", timeout=60)
    assert ask(json={"position": "3x1x1/any\n.1."}).status_code == 200

    def ask_on() -> None:
        """Keep a worker busy until the server is killed, however soon one analysis ends."""
        while True:
            ask(json={"position": HARD})

    # A killed server sends no closing handshake, so the client must not wait for one. The client
    # reads only some frames, so it would not read the answer to a ping either.
    url = f"{served.url.replace('http', 'ws')}/api/watch"
    with connect(url, open_timeout=60, close_timeout=0.1, ping_interval=None) as socket:
        # The game has more steps than the server sends at first, so the agent pauses.
        socket.send('{"level": "16x9x20/given", "agents": ["rules"], "seed": 3}')
        assert "seed" in socket.recv()
        assert "frame" in socket.recv()
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(ask_on)
            try:
                # The template process, a worker with the watched agent, and a worker that analyses.
                assert wait_for(lambda: len(descendants(served.pid)) == 3)
                workers = descendants(served.pid)
                before = sum(map(worked, workers))
                assert wait_for(lambda: sum(map(worked, workers)) > before + 0.05)
            finally:
                served.kill()  # ends `ask_on`
            assert wait_for(lambda: not any(map(lives, workers))), "a worker lives on"
            assert isinstance(asked.exception(60), httpx.HTTPError)
