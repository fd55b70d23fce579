"""Frames: what one websocket may send, so that it does not keep the server from the others.

The websocket library limits the size of a message, but not the number of frames that it comes in,
nor of those that belong to no message. uvicorn parses all that has come at once, and answers pings
whether or not anyone reads the answers. There is no setting for any of it, so:

    slices       what comes is parsed a little at a time, and no further than a message that waits
    frames       between two messages, FRAMES limits all others: pings, pongs, and fragments that
                 are not the last of a message
    both ways    nothing is read from a client that does not read what it is sent; after
                 UNREAD_SECONDS it is disconnected
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import DATA_OPCODES, CloseCode, Frame

SLICE = 2**10
FRAMES = (64.0, 2.0)
"""between two messages: at once, and per second after that"""
UNREAD_SECONDS = 60.0


class Socket(WebSocketsSansIOProtocol):
    """A websocket with limits."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._rest = bytearray()
        """what has come and is not parsed yet"""
        self._frames = (FRAMES[0], self.loop.time())
        """how many may come, and since when"""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A client is there; whatever it has not read is noticed."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)

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

    @property
    def _is_blocked(self) -> bool:
        """Whether it is not accepted yet, a message waits, or what was said has not been read."""
        return not self.handshake_complete or self.read_paused or not self.writable.is_set()

    def _parse(self) -> None:
        """Parse what has come, and read on, unless something has to be done first."""
        while self._rest and not self._is_blocked and not self.transport.is_closing():
            piece = bytes(self._rest[:SLICE])
            del self._rest[:SLICE]
            super().data_received(piece)
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
        most, rate = FRAMES
        now, (left, then) = self.loop.time(), self._frames
        is_message = frame.opcode in DATA_OPCODES and frame.fin and not self.close_sent
        left = most if is_message else min(most, left + (now - then) * rate) - 1
        self._frames = (left, now)
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
        self._parse()

    async def receive(self) -> Any:
        """The next message for the application."""
        message = await super().receive()
        self._parse()
        if self.read_paused:
            await asyncio.sleep(0)  # the next one waits already: others have their turn before
        return message

    def pause_writing(self) -> None:
        """The client does not read what it is sent."""
        super().pause_writing()
        self.transport.pause_reading()
        self._timer = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._forget()
        self._parse()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
