"""Send malformed requests: does any request cause a 5xx error, a traceback or a crash?

    python bench/fuzz_server.py [--requests 10000] [--seed 1]

Every request starts as a valid combination of the API's paths, forms and values, and is then
damaged. The damage is a different method, a broken path, broken headers or cookies, or JSON values
that are wrong, huge, truncated or deeply nested. In files of every format, some bytes are changed.
Websocket messages are damaged too.

Some requests are damaged at a lower level: endless headers, trailers, chunks of odd sizes, several
requests at once, false handshakes, frames of all kinds and lengths, and connections closed at any
point.

The server is a separate process. Its log lines are counted as well, and there should be none. Rate
limits are turned off, so that they do not stop requests.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from report import machine

CODE = """
import sys
from sapper.web import app
create, much = app.create_app, (1e9, 1e9)
limits = app.Limits(new_games=much, analyses=much, moves=much, moves_together=much,
                    looking_back=much, exports=much, running_games=10**9, analysis_seconds=1.0)
app.create_app = lambda *args, **settings: create(*args, limits=limits, **settings)
app.serve(port=0, database=sys.argv[1], open_browser=False)
"""

POSITIONS = [
    "5x3x2/any\n.1000\n.2110\n.....\n",
    "4x3x2\n....\n1221\n0000",
    "9x9x10/open\n" + "\n".join(["........."] * 9),
    "3x1x1/any\n.1*",
]
VALUES: list[Any] = [
    *(
        None,
        True,
        -1,
        0,
        1,
        7,
        2**31,
        2**53,
        2**64,
        10**400,
        0.5,
        -0.0,
        1e308,
        "",
        "x",
        "A1",
        "ZZ9",
    ),
    *(
        "easy",
        "expert",
        "30x16x99/open",
        "1000x1000x1",
        "0x0x0",
        "9x9x99",
        "\x00",
        "\ud800",
        "é" * 50,
    ),
    *("__proto__", "../../etc/passwd", "' OR 1=1 --", "%s%n", "open", "flag", "chord", "a" * 5000),
    *([], {}, [[]], {"a": {"b": []}}, [None] * 50, {"": ""}),
]
RAW = [
    b"", b"{", b"null", b"[" * 20000, b'{"level":' * 3000, b"\xff\xfe", b"NaN", b'{"a":1e999}',
    b'{"level":"\\ud800"}', b'{"cell":' + b"9" * 6000 + b"}", b"\x00" * 100, b'"' + b"a" * 70000,
]  # fmt: skip
HEADERS = [
    ("Origin", "http://["), ("Origin", "null"), ("Host", "["), ("Host", "evil.example"),
    ("Content-Type", "text/plain"), ("Content-Type", "application/json; charset=utf-16"),
    ("Content-Type", "multipart/form-data"), ("Content-Length", "-1"), ("Accept", "text/html"),
    ("Accept-Encoding", "gzip;q=x"), ("Range", "bytes=5-2"), ("If-None-Match", '"x'),
    ("Cookie", "sapper_player=../../x"), ("Cookie", "sapper_player=" + "a" * 3000),
    ("Cookie", "a=\xe9; ;;=;"), ("X-Forwarded-For", "1.2.3.4"), ("Upgrade", "websocket"),
    ("Expect", "100-continue"), ("Transfer-Encoding", "chunked"), ("If-Modified-Since", "x"),
]  # fmt: skip


class Fuzz:
    """Makes malformed requests from a description of the API."""

    def __init__(self, schema: dict[str, Any], rng: random.Random) -> None:
        self.rng = rng
        self.schema = schema
        self.operations = [
            (method.upper(), path, operation)
            for path, methods in schema["paths"].items()
            for method, operation in methods.items()
        ]
        self.games: list[str] = ["abcdefgh"]

    def form(self, schema: dict[str, Any], depth: int = 0) -> Any:
        """A value that usually fits the schema."""
        rng = self.rng
        if rng.random() < 0.15 or depth > 4:
            return rng.choice(VALUES)
        if "$ref" in schema:
            return self.form(self.schema["components"]["schemas"][schema["$ref"].split("/")[-1]])
        for word in ("anyOf", "oneOf", "allOf"):
            if word in schema:
                return self.form(rng.choice(schema[word]), depth + 1)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                fields = schema.get("properties", {})
                chosen = {
                    n: self.form(s, depth + 1) for n, s in fields.items() if rng.random() < 0.7
                }
                return {**chosen, "extra": 1} if rng.random() < 0.05 else chosen
            case "array":
                return [
                    self.form(schema.get("items", {}), depth + 1) for _ in range(rng.randrange(4))
                ]
            case "integer" | "number":
                return rng.choice([0, 1, 3, 40, 80, 2**31, -1])
            case "boolean":
                return rng.random() < 0.5
            case "string":
                return rng.choice(
                    [*POSITIONS, "easy", "beginner", "7x4x5", "A1", "C2", *self.games[-5:]]
                )
        return rng.choice(VALUES)

    def path(self, path: str) -> str:
        """The path with values for its parameters, and a query."""
        rng = self.rng

        def gap(_: re.Match[str]) -> str:
            values = [
                *self.games[-20:] * 3,
                "record.txt",
                "position.txt",
                "../x",
                "%00",
                "é",
                "a" * 300,
            ]
            return rng.choice(values)

        filled = re.sub(r"\{\w+\}", gap, path)
        if rng.random() < 0.05:
            filled = rng.choice(
                [filled + "/", filled.upper(), "/" + filled, filled[:-1], "//x/..%2f"]
            )
        if rng.random() < 0.2:
            name = rng.choice(["level", "outcome", "limit", "offset", "assisted", "partial", "x"])
            filled += f"?{name}={rng.choice(['1', '-1', 'won', '%ff', 'a' * 99, '1e9', ''])}"
        return filled

    def request(self) -> tuple[str, str, bytes | None, list[tuple[str, str]]]:
        """The method, path, body and headers of a random request."""
        rng = self.rng
        method, path, operation = rng.choice(self.operations)
        if rng.random() < 0.05:
            method = rng.choice(
                ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "QUERY"]
            )
        body: bytes | None = None
        contents = operation.get("requestBody", {}).get("content", {})
        if "application/json" in contents and rng.random() < 0.85:
            text = json.dumps(self.form(contents["application/json"]["schema"]))
            body = text.encode()[
                : len(text) if rng.random() < 0.9 else rng.randrange(len(text) + 1)
            ]
        elif contents:
            file = bytearray(rng.choice([*map(str.encode, POSITIONS), *RAW]))
            for _ in range(rng.randrange(4) if file else 0):
                file[rng.randrange(len(file))] = rng.randrange(256)
            body = bytes(file)
        if rng.random() < 0.05:
            body = rng.choice(RAW)
        headers = [rng.choice(HEADERS)] if rng.random() < 0.15 else []
        return method, self.path(path), body, headers

    def message(self) -> str | bytes:
        rng = self.rng
        if rng.random() < 0.2:
            raw = rng.choice(RAW)[:16000]
            return raw if rng.random() < 0.5 else raw.decode("latin-1")
        forms: list[dict[str, Any]] = [
            {"game": rng.choice(self.games[-20:]), "kind": "flag", "cell": rng.randrange(90)},
            {"level": "7x4x5", "agents": ["rules"], "seed": 3},
            {"side": rng.choice([0, 1, -1, 7]), "more": rng.choice([1, -1, 1e308, 2**70])},
        ]  # fmt: skip
        form = rng.choice(forms)
        if rng.random() < 0.5:
            form[rng.choice(list(form))] = rng.choice(VALUES)
        return json.dumps(form)

    def bytes_of_a_request(self) -> bytes:
        """A malformed request, as raw bytes."""
        rng = self.rng
        method, path, body, headers = self.request()
        body = body or b""
        lines = [("Host", "localhost"), *headers]
        form = rng.randrange(4)
        if form == 0:
            size = rng.choice([b"%x" % len(body), b"-1", b"fffffffffffffffff", b"1;" + b"x" * 99])
            body = size + b"\r\n" + body + b"\r\n0\r\n" + rng.choice([b"", b"X: y\r\n"] * 9)
            lines.append(("Transfer-Encoding", "chunked"))
        elif form == 1:
            lines.append(("Content-Length", str(len(body) + rng.choice([0, 1, -1, 10**10]))))
        elif form == 2:
            lines += [("X" * rng.randrange(1, 40), "y" * rng.randrange(2000))] * rng.randrange(200)
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{n}: {v}\r\n" for n, v in lines)
        whole = bytearray(head.encode("utf-8", "replace") + b"\r\n" + body)
        for _ in range(rng.choice([0, 0, 1, 5])):
            whole[rng.randrange(len(whole))] = rng.randrange(256)
        return bytes(whole) * rng.choice([1, 1, 1, 2, 50])

    def frames(self) -> bytes:
        """Malformed websocket frames."""
        rng, found = self.rng, b""
        for _ in range(rng.randrange(1, 200)):
            payload = rng.choice([b"", b"{}", b"\xff", b"x" * 125, json.dumps("x" * 90).encode()])
            length = rng.choice([len(payload)] * 9 + [126, 127])
            first = rng.choice([0, 0, 1, 0x81, 0x82, 0x89, 0x8A, 0x88, 0x83, 0xF1, 0x09])
            found += bytes([first, rng.choice([0x80, 0x80, 0]) | length, 0, 0, 0, 0]) + payload
        return found


HANDSHAKE = (
    b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: %s\r\n"
    b"%s\r\n"
)


async def shout(url: str, fuzz: Fuzz, cookie: str, counts: Counter[str]) -> None:
    """Send malformed bytes over a connection, sometimes without waiting for an answer."""
    rng = fuzz.rng
    counts["bytes"] += 1
    if rng.random() < 0.5:
        text = fuzz.bytes_of_a_request()
    else:
        path = rng.choice([b"/api/play", b"/api/watch", b"/api/measure"] * 4 + [b"/\xff", b"*"])
        odd = [b"X: y\r\n" * 200, b"X: " + b"x" * 9000 + b"\r\n", b"\xff: \xff\r\n"]
        extra = rng.choice([*[b""] * 12, *odd])
        text = HANDSHAKE % (path, cookie.encode(), extra) + fuzz.frames()
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
        for start in range(0, len(text), 2**15):
            writer.write(text[start : start + 2**15])
            await writer.drain()
        if rng.random() < 0.7:
            said = await asyncio.wait_for(reader.read(2**16), 0.3)
            counts[f"bytes {said[9:12].decode('latin-1') or 'closed'}"] += 1
        writer.transport.abort()
    except TimeoutError:
        counts["bytes awaited"] += 1
        writer.transport.abort()
    except OSError:
        counts["bytes closed"] += 1


async def talk(url: str, fuzz: Fuzz, cookie: str, counts: Counter[str]) -> None:
    """Exchange messages over a websocket until the server closes it."""
    path = fuzz.rng.choice(["/api/play", "/api/watch"])
    try:
        async with connect(
            url.replace("http", "ws") + path, additional_headers={"Cookie": cookie}
        ) as socket:
            for _ in range(fuzz.rng.randrange(1, 8)):
                counts["messages"] += 1
                await socket.send(fuzz.message())
                answer = json.loads(await asyncio.wait_for(socket.recv(), 30))
                counts[f"websocket {answer.get('status', 'answer')}"] += 1
    except (WebSocketException, OSError, TimeoutError):
        counts["websocket closed"] += 1


async def attack(url: str, options: argparse.Namespace) -> Counter[str]:
    counts: Counter[str] = Counter()
    async with httpx.AsyncClient(base_url=url, timeout=60) as client:
        schema = (await client.get("/api/openapi.json")).json()
        fuzz = Fuzz(schema, random.Random(options.seed))
        await client.get("/")
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())

        async def some(number: int) -> None:
            for _ in range(number):
                if fuzz.rng.random() < 0.05:
                    await talk(url, fuzz, cookie, counts)
                    continue
                if fuzz.rng.random() < options.bytes:
                    await shout(url, fuzz, cookie, counts)
                    continue
                method, path, body, headers = fuzz.request()
                try:
                    answer = await client.request(method, path, content=body, headers=headers)
                except (httpx.HTTPError, httpx.InvalidURL, UnicodeEncodeError):
                    # The client refused the request, or the server closed the connection.
                    counts["not answered"] += 1
                    continue
                counts[str(answer.status_code)] += 1
                if answer.status_code >= 500:
                    print(f"{answer.status_code}: {method} {path} {body!r:.300} {headers}")
                if answer.status_code == 201:
                    fuzz.games.append(answer.json()["id"])

        await asyncio.gather(*(some(options.requests // 8) for _ in range(8)))
        counts["alive"] = (await client.get("/api/health")).status_code
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bytes", type=float, default=0.1, help="fraction of damaged connections")
    options = parser.parse_args()
    print(f"{machine()}; load average {os.getloadavg()[0]:.1f}")
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        errors = Path(folder) / "errors"
        with errors.open("w") as log:
            server = subprocess.Popen(
                [sys.executable, "-c", CODE, str(Path(folder) / "games.db")],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert found, "the server did not start"
            counts = asyncio.run(attack(found[0], options))
        finally:
            server.terminate()
            server.wait()
        log_lines = errors.read_text().splitlines()
        said = Counter(line.strip() for line in log_lines)
    print(f"{options.requests} requests in {time.perf_counter() - start:.0f} s: {dict(counts)}")
    print(f"the log: {said.most_common(5) or 'empty'}")
    print("\n".join(log_lines[-40:]))


if __name__ == "__main__":
    main()
