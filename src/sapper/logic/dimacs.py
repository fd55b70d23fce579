r"""DIMACS: the usual file format for clauses, which SAT solvers read.

    c symbol 1 A      a comment. Here it says that variable 1 has the name A.
    p cnf 2 3         the numbers of variables and clauses
    1 -2 0            a clause: its literals, then 0

>>> from sapper.logic.clause import clause_text
>>> cnf = parse_dimacs("c symbol 1 A\np cnf 2 2\n1 -2 0\n2 0\n")
>>> [clause_text(clause, cnf.name) for clause in cnf.clauses]
['(A ∨ ¬x2)', 'x2']
>>> print(dimacs_text(cnf), end="")
c symbol 1 A
p cnf 2 2
1 -2 0
2 0
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from sapper.errors import quote
from sapper.logic.clause import Clause
from sapper.logic.errors import LogicError
from sapper.words import how_many, plural

VARIABLES = 2_000
CLAUSES = 50_000
"""the maximum numbers of variables and clauses in a file"""


@dataclass(frozen=True, slots=True)
class Cnf:
    variables: int
    clauses: tuple[Clause, ...]
    names: dict[int, str] = field(default_factory=dict)

    def name(self, variable: int) -> str:
        return self.names.get(variable, f"x{variable}")


def parse_dimacs(text: str) -> Cnf:
    names: dict[int, str] = {}
    header: tuple[int, int] | None = None
    clauses: list[Clause] = []
    literals: list[int] = []
    number = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        if words[0] == "c":
            if named := re.fullmatch(r"c\s+symbol\s+([1-9]\d{0,8})\s+([^\W\d]\w*)\s*", line):
                names[int(named[1])] = named[2]
            continue
        if words[0] == "%":
            break  # some files end with this line
        if header is None:
            header = _header(line, number)
            continue
        for word in words:
            if not re.fullmatch(r"-?\d{1,9}", word):
                raise LogicError(f"line {number}: {quote(word)} is not a literal: use a number")
            literal = int(word)
            if abs(literal) > header[0]:
                raise LogicError(
                    f"line {number} uses variable {abs(literal)}, but 'p cnf' declares only "
                    f"{how_many(header[0], 'variable')}"
                )
            if literal:
                literals.append(literal)
                continue
            clauses.append(Clause.of(*literals))
            literals = []
            if len(clauses) > header[1]:
                raise LogicError(
                    f"line {number}: more clauses than the {header[1]} that 'p cnf' declares"
                )
    if header is None:
        raise LogicError("the line 'p cnf VARIABLES CLAUSES' is missing")
    if literals:
        raise LogicError(f"line {number}: the last clause does not end in 0")
    if len(clauses) < header[1]:
        count = how_many(len(clauses), "clause")
        raise LogicError(f"the file has {count}, but 'p cnf' declares {header[1]}")
    for variable in names:
        if variable > header[0]:
            raise LogicError(
                f"a comment names variable {variable}, but 'p cnf' declares only "
                f"{how_many(header[0], 'variable')}"
            )
    if len(set(names.values())) < len(names):
        raise LogicError("two variables have the same name")
    return Cnf(header[0], tuple(clauses), names)


def _header(line: str, number: int) -> tuple[int, int]:
    match = re.fullmatch(r"p\s+cnf\s+(\d{1,9})\s+(\d{1,9})\s*", line)
    if match is None:
        raise LogicError(
            f"line {number} should be 'p cnf VARIABLES CLAUSES', but it is {quote(line)}"
        )
    variables, clauses = int(match[1]), int(match[2])
    if variables > VARIABLES or clauses > CLAUSES:
        raise LogicError(
            f"line {number}: {variables:,} {plural(variables, 'variable')} and {clauses:,} "
            f"{plural(clauses, 'clause')} are too many: at most {VARIABLES:,} and {CLAUSES:,}"
        )
    return variables, clauses


def dimacs_text(cnf: Cnf) -> str:
    lines = [f"c symbol {variable} {name}" for variable, name in sorted(cnf.names.items())]
    lines.append(f"p cnf {cnf.variables} {len(cnf.clauses)}")
    lines += [" ".join(map(str, [*clause, 0])) for clause in cnf.clauses]
    return "\n".join(lines) + "\n"
