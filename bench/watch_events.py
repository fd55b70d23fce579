"""How large are the events of a watched game, and how soon does the first decision arrive?

    python bench/watch_events.py [--agent textbook] [--level hard] [--seeds 1-10]

The time is that of a worker which has already loaded its modules. "sent" are the bytes on the
websocket, which compresses each message with a window of 4 kB, and "gzip" is the whole game in one
file.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
import zlib

from report import machine
from sapper.web.tasks.agents import watch

WINDOW_BITS, MEMORY_LEVEL = 12, 5  # as in uvicorn


def sizes(messages: list[bytes]) -> tuple[int, int]:
    """The bytes of a game as they are sent, and in one file."""
    packer = zlib.compressobj(wbits=-WINDOW_BITS, memLevel=MEMORY_LEVEL)
    sent = sum(len(packer.compress(one)) + len(packer.flush(zlib.Z_SYNC_FLUSH)) for one in messages)
    return sent, len(gzip.compress(b"\n".join(messages)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--agent", default="textbook")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seeds", default="1-10")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split("-"))
    print(machine())
    next(watch(options.agent, options.level, first))  # loads modules
    for seed in range(first, last + 1):
        start = time.perf_counter()
        frames = watch(options.agent, options.level, seed)
        decisions = [next(frames)["watched"]]
        ms = 1000 * (time.perf_counter() - start)
        decisions += [frame["watched"] for frame in frames if "watched" in frame]
        seconds = time.perf_counter() - start
        messages = [json.dumps(one, separators=(",", ":")).encode() for one in decisions]
        sent, packed = sizes(messages)
        events = sum(len(one["events"]) for one in decisions)
        raw = sum(map(len, messages))
        print(
            f"seed {seed}: {len(decisions)} decisions, {events:,} events, the first decision "
            f"after {ms:.0f} ms, the last after {seconds:.1f} s, {raw / 1000:.0f} kB, "
            f"sent {sent / 1000:.0f} kB, gzip {packed / 1000:.0f} kB"
        )


if __name__ == "__main__":
    main()
