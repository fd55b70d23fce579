"""Read files that other people made, but only regular ones.

Reading a named pipe would wait for a writer, and a folder of submissions may contain one. Pipes
that the shell provides (/dev/stdin, and /dev/fd/63 for <(command)) are allowed, because the user
named them.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def is_regular(path: Path) -> bool:
    """Whether this is a regular file: not a folder, a pipe, a socket or a device."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def read_regular(path: Path, limit: int = -1) -> bytes:
    """The first `limit` bytes of a file. An OSError if it can't be read or is not regular.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> (folder / "some").write_bytes(b"text")
    4
    >>> read_regular(folder / "some", 3)
    b'tex'
    """
    # Do not block before the kind of file is known, because opening a pipe waits for a writer.
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
