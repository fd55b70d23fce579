"""Checks requests before they are handled, limits their rate, and adds headers to the answers.

    host      the server answers only to its own host names. Otherwise another site could make
              its own name point to this server, and its page could make moves (DNS rebinding)
    origin    pages of other sites can't make moves
    body      the body of a request has a maximum size
    queue     clients wait for a worker, or for their history. The client that has used least
              goes first
    meter     limits how many costly requests a client may send per second
    at once   limits concurrent costly requests, per client and in total
    bugs      an unexpected error is answered with 500, and its trace is logged

A request that is too large is answered with status 413, and one that exceeds another limit with
429.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import re
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Container, Iterable, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.errors import SapperError, quote
from sapper.web.problems import RefusedError, answer_of

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "frame-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
}
"""Browsers obey these headers for pages and workers.

Parts of a page are sent without them: together, the headers of all parts would be as long as the
page's longest file.
"""
PARTS = ("text/css", "text/javascript", "font/", "image/png")


@dataclass(frozen=True, slots=True)
class Hosts:
    """The host names under which a server can be reached.

    If `addresses` is true, the server can also be reached under any IP address. IP addresses are
    safe, because DNS rebinding works only with names.
    """

    names: frozenset[str]
    addresses: bool = False

    def __contains__(self, name: object) -> bool:
        return name in self.names or (self.addresses and _is_address(str(name)))


def hosts_of(listening: str, allowed: Iterable[str] = ()) -> Container[str] | None:
    """The host names under which a server can be reached if it listens on this address.

    If `allowed` contains `*`, the result is None, which allows any name.

    >>> "127.0.0.1" in hosts_of("127.0.0.1"), "10.1.2.3" in hosts_of("127.0.0.1")
    (True, False)
    >>> "10.1.2.3" in hosts_of("0.0.0.0"), "evil.example" in hosts_of("0.0.0.0")
    (True, False)
    """
    names = {host.lower().rstrip(".") for host in allowed}
    if "*" in names:
        return None
    for name in names:
        if not _is_address(name) and not re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*", name):
            raise SapperError(
                f"{quote(name)} is not a host name: give a name like sapper.example.org, an "
                "address, or *"
            )
    open_to_others = listening not in LOOPBACK
    return Hosts(LOOPBACK | names | {listening.lower()}, addresses=open_to_others)


@lru_cache(maxsize=4096)
def client_key(address: str) -> str:
    """The key under which a client is counted: its IPv4 address, or its IPv6 /64 network.

    >>> client_key("192.0.2.7"), client_key("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> client_key("2001:db8:1:2:3:4:5:6"), client_key("2001:db8:1:2::9"), client_key("")
    ('2001:db8:1:2::/64', '2001:db8:1:2::/64', '')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    def __init__(self, app: ASGIApp, hosts: Container[str] | None, body: int) -> None:
        self.app = app
        self.hosts = hosts
        self.body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                out = MutableHeaders(scope=message)
                is_part = out.get("Content-Type", "").startswith(PARTS)
                is_page = not is_part or scope["path"] == "/worker.js"
                for name, value in (HEADERS | PAGE_HEADERS if is_page else HEADERS).items():
                    out.setdefault(name, value)
                api = scope["path"].startswith("/api")
                out.setdefault("Cache-Control", "no-store" if api else "no-cache")
            await send(message)

        refused: Exception | None = self._refusal(scope, headers)
        if refused is None:
            try:
                await self.app(scope, self._limit(receive), send_with_headers)
            except ClientDisconnect:
                return
            except Exception as problem:
                if started or scope["type"] == "websocket":
                    raise
                refused = problem
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        if refused is not None and scope["type"] == "http":
            status, detail = answer_of(refused)
            response = JSONResponse({"detail": detail}, status)
            await response(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> RefusedError | None:
        host = headers.get("host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            return RefusedError(
                403, "the server does not accept this host name: add it with --allowed-host"
            )
        changing = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        origin = headers.get("origin")
        if changing and origin is not None and _place(origin) != host:
            return RefusedError(403, "requests from other sites are refused")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length[:15]) > self.body:
            return self._too_large()
        return None

    def _too_large(self) -> RefusedError:
        return RefusedError(
            413, "the request is too large: the limit is {most} KiB", most=self.body >> 10
        )

    def _limit(self, receive: Receive) -> Receive:
        """Limit the number of bytes in a body, whose length may be missing from the headers."""
        seen = 0

        async def limited() -> Message:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > self.body:
                    raise HTTPException(*answer_of(self._too_large()))
            return message

        return limited


def _name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


class Meter:
    """Allows each client a burst of `burst` requests, and after that `rate` requests per second."""

    def __init__(self, burst: float, rate: float, clients: int = 10_000) -> None:
        self.burst = burst
        self.rate = rate
        self.clients = clients
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, client: str, requests: float = 1.0) -> None:
        """Count a request that costs as much as this many. It is refused if none is left."""
        with self._lock:
            left = self._use(client, requests, least=1)
        if left < 1:
            wait = math.ceil((1 - left) / self.rate)
            raise RefusedError(429, "too many requests: try again in {seconds} s", seconds=wait)

    def pace(self, client: str) -> float:
        """Count a client's request, and return the number of seconds it must wait."""
        with self._lock:
            left = self._use(client, 1.0, least=-math.inf)
        return max(0.0, (1 - left) / self.rate)

    def _use(self, client: str, requests: float, least: float) -> float:
        now = time.monotonic()
        left, then = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate)
        self._left[client] = (left - requests if left >= least else left, now)
        if len(self._left) > self.clients:
            self._left.popitem(last=False)
        return left

    def charge(self, client: str, requests: float) -> None:
        with self._lock:
            left, then = self._left.pop(client, (self.burst, time.monotonic()))
            self._left[client] = (left - requests, then)


class Usage:
    """How many seconds the recent work of each client took. Not thread-safe."""

    HALF = 30.0
    """half-life of the recorded seconds, in seconds"""

    def __init__(self) -> None:
        self._used: dict[str, tuple[float, float]] = {}

    def of(self, client: str) -> float:
        used, then = self._used.get(client, (0.0, 0.0))
        return used * math.exp2((then - time.monotonic()) / self.HALF)

    def add(self, client: str, seconds: float) -> None:
        self._used[client] = (self.of(client) + seconds, time.monotonic())
        self._used = {one: used for one, used in self._used.items() if self.of(one) > 0.01}


class FairQueue:
    """A limited number of slots for work, which threads and coroutines can wait for.

    A free slot goes to the waiting client whose recent work took the least time.
    """

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._usage = Usage()
        self._waiting: list[tuple[str, Future[None]]] = []
        self._lock = threading.Lock()

    def wait(self, client: str) -> Future[None]:
        """A future that is done when the client has a slot. Cancel it to stop waiting."""
        turn: Future[None] = Future()
        with self._lock:
            self._waiting.append((client, turn))
        self._give()
        return turn

    @contextmanager
    def slot(self, client: str) -> Iterator[None]:
        """The work of a client that has a slot."""
        start = time.monotonic()
        try:
            yield
        finally:
            with self._lock:
                self._usage.add(client, time.monotonic() - start)
                self._free += 1
            self._give()

    @contextmanager
    def one(self, client: str, patience: float) -> Iterator[None]:
        """Occupy a slot during the block, or refuse the client after `patience` seconds."""
        turn = self.wait(client)
        with suppress(TimeoutError):
            turn.result(patience)
        if turn.cancel():
            raise RefusedError(429, "too many analyses at once: try again in a moment")
        with self.slot(client):
            yield

    @asynccontextmanager
    async def one_async(self, client: str) -> AsyncIterator[None]:
        turn = self.wait(client)
        try:
            await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            if not turn.cancel():
                with self.slot(client):  # the slot came too late, so give it back
                    pass
            raise
        with self.slot(client):
            yield

    def _give(self) -> None:
        given = []
        with self._lock:
            self._waiting = [one for one in self._waiting if not one[1].cancelled()]
            while self._free and self._waiting:
                one = min(self._waiting, key=lambda waiting: self._usage.of(waiting[0]))
                self._waiting.remove(one)
                # From now on, the future can't be cancelled.
                if one[1].set_running_or_notify_cancel():
                    self._free -= 1
                    given.append(one[1])
        for turn in given:
            turn.set_result(None)


class Concurrency:
    """How much is going on at the same time, for each client and in total."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._inside)

    @contextmanager
    def one(self, *limits: tuple[str, int, RefusedError]) -> Iterator[None]:
        """During the block, add one to the count of each key.

        A limit consists of a key, the maximum count, and the error to raise if the maximum would be
        exceeded.
        """
        keys = [key for key, _, _ in limits]
        with self._lock:
            for key, most, refused in limits:
                if self._inside[key] >= most:
                    raise refused
            self._inside.update(keys)
        try:
            yield
        finally:
            with self._lock:
                self._inside.subtract(keys)
                self._inside += Counter()  # drops the zeros
