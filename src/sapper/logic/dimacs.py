r"""DIMACS: the file form of clauses that every SAT solver reads.

    c symbol 1 A      a comment; this form of it names a variable
    p cnf 2 3         the numbers of variables and of clauses
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

VARIABLES = 2_000
CLAUSES = 50_000
"""A file may have so many variables and clauses."""


@dataclass(frozen=True, slots=True)
class Cnf:
    """Clauses over the variables 1 to `variables`, some of which have names."""

    variables: int
    clauses: tuple[Clause, ...]
    names: dict[int, str] = field(default_factory=dict)

    def name(self, variable: int) -> str:
        """The name of a variable; x7 if the seventh has none."""
        return self.names.get(variable, f"x{variable}")


def parse_dimacs(text: str) -> Cnf:
    """Clauses from their DIMACS text; an error says in which line it goes wrong."""
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
            break  # some collections end their files so
        if header is None:
            header = _header(line, number)
            continue
        for word in words:
            if not re.fullmatch(r"-?\d{1,9}", word):
                raise LogicError(f"line {number}: {quote(word)} is not a literal: a number, or 0")
            literal = int(word)
            if abs(literal) > header[0]:
                raise LogicError(
                    f"line {number}: there is no variable {abs(literal)}: 'p cnf' says {header[0]}"
                )
            if literal:
                literals.append(literal)
                continue
            clauses.append(Clause.of(*literals))
            literals = []
            if len(clauses) > header[1]:
                raise LogicError(f"line {number}: more clauses than the {header[1]} of 'p cnf'")
    if header is None:
        raise LogicError("no line 'p cnf VARIABLES CLAUSES' comes first")
    if literals:
        raise LogicError(f"line {number}: the last clause does not end in 0")
    if len(clauses) < header[1]:
        raise LogicError(f"there are {len(clauses)} clauses, where 'p cnf' says {header[1]}")
    for variable in names:
        if variable > header[0]:
            raise LogicError(f"there is no variable {variable} to name: 'p cnf' says {header[0]}")
    if len(set(names.values())) < len(names):
        raise LogicError("two variables have the same name")
    return Cnf(header[0], tuple(clauses), names)


def _header(line: str, number: int) -> tuple[int, int]:
    match = re.fullmatch(r"p\s+cnf\s+(\d{1,9})\s+(\d{1,9})\s*", line)
    if match is None:
        raise LogicError(f"line {number}: 'p cnf VARIABLES CLAUSES' must come first: {quote(line)}")
    variables, clauses = int(match[1]), int(match[2])
    if variables > VARIABLES or clauses > CLAUSES:
        raise LogicError(
            f"line {number}: {variables:,} variables and {clauses:,} clauses are too many: "
            f"at most {VARIABLES:,} and {CLAUSES:,}"
        )
    return variables, clauses


def dimacs_text(cnf: Cnf) -> str:
    """Clauses as DIMACS text; the inverse of `parse_dimacs`."""
    lines = [f"c symbol {variable} {name}" for variable, name in sorted(cnf.names.items())]
    lines.append(f"p cnf {cnf.variables} {len(cnf.clauses)}")
    lines += [" ".join(map(str, [*clause, 0])) for clause in cnf.clauses]
    return "\n".join(lines) + "\n"
