"""Checks the certificate of a cell, given as a folder or as the contents of its files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sapper.errors import SapperError, shown
from sapper.verify.certificate import BYTES, CertificateVerdict
from sapper.verify.certificate import verify as verify_clauses
from sapper.verify.counting import verify_counting

CLAUSES = ("claim.cnf", "claim.drat", "claim.lrat")
SUMS = ("claim.opb", "claim.pbp")


def verify(proof: Any) -> CertificateVerdict:
    """Check the proof that a cell is safe or a mine: `print(verify(explain(game, "C4")))`.

        proof  an explanation, its `certificate()` or `counting_certificate()`, the folder of a
               certificate, or a dictionary that maps the names of its files to their contents

    If the proof is accepted, the verdict is true and `claim` says what was proved. If the proof is
    rejected, `reason` says why. The checkers share no code with `explain`.

    >>> from sapper import View, explain
    >>> bool(verify(explain(View.parse("5x3x2 ..... 11111 00000".replace(" ", chr(10))), "C1")))
    True
    """
    if callable(make := getattr(proof, "certificate", None)):
        proof = make()
    files = getattr(proof, "files", proof)
    if isinstance(files, str | os.PathLike):
        files = _folder(Path(files))
    if not isinstance(files, Mapping) or not all(isinstance(one, str) for one in files.values()):
        raise SapperError(
            "{value} has no proof: use an explanation, its certificate, a folder, or the texts of "
            "its files",
            value=shown(proof),
        )
    return verify_files(files)


def _folder(folder: Path) -> dict[str, str]:
    try:
        if not folder.is_dir():
            raise SapperError(
                "{value} is not a folder with a certificate", value=shown(str(folder))
            )
        parts = [one for one in folder.iterdir() if one.stem in ("position", "claim")]
        return {part.name: _text(part) for part in parts if part.is_file()}
    except OSError as problem:
        raise SapperError(
            "can't read {file}: {problem}",
            file=problem.filename or folder,
            problem=problem.strerror or problem,
        ) from None


def _text(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace", newline="") as opened:
        return opened.read(BYTES + 1)  # a larger file is rejected


def verify_files(files: Mapping[str, str]) -> CertificateVerdict:
    """Check the files of a certificate. If there are two kinds of proof, both must be accepted."""
    for name in sorted(files):
        if name not in ("position.txt", *CLAUSES, *SUMS):
            raise SapperError("{file} is not part of a certificate: remove it", file=name)

    def texts(names: tuple[str, ...]) -> list[str]:
        for name in ("position.txt", *names):
            if name not in files:
                raise SapperError("the certificate has no {file}", file=name)
        return [files[name] for name in ("position.txt", *names)]

    verdicts = [verify_counting(*texts(SUMS))] if files.keys() & {*SUMS} else []
    if files.keys() & {*CLAUSES} or not verdicts:
        verdicts.append(verify_clauses(*texts(CLAUSES)))
    verdict = next((one for one in verdicts if not one), verdicts[0])
    if verdict and verdicts[-1].claim != verdict.claim:
        return CertificateVerdict(False, reason="claim.cnf and claim.opb make different claims")
    return verdict
