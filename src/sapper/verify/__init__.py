"""Checking what `sapper.explain` claims, with code that shares nothing with it.

certificate.py   a certificate: its clauses are rebuilt, and three checkers must accept its proof
rup.py           our checker of DRAT: unit propagation and nothing else
lrat.py          our checker of LRAT: follows the hints and nothing else
"""

from sapper.verify.certificate import BYTES, Verdict, verify

__all__ = ["BYTES", "Verdict", "verify"]
