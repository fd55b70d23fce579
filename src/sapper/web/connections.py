"""Connections: how many one address may hold, and how long a request may take to arrive.

A connection costs the server a file whether anything is asked on it or not. So a request has to
arrive in time, an answer has to be taken in time, and where there are too many connections, the one
that has been silent longest is closed for the one that comes: whoever asks something at once is
answered, however many half-sent requests lie around. Websockets are counted in sockets.py.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Container
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

ANSWER_SECONDS = 300.0
"""until a client has taken the answer"""


class Door:
    """The connections of a server that are no websockets; used by the event loop alone."""

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
        """for the headers, from the connection or the first byte, and for the whole request"""
        self.exempt = exempt
        """proxies: many clients have the same address there"""
        self._inside: dict[str, OrderedDict[Connection, None]] = {}
        self._count = 0

    def enter(self, one: Connection) -> None:
        """Let a connection in, and close the most silent one where there are too many."""
        own = self._inside.setdefault(one.address, OrderedDict())
        own[one] = None
        self._count += 1
        if len(own) > self.each and one.address not in self.exempt:
            self._make_room(own)
        elif self._count > self.together:
            self._make_room(max(self._inside.values(), key=len))

    def heard(self, one: Connection) -> None:
        """Note that a connection is not silent."""
        own = self._inside.get(one.address, OrderedDict())
        if one in own:
            own.move_to_end(one)

    def leave(self, one: Connection) -> None:
        """Forget a connection, unless it has left already."""
        own = self._inside.get(one.address, OrderedDict())
        if one in own:
            del own[one]
            self._count -= 1
            if not own:
                del self._inside[one.address]

    def _make_room(self, some: OrderedDict[Connection, None]) -> None:
        # When all are being answered, the one that has come last has to go.
        silent = next((one for one in some if not one.is_answering), next(reversed(some)))
        self.leave(silent)
        silent.transport.abort()


class Connection(HttpToolsProtocol):
    """A connection by HTTP/1.1, with deadlines; `door` is set by whoever serves."""

    door: Door

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.address = ""
        self._timer: asyncio.TimerHandle | None = None
        self._since = 0.0
        self._seen: object = None
        """the request that has arrived whole; the next one is another object"""

    @property
    def is_answering(self) -> bool:
        """Whether a request has arrived whole, and its answer has not gone."""
        return self.cycle is self._seen is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client is there: it has to ask something soon."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._await_request()
        self.door.enter(self)

    def data_received(self, data: bytes) -> None:
        """Read on; what has arrived whole is answered."""
        if self._timer is None:
            self._await_request()
        super().data_received(data)
        if self._timer is None or self.transport.is_closing():
            return  # it became a websocket, or was refused
        self.door.heard(self)
        if self.cycle is not None and self.cycle is not self._seen and not self.cycle.more_body:
            self._seen = self.cycle
            self._set_timer(ANSWER_SECONDS, self._answer_is_late, self.cycle)

    def handle_websocket_upgrade(self) -> None:
        """Others look after websockets."""
        self._forget()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone, or was sent away."""
        self._forget()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """What comes next is a request of its own, with a deadline of its own."""
        if self.cycle is self._seen and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        super().on_response_complete()

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.door.leave(self)

    def _set_timer(self, seconds: float, action: Any, *arguments: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, action, *arguments)

    def _await_request(self) -> None:
        self._since = self.loop.time()
        self._set_timer(self.door.head_seconds, self._request_is_late)

    def _request_is_late(self) -> None:
        left = self._since + self.door.request_seconds - self.loop.time()
        if self.cycle is not None and self.cycle is not self._seen and left > 0:
            self._set_timer(left, self._request_is_late)  # the body may take longer
        else:
            self.transport.abort()

    def _answer_is_late(self, cycle: Any) -> None:
        if not cycle.response_complete:
            self.transport.abort()
