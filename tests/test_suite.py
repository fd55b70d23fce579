"""What the tests promise about themselves: they pass on a machine that is busy with other things."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
CLOCKS = {"sleep", "wait_for_timeout", "monotonic", "perf_counter", "deadline"}
MINUTE = 60

NOT_TESTS = {"wheelcheck.py", "processes.py"}
"""a command of its own; and `wait_for`, which is how tests wait"""


def timed(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Where a program looks at a clock, waits for an amount of time, or for less than a minute."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) | ast.keyword(arg=name) if name in CLOCKS:
                yield node.lineno, name
            case ast.keyword(arg="timeout", value=ast.Constant(value=int() | float() as limit)):
                # Playwright counts milliseconds.
                if limit < MINUTE or 1000 <= limit < 1000 * MINUTE:
                    yield node.lineno, f"timeout={limit}"


def test_no_test_depends_on_how_fast_the_machine_is() -> None:
    """None sleeps, and none asserts a time: they wait for an event, for a minute at most.

    What must be fast is measured in bench/. Programs that tests start are strings here, and may sleep.
    """
    found = [
        f"{path.relative_to(TESTS)}:{line}: {what}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.name not in NOT_TESTS and "agents_faulty" not in path.parts
        for line, what in timed(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_what_depends_on_time_is_found() -> None:
    """By its name, or by a limit that a busy machine may not meet."""
    program = """
import time
time.sleep(0.1)
start = time.monotonic()
page.wait_for_timeout(300)
process.communicate(timeout=20)
page.wait_for(timeout=15_000)
process.communicate(timeout=60)
page.wait_for(timeout=60_000)
settings(deadline=200)
"""
    lines = [line for line, _ in timed(ast.parse(program))]
    assert sorted(lines) == [3, 4, 5, 6, 7, 10]
