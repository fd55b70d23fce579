"""Frames: what one websocket may send, so that it does not keep the server from the others.

The websocket library limits the size of a message, but not the number of frames that it comes in,
nor of those that belong to no message. uvicorn parses all that has come at once, and answers pings
whether or not anyone reads the answers. There is no setting for any of it, so:

    slices       what comes is parsed a little at a time, and others have their turn in between
    fragments    a message has at most so many
    control      so many pings, pongs and closes at once, and so many per second after that
    both ways    while a client does not read what it is sent, nothing is read from it; at the next
                 keepalive ping (every 20 s) after it was told to go, it is gone
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode

SLICE = 2**10
FRAGMENTS = 64
CONTROL = (50, 2.0)
"""control frames at once, and per second after that"""


class Socket(WebSocketsSansIOProtocol):
    """A websocket with limits."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._rest = bytearray()
        """what has come and is not parsed yet"""
        self._is_next = False
        """whether parsing goes on by itself"""
        self._fragments = 0
        self._control = (float(CONTROL[0]), self.loop.time())

    def data_received(self, data: bytes) -> None:
        """The handshake, as it was read by HTTP, and then frames."""
        if self.handshake_initiated:
            self._rest += data
            self._parse()
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None:
            # The library has refused it, and nobody else would say so.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def _parse(self) -> None:
        self._is_next = False
        if self._rest and not self._is_blocked:
            piece = bytes(self._rest[:SLICE])
            del self._rest[:SLICE]
            super().data_received(piece)
        self._regulate()

    @property
    def _is_blocked(self) -> bool:
        """Whether it is not accepted yet, a message waits, or what was said has not been read."""
        return not self.handshake_complete or self.read_paused or not self.writable.is_set()

    def _regulate(self) -> None:
        """Parse on, read on, or wait."""
        if self.transport.is_closing():
            self._rest.clear()
            return
        if self._rest and not self._is_blocked and not self._is_next:
            self._is_next = True
            self.loop.call_soon(self._parse)
        if self._rest or self._is_blocked:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """Count frames before anything is done about them."""
        for event in self.conn.events:
            if isinstance(event, Frame) and not self._may_come(event):
                return self._refuse(CloseCode.POLICY_VIOLATION, "too many frames")
        return super().handle_events()

    def _may_come(self, frame: Frame) -> bool:
        if frame.opcode is Opcode.CONT:
            self._fragments += 1
            return self._fragments <= FRAGMENTS
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY) and not self.close_sent:
            self._fragments = 1
            return True  # the next one is read when this one is answered
        left, then = self._control
        now = self.loop.time()
        left = min(CONTROL[0], left + (now - then) * CONTROL[1]) - 1
        self._control = (left, now)
        return left >= 0

    def send_receive_event_to_app(self) -> None:
        """Pass a message on. A client's mistake is not for the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                return self._refuse(CloseCode.INVALID_DATA, "text is UTF-8")
        return super().send_receive_event_to_app()

    def _refuse(self, code: CloseCode, words: str) -> None:
        if not self.transport.is_closing():
            self.conn.fail(code, words)
            self.handle_parser_exception()

    async def send(self, message: Any) -> None:
        """Accept it, or say something; then frames may come."""
        await super().send(message)
        self._regulate()

    async def receive(self) -> Any:
        """The next message for the application."""
        message = await super().receive()
        self._regulate()
        return message

    def pause_writing(self) -> None:
        """The client does not read what it is sent."""
        super().pause_writing()
        self._regulate()

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self._regulate()

    def send_keepalive_ping(self) -> None:
        """Ask whether the client is there, or end what should have ended."""
        super().send_keepalive_ping()
        self._end()

    def keepalive_timeout(self) -> None:
        """The client has not answered."""
        super().keepalive_timeout()
        self._end()

    def _end(self) -> None:
        """Let a client go that does not even read that it should."""
        if self.transport.is_closing():
            self.transport.abort()
