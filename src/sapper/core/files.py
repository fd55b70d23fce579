"""Read regular files only, because reading a named pipe could wait for a writer forever.

Files under /dev are allowed, because nobody names one of them by accident.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def read_regular(path: Path, limit: int = -1) -> bytes:
    """At most the first `limit` bytes of a file. Raises OSError if the file is not regular.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> (folder / "some").write_bytes(b"text")
    4
    >>> read_regular(folder / "some", 3)
    b'tex'
    """
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
