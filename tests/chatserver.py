"""A small server that answers chat completions, in place of a language model."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class _Model(BaseHTTPRequestHandler):
    """A chat server that answers its first requests with the given status codes.

    A status code may come with the value of its Retry-After header.
    """

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server: Any = self.server
        server.asked.append((self.path, dict(self.headers), asked))
        code = server.codes.pop(0) if server.codes else 200
        code, after = code if isinstance(code, tuple) else (code, None)
        form = json.loads(asked["messages"][-1]["content"].splitlines()[-1])
        text = json.dumps(dict.fromkeys(form, "undetermined"))
        finish = server.finish.pop(0) if code == 200 and server.finish else "stop"
        choice = {"message": {"content": f"```{text}```"}, "finish_reason": finish}
        usage = {"completion_tokens": 7, "prompt_tokens": 9}
        body = {"choices": [choice], "usage": usage, "model": "small-2026-11"}
        data = json.dumps(body if code == 200 else {"no": 1})
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        if after is not None:
            self.send_header("Retry-After", after)
        if code == 302:
            self.send_header("Location", "/elsewhere")
        self.end_headers()
        self.wfile.write(data.encode())

    def do_GET(self) -> None:
        server: Any = self.server
        server.asked.append((self.path, dict(self.headers), {}))
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def model(*codes: int | tuple[int, str]) -> Iterator[Any]:
    server: Any = ThreadingHTTPServer(("127.0.0.1", 0), _Model)
    server.asked, server.codes, server.finish = [], list(codes), []
    server.url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
