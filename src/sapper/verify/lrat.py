r"""A readable checker for proofs with hints (LRAT). This file imports nothing from Sapper.

A line is `ID LITERALS 0 HINTS 0`. The literals are a clause, and the hints are the ids of the
clauses from which it follows. To check a line, suppose that all literals of its clause are false.
Each clause in the hints must have exactly one literal that is not false, so this literal must be
true. In the last clause, all literals must be false, which is a contradiction. The checker never
searches, so it needs only a page of code. Some LRAT checkers have even been proved correct
(Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017, "Efficient Certified RAT
Verification"). This checker accepts neither deletions nor RAT steps. The given clauses have the ids
1, 2, ..., and each line has the next id.

>>> derived([[1, 2], [-1, 2], [1, -2], [-1, -2]], "5 1 0 1 3 0\n6 0 5 2 4 0\n")
[[1], []]
"""

from __future__ import annotations

import re
from collections.abc import Sequence


class LratError(ValueError):
    """Raised if a line of a proof is malformed or does not follow."""


def derived(clauses: Sequence[Sequence[int]], text: str) -> list[list[int]]:
    known = [frozenset[int](), *map(frozenset, clauses)]
    lemmas: list[list[int]] = []
    for line in text.splitlines():
        number = len(known)
        if not re.fullmatch(r"\d{1,9}( -?[1-9]\d{0,8})* 0( [1-9]\d{0,8})+ 0", line, re.ASCII):
            raise LratError(f"line {len(lemmas) + 1} is not a clause with hints")
        own, *words = map(int, line.split()[:-1])
        clause, hints = words[: words.index(0)], words[words.index(0) + 1 :]
        if own != number or max(hints) >= number:
            raise LratError(f"line {len(lemmas) + 1} has an id that is out of order")
        true = {-literal for literal in clause}
        contradicted = False
        for hint in hints:
            left = [literal for literal in known[hint] if -literal not in true]
            if contradicted or len(left) > 1 or not true.isdisjoint(left):
                raise LratError(f"hint {hint} of clause {number} does not apply there")
            true.update(left)
            contradicted = not left
        if not contradicted:
            raise LratError(f"the hints of clause {number} do not show that it follows")
        known.append(frozenset(clause))
        lemmas.append(clause)
    return lemmas
