"""Reading files that others may have made: regular ones only.

A named pipe waits for someone to write, and a folder that was handed in may hold one. What the
shell itself offers (/dev/stdin, and /dev/fd/63 for <(command)) may be a pipe: the user named it.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def is_regular(path: Path) -> bool:
    """Whether it is a file with contents, and not a folder, a pipe, a socket or a device."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def read_regular(path: Path, limit: int = -1) -> bytes:
    """The first `limit` bytes of a file; an OSError if it can't be read or is not regular.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> (folder / "some").write_bytes(b"text")
    4
    >>> read_regular(folder / "some", 3)
    b'tex'
    """
    # Not to wait, until it is known what it is: opening a pipe waits for the other end.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if stat.S_ISDIR(mode):
        os.close(handle)
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(mode):
            if not str(path).startswith("/dev/"):
                raise OSError(errno.EINVAL, "it is not a regular file")
            os.set_blocking(handle, True)
        return file.read(limit)
