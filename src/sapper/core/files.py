"""Read regular files only, because reading a named pipe could wait for a writer forever.

A folder of submissions may contain such a pipe. Files under /dev are allowed, because the user
names them on purpose: /dev/stdin, or /dev/fd/63 for <(command).
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def is_regular(path: Path) -> bool:
    """False for a folder, pipe, socket or device, or if there is no such file."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def read_regular(path: Path, limit: int = -1) -> bytes:
    """The first `limit` bytes of a file, or all of it. Raises OSError if it is not regular.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> (folder / "some").write_bytes(b"text")
    4
    >>> read_regular(folder / "some", 3)
    b'tex'
    """
    # Without O_NONBLOCK, opening a pipe would wait for a writer.
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
