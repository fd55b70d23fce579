"""Other people's programs run in processes of their own. tests/adapters has more tests of them."""

from __future__ import annotations

import sys

import pytest

from processes import lives, wait_for
from sapper.processes.programs import Child, ChildError


def program(code: str) -> list[str]:
    return [sys.executable, "-c", code]


@pytest.mark.skipif(sys.platform != "linux", reason="CPU time is read from /proc")
def test_the_time_of_the_processes_that_an_agent_starts_counts() -> None:
    with Child(["sh", "-c", "sh -c 'while :; do :; done' & read line"]) as child:
        assert wait_for(lambda: (child.cpu(everyone=True) or 0) >= 0.1)
        assert (child.cpu() or 0) < 0.1


def test_a_program_gets_all_input_at_once() -> None:
    with Child(program("print(input()[::-1])"), memory=500) as child:
        assert child.finish(b"sapper", 60, most=100) == (b"reppas\n", b"")
    assert child.returncode == 0


@pytest.mark.parametrize(
    ("code", "seconds", "kind"),
    [
        ("import signal; signal.pause()", 0.01, "slow"),
        ("while True: print('x' * 9999)", 60, "long"),
    ],
)
def test_a_program_that_exceeds_a_limit_is_ended(code: str, seconds: float, kind: str) -> None:
    child = Child(program(code))
    with pytest.raises(ChildError) as problem, child:
        child.finish(b"", seconds, most=2**20)
    assert problem.value.kind == kind
    assert child.returncode == -9
    assert wait_for(lambda: not lives(child.pid))
