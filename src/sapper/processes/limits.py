"""Limits that a process sets for itself. This file imports nothing from Sapper.

If this file is run as a program, it sets the limits and then runs another program:

    python -I limits.py MEBIBYTES PROGRAM ARGUMENT...
"""

import os
import sys


def limit(mebibytes: int) -> None:
    """Limit the memory of this process, and end it when its parent ends. Do nothing on Windows."""
    try:
        import resource
    except ImportError:  # Windows has no memory limits
        return
    size = mebibytes * 2**20
    # Limit data, not address space, because JavaScript and Java reserve far more than they use.
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    end_with_parent()


def end_with_parent() -> None:
    """End this process when the thread that started it ends (on Linux only)."""
    if sys.platform == "linux":
        import ctypes
        import signal

        die_with_parent = 1
        ctypes.CDLL(None, use_errno=True).prctl(die_with_parent, signal.SIGKILL)


def hide_memory() -> bool:
    """Keep other processes of the same user from reading this one's memory and open files.

    Return False if the system does not support this protection. Root and users with the right to
    trace processes can still read the memory.
    """
    if sys.platform != "linux":
        return False
    import ctypes

    set_dumpable = 4
    failed: int = ctypes.CDLL(None, use_errno=True).prctl(set_dumpable, 0, 0, 0, 0)
    return not failed


if __name__ == "__main__":
    limit(int(sys.argv[1]))
    try:
        os.execvp(sys.argv[2], sys.argv[2:])
    except OSError as problem:
        print(f"can't start {sys.argv[2]}: {problem.strerror}", file=sys.stderr)
        sys.exit(127)
