"""Checks the claims of `sapper.explain` and the dealer, with code that shares nothing with theirs.

board.py            checks the certificate of a board: plays its moves and checks their reasons
certificate.py      checks the certificate of a cell: rebuilds its clauses, and has its proof
                    checked three times
counting.py         checks a certificate with sums: rebuilds the sums, and checks the proof
level.py            reads the level in line one: size, mines, number of given cells
rup.py              our checker for DRAT, which uses only unit propagation
lrat.py             our checker for LRAT, which only follows the hints
cutting_planes.py   our checker for pseudo-Boolean proofs, which only adds and divides
"""

from sapper.verify.board import verify_board
from sapper.verify.certificate import BYTES, CertificateVerdict, verify
from sapper.verify.counting import verify_counting

__all__ = ["BYTES", "CertificateVerdict", "verify", "verify_board", "verify_counting"]
