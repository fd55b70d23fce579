"""The command prove."""

import json

from command import sapper


def test_prove_chains_backward_and_says_what_it_costs() -> None:
    position = "5x2x1\n01.1.\n0111."
    result = sapper("prove", "-", "E1", stdin=position)
    assert result.stdout.splitlines() == [
        "E1 is safe:",
        "  mine(C1) by B1 = 1: safe(A1), safe(A2), safe(B2), safe(C2)",
        "  safe(E1) by D1 = 1: mine(C1)",
        "backward chaining: 4 goals, 10 rules tried for this question",
        "forward chaining: 2 rules tried; they settle 3 cells",
    ]
    found = json.loads(sapper("prove", "-", "C1", "--mine", "--json", stdin=position).stdout)
    assert (found["proved"], found["claim"], len(found["chain"])) == (True, "mine", 1)
    other = sapper("prove", "-", "C1", stdin=position).stdout
    assert other.startswith("the rules can't prove that C1 is safe: they prove that it is a mine")
    unknown = sapper("prove", "-", "A1", stdin="3x3x1\n...\n111\n000").stdout
    assert "the rules can't prove that A1 is safe; `sapper explain`" in unknown
    bad = sapper("prove", "-", "B1", stdin=position)
    assert (bad.returncode, bad.stderr) == (2, "sapper: B1 is open: choose a hidden cell\n")
