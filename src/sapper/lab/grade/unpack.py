"""Unpacks students' zip files, which may be broken or hostile.

Files outside the folder, links, passwords and files that grow too large are refused.
"""

from __future__ import annotations

import re
import stat
import zlib
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from zipfile import BadZipFile, ZipFile, ZipInfo

from sapper.errors import displayable

FILES = 10_000
BYTES = 200 * 2**20
"""the limits for one zip file"""
CHUNK = 2**16


class Unusable(Exception):  # noqa: N818 - it is an answer, not an error of ours
    """A submission contains no agent, for this reason."""


def unpack(file: Path, folder: Path, files: int = FILES, size: int = BYTES) -> None:
    """Unpack a zip file into a new folder, or raise Unusable with the reason."""
    try:
        with ZipFile(file) as archive:
            members = [one for one in archive.infolist() if not _is_skipped(one)]
            if len(members) > files:
                raise Unusable(f"its zip file holds more than {files:,} files")
            for member in members:
                size -= _unpack(archive, member, folder, size)
        folder.mkdir(parents=True, exist_ok=True)
    except (BadZipFile, RuntimeError, EOFError, zlib.error, LZMAError) as problem:
        raise Unusable(f"its zip file can't be read: {displayable(str(problem))}") from None
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or problem
        raise Unusable(f"its zip file can't be unpacked: {displayable(str(why))}") from None


def _is_skipped(member: ZipInfo) -> bool:
    is_of_mac = member.filename.startswith("__MACOSX/")
    return member.is_dir() or is_of_mac or stat.S_ISLNK(member.external_attr >> 16)


def _unpack(archive: ZipFile, member: ZipInfo, folder: Path, most: int) -> int:
    """Unpack one file. The size that its header claims may be a lie, so count the bytes."""
    path = PurePosixPath(member.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", member.filename):
        raise Unusable(
            f"its zip file has a file outside of its folder: {displayable(member.filename)}"
        )
    if member.flag_bits & 1:
        raise Unusable("its zip file needs a password")
    target = folder.joinpath(*path.parts)
    target.parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with archive.open(member) as source, open(target, "xb") as out:
        while chunk := source.read(CHUNK):
            count += len(chunk)
            if count > most:
                raise Unusable("its zip file is too large when it is unpacked")
            out.write(chunk)
    # Windows stores no rights, so every file may be a program.
    rights = member.external_attr >> 16 & 0o777
    target.chmod(rights | 0o600 if rights else 0o700)
    return count
