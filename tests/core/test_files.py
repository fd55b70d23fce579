"""Files from other people are read safely."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sapper.core.files import is_regular, read_regular
from sapper.lab.grade.rubric import Rubric
from sapper.lab.study.plan import load

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """Reading a folder, a pipe or a link to a pipe fails instead of waiting for data."""
    pipe, link, file = tmp_path / "pipe.py", tmp_path / "link.py", tmp_path / "file"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    file.write_bytes(b"here")
    assert [is_regular(path) for path in (pipe, link, tmp_path, file)] == [False] * 3 + [True]
    for path in (pipe, link):
        with pytest.raises(OSError, match="it is not a regular file"):
            read_regular(path)
    with pytest.raises(IsADirectoryError):
        read_regular(tmp_path)
    assert read_regular(file) == b"here"
    assert not is_regular(tmp_path / "none")
    for read in (lambda: Rubric.load(pipe), lambda: load(str(pipe))):
        with pytest.raises(ValueError, match="it is not a regular file"):
            read()


def test_what_the_shell_offers_may_be_a_pipe() -> None:
    """A pipe that the shell opens can be read: `sapper analyse <(command)` reads /dev/fd/63."""
    out, into = os.pipe()
    os.write(into, b"4x1x1")
    os.close(into)
    try:
        assert read_regular(Path(f"/dev/fd/{out}")) == b"4x1x1"
    finally:
        os.close(out)
