"""Certificates: a certain cell as three files that a proof checker nobody here wrote can check.

    position.txt   the position
    claim.cnf      DIMACS: the clues used, the mine count if used, and the opposite of the claim
    claim.drat     a DRAT proof that these clauses cannot all hold

`claim.cnf` starts with comments that say what its clauses are made from:

    c sapper certificate 1
    c position sha256 ...        of position.txt
    c claim C4 safe
    c clue C3                    a line a clue used
    c told C4                    instead of clues, if the cell was told safe
    c mine count                 if it is used
    c variable 1 C4              a line a cell that occurs: those of the clues used and the claim

The variable of a cell is true if it is a mine. The clauses of a clue say that exactly so many of
its cells are mines, as in `knowledge.py`. The mine count M over all N cells that may be mines
becomes one over the n cells that occur: the others can hold any number of mines from 0 to N-n, so
there are at least M-(N-n) and at most M among those that occur. It is encoded by counters (Sinz
2005, "Towards an optimal CNF encoding of Boolean cardinality constraints"): s(i,j) says that at
least j of the first i cells are mines. Safe cells are counted instead if that takes fewer counters.

`verify.py` rebuilds all this from the description above with code of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pysat.solvers import Solver

from sapper.clues import Clues
from sapper.grid import Cell
from sapper.logic import Literal, Proof
from sapper.view import TOLD


@dataclass(frozen=True, slots=True)
class Certificate:
    """The texts of the three files."""

    position: str
    cnf: str
    drat: str

    @property
    def texts(self) -> dict[str, str]:
        """The texts by the names that `verify` has for them."""
        return {"position": self.position, "cnf": self.cnf, "drat": self.drat}

    @property
    def files(self) -> dict[str, str]:
        """The texts by the names that the files have."""
        return {"position.txt": self.position, "claim.cnf": self.cnf, "claim.drat": self.drat}


def certify(
    clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal, proof: Proof | None
) -> Certificate:
    """The certificate of a claim that these clues settle.

    The steps of a resolution proof are a DRAT proof as they are; with the mine count, whose
    counters it does not know, a SAT solver finds the proof.
    """
    view, cell = clues.view, abs(claim) - 1
    name = view.grid.name
    told = view[cell] == TOLD
    position = str(view)
    cells = sorted({cell, *(c for clue in chosen for c in clues.constraint(clue).cells)})
    variable = {cell: index for index, cell in enumerate(cells, 1)}

    head = [
        "c sapper certificate 1",
        f"c position sha256 {hashlib.sha256(position.encode()).hexdigest()}",
        f"c claim {name(cell)} {'mine' if claim > 0 else 'safe'}",
        *(f"c clue {name(clue)}" for clue in chosen),
        *([f"c told {name(cell)}"] if told else []),
        *(["c mine count"] if mine_count else []),
        *(f"c variable {index} {name(cell)}" for cell, index in variable.items()),
    ]
    clauses = [
        [variable[abs(x) - 1] * (1 if x > 0 else -1) for x in clause]
        for clue in chosen
        for clause in clues.constraint(clue).clauses()
    ]
    if told:
        clauses.append([-variable[cell]])
    if mine_count:
        others = len(clues.unknown) - len(cells)
        clauses += counted(len(cells), view.level.mines - others, view.level.mines)
    clauses.append([-variable[cell] if claim > 0 else variable[cell]])

    top = max((abs(x) for clause in clauses for x in clause), default=0)
    lines = [*head, f"p cnf {top} {len(clauses)}", *(_line(clause) for clause in clauses)]
    if proof is not None and not mine_count:
        derived = [step.clause for step in proof.steps if step.parents]
        drat = [_line([variable[abs(x) - 1] * (1 if x > 0 else -1) for x in c]) for c in derived]
    else:
        drat = _refutation(clauses)
    return Certificate(position, _text(lines), _text([*drat, "0"]))


def counted(cells: int, least: int, most: int) -> Iterator[list[int]]:
    """Clauses: the variables 1 to `cells` have at least `least` and at most `most` true ones.

    >>> list(counted(2, 1, 2))
    [[-1, 3], [-3, 1], [-3, 4], [-2, 4], [-4, 3, 2], [4]]
    """
    mines_needed = most + 1 if most < cells else least
    safes_needed = cells - least + 1 if least > 0 else cells - most
    sign = 1
    if safes_needed < mines_needed:
        sign, least, most = -1, cells - most, cells - least
    limit = min(mines_needed, safes_needed)
    counter: dict[tuple[int, int], int] = {}
    top = cells
    for i in range(1, cells + 1):
        for j in range(1, min(i, limit) + 1):
            top += 1
            counter[i, j] = top
    for (i, j), now in counter.items():
        x = sign * i
        # At least j of the first i: already of those before, or one less of them and this one.
        stays = [counter[i - 1, j]] if j < i else []
        grows = [counter[i - 1, j - 1]] if j > 1 else []
        yield from ([-before, now] for before in stays)
        yield [-x, *(-before for before in grows), now]
        yield [-now, *stays, x]
        yield from ([-now, *stays, before] for before in grows)
    if least > 0:
        yield [counter[cells, least]]
    if most < cells:
        yield [-counter[cells, most + 1]]


def _refutation(clauses: Sequence[Sequence[int]]) -> list[str]:
    """The clauses that a SAT solver learns on its way to the contradiction."""
    with Solver(name="glucose4", bootstrap_with=clauses, with_proof=True) as solver:
        possible: Any = solver.solve()
        assert not possible, "the clues settle the claim"
        lines: list[str] = solver.get_proof()
    # Deletions would only spare the checker memory.
    return [line for line in lines if not line.startswith("d") and line.split() != ["0"]]


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, [*clause, 0]))


def _text(lines: Sequence[str]) -> str:
    return "\n".join([*lines, ""])
