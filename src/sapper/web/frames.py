"""Limits what a client may send over a websocket, so that no client keeps the server busy.

The websocket library limits the size of a message, but neither the number of frames in a message
nor the number of control frames. The server, uvicorn, parses all received data in one go, and
answers pings even if the client does not read the answers. There are no settings to change this, so
this module adds its own limits:

    slices       data is parsed a little at a time, and not while a message waits to be handled
    frames       FRAMES limits the number of frames between two messages. These are pings, pongs
                 and all fragments of a message except the last
    both ways    until a client has read what was sent to it, nothing is read from it. If that
                 takes longer than UNREAD_SECONDS, it is disconnected
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import DATA_OPCODES, CloseCode, Frame

SLICE = 2**10
FRAMES = (64.0, 2.0)
"""frames allowed between two messages: a burst, and the rate per second after it"""
UNREAD_SECONDS = 60.0


class Socket(WebSocketsSansIOProtocol):
    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._rest = bytearray()
        """received but not yet parsed"""
        self._frames = (FRAMES[0], self.loop.time())
        """the number of frames left, and when that was counted"""
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        # With a limit of 0, pause_writing is called as soon as a byte is waiting to be sent.
        transport.set_write_buffer_limits(0)

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated:
            self._rest += data
            self._parse()
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None:
            # The library has refused the handshake, but uvicorn would not send this refusal to the
            # client.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    @property
    def _is_blocked(self) -> bool:
        return not self.handshake_complete or self.read_paused or not self.writable.is_set()

    def _parse(self) -> None:
        while self._rest and not self._is_blocked and not self.transport.is_closing():
            piece = bytes(self._rest[:SLICE])
            del self._rest[:SLICE]
            super().data_received(piece)
        if self._rest or self._is_blocked:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def handle_events(self) -> None:
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
        # Check the encoding here. Otherwise uvicorn would log the client's mistake as an error.
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                return self._refuse(CloseCode.INVALID_DATA, "text frames must be UTF-8")
        return super().send_receive_event_to_app()

    def _refuse(self, code: CloseCode, words: str) -> None:
        if not self.transport.is_closing():
            self.conn.fail(code, words)
            self.handle_parser_exception()

    async def send(self, message: Any) -> None:
        await super().send(message)
        self._parse()

    async def receive(self) -> Any:
        message = await super().receive()
        self._parse()
        if self.read_paused:
            await asyncio.sleep(0)  # a message is waiting, so let other clients go first
        return message

    def pause_writing(self) -> None:
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
