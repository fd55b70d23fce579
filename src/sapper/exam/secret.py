"""Secret exams. Nobody can know the items in advance, but anyone can check them afterwards.

    salt      a long random text in a file that stays secret until the exam is over
    promise   the settings, and the hash of salt and settings; published before the exam
    reveal    when the salt is published, anyone can check its hash and make the same items

>>> from sapper.exam.items import ExamSettings
>>> promise = commit(b"not a very secret salt", ExamSettings(positions=6))
>>> keeps(promise, b"not a very secret salt"), keeps(promise, b"some other secret salt")
(True, False)
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sapper.exam.items import ExamError, ExamSettings
from sapper.formats import read_bytes, read_text, save

LEAST = 16
"""the minimum number of bytes in a salt"""


@dataclass(frozen=True, slots=True)
class Promise:
    settings: ExamSettings
    hash: str

    def to_json(self) -> dict[str, Any]:
        return {"settings": self.settings.to_json(), "hash": self.hash}

    @classmethod
    def load(cls, path: Path) -> Promise:
        text = read_text(path, limit=1 << 20)
        try:
            value = json.loads(text)
            return cls(ExamSettings.from_json(value["settings"]), str(value["hash"]))
        except (ValueError, KeyError, TypeError, RecursionError) as problem:
            why = f": {problem}" if isinstance(problem, ExamError) else ""
            raise ExamError(f"{path} is not the promise of an exam{why}") from None


def commit(salt: bytes, settings: ExamSettings) -> Promise:
    text = b"sapper exam 1\n" + salt + b"\n" + settings.text.encode()
    return Promise(settings, hashlib.sha256(text).hexdigest())


def keeps(promise: Promise, salt: bytes) -> bool:
    """Whether the promise was made with this salt."""
    return commit(salt, promise.settings).hash == promise.hash


def load_salt(path: Path) -> bytes:
    salt = read_bytes(path, limit=1 << 20).strip()
    if len(salt) < LEAST:
        raise ExamError(f"the salt in {path} is too short: use at least {LEAST} bytes")
    return salt


def new_salt(path: Path) -> bytes:
    """Return the salt in a file. If the file does not exist, create it with a new salt."""
    if not path.exists():
        save(path, secrets.token_hex(32) + "\n")
        path.chmod(0o600)
    return load_salt(path)
