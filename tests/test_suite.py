"""The tests do not depend on the speed of the machine, so they also pass on a busy machine."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
CLOCKS = {"sleep", "wait_for_timeout", "monotonic", "perf_counter", "Timer"}
WAITS = {"join", "wait", "wait_for", "result"}
MINUTE = 60

EXCEPT = {
    "wheelcheck.py": "a command of its own",
    "processes.py": "`wait_for` is how tests wait for a condition",
    "web/browsing.py": "`waited` is how browser tests do",
    "clirun.py": "looks at processes again and again",
    "web/test_durable.py": "compares a clock of ours with the server's",
}


def timed(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines that read a clock, sleep, or wait with a limit of less than a minute."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=arguments) if (
                name in CLOCKS
            ):
                if not any(isinstance(one, ast.Constant) and one.value == 0 for one in arguments):
                    yield node.lineno, name
            case ast.Call(
                func=ast.Attribute(attr=name) | ast.Name(id=name),
                args=[*_, ast.Constant(value=int() | float() as limit)],
            ) if name in WAITS:
                if 0 < limit < MINUTE:
                    yield node.lineno, f"{name} {limit}"
            case ast.keyword(arg="deadline", value=value):
                if not (isinstance(value, ast.Constant) and value.value is None):
                    yield node.lineno, "deadline"
            case ast.keyword(arg="timeout", value=ast.Constant(value=int() | float() as limit)):
                # Playwright counts milliseconds. Zero means no limit.
                if 0 < limit < MINUTE or 10 * MINUTE < limit < 1000 * MINUTE:
                    yield node.lineno, f"timeout={limit}"


def test_no_test_depends_on_how_fast_the_machine_is() -> None:
    """No test sleeps or asserts a duration.

    Tests wait for events, and allow at least a minute for each. Speed is measured in bench/. Code
    in a string may sleep, because no test waits for the sleep to end.
    """
    found = [
        f"{path.relative_to(TESTS)}:{line}: {what}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.relative_to(TESTS).as_posix() not in EXCEPT and "agents_faulty" not in path.parts
        for line, what in timed(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_what_depends_on_time_is_found() -> None:
    """The check finds clocks by name, and time limits that are too short for a busy machine."""
    program = """
import time
sleep(0.1)
start = time.monotonic()
page.wait_for_timeout(300)
process.communicate(timeout=20)
page.wait_for(timeout=15_000)
process.communicate(timeout=60)
page.wait_for(timeout=60_000)
settings(deadline=200)
settings(deadline=None)
asyncio.sleep(0)
asking.result(timeout=0)
Timer(0.3, stop)
thread.join(5)
wait_for(condition, 5)
thread.join(60)
page.wait_for(timeout=700)
"""
    lines = [line for line, _ in timed(ast.parse(program))]
    assert sorted(lines) == [3, 4, 5, 6, 7, 10, 14, 15, 16, 18]


def test_mutation_knows_where_modules_and_their_tests_are() -> None:
    sys.path.insert(0, str(TESTS.parent / "bench"))
    try:
        from mutation import TESTS as TESTED
        from mutation import sources
    finally:
        sys.path.pop(0)
    named = {name.removeprefix("--deselect=") for names in TESTED.values() for name in names}
    gone = [name for name in named if not (TESTS.parent / name.partition("::")[0]).exists()]
    assert gone == []
    assert all(sources(module) for module in TESTED)
