"""Certificates: the proof that a cell is safe or a mine, as files for third-party proof checkers.

    position.txt   the position
    claim.cnf      clauses in DIMACS format: the clues used, the mine count if it is used, and the
                   opposite of the claim
    claim.drat     a proof that these clauses can't all hold, one clause per line. Each clause
                   follows from the earlier ones by unit propagation. The last clause is empty.
    claim.lrat     the same proof with hints. Clauses are numbered from 1, first those of claim.cnf,
                   then those of claim.drat. Each line names the clauses that it follows from.

The proof uses only the part of the DRAT format that is called DRUP: it deletes no clauses, and each
clause follows from earlier ones. `sapper.verify` refuses everything else. (DRAT also allows clauses
that do not follow, as long as they keep the formula satisfiable.)

`claim.cnf` starts with comments that say where its clauses come from:

    c sapper certificate 1
    c position sha256 ...        of position.txt
    c claim C4 safe
    c clue C3                    one line per clue used
    c given C4                   instead of clues, if the cell was given as safe
    c mine count                 if it is used
    c variable 1 C4              one line per cell: the cells of the clues, then the claimed cell

The variable of a cell is true if the cell is a mine. Variables are numbered clue by clue. This
order keeps proofs short, because the values of the counters are known after the last cell of a
clue. The clauses of a clue say how many of its cells are mines, as in `sapper.core.constraints`.

The mine count says that there are M mines among the N cells that may be mines. Only n of these
cells occur in the file. The other N-n cells contain 0 to N-n mines, so the n cells contain at least
M-(N-n) and at most M mines. The mine count is encoded with counters (Sinz 2005, "Towards an optimal
CNF encoding of Boolean cardinality constraints"): the variable s(i,j) says that at least j of the
first i cells are mines. If it takes fewer counters to count the safe cells, they are counted
instead of the mines.

`sapper.verify` rebuilds the clauses from this description and shares no code with this file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sapper.core.grid import Cell
from sapper.core.view import GIVEN
from sapper.errors import SapperError
from sapper.explain.clues import Clues
from sapper.explain.trim import trim
from sapper.logic import Literal, Proof, sat_solver

# `verify` refuses anything larger, so that checking always ends.
BYTES = 1 << 24
_COUNTERS = 1 << 17
_WORK = 2 * 10**9


class CertificateError(SapperError):
    """Raised if a certificate would be too large to check."""


@dataclass(frozen=True, slots=True)
class CertificateTexts:
    position: str

    @property
    def texts(self) -> dict[str, str]:
        return asdict(self)

    @property
    def files(self) -> dict[str, str]:
        claim = {f"claim.{kind}": text for kind, text in self.texts.items() if kind != "position"}
        return {"position.txt": self.position, **claim}


@dataclass(frozen=True, slots=True)
class Certificate(CertificateTexts):
    cnf: str
    drat: str
    lrat: str


def certify(
    clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal, proof: Proof | None
) -> Certificate:
    """The certificate of a claim that these clues settle.

    The steps of a resolution proof are already a DRAT proof. If the mine count is used, a SAT
    solver finds the proof, because the resolution proof does not use counters. If the certificate
    is too large, this raises a CertificateError.
    """
    formula = CnfFile.of(clues, chosen, mine_count, claim)
    if proof is not None and not mine_count:
        derived = [step.clause for step in proof.steps if step.parents]
        derivation = [[formula.literal(x) for x in clause] for clause in derived]
    else:
        derivation = refutation(formula.clauses)
    steps = trim(formula.clauses, derivation)
    drat = _text([_line(step.clause) for step in steps])
    lrat = _text([f"{step.id} {_line(step.clause)} {_line(step.hints)}" for step in steps])
    made = Certificate(str(clues.view), formula.text, drat, lrat)
    work = len(steps) * (formula.literals + sum(len(step.clause) for step in steps))
    if work > _WORK or max(map(len, made.texts.values())) > BYTES:
        raise _too_large()
    return made


@dataclass(frozen=True, slots=True)
class CnfFile:
    head: tuple[str, ...]
    variables: dict[Cell, int]
    clauses: list[list[int]]

    @classmethod
    def of(cls, clues: Clues, chosen: Sequence[Cell], mine_count: bool, claim: Literal) -> CnfFile:
        view, cell = clues.view, abs(claim) - 1
        name = view.grid.name
        given = view[cell] == GIVEN
        assert not given or not (chosen or mine_count), "a given cell needs no clues"
        touched = [c for clue in chosen for c in clues.constraint(clue).cells]
        variables = {c: index for index, c in enumerate(dict.fromkeys([*touched, cell]), 1)}
        head = (
            "c sapper certificate 1",
            f"c position sha256 {hashlib.sha256(str(view).encode()).hexdigest()}",
            f"c claim {name(cell)} {'mine' if claim > 0 else 'safe'}",
            *(f"c clue {name(clue)}" for clue in chosen),
            *([f"c given {name(cell)}"] if given else []),
            *(["c mine count"] if mine_count else []),
            *(f"c variable {index} {name(c)}" for c, index in variables.items()),
        )
        formula = cls(head, variables, [])
        for clue in chosen:
            for clause in clues.constraint(clue).clauses():
                formula.clauses.append([formula.literal(x) for x in clause])
        if given:
            formula.clauses.append([-variables[cell]])
        if mine_count:
            others = len(clues.unknown) - len(variables)
            mines = view.level.mines
            formula.clauses.extend(counted(len(variables), mines - others, mines))
        formula.clauses.append([formula.literal(-claim)])
        return formula

    def literal(self, of_cell: Literal) -> int:
        variable = self.variables[abs(of_cell) - 1]
        return variable if of_cell > 0 else -variable

    @property
    def literals(self) -> int:
        return sum(map(len, self.clauses))

    @property
    def text(self) -> str:
        top = max(abs(x) for clause in self.clauses for x in clause)
        return _text([*self.head, f"p cnf {top} {len(self.clauses)}", *map(_line, self.clauses)])


def counted(cells: int, least: int, most: int) -> Iterator[list[int]]:
    """Yield clauses which say that `least` to `most` of the variables 1 to `cells` are true.

    >>> list(counted(2, 1, 2))
    [[-1, 3], [-3, 1], [-3, 4], [-2, 4], [-4, 3, 2], [4]]
    """
    mines_needed = most + 1 if most < cells else least
    safes_needed = cells - least + 1 if least > 0 else cells - most
    sign = 1
    if safes_needed < mines_needed:
        sign, least, most = -1, cells - most, cells - least
    limit = min(mines_needed, safes_needed)
    if cells * limit > _COUNTERS:
        raise _too_large()
    counter: dict[tuple[int, int], int] = {}
    top = cells
    for i in range(1, cells + 1):
        for j in range(1, min(i, limit) + 1):
            top += 1
            counter[i, j] = top
    for (i, j), now in counter.items():
        x = sign * i
        # The counter (i, j) is true if and only if the counter (i - 1, j) is true, or the counter
        # (i - 1, j - 1) and literal i are both true.
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


def refutation(clauses: Sequence[Sequence[int]]) -> list[list[int]]:
    with sat_solver("glucose4", bootstrap_with=clauses, with_proof=True) as solver:
        solver.conf_budget(_WORK // sum(map(len, clauses)))
        possible: Any = solver.solve_limited()
        if possible is None:
            raise _too_large()
        assert not possible, "the clues settle the claim"
        lines: list[str] = solver.get_proof()
    return [[int(word) for word in line.split()[:-1]] for line in lines if line[0] != "d"]


def _too_large() -> CertificateError:
    return CertificateError(
        "there is no certificate of clauses, because it would be too large to check: "
        "use --cutting-planes, which makes a shorter one"
    )


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, [*clause, 0]))


def _text(lines: Sequence[str]) -> str:
    return "\n".join([*lines, ""])
