"""DIMACS files are read and written, and python-sat reads the same clauses from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.formula import CNF

from logic.brute import VARIABLES, clause_lists
from sapper.logic import Clause, LogicError
from sapper.logic.dimacs import Cnf, dimacs_text, parse_dimacs


@given(clause_lists, st.sets(st.integers(1, VARIABLES)))
def test_round_trip(some: list[Clause], named: set[int]) -> None:
    """parse_dimacs is the inverse of dimacs_text, and python-sat reads the same clauses."""
    cnf = Cnf(VARIABLES, tuple(some), {variable: f"P_{variable}" for variable in named})
    text = dimacs_text(cnf)
    assert parse_dimacs(text) == cnf
    theirs = CNF(from_string=text)
    assert [set(clause) for clause in theirs.clauses] == [set(clause) for clause in some]


def test_what_files_look_like() -> None:
    """A clause may span several lines, and a line may hold several clauses."""
    text = "c made by hand\nc symbol 2 Pit_2\n\np  cnf 3 3\n1 -2\n 3 0 -3 0\n0\n%\n0\n"
    cnf = parse_dimacs(text)
    assert cnf == Cnf(3, (Clause.of(1, -2, 3), Clause.of(-3), Clause()), {2: "Pit_2"})
    assert [cnf.name(v) for v in (1, 2, 3)] == ["x1", "Pit_2", "x3"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the line 'p cnf VARIABLES CLAUSES' is missing"),
        ("1 2 0\n", "line 1 should be 'p cnf VARIABLES CLAUSES', but it is '1 2 0'"),
        ("p cnf 2\n", "line 1 should be 'p cnf VARIABLES CLAUSES'"),
        ("p cnf 2 1\n1 x 0\n", "line 2: 'x' is not a literal"),
        ("p cnf 2 1\n1 -3 0\n", "line 2 uses variable 3, but 'p cnf' declares only 2 variables"),
        ("p cnf 2 1\n1 2\n", "line 2: the last clause does not end in 0"),
        ("p cnf 2 2\n1 2 0\n", "the file has 1 clause, but 'p cnf' declares 2"),
        (
            "p cnf 2 1\n1 0\n2 0\n",
            "line 3: more clauses than the 1 that 'p cnf' declares",
        ),
        ("p cnf 99999 1\n", "line 1: 99,999 variables and 1 clause are too many"),
        ("c symbol 3 A\np cnf 2 0\n", "a comment names variable 3"),
        ("c symbol 1 A\nc symbol 2 A\np cnf 2 0\n", "two variables have the same name"),
    ],
)
def test_errors_say_the_line(text: str, said: str) -> None:
    with pytest.raises(LogicError) as caught:
        parse_dimacs(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
