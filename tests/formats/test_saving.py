"""Files are written completely or not at all, and existing files keep their properties."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sapper.formats import FileError, check_writable, save
from sapper.formats.saving import stale

posix = pytest.mark.skipif(os.name != "posix", reason="links, modes and pipes of POSIX")


def names(folder: Path) -> list[str]:
    """The names of the files in a folder, including hidden files."""
    return sorted(file.name for file in folder.iterdir())


@posix
def test_a_link_is_followed(tmp_path: Path) -> None:
    """The target of a link is replaced or created, and the link stays."""
    (tmp_path / "far").mkdir()
    (tmp_path / "far" / "file").write_text("old")
    (tmp_path / "link").symlink_to("second")
    (tmp_path / "second").symlink_to("far/file")
    save(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "second").is_symlink()
    assert (tmp_path / "far" / "file").read_text() == "new"
    (tmp_path / "dangling").symlink_to("far/made")
    save(tmp_path / "dangling", "made")
    assert (tmp_path / "dangling").is_symlink()
    assert (tmp_path / "far" / "made").read_text() == "made"
    assert names(tmp_path / "far") == ["file", "made"]


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_a_file_keeps_its_mode(mode: int, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(mode)
    save(file, "new")
    assert file.read_text() == "new"
    assert stat.S_IMODE(file.stat().st_mode) == mode


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives away")
def test_a_file_keeps_its_owner(tmp_path: Path) -> None:
    """A user's file still belongs to the user after root has written it."""
    file = tmp_path / "file"
    file.write_text("old")
    os.chown(file, 1234, 1235)
    save(file, "new")
    assert (file.stat().st_uid, file.stat().st_gid) == (1234, 1235)


@posix
def test_a_pipe_is_written_through(tmp_path: Path) -> None:
    """The reader of the pipe gets the text, and the pipe stays a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    check_writable(pipe)
    save(pipe, "through")
    reader.join(60)
    assert read == ["through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
def test_a_device_is_written_through(tmp_path: Path) -> None:
    """No file is renamed onto a device, not even through a link."""
    (tmp_path / "null").symlink_to(os.devnull)
    for path in (Path(os.devnull), tmp_path / "null"):
        check_writable(path)
        save(path, "gone")
        assert stat.S_ISCHR(path.stat().st_mode)
    assert (tmp_path / "null").is_symlink()
    assert names(tmp_path) == ["null"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_device_is_one_line() -> None:
    with pytest.raises(FileError, match="can't write /dev/full: No space left"):
        save(Path("/dev/full"), "x")


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="needs /dev/stdout")
def test_standard_output_that_is_a_file_keeps_what_others_wrote(tmp_path: Path) -> None:
    """Writing to /dev/stdout with `>> log` appends to the log."""
    log = tmp_path / "log"
    log.write_text("before\n")
    script = (
        "from pathlib import Path; from sapper.formats import save; print('one')\n"
        "save(Path('/dev/stdout'), 'two\\n'); print('three')"
    )
    with log.open("a") as file:
        subprocess.run([sys.executable, "-c", script], stdout=file, check=True)
    assert log.read_text() == "before\none\ntwo\nthree\n"


def test_check_writable_changes_nothing(tmp_path: Path) -> None:
    """The check neither changes nor creates a file."""
    (tmp_path / "there").write_text("precious")
    check_writable(tmp_path / "there")
    check_writable(tmp_path / "new")
    assert (tmp_path / "there").read_text() == "precious"
    assert names(tmp_path) == ["there"]


@pytest.mark.parametrize("write", [check_writable, lambda path: save(path, "x")])
def test_what_can_not_be_written_is_one_line(write: object, tmp_path: Path) -> None:
    """`check_writable` and `save` both refuse folders, missing folders, and long or bad names."""
    assert callable(write)
    (tmp_path / "file").write_text("")
    for name in ("", "no/file", "file/file", "x" * 256, "nul\0l"):
        with pytest.raises(FileError) as problem:
            write(tmp_path / name)
        assert "\n" not in str(problem.value)
        assert str(problem.value).startswith("can't write ")
    assert names(tmp_path) == ["file"]


def test_the_longest_name_is_written(tmp_path: Path) -> None:
    """A file name may have 255 characters, so the temporary name must not contain it."""
    save(tmp_path / ("x" * 255), "long")
    assert (tmp_path / ("x" * 255)).read_text() == "long"


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write all")
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    """A writable folder does not make its files writable."""
    file = tmp_path / "file"
    file.write_text("precious")
    file.chmod(0o400)
    with pytest.raises(FileError, match="permission denied"):
        save(file, "new")
    assert file.read_text() == "precious"


def test_only_our_own_temporary_files_are_stale(tmp_path: Path) -> None:
    """A user's file with a similar name is not treated as stale."""
    for name in (".x.tmp", ".sapper-notes.tmp", "sapper-abcdefgh.tmp", ".sapper-abc_1234.tmp"):
        (tmp_path / name).write_text("")
    assert [file.name for file in stale(tmp_path)] == [".sapper-abc_1234.tmp"]
