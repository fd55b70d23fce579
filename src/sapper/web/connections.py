"""Limits the number of connections, and the time and the size of each request.

Even an idle connection costs the server an open file. So a client must send its request in time and
read the answer in time. When there are too many connections, a client with many of them loses the
one that has been silent longest. A client that sends its request immediately is therefore answered,
even if other clients keep many half-sent requests open. Websockets are counted separately, in
sockets.py.

The HTTP parser that uvicorn uses here, httptools, limits neither the headers of a request nor the
number of requests that a client sends before the first is answered. The other parser, h11, limits
the headers, but h11 is slower and parses a quarter of a megabyte of tiny chunks in one go. So this
module passes data to httptools in slices, and serves other connections between two slices:

    head      a request without its body: address, headers, trailers and chunk framing. If it has
              more than HEAD bytes, the answer is 431
    turns     while a request is being answered, no more data is read from its connection
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Container
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sapper.web.guard import client_key

ANSWER_SECONDS = 300.0
"""time within which an answer must be made and read"""
HEAD = 2**16
SLICE = 2**10
"""the number of bytes parsed at once, which contain at most 57 requests"""
DETAIL = b'{"detail":"the request line and headers are too large: the limit is %d KiB"}' % (
    HEAD >> 10
)
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n"
    b"content-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (len(DETAIL), DETAIL)
)


class Door:
    """The open connections of a server, except websockets. Not thread-safe."""

    def __init__(
        self,
        each: int,
        together: int,
        arriving: tuple[float, float],
        exempt: Container[str] = (),
    ) -> None:
        self.each = each
        self.together = together
        self.head_seconds, self.request_seconds = arriving
        self.exempt = exempt
        """addresses of proxies, which serve many clients and are exempt from the limit `each`"""
        self._inside: dict[str, OrderedDict[Connection, None]] = {}
        self._count = 0

    def enter(self, one: Connection) -> None:
        own = self._inside.setdefault(one.address, OrderedDict())
        own[one] = None
        self._count += 1
        if len(own) > self.each and not one.is_proxy:
            self._make_room(own)
        elif self._count > self.together:
            self._make_room(max(self._inside.values(), key=len))

    def note_message(self, one: Connection) -> None:
        own = self._inside.get(one.address, OrderedDict())
        if one in own:
            own.move_to_end(one)

    def leave(self, one: Connection) -> None:
        own = self._inside.get(one.address, OrderedDict())
        if one in own:
            del own[one]
            self._count -= 1
            if not own:
                del self._inside[one.address]

    def _make_room(self, some: OrderedDict[Connection, None]) -> None:
        silent = next((one for one in some if not one.is_answering), next(reversed(some)))
        self.leave(silent)
        silent.transport.abort()


class Flow(FlowControl):
    """Stops parsing and reading while a request waits for the answer to an earlier one."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.transport)
        self._connection = connection

    def resume_reading(self) -> None:
        if self.read_paused and not self._connection.pipeline:
            self.read_paused = False
            self._connection.loop.call_soon(self._connection.parse)


class Connection(HttpToolsProtocol):
    door: Door

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.address = ""
        self.is_proxy = False
        self._timer: asyncio.TimerHandle | None = None
        self._since = 0.0
        self._seen: object = None
        """the last request that has arrived completely"""
        self._rest = bytearray()
        """received but not yet parsed"""
        self._head = 0
        """bytes of the current request so far, without its body"""
        self._answered: Any = None
        """the request being answered; uvicorn's `cycle` is the last request received"""

    @property
    def is_answering(self) -> bool:
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = Flow(self)
        address = self.client[0] if self.client else ""
        self.address, self.is_proxy = client_key(address), address in self.door.exempt
        self._await_request()
        self.door.enter(self)

    def data_received(self, data: bytes) -> None:
        self._rest += data
        self.parse()

    def parse(self) -> None:
        if self._rest and not self.flow.read_paused and not self.transport.is_closing():
            if self._timer is None:
                self._await_request()
            piece = bytes(self._rest[:SLICE])
            del self._rest[:SLICE]
            super().data_received(piece)
            self._head += len(piece)
            if self._head > HEAD:
                self._refuse()
            elif self.is_answering:
                self.flow.pause_reading()
        if self.transport.is_closing():
            return  # the request was refused
        self.door.note_message(self)
        if self.is_answering and self.cycle is not self._seen:
            self._seen = self.cycle
            self._set_timer(ANSWER_SECONDS, self._answer_is_late, self.cycle)
        if self.flow.read_paused:
            return
        if self._rest:
            self.transport.pause_reading()
            self.loop.call_soon(self.parse)  # after other connections
        else:
            self.transport.resume_reading()

    def _refuse(self) -> None:
        """Answer with status 431, or close the connection if another answer has already begun."""
        cycle = self.cycle
        if self.is_answering or (cycle and cycle.response_started and not cycle.response_complete):
            self.transport.abort()
        elif not self.transport.is_closing():
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        self._head = 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        self._head -= len(body)
        super().on_body(body)

    def handle_websocket_upgrade(self) -> None:
        self._forget()
        self._rest.clear()
        self.flow.pause_reading()
        super().handle_websocket_upgrade()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        if not self.pipeline:
            self._answered = self.cycle

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        if self._answered is not None:
            self._answered.disconnected = True
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        if self.cycle is self._seen and self.cycle.response_complete:
            self._cancel_timer()
        if self.pipeline:
            self._answered = self.pipeline[-1][0]
        super().on_response_complete()

    def _forget(self) -> None:
        self._cancel_timer()
        self.door.leave(self)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self, seconds: float, action: Any, *arguments: Any) -> None:
        self._cancel_timer()
        self._timer = self.loop.call_later(seconds, action, *arguments)

    def _await_request(self) -> None:
        self._since = self.loop.time()
        self._set_timer(self.door.head_seconds, self._request_is_late)

    def _request_is_late(self) -> None:
        left = self._since + self.door.request_seconds - self.loop.time()
        if self.cycle is not None and self.cycle is not self._seen and left > 0:
            # The body of a request may arrive later than its headers.
            self._set_timer(left, self._request_is_late)
        else:
            self.transport.abort()

    def _answer_is_late(self, cycle: Any) -> None:
        if not cycle.response_complete:
            self.transport.abort()
