"""Uses ms-toollib as an oracle, in a separate process, because it crashes on damaged files.

The oracle shares no code with Sapper. When run as a program, this file reads a question from
standard input. The question is about a replay (its path) or about boards (rows of numbers, with -1
for a mine).
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

METRICS = {
    "width": "column",
    "height": "row",
    "mines": "mine_num",
    "seconds": "rtime",
    "three_bv": "bbbv",
    "three_bv_per_second": "bbbv_s",
    "solved_three_bv": "bbbv_solved",
    "estimated_seconds": "etime",
    "openings": "op",
    "islands": "isl",
    "left": "left",
    "right": "right",
    "chord": "double",
    "clicks": "cl",
    "effective": "ce",
    "ioe": "ioe",
    "correctness": "corr",
    "throughput": "thrp",
    "zini": "zini",
    "hzini": "hzini",
    "rqp": "rqp",
    "qg": "qg",
    "stnb": "stnb",
    "pluck": "pluck",
    "path": "path",
    "flags": "flag",
}
"""our name of a metric -> its name in ms-toollib"""


def ask(**question: Any) -> Any:
    """Ask ms-toollib in a new process.

    Returns None if the process ended without an answer.
    """
    # The process gets its own folder, because ms-toollib leaves a crash.log there on damaged files.
    with TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, __file__],
            input=json.dumps(question).encode(),
            capture_output=True,
            check=False,
            timeout=120,
            cwd=folder,
        )
    return json.loads(done.stdout) if done.returncode == 0 else None


def replay(path: Path) -> Any:
    """A replay as ms-toollib reads it, and the same replay rewritten in older versions of EVF."""
    return ask(replay=str(path.resolve()))


def zinis(boards: list[list[list[int]]]) -> Any:
    return ask(boards=boards)


def _replay(path: str) -> Any:
    import ms_toollib

    kinds = {
        ".avf": ms_toollib.AvfVideo,
        ".evf": ms_toollib.EvfVideo,
        ".mvf": ms_toollib.MvfVideo,
        ".rmv": ms_toollib.RmvVideo,
    }
    video: Any = kinds[Path(path).suffix](path)
    video.parse()
    video.analyse()
    video.analyse_for_features(["pluck"])
    video.current_time = 1e9
    mouse = (
        (event.time, event.event.unwrap_mouse()) for event in video.events if event.event.is_mouse()
    )
    old = {}
    for version in ("v0", "v2", "v3"):
        getattr(video, f"generate_evf_{version}_raw_data")()
        old[version] = base64.b64encode(bytes(video.raw_data)).decode()
    return {
        "metrics": {ours: getattr(video, theirs) for ours, theirs in METRICS.items()},
        "won": video.is_completed,
        "player": video.player_identifier,
        "square": video.pix_size,
        "board": video.board,
        "events": [[round(time * 1000), event.mouse, event.x, event.y] for time, event in mouse],
        "old": old,
    }


def _answer(question: dict[str, Any]) -> Any:
    if "replay" in question:
        return _replay(question["replay"])
    import ms_toollib

    # The type stubs of ms-toollib are out of date.
    library: Any = ms_toollib
    return [[library.cal_zini(board), library.cal_hzini(board)] for board in question["boards"]]


if __name__ == "__main__":
    json.dump(_answer(json.load(sys.stdin)), sys.stdout)
