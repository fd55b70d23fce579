"""Reads an MVF file from standard input and prints its board and events as JSON.

mvf.py runs this file as a program. This file imports nothing from Sapper.
"""

import json
import sys

CPU_SECONDS = 1
MEMORY = 200 * 2**20


def main() -> None:
    try:
        import resource
    except ImportError:  # Windows has no CPU limits, but mvf.py limits the time
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    import ms_toollib  # after the limits

    video = ms_toollib.MvfVideo("replay.mvf", list(sys.stdin.buffer.read()))
    video.parse()
    mouse = (
        (event.time, event.event.unwrap_mouse()) for event in video.events if event.event.is_mouse()
    )
    json.dump(
        {
            "rows": video.row,
            "columns": video.column,
            "mines": [
                row * video.column + column
                for row, numbers in enumerate(video.board)
                for column, number in enumerate(numbers)
                if number == -1
            ],
            "ms": round(video.rtime * 1000),
            "player": video.player_identifier,
            "events": [
                (round(time * 1000), event.mouse, event.x, event.y) for time, event in mouse
            ],
        },
        sys.stdout,
    )


if __name__ == "__main__":
    main()
