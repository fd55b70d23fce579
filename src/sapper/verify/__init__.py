"""Checks the certificates of `sapper.explain` and the dealer without using any of their code.

Files:

    board.py            certificate of a board: plays its moves and checks their reasons
    certificate.py      certificate of a cell: rebuilds its clauses and checks its proof with three
                        checkers
    counting.py         certificate with sums: rebuilds the sums and checks the proof
    files.py            certificate of a cell as a set of files
    level.py            reads the level in line one of a certificate
    rup.py              a checker for DRAT, which uses only unit propagation
    lrat.py             a checker for LRAT, which only follows the hints
    cutting_planes.py   a checker for pseudo-Boolean proofs, which only does arithmetic
"""

from sapper.verify.board import verify_board
from sapper.verify.certificate import BYTES, CertificateVerdict, verify
from sapper.verify.counting import verify_counting
from sapper.verify.files import verify_files

__all__ = [
    "BYTES",
    "CertificateVerdict",
    "verify",
    "verify_board",
    "verify_counting",
    "verify_files",
]
