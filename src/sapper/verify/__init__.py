"""Checking what `sapper.explain` and the dealer claim, with code that shares nothing with them.

board.py         the certificate of a board: its moves are played, and what they rely on is checked
certificate.py   a certificate: its clauses are rebuilt, and three checkers must accept its proof
counting.py      a certificate that counts: its sums are rebuilt, and its proof is checked
level.py         what the level in line one promises: its size, its mines, how many cells it gives
rup.py           our checker of DRAT: unit propagation and nothing else
lrat.py          our checker of LRAT: follows the hints and nothing else
cutting_planes.py   our checker of pseudo-Boolean proofs: adds, divides, and nothing else
"""

from sapper.verify.board import verify_board
from sapper.verify.certificate import BYTES, CertificateVerdict, verify
from sapper.verify.counting import verify_counting

__all__ = ["BYTES", "CertificateVerdict", "verify", "verify_board", "verify_counting"]
